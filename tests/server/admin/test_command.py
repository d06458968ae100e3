"""``speelkist admin`` beside a server that runs, and beside one that does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from speelkist.cli import main
from speelkist.core import Record
from speelkist.server.logging import log_alias
from speelkist.server.settings import Settings
from speelkist.server.storage.database import held, prepare
from tests.support.client import TestClient, connected_clients, table_of_two
from tests.support.server import TestServer, running_server

THERE = {"x-forwarded-for": "203.0.113.7"}
MAPPED = {"x-forwarded-for": "::ffff:203.0.113.7"}
NEARBY = {"x-forwarded-for": "203.0.114.7"}


class Host:
    """Whoever runs the server, at a prompt."""

    def __init__(self, db: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._db = db
        self._capsys = capsys

    def __call__(self, *arguments: str, code: int = 0) -> str:
        self._capsys.readouterr()
        given = main(["admin", "--db", str(self._db), *arguments])
        out, err = self._capsys.readouterr()
        assert given == code, out + err
        assert code == 0 or err.count("\n") == 1
        return out + err


@pytest.fixture(scope="module")
def managed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with running_server(tmp_path_factory.mktemp("server"), admin_port=0, trust_proxy=True) as server:
        yield server


@pytest.fixture
def host(managed: TestServer, capsys: pytest.CaptureFixture[str]) -> Host:
    return Host(managed.db, capsys)


def test_tables_are_listed_and_reached_by_their_name_in_the_log(managed: TestServer, host: Host) -> None:
    with connected_clients(managed, 1) as (client,):
        small, big = client.create("knopf", name="Ans"), client.create("cubus", options={"players": 4})
        client.watch(small)
        client.play(small, 0, "b2-a1")
        lines = host("tables").splitlines()
        assert lines[0].split()[:4] == ["table", "log", "game", "state"]
        listed = {line.split()[0]: line.split() for line in lines[1:]}
        assert listed[small][1:7] == [log_alias(small), "knopf", "open", "4", "4", "1"]
        assert {small, big} <= set(listed)
        for order in ("idle", "biggest", "busiest"):
            assert host("tables", order, "--limit", "500").startswith("table ")
        sizes = [int(size) for size in re.findall(r"([0-9]+) kB", host("tables", "biggest"))]
        assert sizes == sorted(sizes, reverse=True)
        for name in (small, f"https://kist.example/t/{small}", log_alias(small)):
            shown = host("table", name)
            assert re.search(rf"table +{small}", shown) and re.search(r"seats +Ans", shown)
            assert re.search(r"networks +127\.0\.0\.1", shown)
    assert "fits 0 tables" in host("table", "t-000000", code=2)
    assert "There is no table" in host("table", "22222222", code=2)
    assert "There is no table" in host("end", "'; drop", code=2)
    assert "That cannot be asked" in host("tables", "--limit", "0", code=2)


def test_a_game_that_the_host_ends_is_over_for_its_players_at_once(managed: TestServer, host: Host) -> None:
    with table_of_two(managed) as (table, (ans, bob)):
        assert host("end", log_alias(table)) == f"The game at {table} is over.\n"
        for client in (ans, bob):
            seen = client.catch_up(table, managed.event_rows(table)[-1][0])
            assert seen.state == "over" and seen.view["result"]["say"]["key"] == "table.end.abandoned"
        assert seen.view["result"]["winners"] == []
        record = Record.parse(managed.http("GET", f"/api/tables/{table}/record").text)
        assert record.result is not None and record.result.reason == "abandoned" and list(record.replay())
        assert "over" in host("end", table, code=2)


def test_a_table_is_put_away_opened_again_and_deleted_before_its_players_eyes(managed: TestServer, host: Host) -> None:
    with connected_clients(managed, 2) as (player, watcher):
        table = player.create("knopf")
        for client in (player, watcher):
            client.watch(table)
        for action, state in (("archive", "archived"), ("reopen", "playing")):
            assert table in host(action, table)
            for client in (player, watcher):
                client.receive_all()
                assert client.tables[table].state == state
        assert host("delete", table) == f"{table} has been deleted.\n"
        for client in (player, watcher):
            client.receive_all()
            assert client.deleted_tables == [table]
        assert managed.event_rows(table) == []
        assert "There is no table" in host("delete", table, code=2)


def test_a_banned_network_is_disconnected_and_stays_outside(managed: TestServer, host: Host) -> None:
    with connected_clients(managed, 1) as (other,):
        client = TestClient(managed).connect(**THERE)
        assert "203.0.113.7" in host("addresses")
        assert host("ban", "203.0.113.0/24", "--note", "flood") == "Nobody of 203.0.113.0/24 is let in.\n"
        assert client.await_close() == (4003, "banned")
        for headers in (THERE, MAPPED):
            reply = managed.http("GET", "/", headers=headers)
            assert reply.status == 403 and "laat jouw netwerk niet toe" in reply.text
            with pytest.raises(InvalidStatus):
                TestClient(managed).connect(**headers)
        TestClient(managed).connect(**NEARBY).close()
        other.receive_all()
        assert re.search(r"203\.0\.113\.0/24 +banned +- +- +- +- +flood", host("networks"))
        # of a banned network one address may be let in all the same: the narrowest rule counts
        host("quota", "203.0.113.7", "--sockets", "1", "--tables-per-hour", "1", "--rate", "5")
        assert re.search(r"203\.0\.113\.7/32 +own limits +1 +1 +5 ", host("networks"))
        client = TestClient(managed).connect(**THERE)
        second = TestClient(managed)
        second.open(**THERE)
        assert second.await_close()[0] == 4029
        body = {"game": "knopf"}
        statuses = [managed.http("POST", "/api/tables", body, client.key, THERE).status for _ in range(2)]
        assert statuses == [201, 429]
        # five a second, and four seconds of it at once
        client.send_until_closed(['{"say":"unwatch","id":"x","table":"22222222"}'] * 60)
        assert client.await_close() == (4008, "too fast")
        for network in ("203.0.113.7", "203.0.113.0/24"):
            host("unban", network)
        assert managed.http("GET", "/health", headers=MAPPED).status == 200
        assert "Nothing was decided" in host("unban", "203.0.113.7", code=2)


def test_one_address_of_ipv6_stands_for_its_network_and_a_ban_may_end(managed: TestServer, host: Host) -> None:
    assert host("ban", "2001:db8:1:2:3::4", "--days", "3") == "Nobody of 2001:db8:1:2::/64 is let in.\n"
    assert managed.http("GET", "/health", headers={"x-forwarded-for": "2001:db8:1:2:ffff::1"}).status == 403
    assert managed.http("GET", "/health", headers={"x-forwarded-for": "2001:db8:1:3::1"}).status == 200
    rules = managed.app.rules
    rule = rules.rule_of("2001:db8:1:2::9")
    assert rule is not None and rule.expires_at is not None
    rules.replace([rule._replace(expires_at=1)])
    assert not rules.is_banned("2001:db8:1:2::9")
    host("unban", "2001:db8:1:2::/64")


@pytest.mark.parametrize(
    "network", ["127.0.0.1", "0.0.0.0/0", "::/0", "::1", "::ffff:127.0.0.1", "nonsense", "1.2.3.4/33"]
)
def test_a_network_that_is_none_or_our_own_is_refused(host: Host, network: str) -> None:
    host("ban", network, code=2)
    assert len(host("networks").splitlines()) == 1


def test_without_a_server_the_command_works_on_the_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running_server(tmp_path) as server, table_of_two(server) as (table, (ans, _)):
        pass
    host = Host(server.db, capsys)
    assert table in host("tables")
    assert "is over" in host("end", table)
    host("ban", "203.0.113.7")
    assert "No server takes commands" in host("page", code=2)
    server.start()
    try:
        back = TestClient(server, ans.key).connect()
        assert back.watch(table).state == "over"
        back.close()
        assert server.app.rules.is_banned("203.0.113.7")
    finally:
        server.stop()
    assert host("delete", table) == f"{table} has been deleted.\n"


def test_a_server_that_takes_no_commands_is_not_worked_around(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(db=str(tmp_path / "tables.db"))
    prepare(settings)
    with held(settings):
        assert "takes no commands here" in Host(tmp_path / "tables.db", capsys)("networks", code=2)


def test_the_page_is_told_with_its_token(managed: TestServer, host: Host) -> None:
    (address,) = host("page").split()
    assert address.endswith(f"/#{managed.app.admin.token}") and f":{managed.port}/" not in address
