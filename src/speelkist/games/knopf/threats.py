"""Who threatens what at Kopf oder Knopf, as clients are told: now, and where a button would come into a threat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from speelkist.core.view import PhraseData

from .board import Step, names, threatened
from .extra import ThreatData
from .notation import SIDES

if TYPE_CHECKING:
    from .rules import KnopfState, Threat


def threats(state: KnopfState) -> list[list[dict[str, Any]]]:
    """The threats of red and of blue: the pair, its target, how far beyond the pair that stands, how far it may."""
    return [
        [{**threat._asdict(), "say": _threat(player, threat)} for threat in state.threats(player)] for player in (0, 1)
    ]


def exposed(state: KnopfState, start: object) -> list[str]:
    """The squares to which the button on ``start`` may move and where the other side then takes it, or may."""
    mover = state.turn
    ends = []
    for move in state.legal():
        if isinstance(move, Step) and names(move.start) == [start]:
            after = state.after(move)
            own, enemy = after.buttons[mover], after.buttons[1 - mover]
            if move.end & (~own | threatened(state.game.board, enemy, own)):
                ends += names(move.end)
    return ends


def _threats(state: KnopfState, args: Mapping[str, Any]) -> list[list[dict[str, Any]]]:
    return threats(state)


def _exposed(state: KnopfState, args: Mapping[str, Any]) -> list[str]:
    return exposed(state, args.get("start"))


QUERIES = {"threats": _threats, "exposed": _exposed}


def _threat(player: int, threat: Threat) -> PhraseData:
    (first, second), target, distance, reach = threat
    side: PhraseData = {"key": f"knopf.side.{SIDES[player]}", "values": {"seat": player}}
    values = {"side": side, "first": first, "second": second, "target": target, "distance": distance, "reach": reach}
    return {"key": "knopf.view.threat", "values": values}


def threat_data(threat: Threat) -> ThreatData:
    """A threat as a position tells it."""
    pair, target, distance, reach = threat
    return {"pair": pair, "target": target, "distance": distance, "reach": reach}
