"""What a host can ask of a running server. A request is a JSON object whose ``do`` names its kind."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from speelkist.server.storage.admin_queries import Order

Note = Annotated[str, Meta(max_length=200, pattern=r"\A[^\0]*\Z")]
Limit = Annotated[int, Meta(ge=0, le=1_000_000)]  # 0: no limit


class Request(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """Anything that a host asks."""


class ListTables(Request, tag="tables", frozen=True):
    """Tables in an order."""

    order: Order = "running"
    limit: Annotated[int, Meta(ge=1, le=500)] = 20


class ShowTable(Request, tag="table", frozen=True):
    """One table: who sits there, and from where it is watched."""

    table: str  # its id, its link, or its alias in the log


class ChangeTable(Request, tag="change", frozen=True):
    """End the game at a table, put the table away, open it again, or delete it."""

    table: str
    action: Literal["end", "archive", "reopen", "delete"]


class Ban(Request, tag="ban", frozen=True):
    """Let nobody of a network in."""

    network: str
    days: Annotated[int, Meta(ge=0, le=36_500)] = 0  # 0: until it is taken back
    note: Note = ""


class Quota(Request, tag="quota", frozen=True):
    """Give the addresses of a network limits of their own; None: as in the settings."""

    network: str
    sockets: Limit | None = None
    tables_per_hour: Limit | None = None
    rate: Limit | None = None  # messages a second of one connection; an address may do ten times that
    note: Note = ""


class Forget(Request, tag="forget", frozen=True):
    """Take back what was decided about a network."""

    network: str


class ListNetworks(Request, tag="networks", frozen=True):
    """What was decided about networks."""


class ListAddresses(Request, tag="addresses", frozen=True):
    """Which addresses are connected to this process, the busiest first."""


AdminRequest: TypeAlias = ListTables | ShowTable | ChangeTable | Ban | Quota | Forget | ListNetworks | ListAddresses

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AdminRequest).decode
