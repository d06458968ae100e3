"""What each kind of message does before it reaches a table, and what a session leaves behind when it ends."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from speelkist.bots.job import BotReply
from speelkist.server.live.service import LiveService
from speelkist.server.live.subscriptions import SENT_PER_MOVE
from speelkist.server.ws import handlers, protocol
from speelkist.server.ws.handlers import MAX_ID, MAX_WRONG_CODES, WRONG_CODES, WRONG_CODES_PAUSE, MessageHandler
from speelkist.table.errors import Refused
from speelkist.table.identity import owner_hash
from tests.support.in_process import open_live_service
from tests.support.live_tables import create_table
from tests.support.timeout import TIMEOUT

KEY = "k" * 32


class RecordingConnection:
    """A session that keeps its answers."""

    def __init__(self) -> None:
        self.owner = self.network = ""
        self.new_tables = self.codes = 0
        self.work: list[float] = []
        self.sent: list[Any] = []
        self.accepted: dict[str, tuple[int, Any]] = {}
        self.failed: dict[str, Exception] = {}
        self.closed: tuple[int, str, int] | None = None

    def send(self, message: bytes) -> None:
        self.sent.append(json.loads(message))

    def accept(self, id: str, version: int = 0, data: Any = None) -> None:
        self.accepted[id] = version, data

    def fail(self, id: str, kind: str, error: Exception) -> None:
        self.failed[id] = error

    def close(self, code: int, reason: str, after: int = 0) -> None:
        self.closed = code, reason, after

    def check_work(self, cost: float) -> None:
        self.work.append(cost)

    def check_new_table(self) -> None:
        self.new_tables += 1

    def check_code(self) -> None:
        self.codes += 1


async def greeted(live: LiveService) -> tuple[RecordingConnection, MessageHandler]:
    """A session that has said hello, and its handler."""
    connection = RecordingConnection()
    handler = MessageHandler(live, connection)
    await handler.handle(protocol.Hello(protocol.PROTOCOL, KEY))
    return connection, handler


async def refusal(handler: MessageHandler, message: protocol.FromBrowser) -> str:
    """The key of the reason why a message is refused."""
    with pytest.raises(Refused) as refused:
        await handler.handle(message)
    return refused.value.phrase.key


def test_nothing_is_done_before_hello_and_hello_is_said_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            connection = RecordingConnection()
            handler = MessageHandler(live, connection)
            assert await refusal(handler, protocol.Unwatch("u", "22222222")) == "server.hello.first"
            assert await refusal(handler, protocol.Hello(protocol.PROTOCOL + 1, KEY)) == "server.hello.protocol"
            assert (connection.owner, connection.sent, connection.accepted) == ("", [], {})
            await handler.handle(protocol.Hello(protocol.PROTOCOL, KEY))
            assert connection.owner == owner_hash(KEY)
            assert [message["say"] for message in connection.sent] == ["welcome"]
            assert await refusal(handler, protocol.Hello(protocol.PROTOCOL, "x" * 32)) == "server.hello.twice"
            assert connection.owner == owner_hash(KEY)

    asyncio.run(work())


@pytest.mark.parametrize("id", ["", "i" * (MAX_ID + 1)])
def test_a_message_without_an_id_of_use_is_refused(tmp_path: Path, id: str) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            connection, handler = await greeted(live)
            assert await refusal(handler, protocol.Unwatch(id, "22222222")) == "server.message.id"
            await handler.handle(protocol.Unwatch("i" * MAX_ID, "22222222"))
            assert list(connection.accepted) == ["i" * MAX_ID]

    asyncio.run(work())


def test_a_session_that_ends_leaves_its_tables(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            watched, left = [await create_table(live) for _ in range(2)]
            connection, handler = await greeted(live)
            for table_id in (watched, left):
                await handler.handle(protocol.Watch(f"w{table_id}", table_id))
            await handler.handle(protocol.Unwatch("u", left))
            assert connection.work == [3 / SENT_PER_MOVE] * 2, "what was sent is counted"
            subscribers = {table_id: (await live.registry.get(table_id)).subscribers for table_id in (watched, left)}
            assert subscribers == {watched: {connection}, left: set()}
            handler.close()
            assert subscribers == {watched: set(), left: set()}

    asyncio.run(work())


def test_one_connection_does_not_keep_any_number_of_tables_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handlers, "MAX_WATCHED", 2)

    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            first, second, third = [await create_table(live) for _ in range(3)]
            _, handler = await greeted(live)
            for table_id in (first, second, first):  # what is watched can be watched again
                await handler.handle(protocol.Watch("w", table_id))
            assert await refusal(handler, protocol.Watch("w", third)) == "server.limit.watched"
            assert not (await live.registry.get(third)).subscribers
            await handler.handle(protocol.Unwatch("u", second))
            await handler.handle(protocol.Watch("w", third))
            assert handler.watches(third)

    asyncio.run(work())


def test_wrong_codes_close_the_session_for_a_while(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            connection, handler = await greeted(live)
            for guess in range(MAX_WRONG_CODES):
                assert connection.closed is None
                await refusal(handler, protocol.Claim(f"c{guess}", "000000"))
            assert connection.closed == (*WRONG_CODES, WRONG_CODES_PAUSE)

    asyncio.run(work())


def test_one_hint_at_a_time_and_none_after_the_session_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            thinking, ended = asyncio.Event(), asyncio.Event()

            async def think(*_: object) -> BotReply:
                thinking.set()
                try:
                    await asyncio.Event().wait()
                finally:
                    ended.set()
                raise AssertionError("unreachable")

            monkeypatch.setattr(live.bots, "ask", think)
            table_id = await create_table(live, owner=owner_hash(KEY), hints=True)
            seat = (await live.registry.get(table_id)).table.state.player
            connection, handler = await greeted(live)
            connection.owner = (await live.registry.get(table_id)).table.seats[seat].owner or ""
            async with asyncio.timeout(TIMEOUT):
                await handler.handle(protocol.Hint("h1", table_id, seat))
                await thinking.wait()
                assert await refusal(handler, protocol.Hint("h2", table_id, seat)) == "server.hint.busy"
                handler.close()
                await ended.wait()
            assert (connection.accepted, connection.failed) == ({}, {})

    asyncio.run(work())


def test_a_hint_that_is_refused_is_answered_and_another_may_be_asked_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await create_table(live)
            connection, handler = await greeted(live)  # has no seat there
            async with asyncio.timeout(TIMEOUT):
                for request in ("h1", "h2"):
                    await handler.handle(protocol.Hint(request, table_id, 0))
                    while request not in connection.failed:
                        await asyncio.sleep(0)
            assert all(isinstance(error, Refused) for error in connection.failed.values())
            assert connection.accepted == {}

    asyncio.run(work())
