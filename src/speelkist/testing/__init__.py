"""Conformance checks for any game, also for one that lives outside this package.

Each check raises AssertionError with the state at which it failed. A test of your own game can be this short::

    from random import Random
    from speelkist import testing

    def test_random_games() -> None:
        match = testing.play_out(MyGame(), Random(1).randrange)
        testing.check_record(match)
        for state in match.states():
            testing.check_state(state)
            testing.check_moves(state)
            testing.check_view(state)
            testing.check_story(state)

Of a game with a kernel, ``check_playout_ends`` compares random games in compiled code with the rules.
"""

from .conformance import (
    check_changes,
    check_moves,
    check_position,
    check_record,
    check_refused,
    check_state,
    check_story,
    check_view,
    play_out,
)
from .playouts import check_playout_ends

__all__ = [
    "check_changes",
    "check_moves",
    "check_playout_ends",
    "check_position",
    "check_record",
    "check_refused",
    "check_state",
    "check_story",
    "check_view",
    "play_out",
]
