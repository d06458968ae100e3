"""Every rule that a move can break says so itself, in both languages."""

from __future__ import annotations

import random
import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speelkist.core import LANGUAGES, BadNotation, IllegalMove, Refusal, State, phrases_of
from speelkist.core.queries import answer_query
from speelkist.core.view import read_phrase
from speelkist.games.kriskras import Kriskras

from .examples import BLACK, FILES, POSITIONS, position, read

START = Kriskras().start()
THROW = START.play("white")
FIRST = THROW.play("r3g5")
TRADE = read(POSITIONS["white may trade one musketeer for two of three soldiers"])
CAPTURE = read(position(("b2 i2 p2", "f12"), ("b16 p16", "g4 c4"), "r3g5"))
NEAR = read(position(("b14 i9 p2", "h15 k17"), ("b16 i17", "j5 l16"), "r1g3"))
BLACK_TURN = read(position(("b2 i2 p2", ""), ("h3 b16", "d3 f16"), "r2g3", to_move="black"))
ZONE = read(position(("c1 f3", "h1 k5"), BLACK, "r2g1"))
FULL = read(position(("a1 b1", "c1 d1 e1 f1 g1 h8 d17 f17"), ("i1 j1 b15", "h1 k1 l1 m1 n1 o1 p1 q1"), "r1g1"))
RETREAT_ONLY = read(POSITIONS["a retreat is all there is"])
STUCK = read(POSITIONS["white is stuck, and may trade or end the game"])
PAY = read(POSITIONS["white names two of four soldiers"])

