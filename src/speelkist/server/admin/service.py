"""Does what a host asks: the one place, whether it comes from the command, the page, or beside a stopped server."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol

from speelkist.core import SpeelkistError
from speelkist.server.cluster.messages import NetworkRulesChanged, TableChanged
from speelkist.server.http.network_rules import network_of, read_network
from speelkist.server.live.service import LiveService
from speelkist.server.logging import log_alias
from speelkist.server.storage import admin_queries, queries
from speelkist.server.storage.admin_queries import NetworkRule
from speelkist.server.timestamps import DAY_MS, now_ms
from speelkist.table import commands
from speelkist.table.identity import is_table_id

from . import protocol

log = logging.getLogger("speelkist.admin")

MAX_ADDRESSES = 200  # listed
_ALIAS = re.compile(r"t-[0-9a-f]{6}")


class Watcher(Protocol):
    """A session, as far as a host is concerned."""

    address: str

    def watches(self, table_id: str) -> bool:
        """Whether it watches a table."""
        ...


class AdminService:
    """A host's commands on the tables and networks of a server."""

    def __init__(
        self,
        live: LiveService,
        on_rules_changed: Callable[[], Awaitable[None]],
        sessions: Callable[[], Iterable[Watcher]] = tuple,
        usage: Callable[[], dict[str, tuple[int, int]]] = dict,
    ) -> None:
        self._live = live
        self._store = live.store
        self._on_rules_changed = on_rules_changed
        self._sessions = sessions
        self._usage = usage  # sockets and new tables, by address

    async def run(self, request: protocol.AdminRequest) -> dict[str, Any]:
        """Do what a request asks; what there is to show.

        :raises SpeelkistError: it cannot be done.
        """
        match request:
            case protocol.ListTables():
                summaries = await admin_queries.table_summaries(self._store, request.order, request.limit)
                return {"tables": [self._with_watchers(summary) for summary in summaries]}
            case protocol.ShowTable():
                return await self._show(await self._table_id(request.table))
            case protocol.ChangeTable():
                table_id = await self._table_id(request.table)
                await self._change(table_id, request.action)
                log.info("a table was changed by the host", extra={"table": log_alias(table_id), "to": request.action})
                return {"table": table_id}
            case protocol.Ban():
                expires_at = now_ms() + request.days * DAY_MS if request.days else None
                rule = NetworkRule(read_network(request.network), True, expires_at=expires_at, note=request.note)
                return await self._decide(rule)
            case protocol.Quota():
                network = read_network(request.network)
                limits = request.sockets, request.tables_per_hour, request.rate
                return await self._decide(NetworkRule(network, False, *limits, note=request.note))
            case protocol.Forget():
                network = read_network(request.network)
                if not await admin_queries.delete_network_rule(self._store, network):
                    raise SpeelkistError("server.admin.no_rule", network=network)
                await self._rules_changed()
                return {"network": network}
            case protocol.ListNetworks():
                return {"networks": [rule._asdict() for rule in await admin_queries.network_rules(self._store)]}
            case protocol.ListAddresses():
                return {"addresses": self._addresses()}

    # --- tables -----------------------------------------------------------------------------------------------------

    async def _table_id(self, text: str) -> str:
        """The table that a host means: by id, by link, or by its alias in the log."""
        text = text.strip().rstrip("/").rpartition("/")[2]
        if not _ALIAS.fullmatch(text):
            if not is_table_id(text):  # PostgreSQL would not even take every text
                raise SpeelkistError("server.table.unknown")
            return text
        table_ids = await admin_queries.tables_with_alias(self._store, text)
        if len(table_ids) != 1:
            raise SpeelkistError("server.admin.alias", alias=text, n=len(table_ids), tables=", ".join(table_ids) or "-")
        return table_ids[0]

    async def _summary(self, table_id: str) -> admin_queries.TableSummary:
        summaries = await admin_queries.table_summaries(self._store, table_id=table_id)
        if not summaries:
            raise SpeelkistError("server.table.unknown")
        return summaries[0]

    def _with_watchers(self, summary: admin_queries.TableSummary) -> dict[str, Any]:
        live = self._live.registry.tables.get(summary.table)
        return {**summary._asdict(), "watching": 0 if live is None else len(live.subscribers)}

    async def _show(self, table_id: str) -> dict[str, Any]:
        data = self._with_watchers(await self._summary(table_id))
        data["networks"] = sorted(
            {network_of(session.address) for session in self._sessions() if session.watches(table_id)}
        )
        table = (await self._live.registry.get(table_id)).table
        data["seats"] = [seat.name or seat.bot or ("-" if seat.owner is None else "?") for seat in table.seats]
        return data

    async def _change(self, table_id: str, action: str) -> None:
        await self._summary(table_id)
        match action:
            case "end":
                await self._live.commands.run(table_id, "", None, lambda live: commands.abandon(live.table))
            case "delete":  # also one that this version cannot read
                await self._live.deletion.delete_for_host(table_id)
            case "archive" | "reopen":
                await (admin_queries.archive if action == "archive" else queries.reopen)(self._store, table_id)
                await self._live.reload(table_id)
                self._store.publish(TableChanged(table_id))

    # --- networks ---------------------------------------------------------------------------------------------------

    async def _decide(self, rule: NetworkRule) -> dict[str, Any]:
        await admin_queries.save_network_rule(self._store, rule)
        await self._rules_changed()
        return {"network": rule.network}

    async def _rules_changed(self) -> None:
        await self._on_rules_changed()
        self._store.publish(NetworkRulesChanged())

    def _addresses(self) -> list[dict[str, Any]]:
        usage = sorted(self._usage().items(), key=lambda item: item[1], reverse=True)[:MAX_ADDRESSES]
        return [{"address": who, "sockets": sockets, "tables": tables} for who, (sockets, tables) in usage]
