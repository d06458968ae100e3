"""An event is on disk before anybody hears of it; one that cannot be stored has not happened."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from speelkist.table.errors import Refused
from tests.support.async_client import Json, open_client
from tests.support.commit_gate import CommitGate
from tests.support.dice import NONCES, promise_of
from tests.support.http_request import http_request
from tests.support.in_process import open_live_service, serve_in_process
from tests.support.limited_disk import LimitedDisk
from tests.support.live_tables import EVE, count_stored_events, create_table, play_move
from tests.support.processes import children_of
from tests.support.scripted_browser import ScriptedBrowser
from tests.support.server_process import ENVIRONMENT
from tests.support.stored_events import assert_same_logs, read_stored_events
from tests.support.subscriber import RecordingSubscriber
from tests.support.system import STRACE
from tests.support.timeout import TIMEOUT

KEYS = ("the-key-of-ans-0123456789", "the-key-of-bob-0123456789", "the-key-of-eve-0123456789")


def is_move(message: Json) -> bool:
    """Whether it tells of a move."""
    return any(event["event"]["kind"] == "moved" for event in message.get("events", ()))


def test_no_move_is_broadcast_before_its_commit(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_in_process(tmp_path / "tables.db") as (app, address):
            made = await http_request(address, "/api/tables", KEYS[0], {"game": "knopf", "sit": 0})
            table = json.loads(made)["table"]
            async with (
                open_client(address, KEYS[0], table) as ans,
                open_client(address, KEYS[1], table) as bob,
                open_client(address, KEYS[2], table) as eve,
            ):
                await ans.send("watch")
                await bob.send("sit", seat=1, name="Bob")
                await bob.send("watch")
                view = (await bob.wait_for(lambda message: message["say"] == "snapshot"))["view"]
                before = (await app.live.registry.get(table)).table.version
                gate = CommitGate(app.store)
                mover = (ans, bob)[view["player"]]
                await mover.send("play", seat=view["player"], seen=before, move=view["choices"][0]["move"])
                async with asyncio.timeout(TIMEOUT):
                    await gate.reached.wait()

                await eve.send("watch")  # who comes now waits for what is being written
                for person in (ans, bob, eve):
                    received = await person.receive_all()
                    assert not [message for message in received if is_move(message) or message.get("id") == "play"]
                assert not [message for message in eve.received if message["say"] == "snapshot"]
                assert "\n1. " not in await http_request(address, f"/api/tables/{table}/record")
                listed = json.loads(await http_request(address, "/api/tables", KEYS[0]))["tables"]
                assert [entry["version"] for entry in listed] == [before]
                assert "speelkist_moves_total 0.0\n" in await http_request(address, "/metrics")
                assert await count_stored_events(app.live, table) == before

                gate.open()
                assert (await mover.wait_for(lambda message: message.get("id") == "play"))["version"] == before + 1
                for person in (ans, bob, eve):
                    await person.wait_for(is_move)
                assert await count_stored_events(app.live, table) == before + 1
                assert "\n1. " in await http_request(address, f"/api/tables/{table}/record")
                assert json.loads(await http_request(address, "/health"))["ok"]

    asyncio.run(work())


def test_a_full_disk_is_told_and_changes_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with serve_in_process(tmp_path / "tables.db") as (app, address):
            made = await http_request(address, "/api/tables", KEYS[0], {"game": "kriskras"})
            table, promised = json.loads(made)["table"], json.loads(made)["commitment"]
            async with open_client(address, KEYS[0], table) as ans, open_client(address, KEYS[2], table) as eve:
                await ans.send("commit", commitment=promise_of(NONCES[0], promised), nonce=NONCES[0])
                await ans.answer("commit")
                await ans.send("watch")
                await eve.send("watch")
                shown = await ans.wait_for(lambda message: message["say"] == "snapshot")
                await eve.wait_for(lambda message: message["say"] == "snapshot")
                disk = LimitedDisk(app.store)
                await disk.fill_up()
                for asked in range(1000):  # until the last page is full
                    view, seen = shown["view"], shown["version"]
                    sent = {
                        "seat": view["player"],
                        "seen": seen,
                        "move": view["choices"][0]["move"],
                        "id": f"move {asked}",
                    }
                    await ans.send("play", **sent)
                    answer = await ans.answer(f"move {asked}")
                    if answer["say"] == "rejected":
                        break
                    shown = next(message for message in reversed(ans.received) if message["say"] == "update")
                assert answer["why"] == {"key": "server.store.failed", "values": {}}
                assert "could not be stored" in answer["sentence"]
                assert "database or disk is full" in caplog.text

                for person in (ans, eve):  # nobody has heard of it, and memory and disk agree
                    received = await person.receive_all()
                    assert max(message["version"] for message in received if message["say"] == "update") == seen
                assert (
                    (await app.live.registry.get(table)).table.version
                    == await count_stored_events(app.live, table)
                    == seen
                )

                await ans.send("play", **sent)  # still full
                await ans.wait_for(lambda message: message["say"] == "rejected" and message is not answer)
                await disk.free_space()
                await ans.send("play", **sent)
                done = await ans.wait_for(lambda message: message["say"] == "accepted" and message["id"] == sent["id"])
                assert done["version"] == seen + 1
                await eve.wait_for(
                    lambda update: update["say"] == "update" and update["events"][0]["version"] == seen + 1
                )

    asyncio.run(work())
    assert "0a" not in [word.strip("'\",") for word in caplog.text.split()], "what was to be written is in the log"


def test_a_bot_goes_on_when_the_disk_has_space_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            address = await create_table(live, seats=["person", "random"])
            await play_move(live, address)
            table = (await live.registry.get(address)).table
            subscriber = RecordingSubscriber(EVE)
            await live.subscriptions.watch(subscriber, address, 0)
            async with asyncio.timeout(TIMEOUT):
                while table.state.player != 0:
                    await asyncio.sleep(0.01)
                disk = LimitedDisk(live.store)
                await play_move(live, address)
                await disk.fill_up()
                while not live.counters["failed_writes"]:
                    if table.state.player == 0:
                        with contextlib.suppress(Refused):
                            await play_move(live, address)
                    await asyncio.sleep(0.01)
                await disk.free_space()
                while table.state.player != 0:
                    await asyncio.sleep(0.01)
            assert subscriber.versions() == list(range(1, table.version + 1))

    asyncio.run(work())


def test_a_write_that_fails_in_a_batch_leaves_the_others_stored(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            tables = [await create_table(live) for _ in range(9)]
            async with live.store.engine.begin() as connection:
                row = f"('{tables[4]}', 4, 0, '{{}}')"
                await connection.execute(sa.text(f"insert into events (table_id, version, at, data) values {row}"))
            commits = live.store.commits
            done = await asyncio.gather(*(play_move(live, table) for table in tables), return_exceptions=True)
            assert [isinstance(result, Exception) for result in done] == [table == tables[4] for table in tables]
            assert [await count_stored_events(live, table) for table in tables] == [4] * 9
            assert live.store.commits - commits < 8, "one bad apple, and all others are written one by one"

    asyncio.run(work())


def test_a_database_that_somebody_else_locks_is_waited_for_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            tables = [await create_table(live) for _ in range(9)]
            writer: Any = live.store._writer
            quick = "pragma busy_timeout=100"
            sa.event.listen(writer._engine, "connect", lambda connection, _: connection.execute(quick))
            await writer._in_thread(writer._disconnect)  # the next connection waits less, for a quick test
            tries = 0

            def counted(*_: Any) -> None:
                nonlocal tries
                tries += 1

            sa.event.listen(writer._engine, "begin", counted)
            with contextlib.closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
                other.execute("begin immediate")
                done = await asyncio.gather(*(play_move(live, table) for table in tables), return_exceptions=True)
                assert [str(result) for result in done] == [str(Refused("server.store.failed"))] * 9
                assert tries <= 2
                other.execute("rollback")
            assert await asyncio.gather(*(play_move(live, table) for table in tables)) == [4] * 9

    asyncio.run(work())


def test_the_writing_connection_waits_for_the_disk(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            writer: Any = live.store._writer
            assert writer._connection.scalar(sa.text("pragma synchronous")) == 2  # FULL
            assert writer._connection.scalar(sa.text("pragma journal_mode")) == "wal"
            writer._connection.rollback()
            assert live.store.durability == {"synchronous": "2", "journal_mode": "wal"}

    asyncio.run(work())


# --- seen from outside ----------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def traced_server(db: Path, trace: Path) -> AsyncIterator[str]:
    """The real command under strace, which writes its flushes to ``trace``; its address.

    It is started under strace: to join a process that runs already is often forbidden (ptrace_scope).
    """
    process = await asyncio.create_subprocess_exec(
        *(str(STRACE.path()), "-f", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-o", str(trace)),
        *(sys.executable, "-m", "speelkist", "serve", "--port", "0", "--db", str(db)),
        stdout=asyncio.subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode()
        yield line[line.index("http://") :].strip()
    finally:
        for server in children_of(process.pid):  # then strace ends too
            os.kill(server, signal.SIGKILL)
        await process.communicate()


def count_flushes(trace: Path) -> int:
    """How often the disk was flushed so far; strace writes each before the process goes on."""
    lines = trace.read_text().splitlines()
    return sum(("sync(" in line or "resumed" in line) and "= 0" in line for line in lines)


def test_every_acknowledged_group_is_flushed_to_disk(tmp_path: Path) -> None:
    """One move after the other: a flush for each. Many at once: they share flushes."""
    moves = 20

    async def work() -> None:
        db = tmp_path / "tables.db"
        trace = tmp_path / "trace"
        async with traced_server(db, trace) as address:
            crowd = [ScriptedBrowser(lambda: address, seed=seed) for seed in range(16)]
            for browser in crowd:
                await browser.create(game="knopf", options={"target": 6})
            alone = crowd[0]
            await alone.create(game="kriskras")
            async with alone.connected() as socket:
                await alone.play_on(socket, 2)
                before, acknowledged = count_flushes(trace), len(alone.acknowledged)
                await alone.play_on(socket, moves)
                assert len(alone.acknowledged) == acknowledged + moves
                assert count_flushes(trace) - before >= moves
            before = count_flushes(trace)
            await asyncio.gather(*(browser.play() for browser in crowd))
            flushes = count_flushes(trace) - before
            together = sum(len(browser.acknowledged) for browser in crowd) - len(alone.acknowledged)
            assert 0 < flushes < together * 0.8
            assert_same_logs(crowd, await read_stored_events(str(db)))

    asyncio.run(work())
