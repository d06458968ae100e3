"""How a game came out, as phrases: for the terminal, the server and the browser alike."""

from __future__ import annotations

from typing import Any

from speelkist.i18n.phrases import Phrase, phrases_of

from .game import Game, Outcome
from .record import BY_AGREEMENT
from .view import phrase_data


def end_phrase(game: Game, outcome: Outcome, agreed: str = "core") -> Phrase:
    """The sentence about an end, with the options and constants that it names (``after {patience} throws``).

    In a game that counts points it may name the most and the least that somebody has: ``{most} to {least}``.

    ``agreed`` says whose phrases tell of an end that the moves do not show: given up. They may name the losers too.
    """
    winners = tuple(game.side_name(player) for player in outcome.winners)
    namespace = agreed if outcome.reason in BY_AGREEMENT else game.info.id
    key = f"end.{outcome.reason}"
    if not winners and f"{key}.draw" in phrases_of(namespace, "en"):
        key += ".draw"
    if namespace == game.info.id:
        return game.phrase(key, winners=winners, n=len(winners), **_scores(game, key, outcome))
    losers = tuple(game.side_name(player) for player in range(game.players) if player not in outcome.winners)
    return Phrase(f"{namespace}.{key}", winners=winners, losers=losers, n=len(winners))


def _scores(game: Game, key: str, outcome: Outcome) -> dict[str, int]:
    points = outcome.points or (0,)
    sentence = str(phrases_of(game.info.id, "en")[key])
    return {name: n for name, n in (("most", max(points)), ("least", min(points))) if f"{{{name}}}" in sentence}


def result_data(game: Game, outcome: Outcome, agreed: str) -> dict[str, Any]:
    """The ``result`` of a view with its sentence, ``say``; so too of an earlier part that has one of its own."""
    data = outcome.to_data()
    data["say"] = phrase_data(end_phrase(game, outcome, agreed))
    if outcome.earlier is not None:
        data["earlier"] = result_data(game, outcome.earlier, agreed)
    return data
