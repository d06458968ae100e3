"""Looking back at a game, and checking its dice from outside."""

from __future__ import annotations

import hashlib
import hmac
from importlib import import_module
from math import lcm
from typing import Any

import pytest

from speelkist.core.view import read_phrase
from speelkist.table import commands
from speelkist.table.errors import Refused
from speelkist.table.events import Created, Ended
from speelkist.table.history import answer, position_at, proof
from speelkist.table.table import PendingEvent, Table
from tests.support.dice import settle

from .tables import ANS, apart, play, take_in, together

SEED = "5eed" * 16


def played(moves: int) -> Table:
    """A game of Kris-kras at one screen with some moves made."""
    table = Table("abcd2345")
    commitment = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    created = Created("kriskras", 1, {}, ["person", "person"], commitment)
    table.apply(PendingEvent(created, f'{{"seed": "{SEED}"}}'), 1, 0)
    for seat in range(2):
        for pending in commands.sit(table, "me", seat, ""):
            table.apply(pending, table.version + 1, 0)
    settle(table)
    for _ in range(moves):
        view = table.view()
        for pending in commands.play(table, "me", view["player"], table.version, view["choices"][0]["move"]):
            table.apply(pending, table.version + 1, 0)
    return table


def test_every_earlier_position_can_be_looked_at() -> None:
    table = played(3)
    first = position_at(table, 0)
    assert first["view"]["phase"] == "lots"
    assert first["view"]["choices"] == []
    now = position_at(table, len(table.actions))
    assert now["view"]["pieces"] == table.view()["pieces"]
    assert position_at(table, 3)["last"], "after lots, throw and move the last move is marked"


@pytest.mark.parametrize(
    ("game", "start", "move", "marked"),
    [
        ("kriskras", "white may trade one musketeer for two of three soldiers", "=h1", ["h1"]),
        ("krabcek", "stacks of both kinds may switch", None, None),
    ],
)
def test_what_comes_back_or_changes_places_is_marked(
    game: str, start: str, move: str | None, marked: list[str] | None
) -> None:
    positions: dict[str, str] = import_module(f"tests.games.{game}.examples").POSITIONS
    table = together(game, start=positions[start])
    switch = next((text for text in (legal.text for legal in table.state.legal()) if "<>" in text), "")
    play(table, move or switch)
    assert table.last == (marked or switch.split("<>"))
    assert position_at(table, 1)["last"] == table.last


def test_the_description_of_a_game_that_was_given_up_does_not_ask_for_a_move() -> None:
    table = apart("knopf")
    asked = answer(table, ANS, "describe", {}, None)
    take_in(table, commands.resign(table, ANS, 0))
    described = answer(table, ANS, "describe", {}, None)
    assert read_phrase(described[0]).say() == "Red gave up, so Blue wins."
    assert described[1:] == asked[1:]
    assert answer(table, ANS, "describe", {}, 0) == asked


@pytest.mark.parametrize("actions", [-1, 999])
def test_there_is_nothing_before_the_start_and_after_the_end(actions: int) -> None:
    with pytest.raises(Refused, match="to look back at"):
        position_at(played(1), actions)


def test_the_proof_waits_for_the_end() -> None:
    with pytest.raises(Refused, match="when the game is over"):
        proof(played(1))


def test_the_proof_holds_all_that_is_needed_to_recompute_the_throws() -> None:
    table = played(4)
    table.apply(PendingEvent(Ended([0], "resigned", SEED)), table.version + 1, 0)
    shown = proof(table)
    assert hashlib.sha256(bytes.fromhex(shown["seed"])).hexdigest() == shown["commitment"]
    message = b"speelkist dice 1" + b"".join(
        len(bytes.fromhex(nonce)).to_bytes(4, "big") + bytes.fromhex(nonce) for nonce in shown["nonces"]
    )
    key = hmac.digest(bytes.fromhex(shown["seed"]), message, "sha256")
    assert len(shown["throws"]) == 6
    for event, throw in enumerate(shown["throws"]):
        assert recomputed(key, event, throw["outcomes"]) == throw["move"]


def recomputed(key: bytes, event: int, outcomes: list[Any]) -> str:
    """As docs/dice.md tells it; the first block is below the limit in all but one of 2**250 cases."""
    total = lcm(*(denominator for _, _, denominator in outcomes))
    block = hmac.digest(key, event.to_bytes(8, "big") + bytes(4), "sha256")
    rest = int.from_bytes(block, "big") % total
    for text, numerator, denominator in outcomes:
        rest -= numerator * (total // denominator)
        if rest < 0:
            return str(text)
    raise AssertionError("the odds do not sum to 1")
