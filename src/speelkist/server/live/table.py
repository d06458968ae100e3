"""One table, as its events make it. Nothing here waits, writes or sends: it judges and remembers.

Functions named for what is asked turn it into steps (events to be stored) or raise ``Refused``; ``apply`` takes in a
stored event. A step carries the state it leads to, so that a move is judged once.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from speelkist.core import CHANCE, OVER, Game, Move, Outcome, Record, Refusal, Result, SeededDice, SpeelkistError, State
from speelkist.core.outcome_text import result_data
from speelkist.core.registry import load_version
from speelkist.core.view import Change, GameView, ViewData, view_of
from speelkist.server.identity import clean_name, clean_nonce
from speelkist.server.ws.protocol import Seat

from . import events as ev

REMEMBERED = 64  # how many requests a table remembers, so that one that is sent again is not done again


class Refused(SpeelkistError):
    """What somebody asked for is not done, for a reason he can read."""


@dataclass(slots=True)
class Step:
    """An event that is to be stored, what only the server knows of it, and the move it makes."""

    event: ev.AnyEvent
    secret: str | None = None
    move: Move | None = None
    after: State | None = None


@dataclass(slots=True)
class Chair:
    """A place at the table."""

    plan: str  # "person", or the program that sits there from the beginning
    name: str = ""
    holder: str | None = None  # the hash of the key of the browser that it belongs to
    nonce: str | None = None
    player: str | None = None  # the program that plays for it now
    reserved: str | None = None  # in a rematch: only this holder may sit here
    resigned: bool = False

    @property
    def filled(self) -> bool:
        """Whether somebody or something plays here."""
        return self.holder is not None or self.player is not None

    def belongs_to(self, holder: str) -> bool:
        """Whether it is this browser's, compared in constant time."""
        return self.holder is not None and hmac.compare_digest(self.holder, holder)


