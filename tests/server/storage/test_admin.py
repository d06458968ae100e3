"""Beside the running server: copies that are whole, and tables deleted so that nothing of them is left."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from speelkist.cli import main
from speelkist.server.settings import Settings
from speelkist.server.storage import deletion, maintenance
from speelkist.server.storage.database import BadDatabase, prepare
from speelkist.server.storage.deletion import delete_tables, purge_unused
from speelkist.server.storage.errors import Conflict
from speelkist.server.storage.event_store import EventStore, RemoteHandlers
from speelkist.server.storage.queries import unused_tables
from speelkist.server.storage.stored_event import number_events
from speelkist.server.timestamps import DAY_MS, now_ms
from speelkist.table.events import Resigned
from speelkist.table.table import PendingEvent
from tests.support.client import TestClient, connected_clients
from tests.support.postgres import PostgresServer
from tests.support.server import TestServer, running_server
from tests.support.timeout import TIMEOUT

NAME = "Wilhelmina van Zanten"


def sql(file: Path, text: str, *values: object) -> list[tuple[object, ...]]:
    """Ask the file itself, beside the server."""
    with contextlib.closing(sqlite3.connect(file, timeout=10)) as database, database:
        return database.execute(text, values).fetchall()


def grow_old(file: Path, table: str, days: float) -> None:
    """As if nothing had happened at a table for so long."""
    sql(file, "update events set at = ? where table_id = ?", now_ms() - int(days * DAY_MS), table)


def tables_in(file: Path) -> set[object]:
    return {row[0] for row in sql(file, "select table_id from tables")}


def traces(file: Path, table: str) -> int:
    """How many rows still speak of a table."""
    names = ("tables", "events", "owners", "device_codes")
    counts = [sql(file, f"select count(*) from {name} where table_id = ?", table)[0][0] for name in names]
    return sum(int(str(count)) for count in counts)


# --- backup ---------------------------------------------------------------------------------------------------------


def test_a_copy_made_while_people_play_is_whole_and_can_be_played_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copies = [tmp_path / f"copy{number}.db" for number in range(4)]
    with running_server(tmp_path) as server, connected_clients(server, 1) as (client,):
        table = client.create("kriskras", name=NAME)
        seen = client.watch(table)
        done = threading.Event()

        def make_copies() -> None:
            for copy in copies:
                assert main(["backup", str(copy), "--db", str(server.db)]) == 0
            done.set()

        copying = threading.Thread(target=make_copies)
        copying.start()
        moves = 0
        while not done.is_set():  # however slow the machine is, this game is not over
            seat = seen.view["player"]
            client.play(table, seat, seen.view["choices"][0]["move"])
            client.catch_up(table, client.ask("undo", table=table, seat=seat, seen=seen.version)["version"])
            moves += 1
        copying.join()
        client.play(table, seen.view["player"], seen.view["choices"][0]["move"])
        all_rows = server.event_rows(table)
    assert moves > 1
    assert capsys.readouterr().out.count("Copied to ") == 4
    for copy in copies:
        assert not copy.with_name(copy.name + "-wal").exists(), "one file that can be carried about"
        if os.name == "posix":
            assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        copied = TestServer(copy)
        assert 0 < len(copied.event_rows(table)) <= len(all_rows)
        assert copied.event_rows(table) == all_rows[: len(copied.event_rows(table))]
    with contextlib.closing(sqlite3.connect(copies[0])) as first:
        assert first.execute("pragma integrity_check").fetchone() == ("ok",)
    again = TestServer(copies[0])
    again.start()
    back = TestClient(again, client.key).connect()
    seen = back.watch(table)
    back.play(table, seen.view["player"], seen.view["choices"][0]["move"])
    back.close()
    again.stop()


def test_what_cannot_be_copied_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, there = tmp_path / "tables.db", tmp_path / "there.db"
    there.write_bytes(b"mine")

    def said(*arguments: str) -> str:
        assert main(["backup", *arguments]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        return error

    assert f"There is no database {file} yet." in said(str(tmp_path / "copy.db"), "--db", str(file))
    assert not file.exists()
    prepare(Settings(db=str(file)))
    assert "already exists" in said(str(there), "--db", str(file))
    assert there.read_bytes() == b"mine"
    assert "cannot be made" in said(str(tmp_path / "no" / "folder" / "copy.db"), "--db", str(file))
    assert "pg_dump" in said(str(tmp_path / "copy.db"), "--db", "postgresql://a:b@127.0.0.1:1/x")
    file.write_bytes(b"no database" * 1000)
    assert "cannot be made" in said(str(tmp_path / "copy.db"), "--db", str(file))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["tables.db", "there.db"], "nothing half done is left"


# --- purge ----------------------------------------------------------------------------------------------------------


def test_purge_deletes_what_is_old_with_every_trace_while_the_server_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running_server(tmp_path) as server, connected_clients(server, 2) as (first, other):
        old, young = first.create("knopf", name=NAME), first.create("knopf", name="Bob")
        first.ask("code", table=old, seat=0)
        for client in (first, other):
            client.watch(old)
        grow_old(server.db, old, 91)
        grow_old(server.db, young, 89)
        assert traces(server.db, old) > 4
        purging = ["purge", "--older-than", "90d", "--db", str(server.db)]

        assert main([*purging, "--dry-run"]) == 0
        assert capsys.readouterr().out.startswith("One table has not been used since ")
        assert tables_in(server.db) == {old, young}

        assert main(purging) == 0
        assert capsys.readouterr().out.startswith("Deleted one table that has not been used since ")
        assert tables_in(server.db) == {young} and traces(server.db, old) == 0
        assert main(["--lang", "nl", *purging]) == 0
        assert capsys.readouterr().out.startswith("0 tafels verwijderd waar sinds ")

        # whoever still shows it cannot put events behind it, and is told that it is gone
        assert (
            first.rejection("play", table=old, seat=0, seen=first.tables[old].version, move="b2-a1")
            == "server.table.unknown"
        )
        other.await_message("table_deleted")
        assert first.deleted_tables == other.deleted_tables == [old]
        assert traces(server.db, old) == 0
        assert first.watch(young).state == "playing"
        listed = server.http("GET", "/api/tables", key=first.key).json()["tables"]
        assert [table["table"] for table in listed] == [young]
    # nothing can be read from the file's empty places either
    sql(server.db, "pragma wal_checkpoint(truncate)")
    content = b"".join(part.read_bytes() for part in tmp_path.glob("tables.db*"))
    assert b"Bob" in content
    assert NAME.encode() not in content and old.encode() not in content


def test_the_host_deletes_tables_by_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running_server(tmp_path) as server, connected_clients(server, 1) as (client,):
        first, second, third = (client.create("knopf", name=NAME) for _ in range(3))
        client.watch(first)
        named = ["--table", first, "--table", f"https://kist.example/t/{second}/", "--table", "22222222"]
        purging = ["purge", *named, "--db", str(server.db)]
        assert main([*purging, "--dry-run"]) == 0
        assert capsys.readouterr().out == "There are 2 such tables; they would be deleted.\n"
        assert tables_in(server.db) == {first, second, third}
        assert main(purging) == 0
        assert capsys.readouterr().out == "Deleted 2 tables.\n"
        assert tables_in(server.db) == {third} and traces(server.db, first) == traces(server.db, second) == 0
        server.run_on_loop(maintenance.evict_deleted(server.app.live, server.app.store))  # every minute
        client.receive_all()
        assert client.deleted_tables == [first] and server.app.live.table_ids() == [third]
        assert server.http("GET", f"/api/tables/{second}/record").status == 404
        assert main([*purging, "--older-than", "1d"]) == 2, "one or the other"


@pytest.mark.parametrize("text", ["0d", "90", "d", "-3d", "1.5d", "90 d", "9999y", "3h", ""])
def test_a_bad_duration_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["purge", f"--older-than={text}", "--db", str(tmp_path / "x.db")]) == 2
    assert "such as 90d, 12w or 2y" in capsys.readouterr().err


def test_a_database_of_another_version_is_not_purged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tables.db"
    purging = ["purge", "--older-than", "1d", "--db", str(file)]
    assert main(purging) == 2
    assert "There is no database" in capsys.readouterr().err and not file.exists()
    prepare(Settings(db=str(file)))
    sql(file, "update alembic_version set version_num = '9999'")
    assert main(purging) == 2
    assert "newer Speelkist" in capsys.readouterr().err


def test_a_player_deletes_a_table_with_every_trace(tmp_path: Path) -> None:
    with running_server(tmp_path) as server, connected_clients(server, 2) as (player, stranger):
        table = player.create("knopf", name=NAME)
        stranger.watch(table)
        assert server.http("DELETE", f"/api/tables/{table}", key=stranger.key).status == 403
        assert server.http("DELETE", f"/api/tables/{table}", key=player.key).status == 204
        assert traces(server.db, table) == 0
        stranger.await_message("table_deleted")
        assert server.http("GET", f"/api/tables/{table}/record").status == 404
    sql(server.db, "pragma wal_checkpoint(truncate)")
    assert NAME.encode() not in b"".join(part.read_bytes() for part in tmp_path.glob("tables.db*"))


def test_the_server_itself_closes_and_deletes_what_nobody_uses(tmp_path: Path) -> None:
    with running_server(tmp_path, keep_days=200, archive_days=100) as server, connected_clients(server, 1) as (client,):
        ancient, old, young, recent, _today = (client.create("knopf") for _ in range(5))
        for table, days in ((ancient, 201), (old, 101), (young, 99), (recent, 8)):
            client.watch(table)
            grow_old(server.db, table, days)
        server.run_on_loop(maintenance.tidy(server.app.live, server.app.store, server.settings))
        client.receive_all()
        assert client.deleted_tables == [ancient] and ancient not in tables_in(server.db)
        assert (client.tables[old].state, client.tables[young].state) == ("archived", "playing")
        seen = client.tables[old].version
        assert client.rejection("play", table=old, seat=0, seen=seen, move="b2-a1") == "table.archived"
        assert server.http("GET", f"/api/tables/{old}/record").status == 200
        client.play(young, 0, "b2-a1")


def unused_then_used(store: EventStore, table: str, monkeypatch: pytest.MonkeyPatch, use: str) -> int:
    """Purge, with somebody moving between the look and the deed; how many were deleted."""

    async def slow(store: EventStore, days: int) -> list[str]:
        unused = await unused_tables(store, days)
        assert table in unused
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql(use)
        return unused

    monkeypatch.setattr(deletion, "unused_tables", slow)

    async def work() -> int:
        await store.open()
        try:
            return len(await purge_unused(store, 30))
        finally:
            await store.close()

    return asyncio.run(work())


ROWS = (
    "insert into tables values ('abcd2345', 'knopf', 1, null)",
    "insert into events values ('abcd2345', 1, 1, '{}', null, null)",
    "insert into tables values ('bcde2345', 'knopf', 1, null)",
    "insert into events values ('bcde2345', 1, 1, '{}', null, null)",
)


def test_a_table_used_at_the_last_moment_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(db=str(tmp_path / "tables.db"))
    prepare(settings)
    for row in ROWS:
        sql(tmp_path / "tables.db", row)
    use = f"insert into events values ('abcd2345', 2, {now_ms()}, '{{}}', null, null)"
    assert unused_then_used(EventStore(settings.url), "abcd2345", monkeypatch, use) == 1
    assert tables_in(tmp_path / "tables.db") == {"abcd2345"}
    assert sql(tmp_path / "tables.db", "select count(*) from events") == [(2,)]


def test_the_same_on_postgres_where_no_event_comes_behind_a_deleted_table(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(db=postgres.new_database("purged"))
    prepare(settings)
    for row in ROWS:
        postgres.sql(row, "purged")
    use = f"insert into events values ('abcd2345', 2, {now_ms()}, '{{}}', null, null)"
    assert unused_then_used(EventStore(settings.url), "abcd2345", monkeypatch, use) == 1
    assert postgres.sql("select table_id from tables", "purged") == "abcd2345"

    async def two_processes() -> list[str]:
        first, other = EventStore(settings.url), EventStore(settings.url)
        deleted: list[str] = []
        arrived = asyncio.Event()

        def on_table_deleted(table_id: str) -> None:
            deleted.append(table_id)
            arrived.set()

        await first.open()
        await other.open(RemoteHandlers(on_table_deleted=on_table_deleted))
        try:
            await delete_tables(first, ["abcd2345"])
            await asyncio.wait_for(arrived.wait(), TIMEOUT)
            with pytest.raises(Conflict):
                await other.append("abcd2345", number_events([PendingEvent(Resigned(0))], 2, now_ms()))
        finally:
            await first.close()
            await other.close()
        return deleted

    assert asyncio.run(two_processes()) == ["abcd2345"]
    assert postgres.sql("select count(*) from events", "purged") == "0"


def test_purge_by_command_on_postgres(postgres: PostgresServer, capsys: pytest.CaptureFixture[str]) -> None:
    url = postgres.new_database("commanded")
    prepare(Settings(db=url))
    for row in ROWS:
        postgres.sql(row, "commanded")
    assert main(["purge", "--older-than", "2w", "--db", url]) == 0
    assert capsys.readouterr().out.startswith("Deleted 2 tables ")
    assert postgres.sql("select count(*) from events", "commanded") == "0"
    with pytest.raises(BadDatabase, match="does not exist"):
        prepare(Settings(db=postgres.url("nowhere")))
    assert main(["purge", "--older-than", "2w", "--db", postgres.url("nowhere")]) == 2
    assert "does not exist" in capsys.readouterr().err
