"""The command ``admin``: tables and networks of a server, running or not."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from speelkist.cli.errors import Problem
from speelkist.cli.terminal import Screen, clean

if TYPE_CHECKING:
    from speelkist.server.admin.protocol import AdminRequest
    from speelkist.server.settings import Settings

ACTIONS = {
    "end": "end the game there; nobody wins",
    "archive": "put it away; whoever sits there opens it again",
    "reopen": "let it be played on",
    "delete": "delete it with everything in it",
}
ORDERS = ("running", "idle", "biggest", "busiest")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked."""
    asked = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    tables = asked.add_parser("tables", help="list tables")
    tables.add_argument("order", choices=ORDERS, nargs="?", default="running", help="default: running")
    tables.add_argument("--limit", default=20, help="how many (default: 20)", type=int, metavar="N")
    for action, about in {"table": "show one: who sits there, from where it is watched", **ACTIONS}.items():
        which = asked.add_parser(action, help=about)
        which.add_argument("table", help="its id, its link, or its name in the log (t-1f2e3d)")
    ban = asked.add_parser("ban", help="let nobody of an address or network in")
    ban.add_argument("--days", default=0, help="for so many days; otherwise until `unban`", type=int, metavar="N")
    quota = asked.add_parser("quota", help="give the addresses of a network limits of their own; 0 means no limit")
    quota.add_argument("--sockets", help="connections from one address", type=int, metavar="N")
    quota.add_argument("--tables-per-hour", help="new tables an hour from one address", type=int, metavar="N")
    quota.add_argument("--rate", help="messages a second of one connection", type=int, metavar="N")
    for decision in (ban, quota):
        decision.add_argument("--note", default="", help="why, for yourself")
    unban = asked.add_parser("unban", help="take back a ban or limits")
    for decision in (ban, quota, unban):
        decision.add_argument("network", help="203.0.113.7, 203.0.113.0/24, 2001:db8::/32")
    asked.add_parser("networks", help="list bans and limits")
    asked.add_parser("addresses", help="list who is connected, the busiest first")
    asked.add_parser("page", help="tell the address of the page with all this")


def run(screen: Screen, settings: Settings, given: argparse.Namespace) -> int:
    """Do what is asked; the exit code."""
    from speelkist.server.admin import client

    if given.action == "page":
        processes = client.reachable(settings)
        for process in processes:
            screen.print(f"http://{client.LOCAL}:{process.port}/#{process.token}")
        if not processes:
            raise Problem("cli.admin.stopped")
        return 0
    for answer in client.ask(settings, _request(given)):
        _show(screen, given.action, answer)
    return 0


def _request(given: argparse.Namespace) -> AdminRequest:
    import msgspec

    from speelkist.server.admin import protocol

    values: dict[str, Any] = {name: value for name, value in vars(given).items() if value is not None}
    kinds: dict[str, type[protocol.Request]] = {
        "tables": protocol.ListTables,
        "table": protocol.ShowTable,
        **dict.fromkeys(ACTIONS, protocol.ChangeTable),
        "ban": protocol.Ban,
        "quota": protocol.Quota,
        "unban": protocol.Forget,
        "networks": protocol.ListNetworks,
        "addresses": protocol.ListAddresses,
    }
    kind = kinds[given.action]
    wanted = {field.name: values[field.name] for field in msgspec.structs.fields(kind) if field.name in values}
    try:
        request: AdminRequest = msgspec.convert({"do": kind.__struct_config__.tag, **wanted}, protocol.AdminRequest)
    except msgspec.ValidationError as error:
        raise Problem("cli.admin.wrong", error=str(error)) from None
    return request


def _show(screen: Screen, action: str, answer: dict[str, Any]) -> None:
    match action:
        case "tables":
            rows = [_table_cells(table) for table in answer["tables"]]
            _print_rows(screen, "admin.columns.tables", rows)
        case "table":
            for name, value in answer.items():
                shown = (
                    ", ".join(map(str, value)) if isinstance(value, list) else _time(value) if name == "at" else value
                )
                screen.print(clean(f"{name:10} {shown}"))
        case "networks":
            rows = [_network_cells(screen, rule) for rule in answer["networks"]]
            _print_rows(screen, "admin.columns.networks", rows)
        case "addresses":
            rows = [[row["address"], str(row["sockets"]), str(row["tables"])] for row in answer["addresses"]]
            _print_rows(screen, "admin.columns.addresses", rows)
        case _:
            screen.say(f"admin.done.{action}", what=answer.get("table") or answer["network"])


def _table_cells(table: dict[str, Any]) -> list[str]:
    names = ("table", "alias", "game", "status", "events", "last_hour", "watching")
    return [*(str(table[name]) for name in names), f"{table['bytes'] / 1000:.0f} kB", _time(table["at"])]


def _network_cells(screen: Screen, rule: dict[str, Any]) -> list[str]:
    def limit(name: str) -> str:
        return "-" if rule[name] is None else str(rule[name])

    kind = screen.word("admin.banned" if rule["banned"] else "admin.limited")
    until = "-" if rule["expires_at"] is None else _time(rule["expires_at"])
    return [rule["network"], kind, limit("sockets"), limit("tables_per_hour"), limit("rate"), until, rule["note"]]


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _print_rows(screen: Screen, heads: str, rows: list[list[str]]) -> None:
    """Rows in columns under their heads."""
    table = [screen.word(heads).split(","), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for row in table:
        screen.print(clean("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()))