# key, state, text, and what the English sentence must name
CASES: list[tuple[str, State, str, str]] = [
    ("notation.unknown", FIRST, "castle", "castle"),
    ("notation.unknown", FIRST, "b2-e2-h5-k8", "b2-e2-h5-k8"),
    ("notation.unknown", FIRST, "B2-E2-H5", "B2-E2-H5"),
    ("notation.unknown", FIRST, "b2xg4", "b2xg4"),
    ("notation.unknown", FIRST, "", "“”"),
    ("notation.unknown", THROW, "r7g1", "r7g1"),
    ("board.off", FIRST, "b2-b0", "b0"),
    ("board.off", FIRST, "b2-e2-e18", "e18"),
    ("board.off", FIRST, "r2-q2-q3", "r2"),
    ("board.off", TRADE, "=r1", "r1"),
    ("lots.first", START, "b2-a1-b2", "b2-a1-b2"),
    ("lots.first", START, "r1g1", "r1g1"),
    ("lots.first", START, "--", "--"),
    ("lots.done", FIRST, "white", "Lots"),
    ("lots.done", THROW, "black", "Lots"),
    ("turn.empty", FIRST, "c2-f2-f7", "c2"),
    ("turn.enemy", FIRST, "b15-e15-e10", "Black"),
    ("turn.enemy", BLACK_TURN, "b2-d2-d5", "White"),
    ("trade.choose", TRADE, "h4-i4-i5", "=a1"),
    ("trade.choose", TRADE, "--", "=a1"),
    ("trade.choose", STUCK, "--", "=a1) and end"),
    ("trade.pay", PAY, "=a1", "-c17"),
    ("trade.pay", PAY, "throw", "-c17"),
    ("trade.pay", PAY, "end", "-c17"),
    ("trade.pay", PAY, "--", "-c17"),
    ("trade.pay", PAY, "h1-g1-g2", "-c17"),
    ("trade.payer", PAY, "-g17", "g17"),
    ("trade.payer", PAY, "-a17", "row 17"),
    ("trade.payer", PAY, "-h1", "h1"),
    ("board.off", PAY, "-r17", "r17"),
    ("trade.nothing_due", TRADE, "-d17", "leave"),
    ("trade.nothing_due", FIRST, "-d17", "leave"),
    ("lots.first", START, "-d17", "-d17"),
    ("lots.first", START, "end", "end"),
    ("trade.none_lost", FIRST, "=a1", "three"),
    ("trade.none_lost", THROW, "=a1", "three"),
    ("trade.soldiers", RETREAT_ONLY, "=a1", "none"),
    ("trade.soldiers", NEAR.play("p2-o2-o5").play("r1g1"), "=a17", "none"),
    ("trade.soldiers", read(position(("b2 i2", "d17"), BLACK, "r1g1")), "=a1", "only one"),
    ("trade.full", FULL, "=a1", "row 1"),
    ("trade.late", TRADE.play("throw"), "=a1", "before the throw"),
    ("trade.late", TRADE.play("throw").play("r1g1"), "=a1", "before the throw"),
    ("trade.zone", TRADE, "=a2", "row 1"),
    ("trade.zone", TRADE, "=a17", "a17"),
    ("trade.taken", TRADE, "=c1", "c1"),
    ("throw.first", THROW, "b2-a1-b2", "b2-a1-b2"),
    ("throw.first", THROW, "--", "--"),
    ("throw.falls", THROW, "throw", "rolling"),
    ("throw.done", FIRST, "throw", "red 3, green 5"),
    ("throw.done", FIRST, "r1g1", "red 3, green 5"),
    ("throw.dice", TRADE, "r1g1", "throw"),
    ("stuck.can_move", TRADE, "end", "not over"),
    ("stuck.can_move", THROW, "end", "not over"),
    ("stuck.can_move", FIRST, "end", "not over"),
    ("stuck.throw", STUCK, "throw", "=a1"),
    ("stuck.throw", STUCK, "r1g1", "end"),
    ("red.forward", FIRST, "b2-b5-b10", "b5"),
    ("red.forward", CAPTURE, "b2-e5-e10", "e5"),
    ("red.forward", BLACK_TURN, "d3-d1-d2", "d1"),
    ("red.line", CAPTURE, "f12-e10-e15", "e10"),
    ("red.line", CAPTURE, "b2-b2-b7", "b2"),
    ("red.diagonal", CAPTURE, "f12-c9-c14", "c9"),
    ("red.distance", CAPTURE, "b2-d2-d7", "3 squares"),
    ("red.distance", NEAR, "b14-d14-d17", "one square"),
    ("red.own", FIRST, "b3-e3-e8", "d3"),
    ("red.enemy", read(position(("b2 i2 p2", "f12"), ("b16", "h12"), "r3g5")), "f12-i12-i17", "h12"),
    ("green.forward", CAPTURE, "b2-e2-e2", "e2"),
    ("green.forward", CAPTURE, "b2-e2-j2", "j2"),
    ("green.forward", CAPTURE, "f12-i12-i7", "i7"),
    ("green.forward", BLACK_TURN, "d3-b3-b6", "b6"),
    ("green.line", CAPTURE, "b2-e2-f7", "f7"),
    ("green.diagonal", CAPTURE, "f12-i12-n17", "n17"),
    ("green.distance", CAPTURE, "b2-e2-e6", "e7"),
    ("green.distance", NEAR.play("p2-o2-o5").play("r1g1"), "l16-m16-m14", "one square"),
    ("green.own", read(position(("b2 i2 p2", "e5"), BLACK, "r3g5")), "b2-e2-e7", "e5"),
    ("green.edge", read(position(("c5 i2 p2", ""), BLACK, "r1g3")), "c5-b5-a6", "one square"),
    ("green.edge", read(position(("n5 i2 p2", ""), BLACK, "r1g4")), "n5-o5-q7", "2 squares"),
    ("capture.stop", CAPTURE, "b2-e2-j7", "b2-e2xg4"),
    ("capture.stop", CAPTURE, "b2-e2-f3", "b2-e2xg4"),
    ("capture.stop", CAPTURE, "b2-e2xj7", "b2-e2xg4"),
    ("capture.written", CAPTURE, "b2-e2-g4", "b2-e2xg4"),
    ("capture.nobody", CAPTURE, "b2-e2xe7", "e7"),
    ("zones.stays", NEAR, "k17-l17-l14", "k17"),
    ("zones.safe", read(position(("b2 i2 p2", "h15"), ("b16", "i17"), "r1g2")), "h15-i15-i17", "i17"),
    ("zones.exact", NEAR, "h15-g15-g17", "2 squares"),
    ("zones.exact", NEAR, "h15-g15-g16", "exact"),
    ("zones.exact", read(position(("b2 i2 p2", "h16"), BLACK, "r1g5")), "h16-g16-g17", "one square"),
    ("retreat.zone", ZONE, "k5-k3", "row 1"),
    ("retreat.inside", ZONE, "c1-e1", "c1"),
    ("retreat.inside", ZONE, "h1-j1", "h1"),
    ("lapse.can_move", FIRST, "--", "moves"),
    ("lapse.can_move", read(position(("a17", "a2 a3"), ("c4", "b2 a4"), "r1g2")), "--", "2 moves"),
    ("lapse.can_move", read(position(("a17", "a16"), ("c4", "a15"), "r1g1")), "--", "a16-b16-b17"),
]


@pytest.mark.parametrize(("key", "state", "text", "named"), CASES, ids=[f"{key} {text}" for key, _, text, _ in CASES])
def test_a_refusal_names_its_rule(key: str, state: State, text: str, named: str) -> None:
    refusal = state.why_not(text)
    assert refusal is not None
    assert refusal.key == f"kriskras.{key}"
    assert named in refusal.say("en")
    assert refusal.say("nl")
    with pytest.raises(BadNotation if key.startswith("notation") else IllegalMove) as error:
        state.play(text)
    assert error.value.phrase == refusal


def rules() -> set[str]:
    """The anchors of the headings of the rules page."""
    pages = [(files("speelkist.games.kriskras") / "text" / f"rules.{lang}.md").read_text("utf-8") for lang in LANGUAGES]
    anchors = [re.findall(r"^## .* \{#([a-z]+)\}$", page, re.MULTILINE) for page in pages]
    assert anchors[0] == anchors[1]
    return set(anchors[0])


def test_every_refusal_is_provoked() -> None:
    known = {key for key in phrases_of("kriskras", "en") if "." in key and key.split(".")[0] in rules() - {"end"}}
    assert {key for key, *_ in CASES} | {key for key, *_ in PICKS} == known


