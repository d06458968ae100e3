"""kill -9: games go on through twenty deaths of the server, and nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.games.cubus import examples as cubus
from tests.games.krabcek import examples as krabcek
from tests.games.kriskras import examples as kriskras
from tests.support.http_request import http_request
from tests.support.samples import sample
from tests.support.scripted_browser import ScriptedBrowser
from tests.support.server_process import ServerProcess, ServerStarter, wait_until_ended
from tests.support.stored_events import assert_same_logs, read_stored_events, verify_records

TABLES = sample(24, slow=50)
KILLS = 20

# Games that end soon, so that all of them do; None begins at the beginning.
STARTS: dict[str, list[str | None]] = {
    "krabcek": [krabcek.POSITIONS["a Little Stack is two boxes from its Bigboy"]],
    "kriskras": [
        kriskras.POSITIONS["white is stuck unless he trades"],
        kriskras.POSITIONS["black may trade twice"],
        kriskras.POSITIONS["white's third musketeer is one square from home"],
    ],
    "knopf": [None],
    "cubus": [cubus.POSITIONS["best"], cubus.POSITIONS["demolition"]],
}
# By link, all at one screen, against the computer.
WAYS: list[dict[str, Any]] = [{"sit": 0}, {"sit": "all"}, {"seats": ["person", "random"]}]


async def lay_tables(count: int, where: Callable[[int], str]) -> list[ScriptedBrowser]:
    """Tables of all games and ways to play, with everybody who plays there; ``where`` tells whom each one asks."""
    browsers: list[ScriptedBrowser] = []
    starts = {game: itertools.cycle(positions) for game, positions in STARTS.items()}

    def newcomer(**known: Any) -> ScriptedBrowser:
        which = len(browsers)
        browsers.append(ScriptedBrowser(lambda: where(which), seed=which, **known))
        return browsers[-1]

    for index in range(count):
        game = list(STARTS)[index % 4]
        way = WAYS[index // 4 % 3]
        options = {"target": 4} if game == "knopf" else {}
        host = newcomer()
        await host.create(game=game, options=options, start=next(starts[game]), answer_seconds=1, **way)
        if way == {"sit": 0}:
            newcomer(table=host.table, sits=1)
    return browsers


class Killer:
    """Ends a server at moments that nobody can foresee, as long as there is something to disturb."""

    def __init__(self, browsers: list[ScriptedBrowser], seed: int) -> None:
        self.random = random.Random(seed)
        self.acknowledged = 0
        self._next = asyncio.Event()
        self._due = 0
        for browser in browsers:
            browser.on_message = self._count

    def _count(self, message: dict[str, Any]) -> None:
        if message["say"] == "accepted" and message["id"] != "watch":
            self.acknowledged += 1
            if self.acknowledged >= self._due:
                self._next.set()

    async def wait(self, playing: asyncio.Future[Any], fewest: int, most: int) -> bool:
        """Until some more things have been acknowledged, and a moment longer; False if the games are over before."""
        self._due = self.acknowledged + self.random.randint(fewest, most)
        self._next.clear()
        more = asyncio.ensure_future(self._next.wait())
        await asyncio.wait({more, playing}, timeout=120, return_when=asyncio.FIRST_COMPLETED)
        more.cancel()
        if playing.done():
            return False
        assert self._next.is_set(), "nothing is acknowledged any more"
        await asyncio.sleep(self.random.uniform(0, 0.02))
        return True


async def play_disturbed(
    lay: Callable[[], Awaitable[list[ScriptedBrowser]]],
    disturb: Callable[[], Awaitable[None]],
    times: int,
    seed: int,
    acknowledged: tuple[int, int],
) -> list[ScriptedBrowser]:
    """Play to the end while something disturbs so often. Games that are over too soon are followed by others."""
    browsers: list[ScriptedBrowser] = []
    done = 0
    for further in range(times + 1):
        sitting = await lay()
        browsers += sitting
        killer = Killer(sitting, seed + further)
        playing = asyncio.gather(*(browser.play() for browser in sitting))
        try:
            while done < times and await killer.wait(playing, *acknowledged):
                await disturb()
                done += 1
            async with asyncio.timeout(240):
                await playing
        finally:
            playing.cancel()
        if done == times:
            return browsers
    raise AssertionError(f"the games were always over too soon: disturbed only {done} times")


async def live_through(db: str, log: Path, tables: int, kills: int, seed: int) -> None:
    """Play at many tables while the server is killed again and again; then compare what was sent and what is stored."""
    async with ServerStarter(db, log) as starter, ServerProcess(starter) as server:
        workers: set[int] = set()

        async def kill() -> None:
            workers.update(server.children())
            await server.kill_and_restart()

        browsers = await play_disturbed(
            lambda: lay_tables(tables, lambda _: server.address), kill, kills, seed, acknowledged=(1, 60)
        )
        assert server.starts == kills + 1
        assert workers, "no program was thinking when the server was killed"
        events = await read_stored_events(db)
        # if the games were over too soon, others followed: more than once as many tables
        assert {browser.table for browser in browsers} == events.keys() and len(events) % tables == 0
        assert_same_logs(browsers, events)
        assert await verify_records(server.address, events) > 0
        assert "speelkist_failed_tasks_total" not in await http_request(server.address, "/metrics")
        workers.update(server.children())
        server.kill()
        await wait_until_ended(workers, orphans=True)
    assert "Traceback" not in log.read_text()


def test_nothing_is_lost_when_the_server_is_killed_twenty_times(tmp_path: Path) -> None:
    asyncio.run(live_through(str(tmp_path / "tables.db"), tmp_path / "log", TABLES, KILLS, seed=20))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_lost_at_other_moments(tmp_path: Path, seed: int) -> None:
    asyncio.run(live_through(str(tmp_path / "tables.db"), tmp_path / "log", TABLES, KILLS, seed))
