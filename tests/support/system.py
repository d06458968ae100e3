"""Programs of the operating system that some tests need.

``python -m tests.support.system`` looks for all of them and installs what is missing where it may: as root, on Debian
and its kin. A test whose program is missing is left out, and in CI that is a failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class SystemProgram:
    """A program, how it is found, and the Debian package that brings it."""

    name: str
    package: str
    find: Callable[[], Path | None]

    def path(self) -> Path:
        """Where it is; a test that asks for it where it is missing is left out."""
        path = self.find()
        if path is None:
            pytest.skip(f"{self.name} is not installed (the package {self.package})")
        return path


def _first_on_path(*names: str) -> Path | None:
    return next((Path(path) for path in map(shutil.which, names) if path), None)


def _postgres_programs() -> Path | None:
    """The folder with ``initdb``, ``pg_ctl`` and ``psql``."""

    def version(folder: Path) -> float:
        try:
            return float(folder.parent.name)
        except ValueError:
            return 0.0

    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version, reverse=True):
        if (folder / "initdb").exists():
            return folder
    initdb = _first_on_path("initdb")
    return initdb.resolve().parent if initdb else None


CHROMIUM = SystemProgram(
    "chromium",
    "chromium",
    lambda: _first_on_path("chromium", "chromium-browser", "google-chrome", "chrome"),
)
POSTGRES = SystemProgram("PostgreSQL", "postgresql", _postgres_programs)
STRACE = SystemProgram("strace", "strace", lambda: _first_on_path("strace"))
PROGRAMS = (CHROMIUM, POSTGRES, STRACE)


def main() -> int:
    """Tell of each program whether it is there, and install those that are not."""
    missing = [program for program in PROGRAMS if program.find() is None]
    for program in PROGRAMS:
        print(f"{program.name}: {program.find() or 'missing'}", flush=True)
    if not missing:
        return 0
    packages = [program.package for program in missing]
    if sys.platform == "win32" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        print(f"Tests that need them are left out; on Debian: sudo apt install {' '.join(packages)}")
        return 0
    print(f"Installing {' '.join(packages)} with apt-get.", flush=True)
    return _install(packages)


def _install(packages: list[str]) -> int:
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        ended = subprocess.run([*apt, *command], env=environment, capture_output=True, text=True, check=False)
        if ended.returncode:
            print(ended.stderr.strip()[-1000:])
            return ended.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
