"""The parts of the server put together: event store, live tables, bots, HTTP routes and the WebSocket endpoint."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Collection, Mapping, Sequence

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from speelkist.bots.job import BotJob, BotReply
from speelkist.bots.precompile import CompileStatus, Precompiler
from speelkist.bots.waiting_line import Priority
from speelkist.bots.worker_pool import WorkerPool
from speelkist.core import SpeelkistError
from speelkist.core.view import phrase_data
from speelkist.server.admin.listener import AdminListener
from speelkist.server.admin.service import AdminService
from speelkist.server.garbage import collect_old_garbage
from speelkist.server.live.service import LiveService
from speelkist.server.logging import describe_error
from speelkist.server.settings import Settings
from speelkist.server.storage.admin_queries import network_rules
from speelkist.server.storage.event_store import EventStore
from speelkist.server.storage.maintenance import run_maintenance
from speelkist.server.timings import Histogram, measure_loop_lag
from speelkist.server.ws.endpoint import SocketEndpoint
from speelkist.server.ws.protocol import CompileStatusChanged, CompileStatusData, encode
from speelkist.server.ws.session import COME_BACK, NETWORK_CLOSED, Session
from speelkist.table.errors import Refused

from .access import FORBIDDEN, AccessGuard, client_address
from .connections import ConnectionLimits
from .health import Health, free_bytes
from .metrics import Metrics
from .network_rules import NetworkRules
from .rate_limit import RateLimiter
from .responses import failure_response, refusal_response
from .routes_admin import HEALTH_PATH, AdminRoutes
from .routes_device import device_routes
from .routes_games import GameRoutes, page_routes
from .routes_learn import LearnRoutes
from .routes_tables import TableRoutes

log = logging.getLogger("speelkist.app")

BANNED = (FORBIDDEN, "banned")  # why a socket is closed
BANNED_AFTER = 60_000  # milliseconds after which a browser may try again
RULES_SECONDS = 60.0
COME_BACK_AFTER = 1000  # milliseconds after which browsers connect again
NETWORK_CLOSED_AFTER = 8000


class App:
    """The composition root. ``asgi`` makes the application that an ASGI server runs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.refused: Counter[str] = Counter()  # what was not let in, by reason
        self.loop_lag = Histogram("loop_lag", "How late the event loop wakes up; everybody waits for it.")
        self.store = EventStore(settings.url)
        self.workers = WorkerPool(settings.workers)
        self.live = LiveService(self.store, self.workers, settings, self.reload_rules)
        self.rules = NetworkRules()
        self.guard = AccessGuard(settings, self.refused, self.rules)
        self.limiter = RateLimiter(settings, self.refused, self.rules)
        self.connections = ConnectionLimits(settings, self.refused)
        self.endpoint = SocketEndpoint(self.live, settings, self.limiter)
        service = AdminService(self.live, self.reload_rules, lambda: self.sockets, self.limiter.usage)
        self.admin = AdminListener(service)
        self.routes: list[BaseRoute] = []  # what the application answers over HTTP
        self.precompiler = Precompiler(self._on_compile_status)
        self._on_compile_status(self.precompiler.status)

    @property
    def sockets(self) -> set[Session]:
        """The open sockets."""
        return self.endpoint.sockets

    def asgi(self, more_routes: Sequence[BaseRoute] = ()) -> ASGIApp:
        """The application for an ASGI server."""
        self.routes = [
            *GameRoutes(lambda: self.live.compile_status).routes(),
            *LearnRoutes(self.settings, self.limiter, self._think).routes(),
            *TableRoutes(self.live, self.settings, self.limiter).routes(),
            *AdminRoutes(Health(self.store, self.workers), self._metrics()).routes(),
            *device_routes(),
            *more_routes,
            *page_routes(),
        ]
        http = Starlette(
            routes=self.routes,
            lifespan=self._lifespan,
            exception_handlers={SpeelkistError: self._refuse, 500: failure_response},
        )

        async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
            # the guard lets in sockets at one path only, so they need no router
            if scope["type"] == "websocket":
                await self.endpoint(scope, receive, send)
            elif self._is_too_much(scope):
                refusal = await self._refuse(Request(scope), Refused("server.limit.questions"))
                await refusal(scope, receive, send)
            else:
                await http(scope, receive, send)

        return self.connections.wrap(self.guard.wrap(dispatch))

    def _is_too_much(self, scope: Scope) -> bool:
        """Count a request; what costs more than a move is counted for itself too. A monitor is always answered."""
        if scope["type"] != "http" or scope["path"] == HEALTH_PATH:
            return False
        return not self.limiter.take_work(client_address(scope, self.settings), 1)

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        await self.live.open()
        await self.reload_rules()  # before anybody is let in
        tasks = [
            asyncio.create_task(run_maintenance(self.live, self.store, self.settings), name="maintenance"),
            asyncio.create_task(self._reload_rules_often(), name="network rules"),
            asyncio.create_task(collect_old_garbage(), name="garbage"),
            asyncio.create_task(measure_loop_lag(self.loop_lag), name="loop lag"),
        ]
        if self.settings.compile:
            tasks.append(asyncio.create_task(self.precompiler.run(), name="precompiler"))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            self.precompiler.close()
            self.close_sockets()
            await self.live.close()
            self.workers.close()
            await self.store.close()

    def close_sockets(self) -> Collection[Session]:
        """Tell every browser to come back soon, and close its socket; those that are still open."""
        for socket in list(self.sockets):
            socket.close(*COME_BACK, after=COME_BACK_AFTER)
        return self.sockets

    def close_network_sockets(self, addresses: Collection[str]) -> Collection[Session]:
        """The same with those that came in at these addresses: the network is no longer let in."""
        sockets = self.endpoint.sockets_at(addresses)
        for socket in sockets:
            socket.close(*NETWORK_CLOSED, after=NETWORK_CLOSED_AFTER)
        return sockets

    async def reload_rules(self) -> None:
        """Read what the host has decided about networks; whoever is banned by it is disconnected."""
        self.rules.replace(await network_rules(self.store))
        for socket in list(self.sockets):
            if self.rules.is_banned(socket.address):
                socket.close(*BANNED, after=BANNED_AFTER)

    async def _reload_rules_often(self) -> None:
        """A message of another process may have been lost."""
        while True:
            await asyncio.sleep(RULES_SECONDS)
            try:
                await self.reload_rules()
            except Exception as error:  # noqa: BLE001  (the database may be away for a while)
                log.warning("the rules about networks cannot be read: %s", describe_error(error))

    def _on_compile_status(self, status: CompileStatus) -> None:
        """More games can be played by strong bots, or fewer: whoever is connected is told."""
        notice = status.notice()
        data = CompileStatusData(
            ready=sorted(status.ready),
            waiting=sorted((*status.waiting, *status.missing)),
            compiling=status.compiling,
            missing=list(status.lacking),
            instead=status.instead,
            why=None if notice is None else phrase_data(notice),
        )
        self.live.compile_status = data
        message = encode(CompileStatusChanged(data))
        for socket in self.sockets:
            if socket.owner:
                socket.send(message)

    async def _think(self, job: BotJob) -> BotReply:
        """A bot's thought for somebody who only watches: those who play come first."""
        return await self.live.bots.ask(job, Priority.BACKGROUND)

    async def _refuse(self, request: Request, error: Exception) -> Response:
        """Answer a request with a refusal, and count it."""
        if isinstance(error, SpeelkistError):
            self.live.refusals[error.phrase.key] += 1
        return await refusal_response(request, error)

    def _metrics(self) -> Metrics:
        histograms = [self.live.commands.move_seconds, self.store.commit_seconds, self.loop_lag]
        return Metrics(self._counters, self._gauges, self.live.refusals, histograms, self.store.size)

    def _counters(self) -> Mapping[str, int]:
        return {
            **self.live.counters,
            **self.refused,
            "commits": self.store.commits,
            "events_written": self.store.written,
            "workers_died": self.workers.died,
            "bot_jobs_cancelled": self.workers.cancelled,
        }

    def _gauges(self) -> Mapping[str, int]:
        free = free_bytes(self.store)
        return {
            "games_compiled": len(self.live.compile_status.ready),
            "games_not_compiled": len(self.live.compile_status.waiting),
            "tables_in_memory": len(self.live.registry.tables),
            "sockets": len(self.sockets),
            "bot_jobs_waiting": self.workers.waiting,
            "workers_failing": int(self.workers.failing),
            **({} if free is None else {"disk_free_bytes": free}),
        }
