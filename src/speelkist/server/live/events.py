"""What can happen at a table. A table is nothing but its events in order; everybody may see them.

What only the server may know about an event (a seed, the hash of a seat's key) is stored beside it, never in it.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

OptionData: TypeAlias = bool | int | str | list[str]


class Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Something that happened at a table."""


class Created(Event, tag="created", frozen=True):
    """The table is laid: the game, who may sit where, and the promise about the dice."""

    game: str
    version: int
    options: dict[str, OptionData]
    chairs: list[str]  # "person", or the name of the player that is a program
    commitment: str  # SHA-256 of the seed of all throws
    start: str | None = None  # a position's JSON, when the game does not begin at its beginning
    answer_seconds: int = 0  # how long those have who may answer out of turn; 0: as long as they like
    absent_seconds: int = 60  # after how long away a chair may be given to the computer
    rematch_of: str | None = None


class Seated(Event, tag="seated", frozen=True):
    """Somebody takes a chair and adds a number of his own to the dice."""

    seat: int
    name: str
    nonce: str


class Renamed(Event, tag="renamed", frozen=True):
    """Somebody takes another name."""

    seat: int
    name: str


class Moved(Event, tag="moved", frozen=True):
    """A player's move; ``auto`` when the clock made it for him."""

    seat: int
    move: str
    auto: bool = False
    by: str = ""  # the program that made it, where the one in that chair could not


class Thrown(Event, tag="thrown", frozen=True):
    """What chance decided: its event number ``throw``, counted from 0."""

    throw: int
    move: str


class UndoAsked(Event, tag="undo_asked", frozen=True):
    """A player asks the others to take back to ``actions`` actions."""

    seat: int
    actions: int


class UndoRefused(Event, tag="undo_refused", frozen=True):
    """One of them says no."""

    seat: int


class UndoAgreed(Event, tag="undo_agreed", frozen=True):
    """One of them says yes; the last one brings it about."""

    seat: int


class Undone(Event, tag="undone", frozen=True):
    """Only the first ``actions`` moves and throws stand."""

    seat: int
    actions: int


class Resigned(Event, tag="resigned", frozen=True):
    """A player gives up."""

    seat: int


class Given(Event, tag="given", frozen=True):
    """An absent player's chair is given to the computer."""

    seat: int
    player: str
    by: int


class TakenBack(Event, tag="taken_back", frozen=True):
    """The owner is back in his chair."""

    seat: int


class Rekeyed(Event, tag="rekeyed", frozen=True):
    """A chair now belongs to another device of its owner."""

    seat: int


class Ended(Event, tag="ended", frozen=True):
    """The game is over, and the seed is shown."""

    winners: list[int]
    reason: str
    seed: str
    points: list[int] | None = None


class Rematched(Event, tag="rematched", frozen=True):
    """The same people go on at another table."""

    table: str
    by: int


AnyEvent: TypeAlias = (
    Created
    | Seated
    | Renamed
    | Moved
    | Thrown
    | UndoAsked
    | UndoRefused
    | UndoAgreed
    | Undone
    | Resigned
    | Given
    | TakenBack
    | Rekeyed
    | Ended
    | Rematched
)

encode_event = msgspec.json.Encoder().encode
decode_event = msgspec.json.Decoder(AnyEvent).decode
