"""What tests need beyond Python packages: found, else installed where that can be done, else one sentence."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

from tests.support.ports import free_port


def postgres() -> Path:
    """The folder with PostgreSQL's programs: ``initdb``, ``pg_ctl``, ``psql``."""

    def find() -> Path | None:
        for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True):
            if (folder / "initdb").exists():
                return folder
        found = shutil.which("initdb")
        return Path(found).resolve().parent if found else None

    return found(find, "postgresql", "PostgreSQL")


def strace() -> Path:
    """The program ``strace``."""

    def find() -> Path | None:
        found = shutil.which("strace")
        return Path(found) if found else None

    return found(find, "strace", "strace")


def _version(folder: Path) -> float:
    try:
        return float(folder.parent.name)
    except ValueError:
        return 0.0


def found(find: Callable[[], Path | None], package: str, name: str) -> Path:
    found = find()
    if found is None:
        _install(package, name)
        found = find()
    if found is None:
        _fail(name)
    return found


def _install(package: str, name: str) -> None:
    """Install a Debian package; only root on Debian can."""
    if sys.platform == "win32" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        _fail(name)
    quietly = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", package]):
        done = subprocess.run([*quietly, *command], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            _fail(name, done.stderr.strip()[-300:])


def _fail(name: str, why: str = "") -> NoReturn:
    pytest.fail(f"This test needs {name}, which is not here and could not be installed. {why}".strip(), pytrace=False)


@dataclass(frozen=True)
class Cluster:
    """A PostgreSQL server of a test's own, on the loopback address."""

    folder: Path
    port: int
    programs: Path

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

    def restart(self) -> None:
        """End it in the middle of whatever it does and start it again, as after a power cut."""
        command = [str(self.programs / "pg_ctl"), "-D", str(self.folder / "data"), "-l", str(self.folder / "log")]
        subprocess.run(
            [*command, "-w", "-m", "immediate", "restart"],
            stdout=subprocess.DEVNULL,
            check=True,
            user=_plain_user(),
            cwd=self.folder,
        )


@contextlib.contextmanager
def running_postgres() -> Iterator[Cluster]:
    """A PostgreSQL server that lives as long as the block."""
    programs = postgres()
    folder = Path(tempfile.mkdtemp(prefix="speelkist-postgres-", dir=_quick_place()))
    user = _plain_user()
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
            yield Cluster(folder, port, programs)
        finally:
            run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _quick_place() -> Path | None:
    """A folder in memory, where flushing takes no time: PostgreSQL itself is not what we test."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > 1 << 30 else None


def _plain_user() -> str | None:
    """As whom PostgreSQL runs when we are root."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
