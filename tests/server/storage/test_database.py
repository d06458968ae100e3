"""Databases of every age: a new one is made, an older one copied and migrated, a newer one refused; several at once."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine

from speelkist.server.settings import Settings
from speelkist.server.storage import database, schema
from speelkist.server.storage.database import HEAD, MIGRATIONS, BadDatabase, known_revisions, prepare
from tests.support.client import TestClient
from tests.support.postgres import PostgresServer
from tests.support.server import TestServer, running_server

KEY = "the-key-of-one-browser-1"

NEWER = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade():
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("colour", sa.String(8), nullable=False, server_default="red"))
    op.create_table("extra", sa.Column("id", sa.Integer, primary_key=True))
    {more}
"""


def next_version(folder: Path, monkeypatch: pytest.MonkeyPatch, more: str = "") -> None:
    """From here on the program is one version newer."""
    shutil.copytree(MIGRATIONS, folder / "migrations")
    (folder / "migrations" / "versions" / "v9999_test.py").write_text(NEWER.format(head=HEAD, more=more))
    monkeypatch.setattr(database, "MIGRATIONS", folder / "migrations")
    monkeypatch.setattr(database, "HEAD", "9999")


def differences(connection: sa.Connection, metadata: sa.MetaData = schema.metadata) -> list[object]:
    """Between what is in the database and what the code expects."""
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


def play_some(server: TestServer) -> str:
    """A table with a few events."""
    client = TestClient(server, KEY).connect()
    table = client.create("knopf", name="Ans")
    client.watch(table)
    client.play(table, 0, "b2-a1")
    client.close()
    return table


def test_the_revisions_are_one_line_that_ends_at_head() -> None:
    script = ScriptDirectory(MIGRATIONS)
    assert script.get_heads() == [HEAD]
    assert known_revisions()[0] == HEAD and known_revisions()[-1] == "0001"


def test_the_revisions_lead_to_the_schema_on_sqlite(tmp_path: Path) -> None:
    prepare(Settings(db=str(tmp_path / "new" / "tables.db")))
    engine = sa.create_engine(f"sqlite:///{tmp_path}/new/tables.db")
    with engine.connect() as connection:
        assert differences(connection) == []
        other = sa.MetaData()
        for table in schema.metadata.tables.values():
            table.to_metadata(other)
        other.tables["device_codes"].append_column(sa.Column("more", sa.Integer))
        assert len(differences(connection, other)) == 1, "a difference is seen"
        keys = sa.inspect(connection).get_foreign_keys("events")
        assert [(key["referred_table"], key["options"]["initially"]) for key in keys] == [("tables", "DEFERRED")]
    engine.dispose()


@pytest.mark.skipif(os.name != "posix", reason="only there files have modes")
def test_a_new_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        prepare(Settings(db=str(tmp_path / "new" / "tables.db")))
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new" / "tables.db").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_an_older_database_is_copied_and_migrated_and_its_games_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.db"
    server = TestServer(file)
    server.start()
    table = play_some(server)
    server.stop()
    before = server.event_rows(table)
    next_version(tmp_path, monkeypatch)

    prepare(server.settings)

    (copy,) = tmp_path.glob(f"tables.db.backup-{HEAD}-*")
    with contextlib.closing(sqlite3.connect(copy)) as old:
        assert old.execute("select version_num from alembic_version").fetchall() == [(HEAD,)]
        assert old.execute("select count(*) from events").fetchone() == (len(before),)
    with contextlib.closing(sqlite3.connect(file)) as new:
        assert new.execute("select version_num from alembic_version").fetchall() == [("9999",)]
        assert new.execute("select table_id, colour from tables").fetchall() == [(table, "red")]
        assert new.execute("pragma foreign_key_check").fetchall() == []
    assert server.event_rows(table) == before
    if os.name == "posix":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600

    server.start()  # once more changes nothing
    client = TestClient(server, KEY).connect()
    assert client.watch(table).version == len(before)
    client.play(table, 1, str(client.tables[table].view["choices"][0]["move"]))
    client.close()
    server.stop()
    assert len(list(tmp_path.glob("*backup*"))) == 1


def test_a_step_that_fails_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running_server(tmp_path) as server:
        table = play_some(server)
    before = server.event_rows(table)
    next_version(tmp_path, monkeypatch, 'op.execute("insert into nowhere values (1)")')
    with pytest.raises(BadDatabase, match="no such table: nowhere"):
        prepare(server.settings)
    with contextlib.closing(sqlite3.connect(server.db)) as now:
        assert now.execute("select version_num from alembic_version").fetchall() == [(HEAD,)]
        assert (
            now.execute("select name from sqlite_master where name in ('extra', '_alembic_tmp_tables')").fetchall()
            == []
        )
        assert "colour" not in [row[1] for row in now.execute("pragma table_info(tables)")]
    assert server.event_rows(table) == before
    # the older program can go on with it
    monkeypatch.undo()
    prepare(server.settings)


