"""Looking back at a whole game: how the chances went, where it turned, and what would have been better there.

The positions are judged one by one in the workers, between the moves of programs that play; one game at a time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Protocol

from speelkist.bots.job import STRONGEST, BotJob, BotReply
from speelkist.core import State
from speelkist.server.ws.protocol import AnalysisData, SuggestionData, TurningData

from .table import Refused, Table

REMEMBERED = 64  # analyses
TURNS = 0.1  # a move that costs so much of the chance is one at which the game turned
SHARE_TURNS = 0.03  # the same for a share of the points
MOST_TURNING = 6

Progress = Callable[[int, int], None]


class Asking(Protocol):
    """What has positions thought about: the house."""

    thinkers: Any

    def thought(self, table: Table, player: str, state: State | None = None, **more: Any) -> BotJob:
        """A position to think about."""
        ...


class Analyst:
    """Judges games that are over, one after the other, and remembers the last ones."""

    def __init__(self, house: Asking) -> None:
        self._house = house
        self._alone = asyncio.Lock()
        self._known: OrderedDict[tuple[str, int, bool], AnalysisData] = OrderedDict()

    async def analyse(self, table: Table, progress: Progress) -> AnalysisData:
        """How the game at this table went."""
        if table.ended is None:
            raise Refused("server.analyse.playing")
        compiled = self._house.thought(table, STRONGEST).compiled
        key = table.id, table.number, compiled  # what is said while the kernels are not ready is said better later
        async with self._alone:
            found = self._known.get(key)
            if found is None:
                found = self._known[key] = await self._judge_all(table, progress)
                if len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
        return found

    async def _judge_all(self, table: Table, progress: Progress) -> AnalysisData:
        states, judged = await asyncio.to_thread(_replay, table.begin, list(table.actions))
        answers: dict[int, BotReply] = {}
        for count, place in enumerate(judged):
            progress(count, len(judged))
            thought = self._house.thought(table, STRONGEST, states[place], judged=table.actions[place])
            answer = await self._house.thinkers.ask(thought)
            if answer.moves:
                answers[place] = answer
        if judged and not answers:
            raise Refused("server.analyse.nobody")
        shared = table.game.info.scoring == "points"
        curves = _shares(table, states) if shared else [_chances(table, states, answers)]
        by = next(iter(answers.values())).by if answers else ""
        return AnalysisData(curves, _turning(table, states, answers, SHARE_TURNS if shared else TURNS), by)


def _replay(begin: State, actions: list[str]) -> tuple[list[State], list[int]]:
    """All states, and the places of those where a player had a choice."""
    states = [begin]
    for text in actions:
        states.append(states[-1].play(text))
    return states, [place for place, state in enumerate(states[:-1]) if state.player >= 0 and len(state.legal()) > 1]


def _chances(table: Table, states: list[State], answers: dict[int, BotReply]) -> list[float]:
    """Player 0's chance at every state: judged, or as the move before left it, or as the game ended."""
    curve: list[float] = []
    for place in range(len(states)):
        before = answers.get(place - 1)
        if place in answers:
            chance = _of_first(states[place].player, answers[place].moves[0].chance)
        elif before is not None:
            chance = _of_first(states[place - 1].player, before.judged)
        else:
            chance = None
        last = curve[-1] if curve else 0.5
        curve.append(last if chance is None else chance)
    if states[-1].outcome is not None and table.ended is not None:
        winners = table.ended.winners
        curve[-1] = 0.5 if len(winners) != 1 else float(winners[0] == 0)
    return curve


def _of_first(player: int, chance: float | None) -> float | None:
    return None if chance is None else round(chance if player == 0 else 1 - chance, 4)


def _shares(table: Table, states: list[State]) -> list[list[float]]:
    """Everybody's share of the points so far; before the first point all have the same."""
    players = len(table.chairs)
    lines: list[list[float]] = [[] for _ in range(players)]
    for state in states:
        points = state.points() or (0,) * players
        for line, own in zip(lines, points, strict=True):
            line.append(round(own / sum(points), 4) if sum(points) else round(1 / players, 4))
    return lines


def _turning(table: Table, states: list[State], answers: dict[int, BotReply], least: float) -> list[TurningData]:
    """The moves that cost most, in the order of the game."""
    found: list[tuple[float, TurningData]] = []
    for place, answer in answers.items():
        best = answer.moves[0]
        if best.chance is None or answer.judged is None or best.move == table.actions[place]:
            continue
        lost = best.chance - answer.judged
        if lost >= least:
            better = SuggestionData(best.move, best.reason, best.chance)
            seat = states[place].player
            found.append((lost, TurningData(place, seat, table.actions[place], answer.judged, better)))
    worst = sorted(found, key=lambda one: -one[0])[:MOST_TURNING]
    return sorted((turning for _, turning in worst), key=lambda one: one.actions)
