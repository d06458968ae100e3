"""Two processes on one PostgreSQL agree about who is present, what was deleted and which of them runs a bot."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from speelkist.bots.job import BotReply
from speelkist.bots.waiting_line import Priority
from speelkist.core import load_version
from speelkist.server.cluster import presence
from speelkist.server.live import bot_runner, words
from speelkist.server.live.service import LiveService
from speelkist.server.timestamps import now_ms
from speelkist.table import commands, settlement
from speelkist.table.clock import ClockRules
from speelkist.table.errors import Refused
from speelkist.table.events import ClockResumed, TimeUp
from speelkist.table.words import Word
from tests.support.dice import NONCES, promise_of
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, BOB, EVE, create_table, half_settled, play_move
from tests.support.subscriber import RecordingSubscriber
from tests.support.two_processes import two_processes, wait_until


def give(live: LiveService, address: str) -> Any:
    """Ans wants the computer to play for Bob."""
    now = now_ms() + 1

    def decide(live_table: Any) -> Any:
        return commands.give_to_bot(live_table.table, ANS, 1, "random", live_table.away.get(1), now)

    return live.commands.run(address, ANS, f"give {now}", decide)


def test_a_player_at_another_process_is_present(db: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first, absent_seconds=0)
            ans, bob, eve = RecordingSubscriber(ANS), RecordingSubscriber(BOB), RecordingSubscriber(EVE)
            await first.subscriptions.watch(ans, address, 0)
            await second.subscriptions.watch(bob, address, 0)
            await wait_until(lambda: ans.present() == bob.present() == [True, True])
            await second.subscriptions.watch(eve, address, 0)
            await wait_until(lambda: ans.last("watchers") == 1)
            with pytest.raises(Refused) as refused:
                await give(first, address)
            assert refused.value.phrase.key == "table.give.too_soon"

            second.subscriptions.unwatch(bob, address)
            await wait_until(lambda: ans.present() == [True, False])
            await second.subscriptions.watch(bob, address, 0)
            await wait_until(lambda: ans.present() == [True, True])

            late = RecordingSubscriber(EVE)  # a process where the table is new asks who is there
            async with open_live_service(db) as three:
                await three.subscriptions.watch(late, address, 0)
                await wait_until(lambda: late.present() == [True, True])

            second.subscriptions.unwatch(bob, address)
            await wait_until(lambda: ans.present() == [True, False])
            await give(first, address)

    asyncio.run(work())


def test_two_processes_settle_the_dice_and_free_a_silent_seat_once(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settlement, "REVEAL_SECONDS", 0.3)

    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await half_settled(first)
            watching = RecordingSubscriber(BOB)
            await second.subscriptions.watch(watching, address, 0)  # now both have its clock
            tables = [(await live.registry.get(address)).table for live in (first, second)]
            await wait_until(lambda: all(table.seats[1].owner is None for table in tables))
            monkeypatch.setattr(settlement, "REVEAL_SECONDS", 60)
            kinds = [type(event.event).__name__ for event in await first.store.events_after(address, 0)]
            assert kinds.count("SeatFreed") == 1
            promised = tables[0].created.commitment
            promises = [promise_of(nonce, promised) for nonce in NONCES[2:4]]
            await second.commands.run(
                address, BOB, "again", lambda now: commands.sit(now.table, BOB, 1, "Bob", promises[1])
            )
            await first.commands.run(address, ANS, "c", lambda now: settlement.commit(now.table, ANS, promises[0]))
            await wait_until(lambda: tables[1].seats[0].commitment is not None)  # a browser reveals what it has seen
            await second.commands.run(address, BOB, "r", lambda now: settlement.reveal(now.table, BOB, NONCES[3]))
            await wait_until(lambda: tables[0].seats[1].nonce is not None)
            await first.commands.run(address, ANS, "r", lambda now: settlement.reveal(now.table, ANS, NONCES[2]))
            await wait_until(lambda: tables[1].status == "playing")
            assert tables[0].actions == tables[1].actions

    asyncio.run(work())


def test_who_sat_at_a_process_that_died_is_away(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the test's own: on a busy machine a heartbeat may be late."""
    now = now_ms()
    monkeypatch.setattr(presence, "HEARTBEAT_SECONDS", 0.01)
    monkeypatch.setattr(presence, "now_ms", lambda: now)

    async def work() -> None:
        nonlocal now
        async with two_processes(db) as (first, second):
            address = await create_table(first, absent_seconds=0)
            ans, bob = RecordingSubscriber(ANS), RecordingSubscriber(BOB)
            await first.subscriptions.watch(ans, address, 0)
            await second.subscriptions.watch(bob, address, 0)
            await wait_until(lambda: ans.present() == [True, True])
            remote = first.registry.tables[address].remote

            def reported_just_now() -> bool:
                return [report.at for report in remote.values()] == [now]

            def is_away_later() -> bool:
                nonlocal now
                now += presence.SILENT_MS + 1  # again and again: a last word may still be under way
                return ans.present() == [True, False]

            for _ in range(3):  # in all, longer than a silent process is believed
                now += presence.SILENT_MS - 1000
                await wait_until(reported_just_now)
                assert ans.present() == [True, True]
            monkeypatch.setattr(second.store, "publish", lambda _: None)  # as good as dead
            await wait_until(is_away_later)

    asyncio.run(work())


def test_a_deleted_table_is_gone_for_all_processes(db: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first)
            subscriber = RecordingSubscriber(EVE)
            await second.subscriptions.watch(subscriber, address, 0)
            await first.deletion.delete_for_host(address)
            await wait_until(lambda: subscriber.received[-1] == {"say": "table_deleted", "table": address})
            with pytest.raises(Refused):
                await second.subscriptions.watch(subscriber, address, 0)

    asyncio.run(work())


