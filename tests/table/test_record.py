"""The next game, and the record of this one."""

from __future__ import annotations

import pytest

import speelkist
from speelkist.core import CHANCE, Record, read_seed
from speelkist.core.view import read_phrase
from speelkist.table import commands, history
from speelkist.table import events as ev
from speelkist.table.table import PendingEvent
from tests.games.cubus.examples import POSITIONS
from tests.support.dice import NONCES, SEED

from .tables import ANS, BOB, CEES, apart, lay, play, refused, sit_all, take_in


def test_a_rematch_swaps_the_sides_and_keeps_the_seats_for_the_same_people() -> None:
    table = apart("cubus", 3, options={"players": 3})
    with refused("table.rematch.playing"):
        commands.rematch_seats(table, ANS)
    take_in(table, [PendingEvent(ev.Ended([0], "points", SEED, [3, 2, 1]))])
    with refused("table.seat.not_yours"):
        commands.rematch_seats(table, "d" * 64)
    seats, by = commands.rematch_seats(table, BOB)
    assert ([seat.reserved for seat in seats], by) == ([CEES, ANS, BOB], 1)
    assert [seat.planned for seat in seats] == ["person"] * 3
    take_in(table, [PendingEvent(ev.Rematched("nieuw234", 1))])
    with refused("table.rematch.done"):
        commands.rematch_seats(table, ANS)
    assert (table.rematch, table.rematch_version) == ("nieuw234", table.version)


def test_a_bot_goes_along_to_the_rematch() -> None:
    table = sit_all(lay("knopf", ["person", "random"]), ANS)
    take_in(table, commands.resign(table, ANS, 0))
    seats, _ = commands.rematch_seats(table, ANS)
    assert [(seat.planned, seat.reserved) for seat in seats] == [("random", None), ("person", ANS)]


@pytest.mark.parametrize("game", speelkist.games())
def test_a_whole_game_becomes_a_record_that_verifies(game: str) -> None:
    if game == "cubus":  # from where the pile is taken down: a whole building takes long
        table = apart(game, start=POSITIONS["demolition"], options={"demolition": True, "knocking": False})
    else:
        table = apart(game)
    early = str(history.record(table))
    assert "Seed" not in early and SEED not in early
    while table.ended is None:
        play(table, table.state.legal()[-1 if len(table.actions) % 3 else 0].text)
    record = Record.parse(str(history.record(table)))
    assert record == history.record(table)
    assert record.moves == tuple(table.actions)
    assert list(record.nonces.values()) == (list(NONCES[:2]) if table.contributors else [])
    assert list(record.nonce_commitments.values()) == [seat.commitment for seat in table.contributors]
    assert record.verify(read_seed(record.tags["Seed"])).throws == table.match.throws
    assert record.last() == table.state
    outcome = table.state.outcome
    assert outcome is not None
    assert (tuple(table.ended.winners), table.ended.reason) == (outcome.winners, outcome.reason)
    result = table.view()["result"]
    assert result is not None
    assert result["winners"] == list(outcome.winners)
    assert result["say"]["key"].startswith(f"{game}.end.{outcome.reason}")
    for lang in speelkist.core.LANGUAGES:
        assert read_phrase(result["say"]).say(lang)
    if outcome.earlier is not None:
        assert read_phrase(result["earlier"]["say"]).say("nl")


def test_a_false_throw_does_not_verify() -> None:
    table = apart("kriskras")
    for _ in range(8):
        play(table)
    take_in(table, commands.resign(table, ANS, 0))
    record = Record.parse(str(history.record(table)))
    throws = [index for index, mover in enumerate(table.match.actors) if mover == CHANCE]
    moves = list(record.moves)
    moves[throws[-1]] = "r1g1" if moves[throws[-1]] != "r1g1" else "r2g2"
    false = Record(record.game, record.version, record.options, tuple(moves[: throws[-1] + 1]), nonces=record.nonces)
    assert record.verify(read_seed(SEED)).throws == len(throws)
    with pytest.raises(speelkist.BadRecord):
        false.verify(read_seed(SEED))
    swapped = dict(zip(record.nonces, reversed([*record.nonces.values()]), strict=True))
    other = Record(record.game, record.version, record.options, record.moves, nonces=swapped)
    with pytest.raises(speelkist.BadRecord):
        other.verify(read_seed(SEED))
