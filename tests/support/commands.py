"""Runs the command ``speelkist`` in a process of its own, without waiting for Python to import everything each time.

A nursery process imports the program once and forks a child for every command, with arguments, environment, folder and
streams of its own; it tells how the child ended. Where Python itself must start in another way (another encoding of the
console) or the system cannot fork, the command is started plainly.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

COMMAND = (sys.executable, "-m", "speelkist")
PATIENCE = 120.0

# Imported beforehand; nothing here may start a thread.
MODULES = (
    "speelkist.cli",
    "speelkist.bots",
    "speelkist.server.main",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.httptools_impl",
)

# For every connection: take the streams and the request, fork, tell the number of the process and then how it ended.
# It ends when its own stdin does, that is with whoever started it.
NURSERY = """
import gc, json, os, select, signal, socket, sys, threading
from importlib import import_module

modules = [import_module(name) for name in json.loads(sys.argv[2])]
gc.collect()
gc.freeze()  # so that children share their memory with us
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen(64)
print("ready", flush=True)
while listening in select.select([listening, 0], [], [])[0]:
    connection, _ = listening.accept()
    _, streams, _, _ = socket.recv_fds(connection, 1, 3)
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        request = json.load(connection.makefile("rb"))
        pid = os.fork()
        if pid == 0:
            listening.close()
            connection.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            os.environ.clear()
            os.environ.update(request["env"])
            os.chdir(request["cwd"])
            sys.argv = ["speelkist", *request["arguments"]]
            code = modules[0].main(request["arguments"])
            threading._shutdown()  # waits for threads, as Python does when it ends
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            os._exit(code)  # tearing down all modules would take longer than most commands
        for stream in streams:
            os.close(stream)
        connection.sendall(b"%d\\n" % pid)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        try:
            connection.sendall(b"%d\\n" % code)
        except OSError:  # nobody wants to know
            pass
        os._exit(0)
    connection.close()
    for stream in streams:
        os.close(stream)
"""


class ForkedCommand:
    """A command forked from the nursery; what tests use of ``subprocess.Popen``."""

    def __init__(self, arguments: Sequence[str], env: Mapping[str, str], streams: Sequence[int]) -> None:
        self._connection = socket.socket(socket.AF_UNIX)
        self._connection.connect(_nursery())
        socket.send_fds(self._connection, [b"x"], list(streams))
        request = {"arguments": list(arguments), "env": dict(env), "cwd": str(Path.cwd())}
        self._connection.sendall(json.dumps(request).encode())
        self._connection.shutdown(socket.SHUT_WR)
        self._received = b""
        self.returncode: int | None = None
        self.pid = self._next_number(PATIENCE)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; the exit code."""
        if self.returncode is None:
            self.returncode = self._next_number(timeout)
            self._connection.close()
        return self.returncode

    def poll(self) -> int | None:
        """The exit code, if it has ended."""
        try:
            return self.wait(0.001)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def _next_number(self, timeout: float | None) -> int:
        self._connection.settimeout(timeout)
        while b"\n" not in self._received:
            try:
                received = self._connection.recv(100)
            except TimeoutError:
                raise subprocess.TimeoutExpired("speelkist", timeout or 0) from None
            assert received, "the nursery is gone"
            self._received += received
        line, _, self._received = self._received.partition(b"\n")
        return int(line)


def start_command(
    arguments: Sequence[str], env: Mapping[str, str], stdin: int, stdout: int, stderr: int
) -> ForkedCommand | subprocess.Popen[bytes]:
    """Start the command with these streams."""
    if _can_fork(env):
        return ForkedCommand(arguments, env, (stdin, stdout, stderr))
    return subprocess.Popen([*COMMAND, *arguments], stdin=stdin, stdout=stdout, stderr=stderr, env=dict(env))


def run_command(arguments: Sequence[str], env: Mapping[str, str], typed: bytes = b"") -> tuple[int, bytes, bytes]:
    """Run the command to its end with something typed: its exit code, what it printed, and on stderr."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(typed)
        stdin.seek(0)
        running = start_command(arguments, env, stdin.fileno(), out.fileno(), err.fileno())
        try:
            code = running.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            running.kill()
            raise
        out.seek(0)
        err.seek(0)
        return code, out.read(), err.read()


def _can_fork(env: Mapping[str, str]) -> bool:
    """Whether a forked child is what a fresh start would be: Python reads these variables only when it starts."""
    return hasattr(os, "fork") and _of_python(env) == _of_python(_nursery_env())


def _of_python(env: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in env.items() if name.startswith("PYTHON")}


def _nursery_env() -> dict[str, str]:
    return os.environ | {"PYTHONUTF8": "1"}


@cache
def _nursery() -> str:
    """The nursery of this test process, started when it is first needed: the path of its socket."""
    folder = tempfile.TemporaryDirectory(prefix="speelkist-")
    path = str(Path(folder.name) / "nursery")
    command = [sys.executable, "-c", NURSERY, path, json.dumps(MODULES)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_nursery_env())
    assert process.stdin is not None and process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    process.stdout.close()

    def end() -> None:
        process.kill()
        process.wait()
        folder.cleanup()

    atexit.register(end)
    return path
