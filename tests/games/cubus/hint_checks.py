"""Whether what a hint says about a move of Cubus holds.

Boxes and tiles are counted in the picture that the oracle sees. What can be built is held against two things that
the reasons do not look at: a build that is laid down and judged, and the builds that small steps lead to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, cast

from speelkist.core import Move, Phrase, State
from speelkist.games.cubus import CubusState, Pile
from speelkist.games.cubus.build_generator import good_builds
from speelkist.games.cubus.build_rules import BuildContext, Counts
from speelkist.games.cubus.max_boxes import laid, offers
from speelkist.games.cubus.notation import Build

from . import oracle

Says = Mapping[str, Any]


def _shown(pile: Pile) -> Counter[str]:
    """How many tiles of each form the picture of a pile has, by the oracle."""
    picture = oracle.seen(pile)
    assert picture is not None
    return Counter(tile.kind for tile in picture)


class Case:
    """A move with the positions before and after it."""

    def __init__(self, state: State, move: Move) -> None:
        self.state = cast("CubusState", state)
        self.move = move
        self.after = cast("CubusState", state.play(move))
        self.pile = move.pile if isinstance(move, Build) else self.state.pile
        self.boxes = sum(height for *_, height in self.pile.columns)
        self.new = self.boxes - sum(height for *_, height in self.state.pile.columns)
        self.tiles = sum((_shown(self.pile) - _shown(self.state.pile)).values())

    def points(self) -> int:
        """What the build scores, by the rule."""
        return self.new if self.state.game.young else 3 * self.new - self.tiles

    def site(self, hand: Counts) -> BuildContext:
        return BuildContext(self.state.pile, self.state.open, hand, self.state.game.young)

    def passer_site(self) -> BuildContext:
        assert self.state.passer is not None
        return self.site(self.state.hands[self.state.passer])

    def counts(self, says: Says) -> bool:
        """Boxes and tiles are as said."""
        boxes = says["boxes"].values["n"]
        return isinstance(self.move, Build) and boxes == self.new


def _known(site: BuildContext) -> int:
    """The most points of all builds that are laid down or that small steps lead to."""
    deals = [deal for deal in (laid(site, offer) for offer in offers(site)[:8]) if deal is not None]
    return max((deal.points for deal in [*deals, *good_builds(site)]), default=0)


def _layer(case: Case, says: Says) -> bool:
    """Without its lowest layers the new pile is the old one, moved."""
    n = says["n"]
    lowered = {(x, y): height - n for x, y, height in case.pile.columns}
    old = {(x, y): height for x, y, height in case.state.pile.columns}
    (x0, y0), (x1, y1) = min(lowered), min(old)
    moved = {(x - x0 + x1, y - y0 + y1): height for (x, y), height in lowered.items()}
    return n > 0 and moved == old and case.counts(says)


def _leaves_nothing(case: Case, says: Says) -> bool:
    state = case.state
    following = (state.player + 1) % len(state.hands)
    left = BuildContext(case.after.pile, case.after.open, state.hands[following], state.game.young)
    return says["player"] == state.game.side_name(following) and _known(left) == 0 and case.points() == says["n"]


def _take(case: Case, says: Says) -> bool:
    won = sum(case.after.demolition_scores) - sum(case.state.demolition_scores)
    lying = sum(_shown(case.state.pile).values())
    left = sum(_shown(case.after.pile).values()) if case.after.pile.columns else 0
    return won == says["n"] and (won == max(0, lying - left) or case.after.outcome is not None)


def _last(case: Case, says: Says) -> bool:
    before = sum(case.after.demolition_scores)
    replies = [cast("CubusState", case.after.play(reply)) for reply in case.after.legal()]
    return all(sum(reply.demolition_scores) == before for reply in replies) and bool(replies)


CHECKS: dict[str, Callable[[Case, Says], bool]] = {
    "layer": _layer,
    "free": lambda case, says: case.counts(says) and case.tiles == 0,
    "leaves_nothing": _leaves_nothing,
    "keeps_open": lambda case, says: (
        case.counts(says)
        and case.tiles == says["n"]
        and case.after.hands[case.state.player][3] == case.state.hands[case.state.player][3] > 0
    ),
    "best": lambda case, says: says["n"] == case.points() >= _known(case.state.site()),
    "keeps": lambda case, says: (
        case.counts(says)
        and case.tiles == says["tiles"].values["n"]
        and sum(case.after.hands[case.state.player]) == says["n"] > 0
    ),
    "build": lambda case, says: case.counts(says) and case.tiles == says["n"] > 0,
    "nothing": lambda case, says: _known(case.state.site()) == 0,
    "unseen": lambda case, says: case.after.scores == case.state.scores,
    "no": lambda case, says: _known(case.passer_site()) == 0,
    "no_unseen": lambda case, says: case.state.game.options["knocking"] is True,
    "knock": lambda case, says: _known(case.passer_site()) == says["n"] > 0,
    "knock_unseen": lambda case, says: 0 <= _known(case.passer_site()) <= says["n"],
    "knock_wrong": lambda case, says: _known(case.passer_site()) == 0,
    "give_up": lambda case, says: all(
        case.after.scores[player] - score == 2 * (player != case.state.player)
        for player, score in enumerate(case.state.scores)
    ),
    "give_up.nothing": lambda case, says: _known(case.state.site()) == 0,
    "take": _take,
    "take_last": lambda case, says: _take(case, says) and _last(case, says),
}
PARTS = {"boxes", "tiles"}  # said inside of others

NOTHING = {"nothing", "give_up.nothing"}
BUILDS = {"layer", "free", "leaves_nothing", "keeps_open", "best", "keeps", "build"}


def holds(state: State, move: Move, reason: Phrase) -> bool:
    """Whether what a reason says is so."""
    return CHECKS[reason.key.removeprefix("cubus.insight.")](Case(state, move), reason.values)


def agree(state: State, keys: list[str]) -> bool:
    """Whether all that is said at once can be true: nothing can be built beside no build."""
    said = {key.removeprefix("cubus.insight.") for key in keys}
    return not (said & NOTHING and said & BUILDS) and not ("no" in said and said & {"knock", "knock_unseen"})
