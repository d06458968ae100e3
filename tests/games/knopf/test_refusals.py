"""Every rule that a move can break is answered with its own sentence."""

from __future__ import annotations

import pytest

from speelkist.core import BadNotation, IllegalMove, Phrase, Refusal, phrases_of
from speelkist.core.queries import answer_query

from .examples import POSITIONS, position, read, with_holes
from .setting import moves, play, start

TWO_FINES = POSITIONS["two groups of equal size are to be fined"]
MOVE = position("d4 e5 a1 j9", "g2 c9", holes=["1111111111"] * 8 + ["1111111114"] + ["1111111111"])
TAKE = POSITIONS["red may take, and a group is to be fined then"]
CHOOSE = position("d4 e6 a1 j9", "g2 c9", choose=True)
FORBIDDEN = position("d4 e5 f7 a1", "g2 c9", groups="forbidden")

# key: position, move, values
CASES: list[tuple[str, str, str, dict[str, object]]] = [
    ("knopf.notation.form", MOVE, "hello", {"text": "hello"}),
    ("knopf.notation.form", MOVE, "", {"text": ""}),
    ("knopf.notation.form", MOVE, "d4", {"text": "d4"}),
    ("knopf.notation.form", MOVE, "d4-d5-d6", {"text": "d4-d5-d6"}),
    ("knopf.notation.form", MOVE, "d٤-d5", {"text": "d٤-d5"}),
    ("knopf.notation.square", MOVE, "k4-k5", {"square": "k4"}),
    ("knopf.notation.square", MOVE, "d4-d11", {"square": "d11"}),
    ("knopf.notation.square", MOVE, "d0-d1", {"square": "d0"}),
    ("knopf.notation.square", MOVE, "d04-d5", {"square": "d04"}),
    ("knopf.notation.square", TWO_FINES, "!z9", {"square": "z9"}),
    ("knopf.fine.first", TWO_FINES, "a10-a9", {"squares": "a1, b1, b2"}),
    ("knopf.take.first", TAKE, "a10-a9", {"squares": "b2, g7"}),
    ("knopf.take.first", TAKE, "--", {"squares": "b2, g7"}),
    ("knopf.take.first", TAKE, "!g7", {"squares": "b2, g7"}),
    ("knopf.take.first", TAKE, "!-", {"squares": "b2, g7"}),
    ("knopf.take.itself", MOVE, "xg2", {}),
    ("knopf.take.itself", TWO_FINES, "x-", {}),
    ("knopf.take.none", CHOOSE, "xg2", {}),
    ("knopf.take.none", CHOOSE, "x-", {}),
    ("knopf.take.own", TAKE, "xd4", {"square": "d4", "squares": "b2, g7"}),
    ("knopf.take.empty", TAKE, "xd5", {"square": "d5", "squares": "b2, g7"}),
    ("knopf.take.outside", TAKE, "xj5", {"square": "j5", "squares": "b2, g7"}),
    ("knopf.notation.square", TAKE, "xk1", {"square": "k1"}),
    ("knopf.fine.first", TWO_FINES, "--", {"squares": "a1, b1, b2"}),
    ("knopf.fine.none", MOVE, "!g2", {}),
    ("knopf.fine.none", MOVE, "!-", {}),
    ("knopf.fine.own", TWO_FINES, "!a10", {"square": "a10", "squares": "a1, b1, b2"}),
    ("knopf.fine.empty", TWO_FINES, "!a2", {"square": "a2", "squares": "a1, b1, b2"}),
    ("knopf.fine.later", TWO_FINES, "!g1", {"square": "g1", "squares": "a1, b1, b2"}),
    ("knopf.fine.outside", TWO_FINES, "!j5", {"square": "j5", "squares": "a1, b1, b2"}),
    ("knopf.move.pass", MOVE, "--", {"example": "a1-b1"}),
    ("knopf.move.theirs", MOVE, "g2-g3", {"square": "g2", "side": Phrase("knopf.side.red")}),
    ("knopf.move.empty", MOVE, "h5-h6", {"square": "h5"}),
    ("knopf.move.stay", MOVE, "d4-d4", {"square": "d4"}),
    ("knopf.move.line", MOVE, "d4-e6", {"start": "d4", "end": "e6"}),
    ("knopf.move.line", MOVE, "j9-a10", {"start": "j9", "end": "a10"}),
    ("knopf.move.far", MOVE, "j9-e9", {"square": "j9", "distance": 5}),
    ("knopf.move.distance", MOVE, "d4-d6", {"square": "d4", "n": 1, "distance": 2}),
    ("knopf.move.occupied", MOVE, "d4-e5", {"square": "e5"}),
    ("knopf.groups.forbidden", FORBIDDEN, "f7-f6", {"squares": "d4, e5, f6"}),
]


