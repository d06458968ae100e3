"""Catching up with another process: by the events it sends along, by the log, and after a lost connection."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.inside import ANS, BOB, EVE, PATIENCE, Ear, lay, opened, rename


async def until_version(ear: Ear, version: int) -> None:
    """Wait until somebody who watches has seen a version."""
    async with asyncio.timeout(PATIENCE):
        while ear.versions()[-1] < version:
            await asyncio.sleep(0.01)


def test_events_sent_along_are_applied_and_a_hint_reads_the_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as live, opened(tmp_path / "tables.db") as other:
            table_id = await lay(live)
            ear = Ear(EVE)
            before = await live.subscriptions.watch(ear, table_id, 0)
            first = await rename(other, table_id, ANS, 0, "first")
            second = await rename(other, table_id, BOB, 1, "second")
            events = await other.store.events_after(table_id, before)
            live.resync.on_remote_event(table_id, first, events[:1])
            await until_version(ear, first)
            live.resync.on_remote_event(table_id, second, [])  # only that there is more
            await until_version(ear, second)
            live.resync.on_remote_event(table_id, first, events[:1])  # late: known by now
            assert ear.versions() == list(range(1, second + 1))

    asyncio.run(work())


def test_events_with_a_gap_before_them_are_read_from_the_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as live, opened(tmp_path / "tables.db") as other:
            table_id = await lay(live)
            ear = Ear(EVE)
            await live.subscriptions.watch(ear, table_id, 0)
            first = await rename(other, table_id, ANS, 0, "first")
            second = await rename(other, table_id, BOB, 1, "second")
            live.resync.on_remote_event(table_id, second, await other.store.events_after(table_id, first))
            await until_version(ear, second)
            assert ear.versions() == list(range(1, second + 1))

    asyncio.run(work())


def test_after_a_lost_connection_every_table_is_read_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "tables.db") as live, opened(tmp_path / "tables.db") as other:
            changed, deleted, same = [await lay(live) for _ in range(3)]
            ears = {table_id: Ear(EVE) for table_id in (changed, deleted, same)}
            for table_id, ear in ears.items():
                await live.subscriptions.watch(ear, table_id, 0)
            version = await rename(other, changed, ANS, 0, "missed")
            await other.creation.delete(deleted, ANS)
            live.resync.on_reconnect()
            await until_version(ears[changed], version)
            async with asyncio.timeout(PATIENCE):
                while deleted in live.table_ids() or (await live.registry.get(same)).stale:
                    await asyncio.sleep(0.01)
            assert ears[deleted].told[-1]["say"] == "table_deleted"
            assert ears[same].told[-1]["say"] in ("snapshot", "presence")

    asyncio.run(work())
