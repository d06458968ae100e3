"""Settling the dice at live tables: the silent are freed by the clock, and nothing in between is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from speelkist.server.live.clock import MARGIN
from speelkist.table import settlement
from tests.support.client import TestClient, connected_clients, settle_dice, table_of_two
from tests.support.dice import NONCES, promise_of
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, half_settled
from tests.support.server import TestServer
from tests.support.timeout import TIMEOUT


def test_the_clock_frees_who_keeps_the_others_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settlement, "REVEAL_SECONDS", 0.2)

    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await half_settled(live)
            table = (await live.registry.get(table_id)).table
            async with asyncio.timeout(TIMEOUT):
                while table.seats[1].owner is not None:
                    await asyncio.sleep(0.02)
            assert [seat.owner for seat in table.seats] == [ANS, None]
            assert (await live.registry.get(table_id)).clock is None

    asyncio.run(work())


def test_a_server_that_was_away_gives_everybody_their_minute_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db") as live:
            table_id = await half_settled(live)
        async with open_live_service(tmp_path / "tables.db") as live:
            table = await live.registry.get(table_id)
            table.table.settling_at -= 3_600_000  # as if it had been away for an hour
            live.clock.schedule(table)
            assert table.clock is not None
            left = table.clock.when() - asyncio.get_running_loop().time()
            assert settlement.REVEAL_SECONDS - 10 < left <= settlement.REVEAL_SECONDS + MARGIN
            version = await live.commands.run(
                table_id, BOB, "reveal", lambda now: settlement.reveal(now.table, BOB, NONCES[1])
            )
            assert table.table.status == "playing"
            assert table.table.version > version

    asyncio.run(work())


def test_a_reveal_that_is_sent_again_is_done_once(server: TestServer) -> None:
    with connected_clients(server, 2) as (ans, bob):
        table = ans.create("kriskras", sit=0)
        bob.watch(table)
        bob.sit(table, 1)
        request = bob.new_id()
        first = bob.ask("reveal", id=request, table=table, nonce=NONCES[1])["version"]
        bob.close()
        bob.connect()
        assert bob.ask("reveal", id=request, table=table, nonce=NONCES[1])["version"] == first
        assert bob.rejection("reveal", table=table, nonce=NONCES[1]) == "table.dice.revealed"
        ans.watch(table)
        ans.reveal(table)
        bob.receive_all()
        assert bob.tables[table].state == ans.tables[table].state == "playing"


@pytest.mark.parametrize("stage", ["created", "sat", "revealed"])
def test_a_server_that_dies_in_between_goes_on_where_it_was(tmp_path: Path, stage: str) -> None:
    server = TestServer(tmp_path / "tables.db")
    server.start()
    try:
        ans, bob = TestClient(server).connect(), TestClient(server).connect()
        table = ans.create("kriskras", sit=0)
        for client in (ans, bob):
            client.watch(table)
        if stage != "created":
            bob.sit(table, 1)
        if stage == "revealed":
            bob.reveal(table)
        before = server.stored_events(table)
        for client in (ans, bob):
            client.close()
        server.stop()
        server.start()
        for client in (ans, bob):
            client.connect()
        assert server.stored_events(table) == before
        if stage == "created":
            bob.sit(table, 1)
        if stage != "revealed":
            bob.reveal(table)
        ans.reveal(table)
        for client in (ans, bob):
            client.receive_all()
            assert client.tables[table].state == "playing"
            client.close()
    finally:
        server.stop()


def test_in_a_rematch_everybody_commits_and_reveals_again(server: TestServer) -> None:
    with table_of_two(server) as (table, (ans, bob)):
        bob.ask("resign", table=table, seat=1)
        number = ans.ask("rematch", table=table)["version"]
        following = bob.catch_up(table, number).events[-1]["table"]
        for client in (ans, bob):
            client.watch(following)
            client.sit(following)
        assert ans.tables[following].dice.promised != ans.tables[table].dice.promised
        assert bob.tables[following].state == "waiting"
        settle_dice(following, (ans, bob))
        assert bob.tables[following].state == ans.tables[following].state == "playing"
        kinds = [event["kind"] for event in server.stored_events(following)]
        assert kinds[:5] == ["created", "seated", "seated", "revealed", "revealed"]


def test_an_absent_creator_is_freed_and_comes_back(server: TestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settlement, "REVEAL_SECONDS", 0.3)
    with connected_clients(server, 2) as (ans, bob):
        table = ans.create("kriskras", sit=0, name="Ans")
        ans.close()
        bob.watch(table)
        bob.sit(table, 1, "Bob")
        version = bob.reveal(table)["version"]
        seen = bob.catch_up(table, version + 1)
        assert (seen.events[-1], seen.state) == ({"kind": "seat_freed", "seats": [0]}, "waiting")
        assert seen.seats[0] == {"side": "white"}
        monkeypatch.setattr(settlement, "REVEAL_SECONDS", 60)
        ans.connect()
        ans.nonces[table] = NONCES[2]
        ans.sit(table, 0, "Ans")
        bob.nonces[table] = NONCES[3]
        bob.ask("commit", table=table, commitment=promise_of(NONCES[3], seen.dice.promised))
        settle_dice(table, (ans, bob))
        assert ans.tables[table].state == "playing"
