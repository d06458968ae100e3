"""Cubus at the level of counts, compiled: which tiles are added, not where they lie.

After every build the pile is one of the most boxes that its tiles can show, as ``max_boxes.py`` has it. An open lid
counts as a lid here, and closed ones are laid first. While no more than one open lid lies in the picture, that is
the game itself: any pile can be laid so that its lid comes to lie there. With more it may promise too much.

state    the shared three; PHASE as in ``position.PHASES``, then what is named below; nobody is -1
options  the players; 1 for knocking, for young, for leftovers of the lowest; then the table of most boxes
move     BUILD: 256 x lids + 16 x left sides + right sides; PASSES, SAYS_NO, KNOCKS, GIVES_UP
chance   who begins: the player; a draw: FIRST_DRAW + kind
"""

from __future__ import annotations

import numpy as np

from speelkist.compiled.contract import (
    APPLY,
    DRAW,
    DRAW_OUTCOME,
    LEGAL,
    PLAYER,
    PLAYOUT,
    REASON,
    START,
    WINNER,
    Kernel,
    Moves,
    OptionArray,
    RngState,
    StateArray,
)
from speelkist.compiled.jit import inline_jit, kernel_compiler
from speelkist.compiled.rng import below
from speelkist.core import CHANCE, OVER

from .convert import (
    BOXES,
    FIRST,
    HANDS,
    KINDS,
    KNOCKER,
    KNOCKING,
    LAST_BUILDER,
    LOWEST,
    LYING,
    PASSER,
    PASSES_MADE,
    PHASE,
    PLAYERS,
    ROUND,
    SCORES,
    SIDE,
    STATE_SIZE,
    STOCK,
    TABLE,
    TURN,
    YOUNG,
    options_of,
    pack,
    text_of,
    unpack,
)
from .move_codes import FIRST_DRAW, GIVES_UP, KNOCKS, MOST_MOVES, PASSES, SAYS_NO

BEGIN, DRAWING, BUILDING, ANSWERING, SHOWING, LEFTOVERS, _, ENDED = range(8)  # as in position.PHASES
LEFT, RIGHT, CLOSED, OPEN = range(KINDS)
START_STOCK = np.array([15, 15, 11, 4], np.int16)
REASONS = ("points",)

compiled = kernel_compiler(__file__)


@inline_jit
def _held(state: StateArray, player: int, kind: int) -> int:
    return np.int64(state[HANDS + KINDS * player + kind])  # type: ignore[return-value]


@inline_jit
def _at_hand(options: OptionArray, state: StateArray, kind: int) -> int:
    """How many tiles of a kind whoever builds now may use."""
    phase = state[PHASE]
    if phase == LEFTOVERS:
        count = 0
        for player in range(options[PLAYERS]):
            count += _held(state, player, kind)
        return count
    return _held(state, np.int64(state[PASSER] if phase == SHOWING else state[TURN]), kind)  # type: ignore[arg-type]


@inline_jit
def _points(options: OptionArray, state: StateArray, lids: int, left: int, right: int) -> int:
    """What a build with these tiles scores; less than 1 if there is none."""
    place = state[LYING + CLOSED] + state[LYING + OPEN] + lids
    place = SIDE * place + state[LYING + LEFT] + left
    place = SIDE * place + state[LYING + RIGHT] + right
    boxes = np.int64(options[TABLE + place]) - state[BOXES]
    if boxes < 1:
        return 0
    return boxes if options[YOUNG] else 3 * boxes - lids - left - right  # type: ignore[no-any-return]


@compiled(START)
def start(options: OptionArray, state: StateArray) -> None:
    """The starting box; the lots are still to be cast."""
    state[:] = 0
    state[PLAYER] = CHANCE
    state[WINNER] = DRAW
    state[REASON] = state[TURN] = state[FIRST] = state[PASSER] = state[KNOCKER] = state[LAST_BUILDER] = -1
    state[PHASE] = BEGIN
    state[ROUND] = state[BOXES] = 1
    state[LYING + LEFT] = state[LYING + RIGHT] = state[LYING + CLOSED] = 1
    state[STOCK : STOCK + KINDS] = START_STOCK
    if options[YOUNG]:
        state[STOCK + OPEN] = 0


