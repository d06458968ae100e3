"""What Game and State give to every game; the registry."""

import copy
import json
import pickle
from typing import Any

import pytest

import speelkist
from speelkist.core import (
    OVER,
    BadNotation,
    BadOption,
    BadPosition,
    IllegalMove,
    Move,
    Outcome,
    Phrase,
    Refusal,
    State,
    game_class,
    load,
    paint,
)

from .toy import CREEP, REST, Toy


def after(*moves: str, **options: Any) -> State:
    """The toy after some moves."""
    state: State = Toy(**options).start()
    for move in moves:
        state = state.play(move)
    return state


def test_moves_are_played_as_text_or_move() -> None:
    state = after("2")
    assert state.legal() == (CREEP, REST)
    assert state.play("creep") == state.play(CREEP) == state.play("  creep\t") == state.play("kruip")


def test_an_equal_move_of_another_making_means_the_listed_one() -> None:
    state = after("2")
    resolved = state.resolve(Move("creep"))
    assert resolved is CREEP
    assert state.play(Move("creep")) == state.play(CREEP)


def test_a_move_is_not_listed_twice_reckoned() -> None:
    state = after("2")
    assert state.legal() is state.legal()


@pytest.mark.parametrize(
    ("state", "text", "error", "key"),
    [
        (after("2"), "jump", BadNotation, "core.notation.unknown"),
        (after("2"), "", BadNotation, "core.notation.unknown"),
        (after("2"), "x" * 5000, BadNotation, "core.notation.long"),
        (after("2"), " " * 5000, BadNotation, "core.notation.long"),
        (after("2"), 5, BadNotation, "core.notation.text"),
        (after("2"), None, BadNotation, "core.notation.text"),
        (after("2"), Move("jump"), BadNotation, "core.notation.unknown"),
        (after(), "creep", IllegalMove, "core.chance.due"),
        (after("3", "creep", "1", "rest", "2"), "creep", IllegalMove, "toy.creep.far"),
        (after("3", "creep", "1", "rest", "2"), CREEP, IllegalMove, "toy.creep.far"),
        (after("3", "rest", "1", "rest", "2"), "rest", IllegalMove, "toy.rest.twice"),
        (after("2", "creep", length=2), "creep", IllegalMove, "core.end.over"),
        (after("2", "creep", length=2), CREEP, IllegalMove, "core.end.over"),
    ],
)
def test_play_refuses_and_why_not_explains_alike(state: State, text: Any, error: type[Exception], key: str) -> None:
    refusal = state.why_not(text)
    assert isinstance(refusal, Refusal)
    assert refusal.key == key
    with pytest.raises(error) as caught:
        state.play(text)
    assert str(caught.value) == refusal.say()


def test_why_not_is_none_for_a_legal_move() -> None:
    assert after("2").why_not("creep") is None
    assert after("2").why_not(REST) is None
    assert after().why_not("3") is None


def test_odds_only_at_chance() -> None:
    assert [str(odds) for odds in after().odds().values()] == ["1/2", "1/3", "1/6"]
    assert tuple(after().odds()) == after().legal()
    assert after("2").odds() == {}


def test_nothing_is_legal_when_it_is_over() -> None:
    state = after("2", "creep", length=2)
    assert state.player == OVER
    assert state.legal() == ()
    assert state.outcome == Outcome((0,), "home", (2, 0))


def test_states_are_equal_by_value() -> None:
    first, second = after("2", "creep"), after("2", "creep")
    assert first == second
    assert hash(first) == hash(second)
    assert first != after("2", "rest")
    assert first != after("2", "creep", loud=True)
    assert first != "state"
    assert str(first) == first.draw()
    assert repr(first) == f"<toy {first.to_json()}>"


def test_states_travel() -> None:
    state = after("2", loud=True)
    state.legal()
    for travelled in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):  # noqa: S301
        assert travelled == state
        assert travelled.legal() == state.legal()
        assert travelled.game == state.game


