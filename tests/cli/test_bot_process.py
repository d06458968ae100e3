"""The table's other process: what it says while it is not ready, when it dies, and when nobody wants to wait."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from speelkist.bots.job import BotJob, BotReply
from speelkist.bots.process import ProcessDied
from speelkist.cli import bot_process as bot_process_module
from speelkist.cli.bot_process import BotProcess, RemoteBot, advise
from speelkist.cli.terminal import Screen
from speelkist.core import load

GAME = load("knopf")
START = GAME.start()


class FakeWorker:
    """A process that is ready when it is told, or dies."""

    made = 0
    ready = threading.Event()
    dies = False

    def __init__(self, run_job: object) -> None:
        type(self).made += 1
        self.ended = threading.Event()

    def run(self, job: BotJob, seconds: float) -> BotReply:
        if self.dies:
            raise ProcessDied("it died")
        while not self.ready.wait(0.01):
            if self.ended.is_set():
                raise ProcessDied("it died")
        return BotReply(START.legal()[-1].text, job.bot)

    def close(self) -> None:
        self.ended.set()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakeWorker]]:
    class Fresh(FakeWorker):
        made = 0
        ready = threading.Event()
        dies = False

    monkeypatch.setattr(bot_process_module, "Worker", Fresh)
    monkeypatch.setattr(bot_process_module, "PATIENCE", 0.05)
    monkeypatch.setattr(bot_process_module, "missing", lambda _: {})
    yield Fresh
    Fresh.ready.set()


def test_another_answers_until_it_is_ready(worker: type[FakeWorker], capsys: pytest.CaptureFixture[str]) -> None:
    bot_process = BotProcess(Screen("en", False), GAME, hurry=True)
    club = RemoteBot(bot_process, "club", 1)
    assert club.choose(START) in START.legal()
    assert club.choose(START) in START.legal()
    assert capsys.readouterr().out == (
        "“club” is being prepared (only the first time); until then “friend” stands in.\n"  # once
    )
    worker.ready.set()
    bot_process._wait(bot_process._ready, "", None)  # type: ignore[arg-type]
    assert club.choose(START) is START.legal()[-1]
    assert capsys.readouterr().out == ""
    assert worker.made == 1
    bot_process.close()


def test_programs_among_themselves_wait(worker: type[FakeWorker]) -> None:
    bot_process = BotProcess(Screen("en", False), GAME, hurry=False)
    threading.Timer(0.3, worker.ready.set).start()
    assert RemoteBot(bot_process, "master", 1).choose(START) is START.legal()[-1]
    bot_process.close()


def test_a_process_that_dies_is_replaced_once_and_then_done_without(
    worker: type[FakeWorker], capsys: pytest.CaptureFixture[str]
) -> None:
    worker.dies = True
    bot_process = BotProcess(Screen("nl", False), GAME, hurry=False)
    seat = RemoteBot(bot_process, "club", 1)
    for _ in range(4):
        assert seat.choose(START) in START.legal()
    assert worker.made == 2
    assert "draaien hier niet" in capsys.readouterr().out
    bot_process.close()


def test_ctrl_c_ends_the_thought(worker: type[FakeWorker], monkeypatch: pytest.MonkeyPatch) -> None:
    bot_process = BotProcess(Screen("en", False), GAME, hurry=False)

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    bot_process.start()
    monkeypatch.setattr(bot_process._ready, "result", interrupted)
    with pytest.raises(KeyboardInterrupt):
        RemoteBot(bot_process, "club", 1).choose(START)
    assert bot_process._worker.ended.is_set()  # type: ignore[union-attr]


def test_what_is_missing_is_said_and_not_tried(
    worker: type[FakeWorker], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from speelkist.bots import strengths

    monkeypatch.setattr(strengths, "find_spec", lambda name: None if name == "numba" else object())
    monkeypatch.setattr(bot_process_module, "missing", strengths.missing)
    bot_process = BotProcess(Screen("en", False), GAME, hurry=True)
    advice = advise(bot_process, START)
    assert len(advice) == 3
    assert all(move in START.legal() and why for move, why, _ in advice)
    assert "numba is not installed" in capsys.readouterr().out
    assert worker.made == 0
    bot_process.close()
