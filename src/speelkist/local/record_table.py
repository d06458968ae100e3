"""A record as a table: a game that is over to look back at, and one that is not to play on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from speelkist.bots.factory import BOTS
from speelkist.core import CHANCE, Record, State, fresh_seed, nonce_commitment, read_seed
from speelkist.core.record import TABLE_SIDE, result_of
from speelkist.table import events as ev
from speelkist.table.creation import Allowed as AllowedTables
from speelkist.table.creation import NewTable, TableRequest, plan_table
from speelkist.table.seats import PERSON
from speelkist.table.table import PendingEvent


def record_table(text: str, owner: str) -> RecordedTable | NewTable:
    """The table of a record; the seats of people are this browser's.

    A game with dice that is not over goes on from where it stands with dice of its own: the seed of the old ones is not
    in its record, and throws of two kinds at one table could not be checked.

    :raises BadRecord: it is damaged, or its dice were not thrown as it says.
    """
    record = Record.parse(text)
    states = list(record.replay())
    last = states[-1]
    if "Seed" in record.tags:
        record.verify(read_seed(record.tags["Seed"]))
    if record.result is None and last.outcome is None and last.game.info.chance:
        names = [_name_of(record, last, seat) for seat in range(last.game.players)]
        wanted = TableRequest(record.game, seats=_plan(record, last), names=names, start=last.to_json())
        return plan_table(wanted, owner, AllowedTables(BOTS))
    return RecordedTable(record, states, owner)


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """A table with everything that its record tells."""

    record: Record
    states: list[State]
    owner: str

    def events(self, table_id: str, at: int) -> list[PendingEvent]:
        """What has happened at it."""
        return [*self._beginning(), *self._dice(), *self._actions(), *self._end()]

    def _beginning(self) -> Iterator[PendingEvent]:
        record, first = self.record, self.states[0]
        options = {name: list(value) if isinstance(value, tuple) else value for name, value in record.options.items()}
        plan = _plan(record, first)
        promise = record.tags.get("Commitment", "").lower()
        created = ev.Created(record.game, record.version, options, plan, promise, record.start)
        yield PendingEvent(created, json.dumps({"seed": self._seed(), "creator": self.owner}))
        for seat, planned in enumerate(plan):
            if planned == PERSON:
                yield PendingEvent(ev.Seated(seat, _name_of(record, first, seat)), self.owner)

    def _seed(self) -> str:
        return self.record.tags.get("Seed") or fresh_seed().hex()

    def _dice(self) -> Iterator[PendingEvent]:
        """The nonces that were part of the dice, with their commitments."""
        record, game = self.record, self.states[0].game
        seats = {game.side(seat): [seat] for seat in range(game.players)} | {TABLE_SIDE: []}
        for side, nonce in record.nonces.items():
            promise = record.tags.get("Commitment", "")
            due = record.nonce_commitments.get(side) or nonce_commitment(promise, bytes.fromhex(nonce))
            yield PendingEvent(ev.Committed(seats[side], due))
            yield PendingEvent(ev.Revealed(seats[side], nonce))

    def _actions(self) -> Iterator[PendingEvent]:
        throws = 0
        for move, (before, _) in zip(self.record.moves, pairwise(self.states), strict=True):
            if before.player == CHANCE:
                yield PendingEvent(ev.Thrown(throws, move))
                throws += 1
            else:
                yield PendingEvent(ev.Moved(before.player, move))

    def _end(self) -> Iterator[PendingEvent]:
        last = self.states[-1]
        game, outcome = last.game, last.outcome
        result = self.record.result or (None if outcome is None else result_of(game, outcome))
        if result is not None:
            winners = [seat for seat in range(game.players) if game.side(seat) in result.winners]
            points = None if outcome is None or outcome.points is None else list(outcome.points)
            yield PendingEvent(ev.Ended(winners, result.reason, self._seed(), points))


def _plan(record: Record, state: State) -> list[str]:
    """Who plays where: a bot by its name, else a person."""
    sides = [state.game.side(seat) for seat in range(state.game.players)]
    return [record.seats[side] if record.seats.get(side) in BOTS else PERSON for side in sides]


def _name_of(record: Record, state: State, seat: int) -> str:
    name = record.seats.get(state.game.side(seat), "")
    return "" if name in (*BOTS, PERSON) else name
