"""The options of Kopf oder Knopf: groups, and the board."""

from __future__ import annotations

import pytest

from speelkist.core import BadOption
from speelkist.games.knopf import Knopf

from .examples import ONE_HOLES, POSITIONS, STANDARD, position, read
from .setting import ends, moves, play, start

# The groups option


def test_forbidden_groups_may_not_be_made() -> None:
    fine, forbidden = start(), start(groups="forbidden")
    assert len(forbidden.legal()) == 72
    assert list(forbidden.legal()) == [move for move in fine.legal() if not fine.makes_group(move)]


def test_forbidden_means_any_group_that_stands_after_the_move_even_an_old_one() -> None:
    state = read(position("d4 d5 d6 i2", "a10", groups="forbidden", quiet=0))
    assert all(text.startswith("d") for text in moves(state))
    assert "d4-d3" in moves(state)
    assert "d5-e5" not in moves(state), "still a group"
    assert "d6-d7" in moves(state)


def test_when_every_move_leaves_a_group_all_are_allowed_and_it_is_fined() -> None:
    text = POSITIONS["groups are forbidden, but every move leaves one"]
    state = read(text)
    assert len(state.legal()) == 44
    assert all(state.makes_group(move) for move in state.legal())
    after = play(state, "d4-c3")
    assert after.phase == "fine"
    assert moves(after) == ["!e4", "!d5", "!e5", "!-"]


def test_with_fines_groups_may_be_made() -> None:
    state = read(position("d4 e5 f7", "a10"))
    assert "f7-f6" in moves(state)
    assert state.makes_group(state.legal()[moves(state).index("f7-f6")])
    assert not state.makes_group(state.legal()[moves(state).index("f7-f8")])


# The board, and options that are refused


def test_the_random_board_follows_the_seed() -> None:
    first, same, other = (Knopf(holes="random", seed=seed) for seed in (7, 7, 8))
    assert first.board.holes == same.board.holes != other.board.holes
    assert first.board.holes == (
        "1144234241",
        "4112321411",
        "2412323114",
        "4133133224",
        "3223221332",
        "2331223223",
        "4223313314",
        "4113232142",
        "1141232114",
        "1424324411",
    )
    quarter = "".join(row[:5] for row in first.board.holes[:5])
    assert sorted(quarter) == sorted("1" * 7 + "2" * 7 + "3" * 6 + "4" * 5)
    for rank in range(10):
        for file in range(10):
            assert first.board.holes[file][9 - rank] == first.board.holes[rank][file]


def test_a_loaded_board() -> None:
    game = Knopf(holes=list(ONE_HOLES))
    assert game.board.holes == ONE_HOLES
    assert game.options["holes"] == ONE_HOLES
    assert ends(game.start(), "b2") == {"a1", "a2", "a3", "b1", "c1", "c3"}


def test_the_standard_board_given_by_hand_is_the_standard_board() -> None:
    assert Knopf(holes=STANDARD) == Knopf()


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": 15},
        {"target": True},
        {"groups": "allowed"},
        {"taking": "some"},
        {"holes": "odd"},
        {"holes": ["1" * 10] * 9},
        {"holes": [*ONE_HOLES[:9], "111111111"]},
        {"holes": [*ONE_HOLES[:9], "1111111115"]},
        {"holes": [*ONE_HOLES[:9], "111111111²"]},
        {"holes": 3},
        {"seed": -1},
        {"seed": 2**53},
        {"buttons": 13},
    ],
)
def test_bad_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        Knopf(**options)
