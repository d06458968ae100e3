"""A player who can build must: without knocking the table sees to it, with knocking the others do, and unaided."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import speelkist
from speelkist.bots.hints import hint
from speelkist.core import BadOption, BadQuery, SeededDice
from speelkist.core.queries import answer_query
from speelkist.games.cubus import Cubus, CubusState
from speelkist.games.cubus.bots.strengths import ranked
from speelkist.games.cubus.build_generator import good_builds, knows_build
from speelkist.games.cubus.build_rules import BuildContext
from speelkist.games.cubus.view import describe, view
from tests.support.samples import sample

from .setting import key, play, position
from .shown import CORNER, said, tiles

QUIET: dict[str, Any] = {"options": {"knocking": False}}


# --- without knocking ---


def test_without_knocking_a_pass_is_refused_where_a_build_is_known() -> None:
    state = position(CORNER, **QUIET)
    assert key(state, "--") == "cubus.pass.duty"
    assert [str(move) for move in state.legal()] == ["build 0,2/2,2@0,0", "build 2,2/2,0@0,0"]
    assert play(state, "build 0,2/2,2@0,0").scores == (3, 0)


def test_the_refusal_names_the_rule_and_not_the_build() -> None:
    why = position(CORNER, **QUIET).why_not("--")
    assert why is not None
    assert why.rule == "pass"
    assert not why.values
    assert "must" in why.say("en")
    assert "moet" in why.say("nl")


def test_without_knocking_a_pass_is_legal_where_no_build_is_known() -> None:
    state = position("1@0,0", **QUIET)
    assert [str(move) for move in state.legal()] == ["--"]
    assert play(state, "--").phase == "draw"


def test_with_knocking_a_pass_stays_legal() -> None:
    state = position(CORNER)
    assert [str(move) for move in state.legal()] == ["--", "build 0,2/2,2@0,0", "build 2,2/2,0@0,0"]
    assert key(state, "--") is None


def test_a_build_that_the_search_misses_may_be_played() -> None:
    """Here nearly everything has to be laid anew, too far from the pile as it stands; so the pass is legal too."""
    state = position("0,2/0,2/1,1@0,0", ("L", ""), **QUIET)
    assert [str(move) for move in state.legal()] == ["--"]
    assert play(state, "build 2,1/2,0/2,0@0,0").scores == (2, 0)


def test_there_is_no_duty_at_the_leftovers() -> None:
    options = {"knocking": False, "leftovers": "lowest"}
    state = play(position("2@0,0", ("", "", ""), stock=False, passes=2, options=options), "--")
    assert state.phase == "leftovers"
    assert knows_build(state.site())
    assert key(state, "--") is None
    assert str(state.legal()[0]) == "--"


def test_no_view_shows_beforehand_whether_a_pass_is_legal() -> None:
    can, cannot = position(CORNER, **QUIET), position("1@0,0", **QUIET)
    for state in (can, cannot):
        assert view(state)["choices"] == [{"move": "--", "picks": ["button:pass"], "path": [], "unsure": True}]
        assert answer_query(state, "why_not", {"picks": ["button:pass"]}) is None
        assert not hasattr(state, "_legal"), "looking for builds takes long"
    assert said(view(can)["ask"]) == said(view(cannot)["ask"]) == "Player 1: build if you can; otherwise pass."
    assert said(describe(can)[0], "nl") == "Speler 1: bouw als het kan; pas anders."


def test_the_search_stops_at_the_first_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a pass is answered quickly: of the many builds here one is looked at."""
    judged: list[object] = []
    deal = BuildContext.deal

    def counted(site: BuildContext, *where: Any) -> Any:
        judged.append(where)
        return deal(site, *where)

    monkeypatch.setattr(BuildContext, "deal", counted)
    state = position("2,2/2,2@0,0", ("LLRRTT", ""), **QUIET)
    assert key(state, "--") == "cubus.pass.duty"
    assert len(judged) == 1
    assert key(state, "--") == "cubus.pass.duty"
    assert len(judged) == 1, "the answer is kept"


def random_decisions(games: int) -> Iterator[CubusState]:
    """Some decisions of random games under every option."""
    for seed in range(games):
        rng = random.Random(seed)
        state = Cubus(
            players=rng.randint(2, 6),
            knocking=rng.random() < 0.5,
            young=rng.random() < 0.3,
            leftovers=rng.choice(["none", "lowest", "best"]),
            demolition=rng.random() < 0.5,
        ).start()
        last = rng.randint(5, 40)
        for _ in range(last):
            state = play(state, rng.choice(cheap_moves(state)))
            if state.outcome is not None:
                break
        if state.phase in ("build", "show", "leftovers"):
            yield state


