"""Bots of one's own: by an import path, ``my_package.my_module:MyBot``, or installed under a name by an entry point.

Such a bot is called with its seed, as ``RandomBot`` is, and has the method ``choose(state)``. Import paths are taken at
the prompt and in the arena only; at a server's tables sit the installed ones, which its host has chosen to install.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from speelkist.core import BadOption

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .factory import Bot

GROUP = "speelkist.bots"  # of entry points
_PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


def is_import_path(name: str) -> bool:
    """Whether a name is written as ``module:Class``."""
    return _PATH.fullmatch(name) is not None


@cache
def installed_bots() -> Mapping[str, EntryPoint]:
    """The bots that installed packages offer, by name."""
    from importlib.metadata import entry_points  # a page starts without: it is heavy, and nothing is installed there

    return {point.name: point for point in entry_points(group=GROUP)}


def make_own_bot(name: str, seed: int) -> Bot:
    """The bot that an import path or an installed package names.

    :raises BadOption: if it cannot be loaded, or is no bot.
    """
    point = installed_bots().get(name)
    try:
        kind = _imported(name) if point is None else point.load()
        bot = kind(seed)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BadOption("bots.own.load", name=name[:80], why=why[:200]) from error
    if not callable(getattr(bot, "choose", None)):
        raise BadOption("bots.own.choose", name=name[:80])
    return bot  # type: ignore[no-any-return]


def _imported(name: str) -> Callable[[int], Any]:
    module, _, kind = name.partition(":")
    return getattr(import_module(module), kind)  # type: ignore[no-any-return]
