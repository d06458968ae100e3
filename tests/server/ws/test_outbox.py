"""What waits for browsers leaves together, in order, and nobody waits for a browser that does not read."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from speelkist.server.ws.outbox import MAX_UNSENT, MAX_UNSENT_BYTES, Flusher, Outbox, start

Frame = MutableMapping[str, Any]


class Browser:
    """Takes frames while it reads."""

    def __init__(self, flusher: Flusher) -> None:
        self.frames: list[Frame] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.outbox = Outbox(self._send, flusher)

    async def _send(self, frame: Frame) -> None:
        await self.reads.wait()
        self.frames.append(frame)

    @property
    def texts(self) -> list[str]:
        """The frames with messages."""
        return [frame["text"] for frame in self.frames if frame["type"] == "websocket.send"]


async def loop_turn() -> None:
    """Let everything run that is ready, and what that makes ready."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_messages_that_wait_together_leave_in_one_frame() -> None:
    async def main() -> None:
        browser = Browser(Flusher())
        assert browser.outbox.add(b"1")
        assert browser.outbox.add(b"2")
        assert browser.frames == []  # not before everything else that is ready has run
        await loop_turn()
        browser.outbox.add(b"3")
        await loop_turn()
        assert browser.texts == ["1\n2", "3"]

    asyncio.run(main())


def test_all_outboxes_are_flushed_when_everything_that_was_ready_has_run() -> None:
    async def main() -> None:
        flusher = Flusher()
        browsers = [Browser(flusher) for _ in range(3)]
        done: list[str] = []

        def work(number: int) -> None:
            done.append(f"{number} with {sum(len(browser.frames) for browser in browsers)} sent")
            browsers[number].outbox.add(b"{}")

        for number in range(3):
            asyncio.get_running_loop().call_soon(work, number)
        await loop_turn()
        assert done == ["0 with 0 sent", "1 with 0 sent", "2 with 0 sent"]
        assert [browser.texts for browser in browsers] == [["{}"]] * 3

    asyncio.run(main())


def test_a_browser_that_does_not_read_keeps_nobody_waiting_and_loses_nothing() -> None:
    async def main() -> None:
        flusher = Flusher()
        slow, quick = Browser(flusher), Browser(flusher)
        slow.reads.clear()
        for message in (b"1", b"2"):
            slow.outbox.add(message)
            quick.outbox.add(message)
            await loop_turn()
        assert quick.texts == ["1", "2"]
        assert slow.texts == []
        slow.reads.set()
        await loop_turn()
        assert slow.texts == ["1", "2"]

    asyncio.run(main())


@pytest.mark.parametrize(("message", "count"), [(b"{}", MAX_UNSENT), (b"x" * (MAX_UNSENT_BYTES // 4), 4)])
def test_too_many_messages_or_bytes_are_told_and_only_the_goodbye_is_kept(message: bytes, count: int) -> None:
    async def main() -> None:
        browser = Browser(Flusher())
        browser.reads.clear()
        browser.outbox.add(b"first")
        await loop_turn()
        assert [browser.outbox.add(message) for _ in range(count)] == [True] * count
        assert browser.outbox.add(message) is False
        browser.outbox.close(4009, "too slow", b"goodbye")
        browser.reads.set()
        await loop_turn()
        assert browser.texts == ["first", "goodbye"]
        assert browser.frames[-1] == {"type": "websocket.close", "code": 4009, "reason": "too slow"}

    asyncio.run(main())


def test_nothing_is_sent_to_a_browser_that_has_gone() -> None:
    async def main() -> None:
        browser, slow = Browser(Flusher()), Browser(Flusher())
        slow.reads.clear()
        slow.outbox.add(b"1")
        await loop_turn()
        for gone in (browser, slow):
            gone.outbox.add(b"2")
            gone.outbox.discard()
        slow.reads.set()
        await loop_turn()
        assert browser.frames == slow.frames == []

    asyncio.run(main())


def test_a_broken_connection_ends_sending_quietly() -> None:
    async def main() -> None:
        async def broken(_frame: Frame) -> None:
            raise RuntimeError("closed")

        outbox = Outbox(broken, Flusher())
        outbox.add(b"1")
        await loop_turn()
        assert outbox.add(b"2")  # and it would try again
        await loop_turn()

    asyncio.run(main())


def test_started_work_runs_at_once_and_goes_on_as_a_task_where_it_waits() -> None:
    async def main() -> None:
        steps: list[str] = []
        first: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def work() -> None:
            steps.append("begun")
            steps.append(await first)
            await asyncio.sleep(0)
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                steps.append("cancelled")
                raise

        async def at_once() -> None:
            steps.append("at once")

        assert start(at_once()) is None
        task = start(work())
        assert task is not None
        assert steps == ["at once", "begun"]
        first.set_result("waited")
        await loop_turn()
        assert steps[2:] == ["waited"]
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert steps[3:] == ["cancelled"]

    asyncio.run(main())


def test_an_error_of_started_work_comes_out_where_it_is_awaited() -> None:
    async def main() -> None:
        async def fail() -> None:
            await asyncio.sleep(0)
            raise ValueError("no")

        task = start(fail())
        assert task is not None
        with pytest.raises(ValueError, match="no"):
            await task

    asyncio.run(main())
