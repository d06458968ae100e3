"""Which games there are. Each declares itself in its own folder (``GamePackage``); nothing else lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from speelkist.i18n.phrases import register_phrases

from .errors import BadOption, BadRecord
from .game import Game
from .options import read_options
from .package import GamePackage

_packages: dict[str, GamePackage[Any]] = {}


def register(package: GamePackage[Any]) -> None:
    """Make a game known."""
    _packages[package.info.id] = package
    register_phrases(package.info.id, package.folder)


def games(listed: bool = True) -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(sorted(name for name, package in _packages.items() if package.listed or not listed))


def package_of(id: str) -> GamePackage[Any]:
    """All that a game offers.

    :raises BadOption: if there is no such game; the sentence lists those that exist.
    """
    try:
        return _packages[id]
    except (KeyError, TypeError):
        raise BadOption("core.option.game", name=str(id)[:40], games=", ".join(games())) from None


def game_class(id: str) -> type[Game]:
    """The class of a game.

    :raises BadOption: if there is no such game; the sentence lists those that exist.
    """
    return package_of(id).rules


def load(id: str, /, **options: object) -> Game:
    """A game with the given options: ``load("chess", clock=5)``. Options that are not given have their defaults.

    :raises BadOption: if the game or an option is unknown, or a value is not allowed.
    """
    kind = game_class(id)
    return kind(**read_options(id, kind.info.options, options))  # checked first: an option may be called "self"


def load_version(id: str, version: int, options: Mapping[str, object]) -> Game:
    """A game in the given version of its rules.

    :raises BadOption: if the game or an option is unknown, or a value is not allowed.
    :raises BadRecord: if the version is unknown.
    """
    check_version(id, version)
    return load(id, **options)


def check_version(id: str, version: int) -> None:
    """Refuse a version of a game's rules that is not the one this program has.

    :raises BadOption: if there is no such game.
    :raises BadRecord: if it is another version.
    """
    known = game_class(id).info.version
    if version != known:
        raise BadRecord("core.record.version", game=id, found=version, known=known)
