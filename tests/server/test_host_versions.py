"""A game begun under older rules ends under them, on a server that knows newer ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from speelkist.core import Record, State, register, registry
from speelkist.games.knopf import Knopf, KnopfState

from .harness import Client, House


class NewKnopf(Knopf):
    """Kopf oder Knopf with a new rule: whoever takes first has won."""

    info = replace(Knopf.info, version=Knopf.info.version + 1)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.target = 1


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    one = House(tmp_path / "tables.db")
    one.start()
    yield one
    one.stop()


@pytest.fixture
def new_rules(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Call it and the program is one version newer."""
    for name in ("_games", "_versions", "_packages"):
        monkeypatch.setattr(registry, name, dict(getattr(registry, name)))
    return lambda: register(NewKnopf, "speelkist.games.knopf")


def until_taken(state: State) -> list[str]:
    """Moves that lead to the first taking, found by looking two moves ahead."""
    for first in state.legal():
        for second in state.play(first).legal():
            after = state.play(first).play(second)
            assert isinstance(after, KnopfState)
            if sum(after.taken):
                return [first.text, second.text]
    return []


def opening() -> list[str]:
    """A game of Kopf oder Knopf up to its first taking."""
    state: State = Knopf().start()
    moves: list[str] = []
    while True:
        found = until_taken(state)
        if found:
            return moves + found
        move = state.legal()[0]
        moves.append(move.text)
        state = state.play(move)


def test_the_rules_differ() -> None:
    moves = opening()
    old: State = Knopf().start()
    new: State = NewKnopf().start()
    for move in moves:
        old, new = old.play(move), new.play(move)
    assert old.outcome is None
    assert new.outcome is not None and new.outcome.reason == "target"


def test_a_running_game_ends_under_its_own_rules(house: House, new_rules: Callable[[], None]) -> None:
    moves = opening()
    client = Client(house).connect()
    table = client.create("knopf", name="Ans")
    seen = client.watch(table)
    for move in moves[:2]:
        client.play(table, seen.view["player"], move)
    house.stop()
    new_rules()
    house.start()
    client.connect()

    # the old table goes on where the new rules would have ended it
    for move in moves[2:]:
        client.play(table, seen.view["player"], move)
    assert seen.state == "playing" and sum(seen.view["scores"]) > 0
    client.play(table, seen.view["player"], seen.view["choices"][0][0])
    record = Record.parse(house.http("GET", f"/api/tables/{table}/record").text)
    assert record.version == Knopf.info.version
    assert len(list(record.replay())) == len(moves) + 2

    # a new one is played by the new rules
    assert {one["id"]: one["version"] for one in house.http("GET", "/api/games").json()["games"]}["knopf"] == 2
    other = client.create("knopf", name="Ans")
    fresh = client.watch(other)
    assert fresh.events[0]["version"] == NewKnopf.info.version
    for move in moves:
        client.play(other, fresh.view["player"], move)
    assert fresh.state == "over" and fresh.events[-1]["reason"] == "target"

    # and so is the rematch of an old one
    client.ask("resign", table=table, seat=0)
    number = client.ask("rematch", table=table)["number"]
    following = client.catch_up(table, number).events[-1]["table"]
    assert client.watch(following).events[0]["version"] == NewKnopf.info.version
    client.close()


def test_a_game_of_rules_that_are_gone_is_told_and_does_no_harm(house: House, new_rules: Callable[[], None]) -> None:
    client = Client(house).connect()
    other = client.create("kriskras", name="Ans")
    with pytest.MonkeyPatch.context() as later:
        for name in ("_games", "_versions", "_packages"):
            later.setattr(registry, name, dict(getattr(registry, name)))
        new_rules()
        table = client.create("knopf", name="Ans")
        house.stop()
    house.start()  # an older program on the same database
    client.connect()
    assert client.refused("watch", table=table, seen=0) == "core.record.version"
    refused = house.http("GET", f"/api/tables/{table}/record")
    assert 400 <= refused.status < 500 and "version" in json.loads(refused.body)["sentence"]
    # the other tables of the same browser are still there
    listed = house.http("GET", "/api/tables", key=client.key)
    assert listed.status == 200
    assert [one["table"] for one in listed.json()["tables"]] == [other]
    client.watch(other)
    client.close()
