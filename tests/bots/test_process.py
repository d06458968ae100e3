"""Helper processes: what they send, how they end, and that an orphan ends without a word."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from speelkist.bots.process import JobProcess, ParentChannel, ProcessDied, SupervisedProcess

from .fake_bots import act, new_job

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0

# Starts helpers and dies: before Python runs in the helper, while it imports, while it reads its job, while it works.
PARENTS = """
import os, random, signal, sys, time
from speelkist.bots.process import JobProcess
from tests.bots.fake_bots import act, new_job

rng = random.Random(int(sys.argv[1]))
times = int(sys.argv[2])
for moment in range(times):
    parent = os.fork()
    if parent == 0:
        JobProcess(act).run(new_job("deaf"))
    time.sleep(0.5 * (moment + rng.random()) / times)
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows cannot fork")
def test_a_child_that_loses_its_parent_at_any_moment_ends_without_a_word() -> None:
    # stderr is shared by all children: that it ends shows that they are all gone
    command = [sys.executable, "-c", PARENTS, "1", "20"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert (ended.stdout, ended.stderr) == ("", "")


def echo_twice(channel: ParentChannel, word: str) -> None:
    """In a child: say a word, then what is sent, then end."""
    print("what is printed does not come among the messages", file=sys.stdout)
    channel.send(word)
    channel.send(channel.receive())


def test_messages_go_both_ways_until_it_ends(capfd: pytest.CaptureFixture[str]) -> None:
    process = SupervisedProcess(echo_twice, "hello")
    try:
        assert process.receive() == "hello"
        long = b"much more than a pipe holds at once" * 10_000
        process.send(long)
        assert process.receive() == long
        with pytest.raises(ProcessDied):
            process.receive()
    finally:
        process.close()
    assert not process.is_alive()
    with pytest.raises(ProcessDied):
        process.send("too late")
    assert "does not come among the messages" in capfd.readouterr().err


def test_one_that_takes_too_long_is_killed() -> None:
    process = JobProcess(act)
    try:
        process.run(new_job("awake"))
        with pytest.raises(ProcessDied):
            process.run(new_job("deaf"), 0.05)
    finally:
        process.close()
    assert not process.is_alive()


def test_closing_it_tells_the_one_who_waits() -> None:
    process = JobProcess(act)
    problems: list[BaseException] = []

    def wait() -> None:
        try:
            process.run(new_job("deaf"))
        except ProcessDied as error:
            problems.append(error)

    waiting = threading.Thread(target=wait)
    waiting.start()
    process.close()
    waiting.join(PATIENCE)
    assert len(problems) == 1


def refuse_to_be_packed(_: object) -> object:
    """In a child: an answer that no pipe can carry."""
    return threading.Lock()


def test_an_answer_that_cannot_be_packed_is_an_error_and_the_process_lives_on() -> None:
    process = JobProcess(refuse_to_be_packed)
    try:
        for _ in range(2):
            with pytest.raises(RuntimeError, match="lock"):
                process.run(None)
    finally:
        process.close()


def test_what_goes_wrong_before_the_first_job_is_in_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    process = SupervisedProcess(echo_twice)  # without the word it needs
    try:
        with pytest.raises(ProcessDied):
            process.receive()
    finally:
        process.close()
    assert "TypeError" in capfd.readouterr().err