class Pondering:
    """In place of the workers: counts what is asked, and answers only when it may."""

    def __init__(self, live: LiveService, answers: bool = True) -> None:
        self.asked = 0
        self.answers = answers
        live.bots._pool.ask = self.ask  # type: ignore[method-assign]

    async def ask(self, job: Any, priority: Priority = Priority.MOVE, wanted_by: str = "") -> BotReply:
        self.asked += 1
        if not self.answers:
            await asyncio.Event().wait()
        state = load_version(job.game, job.version, job.options).from_json(job.position)
        return BotReply(state.legal()[0].text)


def test_a_bot_thinks_in_one_process_only(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            thoughts = Pondering(first), Pondering(second)
            address = await create_table(first, "knopf", seats=["person", "random"])
            subscribers = RecordingSubscriber(ANS), RecordingSubscriber(EVE)
            await first.subscriptions.watch(subscribers[0], address, 0)
            await second.subscriptions.watch(subscribers[1], address, 0)
            table = (await first.registry.get(address)).table
            for turn in range(1, 4):
                await wait_until(lambda: table.state.player == 0)
                await play_move(first, address)
                await wait_until(lambda turn=turn: thoughts[0].asked >= turn)  # type: ignore[misc]
            await wait_until(lambda: subscribers[0].versions() == subscribers[1].versions())
            assert thoughts[1].asked == 0

    asyncio.run(work())


def test_another_process_thinks_when_the_first_does_not(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "REMOTE_DELAY", 0.1)

    async def work() -> None:
        async with two_processes(db) as (first, second):
            Pondering(first, answers=False)
            thoughts = Pondering(second)
            address = await create_table(first, "knopf", seats=["person", "random"])
            subscribers = RecordingSubscriber(ANS), RecordingSubscriber(EVE)
            await first.subscriptions.watch(subscribers[0], address, 0)
            await second.subscriptions.watch(subscribers[1], address, 0)
            table = (await first.registry.get(address)).table
            number = await play_move(first, address)
            await wait_until(lambda: table.version > number and table.state.player == 0)
            assert thoughts.asked == 1

    asyncio.run(work())


def test_a_time_that_is_up_is_so_once_whichever_process_notices(db: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first, clock=ClockRules(1))
            await play_move(first, address)
            await play_move(second, address)
            for live, owner in ((first, ANS), (second, BOB)):
                await live.subscriptions.watch(RecordingSubscriber(owner), address, 0)
            tables = [(await live.registry.get(address)).table for live in (first, second)]
            await wait_until(lambda: all(table.ended is not None for table in tables))
            assert tables[0].version == tables[1].version and tables[0].clock == tables[1].clock
            kinds = [type(event.event) for event in await first.store.events_after(address, 0)]
            assert kinds.count(TimeUp) == 1 and kinds.count(ClockResumed) == 0

    asyncio.run(work())


@pytest.mark.parametrize("game", ["krabcek", "kriskras"])
def test_moves_by_turns_at_two_processes_are_sent_on_ready_and_applied_when_needed(db: str, game: str) -> None:
    async def work() -> None:
        async with two_processes(db) as (first, second):
            # with other dice one game of Krabcek in twenty is over before its twentieth move
            address = await create_table(first, game, seed="2a" * 32)
            ans, bob = RecordingSubscriber(ANS), RecordingSubscriber(BOB)
            await first.subscriptions.watch(ans, address, 0)
            await second.subscriptions.watch(bob, address, 0)
            lazy = 0
            for count in range(20):
                mover, other = (first, second) if count % 3 else (second, first)
                await play_move(mover, address)
                version = mover.registry.tables[address].table.version
                live_table = other.registry.tables[address]
                await wait_until(lambda: live_table.version == version)  # noqa: B023
                lazy += live_table.table.version < version
            assert lazy >= 15, "nobody asked for it, so it was not applied yet"
            assert ans.versions() == bob.versions() == list(range(1, version + 1))
            updates = [
                [message for message in subscriber.received if message["say"] == "update"] for subscriber in (ans, bob)
            ]
            assert updates[0] == updates[1]
            late = RecordingSubscriber(EVE)
            await second.subscriptions.watch(late, address, 0)
            assert late.versions() == ans.versions()
            for name in ("view", "last", "version"):
                assert late.received[-2][name] == updates[0][-1][name]

    asyncio.run(work())


WORDS: tuple[Word, ...] = ("hello", "good_luck", "thanks")


def test_a_word_is_passed_on_once_and_counts_at_every_process(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "SECONDS_A_WORD", 3600.0)

    async def work() -> None:
        async with two_processes(db) as (first, second):
            address = await create_table(first)
            ans, bob = RecordingSubscriber(ANS), RecordingSubscriber(BOB)
            await first.subscriptions.watch(ans, address, 0)
            await second.subscriptions.watch(bob, address, 0)
            for count, word in enumerate(WORDS, 1):
                await first.words.say(address, ANS, 0, word)
                await wait_until(lambda: len(said(bob)) == count)  # noqa: B023
            assert said(ans) == said(bob) == list(WORDS)
            with pytest.raises(Refused) as refused:  # through the other process there are not three more
                await second.words.say(address, ANS, 0, "oops")
            assert refused.value.phrase.key == "server.limit.words"

    asyncio.run(work())


def said(subscriber: RecordingSubscriber) -> list[str]:
    return [message["word"] for message in subscriber.received if message["say"] == "word_said"]
