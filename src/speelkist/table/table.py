"""One table as its events make it. Nothing here waits, writes or sends.

``commands`` decide which events come next; ``apply`` takes in an event that has been stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from speelkist.core import CHANCE, OVER, Game, Match, Move, Outcome, Refusal, SeededDice, SpeelkistError, State
from speelkist.core.outcome_text import result_data
from speelkist.core.registry import load_version
from speelkist.core.view import Change, GameView, ViewData, cells_of, view_of

from . import clock as clocks
from . import events as ev
from .clock import NOBODY, ClockState
from .errors import Refused
from .seats import PERSON, Seat
from .unanswered import changes_of

MAX_EVENTS = 10_000  # at one table; a long game has a few hundred
REMEMBERED = 64  # how many requests a table remembers, so that one that is sent again is not done again


@dataclass(slots=True)
class PendingEvent:
    """An event that is to be stored, what only the server knows of it, and the move it makes.

    The state after the move comes along, so that a move is resolved once: when it is decided.
    """

    event: ev.AnyEvent
    secret: str | None = None
    move: Move | None = None
    after: State | None = None
    changes: list[Change] | None = None  # what it changes on the board, if that is known already


@dataclass(slots=True)
class Table:
    """A table as it stands after ``version`` events."""

    id: str
    version: int = 0
    seats: list[Seat] = field(default_factory=list)
    requests: dict[str, int] = field(default_factory=dict)  # the version at which each of the last ones was done
    position_version: int = 0  # the version of the last event that changed the position
    at: int = 0  # when the last event was stored
    settling_at: int = 0  # when somebody last did their part to settle the dice
    restarts: int = 0  # how often nonces were made void before the dice were settled
    contributors: list[Seat] = field(default_factory=list)  # those whose nonces settle the dice, in order
    asked_since: int = 0  # since when those who may act out of turn have been asked
    asked: ev.UndoAsked | None = None
    agreed: set[int] = field(default_factory=set)
    deletion_asked: set[int] = field(default_factory=set)  # the seats that want the game deleted
    ended: ev.Ended | None = None
    rematch: str | None = None
    rematch_version: int = 0
    archived: bool = False
    max_events: int = MAX_EVENTS
    last: list[str] = field(default_factory=list)  # the cells of the last move
    unanswered: dict[int, ev.Moved] = field(default_factory=dict)  # made for somebody, by the actions before it
    clock: ClockState | None = None
    created: ev.Created = field(init=False)
    match: Match = field(init=False)
    view_module: GameView[Any] = field(init=False)
    seed: bytes = field(init=False)
    _dice: SeededDice | None = None
    _begun: bool = False
    _is_remote: bool | None = None
    _view: tuple[int, str, ViewData | None] = (-1, "", None)  # the last view, and the version and status it is of

    # --- what is so -------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game, with the options it is played under."""
        return self.match.initial.game

    @property
    def state(self) -> State:
        """The position."""
        return self.match.state

    @property
    def actions(self) -> list[str]:
        """The moves and throws so far, in notation."""
        return self.match.actions

    @property
    def status(self) -> str:
        """``waiting`` for players and their nonces, ``playing``, ``over`` or ``archived``."""
        if self.archived:
            return "archived"
        if self.ended is not None:
            return "over"
        if not self._begun:  # once it has begun it stays so
            self._begun = self.is_full and all(seat.nonce is not None for seat in self.contributors)
        return "playing" if self._begun else "waiting"

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken."""
        return all(seat.filled for seat in self.seats)

    @property
    def is_remote(self) -> bool:
        """Whether people at different browsers play here."""
        if self._is_remote is None:
            self._is_remote = len({seat.owner for seat in self.seats if seat.planned == PERSON}) > 1
        return self._is_remote

    def seats_of(self, owner: str) -> list[int]:
        """The seats that belong to a browser."""
        return [index for index, seat in enumerate(self.seats) if seat.belongs_to(owner)]

    def bot_to_move(self) -> tuple[int, str] | None:
        """The seat and name of the bot whose move is due."""
        player = self.match.state.player
        bot = self.seats[player].bot if player >= 0 else None
        return None if bot is None or self.status != "playing" else (player, bot)

    def deadline(self) -> int | None:
        """Until when, in milliseconds, those who are asked may answer; None where there is no hurry."""
        seconds = self.created.answer_seconds
        if not seconds or not self.is_remote or not self.state.on_timeout() or self.status != "playing":
            return None
        return self.asked_since + 1000 * seconds

    def runs_out_at(self) -> int | None:
        """When, in milliseconds, the time of the player to move is up; None where no clock runs."""
        return None if self.clock is None else self.clock.runs_out_at()

    def view(self) -> ViewData:
        """The position for a client; nobody has a choice before all are there or after the end."""
        status = self.status
        version, known_status, known = self._view
        is_known = version == self.position_version and known_status == status
        if is_known and known is not None:
            return known
        view = self.view_module.view(self.state)
        if status != "playing":
            view["choices"] = []
        if self.ended is not None:
            outcome = self.state.outcome or Outcome(tuple(self.ended.winners), self.ended.reason)
            view["result"] = result = result_data(self.game, outcome, "table")
            if self.state.outcome is None:  # given up: the position itself does not know
                view["player"], view["ask"] = OVER, result["say"]
        # Kept from the second time on: most are sent once, after a move, and to free them one move later, when the
        # processor has long forgotten them, would take longer than to make them.
        self._view = self.position_version, status, view if is_known else None
        return view

    # --- what may be asked ------------------------------------------------------------------------------------------

    def require_seat(self, index: int) -> Seat:
        """The seat with this number."""
        if not 0 <= index < len(self.seats):
            raise Refused("table.seat.none", n=len(self.seats))
        return self.seats[index]

    def require_owner(self, owner: str, index: int) -> Seat:
        """The seat, if it belongs to this browser."""
        seat = self.require_seat(index)
        if not seat.belongs_to(owner):
            raise Refused("table.seat.not_yours")
        return seat

    def require_open(self) -> None:
        """Refuse at a table that has been put away."""
        if self.archived:
            raise Refused("table.archived")

    def require_not_over(self) -> None:
        """Refuse at a table whose game has ended, or that has been put away."""
        self.require_open()
        if self.ended is not None:
            raise Refused("core.end.over")

    def require_capacity(self, pending: Sequence[PendingEvent]) -> None:
        """Refuse events for which the log of this table has no room; a game can always be ended."""
        if self.version + len(pending) <= self.max_events // 2:
            return
        kinds = {type(event.event) for event in pending}
        # in the second half only moves are taken, so that a game can be finished
        limit = self.max_events // 2 if kinds.isdisjoint({ev.Moved, ev.Thrown}) else self.max_events
        if self.version + len(pending) > limit and kinds.isdisjoint({ev.Ended, ev.Resigned, ev.Rematched}):
            raise Refused("table.full", n=limit)

    def require_playing(self) -> None:
        """Refuse before the game has begun and after it has ended."""
        status = self.status
        if status != "playing":
            raise Refused({"archived": "table.archived", "over": "core.end.over"}.get(status, "table.waiting"))

    def require_player(self, owner: str, index: int, seen: int) -> None:
        """Refuse whoever does not own the seat, or let a bot play for it, or has not seen the position as it stands."""
        seat = self.require_owner(owner, index)
        self.require_playing()
        if seen < self.position_version:
            raise Refused("table.move.stale")
        if seat.bot is not None:
            raise Refused("table.seat.given")

    # --- the dice ---------------------------------------------------------------------------------------------------

    def dice(self) -> SeededDice:
        """The dice, once all who play have added their nonces."""
        if self._dice is None:
            self._dice = self.dice_with(seat.nonce for seat in self.contributors)
        return self._dice

    def dice_with(self, nonces: Iterable[str | None]) -> SeededDice:
        """The dice that these nonces make with the table's seed."""
        return SeededDice(self.seed, [bytes.fromhex(nonce) for nonce in nonces if nonce])

    def _contributing(self, seats: list[int]) -> list[Seat]:
        """The seats of an event about nonces; none stands for the creator of a table of bots."""
        return [self.seats[index] for index in seats] if seats else self.contributors

    def _void_nonces(self) -> None:
        """What was revealed is known, and nobody may commit knowing it: those who revealed commit anew."""
        shown = [seat for seat in self.contributors if seat.nonce is not None]
        self.restarts += bool(shown)
        for seat in shown:
            seat.withdraw_nonce()

    # --- what has happened ------------------------------------------------------------------------------------------

    def apply(
        self, pending: PendingEvent, version: int, at: int, request: str | None = None, undone: bool = False
    ) -> list[Change]:
        """Take in a stored event; what it changed on the board.

        A move that is known to be ``undone`` by a later event of the log need not be made.
        """
        if version != self.version + 1:
            raise ValueError(f"table {self.id}: event {version} after {self.version}")
        self.version = version
        self.at = at
        if request is not None:
            self.requests[request] = version
            if len(self.requests) > REMEMBERED:
                del self.requests[next(iter(self.requests))]
        if undone:
            return []  # what it would set besides the position is set by the undo
        changes = self._change(pending, at)
        if self.clock is not None:
            self.clock = self._run_clock(self.clock, pending.event, at)
        return changes

    def _change(self, pending: PendingEvent, at: int) -> list[Change]:
        event = pending.event
        match event:
            case ev.Moved() | ev.Thrown():
                return self._act(event.move, pending, at)
            case ev.Created():
                self._create(event, pending.secret)
            case ev.Seated():
                seat = self.seats[event.seat]
                seat.name, seat.commitment, seat.owner = event.name, event.commitment or None, pending.secret
                self._is_remote = None
                self.settling_at = self.asked_since = at  # a game may begin in the middle
            case ev.Committed():
                for seat in self._contributing(event.seats):
                    seat.commitment = event.commitment
                self.settling_at = at
            case ev.Revealed():
                for seat in self._contributing(event.seats):
                    seat.nonce = event.nonce
                self.settling_at = self.asked_since = at
            case ev.SeatFreed():
                for index in event.seats:
                    self.seats[index].vacate()
                self._is_remote = None
                self._void_nonces()
                self.settling_at = at
            case ev.Renamed():
                self.seats[event.seat].name = event.name
            case ev.UndoAsked():
                self.asked, self.agreed = event, set()
            case ev.UndoAgreed():
                self.agreed.add(event.seat)
            case ev.UndoRefused():
                self.asked = None
            case ev.Undone():
                self._go_back(event.actions)
            case ev.DeletionAsked():
                self.deletion_asked.add(event.seat)
            case ev.DeletionRefused():
                self.deletion_asked.clear()
            case ev.SeatGivenToBot():
                self.seats[event.seat].bot = event.bot
            case ev.SeatReclaimed():
                self.seats[event.seat].bot = None
            case ev.SeatTransferred():
                self._transfer(self.seats[event.seat], pending.secret)
            case ev.Ended():
                self.ended = event
            case ev.Rematched():
                self.rematch, self.rematch_version = event.table, self.version
            case ev.HintAsked():
                pass  # for everybody to see, and nothing else
            case ev.Resigned():  # what follows from it comes as events of its own
                self.seats[event.seat].resigned = True
            case ev.TimeUp():
                self.seats[event.seat].out_of_time = True
        return []

    def _transfer(self, seat: Seat, owner: str | None) -> None:
        """The other device does not know the nonce that this one committed to: it commits to one of its own."""
        seat.owner = owner
        self._is_remote = None
        if seat.commitment is not None and seat.nonce is None:
            seat.withdraw_nonce()
            self._void_nonces()

    def _run_clock(self, clock: ClockState, event: ev.AnyEvent, at: int) -> ClockState:
        """The clock after an event."""
        if isinstance(event, ev.Undone) and event.clock is not None:
            clock = event.clock
        if not isinstance(event, ev.ClockResumed):
            clock = clocks.stop(clock, at)
        clock = replace(clock, since=at)
        turn = self.state.player
        if self.status != "playing":
            return replace(clock, seat=NOBODY)
        if turn < 0:
            return clock  # chance decides: what follows is stored together with it
        if isinstance(event, ev.Undone):
            clock = replace(clock, turn=turn)  # nobody has finished a turn
        rules = self.created.clock
        has_moved = turn in self.match.actors and self.seats[turn].bot is None
        seat = turn if has_moved and self.deadline() is None else NOBODY
        return clocks.run(clock, seat, turn, 0 if rules is None else rules.increment)

    def _create(self, event: ev.Created, secret: str | None) -> None:
        known: dict[str, Any] = json.loads(secret or "{}")
        self.created = event
        game = load_version(event.game, event.version, dict(event.options))
        self.match = Match(game, start=None if event.start is None else game.from_json(event.start))
        self.view_module = view_of(event.game)
        self.seed = bytes.fromhex(known["seed"])
        self.clock = None if event.clock is None else clocks.full_clock(event.clock, len(event.seats))
        reserved = known.get("reserved") or [None] * len(event.seats)
        self.seats = [
            Seat(planned, bot=None if planned == PERSON else planned, reserved=owner)
            for planned, owner in zip(event.seats, reserved, strict=True)
        ]
        if game.info.chance:
            people = [seat for seat in self.seats if seat.planned == PERSON]
            self.contributors = people or [Seat(PERSON, owner=known.get("creator"))]

    def _act(self, text: str, pending: PendingEvent, at: int) -> list[Change]:
        before, event = self.state, pending.event
        move, after = pending.move, pending.after
        if move is None or after is None:  # read from the log
            legal = before.resolve(text)
            if isinstance(legal, Refusal):
                raise SpeelkistError(legal)
            move, after = legal, before.after(legal)
        if isinstance(event, ev.Moved) and event.auto:
            self.unanswered[len(self.match.moves)] = event
        self.match.advance(move, after)
        self.position_version = self.version
        self.asked = None
        if self.created.answer_seconds and after.on_timeout() and not before.on_timeout():
            self.asked_since = at
        changes = pending.changes
        if changes is None:
            changes = changes_of(event, before, move, after)
        self.last = moved_cells(before, changes) or self.last
        return changes

    def _go_back(self, actions: int) -> None:
        self.match.undo_to(actions)
        self.unanswered = {before: event for before, event in self.unanswered.items() if before < actions}
        self.position_version = self.version
        self.asked_since = self.at  # whoever is asked again has their whole time again
        self.asked = None
        self.last = []


def moved_cells(before: State, changes: Sequence[Change]) -> list[str]:
    """What is marked as the last move; chance moves nothing that is marked."""
    return [] if before.player == CHANCE else cells_of(changes)
