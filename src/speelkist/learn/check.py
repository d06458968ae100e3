"""What every lesson must be: solvable, reachable in all its remarks, complete, short. Whoever writes one runs this."""

from __future__ import annotations

import re
from collections.abc import Iterator

from speelkist.core import CHANCE, OVER, Move, SpeelkistError
from speelkist.core.view import view_of

from .lesson import Lesson, Remark, Step

FEWEST_STEPS, MOST_STEPS = 2, 5
LONGEST_TEXT = 300  # letters: two or three sentences
MOST_SENTENCES = 4  # of a task; one or two are better
LONGEST_TITLE = 40

_END_OF_SENTENCE = re.compile(r"[.!?…][”)]*(?=\s|$)")


def problems(lesson: Lesson) -> list[str]:
    """What is wrong with a lesson, in the order of its steps; nothing, if it is good."""
    wrong = [] if FEWEST_STEPS <= len(lesson.steps) <= MOST_STEPS else [f"{len(lesson.steps)} steps"]
    wrong += [f"title in {lang} is long" for lang, text in lesson.title.items() if len(text) > LONGEST_TITLE]
    for number, step in enumerate(lesson.steps, 1):
        wrong += [f"step {number}: {problem}" for problem in _step_problems(step)]
    return wrong


def _step_problems(step: Step) -> Iterator[str]:
    texts = (("text", step.text), ("typed", step.typed or {}), ("good", step.good), ("wrong", step.wrong or {}))
    for name, text in texts:
        yield from (f"{name} in {lang} is long" for lang, said in text.items() if len(said) > LONGEST_TEXT)
        if name in ("text", "typed"):
            ends = {lang: len(_END_OF_SENTENCE.findall(said)) for lang, said in text.items()}
            yield from (f"{name} in {lang} has {n} sentences" for lang, n in ends.items() if n > MOST_SENTENCES)
    cells = {cell["id"] for cell in view_of(step.state.game.info.id).board(step.state)["cells"]}
    yield from (f"there is no cell {cell} to look at" for cell in step.look if cell not in cells)
    yield from (f"there is no cell {cell} on the way" for cell in step.route if cell not in cells)
    if len(step.route) == 1:
        yield "a way has two cells or more"
    yield from _question_problems(step) if step.answers else _move_problems(step)


def _question_problems(step: Step) -> Iterator[str]:
    if len(step.answers) < 2 or [answer.right for answer in step.answers].count(True) != 1:
        yield "a question has two answers or more, and one of them is right"
    if step.remarks or step.wrong:
        yield "a question has no moves to remark on"
    yield from _following_problems(step, None)


def _move_problems(step: Step) -> Iterator[str]:
    if step.state.player in (CHANCE, OVER):
        yield "nobody is to move"
        return
    accepted = [move for move in step.state.legal() if step.accepts(move)]
    accepted += [move for text in step.moves if isinstance(move := step.state.resolve(text), Move)]
    yield from (f"no legal move is {pattern}" for pattern in step.moves if not _has(step, Remark((pattern,), {})))
    if not accepted:
        yield "no move does it"
        return
    yield from _remark_problems(step)
    for move in dict.fromkeys(accepted):
        yield from _following_problems(step, move)


def _following_problems(step: Step, move: Move | None) -> Iterator[str]:
    try:
        step.after(move)
    except SpeelkistError as error:
        yield f"after {move.text if move else 'the answer'} what follows is not legal: {error}"


def _remark_problems(step: Step) -> Iterator[str]:
    left = [move for move in step.state.legal() if not step.accepts(move)]
    for remark in step.remarks:
        written = [move for text in remark.moves if isinstance(move := step.state.resolve(text), Move)]
        if not any(remark.matches(move) for move in left) and all(step.accepts(move) for move in written):
            yield f"no move leads to the remark about {', '.join(remark.moves)}"
        left = [move for move in left if not remark.matches(move)]
    if left and step.wrong is None:
        yield f"nothing is said of {left[0].text}"
    if not left and step.wrong is not None and step.state.game.info.scoring != "points":
        yield "no move is left that is wrong without a remark"


def _has(step: Step, pattern: Remark) -> bool:
    """Whether a legal move fits a pattern; a game may list only some of its moves."""
    if any(pattern.matches(move) for move in step.state.legal()):
        return True
    return isinstance(step.state.resolve(pattern.moves[0]), Move)
