"""Template: two snails race along a track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from speelkist.core import register
from speelkist.core.package import GamePackage, HintReasons, SimpleBotModule, Strengths
from speelkist.core.view import GameView

from .rules import Template, TemplateState

if TYPE_CHECKING:
    from speelkist.compiled.contract import Kernel


def _view() -> GameView[TemplateState]:
    from . import view

    return view


def _simple_bot() -> SimpleBotModule[TemplateState]:
    from .bots import simple

    return simple


def _strengths() -> Strengths[TemplateState]:
    from .bots import strengths

    return strengths


def _hint_reasons() -> HintReasons[TemplateState]:
    from . import hint_reasons

    return hint_reasons


def _kernel() -> Kernel:
    from .kernel.kernel import KERNEL

    return KERNEL


PACKAGE = GamePackage[TemplateState](
    folder=__name__,
    rules=Template,
    view=_view,
    simple_bot=_simple_bot,
    strengths=_strengths,
    hint_reasons=_hint_reasons,
    kernel=_kernel,
    listed=False,  # tools/new_game.py copies this game; people are not offered it
)
register(PACKAGE)

__all__ = ["PACKAGE", "Template", "TemplateState"]
