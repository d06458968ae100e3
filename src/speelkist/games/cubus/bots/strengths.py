"""Cubus in five strengths, at tables of two to six.

    child    sets one box on the pile, seldom two
    family   adds up to two, one after the other; takes nothing down to lay it elsewhere
    friend   puts layers under the pile and re-lays two columns, now and then only one; keeps its open lids
    club     knows the best pile for any tiles too, if it is no more than three columns away; takes the most points
    master   proves the best build, plays on after each choice of tiles to see what it is worth to keep, and lets no
             missed build go by

Only the master needs compiled code. The chance of a move is the share of all points to expect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, cast

from speelkist.core import SeededRandom, State
from speelkist.games.cubus import CubusState, Pile
from speelkist.games.cubus.board import Place, shows_itself, tile_counts
from speelkist.games.cubus.build_generator import good_builds
from speelkist.games.cubus.build_rules import BuildContext, CheckedBuild, add
from speelkist.games.cubus.max_boxes import MaxBuild, laid, most_boxes, offers
from speelkist.games.cubus.notation import NO, Build, Take, knock
from speelkist.search.advice import Choice
from speelkist.search.budget import Budget

if TYPE_CHECKING:
    from speelkist.compiled.contract import Weights

CHILD_BOXES = (*[1] * 15, 2)  # in one build; one of these numbers, as luck has it
FAMILY_BOXES = 2
FAMILY_SEES = 100  # ways to go on after each box that it looks at
FRIEND_CHANGES = (1, 2, 2, 2)  # columns of the pile that a build may change and still be seen; as luck has it
CLUB_CHANGES = 3
CLUB_LOOKS_AT = 8  # choices of tiles, the most points first
MASTER_LOOKS_AT = 32  # choices of tiles, the most points first
MASTER_GAMES = 300  # played on after each of them
MASTER_POSITIONS = 30_000  # of the search where open lids lie fixed
CHILD_TAKES = 2  # boxes that it looks at in demolition
MASTER_TAKES = 6  # with no more boxes to choose from it looks two boxes ahead in demolition

Heights = dict[Place, int]


def ranked(
    state: State, strength: str, seed: int, budget: Budget | None = None, weights: Weights | None = None
) -> list[Choice]:
    """The moves of the player on turn, best first, with their shares; the first is played.

    The simulations of a budget are the games that the master plays on after each build; the others need none.
    """
    now = cast("CubusState", state)
    if now.phase == "demolish":
        return _taking(now, strength, SeededRandom(f"{strength} {now.to_json()}", seed))
    if now.phase == "knock":
        return _answer(now, strength, seed, budget)
    if strength == "master":
        return _master(now, seed, budget)
    return _by_points(now, _seen(now.site(), strength, seed))


def _seen(site: BuildContext, strength: str, seed: int) -> list[CheckedBuild]:
    """The builds that one of the others sees. Whoever knocks for one still sees it when it is to be shown."""
    return _SEES[strength](site, SeededRandom(f"{strength} {site.pile} {site.open} {site.hand}", seed))


# --- what each of them sees ---


def _child(site: BuildContext, rng: SeededRandom) -> list[CheckedBuild]:
    return _built_up(site, rng, rng.choice(CHILD_BOXES))


def _family(site: BuildContext, rng: SeededRandom) -> list[CheckedBuild]:
    return _built_up(site, rng, FAMILY_BOXES)


def _friend(site: BuildContext, rng: SeededRandom) -> list[CheckedBuild]:
    return _plain_to_see(site, good_builds(site), rng.choice(FRIEND_CHANGES))


def _club(site: BuildContext, rng: SeededRandom) -> list[CheckedBuild]:
    deals = [*_made(site, offers(site)[:CLUB_LOOKS_AT]), *good_builds(site)]
    return _plain_to_see(site, deals, CLUB_CHANGES)


def _plain_to_see(site: BuildContext, deals: Sequence[CheckedBuild], most: int) -> list[CheckedBuild]:
    """Those builds that change no more columns than somebody keeps in mind; the most points, then open lids kept."""
    seen = [deal for deal in deals if _changes(site.pile, deal.pile, free=not site.open) <= most]
    return sorted(seen, key=lambda deal: (-deal.points, deal.added[3], sum(deal.added)))


def _changes(before: Pile, after: Pile, free: bool) -> int:
    """How many columns stand otherwise, at best: whole layers under the pile are one thought, as is shifting it."""
    now = after.heights
    shifts = (-1, 0, 1) if free else (0,)
    least = len(now) + len(before.columns)
    for dx, dy, layers in product(shifts, shifts, (0, 1, 2)):
        down = 0 if free else layers  # with open lids in the picture the pile moves as the floor sinks
        same = sum(now.get((x + dx + down, y + dy + down)) == height + layers for x, y, height in before.columns)
        least = min(least, max(len(now), len(before.columns)) - same)
    return least


_SEES: dict[str, Callable[[BuildContext, SeededRandom], list[CheckedBuild]]] = {
    "child": _child,
    "family": _family,
    "friend": _friend,
    "club": _club,
}


def _built_up(site: BuildContext, rng: SeededRandom, boxes: int) -> list[CheckedBuild]:
    """Builds that only add boxes, up to so many, one after the other; after each it looks at some ways to go on."""
    deals: dict[Pile, CheckedBuild] = {}
    piles: list[Heights] = [site.pile.heights]
    for _ in range(boxes):
        grown = [heights for pile in piles for heights in _with_one_more(pile) if _affordable(site, heights)]
        rng.shuffle(grown)
        piles = grown[:FAMILY_SEES]
        for heights in piles:
            if shows_itself(heights):
                pile = Pile.of(heights)
                deal = site.deal(*site.place(pile, _lids(site, pile)))
                if isinstance(deal, CheckedBuild):
                    deals[deal.pile] = deal
    return sorted(deals.values(), key=lambda deal: -deal.points)


def _with_one_more(heights: Heights) -> list[Heights]:
    """The pile with a box on each column, and on each free place beside it."""
    beside = {(x + dx, y + dy) for x, y in heights for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))}
    return [heights | {place: heights.get(place, 0) + 1} for place in sorted(beside | set(heights))]


def _affordable(site: BuildContext, heights: Heights) -> bool:
    return all(count <= most for count, (_, most) in zip(tile_counts(heights), site.limits, strict=True))


def _lids(site: BuildContext, pile: Pile) -> tuple[Place, ...]:
    """The open lids where they lie, and new ones where closed lids run short."""
    short = len(pile.columns) - len(site.open) - site.lying[2] - site.hand[2]
    free = [place for place in pile.lids().values() if place not in site.open]
    return (*site.open, *sorted(free)[: max(0, short)])


def _made(site: BuildContext, candidates: Iterable[MaxBuild]) -> list[CheckedBuild]:
    return [deal for deal in (laid(site, offer) for offer in candidates) if deal is not None]


# --- the master ---


def _master(state: CubusState, seed: int, budget: Budget | None) -> list[Choice]:
    from speelkist.games.cubus.solver.rollouts import shares_after

    site = state.site()
    best = _proved(site, budget)
    if best is None or state.phase == "leftovers":
        return _by_points(state, [] if best is None else [best])
    deals = {deal.added: deal for deal in _made(site, offers(site)[:MASTER_LOOKS_AT])}
    if best.added not in deals or deals[best.added].points < best.points:
        deals[best.added] = best
    limit = budget or Budget(simulations=MASTER_GAMES)
    missed = replace(_offer(site, best), points=0)  # somebody knocks, and has the points for these tiles
    out = missed if state.game.options["knocking"] and state.phase == "build" else None
    shares = shares_after(state, [*(_offer(site, deal) for deal in deals.values()), out], limit.clock(), seed)
    builds = [Choice(Build(deal.pile, deal.open), share) for deal, share in zip(deals.values(), shares, strict=False)]
    builds.sort(key=lambda choice: -choice.chance)
    if state.must_build():
        return builds
    if state.phase == "show":  # a wrong knock: all others have 2 points
        given = tuple(score + 2 * (who != state.player) for who, score in enumerate(state.scores))
        (shares[-1],) = shares_after(replace(state, scores=given), [None], limit.clock(), seed)
    return [*builds, Choice(state.way_out(), shares[-1])]


def _proved(site: BuildContext, budget: Budget | None) -> CheckedBuild | None:
    """The best build, proved where the search comes to an end."""
    from speelkist.games.cubus.solver.solve import solve_site

    if budget is None:
        return solve_site(site, Budget(simulations=MASTER_POSITIONS)).deal
    return solve_site(site, replace(budget, simulations=MASTER_POSITIONS)).deal


def _offer(site: BuildContext, deal: CheckedBuild) -> MaxBuild:
    left, right, closed, opened = add(site.lying, deal.added)
    return MaxBuild(deal.points, deal.pile.boxes, deal.added, closed + opened, left, right)


# --- shares of the points ---


def _by_points(state: CubusState, deals: Sequence[CheckedBuild]) -> list[Choice]:
    """The builds in this order, and the way out behind them; or alone.

    Who sees none where the table knows a build makes the least of those that it lists.
    """
    if not deals and state.must_build():
        deals = good_builds(state.site())[-1:]
    choices = [
        Choice(Build(deal.pile, deal.open), _share(state, deal.points, deal.pile.boxes - state.pile.boxes))
        for deal in deals
    ]
    return [*choices, *_way_out(state, deals[0].points if deals else 0)]


def _way_out(state: CubusState, missed: int) -> list[Choice]:
    """To pass, or to give up a knock, when so many points were to be had: the others have them then."""
    if state.must_build():
        return []
    return [Choice(state.way_out(), _share(state, -missed / len(state.hands) if missed else 0.0, 0))]


def _share(state: CubusState, points: float, boxes: int) -> float:
    """The share of all points that is left to the player if the rest is divided evenly."""
    tiles = state.game.tiles
    most = most_boxes(tiles[2] + tiles[3], tiles[0], tiles[1])
    assert most is not None
    each = 1 if state.game.young else 3
    unlaid = 0 if state.game.young else sum(tiles) - sum(state.site().lying)
    rest = max(0.0, each * (most - state.pile.boxes - boxes) - max(0.0, unlaid - (each * boxes - points)))
    total = sum(state.scores) + max(points, 0) + rest
    own = state.scores[state.player] + points + rest / len(state.hands)
    return min(1.0, max(0.0, own / total)) if total > 0 else 1 / len(state.hands)


# --- knocking and taking down ---


def _answer(state: CubusState, strength: str, seed: int, budget: Budget | None) -> list[Choice]:
    """Knock when a build is seen with the passer's tiles."""
    assert state.passer is not None
    site = BuildContext(state.pile, state.open, state.hands[state.passer], state.game.young)
    if strength == "master":
        best = _proved(site, budget)
        deals = [] if best is None else [best]
    else:
        deals = _seen(site, strength, seed)
    quiet = Choice(NO, _share(state, 0, 0))
    if not deals:
        return [quiet, Choice(knock(state.player), _share(state, -2, 0))]
    deal = deals[0]
    return [Choice(knock(state.player), _share(state, deal.points, deal.pile.boxes - state.pile.boxes)), quiet]


def _taking(state: CubusState, strength: str, rng: SeededRandom) -> list[Choice]:
    """Demolition: tiles won, less what the next player can win; the weaker ones do not look that far."""
    moves = list(state.takes())
    rng.shuffle(moves)
    if strength == "child":
        moves = moves[:CHILD_TAKES]
    further = {"child": 0, "family": 0, "friend": 1, "club": 1, "master": 2 if len(moves) <= MASTER_TAKES else 1}
    worth = {move: _worth(state, move, further[strength]) for move in moves}
    all_tiles = sum(state.demolition_scores) + sum(state.site().lying)
    fair = state.demolition_scores[state.player] + sum(state.site().lying) / len(state.hands)
    moves.sort(key=lambda move: -worth[move])
    return [Choice(move, min(1.0, max(0.0, (fair + worth[move]) / all_tiles))) for move in moves]


def _worth(state: CubusState, move: Take, further: int) -> int:
    """The tiles that a box frees, less what the next player's best box is worth, looking on so many boxes."""
    after = cast("CubusState", state.play(move))
    won = sum(after.demolition_scores) - sum(state.demolition_scores)
    if further == 0 or after.outcome is not None:
        return won
    return won - max(_worth(after, reply, further - 1) for reply in after.takes())
