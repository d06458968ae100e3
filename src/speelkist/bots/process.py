"""A helper process with a pipe in each direction, supervised by the process that started it.

The worker pool, the precompiler, the arena and the terminal's bots use it. Both ends send pickled messages. A child
whose parent is gone ends at once and without a word, whenever that happens, also while Python is still starting.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, Generic, NoReturn, TypeVar, cast

from speelkist.search.budget import cancel_when

Job = TypeVar("Job")
Result = TypeVar("Result")

START_SECONDS = 120.0  # a helper that has not begun by then never will, also on a busy machine
# multiprocessing is not used here: its children print a traceback when the parent dies while they are being started.
_CHILD = "import sys; sys.path[:] = {path!r}; from speelkist.bots.process import run_child; run_child()"


class ProcessDied(RuntimeError):
    """The helper process is gone, or was ended because it took too long."""


@dataclass(frozen=True)
class Cancel:
    """From the parent: the job with this number is no longer wanted."""

    job: int


# --- in the parent ----------------------------------------------------------------------------------------------------


class SupervisedProcess:
    """A process that runs ``target(channel, *arguments)``; both must be importable there, as with pickle."""

    def __init__(self, target: Callable[..., None], *arguments: Any) -> None:
        command = [sys.executable, *_interpreter_flags(), "-c", _CHILD.format(path=sys.path)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, **_own_process_group()
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._to_child: IO[bytes] = self._process.stdin
        self._child_output = self._process.stdout
        self._from_child = os.fdopen(self._child_output.fileno(), "rb", closefd=False)
        self._sending = threading.Lock()
        with contextlib.suppress(ProcessDied):  # the next send or receive raises it
            self.send((target, arguments))

    @property
    def pid(self) -> int:
        """The number that the operating system gave it."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def send(self, message: object) -> None:
        """Send a message.

        :raises ProcessDied: if nobody is there to read it.
        """
        data = pickle.dumps(message)
        try:
            with self._sending:
                _write_all(self._to_child, data)
        except (OSError, ValueError) as error:  # ValueError: the pipe was closed here
            raise ProcessDied("it died") from error

    def receive(self, seconds: float | None = None) -> Any:
        """Wait for the next message. A process that takes longer than ``seconds`` is killed.

        :raises ProcessDied: if it died or was killed.
        """
        late = None if seconds is None else threading.Timer(seconds, self.kill)
        if late is not None:
            late.daemon = True
            late.start()
        try:
            return pickle.load(self._from_child)  # noqa: S301  (our own process)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:  # cut off, or closed here
            raise ProcessDied("it died") from error
        finally:
            if late is not None:
                late.cancel()

    def kill(self) -> None:
        """End the process at once; a waiting ``receive`` raises ProcessDied."""
        with contextlib.suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """Kill it, wait until it is gone, and close the pipes."""
        self.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        for pipe in (self._to_child, self._from_child, self._child_output):
            with contextlib.suppress(OSError):
                pipe.close()


class JobProcess(Generic[Job, Result]):
    """A process that does one job after the other with the same function."""

    def __init__(self, function: Callable[[Job], Result], niceness: int = 0) -> None:
        self._process = SupervisedProcess(_run_jobs, function, niceness)
        self._number = 0
        self._is_ready = False
        self.pid = self._process.pid
        self.is_alive = self._process.is_alive
        self.kill = self._process.kill
        self.close = self._process.close

    def run(self, job: Job, seconds: float | None = None) -> Result:
        """Have a job done and wait for the result; call it in a thread. What the function raised is raised here.

        :raises ProcessDied: if the process died over it, or took too long and was killed.
        """
        if not self._is_ready:
            self._process.receive(START_SECONDS)  # only then does the time for the job begin
            self._is_ready = True
        self._number += 1
        self._process.send((self._number, job))
        is_result, result = self._process.receive(seconds)
        if is_result:
            return cast(Result, result)
        raise result

    def cancel(self) -> None:
        """The job it is at is no longer wanted: a job that looks at its budget raises Cancelled."""
        with contextlib.suppress(ProcessDied):
            self._process.send(Cancel(self._number))


def _run_jobs(channel: ParentChannel, function: Callable[[Any], Any], niceness: int) -> None:
    """In the child: do jobs for ever."""
    import speelkist  # noqa: F401  (the games register themselves)

    lower_priority(niceness)
    channel.send("ready")
    number = 0
    cancel_when(lambda: channel.cancelled_job == number)
    while True:
        number, job = channel.receive()
        answer: tuple[bool, Any]
        try:
            answer = True, function(job)
        except Exception as error:  # noqa: BLE001  (sent to the caller, who decides)
            answer = False, error
        try:
            channel.send(answer)
        except (TypeError, AttributeError, pickle.PicklingError):  # something that cannot be packed
            channel.send((False, RuntimeError(repr(answer[1])[:300])))


def _interpreter_flags() -> list[str]:
    """The flags that matter to a child: warnings and the like would only be noise there."""
    return [flag for flag, is_set in (("-S", sys.flags.no_site), ("-B", sys.flags.dont_write_bytecode)) if is_set]


def _own_process_group() -> dict[str, Any]:
    """Ctrl-C at a terminal is meant for the program that people started, not for its helpers."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": 0}


# --- in the child -----------------------------------------------------------------------------------------------------


class ParentChannel:
    """The child's end of the pipes. The process ends when the parent is gone, in the middle of whatever it does."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._messages: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.cancelled_job = -1

    def receive(self) -> Any:
        """Wait for the next message."""
        return self._messages.get()

    def send(self, message: object) -> None:
        """Send a message; what cannot be pickled raises an error and leaves nothing in the pipe."""
        data = pickle.dumps(message)
        try:
            _write_all(self._outgoing, data)
        except OSError:
            _end_quietly()

    def read_one(self) -> Any:
        """The next message, straight from the pipe."""
        try:
            return pickle.load(self._incoming)  # noqa: S301  (our own parent)
        except (EOFError, OSError, pickle.UnpicklingError):  # the parent is gone, perhaps in the middle of a word
            _end_quietly()

    def read_all(self) -> None:
        """In a thread of its own: sort what comes in, until the parent is gone."""
        while True:
            message = self.read_one()
            if isinstance(message, Cancel):
                self.cancelled_job = message.job
            else:
                self._messages.put(message)


def run_child() -> NoReturn:
    """The main function of a child: read what to run, run it, end."""
    channel = ParentChannel(*_take_over_pipes())
    code = 0
    try:
        target, arguments = channel.read_one()
        threading.Thread(target=channel.read_all, daemon=True, name="messages from the parent").start()
        target(channel, *arguments)
    except BaseException:  # noqa: BLE001  (the parent's log shows it; the parent sees that it died)
        traceback.print_exc()
        code = 1
    sys.stderr.flush()
    os._exit(code)  # no threads to wait for, and no buffers to flush into a pipe that nobody reads


def _take_over_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The two pipes as files; what is printed by mistake goes to stderr instead of among the messages."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return incoming, outgoing


def _end_quietly() -> NoReturn:
    os._exit(0)


def _write_all(pipe: IO[bytes], data: bytes) -> None:
    """A raw pipe may take less than it was given."""
    rest = memoryview(data)
    while rest:
        rest = rest[pipe.write(rest) :]


def lower_priority(niceness: int) -> None:
    """Let others have the processor first, where the system can do that."""
    if hasattr(os, "nice"):
        os.nice(niceness)
