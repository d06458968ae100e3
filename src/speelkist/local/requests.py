"""What a client asks beside the messages: the requests that a server takes over HTTP."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from speelkist.bots.factory import BOTS
from speelkist.bots.strengths import STRENGTHS
from speelkist.bots.watched import adviser
from speelkist.core import LANGUAGES, SpeelkistError
from speelkist.core.game_data import browser_phrases, offer
from speelkist.core.rules_text import rules_page
from speelkist.core.view import phrase_data
from speelkist.i18n.markdown import parse_blocks
from speelkist.learn import answers
from speelkist.learn.puzzles import today
from speelkist.paper.files import check_paper, pdf_file, pictures
from speelkist.table.creation import TableRequest
from speelkist.table.errors import Refused
from speelkist.table.history import position_at, proof, record, story
from speelkist.table.updates import table_data

from .advice import Think, compile_status, think_here
from .archive import export_tables, import_file
from .codec import encode, read
from .tables import LocalTables

_GAME = re.compile(r"/api/games/(\w+)/([\w./-]+)")
_TABLE = re.compile(r"/api/tables/([^/]+)(?:/(\w+)(?:/([0-9]{1,6}))?)?")


class LocalRequests:
    """Answers requests; ``owner`` is whose browser this is."""

    def __init__(self, tables: LocalTables, owner: str, think: Think = think_here) -> None:
        self._tables = tables
        self._owner = owner
        self._think = think

    async def answer(self, method: str, address: str, body: str = "") -> tuple[int, str]:
        """The status and the body of the answer; a file that is no text comes in base 64."""
        asked = urlsplit(address)
        try:
            data = await self._data(method, asked.path, dict(parse_qsl(asked.query)), body)
        except SpeelkistError as error:
            return 400, encode({"why": phrase_data(error.phrase), "sentence": str(error)})
        if data is None:
            return 204, ""
        return 200, data if isinstance(data, str) else encode(data)

    async def _data(self, method: str, path: str, query: dict[str, str], body: str) -> Any:
        match method, path:
            case "GET", "/api/games":
                return {**offer(BOTS), "compile_status": compile_status()}
            case "POST", "/api/tables":
                return await self._create(body)
            case "GET", "/api/tables":
                return {"tables": await self._list()}
            case "GET", "/api/export":
                return await export_tables(self._tables.store)
            case "POST", "/api/import":
                return {"tables": await import_file(self._tables, body, self._owner)}
        if asked := re.fullmatch(r"/api/phrases/(\w+)", path):
            return browser_phrases(_language(asked[1]))
        if asked := _GAME.fullmatch(path):
            return await self._of_game(asked[1], asked[2].split("/"), query, body)
        named = _TABLE.fullmatch(path)
        if named is None:
            raise Refused("server.local.alone")
        return await self._of_table(method, named[1], named[2] or "", int(named[3] or 0), query)

    async def _of_game(self, game: str, parts: list[str], query: dict[str, str], body: str) -> Any:
        match parts:
            case ["rules"]:
                return {"blocks": parse_blocks(rules_page(game, _asked_language(query)))}
            case ["paper"]:
                return {"sheets": pictures(*_asked_paper(game, query))}
            case ["paper.pdf"]:
                return b64encode(pdf_file(*_asked_paper(game, query))).decode()
            case ["next"]:
                watched = json.loads(body or "{}")
                strength = watched.get("strength", "friend")
                if strength not in STRENGTHS:
                    raise Refused("table.give.unknown", players=", ".join(STRENGTHS))
                return await answers.next_action(game, watched.get("position"), adviser(self._think, strength))
        return _learn(game, parts, body)

    async def _create(self, body: str) -> Any:
        try:
            wanted: TableRequest = read(TableRequest, json.loads(body))
        except ValueError as error:
            raise Refused("server.message.wrong", error=str(error)[:120]) from None
        table = await self._tables.create(wanted, self._owner)
        return {"table": table.id, "commitment": table.created.commitment}

    async def _list(self) -> list[dict[str, Any]]:
        listed = []
        for table_id in await self._tables.store.table_ids():
            try:
                listed.append(table_data((await self._tables.get(table_id)).table, self._owner))
            except SpeelkistError:  # of a game that is no longer here
                continue
        return sorted(listed, key=lambda table: -int(table["at"]))

    async def _of_table(self, method: str, table_id: str, what: str, number: int, query: dict[str, str]) -> Any:
        if method == "DELETE":
            await self._tables.delete(table_id, self._owner)
            return None
        table = (await self._tables.get(table_id)).table
        match what:
            case "rules":
                game = table.state.game
                return {"blocks": parse_blocks(rules_page(game.info.id, _asked_language(query), game.options))}
            case "record":
                return str(record(table))
            case "at":
                return position_at(table, number)
            case "story":
                return {"story": story(table)}
            case "proof":
                return proof(table)
        raise Refused("server.local.alone")


def _learn(game: str, parts: list[str], body: str) -> Any:
    """Lessons, puzzles and positions, which need no table."""
    given = json.loads(body or "{}")
    match parts:
        case ["lessons"]:
            return answers.lessons(game)
        case ["lessons", name]:
            return answers.lesson(game, name)
        case ["lessons", name, step]:
            return answers.attempt(game, name, step, given.get("move"), given.get("answer"))
        case ["pictures"]:
            return answers.pictures(game)
        case ["guide"]:
            return answers.guide(game)
        case ["puzzles"]:
            return answers.puzzles(game, today())
        case ["examples", name]:
            return answers.example(game, name)
        case ["positions"]:
            moves, query, args = given.get("moves", []), given.get("query", ""), given.get("args", {})
            return answers.position(game, given.get("position"), moves, query, args)
    raise Refused("server.local.alone")


def _asked_paper(game: str, query: dict[str, str]) -> tuple[str, str, str]:
    size = query.get("paper", "a4")
    check_paper(game, size)
    return game, size, _asked_language(query)


def _asked_language(query: dict[str, str]) -> str:
    return _language(query.get("lang", "en"))


def _language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise Refused("server.message.language", names=", ".join(LANGUAGES))
    return lang
