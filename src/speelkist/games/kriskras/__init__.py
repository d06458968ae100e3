"""Kris-kras (Kreuz und Quer) by Sicco van Huelst, Pelikan 1975."""

from __future__ import annotations

from typing import TYPE_CHECKING

from speelkist.core import register
from speelkist.core.package import GamePackage, HintReasons, PaperModule, PuzzleModule, SimpleBotModule, Strengths
from speelkist.core.view import GameView

from .rules import Kriskras, KriskrasState

if TYPE_CHECKING:
    from types import ModuleType

    from speelkist.compiled.contract import Kernel
    from speelkist.compiled.encoding import Encoding


def _view() -> GameView[KriskrasState]:
    from . import view

    return view


def _simple_bot() -> SimpleBotModule[KriskrasState]:
    from .bots import simple

    return simple


def _strengths() -> Strengths[KriskrasState]:
    from .bots import strengths

    return strengths


def _hint_reasons() -> HintReasons[KriskrasState]:
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


def _puzzles() -> PuzzleModule[KriskrasState]:
    from . import puzzles

    return puzzles


PACKAGE = GamePackage[KriskrasState](
    folder=__name__,
    rules=Kriskras,
    view=_view,
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

__all__ = ["PACKAGE", "Kriskras", "KriskrasState"]
