"""At a real terminal: colour, Ctrl-C, Ctrl-D, and a terminal that goes away."""

import contextlib
import os
import subprocess
import sys
import time

import pytest

from .runner import SEED, command, environ

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

import pty
import select

CTRL_C, CTRL_D = "\x03", "\x04"


class Terminal:
    """The program at a pseudo-terminal, with somebody typing."""

    def __init__(self, *arguments: str, **env: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environ(COLUMNS="100", **env),
            start_new_session=True,
            preexec_fn=lambda: _own(0),  # noqa: PLW1509  (no threads here)
        )
        os.close(slave)
        self.seen = ""

    def until(self, text: str, seconds: float = 60) -> str:
        """What the person sees up to a text."""
        end = time.monotonic() + seconds
        start = len(self.seen)
        while text not in self.seen[start:]:
            if not select.select([self.master], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"{text!r} did not come: {self.seen[start:]!r}")
            self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
        return self.seen[start:]

    def type(self, text: str) -> None:
        """What the person types."""
        os.write(self.master, text.encode())

    def interrupt(self, text: str) -> None:
        """Ctrl-C until it has its effect: in the instant before Python waits for a key, it may pass unheard."""
        for _ in range(4):
            time.sleep(0.2)
            self.type(CTRL_C)
            with contextlib.suppress(AssertionError):
                self.until(text, seconds=20)
                return
        raise AssertionError(f"{text!r} did not come")

    def code(self) -> int:
        """How the program ended."""
        with contextlib.suppress(OSError):  # that is how a terminal says that nobody is there any more
            while chunk := os.read(self.master, 65536):
                self.seen += chunk.decode("utf-8", "replace")
        return self.process.wait(timeout=60)

    def close(self) -> None:
        """Shut the window."""
        os.close(self.master)


def _own(terminal: int) -> None:
    """Make the terminal the process's own, so that Ctrl-C reaches it."""
    import fcntl
    import termios

    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)


def test_colour_at_a_terminal() -> None:
    table = Terminal("play", "knopf")
    assert "\x1b[" in table.until("Red> ")
    table.type("quit\n")
    assert table.code() == 0
    assert "Until next time." in table.seen


@pytest.mark.parametrize(("arguments", "env"), [(["--no-colour"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})])
def test_no_colour_where_it_is_declined(arguments: list[str], env: dict[str, str]) -> None:
    table = Terminal("play", "knopf", *arguments, **env)
    table.until("Red> ")
    table.type("rules\n")
    table.until("Red> ")
    table.type("quit\n")
    assert table.code() == 0
    assert "\x1b[1m" not in table.seen
    assert "\x1b[3" not in table.seen


def test_coloured_rules_say_the_same() -> None:
    table = Terminal("rules", "knopf")
    assert table.code() == 0
    assert "\x1b[1m" in table.seen
    assert "**" not in table.seen


def test_ctrl_d_leaves_politely() -> None:
    table = Terminal("play", "kriskras", "--seed", SEED, "--seats", "me,me")
    table.until("> ")
    table.type("1\n")
    table.until("> ")
    table.type(CTRL_D)
    assert table.code() == 0
    assert "This game was not saved." in table.seen
    assert "Traceback" not in table.seen


def test_ctrl_c_offers_to_save_and_leaves_the_second_time() -> None:
    table = Terminal("play", "knopf", "--seats", "me,me")
    table.until("Red> ")
    table.type("b2-a1\n")
    table.until("Blue> ")
    table.interrupt("Save first?")
    table.interrupt("Until next time.")
    assert table.code() == 0
    assert "Until next time." in table.seen
    assert "Traceback" not in table.seen


def test_ctrl_c_in_the_menu_and_in_the_middle_of_work() -> None:
    menu = Terminal("menu")
    menu.until("Which game? ")
    menu.interrupt("Until next time.")
    assert menu.code() == 0
    work = Terminal("perft", "knopf", "--depth", "9")
    work.until("1: 92")
    work.type(CTRL_C)
    assert work.code() == 130
    assert "Traceback" not in menu.seen + work.seen


def test_a_window_that_is_shut() -> None:
    table = Terminal("play", "knopf")
    table.until("Red> ")
    table.close()
    table.process.wait(timeout=60)
