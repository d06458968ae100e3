"""A game being played: throws, undo, record."""

import pytest

from speelkist.core import BadOption, IllegalMove, Match, Record, Result, ScriptedDice

from .toy import Toy


def test_a_match_goes_move_by_move() -> None:
    match = Match(Toy(length=3), seats={"red": "Anna"}, tags={"Date": "2026-11-15"})
    dice = ScriptedDice(["1", "2", "2"])
    assert match.throws == 0
    assert match.throw(dice).text == "1"
    assert match.throws == 1
    match.play("creep")
    match.throw(dice)
    match.play("rest")
    match.throw(dice)
    match.play("kruip")
    assert [move.text for move in match.moves] == ["1", "creep", "2", "rest", "2", "creep"]
    assert match.state.outcome is not None
    record = match.record()
    assert record.result == Result(("red",), "home")
    assert record.seats == {"red": "Anna"}
    assert Record.parse(str(record)) == record


def test_an_illegal_move_changes_nothing() -> None:
    match = Match(Toy())
    with pytest.raises(IllegalMove):
        match.play("creep")
    assert match.moves == []
    assert list(match.states()) == [match.initial]


def test_undo_goes_back_to_a_decision() -> None:
    match = Match(Toy(length=9))
    for move in ("1", "creep", "2", "rest", "3"):
        match.play(move)
    assert match.undo(player=0)
    assert [move.text for move in match.moves] == ["1"]
    assert not match.undo(player=0)
    for move in ("creep", "2", "rest", "3"):
        match.play(move)
    assert match.undo()
    assert [move.text for move in match.moves] == ["1", "creep", "2"]
    assert match.undo(player=0)
    assert not match.undo(player=1)
    assert not match.undo()
    assert len(list(match.states())) == len(match.moves) + 1


def test_undo_at_the_end_takes_the_result_back() -> None:
    match = Match(Toy(length=2))
    match.play("2")
    match.play("creep")
    assert match.record().result is not None
    assert match.undo()
    assert match.record().result is None


def test_a_match_can_start_at_a_position_which_says_its_options() -> None:
    start = Toy(length=5, loud=True).start().play("3")
    match = Match(Toy(), start=start)
    match.play("creep")
    record = match.record()
    assert record.options["length"] == 5
    assert Record.parse(str(record)) == record
    assert record.last() == match.state


def test_a_match_is_taken_up_where_its_record_ends() -> None:
    match = Match(Toy(length=9), seats={"blue": "Bert"}, tags={"Seed": "00" * 32})
    for move in ("1", "creep", "2"):
        match.play(move)
    again = Match.from_record(Record.parse(str(match.record())))
    assert again.state == match.state
    assert list(again.states()) == list(match.states())
    assert again.moves == match.moves
    assert again.record() == match.record()
    again.play("rest")
    assert again.throws == 2


def test_a_game_that_was_given_up_can_be_taken_up() -> None:
    text = "Speelkist record 1\nGame: toy\nVersion: 3\nResult: blue (resigned)\n\n1. 2 | rest\n"
    match = Match.from_record(Record.parse(text))
    assert match.record().result is None
    match.play("1")


def test_dice_that_run_out_change_nothing() -> None:
    match = Match(Toy())
    with pytest.raises(BadOption):
        match.throw(ScriptedDice([]))
    assert match.moves == []
