"""``speelkist`` alone: the table in the browser."""

import re
import signal
import subprocess
import urllib.request
from pathlib import Path

from .runner import command, environ


def start(folder: Path, port: str) -> subprocess.Popen[str]:
    """The program, told not to open a browser; the test plays the browser."""
    settings = environ(SPEELKIST_PORT=port, SPEELKIST_DB=str(folder / "tables.db"), PYTHONUNBUFFERED="1")
    return subprocess.Popen(
        command("--no-browser"),
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def first_line(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    return program.stdout.readline()


def test_it_shows_the_chest_and_leaves_politely(tmp_path: Path) -> None:
    program = start(tmp_path, "0")
    try:
        match = re.search(r"http://\S+/", first_line(program))
        assert match is not None
        with urllib.request.urlopen(match[0]) as page:
            assert '<div id="app">' in page.read().decode()
        again = start(tmp_path, match[0].rsplit(":", 1)[1].strip("/"))
        output, _ = again.communicate(timeout=60)
        assert "running already" in output
        assert again.returncode == 0
    finally:
        program.send_signal(signal.SIGINT)
        _, problems = program.communicate(timeout=60)
    assert program.returncode == 0
    assert "Traceback" not in problems
