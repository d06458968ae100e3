"""Learning over HTTP: lessons and examples, and positions that are shown, asked about and played on without a table."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from speelkist.core.view import phrase_data, view_of
from speelkist.learn import positions
from speelkist.learn.judge import Verdict, judge_answer, judge_move
from speelkist.learn.lesson import Lesson, Step
from speelkist.learn.lesson_file import BadLesson, example_of, examples_of, lessons_of
from speelkist.learn.puzzles import lesson_named, puzzle_of_the_day, puzzles_of
from speelkist.server.settings import Settings
from speelkist.table.errors import Refused

from .access import client_address
from .rate_limit import RateLimiter
from .responses import json_response, read_body

READ_COST, PLAY_COST = 1, 2  # in moves


class Try(msgspec.Struct, forbid_unknown_fields=True):
    """What a learner does: a move, an answer, or neither: then they want to be shown."""

    move: str | None = None
    answer: int | None = None


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """A position, the moves and throws to play from it, and what is asked about where they lead."""

    position: dict[str, Any] | None = None  # None: the start
    moves: list[str] = []
    query: str = ""  # without it the position is shown
    args: dict[str, Any] = {}


class LearnRoutes:
    """Routes that need no table and keep nothing."""

    def __init__(self, settings: Settings, limiter: RateLimiter) -> None:
        self._settings = settings
        self._limiter = limiter

    def routes(self) -> list[BaseRoute]:
        """What can be asked over HTTP."""
        return [
            Route("/api/games/{game}/lessons", self.lessons),
            Route("/api/games/{game}/lessons/{lesson}", self.lesson),
            Route("/api/games/{game}/lessons/{lesson}/{step:int}", self.attempt, methods=["POST"]),
            Route("/api/games/{game}/puzzles", self.puzzles),
            Route("/api/games/{game}/examples/{example}", self.example),
            Route("/api/games/{game}/positions", self.position, methods=["POST"]),
        ]

    async def lessons(self, request: Request) -> Response:
        """The titles of a game's lessons and examples."""
        game = self._game(request, READ_COST)
        listed = [
            {"id": lesson.id, "title": lesson.title, "aim": lesson.aim, "steps": len(lesson.steps)}
            for lesson in lessons_of(game)
        ]
        examples = [{"id": example.id, "title": example.title} for example in examples_of(game).values()]
        return json_response({"lessons": listed, "examples": examples})

    async def lesson(self, request: Request) -> Response:
        """A lesson with its positions; not what its tasks accept."""
        lesson = self._lesson(request, PLAY_COST)
        steps = [_step_data(step) for step in lesson.steps]
        return json_response({"id": lesson.id, "title": lesson.title, "aim": lesson.aim, "steps": steps})

    async def attempt(self, request: Request) -> Response:
        """Judge a try; what is right is played. Without a try the way is shown."""
        lesson = self._lesson(request, PLAY_COST)
        number = request.path_params["step"]
        if not 1 <= number <= len(lesson.steps):
            raise BadLesson("learn.step", n=len(lesson.steps))
        step = lesson.steps[number - 1]
        given = await _decoded(request, Try)
        if given.move is not None:
            return json_response(_verdict_data(step, judge_move(step, given.move)))
        if given.answer is not None:
            return json_response(_verdict_data(step, judge_answer(step, given.answer)))
        return json_response(_way(step))

    async def puzzles(self, request: Request) -> Response:
        """The puzzles of a game, each a lesson of its own, and the one of today."""
        game = self._game(request, READ_COST)
        today = puzzle_of_the_day(game, datetime.now(UTC).date())
        listed = [
            {"id": puzzle.id, "kind": puzzle.kind, "rating": phrase_data(puzzle.rating())}
            for puzzle in puzzles_of(game)
        ]
        return json_response({"puzzles": listed, "today": None if today is None else today.id})

    async def example(self, request: Request) -> Response:
        """An example's position."""
        example = example_of(self._game(request, READ_COST), request.path_params["example"])
        shown = positions.show(example.state)
        return json_response({"id": example.id, "title": example.title, "shown": shown})

    async def position(self, request: Request) -> Response:
        """Show a position, play on from it, or ask something about it."""
        game = self._game(request, PLAY_COST)
        question = await _decoded(request, Question)
        state = positions.read_position(game, question.position)
        played = positions.play(state, question.moves)
        if not question.query:
            return json_response(played)
        state = positions.read_position(game, played["position"]) if question.moves else state
        return json_response({"answer": positions.ask(state, question.query, question.args)})

    def _game(self, request: Request, cost: float) -> str:
        self._limiter.check_work(client_address(request.scope, self._settings), cost)
        return str(request.path_params["game"])

    def _lesson(self, request: Request, cost: float) -> Lesson:
        return lesson_named(self._game(request, cost), request.path_params["lesson"])


def _step_data(step: Step) -> dict[str, Any]:
    return {
        "text": step.text,
        "look": step.look,
        "answers": [answer.text for answer in step.answers],
        "shown": positions.show(step.state),
    }


def _verdict_data(step: Step, verdict: Verdict) -> dict[str, Any]:
    data: dict[str, Any] = {
        "right": verdict.right,
        "text": verdict.text,
        "why": None if verdict.why is None else phrase_data(verdict.why),
        "played": None,
    }
    if verdict.right and verdict.move is not None:
        data["played"] = positions.play(step.state, [verdict.move.text, *step.then])
    return data


def _way(step: Step) -> dict[str, Any]:
    """How the task is done: the move and where it leads, or the right answer."""
    if step.answers:
        return {"answer": next(index for index, answer in enumerate(step.answers) if answer.right)}
    move = step.solution()
    return {"move": move.text, "route": view_of(step.state.game.info.id).route(step.state, move)}


async def _decoded(request: Request, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(await read_body(request), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("server.message.wrong", error=str(error)[:120]) from None