@compiled(LEGAL)
def legal(options: OptionArray, state: StateArray, moves: Moves) -> int:
    """The builds by what they add, and the way out of building; answers; lots and draws."""
    phase, count = state[PHASE], 0
    if phase == BEGIN:
        for player in range(options[PLAYERS]):
            moves[player] = player
        return int(options[PLAYERS])
    if phase == DRAWING:
        for kind in range(KINDS):
            if state[STOCK + kind] > 0:
                moves[count] = FIRST_DRAW + kind
                count += 1
        return count
    if phase == ANSWERING:
        moves[0], moves[1] = SAYS_NO, KNOCKS
        return 2
    if phase == ENDED:
        return 0
    lids = _at_hand(options, state, CLOSED) + _at_hand(options, state, OPEN)
    lefts, rights = _at_hand(options, state, LEFT), _at_hand(options, state, RIGHT)
    for lid in range(lids + 1):
        for left in range(lefts + 1):
            for right in range(rights + 1):
                if _points(options, state, lid, left, right) >= 1:
                    moves[count] = lid << 8 | left << 4 | right
                    count += 1
    if phase == SHOWING:
        moves[count] = GIVES_UP
        return count + 1
    if count == 0 or phase == LEFTOVERS or options[KNOCKING]:
        moves[count] = PASSES
        count += 1
    return count


@inline_jit
def _end(options: OptionArray, state: StateArray) -> None:
    """Most points win; with equal points nobody wins alone."""
    best = 0
    for player in range(1, options[PLAYERS]):
        if state[SCORES + player] > state[SCORES + best]:
            best = player
    alone = True
    for player in range(options[PLAYERS]):
        alone &= player == best or state[SCORES + player] != state[SCORES + best]
    state[PLAYER] = OVER
    state[PHASE] = ENDED
    state[REASON] = 0
    state[WINNER] = best if alone else DRAW


@inline_jit
def _next_turn(options: OptionArray, state: StateArray, after: int) -> None:
    """The left neighbour is on, or the building is over."""
    players = np.int64(options[PLAYERS])
    state[PASSER] = state[KNOCKER] = -1
    if state[PASSES_MADE] >= players:
        if not options[LOWEST]:
            _end(options, state)
            return
        lowest = np.int64(state[FIRST])
        for step in range(1, players):
            player = (state[FIRST] + step) % players
            if state[SCORES + player] < state[SCORES + lowest]:
                lowest = player
        state[PLAYER] = state[TURN] = lowest
        state[PHASE] = LEFTOVERS
        return
    state[TURN] = (after + 1) % players
    stock = state[STOCK] + state[STOCK + 1] + state[STOCK + 2] + state[STOCK + 3]
    state[PHASE] = DRAWING if stock else BUILDING
    state[PLAYER] = CHANCE if stock else state[TURN]
    state[ROUND] += state[TURN] == state[FIRST]


@inline_jit
def _pay(options: OptionArray, state: StateArray, owner: int, kind: int, count: int) -> None:
    """Tiles go from the hands into the picture; of the leftovers first one's own, then on from the first player."""
    state[LYING + kind] += count
    give = min(count, _held(state, owner, kind))
    state[HANDS + KINDS * owner + kind] -= give
    count -= give
    for step in range(options[PLAYERS]):
        player = (state[FIRST] + step) % options[PLAYERS]
        give = min(count, _held(state, player, kind))
        state[HANDS + KINDS * player + kind] -= give
        count -= give


