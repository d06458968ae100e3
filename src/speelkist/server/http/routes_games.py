"""What the browser asks once: the games with their options, their rules, all phrases, and the page itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from speelkist.bots.factory import BOTS
from speelkist.core import LANGUAGES, OptionValue, game_class, games, phrases_of
from speelkist.core.queries import query_names
from speelkist.core.rules_text import rules_page
from speelkist.core.view import phrase_data
from speelkist.i18n.markdown import parse_blocks
from speelkist.i18n.phrases import Phrase
from speelkist.server.ws.protocol import CompileStatusData
from speelkist.table.errors import Refused

from .responses import json_response


class GameRoutes:
    """Routes that need no table."""

    def __init__(self, bot_status: Callable[[], CompileStatusData]) -> None:
        self._bot_status = bot_status

    def routes(self) -> list[BaseRoute]:
        """What can be asked over HTTP."""
        return [
            Route("/api/games", self.games),
            Route("/api/games/{game}/rules", rules),
            Route("/api/words/{lang}", phrases),
        ]

    async def games(self, _request: Request) -> Response:
        """What can be played, with all options, and who can play it."""
        known = [game_data(game) for game in games()]
        return json_response({"games": known, "players": list(BOTS), "compile_status": self._bot_status()})


def page_routes() -> list[BaseRoute]:
    """The built pages, where there are any. They come last: they take every path that is left."""
    pages = files("speelkist") / "web"
    if not pages.is_dir():
        return []
    # The pages are the only large answers, and hold nothing secret, so that they may be compressed.
    static = GZipMiddleware(StaticFiles(directory=str(pages), html=True), minimum_size=1000)
    return [Route("/t/{table}", page), Mount("/", static)]


async def page(_request: Request) -> Response:
    """The link of a table shows the same page; the page itself reads which table it is."""
    return Response((files("speelkist") / "web" / "index.html").read_bytes(), media_type="text/html")


async def rules(request: Request) -> Response:
    """The rules page of a game with its usual options."""
    return rules_response(request, request.path_params["game"])


def rules_response(request: Request, game: str, options: Mapping[str, OptionValue] | None = None) -> Response:
    """A rules page in blocks that a client draws, in the language that is asked for.

    :raises Refused: there is no such language.
    :raises BadOption: there is no such game.
    """
    lang = _language(request.query_params.get("lang", "en"))
    return json_response({"blocks": parse_blocks(rules_page(game, lang, options))})


async def phrases(request: Request) -> Response:
    """All phrases of one language, by their full key."""
    lang = _language(request.path_params["lang"])
    return json_response(
        {
            f"{namespace}.{key}": value
            for namespace in ("core", "bots", "table", "learn", "server", *games(listed=False))
            for key, value in phrases_of(namespace, lang).items()
        }
    )


def _language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise Refused("server.look.language", names=", ".join(LANGUAGES))
    return lang


def game_data(game_id: str) -> dict[str, Any]:
    """What a browser is told of a game."""
    info = game_class(game_id).info
    return {
        "id": game_id,
        "name": dict(info.name),
        "about": phrase_data(Phrase(f"{game_id}.about")),
        "designer": info.designer,
        "published": info.published,
        "sides": list(info.sides),
        "players": list(info.players),
        "chance": info.chance,
        "version": info.version,
        "scoring": info.scoring,
        "answers_out_of_turn": info.answers_out_of_turn,
        "answer_seconds": info.answer_seconds,
        "queries": sorted(query_names(game_id)),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": list(option.default) if isinstance(option.default, tuple) else option.default,
                "choices": list(option.choices),
                "low": option.low,
                "high": option.high,
                "items": option.items,
                "label": phrase_data(option.label(game_id)),
                "help": phrase_data(option.help(game_id)),
            }
            for option in info.options
        ],
    }
