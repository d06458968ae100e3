"""What a notebook shows of a state: every piece on the board, in its side's colour, as well-formed SVG."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest

import speelkist
from speelkist.core.view import view_of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("id", speelkist.games(listed=False))
def test_every_cell_and_piece_is_drawn(id: str) -> None:
    rng = random.Random(3)
    state = speelkist.load(id).start()
    for _ in range(60):
        if state.outcome is not None:
            break
        picture = ET.fromstring(state._repr_svg_())
        board = view_of(id).board(state)
        drawn = {cell["id"] for cell in board["cells"] if cell["shape"] and ":" not in cell["id"]}
        assert {title.text for title in picture.iter(f"{SVG}title")} == drawn
        pieces = [place for place in view_of(id).view(state)["pieces"] if place in drawn]
        assert len(list(picture.iter(f"{SVG}circle"))) == len(pieces)
        state = state.play(rng.choice(state.legal()))


@pytest.mark.parametrize("id", speelkist.games(listed=False))
def test_under_the_picture_stands_what_is_due_or_how_it_ended(id: str) -> None:
    rng = random.Random(4)
    state = speelkist.load(id).start()
    while state.outcome is None:
        assert ET.fromstring(state._repr_html_()).findtext("figcaption") == state.prompt().say("en")
        state = state.play(rng.choice(state.legal()))
    caption = ET.fromstring(state._repr_html_()).findtext("figcaption") or ""
    assert state.outcome.reason in caption
    assert all(state.game.side_name(player).say("en") in caption for player in state.outcome.winners)
