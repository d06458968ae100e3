"""Workers are called off, killed, left hanging, and there is an answer all the same."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from speelkist import load
from speelkist.bots import worker_pool
from speelkist.bots.job import BotJob, BotReply, fallback_strength, run_job
from speelkist.bots.process import JobProcess, ProcessDied
from speelkist.bots.strengths import STRENGTHS
from speelkist.bots.worker_pool import WorkerPool

from .fake_bots import act, new_job

PATIENCE = 60.0


@contextlib.asynccontextmanager
async def started_pool(workers: int = 1, seconds: float = 30) -> AsyncIterator[WorkerPool]:
    """Workers that do what the test says, awake already."""
    pool = WorkerPool(workers, seconds, act)
    try:
        await pool.ask(new_job("awake"))
        yield pool
    finally:
        pool.close()


def on_a_loop(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(PATIENCE):
            await work()

    asyncio.run(in_time())


def gone(process: int) -> bool:
    """Whether a process has ended and is buried."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is ended for being slow to listen: the machine may be busy."""
    monkeypatch.setattr(worker_pool, "CANCEL_SECONDS", PATIENCE)


async def until_exists(path: Path) -> None:
    """Wait for the file with which a worker tells that it thinks."""
    while not path.exists():
        await asyncio.sleep(0.005)


async def cancelled(pool: WorkerPool, player: str, started: Path) -> None:
    """Ask, wait until it thinks, cancel: cancelling does not wait for a worker that would think for a minute."""
    started.unlink(missing_ok=True)
    asking = asyncio.create_task(pool.ask(new_job(player, str(started))))
    await until_exists(started)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking


@pytest.mark.usefixtures("patient")
def test_who_listens_is_called_off_and_lives_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with started_pool() as pool:
            before = pool.processes()
            await cancelled(pool, "listens", tmp_path / "started")
            answer = await pool.ask(new_job("awake"))
            assert [int(answer.move)] == pool.processes() == before
            assert (pool.cancelled, pool.died) == (1, 0)

    on_a_loop(work)


def test_who_does_not_listen_is_ended_and_replaced(tmp_path: Path) -> None:
    async def work() -> None:
        async with started_pool() as pool:
            before = pool.processes()
            await cancelled(pool, "deaf", tmp_path / "started")
            answer = await pool.ask(new_job("awake"))
            assert int(answer.move) not in before
            assert pool.processes() == [int(answer.move)]
            while not gone(before[0]):
                await asyncio.sleep(0.01)

    on_a_loop(work)


def test_a_worker_that_is_being_started_when_the_pool_closes_is_closed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    starting, may_start = threading.Event(), threading.Event()
    workers: list[JobProcess[BotJob, BotReply]] = []

    class SlowWorker(JobProcess[BotJob, BotReply]):
        def __init__(self, function: Callable[[BotJob], BotReply], niceness: int) -> None:
            starting.set()
            assert may_start.wait(PATIENCE)
            super().__init__(function, niceness)
            workers.append(self)

    monkeypatch.setattr(worker_pool, "Worker", SlowWorker)

    async def work() -> None:
        pool = WorkerPool(1, 30, act)
        asking = asyncio.create_task(pool.ask(new_job("awake")))
        assert await asyncio.to_thread(starting.wait, PATIENCE)
        asking.cancel()
        pool.close()
        may_start.set()
        while not workers or workers[0].is_alive():
            await asyncio.sleep(0.005)
        assert pool.processes() == []

    on_a_loop(work)


def test_a_thought_called_off_twice_spoils_nothing_that_comes_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "CANCEL_SECONDS", 2 * PATIENCE)

    def endings() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]

    async def work() -> None:
        before = set(endings())
        async with started_pool() as pool:
            (process,) = pool.processes()
            for _ in range(5):
                await cancelled(pool, "listens", tmp_path / "started")
                assert int((await pool.ask(new_job("awake"))).move) == process
            while set(endings()) - before:  # nothing waits to end it later
                await asyncio.sleep(0.005)

    on_a_loop(work)


def test_a_worker_that_dies_is_replaced_and_the_thought_thought_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with started_pool() as pool:
            (before,) = pool.processes()
            answer = await pool.ask(new_job("dies once", str(tmp_path / "died")))
            assert int(answer.move) != before
            assert pool.died == 1

    on_a_loop(work)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL")
