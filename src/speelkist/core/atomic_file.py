"""Files that are either complete or not there: written under another name in the same folder, then renamed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """A new empty file that only its owner may read; it takes the place of ``path`` when the block ends without error.

    When the block ends, the file and its name are on the disk. After an error nothing is left of it, and what stood at
    ``path`` is still there.

    :raises OSError: if it cannot be written there.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        _sync(beside, os.O_RDWR)
        beside.replace(path)
        if os.name == "posix":  # elsewhere a folder cannot be opened
            _sync(path.parent, os.O_RDONLY)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file that everybody may read: it is complete or not there, whatever happens meanwhile.

    :raises OSError: if it cannot be written there.
    """
    with atomic_path(path) as beside:
        beside.write_bytes(data)
        beside.chmod(0o644)


def _sync(path: Path, flags: int) -> None:
    """Wait until what was written is on the disk."""
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
