"""One connection: what cannot be read, what comes too fast or leaves too slowly, and that errors of ours stay ours."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import AsyncIterator, MutableMapping
from pathlib import Path
from typing import Any

import pytest

from speelkist.server.http.rate_limit import RateLimiter
from speelkist.server.live.service import LiveService
from speelkist.server.settings import Settings
from speelkist.server.ws.handlers import MAX_ID, MessageHandler
from speelkist.server.ws.outbox import MAX_UNSENT, Flusher
from speelkist.server.ws.protocol import LONGEST_MESSAGE, PROTOCOL
from speelkist.server.ws.session import MAX_UNREADABLE, Session
from tests.support.in_process import open_live_service
from tests.support.timeout import TIMEOUT

HELLO = json.dumps({"say": "hello", "protocol": PROTOCOL, "key": "k" * 32})
Frame = MutableMapping[str, Any]


class FakeSocket:
    """The ASGI side of a socket: what the browser sends, and what was sent to it."""

    def __init__(self, live: LiveService, rate: int = 0, burst: int = 1) -> None:
        self.frames: list[Frame] = []
        self._incoming: asyncio.Queue[Frame] = asyncio.Queue()
        self._sent = asyncio.Event()
        limiter = RateLimiter(Settings(rate=rate, burst=burst), Counter())
        self.session = Session(live, self._send, limiter, "192.0.2.1", Flusher())

    async def _send(self, frame: Frame) -> None:
        self.frames.append(frame)
        self._sent.set()

    def feed(self, *texts: str | bytes) -> None:
        """Let the browser send these messages."""
        for text in texts:
            self._incoming.put_nowait({"type": "websocket.receive", "text" if isinstance(text, str) else "bytes": text})

    def disconnect(self, code: int = 1000) -> None:
        """Close the socket from the browser's side."""
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": code})

    async def run(self) -> None:
        """Handle what comes, until the browser disconnects."""
        async with asyncio.timeout(TIMEOUT):
            await self.session.run(self._incoming.get)

    async def answers(self, count: int) -> list[Any]:
        """The messages that were sent to the browser, when they and the closing of the socket are so many."""
        async with asyncio.timeout(TIMEOUT):
            while len(self._messages()) + sum(frame["type"] == "websocket.close" for frame in self.frames) < count:
                self._sent.clear()
                await self._sent.wait()
        return self._messages()

    def _messages(self) -> list[Any]:
        frames = [frame["text"] for frame in self.frames if frame["type"] == "websocket.send"]
        return [json.loads(line) for frame in frames for line in frame.split("\n")]


@contextlib.asynccontextmanager
async def connected(db: Path, rate: int = 0, burst: int = 1) -> AsyncIterator[tuple[LiveService, FakeSocket]]:
    """A session that is running."""
    async with open_live_service(db) as live:
        socket = FakeSocket(live, rate, burst)
        running = asyncio.create_task(socket.run())
        try:
            yield live, socket
        finally:
            socket.disconnect()
            await running


def test_what_cannot_be_read_is_answered_with_its_id_until_there_is_too_much_of_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with connected(tmp_path / "tables.db") as (live, socket):
            unreadable: list[str | bytes] = [
                "no json",
                b"\xff",
                '{"say":"watch","id":"w1","table":7}',
                "x" * (LONGEST_MESSAGE + 1),
            ]
            socket.feed(HELLO, *unreadable)
            answers = (await socket.answers(5))[1:]
            assert [answer["id"] for answer in answers] == ["", "", "w1", ""]
            keys = [answer["why"]["key"] for answer in answers]
            assert keys == ["server.message.wrong"] * 3 + ["server.message.long"]
            assert live.counters["not_understood"] == 4
            socket.feed(*["no json"] * (MAX_UNREADABLE - 4), HELLO)
            await socket.answers(1 + MAX_UNREADABLE + 2)
            assert socket.frames[-1] == {"type": "websocket.close", "code": 4002, "reason": "not understood"}
            assert live.counters["messages"] == 1 + MAX_UNREADABLE, "what comes after is not read"

    asyncio.run(work())


def test_a_long_id_comes_back_cut(tmp_path: Path) -> None:
    async def work() -> None:
        async with connected(tmp_path / "tables.db") as (_, socket):
            socket.feed(HELLO, json.dumps({"say": "unwatch", "id": "i" * 100, "table": "22222222"}))
            answer = (await socket.answers(2))[1]
            assert (answer["say"], answer["id"]) == ("rejected", "i" * MAX_ID)

    asyncio.run(work())


def test_a_client_over_its_rate_is_closed_and_told_when_to_come_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with connected(tmp_path / "tables.db", rate=1, burst=3) as (live, socket):
            socket.feed(HELLO, *(json.dumps({"say": "unwatch", "id": str(n), "table": "22222222"}) for n in range(9)))
            answers = await socket.answers(5)
            assert [answer["say"] for answer in answers] == ["welcome", "accepted", "accepted", "closing"]
            assert answers[-1]["after"] > 0
            assert socket.frames[-1] == {"type": "websocket.close", "code": 4008, "reason": "too fast"}
            assert live.counters["too_fast"] == 1

    asyncio.run(work())


def test_a_client_that_reads_nothing_is_closed_and_its_queue_emptied(tmp_path: Path) -> None:
    async def work() -> None:
        async with connected(tmp_path / "tables.db") as (_, socket):
            for _ in range(2 * MAX_UNSENT):  # the writing task gets no turn in between
                socket.session.send(b"{}")
            assert len(socket.session._outbox._unsent) == 1
            answers = await socket.answers(2)
            assert [answer["say"] for answer in answers] == ["closing"]
            assert socket.frames[-1] == {"type": "websocket.close", "code": 4009, "reason": "too slow"}

    asyncio.run(work())


def test_an_error_of_ours_is_logged_and_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("the secret")

    async def work() -> None:
        async with connected(tmp_path / "tables.db") as (live, socket):
            monkeypatch.setattr(MessageHandler, "handle", fail)
            socket.feed(json.dumps({"say": "unwatch", "id": "u", "table": "22222222"}))
            (answer,) = await socket.answers(1)
            assert (answer["id"], answer["why"]["key"]) == ("u", "server.failed")
            assert "secret" not in str(answer)
            assert (live.counters["failed"], live.refusals.total()) == (1, 0)
        assert "the secret" in caplog.text

    asyncio.run(work())


@pytest.mark.parametrize(("code", "counted"), [(1000, 0), (1001, 0), (1002, 1), (1007, 1), (1009, 1)])
def test_frames_against_the_protocol_are_counted(tmp_path: Path, code: int, counted: int) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            socket = FakeSocket(live)
            socket.disconnect(code)
            await socket.run()
            assert live.counters["not_understood"] == counted

    asyncio.run(work())
