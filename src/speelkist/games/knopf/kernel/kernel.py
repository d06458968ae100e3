"""The rules of Kopf oder Knopf on numbers, for compiled code.

state   the shared three; whose turn; what red and blue have taken; the quiet turns; then three sets of squares,
        a number a rank: red's buttons, blue's, and those of the groups that are still to be fined this turn
options the target; 1 if groups are forbidden; the limit of quiet turns; the holes, by place
move    start x 128 + end; FINE + the square of a fine; PASSING
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
    SHARED,
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
from speelkist.core import OVER, PASS, Game, Outcome, State
from speelkist.games.knopf.board import BUTTONS, NAME, ROW, SIZE, groups, start_buttons
from speelkist.games.knopf.rules import Knopf, KnopfState

from .bitboard import (
    ENDS,
    HALF,
    HOLES,
    PLACES,
    RANK,
    RANKS,
    first_group,
    flipped,
    grouped,
    grouping,
    halves,
    joined,
    lowest,
    pop_lowest,
    popcount,
    threatened,
)

TARGET, FORBIDS, QUIET_LIMIT = 0, 1, 2  # places in options

TURN = SHARED
TAKEN = SHARED + 1
QUIET = SHARED + 3
BUTTONS_OF = SHARED + 4  # red's ten ranks, then blue's
DUE = BUTTONS_OF + 2 * SIZE
LENGTH = DUE + SIZE

FINE = 1 << 14
PASSING = 1 << 15
MOST_MOVES = BUTTONS * 32  # on four holes: eight directions of four squares

TARGET_REACHED, QUIET_REACHED = 0, 1
REASONS = ("target", "quiet")

compiled = kernel_compiler(__file__)
RED_LOW, RED_HIGH = halves(start_buttons()[0])
BLUE_LOW, BLUE_HIGH = halves(start_buttons()[1])


@inline_jit
def half_at(state: StateArray, at: int) -> int:
    """Five ranks of a set of squares as one half."""
    half = 0
    for rank in range(RANKS):
        half |= int(state[at + rank]) << ROW * rank
    return half


@inline_jit
def put_half(state: StateArray, at: int, half: int) -> None:
    """Write a half back, rank by rank."""
    for rank in range(RANKS):
        state[at + rank] = half >> ROW * rank & RANK


@inline_jit
def set_at(state: StateArray, at: int) -> tuple[int, int]:
    """A set of squares."""
    return half_at(state, at), half_at(state, at + RANKS)


@inline_jit
def put_set(state: StateArray, at: int, low: int, high: int) -> None:
    """Write a set of squares."""
    put_half(state, at, low)
    put_half(state, at + RANKS, high)


@inline_jit
def take(
    options: OptionArray, own_low: int, own_high: int, foe_low: int, foe_high: int, taken: int, quiet: int
) -> tuple[int, int, int, int, int, int, int]:
    """A turn begins: what the owner's pairs threaten is taken, groups are to be fined.

    Gives the enemy's buttons left, what has been taken, the quiet turns, the groups, and the reason if it ends.
    """
    prey_low, prey_high = threatened(options, own_low, own_high, foe_low, foe_high)
    if prey_low | prey_high:
        foe_low ^= prey_low
        foe_high ^= prey_high
        taken += popcount(prey_low) + popcount(prey_high)
        quiet = 0
    if taken >= options[TARGET]:
        return foe_low, foe_high, taken, quiet, 0, 0, TARGET_REACHED
    due_low, due_high = grouped(foe_low, foe_high)
    reason = QUIET_REACHED if quiet >= options[QUIET_LIMIT] and due_low | due_high == 0 else -1
    return foe_low, foe_high, taken, quiet, due_low, due_high, reason


@inline_jit
def ends_of(options: OptionArray, place: int, full_low: int, full_high: int) -> tuple[int, int]:
    """Where the button on a place may land."""
    holes = options[HOLES + place]
    return int(ENDS[holes, place, 0]) & ~full_low, int(ENDS[holes, place, 1]) & ~full_high


@inline_jit
def lonely_ends_of(
    options: OptionArray, place: int, own_low: int, own_high: int, full_low: int, full_high: int
) -> tuple[int, int]:
    """Where it may land without leaving a group of three or more."""
    others_low, others_high = flipped(own_low, own_high, place)
    standing_low, standing_high = grouped(others_low, others_high)
    if standing_low | standing_high:
        return 0, 0
    closed_low, closed_high = grouping(others_low, others_high)
    return ends_of(options, place, full_low | closed_low, full_high | closed_high)


@inline_jit
def _list_places(mask_low: int, mask_high: int, base: int, moves: Moves, count: int) -> int:
    """Write ``base`` plus each place of a set behind the first ``count`` moves; gives how many there are then."""
    while mask_low:
        moves[count] = base + lowest(mask_low)
        mask_low &= mask_low - 1
        count += 1
    while mask_high:
        moves[count] = base + HALF + lowest(mask_high)
        mask_high &= mask_high - 1
        count += 1
    return count


@inline_jit
def _list_steps(
    options: OptionArray, lonely: bool, own_low: int, own_high: int, full_low: int, full_high: int, moves: Moves
) -> int:
    count = 0
    left_low, left_high = own_low, own_high
    while left_low | left_high:
        place, left_low, left_high = pop_lowest(left_low, left_high)
        if lonely:
            low, high = lonely_ends_of(options, place, own_low, own_high, full_low, full_high)
        else:
            low, high = ends_of(options, place, full_low, full_high)
        count = _list_places(low, high, place << 7, moves, count)
    return count


@compiled(START)
def start(options: OptionArray, state: StateArray) -> None:
    """Twenty-eight buttons on the second ring; red begins, and nothing is threatened yet."""
    state[:] = 0
    state[WINNER] = DRAW
    state[REASON] = -1
    put_set(state, BUTTONS_OF, RED_LOW, RED_HIGH)
    put_set(state, BUTTONS_OF + SIZE, BLUE_LOW, BLUE_HIGH)


@compiled(LEGAL)
def legal(options: OptionArray, state: StateArray, moves: Moves) -> int:
    """The squares of the group to be fined, or all steps, or the pass."""
    due_low, due_high = set_at(state, DUE)
    if due_low | due_high:
        low, high = first_group(due_low, due_high)
        return _list_places(low, high, FINE, moves, 0)
    turn = int(state[TURN])
    own_low, own_high = set_at(state, BUTTONS_OF + SIZE * turn)
    foe_low, foe_high = set_at(state, BUTTONS_OF + SIZE * (1 - turn))
    full_low, full_high = own_low | foe_low, own_high | foe_high
    count = 0
    if options[FORBIDS]:
        count = _list_steps(options, True, own_low, own_high, full_low, full_high, moves)
    if count == 0:
        count = _list_steps(options, False, own_low, own_high, full_low, full_high, moves)
    if count == 0:
        moves[0] = PASSING
        count = 1
    return count


@inline_jit
def _end(state: StateArray, turn: int, reason: int) -> None:
    """Note that the game is over."""
    state[PLAYER] = OVER
    state[REASON] = reason
    if state[TAKEN] == state[TAKEN + 1]:
        state[WINNER] = DRAW
    else:
        state[WINNER] = 0 if state[TAKEN] > state[TAKEN + 1] else 1


@inline_jit
def _fine(options: OptionArray, state: StateArray, turn: int, foe_at: int, place: int) -> None:
    foe_low, foe_high = set_at(state, foe_at)
    foe_low, foe_high = flipped(foe_low, foe_high, place)
    put_set(state, foe_at, foe_low, foe_high)
    state[TAKEN + turn] += 1
    state[QUIET] = 0
    if state[TAKEN + turn] >= options[TARGET]:
        put_set(state, DUE, 0, 0)
        _end(state, turn, TARGET_REACHED)
        return
    due_low, due_high = set_at(state, DUE)
    low, high = first_group(due_low, due_high)
    put_set(state, DUE, due_low ^ low, due_high ^ high)


@compiled(APPLY)
def apply(options: OptionArray, state: StateArray, move: int) -> None:
    """Play a fine, a step or the pass; after the latter two the other's turn begins with the taking."""
    turn = int(state[TURN])
    own_at, foe_at = BUTTONS_OF + SIZE * turn, BUTTONS_OF + SIZE * (1 - turn)
    if FINE <= move < PASSING:
        _fine(options, state, turn, foe_at, move - FINE)
        return
    own_low, own_high = set_at(state, own_at)
    foe_low, foe_high = set_at(state, foe_at)
    if move != PASSING:
        own_low, own_high = flipped(own_low, own_high, move >> 7)
        own_low, own_high = flipped(own_low, own_high, move & 127)
    turn = 1 - turn
    own_low, own_high, taken, quiet, due_low, due_high, reason = take(
        options, foe_low, foe_high, own_low, own_high, int(state[TAKEN + turn]), int(state[QUIET]) + 1
    )
    state[PLAYER] = turn
    state[TURN] = turn
    state[TAKEN + turn] = taken
    state[QUIET] = quiet
    put_set(state, own_at, own_low, own_high)
    put_set(state, DUE, due_low, due_high)
    if reason >= 0:
        _end(state, turn, reason)


