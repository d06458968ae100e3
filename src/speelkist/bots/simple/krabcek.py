"""The simple player of Krabcek: it counts throws. How many of the other's six lose or win, how many of its own next?"""

from __future__ import annotations

from typing import NamedTuple, cast

from speelkist.bots.advice import Advice
from speelkist.core import Move, Phrase, State
from speelkist.games.krabcek import KrabcekState
from speelkist.games.krabcek.board import STREET
from speelkist.games.krabcek.boxes import GATE_BOXES
from speelkist.games.krabcek.legal import list_moves
from speelkist.games.krabcek.moves import (
    BIG_STACK,
    BIGBOY,
    JOINED,
    LITTLE_STACK,
    SKINNYBOY,
    TOWER,
    WIDTH,
    ChooseGate,
    Enter,
    Walk,
)

# What a throw out of six is worth that ...
BLOCKS = 170  # leaves the other without a move: it wins at once
LOSES = 170  # lets the other build his tower
THREATENS = 60  # builds its own tower, if the other lets it
STUCK = 70  # leaves itself without a move
STACKS = 12  # makes its Big Stack
WIN = 100_000
# How far its Bigboy has come: on the board, away from the gates where nothing combines, with a Middleman on top.
ON_BOARD, OFF_GATE, STACKED = 25, 20, 70
LITTLE = -60  # a Little Stack is easily kept away from its Bigboy
OUTSIDE = -4  # a piece in hand
# How good a gate is: Streets beside it, ways out, boxes within six.
GATE_STREET, GATE_EXIT, GATE_REACH = 20, 10, 1


class Throws(NamedTuple):
    """What a player's six throws would do if he were to move."""

    stuck: int = 0
    wins: int = 0
    stacks: int = 0
    moves: int = 0


class Worth(NamedTuple):
    """What a move is worth, with the throws behind it."""

    total: int
    mine: Throws
    theirs: Throws


def best(state: State) -> list[Advice]:
    """The moves it thinks equally good, with their reasons."""
    now = cast("KrabcekState", state)
    legal = now.legal()
    if len(legal) == 1:
        return [Advice(legal[0], Phrase("krabcek.simple.only"))]
    if now.phase == "gates":
        return _best_gates(now)
    worths = {move: _worth(now, move) for move in legal}
    top = max(worth.total for worth in worths.values())
    chosen = {move: worth for move, worth in worths.items() if worth.total == top}
    mine, theirs = _throws(now, now.turn), _throws(now, 1 - now.turn)
    return [Advice(move, _reason(now, move, worth, mine, theirs)) for move, worth in chosen.items()]


def _best_gates(state: KrabcekState) -> list[Advice]:
    worths = {move: gate_worth(state, move.gate) for move in state.legal() if isinstance(move, ChooseGate)}
    top = max(worths.values())
    return [
        Advice(move, Phrase("krabcek.simple.gate", gate=move.gate + 1, n=len(state.maze.neighbours(move.gate))))
        for move, worth in worths.items()
        if worth == top
    ]


def gate_worth(state: KrabcekState, gate: int) -> int:
    """How much a gate helps its owner."""
    maze = state.maze
    exits = len(maze.neighbours(gate))
    streets = len(maze.neighbours(gate, STREET))
    reach = len({end for steps in range(1, 6) for end in maze.routes(gate, WIDTH[SKINNYBOY], steps)})
    return GATE_STREET * streets + GATE_EXIT * exits + GATE_REACH * reach


def _worth(state: KrabcekState, move: Move) -> Worth:
    me = state.turn
    after = cast("KrabcekState", state.play(move))
    if after.outcome is not None:
        return Worth(WIN if me in after.outcome.winners else 0, Throws(), Throws())
    mine, theirs = _throws(after, me), _throws(after, 1 - me)
    total = BLOCKS * theirs.stuck - LOSES * theirs.wins + THREATENS * mine.wins - STUCK * mine.stuck
    total += STACKS * (mine.stacks - theirs.stacks) + mine.moves - theirs.moves
    total += OUTSIDE * sum(after.hands[me])
    for box, kind in after.pieces[me]:
        if kind == LITTLE_STACK:
            total += LITTLE
        if kind in (BIGBOY, BIG_STACK):
            total += ON_BOARD + (STACKED if kind == BIG_STACK else 0)
            total += 0 if GATE_BOXES >> box & 1 else OFF_GATE
            # a Bigboy shuts the gate he stands on: let it be a poor one
            total -= gate_worth(state, box) // 2 if box in state.gates[me] else 0
    return Worth(total, mine, theirs)


def _throws(state: KrabcekState, player: int) -> Throws:
    own, hand = state.pieces[player], state.hands[player]
    standing = dict(own)
    stuck = wins = stacks = count = 0
    for number in range(1, 7):
        moves = list_moves(state.maze, state.gates, own, hand, state.taken, player, number)
        made = {_made(standing, move) for move in moves}
        stuck += not moves
        wins += TOWER in made
        stacks += BIG_STACK in made
        count += len(moves)
    return Throws(stuck, wins, stacks, count)


def _made(standing: dict[int, int], move: Move) -> int | None:
    """What a move builds."""
    if isinstance(move, Walk) and move.joins:
        return JOINED[standing[move.start], standing[move.end]]
    if isinstance(move, Enter) and move.joins:
        return JOINED[move.kind, standing[move.end]]
    return None


def _reason(state: KrabcekState, move: Move, worth: Worth, mine: Throws, theirs: Throws) -> Phrase:
    """The first good thing the move does."""
    if worth.total == WIN:
        return Phrase("krabcek.simple.win")
    if worth.theirs.wins < theirs.wins:
        return Phrase("krabcek.simple.guard", n=theirs.wins - worth.theirs.wins)
    if worth.theirs.stuck > theirs.stuck:
        return Phrase("krabcek.simple.block", n=worth.theirs.stuck)
    if _made(dict(state.pieces[state.turn]), move) == BIG_STACK:
        return Phrase("krabcek.simple.stack")
    if worth.mine.wins > mine.wins:
        return Phrase("krabcek.simple.threat", n=worth.mine.wins)
    if isinstance(move, Enter):
        return Phrase("krabcek.simple.bigboy" if move.kind == BIGBOY else "krabcek.simple.enter")
    return Phrase("krabcek.simple.room")
