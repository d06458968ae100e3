"""The bots that take a seat: they play by the rules, and the same seed plays the same game."""

import pytest

from speelkist.bots import RandomBot, SimpleBot, make_bot, simple_bot
from speelkist.core import LANGUAGES, BadOption, SeededDice, SeededRandom, State, games, load
from tests.support.samples import sample

SEED = bytes(range(32))
LONGEST = sample(30, slow=200)  # moves and throws


def play(game: str, names: list[str], seed: int, options: dict[str, object] | None = None) -> list[str]:
    """A game between bots, or the beginning of a long one, as its moves."""
    state: State = load(game, **(options or {})).start()
    dice = SeededDice(SEED)
    seats = [make_bot(name, seed + number) for number, name in enumerate(names)]
    moves: list[str] = []
    while state.outcome is None and len(moves) < LONGEST:
        move = dice.draw(state) if state.player < 0 else seats[state.player].choose(state)
        assert state.why_not(move) is None
        moves.append(move.text)
        state = state.play(move)
    return moves


@pytest.mark.parametrize("name", ["random", "simple", "child", "family", "friend"])
@pytest.mark.parametrize("game", games())
def test_the_same_seed_plays_the_same_game(game: str, name: str) -> None:
    once = play(game, [name, name], 1)
    assert play(game, [name, name], 1) == once


@pytest.mark.parametrize("game", games())
def test_another_seed_plays_another_game(game: str) -> None:
    assert play(game, ["random", "random"], 1) != play(game, ["random", "random"], 2)


@pytest.mark.parametrize("game", games())
def test_advice_is_legal_and_says_why_in_both_languages(game: str) -> None:
    state: State = load(game).start()
    dice, rng = SeededDice(SEED), SeededRandom("test", 5)
    for _ in range(sample(30, slow=60)):
        if state.outcome is not None:
            break
        if state.player < 0:
            state = state.play(dice.draw(state))
            continue
        best = simple_bot.best(state)
        assert best
        for advice in best:
            assert state.why_not(advice.move) is None
            for lang in LANGUAGES:
                said = advice.reason.say(lang)
                assert said
                assert "\n" not in said
        assert SimpleBot(0).advise(state) in best
        state = state.play(rng.choice(state.legal()))


def test_players_by_name() -> None:
    assert isinstance(make_bot("random", 1), RandomBot)
    assert isinstance(make_bot("simple", 1), SimpleBot)
    with pytest.raises(BadOption, match="genius"):
        make_bot("genius", 1)


def test_a_random_player_plays_everything() -> None:
    state = load("knopf").start()
    random = RandomBot(0)
    assert {random.choose(state) for _ in range(1500)} == set(state.legal())
