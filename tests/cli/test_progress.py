"""The progress bar: lines of text in a pipe or without rich, a moving bar in a terminal."""

import io

import pytest

from speelkist.cli import progress
from speelkist.cli.progress import PlainBar, progress_bar
from speelkist.cli.terminal import Screen


class FakeTerminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_in_a_pipe_it_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr("speelkist.cli.progress.time.monotonic", lambda: now[0])
    bar = progress_bar(Screen("en", True), 100, 20)
    assert isinstance(bar, PlainBar)
    bar.show(21)
    now[0] += progress.PIPE_SECONDS
    bar.show(60, "55.0 %")
    bar.show(61, "55.1 %")
    bar.line("a note")
    bar.end()
    assert capsys.readouterr().out == "60/100  55.0 %  (0:30 left)\na note\n"


def test_in_a_terminal_it_is_a_bar_that_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    monkeypatch.setattr("sys.stdout", terminal := FakeTerminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    bar = progress_bar(Screen("en", True), 100)
    bar.show(50, "[1] 55.0 %")
    bar.line("a note [bold]as it is[/bold]")
    bar.end()
    text = terminal.getvalue()
    assert "50/100" in text and "a note [bold]as it is[/bold]" in text
    assert "\x1b[?25h" in text  # the cursor is back


def test_without_rich_a_terminal_gets_lines_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "find_spec", lambda _: None)
    monkeypatch.setattr("sys.stdout", FakeTerminal())
    assert isinstance(progress_bar(Screen("en", True), 100), PlainBar)
