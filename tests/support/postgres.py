"""A PostgreSQL server that belongs to the tests."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support.ports import free_port
from tests.support.processes import children_of
from tests.support.system import POSTGRES


@dataclass(frozen=True)
class PostgresServer:
    """A PostgreSQL server on the loopback address."""

    folder: Path
    port: int
    programs: Path
    options: str = ""

    def url(self, database: str = "postgres") -> str:
        """How our server names a database in it."""
        return f"postgresql+asyncpg://postgres@127.0.0.1:{self.port}/{database}"

    def new_database(self, name: str) -> str:
        """Make a database; its URL."""
        self.sql(f'create database "{name}"')
        return self.url(name)

    def sql(self, text: str, database: str = "postgres") -> str:
        """What PostgreSQL's own client prints for a statement."""
        command = [str(self.programs / "psql"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres"]
        done = subprocess.run(
            [*command, "-d", database, "-qAt", "-v", "ON_ERROR_STOP=1", "-c", text],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def kill_and_restart(self) -> None:
        """End it with kill -9, all of its processes at once, as a power cut would; start it again."""
        data = self.folder / "data"
        first = int((data / "postmaster.pid").read_text(encoding="utf-8").split()[0])
        for pid in (first, *children_of(first)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        command = [str(self.programs / "pg_ctl"), "-D", str(data), "-l", str(self.folder / "log"), "-w", "start"]
        for _ in range(100):
            done = subprocess.run(
                [*command, "-o", self.options],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
                user=_user_if_root(),
                cwd=self.folder,
            )
            if done.returncode == 0:
                return
            time.sleep(0.1)
        raise AssertionError((self.folder / "log").read_text(encoding="utf-8")[-2000:])

    def restart(self) -> None:
        """End it in the middle of whatever it does and start it again, as after a power cut."""
        command = [str(self.programs / "pg_ctl"), "-D", str(self.folder / "data"), "-l", str(self.folder / "log")]
        subprocess.run(
            [*command, "-w", "-m", "immediate", "restart"],
            stdout=subprocess.DEVNULL,
            check=True,
            user=_user_if_root(),
            cwd=self.folder,
        )


@contextlib.contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server that lives as long as the block."""
    programs = POSTGRES.path()
    folder = Path(tempfile.mkdtemp(prefix="speelkist-postgres-", dir=_memory_folder()))
    user = _user_if_root()
    if user is not None:  # PostgreSQL refuses to run as root
        shutil.chown(folder, user)
    data = folder / "data"
    port = free_port()

    def run(program: str, *arguments: str) -> None:
        with (folder / "output").open("a+b") as output:
            done = subprocess.run(
                [str(programs / program), *arguments], stdout=output, stderr=output, check=False, user=user, cwd=folder
            )
            output.seek(0)
            assert done.returncode == 0, output.read().decode("utf-8", "replace")

    try:
        run("initdb", "-D", str(data), "-U", "postgres", "-E", "UTF8", "--locale=C", "--auth=trust", "--no-sync")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
        run("pg_ctl", "-D", str(data), "-w", "-t", "60", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield PostgresServer(folder, port, programs, options)
        finally:
            run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _memory_folder() -> Path | None:
    """A folder in memory, where flushing takes no time: PostgreSQL itself is not what we test."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > 1 << 30 else None


def _user_if_root() -> str | None:
    """The user that PostgreSQL runs as when we are root; None where we are not."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