def cheap_moves(state: CubusState) -> list[str]:
    """Moves that are quickly told: to list 64 builds takes long, the child's few do not."""
    if state.phase in ("build", "show", "leftovers"):
        return [choice.move.text for choice in ranked(state, "child", len(state.hands[0]))]
    return [str(move) for move in state.legal()]


def test_what_the_search_knows_is_what_is_listed() -> None:
    answers = set()
    for state in random_decisions(sample(100, slow=10_000)):
        builds = good_builds(state.site())
        assert knows_build(state.site()) == bool(builds), repr(state)
        answers.add(bool(builds))
        if state.phase == "build" and not state.game.options["knocking"]:
            assert (key(state, "--") == "cubus.pass.duty") == bool(builds), repr(state)
            assert ("--" in map(str, state.legal())) == (not builds), repr(state)
        else:
            assert key(state, state.way_out().text) is None, repr(state)
    assert answers == {True, False}


@pytest.mark.parametrize("strength", ["child", "family", "friend", "club", "master"])
def test_every_strength_builds_where_it_must(strength: str) -> None:
    state = Cubus(knocking=False, players=3).start()
    dice = SeededDice(bytes(32))
    for _ in range(sample(60, slow=1000)):
        if state.outcome is not None:
            break
        if state.player == speelkist.CHANCE:
            state = play(state, str(dice.draw(state)))
            continue
        choices = ranked(state, strength, 5)
        assert all(state.why_not(choice.move) is None for choice in choices), repr(state)
        state = play(state, str(choices[0].move))
    assert sum(state.scores) > 0


def test_a_child_that_sees_nothing_makes_the_least_of_what_is_known() -> None:
    """It only sets boxes down and takes nothing away; where that is all there is, it has to."""
    pile, hands = "0,2/1,1@0,0", ("R", "")
    assert [choice.move.text for choice in ranked(position(pile, hands), "child", 1)] == ["--"]
    must = ranked(position(pile, hands, **QUIET), "child", 1)
    assert [choice.move.text for choice in must] == ["build 2,2/1,0@0,0"]


# --- while a pass is answered ---


def asked() -> CubusState:
    return play(position("2@0,0", ("TR", "", "")), "--")


def test_in_phase_knock_no_picture_is_judged() -> None:
    picture = sorted(Cubus().draw("2,1@0,0"))
    for seats in (None, [0], [1], [2], [0, 1, 2]):
        with pytest.raises(BadQuery) as refused:
            answer_query(asked(), "draft", {"tiles": picture}, seats)
        assert refused.value.phrase.key == "cubus.knock.blind"


def test_in_phase_knock_no_hint_is_given() -> None:
    with pytest.raises(BadOption, match="no hint"):
        hint(asked())
    assert hint(play(asked(), "knock:1"))[0].move.text == "build 2,1@0,0"


def test_in_phase_knock_the_position_in_words_tells_no_build() -> None:
    """A pass with a build in reach and one without are described alike, but for the tiles."""
    without = play(position("2@0,0", ("LL", "", "")), "--")
    phrases = [[data["key"] for data in describe(state)] for state in (asked(), without)]
    assert phrases[0] == phrases[1]
    shown = [view(state) for state in (asked(), without)]
    assert shown[0]["choices"] == shown[1]["choices"]


def test_only_the_player_on_turn_has_a_picture_judged() -> None:
    for state, player in ((position(CORNER), 0), (play(asked(), "no", "knock:2"), 2)):
        args = {"tiles": tiles(state)}
        assert answer_query(state, "draft", args, [player])["sound"]
        assert answer_query(state, "draft", args)["sound"]
        for other in ([], [1]):
            with pytest.raises(BadQuery) as refused:
                answer_query(state, "draft", args, other)
            assert refused.value.phrase.key == "core.query.turn"


def test_asking_for_the_route_of_a_build_does_not_judge_it() -> None:
    for state in (position(CORNER), play(position(CORNER), "--"), position("1@0,0")):
        for build in ("build 0,2/2,2@0,0", "  build 9@0,0", "build"):
            assert answer_query(state, "route", {"move": build}) == []
    taking = position("2,2/2,2@0,0", stock=False, phase="demolish", options={"demolition": True})
    assert answer_query(taking, "route", {"move": "take 1,1"}) == ["1,1"]
