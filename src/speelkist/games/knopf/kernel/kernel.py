"""The rules of Kopf oder Knopf on numbers, for compiled code.

state   the shared three; whose turn; what red and blue have taken; the quiet turns; then sets of squares, a number
        a rank: red's buttons, blue's, what may still be taken this turn, and what stands of each group that is still
        to be fined, in that order, with empty sets behind
options the target; 1 if groups are forbidden; the limit of quiet turns; 1 if the player chooses what to take; the
        holes, by place
move    start x 128 + end; FINE + the square of a fine; TAKE + that of a taking; LETTING_BE; TAKING_NO_MORE; PASSING
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
from speelkist.games.knopf.board import BUTTONS, ENOUGH, LET_BE, MOST_GROUPS, NAME, ROW, SIZE, start_buttons
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

TARGET, FORBIDS, QUIET_LIMIT, CHOOSES = 0, 1, 2, 3  # places in options

TURN = SHARED
TAKEN = SHARED + 1
QUIET = SHARED + 3
BUTTONS_OF = SHARED + 4  # red's ten ranks, then blue's
TAKES = BUTTONS_OF + 2 * SIZE
DUE = TAKES + SIZE
LENGTH = DUE + MOST_GROUPS * SIZE

FINE = 1 << 14
TAKE = FINE + 128
LETTING_BE = TAKE + 128
TAKING_NO_MORE = LETTING_BE + 1
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
    """What may be taken, the squares of the group to be fined, each with the way to leave it; or all steps; or the
    pass."""
    low, high = set_at(state, TAKES)
    if low | high:
        count = _list_places(low, high, TAKE, moves, 0)
        moves[count] = TAKING_NO_MORE
        return count + 1
    low, high = set_at(state, DUE)
    if low | high:
        count = _list_places(low, high, FINE, moves, 0)
        moves[count] = LETTING_BE
        return count + 1
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
def _end(state: StateArray, reason: int) -> None:
    """Note that the game is over."""
    state[PLAYER] = OVER
    state[REASON] = reason
    if state[TAKEN] == state[TAKEN + 1]:
        state[WINNER] = DRAW
    else:
        state[WINNER] = 0 if state[TAKEN] > state[TAKEN + 1] else 1


@inline_jit
def _leave(state: StateArray, turn: int, gone_low: int, gone_high: int) -> None:
    """Enemy buttons leave the board, and with them the groups of which nothing stands any more."""
    foe_at = BUTTONS_OF + SIZE * (1 - turn)
    foe_low, foe_high = set_at(state, foe_at)
    put_set(state, foe_at, foe_low & ~gone_low, foe_high & ~gone_high)
    state[TAKEN + turn] += popcount(gone_low) + popcount(gone_high)
    state[QUIET] = 0
    kept = 0
    for group in range(MOST_GROUPS):
        low, high = set_at(state, DUE + SIZE * group)
        low &= ~gone_low
        high &= ~gone_high
        if low | high:
            put_set(state, DUE + SIZE * kept, low, high)
            kept += 1
    for group in range(kept, MOST_GROUPS):
        put_set(state, DUE + SIZE * group, 0, 0)


@inline_jit
def _next_group(state: StateArray) -> None:
    """The first group has been fined or let be."""
    for at in range(DUE, LENGTH - SIZE):
        state[at] = state[at + SIZE]
    put_set(state, LENGTH - SIZE, 0, 0)


@inline_jit
def _go_on(options: OptionArray, state: StateArray) -> None:
    """End the game if the target is reached, or if it has been quiet for too long and nothing but the move is left."""
    if state[TAKEN + state[TURN]] >= options[TARGET]:
        state[TAKES:] = 0
        _end(state, TARGET_REACHED)
    elif state[QUIET] >= options[QUIET_LIMIT]:
        low, high = set_at(state, TAKES)
        due_low, due_high = set_at(state, DUE)
        if low | high | due_low | due_high == 0:
            _end(state, QUIET_REACHED)


@inline_jit
def _take_up_to(state: StateArray, place: int) -> None:
    """Take a button; only later squares may be taken after it."""
    low, high = set_at(state, TAKES)
    gone_low, gone_high = flipped(0, 0, place)
    _leave(state, int(state[TURN]), gone_low, gone_high)
    if place < HALF:
        put_set(state, TAKES, low & -(gone_low << 1), high)
    else:
        put_set(state, TAKES, 0, high & -(gone_high << 1))


@inline_jit
def _begin_turn(options: OptionArray, state: StateArray, turn: int) -> None:
    """Threats and groups are fixed, and then, unless the player chooses, what is threatened is taken."""
    own_low, own_high = set_at(state, BUTTONS_OF + SIZE * turn)
    foe_low, foe_high = set_at(state, BUTTONS_OF + SIZE * (1 - turn))
    state[PLAYER] = turn
    state[TURN] = turn
    left_low, left_high = grouped(foe_low, foe_high)
    group = 0
    while left_low | left_high:
        low, high = first_group(left_low, left_high)
        put_set(state, DUE + SIZE * group, low, high)
        left_low ^= low
        left_high ^= high
        group += 1
    prey_low, prey_high = threatened(options, own_low, own_high, foe_low, foe_high)
    if options[CHOOSES]:
        put_set(state, TAKES, prey_low, prey_high)
    elif prey_low | prey_high:
        _leave(state, turn, prey_low, prey_high)


@compiled(APPLY)
def apply(options: OptionArray, state: StateArray, move: int) -> None:
    """Play a taking, a fine, a step or the pass; after the latter two the other's turn begins."""
    turn = int(state[TURN])
    if move < FINE or move == PASSING:
        own_at = BUTTONS_OF + SIZE * turn
        if move != PASSING:
            own_low, own_high = set_at(state, own_at)
            own_low, own_high = flipped(own_low, own_high, move >> 7)
            own_low, own_high = flipped(own_low, own_high, move & 127)
            put_set(state, own_at, own_low, own_high)
        state[QUIET] += 1
        _begin_turn(options, state, 1 - turn)
    elif move == TAKING_NO_MORE:
        put_set(state, TAKES, 0, 0)
    elif move == LETTING_BE:
        _next_group(state)
    elif move >= TAKE:
        _take_up_to(state, move - TAKE)
    else:
        _next_group(state)
        gone_low, gone_high = flipped(0, 0, move - FINE)
        _leave(state, turn, gone_low, gone_high)
    _go_on(options, state)


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


