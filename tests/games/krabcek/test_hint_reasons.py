"""Why a move is good: the most telling reason, and every reason in both languages."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import speelkist
from speelkist.core import Phrase, phrases_of
from speelkist.games.krabcek import hint_reasons
from speelkist.games.krabcek.hint_reasons import why

from .examples import ISLANDS, POSITIONS, figure9, position, read, tiles_of

FIGURE_4 = tiles_of("figure4")
FIGURE_6 = tiles_of("figure6")


def reason(text: str, move: str) -> tuple[str, dict[str, object]]:
    state = read(text)
    resolved = state.resolve(move)
    assert isinstance(resolved, speelkist.Move), resolved
    said = why(state, resolved)
    assert said.say("en") != said.say("nl")
    return said.key.removeprefix("krabcek.insight."), dict(said.values)


@pytest.mark.parametrize(("throw", "move"), [(3, "S@G2+V12"), (2, "T12e+V12"), (4, "T12e+V12")])
def test_a_tower(throw: int, move: str) -> None:
    assert reason(figure9(throw), move)[0] == "win"


def test_a_guard_tells_how_many_throws_it_stops() -> None:
    """White wins figure 9 with a 2, a 3 or a 4; Black to move steps in between."""
    state = read(figure9(to_move="black")).play("2")
    keys = {move.text: why(state, move) for move in state.legal()}
    guards = {text: said for text, said in keys.items() if said.key.startswith("krabcek.insight.guard")}
    assert {said.key for said in guards.values()} >= {"krabcek.insight.guard"}
    for text, said in guards.items():
        after = state.play(text)
        left = sum(any("+V12" in move.text for move in after.play(str(n)).legal()) for n in range(1, 7))
        assert said.values["left"] == left
        assert said.values["n"] == 3 - left


def test_a_block_of_all_throws() -> None:
    shut = position(ISLANDS, "G1 S, G2 S, G3 S, G7 S", "", 5, gates=([2, 4, 5, 6], [1, 3, 7, 8]))
    assert reason(shut, "G2^G8")[0] == "block.all"


def test_a_big_stack() -> None:
    key, values = reason(POSITIONS["figure 4, a 6"], "V01+H00")
    after = read(POSITIONS["figure 4, a 6"]).play("V01+H00")
    assert key == ("stack" if values["n"] else "stack.first")
    own = read(after.to_json().replace('"to_move": "white"', '"to_move": "black"'))
    wins = sum(any(own.play(str(n)).play(move).outcome for move in own.play(str(n)).legal()) for n in range(1, 7))
    assert values["n"] == wins


def test_the_bigboy_comes_on_and_leaves_his_gate() -> None:
    assert reason(position(FIGURE_6, "T00e S", "T10e S", throw=1), "B@G5") == ("bigboy", {"gate": 5})
    key, values = reason(position(FIGURE_4, "G1 B, H00 S", "G8 S", throw=6), "G1<>H00")
    assert (key, values) == ("off.street", {"box": Phrase("krabcek.place.avenue", tile="a4", other="a1")})


def test_a_middleman_gets_a_way_to_the_bigboy() -> None:
    """The Skinnyboy stands on the only Street beside the Bigboy, and steps aside."""
    assert reason(position(FIGURE_4, "V01 M, H00 B, T00e S", "", throw=1), "T00e-G7")[0] == "way"


def test_the_way_to_the_bigboy_opens_though_no_throw_is_right_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, with a die that never shows the number wanted."""
    monkeypatch.setattr(hint_reasons, "throws_of", lambda state, player: hint_reasons.Throws(moves=9))
    assert reason(position(FIGURE_4, "V01 M, H00 B, T00e S", "", throw=1), "T00e-G7")[0] == "opens"


def test_a_skinnyboy_comes_nearer_to_the_big_stack() -> None:
    far = position(tiles_of("figure9"), "V12 X, H03 S, T31y S, V33 S, H12 S", "G1 S", throw=2)
    said = {"n": 8, "piece": Phrase("krabcek.piece.skinnyboy"), "big": Phrase("krabcek.piece.big_stack")}
    assert reason(far, "T31y-T21e") == ("nearer", said)


def test_a_gate() -> None:
    state = speelkist.load("krabcek", layout=FIGURE_6).start()
    said = {move.text: why(state, move).key.removeprefix("krabcek.insight.gate.") for move in state.legal()}
    assert said["gate 5"] == "island"
    assert {text for text, key in said.items() if key == "street"} == {"gate 1", "gate 2", "gate 4", "gate 6"}


def test_a_forced_move() -> None:
    text = position(ISLANDS, "G1 B, G3 M, G7 M", "G2 S, G4 S, G5 S, G6 S", 1, gates=([1, 3, 7, 8], [2, 4, 5, 6]))
    assert reason(text, "S@G8")[0] == "only"


def test_every_reason_can_be_said_and_comes_up() -> None:
    keys = {
        why(state, move).key for state in map(read, POSITIONS.values()) if state.player >= 0 for move in state.legal()
    }
    for game in range(40):
        rng = random.Random(game)
        state = speelkist.load("krabcek", tiles=("figures", "tight")[game % 2], layout="random", seed=game).start()
        for _ in range(200):
            if state.outcome is not None:
                break
            builds = [move for move in state.legal() if "+" in move.text]
            move = rng.choice(builds or state.legal())
            if state.player >= 0:
                said = why(state, move)
                assert all(said.say(lang) for lang in ("en", "nl"))
                keys.add(said.key)
                if said.key == "krabcek.insight.block":
                    after = state.play(move)
                    assert said.values["n"] == sum(after.play(str(n)).outcome is not None for n in range(1, 7))
            state = state.play(move)
    written = {f"krabcek.{key}" for key in phrases_of("krabcek", "en") if key.startswith("insight.")}
    rare = {
        "krabcek.insight.block.all",
        "krabcek.insight.guard",
        "krabcek.insight.opens",
        "krabcek.insight.beside",
    }
    assert written - keys <= rare  # these have tests of their own


def test_it_needs_nothing_compiled() -> None:
    code = "import sys, speelkist.games.krabcek.hint_reasons; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
