"""What a client is told of the games: their options, and the phrases of a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from speelkist.i18n.phrases import Phrase, phrases_of

from .queries import query_names
from .registry import game_class, games, package_of
from .view import phrase_data


def offer(bots: Iterable[str]) -> dict[str, Any]:
    """What can be played, with all options, and who can play it."""
    return {"games": [game_data(game) for game in games()], "bots": list(bots)}


# What is said at a terminal alone, to a host or to whoever trains bots, by the first word of its key.
TERMINAL_ONLY = {
    "bots": {"arena", "own", "train", "weights"},
    "server": {"backup", "config", "database", "restore", "site", "start"},
}


def browser_phrases(lang: str) -> dict[str, str | Mapping[str, str]]:
    """The phrases of one language that a browser may have to say, by their full key."""
    played = games(listed=False)
    return {
        f"{namespace}.{key}": value
        for namespace in ("core", "bots", "table", "learn", "paper", "server", *played)
        for key, value in phrases_of(namespace, lang).items()
        if key.partition(".")[0] not in TERMINAL_ONLY.get(namespace, ())
        and not (namespace in played and key == "help")  # how moves are written
    }


def game_data(game_id: str) -> dict[str, Any]:
    """What a browser is told of a game."""
    info = game_class(game_id).info
    return {
        "id": game_id,
        "name": dict(info.name),
        "about": phrase_data(Phrase(f"{game_id}.about")),
        "designer": info.designer,
        "published": info.published,
        "sides": list(info.sides),
        "players": list(info.players),
        "chance": info.chance,
        "version": info.version,
        "scoring": info.scoring,
        "answers_out_of_turn": info.answers_out_of_turn,
        "answer_seconds": info.answer_seconds,
        "paper": package_of(game_id).paper is not None,
        "puzzles": (files(package_of(game_id).folder) / "puzzles.json").is_file(),
        "queries": sorted(query_names(game_id)),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": list(option.default) if isinstance(option.default, tuple) else option.default,
                "choices": list(option.choices),
                "low": option.low,
                "high": option.high,
                "items": option.items,
                "label": phrase_data(option.label(info)),
                "help": phrase_data(option.help(info)),
            }
            for option in info.options
        ],
    }
