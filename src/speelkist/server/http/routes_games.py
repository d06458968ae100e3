"""What the browser asks once: the games with their options, their rules, all phrases, and the page itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from speelkist.bots.factory import table_bots
from speelkist.core import LANGUAGES, OptionValue
from speelkist.core.game_data import browser_phrases, offer
from speelkist.core.rules_text import rules_page
from speelkist.i18n.markdown import parse_blocks
from speelkist.paper.files import check_paper, pdf_file, pictures
from speelkist.server.ws.protocol import CompileStatusData
from speelkist.table.errors import Refused

from .compression import packed_file, packed_json
from .responses import encode_json, json_response

# Addresses that the page itself understands.
PAGES = (
    "/t/{table}",
    "/learn/{game}",
    "/learn/{game}/{lesson}",
    "/rules/{game}",
    "/watch/{game}",
    "/puzzles/{game}",
    "/print/{game}",
)


class GameRoutes:
    """Routes that need no table."""

    def __init__(self, bot_status: Callable[[], CompileStatusData]) -> None:
        self._bot_status = bot_status

    def routes(self) -> list[BaseRoute]:
        """What can be asked over HTTP."""
        return [
            Route("/api/games", self.games),
            Route("/api/games/{game}/rules", rules),
            Route("/api/games/{game}/paper", paper),
            Route("/api/games/{game}/paper.pdf", paper_file),
            Route("/api/phrases/{lang}", phrases),
        ]

    async def games(self, request: Request) -> Response:
        """What can be played, with all options, and who can play it."""
        return packed_json(request.headers, encode_json({**offer(table_bots()), "compile_status": self._bot_status()}))


def page_routes() -> list[BaseRoute]:
    """The built pages, where there are any. They come last: they take every path that is left."""
    folder = pages_folder()
    if not folder.is_dir():
        return []
    return [*(Route(path, page) for path in PAGES), Mount("/", _Pages(directory=str(folder), html=True))]


def pages_folder() -> Path:
    """Where the built pages are."""
    return Path(str(files("speelkist"))) / "web"


class _Pages(StaticFiles):
    """The files of the pages. For a wrong address the page itself says so, in the visitor's language."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            return await packed_file(scope, await super().get_response(path, scope))
        except HTTPException as error:
            if error.status_code != HTTPStatus.NOT_FOUND or path.startswith(("api", "assets")):
                raise
            return _index(HTTPStatus.NOT_FOUND)


async def page(_request: Request) -> Response:
    """Every link shows the same page; the page itself reads what it leads to."""
    return _index()


def _index(status: int = HTTPStatus.OK) -> Response:
    # read each time: it names the files beside it, which an update replaces before the server is restarted
    return Response((pages_folder() / "index.html").read_bytes(), status, media_type="text/html")


async def rules(request: Request) -> Response:
    """The rules page of a game with its usual options."""
    lang = _language(request.query_params.get("lang", "en"))
    return packed_json(request.headers, _usual_rules(request.path_params["game"], lang))


@cache
def _usual_rules(game: str, lang: str) -> bytes:
    return encode_json({"blocks": parse_blocks(rules_page(game, lang, None))})


def rules_response(request: Request, game: str, options: Mapping[str, OptionValue]) -> Response:
    """A rules page in blocks that a client draws, in the language that is asked for.

    :raises Refused: there is no such language.
    :raises BadOption: there is no such game.
    """
    lang = _language(request.query_params.get("lang", "en"))
    return json_response({"blocks": parse_blocks(rules_page(game, lang, options))})


async def paper(request: Request) -> Response:
    """The sheets of a game to print, as pictures in true size."""
    game, size, lang = _asked_paper(request)
    return json_response({"sheets": await asyncio.to_thread(pictures, game, size, lang)})


async def paper_file(request: Request) -> Response:
    """The same as a PDF file."""
    game, size, lang = _asked_paper(request)
    content = await asyncio.to_thread(pdf_file, game, size, lang)
    headers = {"Content-Disposition": f'attachment; filename="{game}-{size}.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)


def _asked_paper(request: Request) -> tuple[str, str, str]:
    game, size = request.path_params["game"], request.query_params.get("paper", "a4")
    check_paper(game, size)
    return game, size, _language(request.query_params.get("lang", "en"))


async def phrases(request: Request) -> Response:
    """All phrases of one language, by their full key."""
    return packed_json(request.headers, _phrases(_language(request.path_params["lang"])))


@cache
def _phrases(lang: str) -> bytes:
    return encode_json(browser_phrases(lang))


def _language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise Refused("server.message.language", names=", ".join(LANGUAGES))
    return lang
