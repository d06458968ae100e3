"""Hints are true: each reason is checked on its position by code that did not make it.

The positions are those of games that bots of all strengths played (``hint_positions.py``); with ``--slow`` there are
ten thousand of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

import pytest

import speelkist
from speelkist.bots.hints import advise
from speelkist.bots.strengths import STRENGTHS, rank
from speelkist.core import State, phrases_of
from speelkist.core.queries import answer_query
from speelkist.core.view import view_of
from speelkist.search.advice import Advice
from tests.support.samples import sample

from .hint_positions import GAMES_KEPT, POSITIONS_A_GAME, QUICK, generated, stored

GAMES = [game for game in speelkist.games() if any(key.startswith("insight.") for key in phrases_of(game, "en"))]
KEPT = GAMES_KEPT * POSITIONS_A_GAME
COUNT = sample(KEPT, slow=2500)  # of each game

pytest.importorskip("numba")


def checks(id: str) -> Any:
    """The module ``tests.games.<id>.hint_checks``."""
    return import_module(f"tests.games.{id}.hint_checks")


def positions(id: str) -> Iterator[State]:
    yield from islice(stored(id), COUNT)
    yield from generated(id, COUNT - KEPT)


def panels(id: str) -> Iterator[tuple[State, list[Advice]]]:
    """What is proposed at each position; every strength is asked in turn, as each may have to help."""
    for number, state in enumerate(positions(id)):
        choices = rank(state, STRENGTHS[number % len(STRENGTHS)], number, QUICK).choices
        yield state, advise(state, choices)


@pytest.mark.parametrize("id", GAMES)
def test_what_a_panel_says_is_so(id: str) -> None:
    """Each reason holds, no two contradict each other, the first has the best chance, and a board can show them."""
    game = checks(id)
    for state, panel in panels(id):
        where = f"{state.to_json()}\n{[(advice.move.text, advice.chance, advice.reason) for advice in panel]}"
        assert panel, where
        for advice in panel:
            assert game.holds(state, advice.move, advice.reason), f"{advice.move.text}: {advice.reason}\n{where}"
            assert_shows(state, advice, where)
        chances = [advice.chance or 0 for advice in panel]
        assert chances == sorted(chances, reverse=True), where
        assert game.agree(state, [advice.reason.key for advice in panel]), where
        assert len({advice.move for advice in panel}) == len(panel), where


def assert_shows(state: State, advice: Advice, where: str) -> None:
    """A move that is shown marks some cells, and they are cells of the board or of a hand."""
    view = view_of(state.game.info.id).view(state)
    choice = next((choice for choice in view["choices"] if choice["move"] == advice.move.text), None)
    cells = [] if choice is None else choice.get("path", choice["picks"])
    cells = cells or answer_query(state, "route", {"move": advice.move.text})
    assert cells or not needs_cells(state, advice), where


def needs_cells(state: State, advice: Advice) -> bool:
    """Whether a move touches the board: a pass, a word or an answer does not."""
    return state.game.info.id != "cubus" and any(letter.isdigit() for letter in advice.move.text)


@pytest.mark.parametrize("id", GAMES)
def test_every_reason_that_can_be_given_has_its_check(id: str) -> None:
    keys = {key.removeprefix("insight.") for key in phrases_of(id, "en") if key.startswith("insight.")}
    assert keys - getattr(checks(id), "PARTS", set()) == set(checks(id).CHECKS)
