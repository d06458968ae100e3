"""Why a move is good, in words. It counts throws: how many of the other's six win, or leave them stuck, and one's own.

A reason states what holds in the position, never an opinion: so no two reasons can contradict each other.

Plain Python on the reference rules, so that it also works where nothing can be compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from speelkist.core import Move, Phrase, State

from .board import ALLEY, STREET
from .boxes import GATE_BOXES
from .legal import list_moves
from .moves import (
    BIG_STACK,
    BIGBOY,
    JOINED,
    LITTLE_STACK,
    MIDDLEMAN,
    SKINNYBOY,
    TOWER,
    ChooseGate,
    Enter,
    Fly,
    Switch,
    Walk,
    piece_name,
)
from .places import place
from .rules import KrabcekState

AGAINST: frozenset[str] = frozenset()
FEWER_WAYS = 8  # so many ways taken from the other, over their six throws, are worth telling


class Throws(NamedTuple):
    """How many of a player's six throws would leave them stuck, win, or build a Big Stack, if they were to move."""

    stuck: int = 0
    wins: int = 0
    stacks: int = 0
    moves: int = 0  # of all six together
    stuck_on: int = 0  # the throws themselves, as a set of bits
    wins_on: int = 0


def throws_of(state: KrabcekState, player: int) -> Throws:
    """What a player's six throws would do if they were to move."""
    own, hand = state.pieces[player], state.hands[player]
    standing = dict(own)
    stuck = wins = stacks = count = 0
    for number in range(1, 7):
        moves = list_moves(state.maze, state.gates, own, hand, state.taken, player, number)
        builds = {made(standing, move) for move in moves}
        stuck |= (not moves) << number
        wins |= (TOWER in builds) << number
        stacks += BIG_STACK in builds
        count += len(moves)
    return Throws(stuck.bit_count(), wins.bit_count(), stacks, count, stuck, wins)


def made(standing: dict[int, int], move: Move) -> int | None:
    """What a move builds; ``standing`` is the kind on each box of the player's."""
    if isinstance(move, Walk) and move.joins:
        return JOINED[standing[move.start], standing[move.end]]
    if isinstance(move, Enter) and move.joins:
        return JOINED[move.kind, standing[move.end]]
    return None


def why(before: State, move: Move) -> Phrase:
    """The most telling reason for a legal move of a player."""
    state = cast("KrabcekState", before)
    if isinstance(move, ChooseGate):
        return _why_gate(state, move.gate)
    if len(state.legal()) == 1:
        return Phrase("krabcek.insight.only")
    return next(_reasons(state, move))


def _why_gate(state: KrabcekState, gate: int) -> Phrase:
    """What leads away from it: Streets let Middlemen in, Alleys Skinnyboys alone."""
    exits = len(state.maze.neighbours(gate))
    streets = len(state.maze.neighbours(gate, STREET))
    if streets:
        return Phrase("krabcek.insight.gate.street", gate=gate + 1, n=exits)
    if exits:
        return Phrase("krabcek.insight.gate.exits", gate=gate + 1, n=exits)
    return Phrase("krabcek.insight.gate.island", gate=gate + 1)


def _reasons(state: KrabcekState, move: Move) -> Iterator[Phrase]:
    """Reasons for a move with the throw, the most telling one first; there is always one."""
    me, other = state.turn, 1 - state.turn
    standing = dict(state.pieces[me])
    after = cast("KrabcekState", state.play(move))
    builds = made(standing, move)
    if builds == TOWER:
        yield Phrase("krabcek.insight.win")
    mine, theirs = throws_of(state, me), throws_of(state, other)
    mine_then, theirs_then = throws_of(after, me), throws_of(after, other)
    if theirs_then.stuck == 6:
        yield Phrase("krabcek.insight.block.all")
    stopped = (theirs.wins_on & ~theirs_then.wins_on).bit_count()
    if stopped and not theirs_then.wins_on & ~theirs.wins_on:
        key = "krabcek.insight.guard.all" if theirs_then.wins == 0 else "krabcek.insight.guard"
        yield Phrase(key, n=stopped, left=theirs_then.wins)
    if theirs_then.stuck > theirs.stuck:
        yield Phrase("krabcek.insight.block", n=theirs_then.stuck)
    if builds == BIG_STACK:
        key = "krabcek.insight.stack" if mine_then.wins else "krabcek.insight.stack.first"
        yield Phrase(key, n=mine_then.wins)
    if mine_then.wins > mine.wins:
        yield Phrase("krabcek.insight.threat", n=mine_then.wins)
    freed = (mine.stuck_on & ~mine_then.stuck_on).bit_count()
    if freed:
        yield Phrase("krabcek.insight.air", n=freed)
    yield from _bigboy_reasons(state, after, move, mine, mine_then)
    if builds == LITTLE_STACK and _has_bare_bigboy(after, me):
        yield Phrase("krabcek.insight.little")
    if isinstance(move, Enter | Walk | Fly) and move.end in state.gates[other] and any(after.hands[other]):
        yield Phrase("krabcek.insight.hold", gate=move.end + 1)
    if theirs_then.moves <= theirs.moves - FEWER_WAYS:
        yield Phrase("krabcek.insight.narrow", n=theirs_then.moves, before=theirs.moves)
    if isinstance(move, Enter):
        key = "krabcek.insight.enter" if sum(after.hands[me]) else "krabcek.insight.enter.last"
        yield Phrase(key, piece=piece_name(move.kind))
    if isinstance(move, Walk | Fly) and move.start in state.gates[me] and any(after.hands[me]):
        yield Phrase("krabcek.insight.clear", gate=move.start + 1)
    if mine_then.wins:
        yield Phrase("krabcek.insight.keeps", n=mine_then.wins)
    if theirs_then.stuck:
        yield Phrase("krabcek.insight.shut", n=theirs_then.stuck)
    if mine_then.moves > mine.moves:
        yield Phrase("krabcek.insight.room", n=mine_then.moves, before=mine.moves)
    yield Phrase("krabcek.insight.left", n=mine_then.moves)


