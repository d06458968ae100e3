"""Bots of one's own: by import path, installed, or ours with other weights."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from speelkist.bots import Budget, StrengthBot, own_bots, rank
from speelkist.bots.arena.match import Plan, play_pair
from speelkist.bots.factory import is_bot, make_bot, needs_kernel, table_bots
from speelkist.core import BadOption, load

from .own import LastMove

OWN = "tests.bots.own:LastMove"
START = load("knopf").start()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package that offers a bot."""
    own_bots.installed_bots.cache_clear()
    point = EntryPoint("lasting", OWN, own_bots.GROUP)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point] if group == own_bots.GROUP else [])
    yield point.name
    monkeypatch.undo()
    own_bots.installed_bots.cache_clear()


def test_an_import_path_makes_a_bot_with_its_seed() -> None:
    bot = make_bot(OWN, 7)
    assert isinstance(bot, LastMove)
    assert bot.seed == 7
    assert bot.choose(START) is START.legal()[-1]
    assert is_bot(OWN)
    assert not needs_kernel(OWN)
    assert OWN not in table_bots(), "nobody names a module to a server"


def test_an_installed_bot_has_a_name_and_may_sit_at_tables(installed: str) -> None:
    assert isinstance(make_bot(installed, 1), LastMove)
    assert is_bot(installed)
    assert installed in table_bots()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("tests.bots.own:Nobody", "cannot be loaded: AttributeError"),
        ("no_such_module:Bot", "cannot be loaded: ModuleNotFoundError"),
        ("tests.bots.own:broken", "cannot be loaded: RuntimeError: out of paper"),
        ("tests.bots.own:NoBot", "it has no method choose"),
        ("nobody", "There is no computer player"),
        ("friend#weights.txt", "“friend” takes no weights"),
        ("simple#weights.txt", "“simple” takes no weights"),
        ("club@x#weights.txt", "A budget is a number"),
    ],
)
def test_what_is_no_bot_is_refused_with_a_sentence(name: str, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        make_bot(name, 1)


def test_it_plays_in_the_arena() -> None:
    pair = play_pair(Plan("knopf", OWN, "random", 2, options={"target": 1}), 0)
    assert sum(pair.decisions) > 0


@pytest.mark.needs("numba")
def test_club_judges_by_the_weights_it_is_given(tmp_path: Path) -> None:
    import numpy as np

    from speelkist.compiled.weights import WeightsFile, read_weights, write_weights
    from speelkist.games.kriskras.kernel.features import FEATURES

    shipped = read_weights("kriskras", FEATURES)
    hidden = (len(shipped) - 1) // (FEATURES + 2)
    state = load("kriskras").start().play("white").play("r3g5")
    same, other = tmp_path / "same.txt", tmp_path / "other.txt"
    write_weights(same, WeightsFile("kriskras", FEATURES, hidden, shipped, {}))
    write_weights(other, WeightsFile("kriskras", FEATURES, hidden, np.zeros_like(shipped), {}))
    ours = rank(state, "master", 1, Budget(simulations=2000), strict=True)
    assert rank(state, "master", 1, Budget(simulations=2000), strict=True, weights=same).choices == ours.choices
    named = make_bot(f"master@2000#{same}", 1)
    assert isinstance(named, StrengthBot)
    assert named.choose(state) == ours.choices[0].move
    blank = make_bot("master@2000", 1, weights=other)
    assert isinstance(blank, StrengthBot)
    blank.choose(state)
    assert blank.last is not None
    assert blank.last.chance == pytest.approx(0.5), "weights that are all zero tell nothing"
    assert ours.choices[0].chance != pytest.approx(0.5)
    with pytest.raises(ValueError, match="for another game"):
        Plan("knopf", f"club#{same}", "random", 2)
    with pytest.raises(ValueError, match="are not there"):
        Plan("knopf", f"club#{tmp_path / 'none.txt'}", "random", 2)
    with pytest.raises(BadOption, match="cubus has no evaluation"):
        Plan("cubus", f"club#{same}", "random", 2)
