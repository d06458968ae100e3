"""OpenSpiel's own checks: simulations with serialisation, playthroughs, its environment and one of its learners."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import speelkist
from speelkist.core import CHANCE, BadOption, BadPosition
from speelkist.research import Encoder
from tests.support.samples import sample

from .test_encoder import ENCODED, EXACT

openspiel_game = pytest.importorskip("speelkist.research.openspiel_game")
pyspiel = pytest.importorskip("pyspiel")

# Each game with options that make it short, because the suites do much in every state; all of it with ``--slow``.
NAMES = {
    "krabcek": sample(("idle_limit=10", "idle_limit=10,tiles=tight"), slow=("", "tiles=tight")),
    "knopf": sample(("target=2", "target=2,groups=forbidden,taking=choose"), slow=("", "groups=forbidden")),
    "kriskras": ("",),
    "cubus": ("", "players=3,knocking=False,young=True"),
}
LOADABLE = [f"python_speelkist_{name}({options})" for name in ENCODED for options in NAMES.get(name, ("",))]


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    """Our games are known to OpenSpiel."""
    assert openspiel_game.register() == [f"python_speelkist_{name}" for name in ENCODED]
    assert openspiel_game.register() == [f"python_speelkist_{name}" for name in ENCODED], "twice is no harm"


@pytest.mark.parametrize("name", LOADABLE)
def test_random_simulations_with_serialisation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=sample(1, slow=5), serialize=True, verbose=False)


@pytest.mark.parametrize("name", LOADABLE)
def test_playthroughs_are_the_same_for_the_same_seed(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    actions = first_actions(name, sample(6, slow=25))
    texts = {generate_playthrough.playthrough(name, actions, seed=5) for _ in range(2)}
    assert len(texts) == 1
    assert "ObservationTensor" in texts.pop()


def first_actions(name: str, most: int) -> list[int]:
    """The first actions of a random game."""
    state, rng = pyspiel.load_game(name).new_initial_state(), random.Random(2)
    actions: list[int] = []
    while not state.is_terminal() and len(actions) < most:
        actions.append(rng.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return actions


@pytest.mark.parametrize("name", LOADABLE)
def test_its_learning_environment_and_a_learner_of_its_own(name: str) -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import tabular_qlearner

    env = rl_environment.Environment(pyspiel.load_game(name))
    learners = [
        tabular_qlearner.QLearner(player_id=player, num_actions=env.action_spec()["num_actions"])
        for player in range(env.num_players)
    ]
    for _ in range(sample(1, slow=5)):
        step = env.reset()
        while not step.last():
            step = env.step([learners[step.observations["current_player"]].step(step).action])
        for learner in learners:
            learner.step(step)
        assert sum(step.rewards) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("id", EXACT)
def test_odds_actions_and_results_are_those_of_the_rules(id: str) -> None:
    rng, ours = random.Random(4), speelkist.load(id).start()
    encoder = Encoder(ours.game)
    theirs = pyspiel.load_game(f"python_speelkist_{id}").new_initial_state()
    while ours.outcome is None:
        assert theirs.is_chance_node() == (ours.player == CHANCE)
        move = rng.choice(ours.legal())
        action = encoder.encode(ours, move)
        if ours.player == CHANCE:
            odds = {outcome: float(chance) for outcome, chance in encoder.odds(ours).items()}
            assert dict(theirs.chance_outcomes()) == pytest.approx(odds)
        else:
            assert theirs.current_player() == ours.player
            assert theirs.action_to_string(action) == move.text
            assert theirs.observation_tensor(0) == encoder.observe(ours, 0).tolist()
        assert theirs.legal_actions() == sorted(encoder.encode(ours, legal) for legal in ours.legal())
        theirs.apply_action(action)
        ours = ours.play(move)
    assert theirs.is_terminal()
    assert tuple(theirs.returns()) == encoder.returns(ours)


def played_on(state: Any, seed: int, actions: int) -> Any:
    """A state after some random actions, fewer if it is over before."""
    rng = random.Random(seed)
    for _ in range(actions):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("id", EXACT)
@pytest.mark.parametrize("as_text", [False, True])
def test_a_state_of_the_library_is_a_beginning_that_copies_and_texts_keep(id: str, as_text: bool) -> None:
    game = pyspiel.load_game(f"python_speelkist_{id}")
    middle = played_on(game.new_initial_state(), 1, 12).position.state()
    begun = game.new_initial_state(middle.to_json() if as_text else middle)
    assert begun.position.state() == middle
    assert begun.history() == []
    played = played_on(begun, 2, 6)
    both = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, played))
    again = [game.deserialize_state(played.serialize()), both[1], played.clone(), copy.deepcopy(played)]
    for other in again:
        assert str(other) == str(played)
        assert other.history() == played.history()
        assert other.serialize() == played.serialize()
        played_on(other, 3, 4)
        assert other.history() != played.history(), "a copy stands on its own"


def test_a_beginning_of_another_game_is_refused() -> None:
    game = pyspiel.load_game("python_speelkist_knopf(target=2)")
    for other in (speelkist.load("krabcek").start(), speelkist.load("knopf").start()):
        with pytest.raises(BadOption):
            game.new_initial_state(other)
    with pytest.raises(BadPosition):
        game.new_initial_state("no position")
