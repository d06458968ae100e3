"""The simple player of Cubus: most points now, less what the next player could make of it with the tiles they have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from speelkist.core import Phrase, State
from speelkist.games.cubus import CubusState
from speelkist.games.cubus.build_generator import good_builds
from speelkist.games.cubus.build_rules import BuildContext, CheckedBuild
from speelkist.games.cubus.notation import NO, Build, knock
from speelkist.search.advice import Advice

COMPARED = 5  # only the best few builds are looked at from the next player's side: each look takes a while


def best(state: State) -> list[Advice]:
    """The moves it thinks equally good, with their reasons."""
    now = cast("CubusState", state)
    if now.phase == "knock":
        return [_answer(now)]
    if now.phase == "demolish":
        return _takes(now)
    deals = good_builds(now.site())
    if not deals:
        return [Advice(now.way_out(), Phrase("cubus.simple.nothing"))]
    worth = {deal: _worth(now, deal) for deal in deals[:COMPARED]}
    top = max(worth.values())
    return [_advice(deals, deal) for deal, value in worth.items() if value == top]


def _worth(state: CubusState, deal: CheckedBuild) -> tuple[int, int]:
    """Points less the next player's, then how few open lids it takes: they are worth keeping for later."""
    lost = 0
    if state.phase in ("build", "show"):
        passer = state.passer if state.passer is not None else state.player
        following = (passer + 1) % state.game.players
        if following != state.player:
            site = BuildContext(deal.pile, deal.open, state.hands[following], state.game.young)
            lost = max((reply.points for reply in good_builds(site)), default=0)
    return deal.points - lost, -deal.added[3]


def _advice(deals: Sequence[CheckedBuild], deal: CheckedBuild) -> Advice:
    """The build with its reason: the most points, or as much as the next player should not get."""
    move = Build(deal.pile, deal.open)
    if deal.points == deals[0].points:
        return Advice(move, Phrase("cubus.simple.builds", n=deal.points))
    return Advice(move, Phrase("cubus.simple.leaves", n=deal.points))


def _answer(state: CubusState) -> Advice:
    """Knock if there is a build with the tiles of whoever passed."""
    passer = state.passer
    assert passer is not None
    deals = good_builds(BuildContext(state.pile, state.open, state.hands[passer], state.game.young))
    if deals:
        return Advice(knock(state.player), Phrase("cubus.simple.knocks", n=deals[0].points))
    return Advice(NO, Phrase("cubus.simple.nothing"))


def _takes(state: CubusState) -> list[Advice]:
    """The box that frees most tiles, less what the next player can then free."""
    worth = {}
    for move in state.takes():
        after = cast("CubusState", state.play(move))
        won = _won(state, after)
        replies = (
            [_won(after, cast("CubusState", after.play(reply))) for reply in after.takes()] if after.legal() else []
        )
        worth[move] = won - max(replies, default=0), won
    top = max(value for value, _ in worth.values())
    return [Advice(move, Phrase("cubus.simple.takes", n=won)) for move, (value, won) in worth.items() if value == top]


def _won(before: CubusState, after: CubusState) -> int:
    return sum(after.demolition_scores) - sum(before.demolition_scores)
