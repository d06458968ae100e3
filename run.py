#!/usr/bin/env python3
"""Starts Speelkist; the first time it also sets it up, in a private environment beside this file.

    python3 run.py [arguments]          start speelkist
    python3 run.py test [--slow]        run all checks and tests; --slow also what takes long
    python3 run.py test PATH ...        run only these tests; all arguments go to pytest
    python3 run.py check                run only the linters and type checks
    python3 run.py docs [build|serve]   build the documentation site, and serve it on this machine

Standard library only. The file must load on Python 3.6, so that an old Python gets a clear sentence.
"""

import errno
import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

# What `run.py check` runs, two at a time and the longest first: a title, and arguments for the environment's Python.
CHECKS = [
    ("mypy", ["-m", "mypy"]),
    ("svelte-check", ["web/build.py", "check", "svelte-check"]),
    ("eslint", ["web/build.py", "check", "eslint"]),
    ("vitest", ["web/build.py", "check", "vitest"]),
    ("prettier", ["web/build.py", "check", "prettier"]),
    ("import-linter", ["-c", "from importlinter.cli import lint_imports_command as lint; lint()"]),
    ("ruff check", ["-m", "ruff", "check", "."]),
    ("ruff format", ["-m", "ruff", "format", "--check", "."]),
]
AT_ONCE = 2

# What `run.py test` runs beside the checks, since the tests need it: a browser and PostgreSQL are installed where
# they are missing, and kernels compiled once, not by each test process.
PREPARATIONS = [("system", ["-m", "tests.support.system"]), ("kernels", ["-m", "tests.support.kernels"])]

# What it runs after them, with its output as it comes. It gets the arguments.
TESTS = ("pytest", ["-m", "pytest", "-n", "3", "--dist", "worksteal"])  # many tests wait for something

# What `run.py docs` runs; without arguments it serves.
DOCS = ["tools/docs.py"]

# What each part of the set-up is made from; when one of these files or folders changes, it is set up again.
PARTS = {
    "env": [],
    "server": ["locks/server.txt", "pyproject.toml"],
    "fast": ["locks/fast.txt"],
    "pages": ["web", "locks/node.txt"],
    "docs": ["locks/docs.txt"],
    "test": ["locks/test.txt"],
}

NEEDED = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))
ENV = os.path.join(ROOT, ".venv")
LOG = os.path.join(ENV, "set-up.log")
LOCK = os.path.join(ROOT, ".venv.lock")
LOCKED_BYTE = 1 << 30  # far behind the note in the lock file: on Windows a locked byte cannot be read

NO_VENV = (
    "This Python cannot make a private environment. On Debian or Ubuntu, install the package python3-venv "
    "(sudo apt install python3-venv) and start again."
)
NO_NETWORK = (
    "Speelkist could not fetch what it needs, because the package index cannot be reached. "
    "Please check the internet connection and start again."
)
DISK_FULL = (
    "The disk is full. Speelkist needs about 500 MB in {root}, and some for temporary files; "
    "please make room and start again."
)
NOT_WRITABLE = (
    "Speelkist may not write in {root}. Please close Speelkist where it still runs, "
    "or move the folder to a place of your own, and start again."
)
WRONG_HASH = (
    "A fetched file is not the one Speelkist was tested with, so nothing was installed. "
    "Please start again; if it stays so, something on the way changes the files."
)
NOT_FAST = (
    "There is no numba for this kind of machine, so the strongest computer players are missing; everything else works."
)
FILE_MISSING = "The file {name} is missing. Please fetch the whole of Speelkist again."
UNKNOWN = "The set-up failed; the lines above say why, and {log} has them all."

