"""What can happen at a table. A table is nothing but its events in order; everybody may see them.

What only the server may know about an event (a seed, the owner of a seat) is stored beside it, never in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .clock import ClockRules, ClockState

OptionData: TypeAlias = bool | int | str | list[str]


@dataclass(frozen=True, slots=True)
class Created:
    """The table is made: the game, who may sit where, and the promise about the dice."""

    kind: Literal["created"] = field(default="created", init=False)
    game: str
    version: int
    options: dict[str, OptionData]
    seats: list[str]  # "person", or the name of the bot
    commitment: str  # SHA-256 of the seed of all throws; empty where there are none
    start: str | None = None  # a position's JSON, when the game does not begin at its beginning
    answer_seconds: int | None = None  # how long whoever may answer out of turn has; 0: for ever; None: nobody may
    absent_seconds: int = 60  # after how long away a seat may be given to the computer
    rematch_of: str | None = None
    hints: bool = False  # whether people at different browsers may ask for hints
    clock: ClockRules | None = None


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody takes a seat, and commits to the nonce that they will add to the dice."""

    kind: Literal["seated"] = field(default="seated", init=False)
    seat: int
    name: str
    commitment: str = ""  # empty: it comes later


@dataclass(frozen=True, slots=True)
class Committed:
    """A browser commits to the nonce of its seats; without seats, the creator of a table where only bots play."""

    kind: Literal["committed"] = field(default="committed", init=False)
    seats: list[int]
    commitment: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """All have committed: a browser reveals the nonce of its seats. With the last one the dice are settled."""

    kind: Literal["revealed"] = field(default="revealed", init=False)
    seats: list[int]
    nonce: str


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """Browsers kept the others waiting for the dice: their seats are free, and the nonces revealed so far are void."""

    kind: Literal["seat_freed"] = field(default="seat_freed", init=False)
    seats: list[int]


@dataclass(frozen=True, slots=True)
class Renamed:
    """Somebody takes another name."""

    kind: Literal["renamed"] = field(default="renamed", init=False)
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A player's move; ``auto`` if it was made for them: somebody was quicker, or (``late``) their time was up."""

    kind: Literal["moved"] = field(default="moved", init=False)
    seat: int
    move: str
    auto: bool = False
    late: bool = False
    by: str = ""  # the bot that made it, where the one in that seat could not


@dataclass(frozen=True, slots=True)
class Thrown:
    """What chance decided: its event number ``throw``, counted from 0."""

    kind: Literal["thrown"] = field(default="thrown", init=False)
    throw: int
    move: str


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A player asks the others to take back to ``actions`` moves and throws."""

    kind: Literal["undo_asked"] = field(default="undo_asked", init=False)
    seat: int
    actions: int


@dataclass(frozen=True, slots=True)
class UndoRefused:
    """Somebody says no to it."""

    kind: Literal["undo_refused"] = field(default="undo_refused", init=False)
    seat: int


@dataclass(frozen=True, slots=True)
class UndoAgreed:
    """Somebody says yes to it; the last yes brings it about."""

    kind: Literal["undo_agreed"] = field(default="undo_agreed", init=False)
    seat: int


@dataclass(frozen=True, slots=True)
class Undone:
    """Only the first ``actions`` moves and throws stand. Time that was spent stays spent.

    ``clock`` is the clock before it, since a log is read without the moves that were taken back.
    """

    kind: Literal["undone"] = field(default="undone", init=False)
    seat: int
    actions: int
    clock: ClockState | None = None


@dataclass(frozen=True, slots=True)
class DeletionAsked:
    """A player wants the game deleted. When everybody who plays has asked for it, it is gone, with this event."""

    kind: Literal["deletion_asked"] = field(default="deletion_asked", init=False)
    seat: int


@dataclass(frozen=True, slots=True)
class DeletionRefused:
    """A player wants to keep it: nobody is asked any more."""

    kind: Literal["deletion_refused"] = field(default="deletion_refused", init=False)
    seat: int


@dataclass(frozen=True, slots=True)
class HintAsked:
    """A player asks the computer for a hint in a game between people: the others see that."""

    kind: Literal["hint_asked"] = field(default="hint_asked", init=False)
    seat: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player gives up."""

    kind: Literal["resigned"] = field(default="resigned", init=False)
    seat: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A player's time is up."""

    kind: Literal["time_up"] = field(default="time_up", init=False)
    seat: int


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The server was away: the time since the last event is nobody's."""

    kind: Literal["clock_resumed"] = field(default="clock_resumed", init=False)


@dataclass(frozen=True, slots=True)
class SeatGivenToBot:
    """An absent player's seat is given to the computer."""

    kind: Literal["seat_given_to_bot"] = field(default="seat_given_to_bot", init=False)
    seat: int
    bot: str
    by: int


@dataclass(frozen=True, slots=True)
class SeatReclaimed:
    """The owner is back in their seat."""

    kind: Literal["seat_reclaimed"] = field(default="seat_reclaimed", init=False)
    seat: int


@dataclass(frozen=True, slots=True)
class SeatTransferred:
    """A seat now belongs to another device of its owner."""

    kind: Literal["seat_transferred"] = field(default="seat_transferred", init=False)
    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over, and the seed is shown."""

    kind: Literal["ended"] = field(default="ended", init=False)
    winners: list[int]
    reason: str
    seed: str
    points: list[int] | None = None


@dataclass(frozen=True, slots=True)
class Rematched:
    """The same people go on at another table."""

    kind: Literal["rematched"] = field(default="rematched", init=False)
    table: str
    by: int


AnyEvent: TypeAlias = (
    Created
    | Seated
    | Committed
    | Revealed
    | SeatFreed
    | Renamed
    | Moved
    | Thrown
    | UndoAsked
    | UndoRefused
    | UndoAgreed
    | Undone
    | DeletionAsked
    | DeletionRefused
    | HintAsked
    | Resigned
    | TimeUp
    | ClockResumed
    | SeatGivenToBot
    | SeatReclaimed
    | SeatTransferred
    | Ended
    | Rematched
)

# After these it must be looked at anew who sits where.
SEAT_EVENTS = frozenset({Seated, SeatFreed, Renamed, SeatGivenToBot, SeatReclaimed, SeatTransferred})
# What changes the position.
ACTIONS = frozenset({Moved, Thrown})
