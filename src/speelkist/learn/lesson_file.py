"""Reading the lessons and examples of a game from the JSON files in its folder; a mistake is named with its field.

``examples.json`` holds positions by name; ``lessons/1-name.json`` and so on hold the lessons in their order. A step's
position is the name of an example, or a position's JSON; with ``"like": NAME`` in it, it is that example with some of
its fields replaced; ``"continue"`` is where the step before it ended. A question there, or before a throw, is put to
the same learner as the step before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

from speelkist.core import CHANCE, LANGUAGES, JsonReader, SpeelkistError, State, load
from speelkist.core.registry import package_of

from .lesson import Answer, Example, Lesson, Remark, Step, Text

LONGEST_FILE = 1_000_000  # characters
MOST = 60  # items of any list in these files

Item = TypeVar("Item")


class BadLesson(SpeelkistError):
    """A lesson or an example that cannot be read, or that is not there."""


@cache
def examples_of(game: str) -> Mapping[str, Example]:
    """The examples of a game, by name, in the order of the file.

    :raises BadLesson: the file cannot be read; it names the field.
    """
    file = files(package_of(game).folder) / "examples.json"
    return read_file(game, file, lambda reader: _examples(game, reader)) if file.is_file() else {}


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in their order.

    :raises BadLesson: a file cannot be read; it names the field.
    """
    folder = files(package_of(game).folder) / "lessons"
    entries = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    return tuple(_read_lesson(game, file) for file in entries if file.name.endswith(".json"))


def lesson_of(game: str, id: str) -> Lesson:
    """A lesson by its id.

    :raises BadLesson: there is none; the sentence lists those that exist.
    """
    lessons = lessons_of(game)
    for lesson in lessons:
        if lesson.id == id:
            return lesson
    raise BadLesson("learn.lesson", name=id[:40], game=game, names=", ".join(lesson.id for lesson in lessons) or "-")


def example_of(game: str, id: str) -> Example:
    """An example by its name.

    :raises BadLesson: there is none; the sentence lists those that exist.
    """
    examples = examples_of(game)
    if id not in examples:
        raise BadLesson("learn.example", name=id[:40], names=", ".join(examples) or "-")
    return examples[id]


def _read_lesson(game: str, file: Traversable) -> Lesson:
    return read_file(game, file, lambda reader: _lesson(game, file.name, reader))


def read_file(game: str, file: Traversable, read: Callable[[JsonReader], Item]) -> Item:
    """What a JSON file holds; a mistake in it is told with the name of the file.

    :raises BadLesson: it cannot be read.
    """
    try:
        return read(JsonReader.parse(file.read_text(encoding="utf-8"), LONGEST_FILE))
    except SpeelkistError as error:
        raise BadLesson("learn.file", file=file.name, game=game, why=error.phrase) from error


# --- examples ---


def _examples(game: str, reader: JsonReader) -> dict[str, Example]:
    positions: dict[str, dict[str, Any]] = {}
    examples = {}
    for name in reader.names():
        entry = reader.fields(name)
        positions[name] = _merged(entry.fields("position"), positions)
        state = load(game).from_json(json.dumps({"game": game, **positions[name]}))
        examples[name] = Example(name, read_text(entry, "title"), state, _texts(entry, "shows"))
        entry.done()
    return examples


def _merged(position: JsonReader, known: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A position's fields, with those of the example that it is like."""
    base: Mapping[str, Any] = {}
    if position.has("like"):
        name = position.text("like")
        if name not in known:
            raise BadLesson("learn.example", name=name[:40], names=", ".join(known) or "-")
        base = known[name]
    return {**base, **{field: position.value(field) for field in position.names() if field != "like"}}


# --- lessons ---


def _lesson(game: str, file: str, reader: JsonReader) -> Lesson:
    name = file.removesuffix(".json").partition("-")[2]
    steps: list[Step] = []
    for entry in read_list(reader, "steps"):
        steps.append(_step(game, entry, steps[-1] if steps else None))
        entry.done()
    lesson = Lesson(name, read_text(reader, "title"), read_text(reader, "aim"), tuple(steps))
    reader.done()
    return lesson


def _step(game: str, entry: JsonReader, before: Step | None) -> Step:
    state = _state(game, entry, before)
    same_learner = entry.has("answers") and (_continues(entry) or state.player == CHANCE)
    step = Step(
        state=state,
        text=read_text(entry, "text"),
        good=read_text(entry, "good"),
        typed=read_text(entry, "typed") if entry.has("typed") else None,
        look=_texts(entry, "look"),
        route=_texts(entry, "route"),
        moves=_texts(entry, "move"),
        points=entry.number("points", 1, 99) if entry.has("points") else None,
        remarks=tuple(_remark(remark) for remark in read_list(entry, "remarks")),
        wrong=read_text(entry, "wrong") if entry.has("wrong") else None,
        then=_texts(entry, "then"),
        answers=tuple(_answer(answer) for answer in read_list(entry, "answers")),
        shows=_texts(entry, "shows"),
        asked=before.learner if before and same_learner else None,
    )
    if (bool(step.moves), step.points is not None, bool(step.answers)).count(True) != 1:
        raise BadLesson("learn.task", field=entry.path("text"))
    return step


def _state(game: str, entry: JsonReader, before: Step | None) -> State:
    if _continues(entry):
        if before is None or not (before.answers or (len(before.moves) == 1 and "*" not in before.moves[0])):
            raise BadLesson("learn.continue", field=entry.path("position"))
        return before.after(None if before.answers else before.solution())
    known = {name: example.state.to_data() for name, example in examples_of(game).items()}
    if isinstance(entry.value("position"), str):
        return example_of(game, entry.text("position")).state
    return load(game).from_json(json.dumps({"game": game, **_merged(entry.fields("position"), known)}))


def _continues(entry: JsonReader) -> bool:
    return bool(entry.value("position") == "continue")


def _remark(entry: JsonReader) -> Remark:
    remark = Remark(_texts(entry, "move"), read_text(entry, "text"))
    entry.done()
    return remark


def _answer(entry: JsonReader) -> Answer:
    right = entry.has("right") and entry.flag("right")
    answer = Answer(read_text(entry, "text"), right, None if right else read_text(entry, "remark"))
    entry.done()
    return answer


def read_list(reader: JsonReader, name: str) -> list[JsonReader]:
    """The objects of a list; none if it is left out."""
    if not reader.has(name):
        return []
    value = reader.value(name)
    return reader.list_of_fields(name, len(value) if isinstance(value, list) and len(value) <= MOST else MOST)


def _texts(reader: JsonReader, name: str) -> tuple[str, ...]:
    """A list of texts, or a text alone; nothing if it is left out."""
    if not reader.has(name):
        return ()
    return (reader.text(name),) if isinstance(reader.value(name), str) else tuple(reader.texts(name, MOST))


def read_text(reader: JsonReader, name: str) -> Text:
    """A text in every language."""
    languages = reader.fields(name)
    for lang in LANGUAGES:
        if not languages.has(lang) or not languages.text(lang).strip():
            raise BadLesson("learn.language", field=languages.path(""), lang=lang)
    languages.done()
    return {lang: languages.text(lang) for lang in LANGUAGES}
