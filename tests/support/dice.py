"""What browsers in the tests add to the dice: commitments, nonces, and when to reveal them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import speelkist
from speelkist.core import SeededDice, commitment, game_class, nonce_commitment, read_seed
from speelkist.table import settlement
from speelkist.table.table import PendingEvent, Table

SEED = "5eed" * 16
NONCES = tuple(digits * 16 for digits in ("a1", "b3", "c3", "d4", "e5", "f6"))
PROMISE = commitment(read_seed(SEED))
WANTED = "r6g6"  # the throw that a host who cheats is after


def promise_of(nonce: str, promised: str = PROMISE) -> str:
    """The commitment to a nonce at a table whose seed was promised so."""
    return nonce_commitment(promised, bytes.fromhex(nonce))


def first_throw(seed: bytes, nonces: list[str]) -> str:
    """What falls behind the lots of Kris-kras."""
    state = speelkist.load("kriskras").start()
    dice = SeededDice(seed, [bytes.fromhex(nonce) for nonce in nonces])
    state = state.play(dice.draw(state, 0))
    return dice.draw(state, 1).text


def contributes_alone(request: dict[str, Any]) -> bool:
    """Whether the browser that makes such a table is the only one that adds to its dice."""
    people = [seat for seat in request.get("seats") or ["person", "person"] if seat == "person"]
    sit = request.get("sit", "all")
    return not people or sit == "all" or (len(people) == 1 and sit != "none")


def has_dice(game: str) -> bool:
    """Whether there is anything to settle."""
    return game_class(game).info.chance


class DiceFold:
    """What the events of a table say about its dice, as a browser follows them."""

    def __init__(self) -> None:
        self.promised = ""
        self.commitments: dict[int, str] = {}  # by seat; -1 is the creator, where only bots play
        self.nonces: dict[int, str] = {}
        self.people: list[int] = []
        self.taken: set[int] = set()

    def apply(self, event: Any) -> None:
        """Take in an event."""
        match event["kind"]:
            case "created":
                self.promised = event["commitment"]
                if has_dice(event["game"]):
                    self.people = [seat for seat, sitter in enumerate(event["seats"]) if sitter == "person"] or [-1]
            case "seated":
                self.taken.add(event["seat"])
                if event["commitment"]:
                    self.commitments[event["seat"]] = event["commitment"]
            case "committed":
                for seat in event["seats"] or [-1]:
                    self.commitments[seat] = event["commitment"]
            case "revealed":
                for seat in event["seats"] or [-1]:
                    self.nonces[seat] = event["nonce"]
            case "seat_freed":
                self._void(event["seats"])
                self.taken.difference_update(event["seats"])
            case "seat_transferred" if event["seat"] in self.commitments and event["seat"] not in self.nonces:
                self._void([event["seat"]])

    def _void(self, seats: Iterable[int]) -> None:
        for seat in {*seats, *self.nonces}:
            self.commitments.pop(seat, None)
        self.nonces.clear()

    def due(self, yours: Iterable[int]) -> str:
        """What a browser with these seats has to do now: ``commit``, ``reveal`` or nothing."""
        own = [seat for seat in self.people if seat in yours]
        if any(seat not in self.commitments for seat in own):
            return "commit"
        if all(seat in self.commitments for seat in self.people) and any(seat not in self.nonces for seat in own):
            return "reveal"
        return ""


def settle(table: Table) -> list[PendingEvent]:
    """The events that settle the dice of a full table, every seat with the nonce of its number, applied already."""
    settled: list[PendingEvent] = []

    def take_in(pending: list[PendingEvent]) -> None:
        for event in pending:
            table.apply(event, table.version + 1, table.at + 1000)
            settled.append(event)

    owners = {seat.owner: NONCES[index % len(NONCES)] for index, seat in reversed(list(enumerate(table.seats)))}
    nonces = {seat.owner or "": owners.get(seat.owner, NONCES[0]) for seat in table.contributors}
    for owner, nonce in nonces.items():
        if any(seat.commitment is None for seat in table.contributors if seat.owner == owner):
            take_in(settlement.commit(table, owner, promise_of(nonce, table.created.commitment)))
    for owner, nonce in nonces.items():
        if table.status == "waiting":
            take_in(settlement.reveal(table, owner, nonce))
    return settled
