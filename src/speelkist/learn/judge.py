"""Judging what a learner does in a step: refused by the rules, legal but not asked for, or right."""

from __future__ import annotations

from dataclasses import dataclass

from speelkist.core import Move, Refusal

from .lesson import Step, Text
from .lesson_file import BadLesson


@dataclass(frozen=True)
class Verdict:
    """What is said of a try."""

    right: bool
    text: Text | None = None  # why it is right, or a remark
    why: Refusal | None = None  # the rule that it breaks
    move: Move | None = None  # the move that was meant, if it is legal


def judge_move(step: Step, text: str) -> Verdict:
    """Judge a move, given by its notation.

    :raises BadLesson: the step asks for an answer.
    """
    if step.answers:
        raise BadLesson("learn.asks.answer")
    move = step.state.resolve(text)
    if isinstance(move, Refusal):
        return Verdict(False, why=move)
    if step.accepts(move):
        return Verdict(True, step.good, move=move)
    for remark in step.remarks:
        if remark.matches(move):
            return Verdict(False, remark.text, move=move)
    return Verdict(False, step.wrong, move=move)


def judge_answer(step: Step, index: int) -> Verdict:
    """Judge an answer, by its index.

    :raises BadLesson: the step asks for a move, or has no such answer.
    """
    if not step.answers:
        raise BadLesson("learn.asks.move")
    if not 0 <= index < len(step.answers):
        raise BadLesson("learn.answer", n=len(step.answers))
    answer = step.answers[index]
    return Verdict(answer.right, step.good if answer.right else answer.remark)
