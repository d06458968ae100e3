"""What the database holds, read without the server, and whether it is what the browsers were sent."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from speelkist.core import Record, read_seed
from speelkist.server.settings import Settings
from speelkist.server.storage import schema
from tests.support.http_request import http_request
from tests.support.scripted_browser import ScriptedBrowser

Json = dict[str, Any]


async def read_stored_events(db: str) -> dict[str, list[Json]]:
    """All events on disk, by table, read without the server."""
    engine = create_async_engine(Settings(db=db).url)
    e = schema.events.c
    events: dict[str, list[Json]] = {}
    requests: Counter[tuple[str, str]] = Counter()
    async with engine.connect() as connection:
        query = sa.select(e.table_id, e.version, e.at, e.data, e.request).order_by(e.table_id, e.version)
        for table, version, at, data, request in await connection.execute(query):
            events.setdefault(table, []).append({"version": version, "at": at, "event": json.loads(data)})
            if request is not None:
                requests[table, request] += 1
    await engine.dispose()
    assert not [request for request, count in requests.items() if count > 1], "a request was done twice"
    return events


def assert_same_logs(browsers: Iterable[ScriptedBrowser], events: dict[str, list[Json]]) -> None:
    """What the browsers were sent is what is stored: nothing is lost, repeated or made up."""
    made: dict[str, dict[int, tuple[int, str]]] = {}
    for browser in browsers:
        assert browser.log == events[browser.table], browser.table
        made.setdefault(browser.table, {}).update(browser.acknowledged)
    for table, acknowledged in made.items():
        seats = events[table][0]["event"]["seats"]
        moves = {
            entry["version"]: (entry["event"]["seat"], entry["event"]["move"])
            for entry in events[table]
            if entry["event"]["kind"] == "moved" and not entry["event"].get("auto")
        }
        people = {version: move for version, move in moves.items() if seats[move[0]] == "person"}
        assert acknowledged == people, table
        assert events[table][-1]["event"]["kind"] == "ended"


async def verify_records(address: str, tables: Iterable[str]) -> int:
    """Every table's record is legal and its throws follow from the seed; how many throws there were."""
    throws = 0
    for table in tables:
        record = Record.parse(await http_request(address, f"/api/tables/{table}/record"))
        assert record.result is not None
        if record.load().info.chance:
            throws += record.verify(read_seed(record.tags["Seed"])).throws
    return throws