@inline_jit
def _random_one(low: int, high: int, rng: RngState) -> int:
    """The place of a square of a set, or -1 to leave it at that; all equally likely."""
    number = below(rng, popcount(low) + popcount(high) + 1)
    return -1 if number == popcount(low) + popcount(high) else _chosen(low, high, number)


@inline_jit
def _finish_turn(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """Take and fine at random until a move is due or the game is over; gives how many actions that were."""
    plies = 0
    while state[PLAYER] != OVER:
        low, high = set_at(state, TAKES)
        if low | high:
            place = _random_one(low, high, rng)
            if place < 0:
                put_set(state, TAKES, 0, 0)
            else:
                _take_up_to(state, place)
        else:
            low, high = set_at(state, DUE)
            if low | high == 0:
                break
            place = _random_one(low, high, rng)
            _next_group(state)
            if place >= 0:
                gone_low, gone_high = flipped(0, 0, place)
                _leave(state, int(state[TURN]), gone_low, gone_high)
        _go_on(options, state)
        plies += 1
    return plies


@compiled(PLAYOUT)
def playout(options: OptionArray, state: StateArray, rng: RngState) -> int:
    """The state is kept in registers on the way; own and enemy change places with every turn.

    Groups are kept as they were fixed, taken buttons and all: what is left of each shows on the board.
    """
    plies = _finish_turn(options, state, rng)
    if state[PLAYER] == OVER:
        return plies
    turn = int(state[TURN])
    own_low, own_high = set_at(state, BUTTONS_OF + SIZE * turn)
    foe_low, foe_high = set_at(state, BUTTONS_OF + SIZE * (1 - turn))
    taken, lost = int(state[TAKEN + turn]), int(state[TAKEN + 1 - turn])
    quiet = int(state[QUIET])
    target, limit = int(options[TARGET]), int(options[QUIET_LIMIT])
    reason = -1
    while reason < 0:
        plies += 1
        begin, end = _random_step(options, own_low, own_high, own_low | foe_low, own_high | foe_high, rng)
        if begin >= 0:
            own_low, own_high = flipped(own_low, own_high, begin)
            own_low, own_high = flipped(own_low, own_high, end)
        turn = 1 - turn
        own_low, own_high, foe_low, foe_high = foe_low, foe_high, own_low, own_high
        taken, lost = lost, taken
        quiet += 1
        prey_low, prey_high = threatened(options, own_low, own_high, foe_low, foe_high)
        due_low, due_high = grouped(foe_low, foe_high)
        if options[CHOOSES]:
            # each action takes a random one and what comes before it is left, so the set shrinks from below
            chosen_low = chosen_high = 0
            while prey_low | prey_high and taken + popcount(chosen_low) + popcount(chosen_high) < target:
                plies += 1
                place = _random_one(prey_low, prey_high, rng)
                if place < 0:
                    break
                chosen_low, chosen_high = flipped(chosen_low, chosen_high, place)
                if place < HALF:
                    prey_low &= -(1 << place << 1)
                else:
                    prey_low = 0
                    prey_high &= -(1 << (place - HALF) << 1)
            prey_low, prey_high = chosen_low, chosen_high
        if prey_low | prey_high:
            foe_low &= ~prey_low
            foe_high &= ~prey_high
            taken += popcount(prey_low) + popcount(prey_high)
            quiet = 0
        while due_low | due_high and taken < target:
            low, high = first_group(due_low, due_high)
            due_low ^= low
            due_high ^= high
            low &= foe_low
            high &= foe_high
            if low | high:
                plies += 1
                place = _random_one(low, high, rng)
                if place >= 0:
                    foe_low, foe_high = flipped(foe_low, foe_high, place)
                    taken += 1
                    quiet = 0
        if taken >= target:
            reason = TARGET_REACHED
        elif quiet >= limit:
            reason = QUIET_REACHED
    put_set(state, BUTTONS_OF + SIZE * turn, own_low, own_high)
    put_set(state, BUTTONS_OF + SIZE * (1 - turn), foe_low, foe_high)
    state[TURN] = turn
    state[TAKEN + turn] = taken
    state[TAKEN + 1 - turn] = lost
    state[QUIET] = quiet
    _end(state, reason)
    return plies


def options_of(game: Game) -> OptionArray:
    assert isinstance(game, Knopf)
    options = np.zeros(HOLES + PLACES + ROW + 1, np.int32)
    options[TARGET] = game.target
    options[FORBIDS] = game.forbids_groups
    options[QUIET_LIMIT] = game.quiet_limit
    options[CHOOSES] = game.lets_choose
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
    fines = (*state.fines, *(0,) * (MOST_GROUPS - len(state.fines)))
    array[BUTTONS_OF:] = [rank for mask in (*state.buttons, state.takes, *fines) for rank in _ranks(mask)]
    return options_of(state.game), array


def _unpack(game: Game, options: OptionArray, array: StateArray) -> State:
    assert isinstance(game, Knopf)
    red, blue, takes, *due = (joined(*set_at(array, at)) for at in range(BUTTONS_OF, LENGTH, SIZE))
    fines = tuple(group for group in due if group)
    player = int(array[PLAYER])
    taken = int(array[TAKEN]), int(array[TAKEN + 1])
    winners = () if array[WINNER] == DRAW else (int(array[WINNER]),)
    return KnopfState(
        game=game,
        player=player,
        phase="over" if player == OVER else "take" if takes else "fine" if fines else "move",
        outcome=Outcome(winners, REASONS[array[REASON]], taken) if player == OVER else None,
        turn=int(array[TURN]),
        buttons=(red, blue),
        taken=taken,
        takes=takes,
        fines=fines,
        quiet=int(array[QUIET]),
    )


_LEAVING_BE = {PASSING: PASS.text, LETTING_BE: LET_BE.text, TAKING_NO_MORE: ENOUGH.text}


def _text(options: OptionArray, state: StateArray, move: int) -> str:
    if move in _LEAVING_BE:
        return _LEAVING_BE[move]
    if move >= TAKE:
        return f"x{NAME[1 << move - TAKE]}"
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
