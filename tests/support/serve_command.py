"""The real command, run as a host runs it: another process, its first line, its log, its exit code."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from tests.support.commands import ForkedCommand, run_command, start_command
from tests.support.server import TestServer
from tests.support.timeout import TIMEOUT


def plain_environment(**changes: str) -> dict[str, str]:
    """The environment without the machine's own settings, in English."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("SPEELKIST_", "LC_", "LANG"))}
    return {**plain, "LANG": "C.UTF-8", "PYTHONUTF8": "1", "SPEELKIST_COMPILE": "no", **changes}


def run_speelkist(
    *arguments: str, code: int = 0, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    ended, out, err = run_command(arguments, plain_environment(**(env or {})))
    done = subprocess.CompletedProcess(arguments, ended, out.decode(), err.decode())
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, done
    return done


class ServeCommand(TestServer):
    """``speelkist serve`` in a process of its own."""

    def __init__(self, db: Path | str, *arguments: str) -> None:
        super().__init__(Path(db))
        self.database = str(db)
        self.arguments = arguments
        self.lines: list[str] = []
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as this object)
        self.process: ForkedCommand | subprocess.Popen[bytes] | None = None
        self._out: TextIO

    def start(self) -> None:
        """Start it and read its first line."""
        read, write = os.pipe()
        with open(os.devnull, "rb") as nothing:  # noqa: PTH123  (a device)
            self.process = start_command(
                ["serve", "--port", str(self.port), "--db", self.database, *self.arguments],
                plain_environment(),
                nothing.fileno(),
                write,
                self._log.fileno(),
            )
        os.close(write)
        self._out = os.fdopen(read, encoding="utf-8")
        first = self._out.readline()
        assert first, self.errors
        self.lines = [first]
        self.port = int(first.rstrip("/\n").rpartition(":")[2])

    def signal(self, which: int) -> None:
        """Send a signal."""
        assert self.process is not None
        self.process.send_signal(which)

    def end(self) -> int:
        """Wait until it has ended; the exit code."""
        assert self.process is not None
        code = self.process.wait(TIMEOUT)
        with self._out as out:
            self.lines += out.readlines()
        return code

    @property
    def errors(self) -> str:
        """What it wrote to stderr: its log."""
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace")

    def stop(self) -> None:
        """Stop in order, if it still runs."""
        if self.process is not None and self.process.poll() is None:
            self.signal(signal.SIGTERM)
            self.end()


@contextlib.contextmanager
def running_command(db: Path | str, *arguments: str) -> Iterator[ServeCommand]:
    """The command, running as long as the block."""
    command = ServeCommand(db, *arguments)
    command.start()
    try:
        yield command
    finally:
        if command.process is not None and command.process.poll() is None:
            command.process.kill()
            command.end()
        command._log.close()
