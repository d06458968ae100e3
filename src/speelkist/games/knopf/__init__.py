"""Kopf oder Knopf: pairs of buttons take along their line, as far as the holes under them say."""

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

from .rules import Knopf, KnopfState, Threat

if TYPE_CHECKING:
    from types import ModuleType

    from speelkist.compiled.contract import Kernel
    from speelkist.compiled.encoding import Encoding


def _view() -> GameView[KnopfState]:
    from . import view

    return view


def _queries() -> Mapping[str, Query[KnopfState]]:
    from .threats import QUERIES

    return QUERIES


def _simple_bot() -> SimpleBotModule[KnopfState]:
    from .bots import simple

    return simple


def _strengths() -> Strengths[KnopfState]:
    from .bots import strengths

    return strengths


def _hint_reasons() -> HintReasons[KnopfState]:
    from . import hint_reasons

    return hint_reasons


def _kernel() -> Kernel:
    from .kernel.kernel import KERNEL

    return KERNEL


def _encoding() -> Encoding:
    from .kernel.encoding import ENCODING

    return ENCODING


def _features() -> ModuleType:
    from .kernel import features

    return features


def _paper() -> PaperModule:
    from . import paper

    return paper


def _puzzles() -> PuzzleModule[KnopfState]:
    from . import puzzles

    return puzzles


PACKAGE = GamePackage[KnopfState](
    folder=__name__,
    rules=Knopf,
    view=_view,
    queries=_queries,
    simple_bot=_simple_bot,
    strengths=_strengths,
    hint_reasons=_hint_reasons,
    kernel=_kernel,
    features=_features,
    paper=_paper,
    puzzles=_puzzles,
    encoding=_encoding,
)
register(PACKAGE)

__all__ = ["PACKAGE", "Knopf", "KnopfState", "Threat"]