def test_a_newer_database_is_refused_by_the_older_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(db=str(tmp_path / "tables.db"))
    next_version(tmp_path, monkeypatch)
    prepare(settings)
    monkeypatch.undo()
    before = (tmp_path / "tables.db").read_bytes()
    with pytest.raises(BadDatabase) as refused:
        prepare(settings)
    assert "9999" in refused.value.say("en") and "nieuwere Speelkist" in refused.value.say("nl")
    assert (tmp_path / "tables.db").read_bytes() == before


def test_the_copy_never_replaces_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(db=str(tmp_path / "tables.db"))
    prepare(settings)
    older = tmp_path / "older.db"
    shutil.copy(tmp_path / "tables.db", older)
    next_version(tmp_path, monkeypatch)
    for _ in range(2):
        shutil.copy(older, tmp_path / "tables.db")
        prepare(settings)
    names = sorted(copy.name for copy in tmp_path.glob("*backup*"))
    assert len(names) == 2 and names[1] == names[0] + "-2"


# --- PostgreSQL -----------------------------------------------------------------------------------------------------


async def differences_on(url: str) -> list[object]:
    """The same on PostgreSQL."""
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        different = await connection.run_sync(differences)
    await engine.dispose()
    return different


def test_the_revisions_lead_to_the_schema_on_postgres_also_when_several_start_at_once(postgres: PostgresServer) -> None:
    settings = Settings(db=postgres.new_database("fresh"))
    with ThreadPoolExecutor(4) as several:
        for done in [several.submit(prepare, settings) for _ in range(4)]:
            done.result()
    assert asyncio.run(differences_on(settings.url)) == []
    assert postgres.sql("select version_num from alembic_version", "fresh") == HEAD


def test_an_older_postgres_is_migrated_by_one_of_them_and_a_newer_one_refused(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(db=postgres.new_database("aged"))
    prepare(settings)
    postgres.sql("insert into tables values ('abcd2345', 'knopf', 1, null)", "aged")
    postgres.sql("insert into events values ('abcd2345', 1, 1, '{}', 'secret', null)", "aged")
    next_version(tmp_path, monkeypatch)
    with ThreadPoolExecutor(3) as several:
        for done in [several.submit(prepare, settings) for _ in range(3)]:
            done.result()
    assert postgres.sql("select table_id, colour from tables", "aged") == "abcd2345|red"
    assert postgres.sql("select count(*) from events", "aged") == "1"
    monkeypatch.undo()
    with pytest.raises(BadDatabase, match="newer Speelkist"):
        prepare(settings)


def test_a_step_that_fails_leaves_postgres_as_it_was(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(db=postgres.new_database("unlucky"))
    prepare(settings)
    next_version(tmp_path, monkeypatch, 'op.execute("insert into nowhere values (1)")')
    with pytest.raises(BadDatabase, match="nowhere"):
        prepare(settings)
    assert postgres.sql("select version_num from alembic_version", "unlucky") == HEAD
    assert postgres.sql("select count(*) from information_schema.tables where table_name = 'extra'", "unlucky") == "0"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("postgresql://postgres:geheim@127.0.0.1:{port}/nowhere", 'database "nowhere" does not exist'),
        ("postgres://nobody:geheim@127.0.0.1:{port}/postgres", 'role "nobody" does not exist'),
        ("postgresql+asyncpg://postgres:geheim@127.0.0.1:1/postgres", "Connect call failed"),
        ("postgresql://postgres@127.0.0.1:1/postgres?password=geheim", "Connect call failed"),
    ],
)
def test_a_postgres_that_cannot_be_used_is_told_without_its_password(
    postgres: PostgresServer, address: str, said: str
) -> None:
    with pytest.raises(BadDatabase) as refused:
        prepare(Settings(db=address.format(port=postgres.port)))
    for lang in ("en", "nl"):
        sentence = refused.value.say(lang)
        assert said in sentence and "geheim" not in sentence and "***" in sentence


def test_another_programs_postgres_is_left_alone(postgres: PostgresServer) -> None:
    url = postgres.new_database("shop")
    postgres.sql("create table shop (id integer)", "shop")
    with pytest.raises(BadDatabase, match="something other"):
        prepare(Settings(db=url))
    assert postgres.sql("select count(*) from information_schema.tables where table_schema = 'public'", "shop") == "1"
