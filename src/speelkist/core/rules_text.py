"""The rules page of a game, with the values of its options and constants where the page names them: ``{patience}``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from .options import OptionValue
from .registry import game_class, package_of

_NAMED = re.compile(r"\{(\w+)\}")


def rules_page(id: str, lang: str, options: Mapping[str, OptionValue] | None = None) -> str:
    """The Markdown of a game's rules; values that ``options`` does not give are the usual ones."""
    return fill_in(id, _page(id, lang), options)


def fill_in(id: str, text: str, options: Mapping[str, OptionValue] | None = None) -> str:
    """A text about a game, with the values that it names."""
    info = game_class(id).info
    values: dict[str, OptionValue] = {**info.constants, **{option.name: option.default for option in info.options}}
    values.update(options or {})
    return _NAMED.sub(lambda name: str(values.get(name[1], name[0])), text)


@cache
def _page(id: str, lang: str) -> str:
    return (files(package_of(id).folder) / "text" / f"rules.{lang}.md").read_text(encoding="utf-8")
