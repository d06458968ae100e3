"""How a game came out, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from speelkist.core import Game, Outcome, Phrase, Result, State, words


def ending(state: State, lang: str) -> Iterator[str]:
    """The result of a finished game; where an earlier part has a result of its own, that comes first."""
    outcome = state.outcome
    if outcome is not None:
        if outcome.earlier is not None:
            yield from _lines(state.game, outcome.earlier, lang)
        yield from _lines(state.game, outcome, lang)


def agreed(game: Game, result: Result, lang: str) -> str:
    """A result that the moves do not show: given up, or broken off."""
    names = {game.side(player): game.side_name(player) for player in range(game.players)}
    winners = tuple(names[side] for side in result.winners)
    drawn = "" if winners else ".draw"
    return Phrase(f"cli.end.{result.reason}{drawn}", winners=winners, n=len(winners)).say(lang)


def _lines(game: Game, outcome: Outcome, lang: str) -> Iterator[str]:
    winners = tuple(game.side_name(player) for player in outcome.winners)
    key = f"end.{outcome.reason}"
    if not winners and f"{key}.draw" in words(game.info.id, lang):
        key += ".draw"
    yield Phrase(f"{game.info.id}.{key}", winners=winners, n=len(winners)).say(lang)
    if outcome.points is not None:
        listed = ", ".join(
            f"{game.side_name(player).say(lang)} {points}" for player, points in enumerate(outcome.points)
        )
        yield Phrase("cli.points", listed=listed).say(lang)
