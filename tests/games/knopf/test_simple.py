"""The simple player: takes a win, avoids a plain blunder, and beats a random player."""

from __future__ import annotations

from speelkist.bots.random_bot import RandomBot
from speelkist.bots.simple_bot import SimpleBot
from speelkist.core import State, phrases_of
from speelkist.games.knopf import Knopf
from speelkist.games.knopf.bots.simple import best

from .examples import POSITIONS, position, read


def advised(text: str) -> dict[str, str]:
    """The moves it thinks best with the keys of their reasons."""
    return {advice.move.text: advice.reason.key for advice in best(read(text))}


def test_it_takes_a_win() -> None:
    text = position("a1 c4 e1 g4 i1", "a9 b9 c9 g7 i9", phase="fine", fines=["a9 b9 c9"], target=10)
    assert advised(text) == dict.fromkeys(["!a9", "!b9", "!c9"], "knopf.simple.win")


def test_it_ends_a_quiet_game_that_it_wins() -> None:
    assert set(advised(POSITIONS["one quiet turn before blue has more"]).values()) == {"knopf.simple.win"}


def test_it_saves_a_threatened_button() -> None:
    reasons = advised(position("g7 a1", "d4 e5 j1"))
    assert all(move.startswith("g7-") for move in reasons)
    assert set(reasons.values()) == {"knopf.simple.rescue"}


def test_it_loses_as_little_as_it_can() -> None:
    reasons = advised(position("g7 b2 j9", "d4 e5 j1"))
    assert set(reasons.values()) == {"knopf.simple.save"}
    assert {move[:2] for move in reasons} == {"g7", "b2"}


def test_it_prefers_a_threat_to_two() -> None:
    reasons = advised(position("d4 e6 a9", "g7 b2 j1"))
    assert reasons == {"e6-e5": "knopf.simple.fork"}


def test_it_makes_a_threat_rather_than_none() -> None:
    reasons = advised(position("d4 e6 a9", "g7 j1"))
    assert reasons["e6-e5"] == "knopf.simple.threat"


def test_it_makes_no_group() -> None:
    state = read(position("d4 e5 f7", "a10 c10"))
    suggestions = best(state)
    assert suggestions
    assert not any(state.makes_group(advice.move) for advice in suggestions)
    assert {advice.reason.key for advice in suggestions} == {"knopf.simple.safe"}


def test_it_fines_and_passes() -> None:
    reasons = advised(POSITIONS["two groups of equal size are to be fined"])
    assert set(reasons.values()) == {"knopf.simple.fine"}
    assert "!-" not in reasons
    assert advised(POSITIONS["red cannot move"]) == {"--": "knopf.simple.pass"}


def test_it_takes_all_it_can_from_the_lowest_square_on() -> None:
    text = POSITIONS["red may take, and a group is to be fined then"]
    assert advised(text) == {"xb2": "knopf.simple.take"}
    after = read(text).play("xb2").to_json()
    assert advised(after) == {"xg7": "knopf.simple.take"}


def test_what_the_other_may_choose_to_take_counts_as_lost() -> None:
    reasons = advised(position("g7 a1", "d4 e5 j1", choose=True))
    assert all(move.startswith("g7-") for move in reasons)
    assert set(reasons.values()) == {"knopf.simple.rescue"}


def test_it_fines_a_button_of_the_pair_that_threatens_it() -> None:
    """Of a6 and a7, which look at a9, it takes a7: the other three are then still a group, to be fined again."""
    text = position("a9 j9", "a6 a7 b5 c5 j1", phase="fine", fines=["b5 c5 a6 a7"])
    assert set(advised(text)) == {"!a7"}


def test_every_reason_is_said_in_both_languages() -> None:
    reasons = {key for key in phrases_of("knopf", "en") if key.startswith("simple.")}
    assert reasons == {key for key in phrases_of("knopf", "nl") if key.startswith("simple.")}
    for text in POSITIONS.values():
        for advice in best(read(text)):
            assert advice.reason.key.removeprefix("knopf.") in reasons
            for lang in ("en", "nl"):
                assert "{" not in advice.reason.say(lang)


def test_it_beats_a_random_player() -> None:
    won = 0
    for seed in range(20):
        me = seed % 2
        simple, other = SimpleBot(seed), RandomBot(seed)
        state: State = Knopf().start()
        while state.outcome is None:
            state = state.play((simple if state.player == me else other).choose(state))
        won += state.outcome.winners == (me,)
    assert won >= 18
