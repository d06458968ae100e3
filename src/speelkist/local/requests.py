"""What a client asks beside the messages: the requests that a server takes over HTTP."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

from speelkist.bots.factory import BOTS
from speelkist.core import LANGUAGES, SpeelkistError
from speelkist.core.game_data import all_phrases, offer
from speelkist.core.rules_text import rules_page
from speelkist.core.view import phrase_data
from speelkist.i18n.markdown import parse_blocks
from speelkist.learn import answers
from speelkist.table.creation import TableRequest
from speelkist.table.errors import Refused
from speelkist.table.history import position_at, proof, record, story
from speelkist.table.updates import table_data

from .advice import compile_status
from .archive import export_tables, import_tables
from .codec import encode, read
from .tables import LocalTables

_LEARN = re.compile(r"/api/games/(\w+)/((?:lessons|puzzles|examples|positions)(?:/[\w-]+)*)")
_TABLE = re.compile(r"/api/tables/([^/]+)(?:/(\w+)(?:/([0-9]{1,6}))?)?")


class LocalRequests:
    """Answers requests; ``owner`` is whose browser this is."""

    def __init__(self, tables: LocalTables, owner: str) -> None:
        self._tables = tables
        self._owner = owner

    async def answer(self, method: str, path: str, body: str = "", lang: str = "en") -> tuple[int, str]:
        """The status and the body of the answer."""
        try:
            data = await self._data(method, path, body, lang)
        except SpeelkistError as error:
            return 400, encode({"why": phrase_data(error.phrase), "sentence": str(error)})
        if data is None:
            return 204, ""
        return 200, data if isinstance(data, str) else encode(data)

    async def _data(self, method: str, path: str, body: str, lang: str) -> Any:
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
                return {"tables": await import_tables(self._tables, body, self._owner)}
        if words := re.fullmatch(r"/api/words/(\w+)", path):
            return all_phrases(_language(words[1]))
        if rules := re.fullmatch(r"/api/games/(\w+)/rules", path):
            return {"blocks": parse_blocks(rules_page(rules[1], _language(lang)))}
        if learned := _LEARN.fullmatch(path):
            return _learn(learned[1], learned[2].split("/"), body)
        named = _TABLE.fullmatch(path)
        if named is None:
            raise Refused("server.local.alone")
        return await self._of_table(method, named[1], named[2] or "", int(named[3] or 0), lang)

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

    async def _of_table(self, method: str, table_id: str, what: str, number: int, lang: str) -> Any:
        if method == "DELETE":
            await self._tables.delete(table_id, self._owner)
            return None
        table = (await self._tables.get(table_id)).table
        match what:
            case "rules":
                game = table.state.game
                return {"blocks": parse_blocks(rules_page(game.info.id, _language(lang), game.options))}
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
            return answers.puzzles(game, datetime.now(UTC).date())
        case ["examples", name]:
            return answers.example(game, name)
        case ["positions"]:
            moves, query, args = given.get("moves", []), given.get("query", ""), given.get("args", {})
            return answers.position(game, given.get("position"), moves, query, args)
    raise Refused("server.local.alone")


def _language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise Refused("server.look.language", names=", ".join(LANGUAGES))
    return lang
