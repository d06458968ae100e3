"""What tests do with the live tables of a process, without a socket."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from speelkist.server.live.registry import LiveTable
from speelkist.server.live.service import LiveService
from speelkist.server.storage import schema
from speelkist.table import commands, settlement
from speelkist.table.creation import TableRequest
from speelkist.table.table import PendingEvent, Table
from tests.support.dice import NONCES, promise_of

ANS, BOB, EVE = "a" * 64, "b" * 64, "e" * 64  # the owners that three browsers' keys become


async def create_table(live: LiveService, game: str = "knopf", **request: Any) -> str:
    """A table where Ans has the first seat and Bob the second."""
    owner = request.pop("owner", ANS)
    given = {"game": game, "seats": ["person", "person"], "sit": 0, **request}
    table_id = await live.creation.create(TableRequest(**given), owner)
    if given["seats"][1] == "person" and given["sit"] == 0:
        await live.commands.run(table_id, BOB, "sit", lambda table: commands.sit(table.table, BOB, 1, "Bob"))
    await settle_live(live, table_id)
    return table_id


async def settle_live(live: LiveService, table_id: str) -> None:
    """Everybody adds to the dice, if all seats are taken."""
    table = (await live.registry.get(table_id)).table
    nonces = {seat.owner or "": nonce for seat, nonce in zip(table.contributors, NONCES, strict=False)}

    async def run(owner: str, command: Callable[[Table, str, str], list[PendingEvent]], given: str) -> None:
        await live.commands.run(table_id, owner, secrets.token_hex(4), lambda now: command(now.table, owner, given))

    if not table.is_full:
        return
    for owner, nonce in nonces.items():
        await run(owner, settlement.commit, promise_of(nonce, table.created.commitment))
    for owner, nonce in nonces.items():
        await run(owner, settlement.reveal, nonce)


async def half_settled(live: LiveService) -> str:
    """A table where Ans has committed and revealed, and Bob has only committed."""
    table_id = await create_table(live, "kriskras", sit="none")
    promised = (await live.registry.get(table_id)).table.created.commitment

    async def sit(owner: str, seat: int) -> None:
        promise = promise_of(NONCES[seat], promised)
        await live.commands.run(table_id, owner, "sit", lambda now: commands.sit(now.table, owner, seat, "", promise))

    await sit(ANS, 0)
    await sit(BOB, 1)
    await live.commands.run(table_id, ANS, "reveal", lambda now: settlement.reveal(now.table, ANS, NONCES[0]))
    return table_id


async def play_move(live: LiveService, table_id: str, request: str | None = None, move: str | None = None) -> int:
    """The player to move makes this move, or else the first that is listed; its version."""
    table = (await live.registry.get(table_id)).table
    seat = table.state.player
    chosen = move or choice_texts(table)[0]
    owner = table.seats[seat].owner or ""

    def decide(now: LiveTable) -> list[PendingEvent]:
        return commands.play(now.table, owner, seat, now.table.version, chosen)

    return await live.commands.run(table_id, owner, request or secrets.token_hex(4), decide)


async def rename_seat(live: LiveService, table_id: str, owner: str, seat: int, name: str) -> int:
    """A command that is always accepted; its version."""
    return await live.commands.run(
        table_id, owner, secrets.token_hex(4), lambda now: commands.rename(now.table, owner, seat, name)
    )


def choice_texts(table: Table) -> list[str]:
    """The moves that are listed as choices, in notation."""
    return [choice["move"] for choice in table.view()["choices"]]


async def count_stored_events(live: LiveService, table_id: str) -> int:
    """How many events of a table are stored, as another connection sees it."""
    e = schema.events.c
    async with live.store.engine.connect() as connection:
        return await connection.scalar(sa.select(sa.func.count()).where(e.table_id == table_id)) or 0


def inject_failure(monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    """Let this table fail at every event it applies, half done; a copy read from the log does not fail."""
    change = Table._change

    def failing(changed: Table, pending: PendingEvent, at: int) -> Any:
        change(changed, pending, at)
        if changed is table:
            raise RuntimeError("half done")
        return []

    monkeypatch.setattr(Table, "_change", failing)