# What pip or venv print, and the sentence it means. Earlier ones win: a full disk has many faces.
SIGNS = [
    (DISK_FULL, ["No space left on device", "not enough space on the disk", "Disk quota exceeded"]),
    (WRONG_HASH, ["DO NOT MATCH THE HASHES"]),
    (
        NO_NETWORK,
        [
            "connection broken by",
            "NewConnectionError",
            "Failed to establish a new connection",
            "NameResolutionError",
            "ConnectTimeoutError",
            "ReadTimeoutError",
            "Read timed out",
            "ProxyError",
            "Connection refused",
            "Connection reset",
            "RemoteDisconnected",
            "Network is unreachable",
            "ENOTFOUND",
            "ECONNREFUSED",
            "ECONNRESET",
            "ETIMEDOUT",
            "EAI_AGAIN",
        ],
    ),
    (NOT_WRITABLE, ["Permission denied", "Read-only file system", "Access is denied"]),
    (NOT_FAST, ["No matching distribution found for numba", "No matching distribution found for llvmlite"]),
    (NO_VENV, ["ensurepip is not available", "No module named venv", "No module named ensurepip"]),
]
HARMLESS = [NO_NETWORK, WRONG_HASH]  # pip fetches everything before it installs anything


class SetUpError(Exception):
    """Something that the person can mend; the text is the sentence to show."""

    def __init__(self, sentence: str, harmless: bool = False) -> None:
        super().__init__(sentence.format(root=ROOT, log=LOG))
        self.harmless = harmless


def say(text: str) -> None:
    """Tell the person something. On stderr: what the program itself prints may go to a file."""
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
    sys.stderr.flush()


def too_old(version: "tuple[int, ...]") -> str:
    """The sentence for a Python that is too old, or nothing."""
    if tuple(version[:2]) >= NEEDED:
        return ""
    versions = NEEDED + tuple(version[:2])
    return (
        "Speelkist needs Python %d.%d or newer, and this is Python %d.%d: please start it with a newer one." % versions
    )


# The environment and what is in it ------------------------------------------------------------------------


def env_python() -> str:
    """The environment's own interpreter."""
    if sys.platform == "win32":
        return os.path.join(ENV, "Scripts", "python.exe")
    return os.path.join(ENV, "bin", "python")


def child_environ() -> "dict[str, str]":
    """The variables for everything started here: UTF-8 everywhere, and no other Python's packages.

    What is compiled is kept: without that every start compiles all modules anew, and the tests start hundreds.
    """
    strangers = ("PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PIP_TARGET", "PIP_PREFIX")
    environ = {name: value for name, value in os.environ.items() if name not in strangers}
    environ["PYTHONUTF8"] = "1"
    return environ


