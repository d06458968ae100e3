"""Putting a copy back: sound, whole, readable by the service, and never over what was there."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import sys
from pathlib import Path

import pytest

from speelkist.cli import main
from speelkist.server.settings import Settings
from speelkist.server.storage.database import prepare
from tests.support.client import connected_clients
from tests.support.server import TestServer, running_server


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(list(arguments)) == code
    out, err = capsys.readouterr()
    return out + err


def tables_in(file: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(file)) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        return {row[0] for row in database.execute("select table_id from tables")}


def test_a_copy_is_put_back_although_a_crash_left_a_log_beside_the_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, crashed = tmp_path / "copy.db", tmp_path / "crashed"
    with running_server(tmp_path) as server, connected_clients(server, 1) as (client,):
        before = client.create("knopf")
        said(capsys, "backup", str(copy), "--db", str(server.db))
        later = [client.create("cubus") for _ in range(20)]
        crashed.mkdir()
        for part in tmp_path.glob("tables.db*"):  # as kill -9 would leave it: much of it only in the -wal
            shutil.copy(part, crashed)
    file = crashed / "tables.db"
    assert (crashed / "tables.db-wal").stat().st_size > 0
    if sys.platform != "win32" and os.geteuid() == 0:
        os.chown(file, 1234, 1235)

    assert "is now the database" in said(capsys, "restore", str(copy), "--db", str(file))

    assert tables_in(file) == {before} == tables_in(copy)
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    if sys.platform != "win32" and os.geteuid() == 0:
        for part in (file, crashed / "tables.db.lock"):
            assert (part.stat().st_uid, part.stat().st_gid) == (1234, 1235), part
    (kept,) = (
        path
        for path in crashed.glob("tables.db.before-restore-*")
        if path.suffix != "" and "-wal" not in path.name and "-shm" not in path.name
    )
    assert tables_in(kept) == {before, *later}, "what was there is kept, with what was in its -wal"
    again = TestServer(file)
    again.start()
    try:
        assert len(again.http("GET", "/api/tables", key=client.key).json()["tables"]) == 1
    finally:
        again.stop()


def test_nothing_is_put_back_while_the_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from speelkist.server.storage.database import held

    copy, settings = tmp_path / "copy.db", Settings(db=str(tmp_path / "tables.db"))
    prepare(settings)
    said(capsys, "backup", str(copy), "--db", settings.db)
    before = (tmp_path / "tables.db").read_bytes()
    with held(settings):
        assert "Another Speelkist is using" in said(capsys, "restore", str(copy), "--db", settings.db, code=2)
    assert (tmp_path / "tables.db").read_bytes() == before


def test_a_copy_that_is_damaged_foreign_or_newer_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "database"
    folder.mkdir()
    file, copy = folder / "tables.db", tmp_path / "copy.db"
    prepare(Settings(db=str(file)))
    before = file.read_bytes()

    def refused(name: Path) -> str:
        text = said(capsys, "restore", str(name), "--db", str(file), code=2)
        assert text.count("\n") == 1
        assert file.read_bytes() == before
        assert {path.name for path in folder.iterdir()} <= {"tables.db", "tables.db.lock"}
        return text

    assert "There is no file" in refused(copy)
    assert "is the database itself" in refused(file)
    copy.write_bytes(b"no database" * 1000)
    assert "cannot be put back" in refused(copy)
    shutil.copy(file, copy)
    with contextlib.closing(sqlite3.connect(copy)) as database, database:
        database.execute("insert into tables values ('abcd2345', 'knopf', 1, null)")
        database.execute("update alembic_version set version_num = '9999'")
    assert "newer Speelkist" in refused(copy)
    copy.unlink()
    with contextlib.closing(sqlite3.connect(copy)) as database, database:
        database.execute("create table recipes (name text)")
    assert "something other" in refused(copy)
    page = before.index(b"CREATE TABLE")
    copy.write_bytes(before[: page + 200] + b"\xff" * 3000 + before[page + 3200 :])
    refused(copy)
    assert "pg_restore" in said(capsys, "restore", str(copy), "--db", "postgresql://a:b@127.0.0.1:1/x", code=2)


def test_a_timer_keeps_the_newest_copies_and_touches_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = tmp_path / "tables.db", tmp_path / "copies"
    folder.mkdir()
    prepare(Settings(db=str(file)))
    old = [folder / f"tables-2026110{day}-030000.db" for day in range(1, 6)]
    for path in (*old, folder / "tables-mine.db", folder / "notes.txt"):
        path.write_bytes(b"")
    assert "Copied to" in said(capsys, "backup", "--to", str(folder), "--keep", "3", "--db", str(file))
    names = sorted(path.name for path in folder.iterdir())
    assert names[:3] == ["notes.txt", old[3].name, old[4].name] and names[-1] == "tables-mine.db" and len(names) == 5
    for wrong in (["--to", str(folder)], [str(file), "--keep", "3"], ["--to", str(folder), "--keep", "0"], []):
        assert said(capsys, "backup", *wrong, "--db", str(file), code=2).count("\n") == 1
    assert sorted(path.name for path in folder.iterdir()) == names
    said(capsys, "backup", "--to", str(folder / "new"), "--keep", "1", "--db", str(file))
    assert len(list((folder / "new").iterdir())) == 1
    assert "cannot be made" in said(capsys, "backup", "--to", str(file), "--keep", "1", "--db", str(file), code=2)