@dataclass(slots=True)
class Table:
    """A table as it stands after ``number`` events."""

    id: str
    number: int = 0
    chairs: list[Chair] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)  # who made each action; CHANCE for a throw
    requests: dict[str, int] = field(default_factory=dict)
    acted: int = 0  # the number of the last event that changed the position
    at: int = 0  # when the last event was stored
    waiting_since: int = 0  # since when those who may act out of turn have been asked
    asked: ev.UndoAsked | None = None
    agreed: set[int] = field(default_factory=set)
    ended: ev.Ended | None = None
    rematch: str | None = None
    rematch_number: int = 0
    archived: bool = False
    last: list[str] = field(default_factory=list)  # the cells of the last move
    created: ev.Created = field(init=False)
    game: Game = field(init=False)
    begin: State = field(init=False)
    state: State = field(init=False)
    shown: GameView[Any] = field(init=False)
    seed: bytes = field(init=False)
    _dice: SeededDice | None = None
    _full: bool = False

    # --- what is so -------------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        """``waiting`` for players, ``playing``, ``over`` or ``archived``."""
        if self.archived:
            return "archived"
        if self.ended is not None:
            return "over"
        if not self._full:  # once all chairs are filled they stay so
            self._full = all(chair.filled for chair in self.chairs)
        return "playing" if self._full else "waiting"

    @property
    def apart(self) -> bool:
        """Whether people at different browsers play here."""
        return len({chair.holder for chair in self.chairs if chair.plan == "person"}) > 1

    def seats(self, here: list[bool]) -> list[Seat]:
        """The chairs, as everybody may see them."""
        return [
            Seat(self.game.side(seat), chair.name, chair.filled, chair.player or "", present)
            for seat, (chair, present) in enumerate(zip(self.chairs, here, strict=True))
        ]

    def yours(self, holder: str) -> list[int]:
        """The chairs that belong to a browser."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.belongs_to(holder)]

    def program_to_move(self) -> tuple[int, str] | None:
        """The chair and name of the program whose move is due."""
        if self.status != "playing" or self.state.player < 0:
            return None
        player = self.chairs[self.state.player].player
        return None if player is None else (self.state.player, player)

    def deadline(self) -> int | None:
        """Until when, in milliseconds, those who are asked may answer; None where there is no hurry."""
        seconds = self.created.answer_seconds
        if not self.state.on_timeout() or not seconds or not self.apart or self.status != "playing":
            return None
        return self.waiting_since + 1000 * seconds

    def view(self) -> ViewData:
        """The position for a client; nobody has a choice before all are there or after the end."""
        view = self.shown.view(self.state)
        if self.status != "playing":
            view["choices"] = []
        if self.ended is not None:
            outcome = self.state.outcome or Outcome(tuple(self.ended.winners), self.ended.reason)
            view["result"] = result = result_data(self.game, outcome, "server")
            if self.state.outcome is None:  # given up: the position itself does not know
                view["player"], view["ask"] = OVER, result["say"]
        return view

    def record(self) -> Record:
        """The game so far as a record; the seed only when it is over."""
        tags = {"Table": self.id, "Commitment": self.created.commitment}
        result: Result | None = None
        if self.ended is not None:
            tags["Seed"] = self.ended.seed
            result = Result(tuple(self.game.side(seat) for seat in self.ended.winners), self.ended.reason)
        sides = [self.game.side(seat) for seat in range(len(self.chairs))]
        return Record(
            game=self.created.game,
            version=self.created.version,
            options=dict(self.game.options),
            moves=tuple(self.actions),
            seats={side: chair.name or chair.plan for side, chair in zip(sides, self.chairs, strict=True)},
            nonces={side: chair.nonce for side, chair in zip(sides, self.chairs, strict=True) if chair.nonce},
            start=self.created.start,
            result=result,
            tags=tags,
        )

    # --- what is asked ----------------------------------------------------------------------------------------------

    def sit(self, holder: str, seat: int, name: str, nonce: str) -> list[Step]:
        """Take a chair; -1 takes the first that is free for this browser."""
        self._open()
        name, nonce = clean_name(name), clean_nonce(nonce)
        if seat == -1:
            seat = self._free_seat(holder)
        chair = self._chair(seat)
        if chair.filled:
            raise Refused("server.seat.taken")
        if chair.reserved not in (None, holder):
            raise Refused("server.seat.reserved")
        step = Step(ev.Seated(seat, name, nonce), secret=holder)
        alone = sum(not other.filled for other in self.chairs) == 1
        if not alone:
            return [step]
        return [step, *self._begin(seat, nonce)]

    def _begin(self, seat: int, nonce: str) -> Iterator[Step]:
        """The last chair is taken: the dice are settled, and what chance decides first is thrown."""
        nonces = [nonce if index == seat else chair.nonce for index, chair in enumerate(self.chairs)]
        yield from self._follow(self.state, 0, self._make_dice(nonces))

    def begin_alone(self) -> Iterator[Step]:
        """At a table of programs only nobody sits down: it begins by itself."""
        yield from self._follow(self.state, 0, self._the_dice())

    def _free_seat(self, holder: str) -> int:
        free = [seat for seat, chair in enumerate(self.chairs) if not chair.filled]
        own = [seat for seat in free if self.chairs[seat].reserved == holder]
        free = own or [seat for seat in free if self.chairs[seat].reserved is None]
        if not free:
            raise Refused("server.seat.full")
        return free[0]

    def rename(self, holder: str, seat: int, name: str) -> list[Step]:
        """Another name for one's own chair."""
        self._own(holder, seat)
        return [Step(ev.Renamed(seat, clean_name(name)))]

    def play(self, holder: str, seat: int, seen: int, move: str) -> list[Step]:
        """A move by the owner of a chair, who has seen the table up to ``seen``."""
        self._own(holder, seat)
        self._playing()
        if seen < self.acted:
            raise Refused("server.move.stale")
        if self.chairs[seat].player is not None:
            raise Refused("server.seat.given")
        return self.moves_of(seat, move)

    def moves_of(self, seat: int, move: str, by: str = "") -> list[Step]:
        """The same for whoever is known to be allowed to: the owner, or a program, which may not be the chair's own."""
        self._playing()
        state = self.state
        if state.player != seat:
            early = state.out_of_turn(seat, move) if self.apart else ()
            if not early:
                raise Refused("server.move.turn", side=self.game.side_name(max(state.player, 0)))
            return self._actions(early)
        return self._actions(((seat, move),), by=by)

    def time_up(self) -> list[Step]:
        """What the clock does for those who did not answer."""
        return self._actions(self.state.on_timeout(), auto=True)

    def _actions(self, actions: tuple[tuple[int, str], ...], auto: bool = False, by: str = "") -> list[Step]:
        steps: list[Step] = []
        state = self.state
        for index, (seat, text) in enumerate(actions):
            found = state.resolve(text)
            if isinstance(found, Refusal):
                raise Refused(found)
            state = state.play(found)
            forced = auto or index < len(actions) - 1
            steps.append(Step(ev.Moved(seat, found.text, forced, by), move=found, after=state))
        return [*steps, *self._follow(state, self.throws(), self._the_dice())]

    def _follow(self, state: State, throw: int, dice: SeededDice) -> Iterator[Step]:
        """What comes by itself: throws as long as chance is due, and the end."""
        while state.player == CHANCE:
            move = dice.draw(state, throw)
            state = state.play(move)
            yield Step(ev.Thrown(throw, move.text), move=move, after=state)
            throw += 1
        if state.outcome is not None:
            result = state.outcome
            points = None if result.points is None else list(result.points)
            yield Step(ev.Ended(list(result.winners), result.reason, self.seed.hex(), points))

    def undo(self, holder: str, seat: int, seen: int) -> list[Step]:
        """Take back one's last decision: at once where nobody else plays, else by asking."""
        self._own(holder, seat)
        self._playing()
        if seen < self.acted:
            raise Refused("server.move.stale")
        if self.chairs[seat].player is not None:
            raise Refused("server.seat.given")
        if not self.apart:
            own = self.yours(holder)
            return [Step(ev.Undone(seat, self._last_by(own)))]
        actions = self._last_by([seat])
        if CHANCE in self.movers[actions:]:
            raise Refused("server.undo.chance")
        if self.asked is not None:
            raise Refused("server.undo.asked")
        others = self._others(seat)
        if not others:
            return [Step(ev.Undone(seat, actions))]
        return [Step(ev.UndoAsked(seat, actions))]

    def answer(self, holder: str, seat: int, seen: int, yes: bool) -> list[Step]:
        """Agree to an undo or not; when all others agree it is done."""
        self._own(holder, seat)
        self._playing()
        if self.asked is None or seen < self.acted:
            raise Refused("server.undo.nothing")
        others = self._others(self.asked.seat)
        if seat not in others or seat in self.agreed:
            raise Refused("server.undo.not_you")
        if not yes:
            return [Step(ev.UndoRefused(seat))]
        steps = [Step(ev.UndoAgreed(seat))]
        if set(others) <= self.agreed | {seat}:
            steps.append(Step(ev.Undone(self.asked.seat, self.asked.actions)))
        return steps

    def _others(self, seat: int) -> list[int]:
        """The chairs of other people, who must agree to an undo."""
        holder = self.chairs[seat].holder
        return [
            index
            for index, chair in enumerate(self.chairs)
            if chair.holder not in (None, holder) and chair.player is None
        ]

    def _last_by(self, seats: list[int]) -> int:
        for index in range(len(self.movers) - 1, -1, -1):
            if self.movers[index] in seats:
                return index
        raise Refused("server.undo.none")

    def resign(self, holder: str, seat: int) -> list[Step]:
        """Give up: of two the other wins; of more the computer plays on in that chair."""
        chair = self._own(holder, seat)
        self._playing()
        if chair.resigned:
            raise Refused("server.resign.done")
        step = Step(ev.Resigned(seat))
        if len(self.chairs) > 2:
            return [step, Step(ev.Given(seat, "simple", seat))]
        winners = [index for index in range(len(self.chairs)) if index != seat]
        return [step, Step(ev.Ended(winners, "resigned", self.seed.hex()))]

    def give(self, holder: str, seat: int, player: str, away_since: int | None, now: int) -> list[Step]:
        """Give an absent player's chair to the computer; ``away_since`` is None while he is there."""
        self._playing()
        own = self.yours(holder)
        if not own:
            raise Refused("server.seat.not_yours")
        chair = self._chair(seat)
        if chair.player is not None or seat in own:
            raise Refused("server.give.not_needed")
        if away_since is None or now < away_since + 1000 * self.created.absent_seconds:
            raise Refused("server.give.too_soon", n=self.created.absent_seconds)
        return [Step(ev.Given(seat, player, own[0]))]

    def take_back(self, holder: str, seat: int) -> list[Step]:
        """Back in one's own chair."""
        chair = self._own(holder, seat)
        self._playing()
        if chair.player is None:
            raise Refused("server.give.not_given")
        if chair.resigned:
            raise Refused("server.resign.done")
        return [Step(ev.TakenBack(seat))]

    def rekey(self, seat: int, holder: str) -> list[Step]:
        """The chair goes to another browser of its owner; the one-time code has been checked."""
        self._chair(seat)
        return [Step(ev.Rekeyed(seat), secret=holder)]

    def plan_rematch(self, holder: str) -> tuple[list[Chair], int]:
        """The chairs of the next table, everybody one further, and who asked."""
        own = self.yours(holder)
        if not own:
            raise Refused("server.seat.not_yours")
        if self.ended is None:
            raise Refused("server.rematch.playing")
        if self.rematch is not None:
            raise Refused("server.rematch.done")
        chairs = [self.chairs[-1], *self.chairs[:-1]]
        return [Chair(chair.plan, chair.name, reserved=chair.holder) for chair in chairs], own[0]

    def own_seat(self, holder: str, seat: int) -> Chair:
        """The chair, if it belongs to this browser."""
        return self._own(holder, seat)

    def _own(self, holder: str, seat: int) -> Chair:
        chair = self._chair(seat)
        if not chair.belongs_to(holder):
            raise Refused("server.seat.not_yours")
        return chair

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refused("server.seat.none", n=len(self.chairs))
        return self.chairs[seat]

    def _open(self) -> None:
        if self.archived:
            raise Refused("server.table.archived")

    def _playing(self) -> None:
        self._open()
        if self.ended is not None:
            raise Refused("core.end.over")
        if self.status == "waiting":
            raise Refused("server.table.waiting")

    # --- the dice ---------------------------------------------------------------------------------------------------

    def throws(self) -> int:
        """How many throws there have been: the number of the next."""
        return self.movers.count(CHANCE)

    def _the_dice(self) -> SeededDice:
        if self._dice is None:
            self._dice = self._make_dice([chair.nonce for chair in self.chairs])
        return self._dice

    def _make_dice(self, nonces: list[str | None]) -> SeededDice:
        return SeededDice(self.seed, [bytes.fromhex(nonce) for nonce in nonces if nonce])

    # --- what has happened ------------------------------------------------------------------------------------------

    def apply(self, step: Step, number: int, at: int, request: str | None = None) -> list[Change]:
        """Take in a stored event; what it changed on the board."""
        if number != self.number + 1:
            raise ValueError(f"table {self.id}: event {number} after {self.number}")
        self.number = number
        self.at = at
        if request is not None:
            self.requests[request] = number
            if len(self.requests) > REMEMBERED:
                del self.requests[next(iter(self.requests))]
        return self._take_in(step, at)

    def _take_in(self, step: Step, at: int) -> list[Change]:
        event = step.event
        match event:
            case ev.Moved():
                return self._acted(event.seat, event.move, step, at)
            case ev.Thrown():
                return self._acted(CHANCE, event.move, step, at)
            case ev.Created():
                self._lay(event, step.secret)
            case ev.Seated():
                chair = self.chairs[event.seat]
                chair.name, chair.nonce, chair.holder = event.name, event.nonce, step.secret
                self.waiting_since = at  # a game may begin in the middle
            case ev.Renamed():
                self.chairs[event.seat].name = event.name
            case ev.UndoAsked():
                self.asked, self.agreed = event, set()
            case ev.UndoAgreed():
                self.agreed.add(event.seat)
            case ev.UndoRefused():
                self.asked = None
            case ev.Undone():
                self._go_back(event.actions)
            case ev.Given():
                self.chairs[event.seat].player = event.player
            case ev.TakenBack():
                self.chairs[event.seat].player = None
            case ev.Rekeyed():
                self.chairs[event.seat].holder = step.secret
            case ev.Ended():
                self.ended = event
            case ev.Rematched():
                self.rematch, self.rematch_number = event.table, self.number
            case ev.Resigned():  # what follows from it comes as events of its own
                self.chairs[event.seat].resigned = True
        return []

    def _lay(self, event: ev.Created, secret: str | None) -> None:
        known: dict[str, Any] = json.loads(secret or "{}")
        self.created = event
        self.game = load_version(event.game, event.version, dict(event.options))
        self.begin = self.game.start() if event.start is None else self.game.from_json(event.start)
        self.state = self.begin
        self.shown = view_of(event.game)
        self.seed = bytes.fromhex(known["seed"])
        reserved = known.get("reserved") or [None] * len(event.chairs)
        self.chairs = [
            Chair(plan, player=None if plan == "person" else plan, reserved=holder)
            for plan, holder in zip(event.chairs, reserved, strict=True)
        ]

    def _acted(self, mover: int, text: str, step: Step, at: int) -> list[Change]:
        before = self.state
        move, after = step.move, step.after
        if move is None or after is None:
            found = before.resolve(text)
            if isinstance(found, Refusal):
                raise SpeelkistError(found)
            move, after = found, before.play(found)
        self.state = after
        self.actions.append(text)
        self.movers.append(mover)
        self.acted = self.number
        self.asked = None
        if after.on_timeout() and not before.on_timeout():
            self.waiting_since = at
        changes = self.shown.changes(before, move, after)
        walked = [cell for change in changes if change["do"] == "move" for cell in change["path"]]
        if mover != CHANCE and walked:
            self.last = walked
        return changes

    def _go_back(self, actions: int) -> None:
        del self.actions[actions:], self.movers[actions:]
        state = self.begin
        for text in self.actions:
            state = state.play(text)
        self.state = state
        self.acted = self.number
        self.waiting_since = self.at  # whoever is asked again has his whole time again
        self.asked = None
        self.last = []
