"""The web app: addresses for what is not live, and the socket for what is."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from importlib.resources import files
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

import speelkist
from speelkist.bots.factory import BOTS
from speelkist.bots.precompile import CompileStatus, Precompiler
from speelkist.bots.worker_pool import WorkerPool
from speelkist.core import LANGUAGES, SpeelkistError, game_class, games, phrases_of, register_phrases
from speelkist.core.queries import query_names
from speelkist.core.registry import package_of
from speelkist.core.view import phrase_data
from speelkist.i18n.phrases import Phrase
from speelkist.server.identity import owner_hash
from speelkist.server.live.history import position_at, proof
from speelkist.server.live.house import House, Wish
from speelkist.server.live.table import Refused, Table
from speelkist.server.settings import Settings
from speelkist.server.storage import queries
from speelkist.server.storage.event_store import EventStore
from speelkist.server.storage.maintenance import run_maintenance
from speelkist.server.ws.protocol import LONGEST_MESSAGE, Thinking, ThinkingData, encode
from speelkist.server.ws.session import COME_BACK, Socket
from speelkist.server.ws.wire import WIRE

from .access import Guard, address_of
from .lan_access import LanAccess

log = logging.getLogger("speelkist.app")

register_phrases("server", "speelkist.server")

_json = msgspec.json.Encoder().encode


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser sends to have a table laid."""

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


