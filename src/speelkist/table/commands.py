"""What can be wanted of a table. Each command gives the events that come of it, or is refused; it changes nothing.

``settlement`` has the commands that settle the dice, ``undo`` those that take moves back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from speelkist.core import CHANCE, Refusal, SeededDice, State

from . import events as ev
from .errors import Refused
from .names import clean_name
from .seats import Seat, clean_commitment
from .table import PendingEvent, Table

Pending: TypeAlias = list[PendingEvent]


# --- seats ------------------------------------------------------------------------------------------------------------


def sit(table: Table, owner: str, index: int, name: str, commitment: str = "") -> Pending:
    """Take a seat; -1 takes the first that is free for this browser. The commitment to a nonce may come later."""
    table.require_open()
    name = clean_name(name)
    commitment = clean_commitment(commitment) if commitment else ""
    if index == -1:
        index = _free_seat(table, owner)
    seat = table.require_seat(index)
    if seat.filled:
        raise Refused("table.seat.taken")
    if seat.reserved not in (None, owner):
        raise Refused("table.seat.reserved")
    if not table.contributors:  # without dice the game begins with the last seat
        commitment = ""
    seated = PendingEvent(ev.Seated(index, name, commitment), secret=owner)
    if table.contributors or sum(not other.filled for other in table.seats) > 1:
        return [seated]
    return [seated, *begin(table, table.dice())]


def _free_seat(table: Table, owner: str) -> int:
    free = [index for index, seat in enumerate(table.seats) if not seat.filled]
    own = [index for index in free if table.seats[index].reserved == owner]
    free = own or [index for index in free if table.seats[index].reserved is None]
    if not free:
        raise Refused("table.seat.full")
    return free[0]


def begin(table: Table, dice: SeededDice) -> Pending:
    """All are there and the dice are settled: what chance decides first is thrown."""
    return list(_chance_and_end(table, table.state, 0, dice))


def rename(table: Table, owner: str, index: int, name: str) -> Pending:
    """Another name for one's own seat, until the game is over."""
    table.require_owner(owner, index)
    table.require_not_over()
    return [PendingEvent(ev.Renamed(index, clean_name(name)))]


def give_to_bot(table: Table, owner: str, index: int, bot: str, away_since: int | None, now: int) -> Pending:
    """Give an absent player's seat to the computer; ``away_since`` is None while they are there."""
    table.require_playing()
    own = table.seats_of(owner)
    if not own:
        raise Refused("table.seat.not_yours")
    seat = table.require_seat(index)
    if seat.bot is not None or index in own:
        raise Refused("table.give.not_needed")
    if away_since is None or now < away_since + 1000 * table.created.absent_seconds:
        raise Refused("table.give.too_soon", n=table.created.absent_seconds)
    return [PendingEvent(ev.SeatGivenToBot(index, bot, own[0]))]


def reclaim(table: Table, owner: str, index: int) -> Pending:
    """Back in one's own seat."""
    seat = table.require_owner(owner, index)
    table.require_playing()
    if seat.bot is None:
        raise Refused("table.give.not_given")
    if seat.resigned:
        raise Refused("table.resign.done")
    if seat.out_of_time:
        raise Refused("table.clock.out")
    return [PendingEvent(ev.SeatReclaimed(index))]


def transfer(table: Table, index: int, owner: str) -> Pending:
    """The seat goes to another browser of its owner; the one-time code has been checked."""
    table.require_seat(index)
    return [PendingEvent(ev.SeatTransferred(index), secret=owner)]


# --- moves ------------------------------------------------------------------------------------------------------------


def play(table: Table, owner: str, index: int, seen: int, move: str) -> Pending:
    """A move by the owner of a seat, who has seen the table up to version ``seen``."""
    table.require_player(owner, index, seen)
    return _play(table, index, move, "")


def play_for(table: Table, index: int, move: str, by: str = "") -> Pending:
    """A move by the bot in a seat, or by the bot ``by`` instead of it."""
    table.require_playing()
    return _play(table, index, move, by)


def _play(table: Table, index: int, move: str, by: str) -> Pending:
    state = table.state
    if state.player == index:
        return _act(table, ((index, move),), by=by)
    early = state.out_of_turn(index, move) if table.is_remote else ()
    if not early:
        raise Refused("table.move.turn", side=table.game.side_name(max(state.player, 0)))
    return _act(table, early)


def on_timeout(table: Table) -> Pending:
    """What the clock does for those who did not answer."""
    table.require_playing()
    return _act(table, table.state.on_timeout(), late=True)