@pytest.mark.parametrize(("key", "text", "move", "values"), CASES)
def test_each_refusal(key: str, text: str, move: str, values: dict[str, object]) -> None:
    state = read(text)
    refusal = state.why_not(move)
    assert refusal == Refusal(key, **values)  # type: ignore[arg-type]
    for lang in ("en", "nl"):
        sentence = refusal.say(lang)
        assert "{" not in sentence
        assert sentence[-1] in ".)"
    with pytest.raises(BadNotation if refusal.rule == "notation" else IllegalMove) as error:
        state.play(move)
    assert error.value.phrase == refusal


def test_every_refusal_in_the_phrases_is_provoked() -> None:
    rules = ("notation.", "take.", "fine.", "move.", "groups.")
    written = {f"knopf.{key}" for key in phrases_of("knopf", "en") if key.startswith(rules)}
    assert written - {"knopf.move.stuck"} == {key for key, *_ in CASES}


def test_a_button_that_cannot_move_is_answered_when_it_is_picked() -> None:
    walled = read(position("a1 j9", "a3 c1 c3 h8", holes=with_holes(a1=2)))
    assert answer_query(walled, "why_not", {"picks": ["a1"]}) == {"key": "knopf.move.stuck", "values": {"square": "a1"}}


def test_more_than_one_hole_is_said_in_the_plural() -> None:
    refusal = start().why_not("f2-f3")
    assert refusal == Refusal("knopf.move.distance", square="f2", n=3, distance=1)
    assert refusal.say("en") == "3 holes: the button on f2 moves exactly 3 squares, and this is 1."


def test_other_ways_to_spell_a_move() -> None:
    state = start()
    for text in ("b2-c3", "B2-C3", " b2 - c3 ", "b2 c3"):
        assert state.why_not(text) is None, text
        assert state.resolve(text) is state.resolve("b2-c3")
    fine = read(TWO_FINES)
    assert fine.play("! B2") == fine.play("!b2")
    assert fine.play("! -") == fine.play("!-")
    take = read(TAKE)
    assert take.play("X B2") == take.play("xb2")
    assert take.play("X-") == take.play("x-")


def test_a_capital_does_not_slip_a_forbidden_group_through() -> None:
    refusal = read(FORBIDDEN).why_not("F7 - F6")
    assert refusal is not None
    assert refusal.key == "knopf.groups.forbidden"


def test_every_try_is_legal_or_refused_and_nothing_in_between() -> None:
    """All moves that can be written at all, in positions of every kind."""
    names = [f"{file}{rank}" for file in "abcdefghij" for rank in range(1, 11)]
    tries = ["--", "!-", "x-", *(f"{sign}{name}" for name in names for sign in "!x")]
    for number, text in enumerate(POSITIONS.values()):
        state = read(text)
        listed = set(moves(state))
        some = [f"{start}-{end}" for start in names[number::3] for end in names[number % 2 :: 2]]
        for move in (*tries, *some, *listed):
            assert (state.why_not(move) is None) == (move in listed), move


def test_when_the_game_is_over_everything_is_refused() -> None:
    state = play(read(POSITIONS["the fine wins"]), "!b9")
    refusal = state.why_not("a1-a2")
    assert refusal == Refusal("core.end.over")
