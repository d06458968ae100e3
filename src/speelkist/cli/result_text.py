"""The result of a game, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from speelkist.core import Game, Outcome, Phrase, Result, State
from speelkist.core.outcome_text import end_phrase


def ending(state: State, lang: str) -> Iterator[str]:
    """The result of a finished game; where an earlier part has a result of its own, that comes first."""
    outcome = state.outcome
    if outcome is not None:
        if outcome.earlier is not None:
            yield from _lines(state.game, outcome.earlier, lang)
        yield from _lines(state.game, outcome, lang)


def agreed(game: Game, result: Result, lang: str) -> str:
    """A result that the moves do not show: a resignation, or an aborted game."""
    seats = {game.side(player): player for player in range(game.players)}
    outcome = Outcome(tuple(seats[side] for side in result.winners), result.reason)
    return end_phrase(game, outcome, "cli").say(lang)


def _lines(game: Game, outcome: Outcome, lang: str) -> Iterator[str]:
    yield end_phrase(game, outcome, "cli").say(lang)
    if outcome.points is not None:
        listed = ", ".join(
            f"{game.side_name(player).say(lang)} {points}" for player, points in enumerate(outcome.points)
        )
        yield Phrase("cli.points", listed=listed).say(lang)
