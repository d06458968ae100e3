"""Why a move is good, in words: the right reason in each case, in both languages, and without numba."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from speelkist.bots.simple_bot import SimpleBot
from speelkist.core import PASS, Phrase, phrases_of
from speelkist.games.knopf import Knopf
from speelkist.games.knopf.hint_reasons import why
from tests.support.samples import sample

from .examples import POSITIONS, position, read, with_holes


def reason(text: str, move: str) -> Phrase:
    state = read(text)
    return why(state, next(listed for listed in state.legal() if listed.text == move))


CASES = {
    "a win": (
        position("a1 c4 e1 g4 i1", "a9 b9 c9 g7 i9", phase="fine", fines=["a9 b9 c9"], target=10),
        "!a9",
        Phrase("knopf.insight.win"),
    ),
    "a loss": (position("g7 b2 j9", "d4 e5 j1", target=12), "j9-j10", Phrase("knopf.insight.lost")),
    "a blunder": (position("g7 b9", "d4 e5 j1", target=13), "b9-b10", Phrase("knopf.insight.loses")),
    "flight": (position("g7 a1", "d4 e5 j1"), "g7-h7", Phrase("knopf.insight.flee", square="g7")),
    "flight to a threat": (
        position("g7 h9 a1", "d4 e5 h6"),
        "g7-h8",
        Phrase("knopf.insight.flee.threat", square="g7", target="h6"),
    ),
    "the lesser evil": (position("g7 b2 j9", "d4 e5 j1"), "g7-h7", Phrase("knopf.insight.save", n=1, lost=1)),
    "nothing saved where something could be": (
        position("g7 f5 a1", "d4 e5 j1"),
        "f5-f6",
        Phrase("knopf.insight.gives", n=1),
    ),
    "two at once": (
        position("d4 e6 a9", "g7 b2 j1"),
        "e6-e5",
        Phrase("knopf.insight.fork", targets=("b2", "g7"), n=2),
    ),
    "one": (
        position("d4 e6 a9", "g7 j1"),
        "e6-e5",
        Phrase("knopf.insight.threat", target="g7", one="d4", other="e5"),
    ),
    "one from two sides": (
        position("d4 e6 g4 g5", "g7 j1"),
        "e6-e5",
        Phrase("knopf.insight.threat.pairs", target="g7", n=2),
    ),
    "the last one needed": (
        position("d4 e6 a9", "g7 j1", target=13),
        "e6-e5",
        Phrase("knopf.insight.last", targets=("g7",)),
    ),
    "more than are needed": (
        position("d4 e6 a9", "g7 b2 j1", target=12),
        "e6-e5",
        Phrase("knopf.insight.last.sure", targets=("b2", "g7")),
    ),
    "a button for two": (
        position("d4 e6 a1", "g7 b2 a3 a4"),
        "e6-e5",
        Phrase("knopf.insight.trade", lost=1, targets=("b2", "g7"), n=2),
    ),
    "a pair": (position("d4 e6 a9", "j1 h10"), "e6-e5", Phrase("knopf.insight.pair", one="d4", other="e5", n=2)),
    "a fine that frees a button": (
        position("g7 a1", "d4 e5 e4 j1", phase="fine", fines=["d4 e4 e5"]),
        "!d4",
        Phrase("knopf.insight.fine.relief", square="d4", n=1),
    ),
    "a fine that opens a line": (
        position("d4 e5 a9", "h8 i9 i10 j1", phase="fine", fines=["h8 i9 i10"], holes=with_holes(d4=4)),
        "!h8",
        Phrase("knopf.insight.fine.open", square="h8", targets=("i9",)),
    ),
    "a fine in a large group": (
        position("a9 j9", "a1 b1 c1 d1 j1", phase="fine", fines=["a1 b1 c1 d1"]),
        "!a1",
        Phrase("knopf.insight.fine.again", square="a1"),
    ),
    "a group let be": (
        position("a9 j9", "a1 b1 c1 j1", phase="fine", fines=["a1 b1 c1"]),
        "!-",
        Phrase("knopf.insight.let_be", squares=("a1", "b1", "c1")),
    ),
    "a button for the taking": (
        POSITIONS["red may take, and a group is to be fined then"],
        "xb2",
        Phrase("knopf.insight.take", square="b2"),
    ),
    "a taking that frees a button": (
        position("g7 a1 g3 g4", "d4 e5 g6 h8", takes="g6", quiet=1, holes=with_holes(d4=2)),
        "xg6",
        Phrase("knopf.insight.take", square="g6"),
    ),
    "a shield left where it is": (
        POSITIONS["red may leave d5, which shields e5"],
        "x-",
        Phrase("knopf.insight.enough.shield", shields=("d5",), shielded=("e5",), n=1),
    ),
    "a button left": (
        POSITIONS["red may take, and a group is to be fined then"],
        "x-",
        Phrase("knopf.insight.enough", squares=("b2", "g7")),
    ),
    "what is left of a group let be": (
        position("a9 j9", "a1 b1 j1", phase="fine", fines=["a1 b1"]),
        "!-",
        Phrase("knopf.insight.let_be.small", squares=("a1", "b1")),
    ),
    "any fine": (
        position("a9 j9", "a1 b1 c1 j1", phase="fine", fines=["a1 b1 c1"]),
        "!b1",
        Phrase("knopf.insight.fine", square="b1"),
    ),
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_the_reason_fits(name: str) -> None:
    text, move, expected = CASES[name]
    assert reason(text, move) == expected


def test_a_group_that_is_broken_up_is_saved_from_its_fine() -> None:
    assert reason(position("d4 e5 f6 a9", "j1 j9"), "f6-g7") == Phrase("knopf.insight.broken", n=1)


def test_a_button_of_a_broken_group_is_in_danger_as_well() -> None:
    """One of the three would be taken and another fined: the move saves one of the two."""
    text = position("f6 g7 h8 a9", "d4 e5 j1")
    assert reason(text, "g7-h6") == Phrase("knopf.insight.save", n=1, lost=1)


def test_a_pass_is_the_only_move() -> None:
    states = [read(text) for text in POSITIONS.values()]
    passing = next(state for state in states if state.legal() == (PASS,))
    assert why(passing, passing.legal()[0]) == Phrase("knopf.insight.pass")


def test_every_move_of_many_games_has_a_reason_in_both_languages() -> None:
    """Every phrase is used by some move, and says something with all its values."""
    seen = set()
    for seed in range(sample(12, slow=40)):
        rng = random.Random(seed)
        state = Knopf(
            holes="random", seed=seed, groups=("fine", "forbidden")[seed % 2], taking=("all", "choose")[seed % 3 == 0]
        ).start()
        careful = SimpleBot(seed)
        while state.outcome is None:
            move = careful.choose(state) if rng.random() < 0.7 else rng.choice(state.legal())
            phrase = why(state, move)
            seen.add(phrase.key)
            assert phrase.say("en") != phrase.say("nl")
            assert "{" not in phrase.say("en") + phrase.say("nl")
            state = state.after(move)
    seen |= {expected.key for _, _, expected in CASES.values()} | {"knopf.insight.pass"}
    assert seen == {f"knopf.{key}" for key in phrases_of("knopf", "en") if key.startswith("insight.")}


def test_it_needs_no_compiler() -> None:
    code = "import sys, speelkist.games.knopf.hint_reasons; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
