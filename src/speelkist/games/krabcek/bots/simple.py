"""The simple player of Krabcek: it counts throws. How many of the other's six lose or win, how many of its own next?"""

from __future__ import annotations

from typing import NamedTuple, cast

from speelkist.core import Move, Phrase, State
from speelkist.games.krabcek import KrabcekState
from speelkist.games.krabcek.board import STREET
from speelkist.games.krabcek.boxes import GATE_BOXES
from speelkist.games.krabcek.hint_reasons import Throws, made, throws_of
from speelkist.games.krabcek.moves import BIG_STACK, BIGBOY, LITTLE_STACK, SKINNYBOY, WIDTH, ChooseGate, Enter
from speelkist.search.advice import Advice

# What a throw out of six is worth that ...
BLOCKS = 170  # leaves the other without a move: it wins at once
LOSES = 170  # lets the other build their tower
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
    worths = {move: worth_of(now, move) for move in legal}
    top = max(worth.total for worth in worths.values())
    chosen = {move: worth for move, worth in worths.items() if worth.total == top}
    mine, theirs = throws_of(now, now.turn), throws_of(now, 1 - now.turn)
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


def worth_of(state: KrabcekState, move: Move) -> Worth:
    """What a move with the throw is worth to whoever makes it."""
    me = state.turn
    after = cast("KrabcekState", state.play(move))
    if after.outcome is not None:
        return Worth(WIN if me in after.outcome.winners else 0, Throws(), Throws())
    mine, theirs = throws_of(after, me), throws_of(after, 1 - me)
    total = BLOCKS * theirs.stuck - LOSES * theirs.wins + THREATENS * mine.wins - STUCK * mine.stuck
    total += STACKS * (mine.stacks - theirs.stacks) + mine.moves - theirs.moves
    total += OUTSIDE * sum(after.hands[me])
    for box, kind in after.pieces[me]:
        if kind == LITTLE_STACK:
            total += LITTLE
        if kind in (BIGBOY, BIG_STACK):
            total += ON_BOARD + (STACKED if kind == BIG_STACK else 0)
            total += 0 if GATE_BOXES >> box & 1 else OFF_GATE
            # a Bigboy shuts the gate that it stands on: let it be a poor one
            total -= gate_worth(state, box) // 2 if box in state.gates[me] else 0
    return Worth(total, mine, theirs)


def _reason(state: KrabcekState, move: Move, worth: Worth, mine: Throws, theirs: Throws) -> Phrase:
    """The first good thing the move does."""
    if worth.total == WIN:
        return Phrase("krabcek.simple.win")
    if worth.theirs.wins < theirs.wins:
        return Phrase("krabcek.simple.guard", n=theirs.wins - worth.theirs.wins)
    if worth.theirs.stuck > theirs.stuck:
        return Phrase("krabcek.simple.block", n=worth.theirs.stuck)
    if made(dict(state.pieces[state.turn]), move) == BIG_STACK:
        return Phrase("krabcek.simple.stack")
    if worth.mine.wins > mine.wins:
        return Phrase("krabcek.simple.threat", n=worth.mine.wins)
    if isinstance(move, Enter):
        return Phrase("krabcek.simple.bigboy" if move.kind == BIGBOY else "krabcek.simple.enter")
    return Phrase("krabcek.simple.room")
