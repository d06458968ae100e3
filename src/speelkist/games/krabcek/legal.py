"""What a player may do with their throw."""

from __future__ import annotations

from speelkist.core import Move

from .board import Labyrinth
from .boxes import GATE_BOXES
from .moves import BIG_STACK, BIGBOY, LITTLE_STACK, MIDDLEMAN, SKINNYBOY, WIDTH, Piece, enter, fly, switch, walk


def list_moves(
    maze: Labyrinth,
    gates: tuple[tuple[int, ...], tuple[int, ...]],
    own: tuple[Piece, ...],
    hand: tuple[int, ...],
    taken: int,
    turn: int,
    number: int,
) -> list[Move]:
    """What a player may do with their throw, in the order that ``KrabcekState._moves`` documents."""
    moves: list[Move] = []
    landing = _landings(own)
    free_gates = [gate for gate in sorted(gates[turn]) if not taken >> gate & 1]
    for kind, count in enumerate(hand):
        if count:
            _add_entries(moves, maze, free_gates, kind, number, taken, landing[kind])
    for box, kind in own:
        bases = landing[kind]
        others = taken ^ 1 << box  # its own box is part of every way
        for end, ways in maze.routes(box, WIDTH[kind], number).items():
            occupied = taken >> end & 1
            if not occupied or bases >> end & 1:
                for way in ways:
                    if not way & others:
                        moves.append(walk(box, end, occupied))
                        break
    if number == 6:
        _add_switches(moves, maze, own)
    elif number == 5:
        _add_flights(moves, gates, own, taken)
    return moves


def _landings(own: tuple[Piece, ...]) -> list[int]:
    """For each kind, the boxes with a piece of one's own that it may land on; never on a gate."""
    landing = [0, 0, 0, 0, 0]
    for box, kind in own:
        if not GATE_BOXES >> box & 1:
            if kind in (MIDDLEMAN, BIG_STACK):
                landing[SKINNYBOY] |= 1 << box
            elif kind == BIGBOY:
                landing[MIDDLEMAN] |= 1 << box
                landing[LITTLE_STACK] |= 1 << box
    return landing


def _add_entries(
    moves: list[Move], maze: Labyrinth, free_gates: list[int], kind: int, number: int, taken: int, bases: int
) -> None:
    """The gate is the first box. Through different gates onto one box is one move: the lowest gate's."""
    seen = 0
    for gate in free_gates:
        for end, ways in maze.routes(gate, WIDTH[kind], number - 1).items():
            occupied = taken >> end & 1
            if not seen >> end & 1 and (not occupied or bases >> end & 1):
                for way in ways:
                    if not way & taken:
                        moves.append(enter(kind, gate, end, occupied))
                        seen |= 1 << end
                        break


def _add_switches(moves: list[Move], maze: Labyrinth, own: tuple[Piece, ...]) -> None:
    widths = maze.widths
    for index, (box, kind) in enumerate(own):
        for partner, second in own[index + 1 :]:
            if kind != second and widths[box] >= WIDTH[second] and widths[partner] >= WIDTH[kind]:
                moves.append(switch(box, partner))


def _add_flights(
    moves: list[Move], gates: tuple[tuple[int, ...], tuple[int, ...]], own: tuple[Piece, ...], taken: int
) -> None:
    for box, _ in own:
        if GATE_BOXES >> box & 1:
            across = gates[0] if box in gates[1] else gates[1]
            moves.extend(fly(box, gate) for gate in sorted(across) if not taken >> gate & 1)
