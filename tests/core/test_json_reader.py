"""Reading a position field by field."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speelkist.core import BadPosition, JsonReader

Reader = Callable[[JsonReader], Any]

NUMBER: Reader = lambda fields: fields.number("x", 1, 3)  # noqa: E731
FLAG: Reader = lambda fields: fields.flag("x")  # noqa: E731
CHOICE: Reader = lambda fields: fields.choice("x", ("a", "b"))  # noqa: E731
TEXT: Reader = lambda fields: fields.text("x")  # noqa: E731
TEXTS: Reader = lambda fields: fields.texts("x", 2)  # noqa: E731
NUMBERS: Reader = lambda fields: fields.numbers("x", 2, 0, 5)  # noqa: E731
FIELDS: Reader = lambda fields: fields.fields("x").names()  # noqa: E731
LIST: Reader = lambda fields: [item.names() for item in fields.list_of_fields("x", 2)]  # noqa: E731
READERS = [NUMBER, FLAG, CHOICE, TEXT, TEXTS, NUMBERS, FIELDS, LIST]


@pytest.mark.parametrize(
    ("read", "value", "expected"),
    [
        (NUMBER, 1, 1),
        (NUMBER, 3, 3),
        (FLAG, False, False),
        (CHOICE, "b", "b"),
        (TEXT, "", ""),
        (TEXTS, ["a", "a"], ["a", "a"]),
        (TEXTS, [], []),
        (NUMBERS, [0, 5], [0, 5]),
        (FIELDS, {"a": 1, "b": 2}, ["a", "b"]),
        (LIST, [{"a": 1}, {}], [["a"], []]),
    ],
)
def test_right_values(read: Reader, value: object, expected: object) -> None:
    assert read(JsonReader({"x": value})) == expected


@pytest.mark.parametrize(
    ("read", "values"),
    [
        (NUMBER, [0, 4, True, 2.0, "2", None, [2], {}, 10**4000]),
        (FLAG, [0, 1, "true", None, [], {}]),
        (CHOICE, ["c", "", 1, None, ["a"], {"a": 1}, True]),
        (TEXT, [1, None, ["a"], {}, True]),
        (TEXTS, ["a", ["a", 1], ["a", "b", "c"], None, {"a": "b"}, [["a"]]]),
        (NUMBERS, [[0], [0, 1, 2], [0, 6], [0, -1], [0, True], [0, 1.0], "01", None, {"0": 1}]),
        (FIELDS, [[], "x", 1, None, [["a", 1]]]),
        (LIST, [[], [{}], [{}, 1], {}, None, [{}, {}, {}]]),
    ],
)
def test_wrong_values_are_answered_with_the_name_of_the_field(read: Reader, values: list[object]) -> None:
    for value in values:
        with pytest.raises(BadPosition, match="Field “x” must be") as caught:
            read(JsonReader({"x": value}))
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("read", READERS)
def test_a_missing_field_is_named(read: Reader) -> None:
    with pytest.raises(BadPosition, match="lacks the field “x”"):
        read(JsonReader({"y": 1}))


def test_inner_fields_are_named_with_their_path() -> None:
    fields = JsonReader({"hands": {"red": {"S": "many"}}, "list": [{}, {"y": 1}]})
    with pytest.raises(BadPosition, match=r"“hands\.red\.S”"):
        fields.fields("hands").fields("red").number("S", 0, 4)
    with pytest.raises(BadPosition, match=r"“list\[1\].y”"):
        fields.list_of_fields("list", 2)[1].done()


def test_fields_that_nobody_asked_for_are_refused() -> None:
    fields = JsonReader({"x": 1, "y": 2, "result": 3})
    fields.value("x")
    with pytest.raises(BadPosition, match="“y” that does not belong"):
        fields.done("result")
    fields.value("y")
    fields.done("result")
    assert fields.has("x")
    assert not fields.has("z")


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "3", '"x"', "null", "{'a': 1}", b"\xff\xfe", '{"a": ' + "9" * 5000 + "}", "\x00"]
)
def test_what_is_no_object_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadPosition):
        JsonReader.parse(text)


@pytest.mark.parametrize("wrong", [None, 3, {"game": "toy"}, [1], object()])
def test_what_is_no_text_is_refused(wrong: Any) -> None:
    with pytest.raises(BadPosition):
        JsonReader.parse(wrong)


def test_too_long_a_text_is_refused_unread() -> None:
    with pytest.raises(BadPosition, match="too long"):
        JsonReader.parse('{"x": "' + "a" * 100_000 + '"}')


@pytest.mark.parametrize("depth", [21, 500, 990, 995, 5000, 40000])
def test_lists_within_lists_without_end_are_refused(depth: int) -> None:
    with pytest.raises(BadPosition):
        JsonReader.parse('{"x": ' + "[" * depth + "]" * depth + "}")


def test_brackets_inside_texts_are_no_brackets() -> None:
    text = '[{"' * 50 + "\\\\"
    assert JsonReader.parse(json.dumps({"x": text})).text("x") == text


@given(st.text() | st.binary())
def test_any_text_gives_fields_or_our_error(text: str | bytes) -> None:
    with suppress(BadPosition):
        JsonReader.parse(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(JSON, st.sampled_from(READERS))
def test_any_value_gives_a_value_or_our_error(value: object, read: Reader) -> None:
    with suppress(BadPosition):
        read(JsonReader.parse(json.dumps({"x": value})))


@pytest.mark.parametrize("text", ['{"a": "\\ud800"}', '{"\\uDFFF": 1}', '{"a": "\ud800"}'])
def test_half_a_character_is_refused(text: str) -> None:
    with pytest.raises(BadPosition) as refused:
        JsonReader.parse(text)
    str(refused.value).encode()


def test_two_halves_make_a_character() -> None:
    assert JsonReader.parse('{"a": "\\ud83d\\ude00"}').text("a") == "\U0001f600"