def test_a_position_goes_to_json_and_back() -> None:
    for state in (after(), after("2"), after("2", "creep"), after("2", "creep", length=2)):
        assert Toy().from_json(state.to_json()) == state
        assert Toy().from_json(state.to_json().encode()) == state
        assert Toy().from_json(state.to_json()).game == state.game


def position(state: State, **changes: object) -> str:
    """A position with some fields changed."""
    return json.dumps({**state.to_data(), **changes})


def test_a_finished_position_says_its_result() -> None:
    over = after("2", "creep", length=2)
    data = over.to_data()
    assert data["result"] == {"winners": [0], "points": [2, 0], "reason": "home"}
    del data["result"]
    assert Toy().from_json(json.dumps(data)) == over


@pytest.mark.parametrize(
    "result",
    [None, {}, [], {"winners": [1], "points": [2, 0], "reason": "home"}, {"winners": [0], "reason": "home"}],
)
def test_a_result_that_does_not_follow_is_refused(result: object) -> None:
    with pytest.raises(BadPosition, match="does not follow"):
        Toy().from_json(position(after("2", "creep", length=2), result=result))
    with pytest.raises(BadPosition, match="does not follow"):
        Toy().from_json(position(after("2"), result=result))


@pytest.mark.parametrize("game", ["knopf", 3, None, ["toy"], {"toy": 1}])
def test_a_position_of_another_game_is_refused(game: object) -> None:
    with pytest.raises(BadPosition, match="not of toy"):
        Toy().from_json(position(after(), game=game))


def test_a_position_without_a_game_or_with_more_fields_is_refused() -> None:
    with pytest.raises(BadPosition, match="lacks the field “game”"):
        Toy().from_json("{}")
    with pytest.raises(BadPosition, match="“colour” that does not belong"):
        Toy().from_json(position(after(), colour="red"))


def test_an_outcome_reports_an_earlier_part_beside_it() -> None:
    outcome = Outcome((1,), "most", (1, 2), earlier=Outcome((), "even"))
    assert outcome.to_data() == {
        "winners": [1],
        "points": [1, 2],
        "reason": "most",
        "earlier": {"winners": [], "points": None, "reason": "even"},
    }


def test_games_are_equal_by_their_options() -> None:
    assert Toy(length=5) == load("toy", length=5) != Toy()
    assert hash(Toy(length=5)) == hash(load("toy", length=5))
    assert Toy() != "toy"
    assert eval(repr(Toy(length=5)), {"speelkist": speelkist}) == Toy(length=5)  # noqa: S307


def test_sides_have_names_for_records_and_for_people() -> None:
    game = Toy()
    assert [game.side(0), game.side(1)] == ["red", "blue"]
    assert game.side_name(1).say("nl") == "Blauw"
    assert game.players == 2
    assert Phrase("core.player", number=1).say("nl") == "Speler 1"


def test_the_registry_knows_the_games() -> None:
    assert "toy" in speelkist.games()
    assert list(speelkist.games()) == sorted(speelkist.games())
    assert game_class("toy") is Toy


@pytest.mark.parametrize("name", ["chess", "", "Toy", None, 3, [], "x" * 500])
def test_an_unknown_game_is_answered_with_those_that_exist(name: Any) -> None:
    with pytest.raises(BadOption, match=r"the games are: .*toy") as caught:
        load(name)
    assert len(str(caught.value)) < 300


def test_ink_is_only_an_addition() -> None:
    assert paint("x", "bold red") == "\x1b[1;31mx\x1b[0m"
    assert paint("x", "bold red", colour=False) == "x"
    assert paint("", "red") == ""


def test_a_number_of_the_rules_is_an_option_or_a_constant() -> None:
    assert Toy(length=3).number("length") == 3
    assert load("kriskras").number("idle_limit") == load("kriskras").info.constants["idle_limit"]
    for name in "weather", "nothing":
        with pytest.raises(KeyError):
            Toy().number(name)
