"""Why a text that is no build cannot be played here: it belongs to another moment, or it is no move at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from speelkist.core import CHANCE, Refusal

from .notation import Take, read_build

if TYPE_CHECKING:
    from .rules import CubusState

_LOT = re.compile(r"first:[0-9]")
_DRAW = re.compile(r"\+[LRTO]")
_KNOCK = re.compile(r"knock:([0-9])(\??)")
_TAKE = re.compile(r"take (-?[0-9]{1,3}),(-?[0-9]{1,3})")


def misplaced(state: CubusState, text: str) -> Refusal:
    """The rule that ``text`` breaks; it is not legal."""
    lot, tile = _LOT.fullmatch(text), _DRAW.fullmatch(text)
    if lot or tile:
        return _chance(state, text, lot is not None)
    known = text in ("--", "no") or _KNOCK.fullmatch(text) or _TAKE.fullmatch(text)
    if not known:
        if not text.startswith("build"):
            return Refusal("cubus.notation.unknown", text=text[:40])
        build = read_build(text)
        if isinstance(build, Refusal):
            return build
    if state.player == CHANCE:
        return Refusal("core.chance.due", text=text[:40], example=str(state.legal()[0]))
    return _PHASES[state.phase](state, text)


def _chance(state: CubusState, text: str, lot: bool) -> Refusal:
    if state.player != CHANCE:
        return Refusal("core.chance.not_due", text=text)
    if lot:
        return Refusal("cubus.first.lot" if state.phase == "first" else "cubus.first.done", n=state.game.players - 1)
    return Refusal("cubus.draw.lot" if state.phase == "first" else "cubus.draw.none", tile=text[1])


def _build(state: CubusState, text: str) -> Refusal:
    if text.startswith("take"):
        return Refusal("cubus.demolition.not_now")
    return Refusal("cubus.knock.not_now", way_out=state.way_out().text)


def _knock(state: CubusState, text: str) -> Refusal:
    knock = _KNOCK.fullmatch(text)
    if knock and not knock[2]:
        return Refusal("cubus.knock.other", own=f"knock:{state.player}")
    return Refusal("cubus.knock.answer", own=f"knock:{state.player}", passer=_passer(state))


def _show(state: CubusState, text: str) -> Refusal:
    return Refusal("cubus.knock.show", way_out=state.way_out().text, passer=_passer(state))


def _passer(state: CubusState) -> int:
    assert state.passer is not None
    return state.passer


def _leftovers(state: CubusState, text: str) -> Refusal:
    return Refusal("cubus.leftovers.build")


def _demolish(state: CubusState, text: str) -> Refusal:
    match = _TAKE.fullmatch(text)
    if match is None:
        return Refusal("cubus.demolition.take", example=str(state.legal()[0]))
    place = int(match[1]), int(match[2])
    where = f"{place[0]},{place[1]}"
    lids = state.pile.lids()
    if place not in lids:
        return Refusal("cubus.demolition.nothing", place=where)
    take = Take(place)
    if lids[place] in state.open and take not in state.takes():
        return Refusal("cubus.demolition.open", place=where)
    return Refusal("cubus.demolition.unsound", place=where)


_PHASES = {
    "build": _build,
    "knock": _knock,
    "show": _show,
    "leftovers": _leftovers,
    "demolish": _demolish,
}
