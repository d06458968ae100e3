"""What is told of a move that was made for somebody who gave no answer: not that they chose it."""

from __future__ import annotations

from speelkist.core import Game, Move, State
from speelkist.core.view import Change, PhraseData, phrase_data, view_of
from speelkist.i18n.phrases import Phrase

from .events import AnyEvent, Moved


def changes_of(event: AnyEvent, before: State, move: Move, after: State) -> list[Change]:
    """What a move or throw changes; if nobody made it, its first sentence says so."""
    changes = view_of(before.game.info.id).changes(before, move, after)
    if not isinstance(event, Moved) or not event.auto:
        return changes
    said = sentence(before.game, event)
    first = next((index for index, change in enumerate(changes) if "say" in change), len(changes))
    return [{**change, "say": said} if index == first else change for index, change in enumerate(changes)]


def sentence(game: Game, event: Moved) -> PhraseData:
    """That their time was up, or that somebody else was quicker."""
    key = "table.answer.late" if event.late else "table.answer.early"
    return phrase_data(Phrase(key, player=game.side_name(event.seat)))
