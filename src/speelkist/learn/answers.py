"""What a client is told of lessons, puzzles and positions, as plain data: over HTTP, or in a page without a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date
from typing import Any

from speelkist.core import CHANCE, State
from speelkist.core.story import tell
from speelkist.core.view import phrase_data, view_of

from . import positions
from .guide import guide_of
from .judge import Verdict, judge_answer, judge_move
from .lesson import Step
from .lesson_file import BadLesson, example_of, examples_of, lessons_of
from .pictures import pictures_of
from .puzzles import lesson_named, puzzle_of_the_day, puzzles_of


def lessons(game: str) -> dict[str, Any]:
    """The titles of a game's lessons and examples."""
    listed = [
        {"id": lesson.id, "title": lesson.title, "aim": lesson.aim, "steps": len(lesson.steps)}
        for lesson in lessons_of(game)
    ]
    examples = [{"id": example.id, "title": example.title} for example in examples_of(game).values()]
    return {"lessons": listed, "examples": examples}


def lesson(game: str, name: str) -> dict[str, Any]:
    """A lesson with its positions; not what its tasks accept."""
    named = lesson_named(game, name)
    steps = [_step_data(step) for step in named.steps]
    return {"id": named.id, "title": named.title, "aim": named.aim, "steps": steps}


def attempt(game: str, name: str, number: str, move: str | None, answer: int | None) -> dict[str, Any]:
    """Judge a try at a step, counted from 1; what is right is played. Without a try the way is shown.

    :raises BadLesson: there is no such lesson or step.
    """
    steps = lesson_named(game, name).steps
    known = {str(place): step for place, step in enumerate(steps, 1)}  # a number of a thousand digits is not read
    if number not in known:
        raise BadLesson("learn.step", n=len(steps))
    step = known[number]
    if move is not None:
        return _verdict_data(step, judge_move(step, move))
    if answer is not None:
        return _verdict_data(step, judge_answer(step, answer))
    return _way(step)


def puzzles(game: str, day: date) -> dict[str, Any]:
    """The puzzles of a game, each a lesson of its own, and the one of this day."""
    today = puzzle_of_the_day(game, day)
    listed = [
        {"id": puzzle.id, "kind": puzzle.kind, "rating": phrase_data(puzzle.rating())} for puzzle in puzzles_of(game)
    ]
    return {"puzzles": listed, "today": None if today is None else today.id}


def example(game: str, name: str) -> dict[str, Any]:
    """An example's position."""
    named = example_of(game, name)
    return {"id": named.id, "title": named.title, "shown": positions.show(named.state)}


def position(
    game: str, given: dict[str, Any] | None, moves: Sequence[str], query: str, args: Mapping[str, Any]
) -> dict[str, Any]:
    """Show a position, play on from it, or ask something about it."""
    state = positions.read_position(game, given)
    played = positions.play(state, list(moves))
    if not query:
        return dict(played)
    state = positions.read_position(game, played["position"]) if moves else state
    return {"answer": positions.ask(state, query, dict(args))}


def _step_data(step: Step) -> dict[str, Any]:
    return {
        "text": step.text,
        "look": step.look,
        "route": step.route,
        "answers": [answer.text for answer in step.answers],
        "you": step.learner,
        "shown": positions.show(step.state),
    }


def _verdict_data(step: Step, verdict: Verdict) -> dict[str, Any]:
    data: dict[str, Any] = {
        "right": verdict.right,
        "text": verdict.text,
        "why": None if verdict.why is None else phrase_data(verdict.why),
        "played": None,
    }
    if verdict.right and (played := step.played(verdict.move)):
        data["played"] = positions.play(step.state, list(played))
    return data


def _way(step: Step) -> dict[str, Any]:
    """How the task is done: the move and where it leads, or the right answer."""
    if step.answers:
        return {"answer": next(index for index, answer in enumerate(step.answers) if answer.right)}
    move = step.solution()
    route = view_of(step.state.game.info.id).route(step.state, move)
    return {"move": move.text, "route": route, "tell": tell(step.state, move)}


def pictures(game: str) -> dict[str, Any]:
    """The game in one minute, and the pictures of its rules page."""
    known = pictures_of(game)
    listed = [
        {
            "section": picture.section,
            "example": picture.example,
            "move": "" if picture.move is None else picture.move.text,
            "route": picture.route(),
            "look": list(picture.look),
            "caption": picture.caption,
            "shown": positions.show(picture.state),
        }
        for picture in (known.pictures if known else ())
    ]
    return {"minute": known.minute if known else None, "pictures": listed}


def guide(game: str) -> dict[str, Any]:
    """What is explained in a first game, and when."""
    notes = [
        {
            "id": note.id,
            "turn": note.turn,
            "phase": note.phase,
            "choice": note.choice,
            "mark": note.mark,
            "story": note.story,
            "by": note.by,
            "before": note.before,
            "text": note.text,
        }
        for note in guide_of(game)
    ]
    return {"notes": notes}


async def next_action(
    game: str, position: dict[str, Any] | None, advise: Callable[[State], Awaitable[tuple[str, Any]]]
) -> dict[str, Any]:
    """What happens next in a game of computers: a throw, or the move that ``advise`` gives, with its reason.

    :raises BadLesson: there is no such position, or the game is over there.
    """
    state = positions.read_position(game, position)
    if state.player == CHANCE:
        return {"shown": positions.play(state, positions.throw(state)), "reason": None}
    if state.outcome is not None:
        raise BadLesson("core.end.over")
    move, reason = await advise(state)
    return {"shown": positions.play(state, [move]), "reason": reason}
