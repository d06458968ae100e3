"""One client of a page: takes the protocol's messages, gives the protocol's answers. docs/protocol.md has both."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import speelkist
from speelkist.bots.factory import BOTS
from speelkist.core import SpeelkistError
from speelkist.core.view import phrase_data
from speelkist.table.dispatch import COMMANDS, decide
from speelkist.table.errors import Refused
from speelkist.table.history import answer
from speelkist.table.identity import owner_hash

from .advice import Adviser
from .tables import LocalTables, now_ms

PROTOCOL = 1  # the one of server/ws/protocol.py, which a test compares

# What a message may leave out.
DEFAULTS: dict[str, Any] = {"id": "", "seen": 0, "commitment": "", "nonce": "", "another": False, "actions": None}


class LocalSession:
    """A client. Its messages are handled one after the other, as they are handed over."""

    def __init__(self, tables: LocalTables, adviser: Adviser, send: Callable[[dict[str, Any]], None]) -> None:
        self.owner = ""  # known after hello
        self.send = send
        self._tables = tables
        self._adviser = adviser
        self._watching: set[str] = set()

    async def receive(self, text: str) -> None:
        """Handle a message."""
        said = SimpleNamespace(**{**DEFAULTS, "args": {}, **json.loads(text)})
        try:
            await self._handle(said)
        except Exception as error:  # noqa: BLE001  (whatever goes wrong, there is an answer)
            if not isinstance(error, SpeelkistError):
                print(f"a message could not be handled: {said.say}: {error!r}")
                error = SpeelkistError("server.failed")
            self.send({"say": "rejected", "id": said.id, "why": phrase_data(error.phrase), "sentence": str(error)})

    def close(self) -> None:
        """The client is gone."""
        for table_id in self._watching:
            self._tables.unwatch(self, table_id)

    async def _handle(self, said: Any) -> None:
        if said.say == "hello":
            self._hello(said)
            return
        if not self.owner:
            raise Refused("server.hello.first")
        match said.say:
            case "watch":
                seen = None if said.table in self._watching else said.seen
                self._accept(said, await self._tables.watch(self, said.table, seen))
                self._watching.add(said.table)
            case "unwatch":
                self._watching.discard(said.table)
                self._tables.unwatch(self, said.table)
                self._accept(said)
            case "rematch":
                self._accept(said, await self._tables.rematch(said.table, self.owner, said.id, said.another))
            case "query":
                await self._query(said)
            case "hint":
                table = (await self._tables.get(said.table)).table
                version = table.version
                self._accept(said, version, await self._adviser.hint(table, self.owner, said.seat))
            case "analyse":
                await self._analyse(said)
            case command if command in COMMANDS:
                self._accept(said, await self._command(said))
            case _:
                raise Refused("server.local.alone")

    def _hello(self, said: Any) -> None:
        if said.protocol != PROTOCOL:
            raise Refused("server.hello.protocol", found=said.protocol, known=PROTOCOL)
        if self.owner:
            raise Refused("server.hello.twice")
        self.owner = owner_hash(said.key)
        status = self._adviser.compile_status()
        welcome = {"protocol": PROTOCOL, "version": speelkist.__version__, "compile_status": status, "now": now_ms()}
        self.send({"say": "welcome", **welcome})

    def _accept(self, said: Any, version: int = 0, data: Any = None) -> None:
        answer = {"say": "accepted", "id": said.id}
        self.send(answer | ({"version": version} if version else {}) | ({} if data is None else {"data": data}))

    async def _command(self, said: Any) -> int:
        # nobody is ever away: all seats of people are this browser's
        return await self._tables.run(
            said.table,
            self.owner,
            said.id,
            lambda table: decide(table, self.owner, said.say, said, lambda: BOTS, None, now_ms()),
        )

    async def _query(self, said: Any) -> None:
        table = (await self._tables.get(said.table)).table
        self._accept(said, table.version, answer(table, self.owner, said.name, said.args, said.actions))

    async def _analyse(self, said: Any) -> None:
        table = (await self._tables.get(said.table)).table

        def progress(done: int, of: int) -> None:
            self.send({"say": "progress", "id": said.id, "done": done, "of": of})

        self._accept(said, table.version, await self._adviser.analyse(table, progress))
