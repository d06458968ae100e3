"""Putting a copy of a SQLite database back in the place of the database."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL

from speelkist.core.atomic_file import atomic_path
from speelkist.server.settings import Settings

from .database import BadDatabase, check, copy_sqlite, file_of, hand_over, held, reason

# Beside a database that was not closed in order: its last commits, and an index of them.
SIDE_FILES = ("-wal", "-shm")


def restore(settings: Settings, copy: Path) -> Path | None:
    """Put a copy in the place of the database; where the old one is kept, None if there was none.

    The server must not run. The copy is checked before anything is changed.

    :raises BadDatabase: the copy is no sound database of ours, the server runs, or it cannot be written there.
    """
    file = file_of(settings)
    if file is None:
        raise BadDatabase("server.restore.postgres")
    if not copy.is_file():
        raise BadDatabase("server.restore.missing", name=str(copy))
    if copy.resolve() == file:
        raise BadDatabase("server.restore.same", name=str(copy))
    with held(settings):
        try:
            with atomic_path(file) as beside:
                _copy_checked(copy, beside)
                hand_over(beside, file)
                kept = _keep(file) if file.exists() else None
                for side_file in _side_files(file):  # what they hold belongs to the old file, and would damage this one
                    side_file.unlink()
        except (sqlite3.Error, sa.exc.DBAPIError, OSError) as error:
            raise BadDatabase("server.restore.failed", name=str(copy), why=reason(error)) from None
    return kept


def _copy_checked(copy: Path, to: Path) -> None:
    """A copy of the copy, so that it stays as it is; and that one is looked at page by page."""
    copy_sqlite(copy, to)
    with contextlib.closing(sqlite3.connect(to)) as database:
        verdict = str(database.execute("pragma integrity_check").fetchone()[0])
    if verdict != "ok":
        raise BadDatabase("server.backup.damaged", name=str(copy), why=verdict.splitlines()[0][:120])
    engine = sa.create_engine(URL.create("sqlite", database=str(to)), poolclass=sa.NullPool)
    with engine.connect() as connection:
        if check(connection, str(copy)) is None:
            raise BadDatabase("server.database.foreign", name=str(copy))


def _keep(file: Path) -> Path:
    """Keep a database with everything beside it under another name."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = f"{file.name}.before-restore-{moment}"
    names = itertools.chain([name], (f"{name}-{number}" for number in itertools.count(2)))
    kept = next(path for path in map(file.with_name, names) if not path.exists())
    for part in (file, *_side_files(file)):
        target = kept.with_name(kept.name + part.name.removeprefix(file.name))
        try:
            os.link(part, target)
        except OSError:  # not every file system can
            shutil.copy2(part, target)
    return kept


def _side_files(file: Path) -> Iterator[Path]:
    for suffix in SIDE_FILES:
        path = file.with_name(file.name + suffix)
        if path.exists():
            yield path
