"""Databases for servers in tests: an empty one is made once in each test process, and copied from then on."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from speelkist.server.settings import Settings
from speelkist.server.storage.database import file_of, prepare


@cache
def _empty_file() -> bytes:
    """What is in the file of a database that all migrations have gone through."""
    with tempfile.TemporaryDirectory(prefix="speelkist-") as folder:
        file = Path(folder) / "tables.db"
        prepare(Settings(db=str(file)))
        return file.read_bytes()


def prepare_quickly(settings: Settings) -> None:
    """Prepare a database; a new file needs no migrations."""
    file = file_of(settings)
    if file is not None and not file.exists():
        content = _empty_file()
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as new:
            new.write(content)
    prepare(settings)
