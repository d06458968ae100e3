"""Options: every kind, every kind of wrong value, from code and from a command line."""

import pytest

from speelkist.core import BadOption, Option, load

FLAG = Option("flag", False)
NUMBER = Option("number", 3, low=1, high=14)
CHOICE = Option("choice", "a", choices=("a", "b"))
LIST = Option("list", "usual", choices=("usual", "random"), items=2)


class ForeignInteger:
    """A whole number as numpy has them."""

    def __index__(self) -> int:
        return 8


def each(option: Option, *values: object) -> list[tuple[Option, object]]:
    """The option with one value after the other."""
    return [(option, value) for value in values]


def test_kinds_and_ranges() -> None:
    assert [option.kind for option in (FLAG, NUMBER, CHOICE, LIST)] == ["flag", "number", "choice", "list"]
    assert [str(option.range) for option in (FLAG, NUMBER, CHOICE, LIST)] == [
        "true, false",
        "1..14",
        "a, b",
        "usual, random, or a list of 2 texts",
    ]


@pytest.mark.parametrize(
    ("option", "value", "read"),
    [
        (FLAG, True, True),
        (NUMBER, 1, 1),
        (NUMBER, 14, 14),
        (NUMBER, ForeignInteger(), 8),
        (CHOICE, "b", "b"),
        (LIST, "random", "random"),
        (LIST, ["x", "y"], ("x", "y")),
        (LIST, ("x", "y"), ("x", "y")),
    ],
)
def test_right_values(option: Option, value: object, read: object) -> None:
    assert option.read(value) == read


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *each(FLAG, 1, 0, "true", None, []),
        *each(NUMBER, 0, 15, True, 3.0, "3", None, [3], {}),
        *each(CHOICE, "c", "", None, 1, ["a"], True, ("a", "b")),
        *each(LIST, "other", ["x"], ["x", "y", "z"], ["x", 1], {}, None, 2, b"ab", "xy", {"a", "b"}),
    ],
)
def test_wrong_values(option: Option, value: object) -> None:
    with pytest.raises(BadOption) as caught:
        option.read(value)
    assert caught.value.phrase.key == "core.option.value"
    assert option.name in str(caught.value)
    assert len(str(caught.value)) < 200
    assert caught.value.say("nl") != str(caught.value)


@pytest.mark.parametrize(
    ("option", "text", "read"),
    [
        *[(FLAG, text, True) for text in ("true", "YES", "1", " Yes ")],
        *[(FLAG, text, False) for text in ("false", "no", "0")],
        (NUMBER, "7", 7),
        (NUMBER, " 7 ", 7),
        (CHOICE, "b", "b"),
        (LIST, "usual", "usual"),
        (LIST, "x,y", ("x", "y")),
        (LIST, "x / y", ("x", "y")),
        (LIST, "x y", ("x", "y")),
    ],
)
def test_text_forms(option: Option, text: str, read: object) -> None:
    assert option.read_text(text) == read


@pytest.mark.parametrize(
    ("option", "text"),
    [
        *[(FLAG, text) for text in ("", "perhaps", "2")],
        *[(NUMBER, text) for text in ("", "-", "--3", "3.0", "3e0", "1_0", "٣", "-3", "15", "9" * 5000, "x")],
        *[(CHOICE, text) for text in ("", "A", "a,b")],
        *[(LIST, text) for text in ("", "x", "x,y,z")],
    ],
)
def test_wrong_texts(option: Option, text: str) -> None:
    with pytest.raises(BadOption):
        option.read_text(text)


def test_values_too_large_to_show() -> None:
    endless: list[object] = []
    endless.append(endless)
    wrong: list[object] = [10**5000, endless]
    for value in wrong:
        with pytest.raises(BadOption):
            NUMBER.read(value)


def test_a_game_fills_up_its_defaults_and_keeps_them() -> None:
    game = load("toy", length=5, names=["x", "y"])
    assert dict(game.options) == {
        "length": 5,
        "patience": 20,
        "loud": False,
        "weather": "dry",
        "names": ("x", "y"),
    }
    with pytest.raises(TypeError):
        game.options["length"] = 6  # type: ignore[index]


@pytest.mark.parametrize("name", ["lenght", "self", "id", "", "a b", "x" * 1000])
def test_an_unknown_option_is_answered_with_those_that_exist(name: str) -> None:
    with pytest.raises(BadOption, match="length, patience, loud, weather, names") as caught:
        load("toy", **{name: 1})
    assert len(str(caught.value)) < 200
