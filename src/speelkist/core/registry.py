"""Which games there are. A game registers itself in its own folder; nothing else lists them."""

from __future__ import annotations

from collections.abc import Mapping

from speelkist.i18n.phrases import register_words

from .errors import BadOption, BadRecord
from .game import Game
from .options import read_options

_games: dict[str, type[Game]] = {}
_versions: dict[tuple[str, int], type[Game]] = {}
_packages: dict[str, str] = {}


def register(game: type[Game], package: str) -> None:
    """Make a game known; ``package`` is the folder that holds its ``text``.

    When a rule changes, the old class stays registered under its version, so that games begun under it end under it.
    """
    _versions[game.info.id, game.info.version] = game
    newest = _games.get(game.info.id)
    if newest is None or newest.info.version <= game.info.version:
        _games[game.info.id] = game
    _packages[game.info.id] = package
    register_words(game.info.id, package)


def games() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(sorted(_games))


def game_class(id: str) -> type[Game]:
    """The class of a game; an unknown id is refused with the list of those that exist."""
    try:
        return _games[id]
    except (KeyError, TypeError):
        raise BadOption("core.option.game", name=str(id)[:40], games=", ".join(games())) from None


def load(id: str, /, **options: object) -> Game:
    """A game with the given options: ``load("knopf", target=8)``."""
    kind = game_class(id)
    return kind(**read_options(id, kind.info.options, options))  # checked first: an option may be called "self"


def version_class(id: str, version: int) -> type[Game]:
    """The class of a game in the given version: records replay for ever."""
    newest = game_class(id).info
    kind = _versions.get((id, version))
    if kind is None:
        raise BadRecord("core.record.version", game=id, found=version, known=newest.version)
    return kind


def load_version(id: str, version: int, options: Mapping[str, object]) -> Game:
    """A game as it is, or was, in the given version."""
    kind = version_class(id, version)
    return kind(**read_options(id, kind.info.options, options))


def package_of(id: str) -> str:
    """The package of a game: its folder."""
    return _packages[game_class(id).info.id]
