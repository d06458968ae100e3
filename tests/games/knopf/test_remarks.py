"""What a record of Kopf oder Knopf says behind an action: what was taken and fined."""

from __future__ import annotations

from speelkist.core import Match, Outcome

from .examples import position, read
from .setting import play


def test_taken_buttons_are_noted_behind_the_first_action_of_the_turn() -> None:
    state = read(position("d4 e5 j10", "f6 g7 i3", "blue"))
    match = Match(state.game, start=state)
    for move in ("i3-j3", "j10-i10", "j3-j4", "i10-j10"):
        match.play(move)
    body = str(match.record()).split("\n\n")[1].splitlines()
    assert body == ["1. i3-j3", "2. j10-i10 {x f6}", "3. j3-j4", "4. i10-j10 {x g7}"]


def test_the_first_action_may_be_a_fine() -> None:
    state = read(position("d4 e5 j10", "g7 a2 a3 b5 i3", "blue"))
    match = Match(state.game, start=state)
    for move in ("b5-b4", "!a2", "j10-i10"):
        match.play(move)
    body = str(match.record()).split("\n\n")[1].splitlines()
    assert body == ["1. b5-b4", "2. !a2 {x g7} | j10-i10"]
    assert match.state_at(1).just_taken == ("g7",)  # type: ignore[attr-defined]
    assert match.state_at(2).just_taken == ()  # type: ignore[attr-defined]


def test_a_taking_that_ends_the_game_is_noted_behind_the_action_before_it() -> None:
    state = read(position("d4 e5 a1 a10 j1", "f6 g7 h3 j5 e9", "blue", target=11))
    match = Match(state.game, start=state)
    for move in ("e9-e10", "j1-i1", "e10-d10"):
        match.play(move)
    record = str(match.record())
    assert record.split("\n\n")[1].splitlines() == ["1. e9-e10", "2. j1-i1 {x f6}", "3. e10-d10 {x g7}"]
    assert "Result: red (target)" in record


def test_both_remarks_together() -> None:
    """Blue has taken at the start of the turn, and the move after it lets red take the last one."""
    state = read(position("d4 e5 j10 a7", "g7 j7 j8", target=12))
    match = Match(state.game, start=state)
    match.play("a7-a8")
    match.play("j8-i8")
    assert match.state.outcome == Outcome((0,), "target", (12, 11))
    assert str(match.record()).split("\n\n")[1].splitlines() == ["1. a7-a8", "2. j8-i8 {x j10; x g7}"]


def test_what_was_taken_is_no_part_of_the_value() -> None:
    state = play(read(position("d4 e5 j10", "f6 g7 i3", "blue")), "i3-j3")
    again = read(state.to_json())
    assert state.just_taken != again.just_taken == ()
    assert state == again
    assert hash(state) == hash(again)
    assert "just" not in state.to_json()


def test_the_first_action_may_be_to_let_a_group_be() -> None:
    state = read(position("d4 e5 j10", "f6 g7 h8 i1", "blue"))
    match = Match(state.game, start=state)
    for move in ("i1-j1", "!-", "j10-i10"):
        match.play(move)
    assert str(match.record()).split("\n\n")[1].splitlines() == ["1. i1-j1", "2. !- {x f6} | j10-i10"]


def test_where_taking_is_chosen_the_actions_say_it_themselves() -> None:
    state = read(position("d4 e5 j10", "b2 g7 i3", "blue", choose=True, target=13))
    match = Match(state.game, start=state)
    for move in ("i3-j3", "xb2", "xg7"):
        match.play(move)
    record = str(match.record())
    assert record.split("\n\n")[1].splitlines() == ["1. i3-j3", "2. xb2 | xg7"]
    assert 'Option taking: "choose"' in record
    assert "Result: red (target)" in record