@compiled(DRAW_OUTCOME)
def draw(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """This game has no chance."""
    return -1


@inline_jit
def _chosen(low: int, high: int, number: int) -> int:
    """The place of one square of a set, counted from its first."""
    count = popcount(low)
    half = low
    base = 0
    if number >= count:
        half = high
        base = HALF
        number -= count
    for _ in range(number):
        half &= half - 1
    return base + lowest(half)


@inline_jit
def _random_step(
    options: OptionArray, own_low: int, own_high: int, full_low: int, full_high: int, rng: RngState
) -> tuple[int, int]:
    """Start and end of a step, all equally likely; -1 if there is none. It counts first and lists nothing."""
    lonely = options[FORBIDS] != 0
    total = 0
    chosen = -1
    while True:  # count, and once more to find the one drawn; with groups forbidden perhaps a second count
        left_low, left_high = own_low, own_high
        number = chosen
        while left_low | left_high:
            place, left_low, left_high = pop_lowest(left_low, left_high)
            if lonely:
                low, high = lonely_ends_of(options, place, own_low, own_high, full_low, full_high)
            else:
                low, high = ends_of(options, place, full_low, full_high)
            count = popcount(low) + popcount(high)
            if chosen < 0:
                total += count
            elif number < count:
                return place, _chosen(low, high, number)
            else:
                number -= count
        if total:
            chosen = below(rng, total)
        elif lonely:
            lonely = False
        else:
            return -1, -1


@compiled(PLAYOUT)
def playout(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """The state is kept in registers on the way; own and enemy change places with every turn."""
    if state[PLAYER] == OVER:
        return 0
    turn = int(state[TURN])
    own_low, own_high = set_at(state, BUTTONS_OF + SIZE * turn)
    foe_low, foe_high = set_at(state, BUTTONS_OF + SIZE * (1 - turn))
    due_low, due_high = set_at(state, DUE)
    taken, lost = int(state[TAKEN + turn]), int(state[TAKEN + 1 - turn])
    quiet = int(state[QUIET])
    reason = -1
    plies = 0
    while reason < 0:
        plies += 1
        if due_low | due_high:
            low, high = first_group(due_low, due_high)
            foe_low, foe_high = flipped(
                foe_low, foe_high, _chosen(low, high, below(rng, popcount(low) + popcount(high)))
            )
            due_low ^= low
            due_high ^= high
            taken += 1
            quiet = 0
            if taken >= options[TARGET]:
                due_low = due_high = 0
                reason = TARGET_REACHED
            continue
        begin, end = _random_step(options, own_low, own_high, own_low | foe_low, own_high | foe_high, rng)
        if begin >= 0:
            own_low, own_high = flipped(own_low, own_high, begin)
            own_low, own_high = flipped(own_low, own_high, end)
        turn = 1 - turn
        own_low, own_high, foe_low, foe_high = foe_low, foe_high, own_low, own_high
        taken, lost = lost, taken
        foe_low, foe_high, taken, quiet, due_low, due_high, reason = take(
            options, own_low, own_high, foe_low, foe_high, taken, quiet + 1
        )
    put_set(state, BUTTONS_OF + SIZE * turn, own_low, own_high)
    put_set(state, BUTTONS_OF + SIZE * (1 - turn), foe_low, foe_high)
    put_set(state, DUE, due_low, due_high)
    state[TURN] = turn
    state[TAKEN + turn] = taken
    state[TAKEN + 1 - turn] = lost
    state[QUIET] = quiet
    _end(state, turn, reason)
    return plies


def options_of(game: Game) -> OptionArray:
    assert isinstance(game, Knopf)
    options = np.zeros(HOLES + PLACES + ROW + 1, np.int32)
    options[TARGET] = game.target
    options[FORBIDS] = game.forbids_groups
    options[QUIET_LIMIT] = game.quiet_limit
    for square, holes in game.board.count.items():
        options[HOLES + square.bit_length() - 1] = holes
    return options


def _ranks(mask: int) -> list[int]:
    return [mask >> ROW * rank & RANK for rank in range(SIZE)]


def _pack(state: State) -> tuple[OptionArray, StateArray]:
    assert isinstance(state, KnopfState)
    array = np.zeros(LENGTH, np.int16)
    array[PLAYER] = state.player
    winners = state.outcome.winners if state.outcome else ()
    array[WINNER] = winners[0] if winners else DRAW
    array[REASON] = REASONS.index(state.outcome.reason) if state.outcome else -1
    array[TURN] = state.turn
    array[TAKEN : TAKEN + 2] = state.taken
    array[QUIET] = state.quiet
    array[BUTTONS_OF:] = [rank for mask in (*state.buttons, sum(state.fines)) for rank in _ranks(mask)]
    return options_of(state.game), array


def _unpack(game: Game, options: OptionArray, array: StateArray) -> State:
    assert isinstance(game, Knopf)
    red, blue, due = (joined(*set_at(array, BUTTONS_OF + SIZE * which)) for which in range(3))
    player = int(array[PLAYER])
    taken = int(array[TAKEN]), int(array[TAKEN + 1])
    winners = () if array[WINNER] == DRAW else (int(array[WINNER]),)
    return KnopfState(
        game=game,
        player=player,
        phase="over" if player == OVER else "fine" if due else "move",
        outcome=Outcome(winners, REASONS[array[REASON]], taken) if player == OVER else None,
        turn=int(array[TURN]),
        buttons=(red, blue),
        taken=taken,
        fines=groups(due),
        quiet=int(array[QUIET]),
    )


def _text(options: OptionArray, state: StateArray, move: int) -> str:
    if move == PASSING:
        return PASS.text
    if move >= FINE:
        return f"!{NAME[1 << move - FINE]}"
    return f"{NAME[1 << (move >> 7)]}-{NAME[1 << (move & 127)]}"


KERNEL = Kernel(
    game="knopf",
    size=LENGTH,
    most_moves=MOST_MOVES,
    reasons=REASONS,
    start=start,
    legal=legal,
    apply=apply,
    draw=draw,
    playout=playout,
    options=options_of,
    pack=_pack,
    unpack=_unpack,
    text=_text,
)
