"""The clock of a table: how much time each seat has left. It follows from the times of the events alone.

Nobody's clock runs before their first move, while chance decides, while a bot plays for them, or while others may
answer out of turn, which has a time of its own. The increment is for a turn, however many moves it has.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

NOBODY = -1


@dataclass(frozen=True, slots=True)
class ClockRules:
    """What was agreed before the game."""

    seconds: int  # for each seat
    increment: int = 0  # seconds that a seat gets at the end of its turn
    bot: str = ""  # who plays on for a seat whose time is up; nobody: it loses


@dataclass(frozen=True, slots=True)
class ClockState:
    """The time that each seat has left, in milliseconds, as it was at ``since``; the clock of ``seat`` runs."""

    left: list[int]
    seat: int = NOBODY
    since: int = 0
    turn: int = NOBODY  # whose turn it is, so that its end is noticed

    def runs_out_at(self) -> int | None:
        """When the time of the seat whose clock runs is up; None if none runs."""
        return None if self.seat == NOBODY else self.since + self.left[self.seat]


def full_clock(rules: ClockRules, seats: int) -> ClockState:
    """The clock before the game."""
    return ClockState([1000 * rules.seconds] * seats)


def stop(clock: ClockState, at: int) -> ClockState:
    """The clock with the time counted that has gone by; a move that was stored never costs more than is left."""
    left = list(clock.left)
    if clock.seat != NOBODY:
        left[clock.seat] = max(0, left[clock.seat] - max(0, at - clock.since))
    return replace(clock, left=left, seat=NOBODY, since=at)


def run(clock: ClockState, seat: int, turn: int, increment: int) -> ClockState:
    """The stopped clock, running for ``seat``; whoever had the ``turn`` before gets their increment."""
    left = list(clock.left)
    if turn != clock.turn and clock.turn != NOBODY:
        left[clock.turn] += 1000 * increment
    return replace(clock, left=left, seat=seat, turn=turn)
