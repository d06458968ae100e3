"""Moves, throws, knocks and the clock at a table."""

from __future__ import annotations

import copy
import hmac
import json

import pytest

from speelkist.core import CHANCE, SpeelkistError
from speelkist.table import commands, history, settlement, undo
from speelkist.table import events as ev
from speelkist.table.errors import Refused
from speelkist.table.table import Table
from tests.games.cubus.examples import POSITIONS
from tests.games.cubus.setting import data
from tests.games.cubus.shown import FULL, LIDS
from tests.support.dice import promise_of

from .tables import (
    ANS,
    BOB,
    CEES,
    apart,
    events,
    lay,
    play,
    refused,
    take_in,
    together,
)


def test_only_the_owner_moves_and_only_in_his_turn() -> None:
    table = apart("knopf")
    move = table.state.legal()[0].text
    for stranger in (BOB, CEES, "", ANS[:-1], ANS + "a"):
        with refused("table.seat.not_yours"):
            commands.play(table, stranger, 0, table.version, move)
    with refused("table.move.turn"):
        commands.play(table, BOB, 1, table.version, move)
    assert events(commands.play(table, ANS, 0, table.version, move)) == [ev.Moved(0, move)]


def test_an_illegal_move_is_refused_with_its_rule_and_nothing_changes() -> None:
    table = apart("knopf")
    before = copy.deepcopy((table.actions, table.state, table.version))
    for wrong in ("a1-a1", "nonsense", "", "x" * 5000):
        with pytest.raises(SpeelkistError):
            commands.play(table, ANS, 0, table.version, wrong)
    assert (table.actions, table.state, table.version) == before


def test_a_move_is_stored_as_the_game_writes_it() -> None:
    table = apart("kriskras")
    move = table.state.legal()[0].text
    assert events(commands.play(table, ANS, 0, table.version, f"  {move} "))[0] == ev.Moved(0, move)


def test_a_move_of_somebody_who_has_not_seen_the_last_is_refused() -> None:
    table = apart("knopf")
    seen = table.version
    play(table)
    with refused("table.move.stale"):
        commands.play(table, BOB, 1, seen, table.state.legal()[0].text)
    take_in(table, commands.rename(table, ANS, 0, "Anna"))  # a new name changes no position
    assert commands.play(table, BOB, 1, table.version - 1, table.state.legal()[0].text)


def test_throws_follow_from_seed_nonces_and_count() -> None:
    first, second, other = apart(), apart(), lay()
    for seat, owner in enumerate((ANS, BOB)):
        take_in(other, commands.sit(other, owner, seat, "", promise_of("00" * 16)))
    for owner in (ANS, BOB):
        take_in(other, settlement.reveal(other, owner, "00" * 16))
    for table in (first, second, other):
        for _ in range(12):
            play(table)
    assert first.actions == second.actions
    assert first.actions != other.actions
    assert [event for event in first.match.actors if event == CHANCE] == [CHANCE] * first.match.throws


def knocking(seconds: int = 15, players: int = 3) -> Table:
    """Three at Cubus, the first has passed: the others may knock."""
    table = apart("cubus", players, start=POSITIONS["passed"], options={"players": players}, answer_seconds=seconds)
    assert table.state.phase == "knock"
    return table


def test_the_first_knock_counts_and_those_before_say_no() -> None:
    table = knocking()
    pending = commands.play(table, CEES, 2, table.version, "knock:2")
    assert events(pending) == [ev.Moved(1, "no", auto=True), ev.Moved(2, "knock:2")]
    take_in(table, pending)
    assert history.story(table)[-2][0]["key"] == "table.answer.early", "they saw nothing, as far as anybody knows"
    assert (table.state.phase, table.state.player) == ("show", 2)
    assert table.deadline() is None


def test_only_a_knock_comes_before_its_turn() -> None:
    table = knocking()
    for move in ("no", "knock:1", "--", "build 3@0,0"):
        with refused("table.move.turn"):
            commands.play(table, CEES, 2, table.version, move)
    with refused("table.move.turn"):
        commands.play(table, ANS, 0, table.version, "knock:0")  # who passed cannot knock


def test_the_clock_says_no_for_those_who_are_silent() -> None:
    table = knocking(seconds=15)
    began = table.deadline()
    assert began == table.at + 15_000
    play(table, "no")
    assert table.deadline() == began  # everybody's time runs from the pass
    pending = commands.on_timeout(table)
    assert events(pending)[0] == ev.Moved(2, "no", auto=True, late=True)
    changes = take_in(table, pending)
    tale = history.story(table)
    assert [change["say"]["key"] for change in changes[:1]] == ["table.answer.late"]
    assert (tale[0][0]["key"], tale[1][0]["key"]) == ("cubus.say.no", "table.answer.late"), "one answered, one did not"
    assert (table.state.phase, table.deadline()) == ("build", None)


def test_without_a_clock_or_at_one_screen_nobody_hurries() -> None:
    assert knocking(seconds=0).deadline() is None
    table = together("cubus", 3, start=POSITIONS["passed"], options={"players": 3})
    assert table.deadline() is None
    with refused("table.move.turn"):
        commands.play(table, ANS, 2, table.version, "knock:2")


def test_an_undo_back_to_a_question_gives_the_whole_time_again() -> None:
    table = apart("cubus", 3, start=POSITIONS["passed"], options={"players": 3}, answer_seconds=15)
    take_in(table, commands.play(table, BOB, 1, table.version, "knock:1"))
    take_in(table, undo.undo(table, BOB, 1, table.version))
    take_in(table, undo.answer(table, ANS, 0, table.version, True))
    late = table.at + 3_600_000
    take_in(table, undo.answer(table, CEES, 2, table.version, True), at=late)
    assert table.state.phase == "knock"
    assert table.deadline() == late + 15_000


def test_keys_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []

    def compare(own: str, other: str) -> bool:
        compared.append((own, other))
        return genuine(own, other)

    genuine = hmac.compare_digest
    monkeypatch.setattr(hmac, "compare_digest", compare)
    table = apart("knopf")
    compared.clear()
    with pytest.raises(Refused):
        commands.play(table, "f" * 64, 0, table.version, table.state.legal()[0].text)
    assert compared == [("a" * 64, "f" * 64)]


def test_nobody_is_asked_what_cannot_matter_any_more() -> None:
    """Cubus: once 64 boxes stand there nothing can be built, and the last passes and answers come by themselves."""
    corner = data("4,4,4,4/4,4,4,4/4,4,4,4/4,4,4,3@0,0", stock=False, open=LIDS)
    table = apart("cubus", start=json.dumps(corner))
    lids = ";".join(f"{a},{b}" for a, b in LIDS)
    last_build = f"build {FULL} O:{lids}"
    pending = commands.play(table, ANS, 0, table.version, last_build)
    last_moves = [(1, "--"), (0, "no"), (0, "--"), (1, "no")]
    assert events(pending)[:-1] == [ev.Moved(0, last_build), *(ev.Moved(seat, move) for seat, move in last_moves)]
    assert isinstance(events(pending)[-1], ev.Ended)
    assert "cubus.say.full" in [change["say"]["key"] for change in take_in(table, pending) if "say" in change]
    # as long as something can be re-laid, a pass is answered, though nobody has a tile
    table = apart("cubus", start=json.dumps(corner))
    assert events(commands.play(table, ANS, 0, table.version, "--")) == [ev.Moved(0, "--")]
