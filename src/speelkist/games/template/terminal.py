"""The race drawn as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from speelkist.core import paint

if TYPE_CHECKING:
    from .rules import TemplateState


def draw(state: TemplateState, colour: bool, lang: str) -> str:
    """A line for each snail: its name, its track, how far it is."""
    names = [state.game.side_name(player).say(lang) for player in (0, 1)]
    width = max(map(len, names))
    lines = []
    for player, name in enumerate(names):
        at = state.snails[player]
        snail = paint("@", "bold " + state.game.info.sides[player], colour)
        track = "." * at + snail + "." * (state.game.length - at)
        lines.append(f"{name:{width}}  {track}|  {at}/{state.game.length}")
    if state.throw:
        lines.append(f"{names[state.turn]}: {state.throw}")
    return "\n".join(lines)
