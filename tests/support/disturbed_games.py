"""Games at many tables that are played to the end while something disturbs the server again and again."""

from __future__ import annotations

import asyncio
import itertools
import math
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

from tests.games.cubus import examples as cubus
from tests.games.krabcek import examples as krabcek
from tests.games.kriskras import examples as kriskras
from tests.support.scripted_browser import ScriptedBrowser

# Games that end soon, so that all of them do; None begins at the beginning.
STARTS: dict[str, list[str | None]] = {
    "krabcek": [krabcek.POSITIONS["a Little Stack is two boxes from its Bigboy"]],
    "kriskras": [
        kriskras.POSITIONS["white is stuck, and may trade or end the game"],
        kriskras.POSITIONS["black may trade twice"],
        kriskras.POSITIONS["white's third musketeer is one square from home"],
    ],
    "knopf": [None],
    "cubus": [cubus.POSITIONS["best"], cubus.POSITIONS["demolition"]],
}
PLAYED_OUT_SECONDS = 1800  # for what is left of the games when nothing disturbs any more, on a busy machine
WAITS, WAIT_SECONDS = 4, 60.0  # after which nothing is acknowledged any more
PLAYING = 0.4  # of the browsers
# By link, all at one screen, against the computer.
WAYS: list[dict[str, Any]] = [{"sit": 0}, {"sit": "all"}, {"seats": ["person", "random"]}]


async def create_tables(count: int, server_url: Callable[[int], str]) -> list[ScriptedBrowser]:
    """Tables of all games and ways to play, with everybody who plays there, each at the server with this URL."""
    browsers: list[ScriptedBrowser] = []
    starts = {game: itertools.cycle(positions) for game, positions in STARTS.items()}

    def newcomer(**known: Any) -> ScriptedBrowser:
        which = len(browsers)
        browsers.append(ScriptedBrowser(lambda: server_url(which), seed=which, **known))
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


class RandomMoments:
    """Waits for moments that nobody can foresee, as long as the games go on."""

    def __init__(self, browsers: list[ScriptedBrowser], seed: int) -> None:
        self.random = random.Random(seed)
        self.acknowledged = 0
        self._next = asyncio.Event()
        self._due = 0
        self._browsers = browsers
        for browser in browsers:
            browser.on_message = self._count

    def _count(self, message: dict[str, Any]) -> None:
        if message["say"] == "accepted" and message["id"] != "watch":
            self.acknowledged += 1
            if self.acknowledged >= self._due:
                self._next.set()

    def enough_play(self) -> bool:
        """Whether most browsers still play: the last ones could hardly go on between two disturbances."""
        return sum(browser.playing for browser in self._browsers) > PLAYING * len(self._browsers)

    async def wait(self, playing: asyncio.Future[Any], fewest: int, most: int) -> bool:
        """Until some more things have been acknowledged, and a moment longer; False if the games are over before."""
        self._due = self.acknowledged + self.random.randint(fewest, most)
        self._next.clear()
        more = asyncio.ensure_future(self._next.wait())
        for _ in range(WAITS):  # a machine that was put to sleep for an hour has waited once
            await asyncio.wait({more, playing}, timeout=WAIT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if more.done() or playing.done():
                break
        more.cancel()
        if playing.done():
            return False
        assert self._next.is_set(), "nothing is acknowledged any more"
        await asyncio.sleep(self.random.uniform(0, 0.02))
        return True


async def play_disturbed(
    create: Callable[[], Awaitable[list[ScriptedBrowser]]],
    disturb: Callable[[], Awaitable[None]],
    times: int,
    seed: int,
    acknowledged: tuple[int, int],
    rounds: int = 1,
    seconds: float = math.inf,
) -> list[ScriptedBrowser]:
    """Play to the end while something disturbs so often. When most games are over, others follow.

    At least so many ``rounds`` of tables are played; after so many ``seconds`` nothing disturbs any more.
    """
    browsers: list[ScriptedBrowser] = []
    done = 0
    end = time.monotonic() + seconds
    for further in range(times + rounds):
        sitting = await create()
        browsers += sitting
        moments = RandomMoments(sitting, seed + further)
        playing = asyncio.gather(*(browser.play() for browser in sitting))
        try:
            while (
                done < times
                and time.monotonic() < end
                and moments.enough_play()
                and await moments.wait(playing, *acknowledged)
            ):
                await disturb()
                done += 1
            async with asyncio.timeout(PLAYED_OUT_SECONDS):
                await playing
        finally:
            playing.cancel()
        if (done == times or time.monotonic() >= end) and further + 1 >= rounds:
            return browsers
    raise AssertionError(f"the games were always over too soon: disturbed only {done} times")
