"""What a browser's page calls when it runs Python itself (Pyodide): its database, its bots and its clients.

The page gives two objects of its own: a store whose methods return promises, and bots that think in another worker.
What crosses is text, so that neither side keeps the other's objects.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from speelkist.bots.job import BotJob, BotReply
from speelkist.bots.job_text import read_reply, write_job
from speelkist.table.errors import Refused
from speelkist.table.identity import owner_hash

from .advice import Adviser
from .codec import encode
from .requests import LocalRequests
from .session import LocalSession
from .store import Conflict, KeptEvent
from .tables import LocalTables
from .turns import FIRST_LOOK, Turns


class PageStore(Protocol):
    """The page's database."""

    def append(self, table_id: str, events: str) -> Awaitable[bool]:
        """Keep events; False if there are such events already."""
        ...

    def events_after(self, table_id: str, version: int) -> Awaitable[str]:
        """The events behind a version."""
        ...

    def table_ids(self) -> Awaitable[str]:
        """All tables."""
        ...

    def summarise(self, table_id: str, summary: str) -> Awaitable[None]:
        """Remember what a list shows of a table."""
        ...

    def delete(self, table_id: str) -> Awaitable[None]:
        """Forget a table."""
        ...


class PageBots(Protocol):
    """The page's worker for bots."""

    def think(self, number: int, job: str) -> Awaitable[str]:
        """Have a job done."""
        ...

    def call_off(self, number: int) -> None:
        """That job is no longer wanted."""
        ...


class BrowserStore:
    """Keeps tables in the page's database."""

    def __init__(self, store: PageStore) -> None:
        self._store = store

    async def append(self, table_id: str, events: Sequence[KeptEvent]) -> None:
        """Keep events that follow those of a table, all or none."""
        if not await self._store.append(table_id, encode(events)):
            raise Conflict

    async def events_after(self, table_id: str, version: int) -> list[KeptEvent]:
        """The events of a table behind a version, in order."""
        return [KeptEvent(*row) for row in json.loads(await self._store.events_after(table_id, version))]

    async def table_ids(self) -> list[str]:
        """All tables."""
        return [str(table_id) for table_id in json.loads(await self._store.table_ids())]

    async def summarise(self, table_id: str, summary: dict[str, Any]) -> None:
        """Remember what a list shows of a table."""
        await self._store.summarise(table_id, encode(summary))

    async def delete(self, table_id: str) -> None:
        """Forget a table with all its events."""
        await self._store.delete(table_id)


class LocalPage:
    """The tables of a page, as its worker sees them."""

    def __init__(
        self,
        key: str,
        store: PageStore,
        bots: PageBots,
        send: Callable[[str, str], None],
        first_look: float = FIRST_LOOK,
        scripted: bool = False,
    ) -> None:
        self._bots = bots
        self._send = send
        self._numbers = itertools.count()
        self._tables = LocalTables(BrowserStore(store), scripted)
        self._requests = LocalRequests(self._tables, owner_hash(key), self._think)
        self._adviser = Adviser(self._think)
        self._turns = Turns(self._tables, self._think, first_look)
        self._sessions: dict[str, LocalSession] = {}

    async def _think(self, job: BotJob) -> BotReply:
        number = next(self._numbers)
        try:
            return read_reply(await self._bots.think(number, write_job(job)))
        except asyncio.CancelledError:
            self._bots.call_off(number)
            raise
        except Exception as error:  # an error of the browser's: its worker was ended, or could not be started
            raise Refused("server.failed") from error

    async def request(self, method: str, address: str, body: str) -> str:
        """A request as over HTTP: status and body, as JSON."""
        return encode(await self._requests.answer(method, address, body))

    def open(self, name: str) -> None:
        """A client comes; what it is sent goes to ``send`` under this name."""
        self._sessions[name] = LocalSession(
            self._tables, self._adviser, lambda message: self._send(name, encode(message))
        )

    async def receive(self, name: str, text: str) -> None:
        """A client's message."""
        await self._sessions[name].receive(text)

    def close(self, name: str) -> None:
        """A client is gone."""
        self._sessions.pop(name).close()

    async def changed(self, table_id: str) -> None:
        """Another page has changed a table."""
        with contextlib.suppress(Refused):  # it has deleted it
            await self._tables.catch_up(table_id)
