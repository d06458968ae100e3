"""Hints between people: only where the table was made with them, and never in secret."""

from __future__ import annotations

from tests.support.client import TestClient, table_of_two
from tests.support.server import TestServer


def kinds(client: TestClient, table: str) -> list[str]:
    return [event["kind"] for event in client.tables[table].events]


def test_at_a_table_between_people_there_are_no_hints_by_default(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (table, (ans, _)):
        assert ans.rejection("hint", table=table, seat=0) == "table.hint.off"
        assert "hint_asked" not in [event["kind"] for event in server.stored_events(table)]


def test_where_the_table_allows_hints_everybody_sees_who_asks(server: TestServer) -> None:
    with table_of_two(server, "knopf", hints=True) as (table, (ans, bob)):
        assert bob.rejection("hint", table=table, seat=1) == "table.hint.turn"
        assert ans.ask("hint", table=table, seat=0)["data"]["move"]
        version = server.event_rows(table)[-1][0]
        bob.catch_up(table, version)
        assert bob.tables[table].events[-1] == {"kind": "hint_asked", "seat": 0}
        seen = ans.catch_up(table, version)
        ans.play(table, 0, seen.view["choices"][0]["move"])  # the position did not change by it
        assert kinds(ans, table).count("hint_asked") == 1
        bob.ask("resign", table=table, seat=1)
        rematch = bob.ask("rematch", table=table)
        assert server.stored_events(server.stored_events(table)[-1]["table"])[0]["hints"] and rematch


def test_alone_and_against_the_computer_hints_need_no_permission_and_leave_no_event(server: TestServer) -> None:
    client = TestClient(server).connect()
    table = client.create("knopf", seats=["person", "simple"], sit=0)
    assert client.ask("hint", table=table, seat=0)["data"]["move"]
    assert "hint_asked" not in [event["kind"] for event in server.stored_events(table)]
    client.close()