@inline_jit
def _build(options: OptionArray, state: StateArray, move: int) -> None:
    lids, left, right = move >> 8, move >> 4 & 15, move & 15
    builder = np.int64(state[TURN])
    owner = np.int64(state[PASSER]) if state[PHASE] == SHOWING else builder
    points = _points(options, state, lids, left, right)
    closed = min(lids, _at_hand(options, state, CLOSED))
    state[BOXES] += points if options[YOUNG] else (points + lids + left + right) // 3
    _pay(options, state, owner, LEFT, left)  # type: ignore[arg-type]
    _pay(options, state, owner, RIGHT, right)  # type: ignore[arg-type]
    _pay(options, state, owner, CLOSED, closed)  # type: ignore[arg-type]
    _pay(options, state, owner, OPEN, lids - closed)  # type: ignore[arg-type]
    state[SCORES + builder] += points
    state[LAST_BUILDER] = builder
    state[PASSES_MADE] = 0
    if state[PHASE] == LEFTOVERS:
        _end(options, state)
    else:
        _next_turn(options, state, owner)  # type: ignore[arg-type]


@inline_jit
def _pass(options: OptionArray, state: StateArray) -> None:
    if state[PHASE] == LEFTOVERS:
        _end(options, state)
        return
    turn = np.int64(state[TURN])
    stock = state[STOCK] + state[STOCK + 1] + state[STOCK + 2] + state[STOCK + 3]
    state[PASSES_MADE] += stock == 0
    if options[KNOCKING]:
        state[PASSER] = turn
        state[PLAYER] = state[TURN] = (turn + 1) % options[PLAYERS]
        state[PHASE] = ANSWERING
    else:
        _next_turn(options, state, turn)  # type: ignore[arg-type]


@compiled(APPLY)
def apply(options: OptionArray, state: StateArray, move: int) -> None:
    """Play a build, a pass or an answer; or lots and draws."""
    phase, turn = state[PHASE], np.int64(state[TURN])
    if phase == BEGIN:
        state[TURN] = state[FIRST] = move
        state[PHASE] = DRAWING
    elif phase == DRAWING:
        state[HANDS + KINDS * turn + move - FIRST_DRAW] += 1
        state[STOCK + move - FIRST_DRAW] -= 1
        if state[ROUND] == 1:  # everybody draws once before anybody builds
            _next_turn(options, state, turn)  # type: ignore[arg-type]
        else:
            state[PHASE] = BUILDING
            state[PLAYER] = turn
    elif move < PASSES:
        _build(options, state, move)
    elif move == PASSES:
        _pass(options, state)
    elif move == KNOCKS:
        state[PHASE] = SHOWING
        state[KNOCKER] = turn
    elif move == SAYS_NO:
        state[PLAYER] = state[TURN] = (turn + 1) % options[PLAYERS]
        if state[TURN] == state[PASSER]:
            state[TURN] = turn
            _next_turn(options, state, np.int64(state[PASSER]))  # type: ignore[arg-type]
    else:
        for player in range(options[PLAYERS]):
            if player != turn:
                state[SCORES + player] += 2
        _next_turn(options, state, np.int64(state[PASSER]))  # type: ignore[arg-type]


@compiled(DRAW_OUTCOME)
def draw(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """Who begins, all equally likely, or a tile of the stock."""
    if state[PHASE] == BEGIN:
        return below(rng, int(options[PLAYERS]))
    left = below(rng, int(state[STOCK] + state[STOCK + 1] + state[STOCK + 2] + state[STOCK + 3]))
    kind = 0
    while left >= state[STOCK + kind]:
        left -= state[STOCK + kind]
        kind += 1
    return FIRST_DRAW + kind


@compiled(PLAYOUT)
def playout(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """Play at random to the end; gives the number of actions of players."""
    moves = np.zeros(MOST_MOVES, np.int32)
    plies = 0
    while state[PLAYER] != OVER:
        if state[PLAYER] == CHANCE:
            apply(options, state, draw(options, state, rng))
        else:
            apply(options, state, np.int64(moves[below(rng, legal(options, state, moves))]))  # type: ignore[arg-type]
            plies += 1
    return plies


KERNEL = Kernel(
    game="cubus",
    size=STATE_SIZE,
    most_moves=MOST_MOVES,
    reasons=REASONS,
    start=start,
    legal=legal,
    apply=apply,
    draw=draw,
    playout=playout,
    options=options_of,
    pack=pack,
    unpack=unpack,
    text=text_of,
)