# what is said of squares that are picked where a move is no longer or not yet spelt
PICKS: list[tuple[str, State, list[str]]] = [
    ("turn.soldier", FIRST, ["d3", "e4"]),
    ("turn.musketeer", FIRST, ["b2", "g8"]),
    ("turn.own", FIRST, ["d3", "f3"]),
    ("zones.enemy", NEAR, ["h15", "i17"]),
    ("turn.red", read(position(("h2 j2 p2", "i1 i2"), BLACK, "r1g1")), ["i2"]),
    ("turn.red_edge", FIRST, ["f3"]),
    ("turn.green", read(position(("b2 i2 p2", "i9 h10 j10 i8 h11"), BLACK, "r1g1")), ["i9"]),
    ("turn.green_edge", read(position(("b2 i2 p2", "i15 h17"), ("c9", ""), "r1g4")), ["i15"]),
    ("turn.off", read(position(("b2 i2 p2", "i14"), ("c9", ""), "r1g6")), ["i14"]),
    ("turn.blocked", read(position(("b2 i2 p2", "d3"), ("b16 p16", "e2"), "r3g5")), ["b2"]),
    ("trade.first", TRADE, ["h4"]),
    ("trade.zone", TRADE, ["button:trade", "h4"]),
    ("trade.payer", PAY, ["h4"]),
    ("turn.enemy", FIRST, ["b16"]),
    ("turn.empty", FIRST, ["e9"]),
    ("red.forward", FIRST, ["d3", "d6", "d9"]),
]


@pytest.mark.parametrize(("key", "state", "picks"), PICKS)
def test_picks_that_make_no_move_are_answered(key: str, state: State, picks: list[str]) -> None:
    why = answer_query(state, "why_not", {"picks": picks})
    assert why["key"] == f"kriskras.{key}"
    assert all("{" not in read_phrase(why).say(lang) for lang in LANGUAGES)


@pytest.mark.parametrize(("square", "target"), [("b2", "g8"), ("d3", "e5")])
def test_a_single_square_is_no_plural(square: str, target: str) -> None:
    why = read_phrase(answer_query(THROW.play("r1g1"), "why_not", {"picks": [square, target]}))
    assert "1 met rood" in why.say("nl") and "1 vakjes" not in why.say("nl")


def test_a_fighter_that_no_throw_moves_is_told_who_or_what_bars_it() -> None:
    why = read_phrase(answer_query(FIRST, "why_not", {"picks": ["f3"]}))
    assert [why.say(lang) for lang in ("en", "nl")] == [
        (
            "The fighter on f3 cannot move: red passes nobody, and every way of red 3 meets somebody (d3, h3) "
            "or the edge of the board."
        ),
        (
            "De strijder op f3 kan niet zetten: rood mag niemand voorbij, en elke weg van rood 3 stuit "
            "op iemand (d3, h3) of op de rand van het bord."
        ),
    ]


def test_the_rules_page_explains_every_refusal_and_has_the_rulings() -> None:
    assert {key.split(".")[0] for key, *_ in CASES} <= rules()
    assert {"rulings", "end", "points", "setup"} <= rules()


squares = st.builds(lambda file, rank: f"{file}{rank}", st.sampled_from(FILES), st.integers(1, 17))
moves = st.one_of(
    st.builds("{}-{}-{}".format, squares, squares, squares),
    st.builds("{}-{}x{}".format, squares, squares, squares),
    st.builds("{}-{}".format, squares, squares),
    st.builds("={}".format, squares),
    st.builds("-{}".format, squares),
    st.sampled_from(["--", "throw", "end", "white", "black", "r1g1", "r6g6"]),
    st.text(max_size=12),
)


@given(st.sampled_from(sorted(POSITIONS)), moves)
def test_a_move_is_legal_exactly_if_it_is_not_refused(name: str, text: str) -> None:
    state = read(POSITIONS[name])
    refusal = state.why_not(text)
    assert (refusal is None) == (" ".join(text.split()) in {move.text for move in state.legal()})
    if refusal is not None:
        assert all(refusal.say(lang) for lang in LANGUAGES)


def test_moves_that_miss_by_one_square_are_refused() -> None:
    """Texts close to legal moves find the holes that wild ones do not."""
    rng = random.Random(7)
    for name in sorted(POSITIONS):
        state = read(POSITIONS[name])
        if state.phase != "move":
            continue
        legal = {move.text for move in state.legal()}
        for text in sorted(legal - {"--"}):
            parts = re.split(r"([-x])", text)
            for _ in range(12):
                near = [_nudge(rng, part) if rng.random() < 0.5 else part for part in parts]
                refusal = state.why_not("".join(near))
                assert isinstance(refusal, Refusal) == ("".join(near) not in legal)


def _nudge(rng: random.Random, part: str) -> str:
    if part in "-x":
        return rng.choice("-x")
    file, rank = FILES.index(part[0]) + rng.randint(-1, 1), int(part[1:]) + rng.randint(-1, 1)
    return f"{'abcdefghijklmnopqr'[file % 18]}{rank}"