def test_a_worker_that_is_killed_in_the_middle_of_a_thought_is_replaced(tmp_path: Path) -> None:
    async def work() -> None:
        async with started_pool() as pool:
            (process,) = pool.processes()
            asking = asyncio.create_task(pool.ask(new_job("deaf", str(tmp_path / "started"))))
            await until_exists(tmp_path / "started")
            os.kill(process, signal.SIGKILL)
            while pool.processes() in ([], [process]):
                await asyncio.sleep(0.01)
            assert not asking.done()  # another one thinks the same thought
            asking.cancel()

    on_a_loop(work)


def test_a_worker_that_hangs_is_replaced_and_the_thought_thought_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with started_pool(seconds=0.5) as pool:
            (before,) = pool.processes()
            answer = await pool.ask(new_job("hangs once", str(tmp_path / "hung")))
            assert int(answer.move) != before

    on_a_loop(work)


def test_a_thought_that_kills_every_worker_is_given_up() -> None:
    async def work() -> None:
        async with started_pool() as pool:
            with pytest.raises(ProcessDied):
                await pool.ask(new_job("dies"))
            assert [int((await pool.ask(new_job("awake"))).move)] == pool.processes()

    on_a_loop(work)


def test_what_goes_wrong_in_a_thought_is_told_and_the_worker_lives_on() -> None:
    async def work() -> None:
        async with started_pool() as pool:
            before = pool.processes()
            with pytest.raises(LookupError, match="no idea"):
                await pool.ask(new_job("fails"))
            assert pool.processes() == before

    on_a_loop(work)


def test_no_worker_is_lost_when_askers_come_and_go() -> None:
    async def work() -> None:
        async with started_pool(workers=2) as pool:
            for wait in (0, 0.001, 0.01, 0.1):
                asking = [asyncio.create_task(pool.ask(new_job("listens"))) for _ in range(5)]
                await asyncio.sleep(wait)
                for job in asking:
                    job.cancel()
                await asyncio.gather(*asking, return_exceptions=True)
            answers = await asyncio.gather(*(pool.ask(new_job("awake")) for _ in range(6)))
            assert {int(answer.move) for answer in answers} <= set(pool.processes())
            assert len(pool.processes()) <= 2

    on_a_loop(work)


# --- what they think --------------------------------------------------------------------------------------------------


def asked(player: str, **more: Any) -> BotJob:
    return BotJob("knopf", 1, {}, load("knopf").start().to_json(), player, 7, **more)


def test_a_strength_whose_kernel_is_not_compiled_lets_the_next_below_play() -> None:
    assert (
        fallback_strength("knopf", "master", compiled=False)
        == fallback_strength("knopf", "club", compiled=False)
        == "friend"
    )
    assert fallback_strength("knopf", "master", compiled=True) == "master"
    for name in (*STRENGTHS[:3], "simple", "random"):
        assert fallback_strength("knopf", name, compiled=False) == name
    answer = run_job(asked("master", compiled=False))
    assert answer.by == "friend"
    assert load("knopf").start().why_not(answer.move) is None


def test_a_hint_brings_up_to_three_moves_with_reasons_best_first() -> None:
    answer = run_job(asked("master", hint=True, compiled=False))
    chances = [suggestion.chance for suggestion in answer.moves]
    assert 1 <= len(answer.moves) <= 3 and answer.move == answer.moves[0].move
    assert all(suggestion.reason["key"] for suggestion in answer.moves)
    assert all(chance is not None and 0 <= chance <= 1 for chance in chances)


def test_the_simple_player_hints_without_chances() -> None:
    answer = run_job(asked("simple", hint=True))
    assert [suggestion.chance for suggestion in answer.moves] == [None]
    assert answer.by == "simple"


def test_a_move_that_was_made_is_judged_beside_the_best() -> None:
    made = load("knopf").start().legal()[0].text
    answer = run_job(asked("master", judged=made, compiled=False))
    assert answer.judged is not None
    assert answer.moves[0].chance is not None and answer.moves[0].chance >= answer.judged


def test_nothing_that_the_server_loads_loads_the_compiler() -> None:
    look = "import sys, speelkist.server.main; assert 'numba' not in sys.modules and 'llvmlite' not in sys.modules"
    subprocess.run([sys.executable, "-c", look], check=True, timeout=PATIENCE)
    plain = "from tests.bots.test_worker_pool import *\nfor name in STRENGTHS: run_job(asked(name, compiled=False))\n"
    look = plain + "import sys; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", look], check=True, timeout=PATIENCE, cwd=Path(__file__).parents[2])
