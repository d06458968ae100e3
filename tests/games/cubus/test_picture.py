"""Pictures and piles: what the tiles show, and when they show nothing."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import speelkist
from speelkist.core import BadPosition
from speelkist.games.cubus import Cubus, Pile, Tile
from speelkist.games.cubus.build_rules import soundness
from speelkist.games.cubus.notation import read_pile

from . import oracle

GAME = Cubus()


def pile(text: str) -> Pile:
    parsed = read_pile(text)
    assert parsed is not None
    return parsed


def counts(text: str) -> str:
    kinds = [tile.kind for tile in GAME.draw(text)]
    return f"T{kinds.count('T')} L{kinds.count('L')} R{kinds.count('R')}"


def test_start_box_is_three_tiles_and_one_box() -> None:
    picture = GAME.draw("1@0,0")
    assert picture == {Tile("T", 0, 0), Tile("L", 0, 0), Tile("R", 0, 0)}
    assert GAME.read(picture).boxes == 1


@pytest.mark.parametrize(
    ("text", "tiles", "boxes"),
    [
        ("0,2/2,1@0,0", "T3 L4 R4", 5),
        ("0,2/2,2@0,0", "T3 L4 R4", 6),
        ("2,2/2,2@0,0", "T4 L4 R4", 8),
        ("3,1,1/1,1,1/1,1,1@0,0", "T9 L5 R5", 11),
        ("2,2,2/2,2,2/2,2,2@0,0", "T9 L6 R6", 18),
        ("0,1/1,0@0,0", "T2 L2 R2", 2),  # two boxes that hang together by one upright edge
    ],
)
def test_piles_of_the_booklet_draw_and_read_back(text: str, tiles: str, boxes: int) -> None:
    assert counts(text) == tiles
    reading = GAME.read(GAME.draw(text))
    assert reading.pile == pile(text)
    assert reading.boxes == boxes
    assert reading.why is None


def test_an_open_lid_is_read_as_a_lid() -> None:
    picture = {Tile("O", 0, 0), Tile("L", 0, 0), Tile("R", 0, 0)}
    assert GAME.read(picture).boxes == 1


def test_the_empty_picture_is_sound() -> None:
    assert GAME.read([]).pile == Pile(())
    assert GAME.read([]).boxes == 0


def test_all_boxes_k_k_k_apart_look_the_same() -> None:
    """The floor is the level of the lowest side, so a picture has one reading wherever it lies."""
    moved = [tile._replace(a=tile.a + 5, b=tile.b - 3) for tile in GAME.draw("2,2/2,1@0,0")]
    assert GAME.read(moved).pile == pile("2,2/2,1@5,-3")


@pytest.mark.parametrize(
    ("tiles", "key"),
    [
        ([("T", 0, 0), ("L", 0, 0), ("R", 0, 0), ("L", 1, 0)], "cubus.picture.overlap"),
        ([("T", 0, 0), ("L", 0, 0), ("R", 0, 0), ("T", 5, 5)], "cubus.picture.apart"),
        ([("T", 0, 0), ("L", 0, 0), ("R", 0, 0), ("T", 2, 2)], "cubus.picture.apart"),  # by a corner only
        ([("T", 0, 0), ("T", 1, 0)], "cubus.picture.no_side"),
        ([("T", 0, 0), ("L", 0, 0)], "cubus.picture.missing"),
        ([("L", 0, 0), ("R", 0, 0)], "cubus.picture.missing"),
        ([("T", 0, 0), ("L", 0, 0), ("R", 0, 0), ("T", 1, 2)], "cubus.picture.floating"),  # a lid at the floor
        ([("X", 0, 0)], "cubus.notation.tile"),
        ([("T", 0)], "cubus.notation.tile"),
        ([("T", 0, 9999)], "cubus.notation.tile"),
        ([("T", True, 0)], "cubus.notation.tile"),
    ],
)
def test_unsound_pictures_say_why(tiles: list[tuple[str, int, int]], key: str) -> None:
    reading = GAME.read(tiles)
    assert reading.pile is None
    assert reading.boxes == 0
    assert reading.why is not None
    assert reading.why.key == key
    assert reading.why.say("nl") != reading.why.say("en")


def test_a_ring_that_does_not_close_in_space_is_refused() -> None:
    """Six lids go round a hole on one level, and a side joins the first to the last: a stair that climbs for ever."""
    lids = [Tile("T", a, b) for a, b in ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2))]
    reading = GAME.read([*lids, Tile("L", 0, 0)])
    assert reading.why is not None
    assert reading.why.key == "cubus.picture.fold"
    assert len(reading.spot) == 2


def test_a_half_hidden_lid_cannot_be_drawn() -> None:
    with pytest.raises(BadPosition, match="half hidden"):
        GAME.draw("1/2@0,0")
    why = soundness(pile("1/2@0,0"))
    assert why is not None
    assert why.key == "cubus.picture.half"


def test_a_column_that_hides_behind_another_does_not_count() -> None:
    why = soundness(pile("1,0/0,2@0,0"))
    assert why is not None
    assert why.key == "cubus.picture.other"


def test_what_is_no_pile_is_refused() -> None:
    for text in ("", "1", "1@0", "1,2/3@0,0", "a@0,0", "1@0,0,0", "100@0,0", "-1@0,0", "²@0,0"):
        with pytest.raises(BadPosition):
            GAME.draw(text)


@pytest.mark.parametrize(("rows", "columns", "highest"), [(2, 2, 4), (1, 4, 3), (3, 2, 2), (2, 3, 2)])
def test_every_small_pile_agrees_with_rays_sent_through_it(rows: int, columns: int, highest: int) -> None:
    """All of them: a pile is sound just when the slow reading of the law says so, and then it draws the same."""
    sound = 0
    for values in product(range(highest + 1), repeat=rows * columns):
        if not any(values):
            continue
        small = Pile.of({divmod(index, columns): height for index, height in enumerate(values)})
        due = oracle.is_sound(small)
        assert (soundness(small) is None) == due, str(small)
        if due:
            assert GAME.draw(small) == oracle.seen(small), str(small)
            sound += 1
    assert sound > 10


@given(
    st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(1, 4), min_size=1, max_size=10),
)
def test_larger_piles_agree_with_rays_too(heights: dict[tuple[int, int], int]) -> None:
    large = Pile.of(heights)
    assert (soundness(large) is None) == oracle.is_sound(large)


@given(st.sets(st.tuples(st.sampled_from("LRTO"), st.integers(-2, 2), st.integers(-2, 2)), max_size=14))
def test_any_tiles_show_a_pile_that_looks_like_them_or_nothing(tiles: set[tuple[str, int, int]]) -> None:
    reading = GAME.read(tiles)
    if reading.pile is None:
        assert reading.why is not None
        assert reading.why.say("en")
    elif tiles:
        closed = {Tile("T" if kind == "O" else kind, a, b) for kind, a, b in tiles}
        assert oracle.seen(reading.pile) == frozenset(closed)
        assert oracle.is_sound(reading.pile)


@given(st.data())
def test_one_tile_taken_away_or_moved_is_noticed(data: st.DataObject) -> None:
    """A sound picture with a tile changed is unsound, or shows another pile that looks just so."""
    complete = sorted(GAME.draw(data.draw(st.sampled_from(["2,2/2,1@0,0", "3,1,1/1,1,1/1,1,1@0,0", "2,2/2,2@0,0"]))))
    lost = data.draw(st.sampled_from(complete))
    changed = [tile for tile in complete if tile != lost]
    if data.draw(st.booleans()):
        changed.append(Tile(data.draw(st.sampled_from("LRT")), lost.a, lost.b))
    reading = GAME.read(changed)
    if set(changed) == set(complete):
        assert reading.pile == GAME.read(complete).pile
    elif reading.pile is not None:
        assert oracle.seen(reading.pile) == frozenset(changed)


def test_reading_is_the_same_for_the_library() -> None:
    game = speelkist.load("cubus")
    assert isinstance(game, Cubus)
    assert game.read(game.draw("2,2/2,1@0,0")).boxes == 7