class App:
    """The server's parts together: what a request needs to be answered."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = EventStore(settings.url)
        self.thinkers = WorkerPool(settings.workers)
        self.house = House(self.store, settings, self.thinkers)
        self.guard = Guard(settings)
        self.lan_access = LanAccess(settings)
        self.sockets: set[Socket] = set()
        self.warming = Precompiler(self._warmer)
        self._warmer(self.warming.status)

    def asgi(self) -> Any:
        """The application for an ASGI server."""
        routes: list[Any] = [
            Route("/api/games", self.list_games),
            Route("/api/games/{game}/rules", self.rules),
            Route("/api/words/{lang}", self.all_words),
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables", self.own_tables, methods=["GET"]),
            Route("/api/tables/{table}", self.delete, methods=["DELETE"]),
            Route("/api/tables/{table}/record", self.record),
            Route("/api/tables/{table}/at/{actions:int}", self.look_back),
            Route("/api/tables/{table}/proof", self.proof),
            *self.lan_access.routes(),
            Route("/health", self.health),
            Route("/metrics", self.metrics),
        ]
        pages = files("speelkist") / "web"
        if pages.is_dir():
            routes.append(Route("/t/{table}", self.page))
            # the pages are the only thing that is large; nothing secret is in them, so they may be packed
            routes.append(Mount("/", GZipMiddleware(StaticFiles(directory=str(pages), html=True), minimum_size=1000)))
        app = Starlette(
            routes=routes,
            lifespan=self._life,
            exception_handlers={SpeelkistError: _refused, 500: _failed},
        )
        socket = _SocketEnd(self)

        async def door(scope: Scope, receive: Receive, send: Send) -> None:
            # the guard has let in no other socket; not through Starlette, for this is the busiest place
            await (socket if scope["type"] == "websocket" else app)(scope, receive, send)

        return self.guard.wrap(door)

    @contextlib.asynccontextmanager
    async def _life(self, _app: Starlette) -> AsyncIterator[None]:
        await self.store.open(self.house.remote_handlers())
        self.house.open()
        maintenance = asyncio.create_task(run_maintenance(self.house, self.store, self.settings), name="maintenance")
        warming = asyncio.create_task(self.warming.run()) if self.settings.compile else None
        try:
            yield
        finally:
            maintenance.cancel()
            if warming is not None:
                warming.cancel()
            self.warming.close()
            for socket in list(self.sockets):
                socket.close(*COME_BACK, after=1000)
            await self.house.close()
            self.thinkers.close()
            await self.store.close()

    def _warmer(self, warmth: CompileStatus) -> None:
        """The computer is further than it was: whoever is connected hears it."""
        notice = warmth.notice()
        thinking = ThinkingData(
            ready=sorted(warmth.ready),
            waiting=sorted((*warmth.waiting, *warmth.missing)),
            compiling=warmth.compiling,
            missing=list(warmth.lacking),
            instead=warmth.instead,
            why=None if notice is None else phrase_data(notice),
        )
        self.house.thinking = thinking
        message = encode(Thinking(thinking))
        for socket in self.sockets:
            if socket.holder:
                socket.tell(message)

    # --- what is not live -------------------------------------------------------------------------------------------

    async def page(self, _request: Request) -> Response:
        """A table's own address shows the same page; the page itself reads which table."""
        return Response((files("speelkist") / "web" / "index.html").read_bytes(), media_type="text/html")

    async def list_games(self, _request: Request) -> Response:
        """What can be played, with all options."""
        known = {"games": [_game_data(game) for game in games()], "players": list(BOTS)}
        return _answer({**known, "thinking": self.house.thinking})

    async def rules(self, request: Request) -> Response:
        """A game's rules page, as Markdown."""
        lang = request.query_params.get("lang", "en")
        if lang not in LANGUAGES:
            raise Refused("server.look.language", names=", ".join(LANGUAGES))
        package = package_of(request.path_params["game"]).folder
        text = (files(package) / "text" / f"rules.{lang}.md").read_text(encoding="utf-8")
        return PlainTextResponse(text, media_type="text/markdown")

    async def all_words(self, request: Request) -> Response:
        """All phrases of one language, by their whole key."""
        lang = request.path_params["lang"]
        if lang not in LANGUAGES:
            raise Refused("server.look.language", names=", ".join(LANGUAGES))
        found = {
            f"{namespace}.{key}": value
            for namespace in ("core", "bots", "server", *games())
            for key, value in phrases_of(namespace, lang).items()
        }
        return _answer(found)

    async def create(self, request: Request) -> Response:
        """Lay a new table."""
        self.guard.check_table_rate(address_of(request.scope, self.settings))
        holder = _holder(request)
        body = await _body(request)
        try:
            wanted = msgspec.json.decode(body, type=NewTable)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("server.message.wrong", error=str(error)[:120]) from None
        address = await self.house.create(self._wish(wanted, holder))
        return _answer({"table": address}, 201)

    def _wish(self, wanted: NewTable, holder: str) -> Wish:
        if wanted.seed is not None and not self.settings.scripted:
            raise Refused("server.create.seed")
        players = wanted.options.get("players")
        count = players if isinstance(players, int) else game_class(wanted.game).info.players[0]
        chairs = wanted.chairs or ["person"] * min(max(int(count), 2), 6)
        for chair in chairs:
            if chair != "person" and chair not in BOTS:
                raise Refused("server.create.chair", chair=chair[:20], players=", ".join(("person", *BOTS)))
        if isinstance(wanted.seats, str) and wanted.seats not in ("all", "none"):
            raise Refused("server.create.seats")
        if isinstance(wanted.seats, int) and not 0 <= wanted.seats < len(chairs):
            raise Refused("server.seat.none", n=len(chairs))
        answer_seconds = wanted.answer_seconds
        if answer_seconds is None:
            answer_seconds = game_class(wanted.game).info.answer_seconds
        for seconds in (answer_seconds, wanted.absent_seconds):
            if not 0 <= seconds <= 86_400:
                raise Refused("server.create.seconds")
        return Wish(
            game=wanted.game,
            options=dict(wanted.options),
            chairs=chairs,
            holder=holder,
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
        """The tables where this browser has a chair, the newest first."""
        holder = _holder(request)
        found = []
        for address in await queries.tables_of(self.store, holder):
            try:
                table = (await self.house.room(address)).table
            except SpeelkistError as error:  # deleted just now; or of a game that is no longer here
                log.info("table %s cannot be listed: %s", address, error)
                continue
            if table.yours(holder):  # a chair may have moved to another device
                found.append(_table_data(table, holder))
        return _answer({"tables": found})

    async def delete(self, request: Request) -> Response:
        """A player deletes a table he sat at, with everything in it."""
        await self.house.delete(request.path_params["table"], _holder(request))
        return Response(status_code=204)

    async def _asked_table(self, request: Request) -> Table:
        """The table that a question is about which takes its whole game to answer."""
        self.guard.check_query_rate(address_of(request.scope, self.settings))
        return (await self.house.room(request.path_params["table"])).table

    async def record(self, request: Request) -> Response:
        """A table's game as a record to keep."""
        table = await self._asked_table(request)
        name = f"{table.created.game}-{table.id}.txt"
        return PlainTextResponse(str(table.record()), headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def look_back(self, request: Request) -> Response:
        """The board as it stood after so many moves and throws."""
        table = await self._asked_table(request)
        return _answer(position_at(table, request.path_params["actions"]))

    async def proof(self, request: Request) -> Response:
        """What a browser needs to check the dice of a finished game."""
        table = await self._asked_table(request)
        return _answer(proof(table))

    async def health(self, _request: Request) -> Response:
        """Whether the server and its database answer."""
        await queries.ping(self.store)
        return _answer({"ok": True, "version": speelkist.__version__})

    async def metrics(self, _request: Request) -> Response:
        """Numbers for whoever watches the server, as Prometheus reads them."""
        counted = self.house.counted
        numbers = {f"speelkist_{name}_total": counted[name] for name in sorted(counted)}
        numbers |= {
            "speelkist_commits_total": self.store.commits,
            "speelkist_events_written_total": self.store.written,
            "speelkist_workers_died_total": self.thinkers.died,
            "speelkist_thoughts_called_off_total": self.thinkers.called_off,
            "speelkist_games_compiled": len(self.house.thinking.ready),
            "speelkist_games_not_compiled": len(self.house.thinking.waiting),
            "speelkist_tables_in_memory": self.house.rooms(),
            "speelkist_sockets": len(self.sockets),
        }
        numbers |= {f"speelkist_{name}_total": count for name, count in sorted(self.guard.refused.items())}
        lines = [
            f"# TYPE {name} {'counter' if name.endswith('_total') else 'gauge'}\n{name} {value}"
            for name, value in numbers.items()
        ]
        return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


class _SocketEnd:
    """Accepts a socket and lives with it until it closes."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        settings = app.settings
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        address = address_of(scope, settings)
        wire = scope.get("extensions", {}).get(WIRE)
        socket = Socket(app.house, send, settings.rate, settings.burst, wire)
        if not app.guard.acquire_socket(address):
            await send({"type": "websocket.close", "code": 4029, "reason": "too many sockets"})
            return
        app.sockets.add(socket)
        try:
            await socket.live(receive)
        finally:
            app.sockets.discard(socket)
            app.guard.release_socket(address)


def _game_data(id: str) -> dict[str, Any]:
    info = game_class(id).info
    return {
        "id": id,
        "name": dict(info.name),
        "about": phrase_data(Phrase(f"{id}.about")),
        "designer": info.designer,
        "published": info.published,
        "sides": list(info.sides),
        "players": list(info.players),
        "chance": info.chance,
        "version": info.version,
        "scoring": info.scoring,
        "answers_out_of_turn": info.answers_out_of_turn,
        "answer_seconds": info.answer_seconds,
        "queries": sorted(query_names(id)),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": list(option.default) if isinstance(option.default, tuple) else option.default,
                "choices": list(option.choices),
                "low": option.low,
                "high": option.high,
                "items": option.items,
                "about": phrase_data(Phrase(f"{id}.option.{option.name}")),
            }
            for option in info.options
        ],
    }


def _table_data(table: Table, holder: str) -> dict[str, Any]:
    return {
        "table": table.id,
        "game": table.created.game,
        "state": table.status,
        "number": table.number,
        "at": table.at,
        "player": table.state.player,
        "yours": table.yours(holder),
        "names": [chair.name for chair in table.chairs],
        "sides": [table.game.side(seat) for seat in range(len(table.chairs))],
        "winners": None if table.ended is None else table.ended.winners,
    }


def _holder(request: Request) -> str:
    """Whose request this is: the key comes in a header, so that it is in no address and no log."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        raise Refused("server.hello.key")
    return owner_hash(key.strip())


async def _body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_MESSAGE:
            raise Refused("server.message.long", n=LONGEST_MESSAGE)
    return body


def _answer(data: Any, status: int = 200) -> Response:
    return Response(_json(data), status, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, SpeelkistError)
    usual = 404 if request.method in ("GET", "HEAD") else 400  # what is asked for is not there, or cannot be done
    status = {"server.table.unknown": 404, "server.hello.key": 401, "server.seat.not_yours": 403}
    status |= {"server.here.not_you": 403}
    status |= {"server.limit.tables": 429, "server.limit.questions": 429}
    status |= {"server.failed": 500, "server.store.failed": 503, "server.closing": 503}
    return _answer({"why": phrase_data(error.phrase), "sentence": str(error)}, status.get(error.phrase.key, usual))


async def _failed(request: Request, _error: Exception) -> Response:
    log.error("a request failed: %s", request.url.path)
    return await _refused(request, SpeelkistError("server.failed"))
