"""What happened, in sentences: made once from what a move did, and said alike by every client.

The first sentence about a move tells the move itself; it has a short form for titles and lists (``Phrase.short``).
A later sentence has one too where the list would be wrong without it: it tells what somebody else did by it.
"""

from __future__ import annotations

from collections.abc import Iterable

from speelkist.i18n.phrases import Phrase, Refusal

from .errors import IllegalMove
from .game import State
from .move import Move
from .view import Change, PhraseData, read_phrase, view_of


def sentences(changes: Iterable[Change]) -> list[PhraseData]:
    """What those who see the board are told of some changes."""
    return [change["say"] for change in changes if "say" in change and not change.get("unseen")]


def story_of(before: State, move: Move, after: State) -> list[PhraseData]:
    """What is told of a move that was made."""
    return sentences(view_of(before.game.info.id).changes(before, move, after))


def tell(state: State, move: Move | str) -> PhraseData:
    """The sentence about a legal move, made or not.

    :raises IllegalMove: if it is not legal.
    """
    legal = state.resolve(move)
    if isinstance(legal, Refusal):
        raise IllegalMove(legal)
    return story_of(state, legal, state.after(legal))[0]


def title(state: State, move: Move | str) -> Phrase:
    """A legal move in short, as it stands over a hint."""
    return read_phrase(tell(state, move)).short()
