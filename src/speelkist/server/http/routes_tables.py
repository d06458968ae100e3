"""Tables over HTTP: create, list and delete them; rules, record, past positions and the proof of the dice of one."""

from __future__ import annotations

import re

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from speelkist.server.live.service import LiveService
from speelkist.server.live.table_lists import EVENTS_PER_MOVE
from speelkist.server.settings import Settings
from speelkist.table.creation import TableRequest
from speelkist.table.errors import Refused
from speelkist.table.history import position_at, proof, record, story
from speelkist.table.table import Table

from .access import client_address
from .rate_limit import RateLimiter
from .responses import json_response, owner_of, read_body
from .routes_games import rules_response


class TableRoutes:
    """Routes about tables."""

    def __init__(self, live: LiveService, settings: Settings, limiter: RateLimiter) -> None:
        self._live = live
        self._settings = settings
        self._limiter = limiter

    def routes(self) -> list[BaseRoute]:
        """What can be asked over HTTP."""
        return [
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables", self.own_tables, methods=["GET"]),
            Route("/api/tables/{table}", self.delete, methods=["DELETE"]),
            Route("/api/tables/{table}/rules", self.rules),
            Route("/api/tables/{table}/record", self.record),
            Route("/api/tables/{table}/at/{actions}", self.position),
            Route("/api/tables/{table}/story", self.story),
            Route("/api/tables/{table}/proof", self.proof),
        ]

    async def create(self, request: Request) -> Response:
        """Create a table."""
        self._limiter.check_work(client_address(request.scope, self._settings), 5)
        self._limiter.check_table_rate(client_address(request.scope, self._settings))
        owner = owner_of(request)
        body = await read_body(request)
        try:
            wanted = _read_request(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("server.message.wrong", error=str(error)[:120]) from None
        table_id = await self._live.creation.create(wanted, owner)
        table = (await self._live.registry.get(table_id)).table
        return json_response({"table": table_id, "commitment": table.created.commitment}, 201)

    async def own_tables(self, request: Request) -> Response:
        """The tables where this browser has a seat, the newest first."""
        owner = owner_of(request)
        address = client_address(request.scope, self._settings)
        self._limiter.check_work(address, 10)
        tables = await self._live.lists.tables_of(owner, lambda cost: self._limiter.check_work(address, cost))
        return json_response({"tables": tables})

    async def delete(self, request: Request) -> Response:
        """A player deletes a table where they have a seat, with everything in it; where others play, they are asked."""
        self._limiter.check_work(client_address(request.scope, self._settings), 5)
        is_gone = await self._live.deletion.delete(request.path_params["table"], owner_of(request))
        return Response(status_code=204) if is_gone else json_response({"asked": True}, 202)

    async def _table(self, request: Request, cost: float) -> Table:
        """The table of a query that may load it, and costs so many moves."""
        self._limiter.check_work(client_address(request.scope, self._settings), cost)
        return (await self._live.registry.get(request.path_params["table"])).table

    async def _replayed_table(self, request: Request) -> Table:
        """The table of a query that replays its whole game, which costs more the longer that is."""
        table = await self._table(request, 10)
        cost = len(table.match.moves) / EVENTS_PER_MOVE
        self._limiter.check_work(client_address(request.scope, self._settings), cost)
        return table

    async def rules(self, request: Request) -> Response:
        """The rules page of the table's game, with the options that are played."""
        game = (await self._table(request, 3)).state.game
        return rules_response(request, game.info.id, game.options)

    async def record(self, request: Request) -> Response:
        """A table's game as a record to keep."""
        table = await self._replayed_table(request)
        name = f"{table.created.game}-{table.id}.txt"
        text = await self._live.replays.run(str, record(table))
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def position(self, request: Request) -> Response:
        """The board as it stood after so many actions."""
        table = await self._table(request, 4)
        actions = request.path_params["actions"]
        if not re.fullmatch("[0-9]{1,6}", actions):
            raise Refused("table.history.range", n=len(table.match.moves))
        return json_response(position_at(table, int(actions)))

    async def story(self, request: Request) -> Response:
        """What was told of every move and throw so far."""
        table = await self._replayed_table(request)
        return json_response({"story": await self._live.replays.run(story, table)})

    async def proof(self, request: Request) -> Response:
        """What a browser needs to check the dice of a finished game."""
        table = await self._replayed_table(request)
        return json_response(await self._live.replays.run(proof, table))


def _read_request(body: bytes) -> TableRequest:
    """What somebody wants; a field that is not known may be a mistake in the name of another."""
    wanted = msgspec.json.decode(body, type=TableRequest)
    unknown = msgspec.json.decode(body, type=dict[str, msgspec.Raw]).keys() - TableRequest.__dataclass_fields__.keys()
    if unknown:
        raise msgspec.ValidationError(f"Object contains unknown field `{min(unknown)}`")
    return wanted
