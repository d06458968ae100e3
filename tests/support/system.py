"""Programs of the operating system that some tests need.

``python -m tests.support.system`` looks for all of them and installs what is missing where it may: as root, on Debian
and its kin. A test whose program is missing is left out, and in CI that is a failure.
"""

from __future__ import annotations

import functools
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
    """A program, the Debian packages that bring it, best first, and how it is found in each of them."""

    name: str
    packages: dict[str, Callable[[], Path | None]]

    def find(self) -> Path | None:
        """Where it is, if it is there."""
        return next((path for find in self.packages.values() if (path := find())), None)

    def path(self) -> Path:
        """Where it is; a test that asks for it where it is missing is left out."""
        path = self.find()
        if path is None:
            pytest.skip(f"{self.name} is not installed (the package {' or '.join(self.packages)})")
        return path

    def install(self) -> None:
        """Install the best package that this system has, unless it is there."""
        for package, find in self.packages.items():
            if find() is not None or _install(package):
                return


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
    {
        # without windows and what belongs to them a test takes a third of the time
        "chromium-headless-shell": lambda: _first_on_path("chromium-headless-shell", "headless_shell"),
        "chromium": lambda: _first_on_path("chromium", "chromium-browser", "google-chrome", "chrome"),
    },
)
POSTGRES = SystemProgram("PostgreSQL", {"postgresql": _postgres_programs})
STRACE = SystemProgram("strace", {"strace": lambda: _first_on_path("strace")})
NGINX = SystemProgram("nginx", {"nginx-light": lambda: _first_on_path("nginx", "/usr/sbin/nginx")})
PROGRAMS = (CHROMIUM, POSTGRES, STRACE, NGINX)


def main() -> int:
    """Install what can be installed, and tell of each program where it is."""
    if _may_install():
        for program in PROGRAMS:
            program.install()
    for program in PROGRAMS:
        print(f"{program.name}: {program.find() or 'missing, its tests are left out'}", flush=True)
    missing = [program for program in PROGRAMS if program.find() is None]
    if missing:
        print(f"On Debian: sudo apt install {' '.join(next(iter(program.packages)) for program in missing)}")
    return 0


def _may_install() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _install(package: str) -> bool:
    """Whether the package could be installed."""
    print(f"Installing {package} with apt-get.", flush=True)
    return _updated() and _apt_get("install", "-y", "--no-install-recommends", package)


@functools.cache
def _updated() -> bool:
    """Whether the list of packages could be brought up to date, once for all of them."""
    return _apt_get("update")


def _apt_get(*arguments: str) -> bool:
    command = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", *arguments]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode:
        print(ended.stderr.strip()[-500:])
    return ended.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