def _act(table: Table, actions: tuple[tuple[int, str], ...], late: bool = False, by: str = "") -> Pending:
    """Moves one after the other; all but the last are made for those who had not answered yet."""
    pending: Pending = []
    state = table.state
    for count, (index, text) in enumerate(actions, 1):
        move = state.resolve(text)
        if isinstance(move, Refusal):
            raise Refused(move)
        state = state.after(move)
        moved = ev.Moved(index, move.text, late or count < len(actions), late, by)
        pending.append(PendingEvent(moved, move=move, after=state))
    while state.player >= 0 and (foregone := state.foregone()) is not None:  # nobody is asked what cannot matter
        index, move = state.player, state.resolve(foregone)
        assert not isinstance(move, Refusal)
        state = state.after(move)
        pending.append(PendingEvent(ev.Moved(index, move.text), move=move, after=state))
    if state.player < 0:
        pending += _chance_and_end(table, state, table.match.throws, table.dice())
    return pending


def _chance_and_end(table: Table, state: State, throw: int, dice: SeededDice) -> Iterator[PendingEvent]:
    """What comes by itself: throws as long as chance is due, and the end."""
    while state.player == CHANCE:
        move = dice.draw(state, throw)
        state = state.after(move)
        yield PendingEvent(ev.Thrown(throw, move.text), move=move, after=state)
        throw += 1
    outcome = state.outcome
    if outcome is not None:
        points = None if outcome.points is None else list(outcome.points)
        yield PendingEvent(ev.Ended(list(outcome.winners), outcome.reason, table.seed.hex(), points))


def ask_hint(table: Table, owner: str, index: int) -> Pending:
    """Ask the computer what it would do. Where people far apart play, only if the table allows it, and all see it."""
    table.require_owner(owner, index)
    why = table.state.why_no_help()
    if why is not None:
        raise Refused(why)
    if table.status != "playing" or table.state.player != index:
        raise Refused("table.hint.turn")
    if not table.is_remote:
        return []
    if not table.created.hints:
        raise Refused("table.hint.off")
    return [PendingEvent(ev.HintAsked(index))]


# --- the clock --------------------------------------------------------------------------------------------------------


def on_time_up(table: Table, now: int) -> Pending:
    """The time of the player to move is up: they lose, or a bot plays on for them, as was agreed; of more than two
    the others always play on.
    """
    table.require_playing()
    rules, clock, runs_out_at = table.created.clock, table.clock, table.runs_out_at()
    if rules is None or clock is None or runs_out_at is None or now < runs_out_at:
        raise Refused("table.clock.runs")
    time_up = PendingEvent(ev.TimeUp(clock.seat))
    if rules.bot or len(table.seats) > 2:
        return [time_up, PendingEvent(ev.SeatGivenToBot(clock.seat, rules.bot or "simple", clock.seat))]
    winners = [other for other in range(len(table.seats)) if other != clock.seat]
    return [time_up, PendingEvent(ev.Ended(winners, "time", table.seed.hex()))]


def resume_clock(table: Table, server_started: int) -> Pending:
    """The server was away while somebody's clock ran: they get back what they had at the beginning of this turn."""
    table.require_playing()
    if table.clock is None or table.clock.seat < 0 or table.clock.since >= server_started:
        raise Refused("table.clock.runs")
    return [PendingEvent(ev.ClockResumed())]


# --- the end ----------------------------------------------------------------------------------------------------------


def resign(table: Table, owner: str, index: int) -> Pending:
    """Give up: of two the other wins; of more the computer plays on in that seat."""
    seat = table.require_owner(owner, index)
    table.require_playing()
    if seat.resigned:
        raise Refused("table.resign.done")
    resigned = PendingEvent(ev.Resigned(index))
    if len(table.seats) > 2:
        return [resigned, PendingEvent(ev.SeatGivenToBot(index, "simple", index))]
    winners = [other for other in range(len(table.seats)) if other != index]
    return [resigned, PendingEvent(ev.Ended(winners, "resigned", table.seed.hex()))]


def abandon(table: Table) -> Pending:
    """The host ends the game; nobody wins."""
    table.require_playing()
    return [PendingEvent(ev.Ended([], "abandoned", table.seed.hex()))]


def rematch_seats(table: Table, owner: str) -> tuple[list[Seat], int]:
    """The seats of the next table, everybody one further, and who asked."""
    own = table.seats_of(owner)
    if not own:
        raise Refused("table.seat.not_yours")
    if table.ended is None:
        raise Refused("table.rematch.playing")
    if table.rematch is not None:
        raise Refused("table.rematch.done")
    seats = [table.seats[-1], *table.seats[:-1]]
    return [Seat(seat.planned, seat.name, reserved=seat.owner) for seat in seats], own[0]


def rematch(table: Table, next_table: str, by: int) -> Pending:
    """Lead everybody to the next table, which has been made."""
    if table.rematch is not None:
        raise Refused("table.rematch.done")
    return [PendingEvent(ev.Rematched(next_table, by))]