def pip_environ() -> "dict[str, str]":
    """The variables for pip. A person's own settings stay: there may be a proxy or an index of their own."""
    environ = child_environ()
    environ.update(PIP_USER="0", PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1")
    environ["PIP_RETRIES"] = "2"  # only when it tries again does pip tell that the network failed
    return environ


def fingerprint(part: str) -> str:
    """What a part of the set-up depends on, as one hash. The folder counts: no environment can be moved."""
    made_for = "%s\nPython %d.%d\n" % ((ROOT,) + sys.version_info[:2])
    digest = hashlib.sha256(made_for.encode("utf-8", "surrogateescape"))
    for name in PARTS[part]:
        for path in files_in(os.path.join(ROOT, name)):
            try:
                with open(path, "rb") as file:
                    digest.update(file.read())
            except FileNotFoundError:
                raise SetUpError(FILE_MISSING.format(name=name)) from None
    return digest.hexdigest()


def files_in(path: str) -> "list[str]":
    """The file itself, or all files in a folder, without what npm puts there."""
    if not os.path.isdir(path):
        return [path]
    files = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(set(folders) - {"node_modules", ".vitest", "__pycache__"})
        files += [os.path.join(folder, name) for name in sorted(names)]
    return files


def stamp_path(part: str) -> str:
    """The file that says what a part was made from. It is written last."""
    return os.path.join(ENV, part + ".stamp")


def is_fresh(part: str) -> bool:
    """Whether a part was set up to its end, from what is there now."""
    wanted = fingerprint(part)
    try:
        with open(stamp_path(part)) as file:
            return file.read() == wanted
    except (OSError, UnicodeDecodeError):
        return False


def write_stamp(part: str) -> None:
    """Note that a part is complete."""
    with open(stamp_path(part), "w") as file:
        file.write(fingerprint(part))


def env_works() -> bool:
    """Whether the environment belongs to this folder and this Python, and its interpreter starts."""
    if not is_fresh("env"):
        return False
    try:
        return subprocess.call([env_python(), "-I", "-S", "-c", ""], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def is_ready(parts: "list[str]") -> bool:
    """Whether there is nothing to set up."""
    return all(is_fresh(part) for part in parts) and env_works()


# Setting up -----------------------------------------------------------------------------------------------


class SetUpLock:
    """Lets one set-up work at a time.

    The system frees the lock when its holder dies, so it cannot go stale. The holder leaves a note in the
    file while the environment is half done; who finds the note knows that the one before was interrupted.
    """

    def __enter__(self) -> "SetUpLock":
        self.file = os.open(LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            self._wait()
            self.was_interrupted = bool(os.read(self.file, 1))
        except BaseException:
            os.close(self.file)
            raise
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self.file)

    def _wait(self) -> None:
        if self._take():
            return
        say("Another start is setting up Speelkist just now; waiting for it.")
        while not self._take():
            time.sleep(0.2)

    def _take(self) -> bool:
        try:
            if sys.platform == "win32":
                import msvcrt

                os.lseek(self.file, LOCKED_BYTE, os.SEEK_SET)
                try:
                    msvcrt.locking(self.file, msvcrt.LK_NBLCK, 1)
                finally:
                    os.lseek(self.file, 0, os.SEEK_SET)
            else:
                import fcntl

                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # Some network folders have no locks at all: there we go on without.
            return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK, errno.EINTR)
        return True

    def set_note(self, half_done: bool) -> None:
        """Leave the note that the environment is half done, or take it away."""
        os.lseek(self.file, 0, os.SEEK_SET)
        if half_done:
            os.write(self.file, b"half done\n")
        else:
            os.ftruncate(self.file, 0)


def run_logged(command: "list[str]", lock: SetUpLock) -> None:
    """Run a command of the set-up quietly: its output goes to the log, and tells why if it fails."""
    keep = () if sys.platform == "win32" else (lock.file,)  # so the lock is held as long as pip works
    child = subprocess.Popen(
        command,
        cwd=ROOT,
        env=pip_environ(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        pass_fds=keep,
    )
    try:
        output = child.communicate()[0]
    except BaseException:
        child.kill()
        child.wait()
        raise
    write_log(command, output)
    if child.returncode != 0:
        raise problem_in(output.decode("utf-8", "replace"))


def write_log(command: "list[str]", output: bytes) -> None:
    """Keep what a command printed. A log that cannot be written is no reason to stop."""
    try:
        with open(LOG, "ab") as log:
            log.write(" ".join(command).encode("utf-8", "surrogateescape") + b"\n" + output + b"\n")
    except OSError:
        pass


def problem_in(output: str) -> SetUpError:
    """The sentence for what a command of the set-up printed when it failed."""
    for sentence, signs in SIGNS:
        if any(sign in output for sign in signs):
            return SetUpError(sentence, harmless=sentence in HARMLESS)
    for line in output.splitlines()[-15:]:
        say("    " + line)
    return SetUpError(UNKNOWN)


def check_venv() -> None:
    """Debian ships Python without these two; asking first gives a better sentence than trying."""
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise SetUpError(NO_VENV)


def remove_env() -> None:
    """Remove what is left of an environment, its stamps first: without them nobody trusts the rest."""
    for part in PARTS:
        if os.path.exists(stamp_path(part)):
            os.remove(stamp_path(part))
    if os.path.islink(ENV) or os.path.isfile(ENV):
        os.remove(ENV)
    elif os.path.exists(ENV):
        shutil.rmtree(ENV)


def make_env(lock: SetUpLock) -> None:
    """Make an empty environment."""
    remove_env()
    say("  making a private Python environment in .venv")
    # Started with the environment's own interpreter, we must not build on what we just removed.
    python = getattr(sys, "_base_executable", None) or sys.executable
    # In two steps, because venv alone would keep to itself why pip could not be put in.
    run_logged([python, "-m", "venv", "--without-pip", ENV], lock)
    run_logged([env_python(), "-m", "ensurepip", "--default-pip"], lock)
    write_stamp("env")


def install(part: str, lock: SetUpLock) -> None:
    """Install what a lock file lists, and with `server` the project itself; build the pages."""
    if part == "pages":
        say("  building the pages for the browser")
        run_logged([env_python(), os.path.join("web", "build.py")], lock)
        write_stamp(part)
        return
    # Modules are compiled when they are first imported. Most never are, and compiling all of them here would
    # take longer than everything else that pip does.
    pip = [env_python(), "-m", "pip", "install", "--no-compile"]
    if part == "fast":
        say("  installing the compiler for the strongest computer players")
        try:
            run_logged([*pip, "--only-binary", ":all:", "--require-hashes", "-r", "locks/fast.txt"], lock)
        except SetUpError as problem:
            if str(problem) != NOT_FAST:
                raise
            say("  " + NOT_FAST)
        write_stamp(part)
        return
    say("  installing what is needed %s" % {"server": "to play", "docs": "for the documentation"}.get(part, "to test"))
    run_logged([*pip, "--require-hashes", "-r", "locks/%s.txt" % part], lock)
    if part == "server":
        run_logged([*pip, "--no-deps", "--no-build-isolation", "-e", "."], lock)
    write_stamp(part)


def set_up(parts: "list[str]") -> None:
    """See to it that the environment and these parts are there; do nothing when they are."""
    if is_ready(parts):
        return
    with SetUpLock() as lock:
        if is_ready(parts) and not lock.was_interrupted:
            return  # the start we waited for has done it
        say("Setting up Speelkist (the first time takes about a minute).")
        if lock.was_interrupted:
            say("  an earlier set-up was interrupted, so this one starts afresh")
        anew = lock.was_interrupted or not env_works()
        if anew:
            check_venv()
        lock.set_note(half_done=True)
        try:
            if anew:
                make_env(lock)
            for part in parts:
                if not is_fresh(part):
                    install(part, lock)
        except SetUpError as problem:
            if problem.harmless:
                lock.set_note(half_done=False)
            raise
        lock.set_note(half_done=False)
        say("Ready.")


def sentence_for(error: OSError) -> str:
    """The sentence for an error of our own reading and writing."""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return DISK_FULL.format(root=ROOT)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return NOT_WRITABLE.format(root=ROOT)
    return "The set-up failed: %s." % error


# Starting -------------------------------------------------------------------------------------------------


def start_program(arguments: "list[str]") -> int:
    """Run speelkist to its end, and give back its exit code."""
    # Ctrl-C reaches the program without our help, and it may choose to go on; so we only wait for it.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    child = subprocess.Popen([env_python(), "-m", "speelkist", *arguments], env=child_environ())
    # Who ends us means the program.
    signal.signal(signal.SIGTERM, lambda number, frame: child.terminate())
    return shell_code(child.wait())


def shell_code(code: int) -> int:
    """An exit code as a shell gives it: 128 and the signal's number for a program ended by a signal."""
    return code if code >= 0 else 128 - code


class Results:
    """How the steps ended, told as they end."""

    def __init__(self) -> None:
        self.ended = []  # type: list[tuple[str, int, float]]
        self.running = []  # type: list[str]
        self._lock = threading.Lock()

    def begin(self, title: str) -> None:
        """A step begins."""
        with self._lock:
            self.running.append(title)

    def end(self, title: str, code: int, seconds: float, output: bytes = b"") -> None:
        """A step is over. What it printed is shown if it failed."""
        with self._lock:
            self.running.remove(title)
            self.ended.append((title, code, seconds))
            if code:
                sys.stdout.flush()
                sys.stdout.buffer.write(output)
            line = outcome_line(title, code, seconds)
            print(line + ("   (running: %s)" % ", ".join(self.running) if self.running else ""), flush=True)

    def sum_up(self) -> int:
        """A table of all steps; the exit code."""
        print("\n== summary ==")
        for title, code, seconds in self.ended:
            print(outcome_line(title, code, seconds))
        return 1 if any(code for _, code, _ in self.ended) else 0


def outcome_line(title: str, code: int, seconds: float) -> str:
    """One step in one line."""
    return "%-14s %6.1f s  %s" % (title, seconds, "FAILED (exit code %d)" % code if code else "ok")


def run_checks(results: Results, preparations: "list[tuple[str, list[str]]]") -> None:
    """Run the checks and what else is given, some at once, whatever fails."""
    print("== checks ==", flush=True)
    waiting = [*preparations, *CHECKS]

    def work() -> None:
        while True:
            try:
                title, step = waiting.pop(0)
            except IndexError:
                return
            results.begin(title)
            began = time.monotonic()
            child = subprocess.Popen(
                [env_python(), *step],
                cwd=ROOT,
                env=child_environ(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            output = child.communicate()[0]
            results.end(title, shell_code(child.returncode), time.monotonic() - began, output)

    workers = [threading.Thread(target=work) for _ in range(AT_ONCE)]
    for worker in workers:
        worker.start()
    try:
        for worker in workers:
            worker.join()
    except BaseException:
        del waiting[:]  # Ctrl-C ends those that run
        raise


def run_shown(step: "tuple[str, list[str]]", arguments: "list[str]", results: Results) -> None:
    """Run one step alone, its output shown as it comes."""
    title, command = step
    print("\n== %s ==" % title, flush=True)
    results.begin(title)
    began = time.monotonic()
    code = shell_code(subprocess.call([env_python(), *command, *arguments], cwd=ROOT, env=child_environ()))
    results.end(title, code, time.monotonic() - began)


def run_tests(arguments: "list[str]") -> int:
    """All checks and tests; or, with arguments of pytest's own, only the tests they name."""
    if [word for word in arguments if word != "--slow"]:
        return shell_code(subprocess.call([env_python(), *TESTS[1], *arguments], cwd=ROOT, env=child_environ()))
    results = Results()
    run_checks(results, PREPARATIONS)
    run_shown(TESTS, arguments, results)
    return results.sum_up()


def run_only_checks() -> int:
    """The linters and type checks."""
    results = Results()
    run_checks(results, [])
    return results.sum_up()


def run_docs(arguments: "list[str]") -> int:
    """Build the documentation, or build and serve it."""
    signal.signal(signal.SIGINT, lambda number, frame: None)  # Ctrl-C is for the one that serves
    command = [env_python(), *DOCS, *(arguments or ["serve"])]
    return shell_code(subprocess.call(command, cwd=ROOT, env=child_environ()))


# The commands of run.py itself: what each needs, and what it does with the arguments behind it.
COMMANDS = {
    "test": (["server", "fast", "pages", "test"], run_tests),
    "check": (["server", "fast", "pages", "test"], lambda arguments: run_only_checks()),
    "docs": (["server", "fast", "docs"], run_docs),
}


def main(arguments: "list[str]") -> int:
    """Set up what is needed and start it."""
    sentence = too_old(sys.version_info[:2])
    if sentence:
        say(sentence)
        return 2
    try:
        if arguments[:1] and arguments[0] in COMMANDS:
            parts, command = COMMANDS[arguments[0]]
            set_up(parts)
            return command(arguments[1:])
        set_up(["server", "fast", "pages"])
    except SetUpError as problem:
        say(str(problem))
        return 2
    except OSError as error:
        say(sentence_for(error))
        return 2
    except KeyboardInterrupt:
        say("Stopped.")
        return 130
    return start_program(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
