"""Positions as JSON: what is read, what is worked out, and every kind of position that cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import speelkist
from speelkist.core import Outcome, phrases_of

from .examples import POSITIONS, figure9, position, read, tiles_of

SIX = tiles_of("figure6")
Change = Callable[[dict[str, Any]], object]


def test_the_fields_of_the_law() -> None:
    data = json.loads(read(figure9(3)).to_json())
    assert list(data) == [
        "game",
        "tile_set",
        "tiles",
        "gates",
        "phase",
        "to_move",
        "throw",
        "pieces",
        "hands",
        "idle",
    ]
    assert data["hands"]["white"] == {"S": 1, "M": 1, "B": 0}
    assert data["pieces"]["white"] == {"V12": "X", "T12e": "S", "H11": "S", "G6": "S"}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_reads_back_as_it_was_written(name: str) -> None:
    state = read(POSITIONS[name])
    again = read(state.to_json())
    assert again == state
    assert hash(again) == hash(state)
    assert json.loads(state.to_json()) == json.loads(POSITIONS[name])


def test_a_position_brings_its_own_tiles() -> None:
    game = speelkist.load("krabcek", layout="random", seed=4)
    state = game.from_json(POSITIONS["tight tiles, all pieces on the board"])
    assert state.game == speelkist.load("krabcek", tiles="tight", layout="random", seed=4)


def test_states_differ_by_everything_the_position_says() -> None:
    base = json.loads(position(SIX, "G6 S", "G1 S", 3, idle=4))
    changes: list[Change] = [
        lambda data: data.update(throw=4),
        lambda data: data.update(idle=5),
        lambda data: data.update(to_move="white"),
        lambda data: data.update(tile_set="tight"),
        lambda data: data["tiles"].__setitem__(15, "1-NE"),
        lambda data: data["gates"].update(black=[6, 7, 2, 4], white=[1, 5, 3, 8]),
        lambda data: (data["pieces"]["black"].update(G6="M"), data["hands"]["black"].update(S=4, M=1)),
        lambda data: data["pieces"].update(black={"G7": "S"}),
    ]
    states = {read(json.dumps(base))}
    for change in changes:
        data = json.loads(json.dumps(base))
        change(data)
        states.add(read(json.dumps(data)))
    assert len(states) == len(changes) + 1


def over(**fields: Any) -> str:
    data = json.loads(position(tiles_of("figure4"), "H01 K", "G8 S", phase="over", to_move=None))
    return json.dumps({**data, **fields})


def test_a_tower_has_won() -> None:
    assert read(over()).outcome == Outcome((0,), "krabcek")
    result = {"winners": [0], "points": None, "reason": "krabcek"}
    assert read(over(result=result)).to_data()["result"] == result


def test_150_idle_turns_are_a_draw() -> None:
    state = read(position(SIX, "G6 B", phase="over", to_move=None, idle=150))
    assert state.outcome == Outcome((), "idle")


def test_a_blocked_player_has_lost() -> None:
    text = figure9(5).replace('"move"', '"over"')
    assert read(text).outcome == Outcome((0,), "block")


def test_who_is_to_move_does_not_matter_where_nobody_is() -> None:
    for name in "half of the tiles lie", "the first throw on figure 6":
        data = json.loads(POSITIONS[name])
        assert read(json.dumps({**data, "to_move": "white"})) == read(POSITIONS[name])
    assert read(over(to_move="white")) == read(over())


def field(*path: str | int, to: Any) -> Change:
    """Set a field deep inside."""

    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = to

    return change


def change_all(*changes: Change) -> Change:
    return lambda data: [change(data) for change in changes]


MOVE = position(SIX, "G6 S", "G1 S", 3)
THROW = position(SIX, "G6 S", "G1 S")
FIRST = POSITIONS["the first throw on figure 6"]
GATES = POSITIONS["two gates are left"]
LAYOUT = POSITIONS["half of the tiles lie"]
BLOCKED = figure9(5).replace('"move"', '"over"')

EARLY_PIECE = change_all(field("pieces", "black", "G6", to="S"), field("hands", "black", "S", to=3))
SECOND_TOWER = change_all(
    field("pieces", "white", to={"H02": "K"}), field("hands", "white", to={"S": 3, "M": 1, "B": 0})
)

BAD: list[tuple[str, Change, str]] = [
    (MOVE, field("tile_set", to="loose"), "core.position.field"),
    (MOVE, field("tiles", to="1-NE"), "core.position.field"),
    (MOVE, field("tiles", 3, to="1-NE"), "krabcek.layout.corner"),
    (MOVE, field("tiles", 3, to="x"), "krabcek.layout.token"),
    (MOVE, field("tiles", 15, to="2-SW"), "krabcek.layout.count"),
    (MOVE, lambda data: data["tiles"].pop(), "krabcek.position.tiles"),
    (LAYOUT, field("tiles", to=SIX), "krabcek.position.tiles"),
    (MOVE, field("phase", to="moving"), "core.position.field"),
    (MOVE, field("phase", to="throw"), "krabcek.position.throw"),
    (FIRST, field("throw", to=2), "krabcek.position.throw"),
    (MOVE, field("throw", to=None), "krabcek.position.throw"),
    (MOVE, field("throw", to=7), "core.position.field"),
    (MOVE, field("throw", to=True), "core.position.field"),
    (MOVE, field("to_move", to=None), "krabcek.position.to_move"),
    (THROW, field("to_move", to=None), "krabcek.position.to_move"),
    (GATES, field("to_move", to="black"), "krabcek.position.to_move"),
    (BLOCKED, field("to_move", to=None), "krabcek.position.to_move"),
    (MOVE, field("to_move", to="red"), "core.position.field"),
    (MOVE, field("to_move", to=["black"]), "core.position.field"),
    (MOVE, field("gates", "black", to=[6, 7, 2]), "krabcek.position.gates"),
    (MOVE, field("gates", "black", to=[6, 7, 2, 1]), "krabcek.position.gate_twice"),
    (MOVE, field("gates", "black", to=[6, 7, 2, 9]), "core.position.field"),
    (MOVE, field("gates", "black", to=[6, 7, 2, True]), "core.position.field"),
    (MOVE, field("gates", "black", to="6725"), "core.position.field"),
    (MOVE, field("gates", "red", to=[]), "core.position.unknown"),
    (GATES, field("gates", "black", to=[6, 7]), "krabcek.position.gates"),
    (LAYOUT, field("gates", "black", to=[1]), "krabcek.position.gates"),
    (GATES, field("gates", to={"black": [6, 7, 2, 5], "white": [1, 4, 3, 8]}), "krabcek.position.gates"),
    (FIRST, EARLY_PIECE, "krabcek.position.early"),
    (LAYOUT, field("pieces", "black", "G6", to="S"), "krabcek.position.box"),
    (MOVE, field("pieces", "black", "T01r", to="S"), "krabcek.position.box"),
    (MOVE, field("pieces", "black", "Z9", to="S"), "krabcek.position.box"),
    (MOVE, field("pieces", "white", "G6", to="S"), "krabcek.position.box_twice"),
    (MOVE, field("pieces", "black", "G6", to="Q"), "core.position.field"),
    (MOVE, field("pieces", "red", to={}), "core.position.unknown"),
    (MOVE, field("pieces", "black", to=[]), "core.position.field"),
    (MOVE, field("pieces", "black", "T01e", to="M"), "krabcek.position.narrow"),
    (MOVE, field("pieces", "black", "T00e", to="B"), "krabcek.position.narrow"),
    (MOVE, field("pieces", "black", "T00e", to="X"), "krabcek.position.narrow"),
    (MOVE, field("pieces", "black", "T00y", to="L"), "krabcek.position.narrow"),
    (MOVE, field("hands", "black", "S", to=4), "krabcek.position.material"),
    (MOVE, field("hands", "white", "B", to=0), "krabcek.position.material"),
    (MOVE, field("pieces", "black", "H00", to="L"), "krabcek.position.material"),
    (MOVE, field("hands", "black", "S", to=5), "core.position.field"),
    (MOVE, field("hands", "black", "S", to=-1), "core.position.field"),
    (MOVE, field("hands", "black", "K", to=0), "core.position.unknown"),
    (MOVE, field("hands", "red", to={}), "core.position.unknown"),
    (over(), field("phase", to="throw"), "krabcek.position.tower"),
    (over(), field("pieces", "black", to={"G1": "K"}), "krabcek.position.tower"),
    (over(), SECOND_TOWER, "krabcek.position.tower"),
    (over(), field("idle", to=3), "krabcek.position.tower_last"),
    (over(), lambda data: data.update(throw=3, to_move="white"), "krabcek.position.tower_last"),
    (MOVE, field("idle", to=-1), "core.position.field"),
    (MOVE, field("idle", to=151), "core.position.field"),
    (MOVE, field("idle", to=150), "krabcek.position.idle"),
    (THROW, field("idle", to=150), "krabcek.position.idle"),
    (BLOCKED, field("idle", to=150), "krabcek.position.idle"),
    (FIRST, field("idle", to=1), "krabcek.position.idle"),
    (THROW, field("phase", to="over"), "krabcek.position.over"),
    (MOVE, field("phase", to="over"), "krabcek.position.over"),
    (MOVE, field("more", to=1), "core.position.unknown"),
    (MOVE, lambda data: data.pop("hands"), "core.position.missing"),
    (MOVE, field("game", to="knopf"), "core.position.game"),
    (MOVE, field("result", to={}), "core.position.result"),
    (over(), field("result", to={"winners": [1], "points": None, "reason": "krabcek"}), "core.position.result"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "change", "key"), BAD, ids=[f"{n}-{key}" for n, (_, _, key) in enumerate(BAD)])
def test_positions_that_cannot_be(text: str, change: Change, key: str) -> None:
    read(text)  # it is the change that makes it bad
    data = json.loads(text)
    change(data)
    with pytest.raises(speelkist.BadPosition) as error:
        read(json.dumps(data))
    assert error.value.phrase.key == key
    assert error.value.say("nl")


def test_every_sentence_about_positions_is_provoked() -> None:
    sentences = {key for key in phrases_of("krabcek", "en") if key.startswith("position.") and ".count." not in key}
    assert {f"krabcek.{key}" for key in sentences} <= {key for _, _, key in BAD}
