"""Judging a learner's try: a rule that is broken, a remark, or the way to go on."""

from __future__ import annotations

import pytest

import speelkist
from speelkist.learn.judge import judge_answer, judge_move
from speelkist.learn.lesson import Answer, Remark, Step
from speelkist.learn.lesson_file import BadLesson


def text(said: str) -> dict[str, str]:
    return {"en": said, "nl": said}


MOVE = Step(
    speelkist.load("knopf").start(),
    text("Move b2."),
    text("Good."),
    moves=("b2-*",),
    remarks=(Remark(("d2-*",), text("Not that one.")),),
    wrong=text("Another one."),
)
QUESTION = Step(MOVE.state, text("Who?"), text("Yes."), answers=(
    Answer(text("Red"), True, None), Answer(text("Blue"), False, text("No.")),
))  # fmt: skip


def test_the_right_move_is_known_by_a_pattern_and_in_any_spelling() -> None:
    legal = next(move.text for move in MOVE.state.legal() if move.text.startswith("b2-"))
    verdict = judge_move(MOVE, legal.upper())
    assert verdict.right and verdict.text == text("Good.") and verdict.move is not None


def test_a_legal_move_gets_its_own_remark_or_the_common_one() -> None:
    moves = [move.text for move in MOVE.state.legal() if not move.text.startswith("b2-")]
    own = next(move for move in moves if move.startswith("d2-"))
    other = next(move for move in moves if not move.startswith("d2-"))
    assert judge_move(MOVE, own).text == text("Not that one.")
    assert judge_move(MOVE, other).text == text("Another one.")
    assert not judge_move(MOVE, own).right and not judge_move(MOVE, other).right


def test_a_move_that_breaks_a_rule_is_answered_with_the_rule() -> None:
    verdict = judge_move(MOVE, "b2-b9")
    assert not verdict.right and verdict.text is None
    assert verdict.why is not None and verdict.why.key.startswith("knopf.move.")


def test_answers_are_judged() -> None:
    assert judge_answer(QUESTION, 0).right and judge_answer(QUESTION, 0).text == text("Yes.")
    assert not judge_answer(QUESTION, 1).right and judge_answer(QUESTION, 1).text == text("No.")


def test_what_the_step_does_not_ask_is_refused() -> None:
    with pytest.raises(BadLesson, match="asks for one of its answers"):
        judge_move(QUESTION, "b2-c3")
    with pytest.raises(BadLesson, match="asks for a move"):
        judge_answer(MOVE, 0)
    with pytest.raises(BadLesson, match="answers 1 to 2"):
        judge_answer(QUESTION, 2)
