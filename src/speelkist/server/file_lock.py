"""A file that only one process holds at a time; the system lets go of it however the process ends."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path


class Held(Exception):
    """Another process holds it."""


@contextlib.contextmanager
def hold(path: Path) -> Iterator[None]:
    """Hold the file, which is made if need be and stays behind: to delete it would let two hold two files of a name."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _lock(file)
        except OSError:
            raise Held from None
        yield
    finally:
        os.close(file)  # with it the lock


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
