"""Moves are values."""

import copy
import os
import pickle
import subprocess
import sys

from speelkist.core import PASS, Move


class Hop(Move):
    """A move that knows more than its notation."""

    __slots__ = ("far",)
    far: int

    def __init__(self, text: str, far: int) -> None:
        super().__init__(text)
        self.far = far


def test_notation_makes_moves_equal() -> None:
    assert Move("a1-a2") == Hop("a1-a2", 1)
    assert hash(Move("a1-a2")) == hash(Hop("a1-a2", 1))
    assert Move("a1-a2") != Move("a1-a3")
    assert Move("a1-a2") != "a1-a2"
    assert str(PASS) == "--"
    assert repr(Hop("a", 1)) == "Hop('a')"


def test_a_move_travels_with_what_it_knows() -> None:
    for travelled in (pickle.loads(pickle.dumps(Hop("a", 7))), copy.deepcopy(Hop("a", 7))):  # noqa: S301
        assert type(travelled) is Hop
        assert travelled == Move("a")
        assert travelled.far == 7


def test_a_move_keeps_its_hash_in_another_process() -> None:
    script = "import pickle, sys; from speelkist.core import Move; sys.stdout.buffer.write(pickle.dumps(Move('a1')))"
    environ = {**os.environ, "PYTHONHASHSEED": "1"}
    sent = subprocess.run([sys.executable, "-c", script], env=environ, check=True, capture_output=True).stdout
    move = pickle.loads(sent)  # noqa: S301
    assert move in {Move("a1"): 1}
