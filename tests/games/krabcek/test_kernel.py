"""What the compiled rules of Krabcek bring beyond the laws of every kernel (tests/laws/test_kernels.py)."""

from __future__ import annotations

import numpy as np
import pytest

import speelkist
from speelkist import fast
from speelkist.compiled.contract import PLAYER, REASON, WINNER
from speelkist.compiled.rng import new_rng
from speelkist.games.krabcek.boxes import BOX
from speelkist.games.krabcek.kernel.kernel import KERNEL
from speelkist.games.krabcek.kernel.layout import MOST_NEAR, NEAR, PIECE, PLACES

from .examples import figure9, position, read, texts, tiles_of


def notations(text: str) -> list[str]:
    options, array = KERNEL.pack(read(text))
    buffer = KERNEL.new_move_buffer()
    return sorted(KERNEL.text(options, array, int(move)) for move in buffer[: KERNEL.legal(options, array, buffer)])


@pytest.mark.parametrize("throw", range(1, 7))
def test_figure_9(throw: int) -> None:
    """The booklet's own example of an end: 2, 3 and 4 win, 6 only switches, 5 blocks."""
    options, array = KERNEL.pack(read(figure9()))
    KERNEL.apply(options, array, throw)
    if throw == 5:
        assert (array[PLAYER], array[WINNER], KERNEL.reasons[array[REASON]]) == (speelkist.OVER, 0, "block")
        return
    buffer = KERNEL.new_move_buffer()
    listed = {KERNEL.text(options, array, int(move)) for move in buffer[: KERNEL.legal(options, array, buffer)]}
    wins = {2: "T12e+V12", 3: "S@G2+V12", 4: "T12e+V12"}
    assert listed == set(texts(read(figure9(throw))))
    assert throw not in wins or wins[throw] in listed
    assert throw != 6 or listed == {"H11<>V12", "G6<>V12"}


def test_an_entry_by_several_gates_is_one_move_of_the_lowest() -> None:
    moves = notations(position(tiles_of("figure6"), throw=2))
    assert len([text for text in moves if text[0] == "S"]) == 7
    assert len([text for text in moves if text[0] == "M"]) == 2
    ends = [text.split("-")[1] for text in moves if text[0] == "S"]
    assert len(set(ends)) == 7


def test_a_listed_position_is_left_as_it_was() -> None:
    options, array = KERNEL.pack(read(figure9(4)))
    kept = array.copy()
    KERNEL.legal(options, array, KERNEL.new_move_buffer())
    assert np.array_equal(array, kept)


def test_no_box_has_more_than_four_neighbours_and_links_go_both_ways() -> None:
    for seed in range(50):
        _, array = KERNEL.pack(speelkist.load("krabcek", layout="random", seed=seed).start())
        near = array[NEAR:].reshape(len(BOX), MOST_NEAR)
        links = {(box, int(other)) for box in range(len(BOX)) for other in near[box] if other >= 0}
        assert links == {(other, box) for box, other in links}
        assert len(links) == 2 * 84


def test_pieces_stay_in_order_with_an_end_mark() -> None:
    games = fast.batch(speelkist.load("krabcek"), 40, seed=1)
    rng = np.random.default_rng(2)
    for _ in range(120):
        moves, counts = games.legal()
        games.step(moves[np.arange(40), (rng.random(40) * np.maximum(counts, 1)).astype(int)])
        for player in (0, 1):
            boxes = games.states[:, PIECE + PLACES * player : PIECE + PLACES * (player + 1)]
            assert (boxes[:, -1] == -1).all()
            order = np.where(boxes < 0, 999, boxes)
            assert (np.diff(order) >= 0).all()


def test_random_games_end_in_all_three_ways() -> None:
    game = speelkist.load("krabcek", tiles="tight")
    options = KERNEL.options(game)
    reasons = set()
    for seed in range(60):
        array = KERNEL.new_state()
        KERNEL.start(options, array)
        KERNEL.playout(options, array, new_rng(seed))
        reasons.add(KERNEL.reasons[array[REASON]])
    assert reasons == {"krabcek", "block", "idle"}
