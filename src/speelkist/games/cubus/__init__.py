"""Cubus, by Reinhold Wittig: everybody builds on one pile of boxes, laid out in flat tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from speelkist.core import register
from speelkist.core.package import (
    GamePackage,
    HintReasons,
    PaperModule,
    PuzzleModule,
    Query,
    SimpleBotModule,
    Strengths,
)
from speelkist.core.view import GameView

from .board import Pile, Reading, Tile
from .rules import Cubus, CubusState

if TYPE_CHECKING:
    from speelkist.compiled.encoding import Encoding


def _view() -> GameView[CubusState]:
    from . import view

    return view


def _queries() -> Mapping[str, Query[CubusState]]:
    from .view import QUERIES

    return QUERIES


def _simple_bot() -> SimpleBotModule[CubusState]:
    from .bots import simple

    return simple


def _strengths() -> Strengths[CubusState]:
    from .bots import strengths

    return strengths


def _hint_reasons() -> HintReasons[CubusState]:
    from . import hint_reasons

    return hint_reasons


def _paper() -> PaperModule:
    from . import paper

    return paper


def _puzzles() -> PuzzleModule[CubusState]:
    from . import puzzles

    return puzzles


def _encoding() -> Encoding:
    from .kernel.encoding import ENCODING

    return ENCODING


PACKAGE = GamePackage[CubusState](
    folder=__name__,
    rules=Cubus,
    view=_view,
    queries=_queries,
    player_queries=frozenset({"draft"}),
    simple_bot=_simple_bot,
    strengths=_strengths,
    hint_reasons=_hint_reasons,
    paper=_paper,
    puzzles=_puzzles,
    encoding=_encoding,
)
register(PACKAGE)

__all__ = ["PACKAGE", "Cubus", "CubusState", "Pile", "Reading", "Tile"]
