"""Reading a JSON object field by field, so that every mistake is answered with the name of the field."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from .errors import BadPosition

LONGEST_JSON = 16_000  # the longest position of any game has not a tenth of it
DEEPEST_JSON = 20

_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"?|([\[{])|([\]}])')
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def read_json(text: str | bytes) -> Any:
    """What a JSON text holds, else a ValueError.

    Refused too are lists in lists that would exhaust who looks at them, and half characters that nobody could write
    down again.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    depth = 0
    for bracket in _BRACKETS.finditer(text):
        depth += (bracket[1] is not None) - (bracket[2] is not None)
        if depth > DEEPEST_JSON:
            raise ValueError(f"more than {DEEPEST_JSON} brackets within each other")
    data = json.loads(text)
    if _SURROGATE.search(text):  # two halves may make a character; one alone cannot be encoded
        json.dumps(data, ensure_ascii=False).encode()
    return data


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class JsonReader:
    """A JSON object of a position. Fields that were asked for are known; ``done`` refuses the others."""

    def __init__(self, data: dict[str, Any], path: str = "") -> None:
        self._data = data
        self._path = path
        self._asked: set[str] = set()

    @classmethod
    def parse(cls, text: str | bytes, longest: int = LONGEST_JSON) -> JsonReader:
        """The object that a JSON text holds.

        :raises BadPosition: if it holds anything else, or is longer.
        """
        if not isinstance(text, str | bytes):
            raise BadPosition("core.position.object")
        if len(text) > longest:
            raise BadPosition("core.position.long", n=longest)
        try:
            data = read_json(text)
        except ValueError as error:
            raise BadPosition("core.position.json", error=str(error)[:80]) from None
        if not isinstance(data, dict):
            raise BadPosition("core.position.object")
        return cls(data)

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self._data

    def value(self, name: str) -> Any:
        """The field as it stands.

        :raises BadPosition: if it is missing.
        """
        self._asked.add(name)
        if name not in self._data:
            raise BadPosition("core.position.missing", field=self._path + name)
        return self._data[name]

    def number(self, name: str, low: int, high: int) -> int:
        """A whole number in a range.

        :raises BadPosition: if it is missing, or something else.
        """
        value = self.value(name)
        if _is_integer(value) and low <= value <= high:
            return int(value)
        raise self.wrong(name, f"{low}..{high}")

    def flag(self, name: str) -> bool:
        """True or false.

        :raises BadPosition: if it is missing, or something else.
        """
        value = self.value(name)
        if isinstance(value, bool):
            return value
        raise self.wrong(name, "true, false")

    def choice(self, name: str, choices: Sequence[str]) -> str:
        """One of some words.

        :raises BadPosition: if it is missing, or something else.
        """
        value = self.value(name)
        if isinstance(value, str) and value in choices:
            return value
        raise self.wrong(name, ", ".join(choices))

    def text(self, name: str) -> str:
        """A text.

        :raises BadPosition: if it is missing, or something else.
        """
        value = self.value(name)
        if isinstance(value, str):
            return value
        raise self.wrong(name, '"..."')

    def texts(self, name: str, most: int) -> list[str]:
        """A list of at most so many texts.

        :raises BadPosition: if it is missing, or something else.
        """
        value = self.value(name)
        if isinstance(value, list) and len(value) <= most and all(isinstance(item, str) for item in value):
            return value
        raise self.wrong(name, f'["...", ...] (0..{most})')

    def numbers(self, name: str, count: int, low: int, high: int) -> list[int]:
        """A list of exactly so many whole numbers in a range.

        :raises BadPosition: if it is missing, or something else.
        """
        value = self.value(name)
        if isinstance(value, list) and len(value) == count:
            if all(_is_integer(item) and low <= item <= high for item in value):
                return value
        raise self.wrong(name, f"[{count} x {low}..{high}]")

    def fields(self, name: str) -> JsonReader:
        """An object inside this one. Call ``done`` on it when all of it was read.

        :raises BadPosition: if it is missing, or something else.
        """
        value = self.value(name)
        if isinstance(value, dict):
            return JsonReader(value, f"{self._path}{name}.")
        raise self.wrong(name, "{...}")

    def list_of_fields(self, name: str, count: int) -> list[JsonReader]:
        """A list of exactly so many objects.

        :raises BadPosition: if it is missing, or something else.
        """
        value = self.value(name)
        if isinstance(value, list) and len(value) == count and all(isinstance(item, dict) for item in value):
            return [JsonReader(item, f"{self._path}{name}[{index}].") for index, item in enumerate(value)]
        raise self.wrong(name, f"[{count} x {{...}}]")

    def names(self) -> list[str]:
        """The names of all fields, in the order of the text."""
        return list(self._data)

    def path(self, name: str) -> str:
        """Where a field stands in the entire text: ``steps[2].text``."""
        return (self._path + name).rstrip(".")

    def wrong(self, name: str, expected: str) -> BadPosition:
        """The error that says what the field should be."""
        shown = json.dumps(self._data.get(name), ensure_ascii=False)
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        return BadPosition("core.position.field", field=self._path + name, expected=expected, found=shown)

    def done(self, *allowed: str) -> None:
        """Refuse fields that nobody asked for.

        :raises BadPosition: if there is one.
        """
        for name in self._data:
            if name not in self._asked and name not in allowed:
                raise BadPosition("core.position.unknown", field=(self._path + name)[:60])
