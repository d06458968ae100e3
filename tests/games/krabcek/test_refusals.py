"""Every refusal is provoked here, and says in both languages what is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import speelkist
from speelkist.core import phrases_of
from speelkist.games import krabcek
from speelkist.games.krabcek.view import spell

from .examples import POSITIONS, figure9, position, read, tiles_of

SIX = tiles_of("figure6")
FOUR = tiles_of("figure4")
EIGHT = tiles_of("figure8")

LAYOUT = POSITIONS["half of the tiles lie"]  # four tiles of type 2 lie already
GATES = POSITIONS["two gates are left"]
FIRST = POSITIONS["the first throw on figure 6"]
THROW = figure9()
OTHERS = "G6 B, G1 S, H00 M, G8 L"

CASES: list[tuple[str, str, str, str]] = [
    # position, move, key, a part of the English sentence
    (THROW, "hello", "krabcek.notation.unknown", "hello"),
    (THROW, "", "krabcek.notation.unknown", "1"),
    (THROW, "7", "krabcek.notation.die", "7"),
    (THROW, "0", "krabcek.notation.die", "1 to 6"),
    (THROW, "12", "krabcek.notation.die", "12"),
    (FIRST, "b0w3", "krabcek.notation.die", "0"),
    (GATES, "gate 9", "krabcek.notation.gate", "9"),
    (GATES, "gate 12", "krabcek.notation.gate", "12"),
    (LAYOUT, "3-NW", "krabcek.notation.tile", "type 3"),
    (figure9(3), "T12z-V13", "krabcek.notation.box", "T12z"),
    (figure9(3), "T12e-H44", "krabcek.notation.box", "H44"),
    (figure9(3), "T12e<>X", "krabcek.notation.box", "X"),
    (figure9(5), "G6^Q1", "core.end.over", "over"),
    (figure9(2), "T12e-V12", "krabcek.notation.plus", "Avenue b2–c2"),
    (LAYOUT, "1-NW", "krabcek.layout.corner", "T20"),
    (LAYOUT, "gate 3", "core.chance.due", "gate 3"),
    (LAYOUT, "4", "krabcek.layout.first", "T20"),
    (LAYOUT, "b2w4", "krabcek.layout.first", "T20"),
    (LAYOUT, "T12e-V13", "core.chance.due", "T12e-V13"),
    (LAYOUT, "--", "krabcek.notation.unknown", "--"),
    (GATES, "1-NW", "krabcek.layout.done", "1-NW"),
    (THROW, "1-NW", "krabcek.layout.done", "1-NW"),
    (GATES, "gate 6", "krabcek.gates.taken", "Black"),
    (GATES, "gate 3", "krabcek.gates.taken", "White"),
    (GATES, "S@G1", "krabcek.gates.first", "gate 5"),
    (GATES, "4", "core.chance.not_due", "4"),
    (GATES, "--", "core.pass.not_due", "gate 5"),
    (FIRST, "gate 3", "krabcek.gates.done", "gate 3"),
    (figure9(3), "gate 3", "krabcek.gates.done", "gate 3"),
    (FIRST, "b3w3", "krabcek.first.tie", "again"),
    (FIRST, "3", "krabcek.first.both", "b1w2"),
    (FIRST, "S@G6", "core.chance.due", "S@G6"),
    (THROW, "b2w4", "krabcek.first.done", "first throw"),
    (THROW, "T12e+V12", "core.chance.due", "T12e+V12"),
    (figure9(3), "3", "core.chance.not_due", "3"),
    (figure9(3), "b1w2", "core.chance.not_due", "b1w2"),
    (figure9(3), "--", "core.pass.not_due", "S@G2-V02"),
    # walking
    (figure9(3), "T00r-T00t", "krabcek.labyrinth.box", "T00r"),
    (figure9(3), "T12e-T00r", "krabcek.labyrinth.box", "T00r"),
    (figure9(3), "T11e-G2", "krabcek.walk.nobody", "right-hand Alley of b2"),
    (figure9(3), "G7-T00y", "krabcek.walk.theirs", "ate 7"),
    (figure9(3), "V12-T11y", "krabcek.walk.big_switch", "Big Stack is too wide to walk; from here only a Switch-6"),
    (position(SIX, "G6 B", throw=3), "G6-T00e", "krabcek.walk.big_fly", "only a Fly-5"),
    (position(SIX, OTHERS, throw=4), "G6-T00e", "krabcek.walk.big", "a Switch-6 or a Fly-5"),
    (position(SIX, "V00 B", throw=4), "V00-T00e", "krabcek.walk.big_stuck", "neither a Switch-6 nor a Fly-5"),
    (figure9(3), "T12e-T12e", "krabcek.loop.back", "Street of c2"),
    (figure9(3), "T12e-G3", "krabcek.walk.occupied", "ate 3"),
    (figure9(3), "T12e-H11", "krabcek.walk.occupied", "Avenue b1–b2"),
    (position(FOUR, "G7 M", throw=2), "G7-T00y", "krabcek.labyrinth.narrow", "Middleman"),
    (position(FOUR, "V00 M", throw=2), "V00-V03", "krabcek.labyrinth.way", "Middleman"),
    (position(SIX, "G6 S", "T13e S", throw=2), "G6-V10", "krabcek.walk.blocked", "right-hand Alley of d2"),
    (position(SIX, "G6 S", throw=3), "G6-V10", "krabcek.walk.count", "2"),
    (position(SIX, "G6 S", throw=3), "G6-H33", "krabcek.walk.far", "With your 3 a Skinnyboy cannot walk from gate 6"),
    (position(SIX, "G6 S", "T13e S", throw=3), "G6-V10", "krabcek.walk.shut", "no other throw would help now"),
    (position(EIGHT, "T31e M", throw=5), "T31e-G4", "krabcek.loop.twice", "twice"),
    # coming on
    (figure9(1), "B@G2", "krabcek.enter.hand", "Bigboy"),
    (figure9(1), "L@G2", "krabcek.enter.hand", "Little Stack"),
    (figure9(1), "S@H11", "krabcek.enter.through", "H11"),
    (figure9(1), "S@G1", "krabcek.enter.theirs", "2, 4, 5, 6"),
    (figure9(1), "S@G6", "krabcek.enter.occupied", "ate 6"),
    (position(SIX, throw=3), "B@G6", "krabcek.enter.bigboy", "3"),
    (figure9(3), "S@G2", "krabcek.enter.onward", "A piece that comes on stays on gate 2 only"),
    (position(SIX, throw=3), "S@G5", "krabcek.enter.stay", "with your 3 it cannot walk on"),
    (figure9(1), "S@G2-T11e", "krabcek.enter.one", "stays on the gate"),
    (figure9(3), "S@G2-G2", "krabcek.loop.back", "G2"),
    (figure9(2), "S@G2-V02", "krabcek.enter.count", "3"),
    (figure9(3), "M@G2-T11e", "krabcek.labyrinth.narrow", "right-hand Alley of b2"),
    (figure9(3), "M@G2-V02", "krabcek.enter.blocked", "Street of b1"),
    (position(SIX, throw=3), "M@G7-H00", "krabcek.enter.way", "Middleman that comes on through gate 7"),
    (position(SIX, "T13e S", throw=3), "S@G6-V10", "krabcek.enter.blocked", "right-hand Alley of d2"),
    (position(SIX, "T13e S", throw=4), "S@G6-V10", "krabcek.enter.shut", "no other throw would help now"),
    (position(SIX, throw=3), "S@G5-H33", "krabcek.enter.far", "With your 3 a Skinnyboy that comes on through gate 5"),
    (position(FOUR, throw=6), "M@G7-T01e", "krabcek.enter.twice", "twice"),
    # combining
    (figure9(3), "S@G2+V02", "krabcek.combine.nobody", "Avenue b1–c1"),
    (figure9(3), "T12e+G3", "krabcek.combine.theirs", "ate 3"),
    (figure9(3), "T12e+H11", "krabcek.combine.pair", "Skinnyboy"),
    (figure9(3), "M@G2+V12", "krabcek.combine.pair", "Big Stack"),
    (position(FOUR, "V01 S, H01 B", throw=2), "V01+H01", "krabcek.combine.bigboy", "Middleman"),
    (position(FOUR, "H01 S, G7 M", throw=2), "H01+G7", "krabcek.combine.gate", "ate 7"),
    (figure9(1), "T12e+V12", "krabcek.walk.count", "needs 2 or 4 to get"),
    # Switch-6
    (position(SIX, "V00 B, T00e M", throw=6), "V00-T00t", "krabcek.switch.none", "nobody to switch with"),
    (figure9(3), "H11<>V12", "krabcek.switch.six", "3"),
    (figure9(6), "H11<>H12", "krabcek.switch.nobody", "Avenue c1–c2"),
    (figure9(6), "G7<>V12", "krabcek.switch.theirs", "ate 7"),
    (figure9(6), "V12<>V12", "krabcek.switch.itself", "Avenue b2–c2"),
    (figure9(6), "G6<>H11", "krabcek.switch.same", "Skinnyboy"),
    (figure9(6), "T12e<>V12", "krabcek.switch.narrow", "The Street of c2 is too narrow for the Big Stack"),
    (figure9(6), "T00r<>V12", "krabcek.labyrinth.box", "T00"),
    # Fly-5
    (position(SIX, "V00 B", throw=5), "V00-T00e", "krabcek.fly.off_gate", "only fly from a gate"),
    (position(SIX, "G6 B, G1 S", "G4 S, G3 S, G8 S", 5), "G6-T00e", "krabcek.fly.full", "no free gate of the other"),
    (position(SIX, OTHERS, throw=3), "G6^G3", "krabcek.fly.five", "3"),
    (position(SIX, OTHERS, throw=5), "H00^G3", "krabcek.fly.gate", "Avenue a4–a1"),
    (position(SIX, OTHERS, throw=5), "G6^H00", "krabcek.fly.gate", "Avenue a4–a1"),
    (position(SIX, OTHERS, throw=5), "G2^G3", "krabcek.fly.nobody", "ate 2"),
    (position(SIX, OTHERS, "G4 S", throw=5), "G4^G2", "krabcek.fly.theirs", "ate 4"),
    (position(SIX, OTHERS, throw=5), "G6^G7", "krabcek.fly.colour", "Black"),
    (position(SIX, OTHERS, throw=5), "G1^G3", "krabcek.fly.colour", "White"),
    (position(SIX, OTHERS, throw=5), "G6^G6", "krabcek.fly.colour", "Gates 6 and 6"),
    (
        position(SIX, OTHERS, throw=5),
        "G6^G8",
        "krabcek.fly.occupied",
        "Gate 8 is occupied; a piece flies to an empty gate",
    ),
]


@pytest.mark.parametrize(("text", "move", "key", "part"), CASES, ids=[f"{case[1]}-{case[2]}" for case in CASES])
def test_refusal(text: str, move: str, key: str, part: str) -> None:
    state = read(text)
    why = state.why_not(move)
    assert why is not None
    assert why.key == key
    assert part in why.say("en"), why.say("en")
    assert why.say("nl") != why.say("en")
    kind = speelkist.BadNotation if why.rule == "notation" else speelkist.IllegalMove
    with pytest.raises(kind):
        state.play(move)


PICKS: list[tuple[str, list[str], str, str]] = [
    # position, picks, key, a part of the English sentence
    (position(SIX, throw=3), ["hand:0:M", "T31e"], "krabcek.pick.no_gate", "None of your gates takes a Middleman to"),
    (position(SIX, throw=3), ["hand:0:M", "T00e"], "krabcek.enter.count", "through gate 6 a Middleman needs 2"),
    (position(SIX, throw=3), ["hand:0:M", "T12e"], "krabcek.enter.count", "through gate 2 a Middleman needs 2"),
    (position(SIX, "T00e S", throw=3), ["hand:0:M", "V00"], "krabcek.enter.blocked", "through gate 6"),
    (position(SIX, throw=3), ["hand:0:M", "T00y"], "krabcek.labyrinth.narrow", "too narrow for a Middleman"),
    (position(SIX, throw=1), ["hand:0:M", "V00"], "krabcek.enter.one", "stays on the gate"),
    (position(SIX, "V00 S", "G2 S, G5 S, G6 S, G7 S", 3), ["hand:0:S", "T00t"], "krabcek.enter.occupied", "Gate 6"),
    (position(SIX, OTHERS, throw=5), ["G6", "G7"], "krabcek.fly.colour", "Gates 6 and 7 both have"),
    (position(SIX, OTHERS, throw=5), ["G6", "G8"], "krabcek.fly.occupied", "Gate 8 is occupied"),
    (position(SIX, "G6 B", throw=6), ["G6"], "krabcek.switch.none", "nobody to switch with"),
    (position(SIX, "G2 S, G5 S, G6 S, G7 S", throw=3), ["hand:0:B"], "krabcek.pick.no_free_gate", "All your gates"),
    (position(SIX, OTHERS, throw=5), ["G6", "T00e"], "krabcek.walk.big", "too wide to walk"),
    (position(SIX, OTHERS, throw=4), ["G6", "G8"], "krabcek.walk.big", "too wide to walk"),
    (position(FOUR, "H00 B, T01r S", throw=6), ["H00", "T01r"], "krabcek.switch.narrow", "too narrow for the Bigboy"),
]


@pytest.mark.parametrize(("text", "picks", "key", "part"), PICKS, ids=[" ".join(case[1]) for case in PICKS])
def test_refused_picks(text: str, picks: list[str], key: str, part: str) -> None:
    state = read(text)
    meant = spell(state, picks)
    why = state.why_not(meant) if isinstance(meant, str) else meant
    assert why is not None
    assert why.key == key
    assert part in why.say("en"), why.say("en")
    assert why.say("nl") != why.say("en")


def test_numbers_that_would_do_are_joined_by_or() -> None:
    why = read(figure9(1)).why_not("T12e+V12")
    assert why is not None
    assert "heeft er 2 of 4 nodig" in why.say("nl")


def test_a_tile_too_many_is_refused() -> None:
    tiles = ["2-SW", "2-NW", "2-SW", "2-NW", "2-SE"]
    state = read(position(tiles, to_move=None, phase="layout", gates=([], [])))
    assert [move.text for move in state.legal()] == ["1-NE", "1-SW"]
    why = state.why_not("2-NE")
    assert why is not None
    assert why.key == "krabcek.layout.count"


def test_every_refusal_in_the_source_is_provoked() -> None:
    source = "".join(
        (Path(krabcek.__file__).parent / f"{name}.py").read_text(encoding="utf-8") for name in ("refusals", "notation")
    )
    named = set(re.findall(r'Refusal\("(krabcek\.[a-z_.]+)"', source))
    named |= set(re.findall(r'"(krabcek\.(?:walk|enter)\.[a-z_]+)"', source))
    named |= {
        f"krabcek.{rule}.{what}" for rule in ("walk", "switch", "fly", "combine") for what in ("theirs", "nobody")
    }
    assert len(named) > 40
    provoked = {key for _, _, key, _ in CASES}
    assert named <= provoked, named - provoked


def test_every_phrase_of_a_rule_is_provoked() -> None:
    rules = {"notation", "layout", "gates", "first", "labyrinth", "walk", "loop", "enter", "combine", "switch", "fly"}
    sentences = {f"krabcek.{key}" for key in phrases_of("krabcek", "en") if key.split(".")[0] in rules}
    tested_above = {"krabcek.layout.count", "krabcek.layout.token"}  # a test above; options and positions
    assert sentences - tested_above <= {key for _, _, key, _ in CASES}


def test_both_languages_have_the_same_phrases_with_the_same_values() -> None:
    english, dutch = phrases_of("krabcek", "en"), phrases_of("krabcek", "nl")
    assert list(english) == list(dutch)
    for key, sentence in english.items():
        assert values(sentence) == values(dutch[key]), key


def values(sentence: object) -> set[str]:
    return set(re.findall(r"\{(\w+)[:}]", str(sentence)))
