"""All tables of a browser as one file, and back; and the record of a single game."""

from __future__ import annotations

import json
from typing import Any

from speelkist.core import SpeelkistError
from speelkist.core.record import FIRST_LINE
from speelkist.table.errors import Refused
from speelkist.table.identity import is_table_id
from speelkist.table.replay import replay

from .record_table import record_table
from .store import KeptEvent, Store
from .tables import UNREADABLE, LocalTables

FORMAT = "speelkist tables 1"
MOST_TABLES = 10_000


async def export_tables(store: Store) -> dict[str, Any]:
    """Every table with its events, the seeds of dice included: the file is for this player alone."""
    tables = {table_id: await store.events_after(table_id, 0) for table_id in await store.table_ids()}
    return {"format": FORMAT, "tables": {table_id: [list(event) for event in log] for table_id, log in tables.items()}}


async def import_file(tables: LocalTables, text: str, owner: str) -> int:
    """Take in a file with tables, or the record of a game; how many tables are new.

    :raises Refused: it is neither, or is damaged.
    :raises BadRecord: the record is damaged, or its dice were not thrown as they say.
    """
    if not text.removeprefix("\ufeff").startswith(FIRST_LINE):
        return await import_tables(tables, text, owner)
    await tables.add(record_table(text, owner))
    return 1


async def import_tables(tables: LocalTables, text: str, owner: str) -> int:
    """Take in the tables of such a file that are not here yet, and give their seats to this browser; how many.

    All of the file is read before anything of it is kept.

    :raises Refused: it is no such file, or is damaged.
    """
    known = set(await tables.store.table_ids())
    try:
        data = json.loads(text)
        if data["format"] != FORMAT or len(data["tables"]) > MOST_TABLES:
            raise ValueError("not such a file")
        logs = {str(table_id): _read_log(str(table_id), rows, owner) for table_id, rows in data["tables"].items()}
    except (*UNREADABLE, SpeelkistError) as error:
        raise Refused("server.local.file") from error
    new = {table_id: log for table_id, log in logs.items() if table_id not in known}
    for table_id, log in new.items():
        await tables.store.append(table_id, log)
        await tables.summarise((await tables.get(table_id)).table)
    return len(new)


def _read_log(table_id: str, rows: list[Any], owner: str) -> list[KeptEvent]:
    log = [_owned(KeptEvent(*row), owner) for row in rows]
    if not is_table_id(table_id) or not log:
        raise ValueError("no table")
    replay(table_id, log)
    return log


def _owned(event: KeptEvent, owner: str) -> KeptEvent:
    """Seats of people belong to whoever takes the file in: the key of the browser it comes from is not in it."""
    kind = json.loads(event.data)["kind"]
    return event._replace(secret=owner) if kind in ("seated", "seat_transferred") else event
