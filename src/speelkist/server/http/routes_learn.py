"""Learning over HTTP: lessons and examples, and positions that are shown, asked about and played on without a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from speelkist.bots.job import BotJob, BotReply
from speelkist.bots.strengths import STRENGTHS
from speelkist.bots.watched import adviser
from speelkist.learn import answers
from speelkist.learn.puzzles import today
from speelkist.server.live.replay_thread import ReplayThread
from speelkist.server.settings import Settings
from speelkist.table.errors import Refused

from .access import client_address
from .rate_limit import RateLimiter
from .responses import encode_json, json_response, read_body

LONGEST_QUESTION = 16 * 1024  # bytes: a position, and moves to play from it
READ_COST, PLAY_COST, THINK_COST = 1, 2, 4  # in moves

P = ParamSpec("P")

# Has a bot think about a position, in a worker process.
Think: TypeAlias = "Callable[[BotJob], Awaitable[BotReply]]"


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


class Watched(msgspec.Struct, forbid_unknown_fields=True):
    """A game of two computers as it stands, and how strong they are."""

    position: dict[str, Any] | None = None  # None: the start
    strength: str = "friend"


class LearnRoutes:
    """Routes that need no table and keep nothing."""

    def __init__(self, settings: Settings, limiter: RateLimiter, think: Think) -> None:
        self._settings = settings
        self._limiter = limiter
        self._think = think
        self._thread = ReplayThread()  # another than the tables': those who play come first

    def routes(self) -> list[BaseRoute]:
        """What can be asked over HTTP."""
        return [
            Route("/api/games/{game}/lessons", self.lessons),
            Route("/api/games/{game}/lessons/{lesson}", self.lesson),
            Route("/api/games/{game}/lessons/{lesson}/{step}", self.attempt, methods=["POST"]),
            Route("/api/games/{game}/puzzles", self.puzzles),
            Route("/api/games/{game}/examples/{example}", self.example),
            Route("/api/games/{game}/pictures", self.pictures),
            Route("/api/games/{game}/guide", self.guide),
            Route("/api/games/{game}/next", self.next_action, methods=["POST"]),
            Route("/api/games/{game}/positions", self.position, methods=["POST"]),
        ]

    async def lessons(self, request: Request) -> Response:
        """The titles of a game's lessons and examples."""
        return await self._answer(answers.lessons, self._game(request, READ_COST))

    async def lesson(self, request: Request) -> Response:
        """A lesson with its positions; not what its tasks accept."""
        return await self._answer(answers.lesson, self._game(request, PLAY_COST), request.path_params["lesson"])

    async def attempt(self, request: Request) -> Response:
        """Judge a try; what is right is played. Without a try the way is shown."""
        game, params = self._game(request, PLAY_COST), request.path_params
        given = await _decoded(request, Try)
        return await self._answer(answers.attempt, game, params["lesson"], params["step"], given.move, given.answer)

    async def puzzles(self, request: Request) -> Response:
        """The puzzles of a game, each a lesson of its own, and the one of today."""
        return await self._answer(answers.puzzles, self._game(request, READ_COST), today())

    async def example(self, request: Request) -> Response:
        """An example's position."""
        return await self._answer(answers.example, self._game(request, READ_COST), request.path_params["example"])

    async def pictures(self, request: Request) -> Response:
        """The game in one minute, and the pictures of its rules page."""
        return await self._answer(answers.pictures, self._game(request, PLAY_COST))

    async def position(self, request: Request) -> Response:
        """Show a position, play on from it, or ask something about it."""
        game = self._game(request, PLAY_COST)
        asked = await _decoded(request, Question)
        return await self._answer(answers.position, game, asked.position, asked.moves, asked.query, asked.args)

    async def guide(self, request: Request) -> Response:
        """What is explained in a first game, and when."""
        return await self._answer(answers.guide, self._game(request, READ_COST))

    async def _answer(self, function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Response:
        """What a function gives, as JSON; beside the event loop, for the first time it may read a whole chapter."""

        def encoded() -> bytes:
            return encode_json(function(*args, **kwargs))

        return Response(await self._thread.run(encoded), media_type="application/json")

    async def next_action(self, request: Request) -> Response:
        """What happens next in a game of computers: a throw, or a move with its reason."""
        game = self._game(request, THINK_COST)
        watched = await _decoded(request, Watched)
        if watched.strength not in STRENGTHS:
            raise Refused("table.give.unknown", players=", ".join(STRENGTHS))
        return json_response(await answers.next_action(game, watched.position, adviser(self._think, watched.strength)))

    def _game(self, request: Request, cost: float) -> str:
        self._limiter.check_work(client_address(request.scope, self._settings), cost)
        return str(request.path_params["game"])


async def _decoded(request: Request, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(await read_body(request, LONGEST_QUESTION), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("server.message.wrong", error=str(error)[:120]) from None
