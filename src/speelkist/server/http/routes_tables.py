"""Tables over HTTP: create, list and delete them; the record, past positions and the proof of the dice of one."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from speelkist.bots.factory import BOTS
from speelkist.core import SpeelkistError, game_class
from speelkist.server.live.history import position_at, proof
from speelkist.server.live.house import House, Wish
from speelkist.server.live.table import Refused, Table
from speelkist.server.settings import Settings
from speelkist.server.storage import queries

from .access import client_address
from .rate_limit import RateLimiter
from .responses import json_response, owner_of, read_body

log = logging.getLogger("speelkist.http")

MAX_SECONDS = 86_400


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser sends to have a table created."""

    game: str
    options: dict[str, bool | int | str | list[str]] = {}
    chairs: list[str] = []
    seats: str | int = "all"
    name: str = ""
    names: list[str] = []
    nonce: str = ""
    start: str | None = None
    seed: str | None = None
    answer_seconds: int | None = None  # None: as long as the game says
    absent_seconds: int = 60


class TableRoutes:
    """Routes about tables."""

    def __init__(self, house: House, settings: Settings, limiter: RateLimiter) -> None:
        self._house = house
        self._settings = settings
        self._limiter = limiter

    def routes(self) -> list[BaseRoute]:
        """What can be asked over HTTP."""
        return [
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables", self.own_tables, methods=["GET"]),
            Route("/api/tables/{table}", self.delete, methods=["DELETE"]),
            Route("/api/tables/{table}/record", self.record),
            Route("/api/tables/{table}/at/{actions:int}", self.position),
            Route("/api/tables/{table}/proof", self.proof),
        ]

    async def create(self, request: Request) -> Response:
        """Create a table."""
        self._limiter.check_table_rate(client_address(request.scope, self._settings))
        owner = owner_of(request)
        body = await read_body(request)
        try:
            wanted = msgspec.json.decode(body, type=NewTable)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("server.message.wrong", error=str(error)[:120]) from None
        table_id = await self._house.create(self._checked(wanted, owner))
        return json_response({"table": table_id}, 201)

    def _checked(self, wanted: NewTable, owner: str) -> Wish:
        """What is asked for, with its defaults filled in."""
        if wanted.seed is not None and not self._settings.scripted:
            raise Refused("server.create.seed")
        players = wanted.options.get("players")
        info = game_class(wanted.game).info
        count = players if isinstance(players, int) else info.players[0]
        seats = wanted.chairs or ["person"] * min(max(int(count), 2), 6)
        for seat in seats:
            if seat != "person" and seat not in BOTS:
                raise Refused("server.create.chair", chair=seat[:20], players=", ".join(("person", *BOTS)))
        if isinstance(wanted.seats, str) and wanted.seats not in ("all", "none"):
            raise Refused("server.create.seats")
        if isinstance(wanted.seats, int) and not 0 <= wanted.seats < len(seats):
            raise Refused("server.seat.none", n=len(seats))
        answer_seconds = info.answer_seconds if wanted.answer_seconds is None else wanted.answer_seconds
        for seconds in (answer_seconds, wanted.absent_seconds):
            if not 0 <= seconds <= MAX_SECONDS:
                raise Refused("server.create.seconds")
        return Wish(
            game=wanted.game,
            options=dict(wanted.options),
            chairs=seats,
            holder=owner,
            name=wanted.name,
            names=wanted.names,
            nonce=wanted.nonce,
            seats=wanted.seats,
            start=wanted.start,
            seed=wanted.seed,
            answer_seconds=answer_seconds,
            absent_seconds=wanted.absent_seconds,
        )

    async def own_tables(self, request: Request) -> Response:
        """The tables where this browser has a seat, the newest first."""
        owner = owner_of(request)
        listed = []
        for table_id in await queries.tables_of(self._house.store, owner):
            try:
                table = (await self._house.room(table_id)).table
            except SpeelkistError as error:  # deleted just now; or of a game that is no longer here
                log.info("table %s cannot be listed: %s", table_id, error)
                continue
            if table.yours(owner):  # a seat may have moved to another device
                listed.append(table_data(table, owner))
        return json_response({"tables": listed})

    async def delete(self, request: Request) -> Response:
        """A player deletes a table where they have a seat, with everything in it."""
        await self._house.delete(request.path_params["table"], owner_of(request))
        return Response(status_code=204)

    async def _table(self, request: Request) -> Table:
        """The table of a query that replays its whole game."""
        self._limiter.check_query_rate(client_address(request.scope, self._settings))
        return (await self._house.room(request.path_params["table"])).table

    async def record(self, request: Request) -> Response:
        """A table's game as a record to keep."""
        table = await self._table(request)
        name = f"{table.created.game}-{table.id}.txt"
        return PlainTextResponse(str(table.record()), headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def position(self, request: Request) -> Response:
        """The board as it stood after so many actions."""
        return json_response(position_at(await self._table(request), request.path_params["actions"]))

    async def proof(self, request: Request) -> Response:
        """What a browser needs to check the dice of a finished game."""
        return json_response(proof(await self._table(request)))


def table_data(table: Table, owner: str) -> dict[str, Any]:
    """What a browser is told of a table in its list."""
    return {
        "table": table.id,
        "game": table.created.game,
        "state": table.status,
        "number": table.number,
        "at": table.at,
        "player": table.state.player,
        "yours": table.yours(owner),
        "names": [seat.name for seat in table.chairs],
        "sides": [table.game.side(seat) for seat in range(len(table.chairs))],
        "winners": None if table.ended is None else table.ended.winners,
    }
