"""Between positions of Cubus and their counts: where each number stands, and which real moves the ids stand for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import cast

import numpy as np
from numpy.typing import NDArray

from speelkist.compiled.contract import DRAW, PLAYER, REASON, SHARED, WINNER, OptionArray, StateArray
from speelkist.core import OVER, PASS, BadOption, BadPosition, Game, Move, State
from speelkist.games.cubus.board import KINDS as KIND_NAMES
from speelkist.games.cubus.build_generator import good_builds
from speelkist.games.cubus.build_rules import CheckedBuild
from speelkist.games.cubus.max_boxes import FREE_LIDS, best_pile, chosen_lids, laid, most_boxes, offers
from speelkist.games.cubus.notation import DRAWS, NO, Build, first, give_up, knock
from speelkist.games.cubus.position import PHASES
from speelkist.games.cubus.rules import Cubus, CubusState

from .move_codes import FIRST_DRAW, GIVES_UP, KNOCKS, PASSES, SAYS_NO, added_by, build_code

KINDS = len(KIND_NAMES)  # left sides, right sides, closed lids, open lids
MOST_PLAYERS = 6

PHASE = SHARED
TURN, FIRST, ROUND, PASSES_MADE, PASSER, KNOCKER, LAST_BUILDER, BOXES = range(PHASE + 1, PHASE + 9)
LYING = BOXES + 1  # in the picture, by kind
STOCK = LYING + KINDS
HANDS = STOCK + KINDS
SCORES = HANDS + MOST_PLAYERS * KINDS
STATE_SIZE = SCORES + MOST_PLAYERS

PLAYERS, KNOCKING, YOUNG, LOWEST, TABLE = range(5)  # places in options
SIDE = 17  # of the table: 0 to 16 of each kind


@cache
def _table() -> NDArray[np.int32]:
    """The most boxes by lids, left and right sides; 0 where no picture uses just these."""
    return np.array([most_boxes(*counts) or 0 for counts in product(range(SIDE), repeat=3)], np.int32)


def options_of(game: Game) -> OptionArray:
    """The options and the table.

    :raises BadOption: if the pictures matter to them.
    """
    options = game.options
    if options["demolition"] or options["leftovers"] == "best":
        raise BadOption("cubus.counts.options")
    chosen = [options["players"], options["knocking"], options["young"], options["leftovers"] == "lowest"]
    return np.concatenate([np.array(chosen, np.int32), _table()])


def _place(player: int | None) -> int:
    return -1 if player is None else player


def pack(state: State) -> tuple[OptionArray, StateArray]:
    """The counts of a position."""
    now = cast("CubusState", state)
    options = options_of(now.game)
    array = np.zeros(STATE_SIZE, np.int16)
    array[PLAYER] = now.player
    winners = () if now.outcome is None else now.outcome.winners
    array[WINNER] = winners[0] if len(winners) == 1 else DRAW
    array[REASON] = -1 if now.outcome is None else 0
    array[PHASE] = PHASES.index(now.phase)
    array[TURN : LAST_BUILDER + 1] = [
        _place(now.turn),
        _place(now.first),
        now.round,
        now.passes,
        _place(now.passer),
        _place(now.knocker),
        _place(now.last_builder),
    ]
    array[BOXES] = now.pile.boxes
    array[LYING : LYING + KINDS] = now.site().lying
    array[STOCK : STOCK + KINDS] = now.stock
    hands = np.array(now.hands, np.int16).ravel()
    array[HANDS : HANDS + len(hands)] = hands
    array[SCORES : SCORES + len(now.scores)] = now.scores
    return options, array


def unpack(game: Game, options: OptionArray, state: StateArray) -> State:
    """A position with these counts: its pile is the best one of its tiles, as the table has it.

    :raises BadPosition: if it has fewer boxes than that, as a position of real play may.
    """
    left, right, closed, opened = (int(count) for count in state[LYING : LYING + KINDS])
    pile = best_pile(closed + opened, left, right)
    if pile is None or pile.boxes != state[BOXES]:
        raise BadPosition("cubus.counts.pile")
    players = game.players
    hands = state[HANDS : HANDS + players * KINDS].reshape(players, KINDS).tolist()

    def named(place: int) -> int | None:
        return None if state[place] < 0 else int(state[place])

    position = CubusState(
        game=cast("Cubus", game),
        player=int(state[PLAYER]),
        phase=PHASES[state[PHASE]],
        outcome=None,
        hands=tuple((hand[0], hand[1], hand[2], hand[3]) for hand in hands),
        stock=(int(state[STOCK]), int(state[STOCK + 1]), int(state[STOCK + 2]), int(state[STOCK + 3])),
        scores=tuple(state[SCORES : SCORES + players].tolist()),
        demolition_scores=(0,) * players,
        pile=pile,
        open=chosen_lids(pile, (), opened),
        turn=named(TURN),
        first=named(FIRST),
        round=int(state[ROUND]),
        passes=int(state[PASSES_MADE]),
        passer=named(PASSER),
        knocker=named(KNOCKER),
        last_builder=named(LAST_BUILDER),
    )
    return position if position.player != OVER else replace(position, outcome=position.result())


def text_of(options: OptionArray, state: StateArray, move: int) -> str:
    """A move at the level of counts: a build by the tiles it adds, all else in its notation."""
    phase, turn = PHASES[state[PHASE]], int(state[TURN])
    if phase == "first":
        return first(move).text
    if phase == "draw":
        return DRAWS[move - FIRST_DRAW].text
    if move < PASSES:
        left, right, lids = added_by(move)
        return f"build {'L' * left}{'R' * right}{'T' * lids}".strip()
    return {PASSES: PASS.text, SAYS_NO: NO.text, KNOCKS: knock(turn).text, GIVES_UP: give_up(turn).text}[move]


def moves_of(state: State) -> dict[int, Move]:
    """The legal moves that ids stand for: of the builds that add the same tiles one that shows the most boxes.

    Where several open lids lie, the best pile may not fit them; then the best that the generator knows is taken.
    """
    now = cast("CubusState", state)
    if now.outcome is not None:
        return {}
    if now.phase == "first":
        return dict(enumerate(now.legal()))
    if now.phase == "draw":
        return {FIRST_DRAW + DRAWS.index(move): move for move in now.legal()}
    if now.phase == "knock":
        return {SAYS_NO: NO, KNOCKS: knock(now.player)}
    moves = _builds(now)
    if now.phase == "show":
        moves[GIVES_UP] = now.way_out()
    elif not moves or not now.checks_duty():
        moves[PASSES] = PASS
    return moves


def _builds(state: CubusState) -> dict[int, Move]:
    site = state.site()
    deals: dict[int, CheckedBuild] = {}
    for offer in offers(site):
        deal = laid(site, offer)
        if deal is not None:
            deals[_code(deal)] = deal
    if len(site.open) > FREE_LIDS:
        for deal in good_builds(site):
            known = deals.setdefault(_code(deal), deal)
            if known.points < deal.points:
                deals[_code(deal)] = deal
    return {code: Build(deal.pile, deal.open) for code, deal in deals.items()}


def _code(deal: CheckedBuild) -> int:
    left, right, closed, opened = deal.added
    return build_code(left, right, closed + opened)


def number_of(state: State, move: Move) -> int:
    """The id of a legal move: of a build, by the tiles it adds."""
    if isinstance(move, Build):
        deal = cast("CubusState", state).site().judge(move.pile, move.open)
        assert isinstance(deal, CheckedBuild)
        return _code(deal)
    now, text = cast("CubusState", state), move.text
    if now.phase == "first":
        return int(text.removeprefix("first:"))
    if now.phase == "draw":
        return FIRST_DRAW + KIND_NAMES.index(text[1])
    answers = {knock(now.player).text: KNOCKS, give_up(now.player).text: GIVES_UP}
    return {PASS.text: PASSES, NO.text: SAYS_NO, **answers}[text]