def _bigboy_reasons(
    state: KrabcekState, after: KrabcekState, move: Move, mine: Throws, mine_then: Throws
) -> Iterator[Phrase]:
    """What it does for one's Bigboy: on the board, off its gate, a way to it."""
    me = state.turn
    was, now = _bigboy_box(state, me), _bigboy_box(after, me)
    if now is None:
        return
    if was is None:
        yield Phrase("krabcek.insight.bigboy", gate=now + 1)
    elif isinstance(move, Switch) and GATE_BOXES >> was & 1 and not GATE_BOXES >> now & 1:
        key = "krabcek.insight.off.street" if after.maze.neighbours(now, STREET) else "krabcek.insight.off"
        yield Phrase(key, box=place(after.maze, now))
    if mine_then.stacks > mine.stacks:
        yield Phrase("krabcek.insight.way", n=mine_then.stacks)
    elif was == now and (then := _nearest(after, me, now)) is not None:
        yield from _shorter(state, dict(after.pieces[me])[now], _nearest(state, me, now), then)
    if isinstance(move, Enter | Walk) and GATE_BOXES >> now & 1 and _may_switch(after, me, move.end, now):
        yield Phrase("krabcek.insight.pad", box=place(after.maze, move.end))


def _shorter(state: KrabcekState, big: int, before: Way | None, then: Way) -> Iterator[Phrase]:
    """The way of whoever is missing to the Bigboy or Big Stack was closed or longer before."""
    if before is None:
        yield Phrase("krabcek.insight.opens", big=piece_name(big))
    elif then.boxes < before.boxes:
        key = "krabcek.insight.beside" if then.boxes == 1 else "krabcek.insight.nearer"
        yield Phrase(key, n=then.boxes, piece=piece_name(then.kind), big=piece_name(big))


def _bigboy_box(state: KrabcekState, player: int) -> int | None:
    return next((box for box, kind in state.pieces[player] if kind in (BIGBOY, BIG_STACK)), None)


def _has_bare_bigboy(state: KrabcekState, player: int) -> bool:
    return state.hands[player][BIGBOY] > 0 or any(kind == BIGBOY for _, kind in state.pieces[player])


def _may_switch(state: KrabcekState, player: int, box: int, big: int) -> bool:
    """Whether a 6 would let the piece on a box and the Bigboy change places, out of its gate."""
    if GATE_BOXES >> box & 1 or not state.maze.neighbours(box, STREET):
        return False
    own, hand = state.pieces[player], state.hands[player]
    moves = list_moves(state.maze, state.gates, own, hand, state.taken, player, 6)
    return any(isinstance(move, Switch) and {move.first, move.second} == {box, big} for move in moves)


class Way(NamedTuple):
    """A way to the Bigboy or Big Stack: how many boxes, and who would walk it."""

    boxes: int
    kind: int


def _nearest(state: KrabcekState, player: int, big: int) -> Way | None:
    """How far away the nearest piece is that the Bigboy or Big Stack lacks; None if nobody has a way to it."""
    if GATE_BOXES >> big & 1:
        return None
    standing = dict(state.pieces[player])
    bare = standing[big] == BIGBOY
    wanted = (MIDDLEMAN, LITTLE_STACK) if bare else (SKINNYBOY,)
    seen, line = {big}, [(big, 0)]
    for at, steps in line:  # it grows while it is walked along
        for box in state.maze.neighbours(at, STREET if bare else ALLEY):
            if box in seen:
                continue
            seen.add(box)
            if standing.get(box) in wanted:
                return Way(steps + 1, standing[box])
            if not state.taken >> box & 1:
                if box in state.gates[player] and state.hands[player][wanted[0]]:
                    return Way(steps + 2, wanted[0])  # the gate is the first box of those who come in
                line.append((box, steps + 1))
    return None
