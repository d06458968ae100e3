"""The tables of the booklets' sentences are true: every file, name, section and test in them is there."""

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import speelkist
from speelkist.learn.lesson_file import examples_of, lessons_of

ROOT = Path(__file__).parent.parent.parent
HEADER = "| nr | the booklet says | code | rules page | ruling | test | lesson |"
# How the numbers of a booklet begin, and how many sentences it has.
SENTENCES = {"krabcek": ("K", 73), "knopf": ("N", 36), "cubus": ("C", 52), "kriskras": ("R", 28)}
STANDS_FOR_CODE = ("physical table", "words only")


class Row(NamedTuple):
    """A sentence of a booklet."""

    number: str
    words: str
    code: str
    section: str
    ruling: str
    test: str
    lesson: str


def rows(game: str) -> list[Row]:
    """The table of a game."""
    lines = (ROOT / "docs" / "booklets" / f"{game}.md").read_text(encoding="utf-8").splitlines()
    first = lines.index(HEADER) + 2
    return [Row(*(cell.strip() for cell in line.strip("|").split("|"))) for line in lines[first:] if line]


def quoted(cell: str) -> list[str]:
    """What stands in backticks in a cell; a cell has nothing else, or a dash."""
    assert cell == "-" or re.fullmatch(r"`[^`]+`(, `[^`]+`)*", cell), cell
    return re.findall(r"`([^`]+)`", cell)


def file_of(game: str, name: str, folder: str) -> Path:
    """A file of the game's folder, or of the project where the name begins with one of its folders."""
    return ROOT / name if name.startswith(("web/", "tests/")) else ROOT / folder / "games" / game / name


@cache
def names_in(file: Path) -> set[str]:
    """The names that a file defines: ``f``, ``C``, ``C.f`` in Python; keys in JSON; what scripts declare."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        tree = ast.parse(text).body
        classes = [node for node in tree if isinstance(node, ast.ClassDef)]
        return _defined(tree) | {f"{node.name}.{name}" for node in classes for name in _defined(node.body)}
    if file.suffix == ".json":
        return set(json.loads(text))
    if file.name.endswith(".test.ts"):
        return set(re.findall(r'\bit\("([^"]+)"', text))
    declared = re.findall(r"\b(?:const|let|function|interface|type)\s+(\w+|\{[^}]*\})", text)
    return {name for names in declared for name in re.findall(r"\w+", names)}


def _defined(body: list[ast.stmt]) -> set[str]:
    names = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names |= {part.id for target in targets if target for part in ast.walk(target) if isinstance(part, ast.Name)}
    return names


@cache
def sections(game: str, lang: str) -> set[str]:
    """The sections of a rules page as the tables write them."""
    page = ROOT / "src" / "speelkist" / "games" / game / "text" / f"rules.{lang}.md"
    return {"top"} | set(re.findall(r"^#+ .* \{(#[\w-]+)\}$", page.read_text(encoding="utf-8"), re.MULTILINE))


@cache
def rulings(game: str) -> set[str]:
    """The marks in the table of rulings on the game's page."""
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| (R\d+) \|", page, re.MULTILINE))


def problems(game: str, row: Row) -> list[str]:
    """What of a row leads nowhere."""
    missing = [
        f"section {name} in {lang}"
        for name in quoted(row.section)
        for lang in ("en", "nl")
        if name not in sections(game, lang)
    ]
    for link in quoted(row.test):
        name, _, test = link.partition("::")
        missing += _problem(file_of(game, name, "tests"), test)
        missing += [] if name.endswith(".ts") or test.startswith("test_") else [f"{test} is no test"]
    missing += [f"ruling {mark}" for mark in row.ruling.split(", ") if mark != "-" and mark not in rulings(game)]
    if row.code in STANDS_FOR_CODE:
        return [*missing, "no section tells it"] if (row.code, row.section) == ("words only", "-") else missing
    links = quoted(row.code)
    for link in links:
        name, _, symbol = link.partition(": ")
        missing += _problem(file_of(game, name, "src/speelkist"), symbol)
    if row.test == "-" and any(not link.startswith(("web/", "bots/")) for link in links):
        missing.append("a rule without a test")  # advice that bots follow and words on a page are none
    return missing if links else [*missing, "neither code nor a word that stands for it"]


def _problem(file: Path, name: str) -> list[str]:
    if not file.is_file():
        return [f"file {file}"]
    return [] if name in names_in(file) else [f"{name} in {file}"]


def test_every_table_is_looked_at() -> None:
    pages = {page.stem for page in (ROOT / "docs" / "booklets").glob("*.md")} - {"index"}
    assert pages == set(SENTENCES)
    assert pages <= set(speelkist.games())
    assert sum(count for _, count in SENTENCES.values()) == 189


@pytest.mark.parametrize("game", SENTENCES)
def test_every_sentence_is_there_once(game: str) -> None:
    letter, count = SENTENCES[game]
    assert [row.number for row in rows(game)] == [f"{letter}{number}" for number in range(1, count + 1)]
    assert all(row.words for row in rows(game))


@pytest.mark.parametrize("game", SENTENCES)
def test_every_link_leads_somewhere(game: str) -> None:
    wrong = {row.number: problems(game, row) for row in rows(game)}
    assert {number: missing for number, missing in wrong.items() if missing} == {}


@pytest.mark.parametrize("game", SENTENCES)
def test_every_sentence_names_the_lessons_that_show_it(game: str) -> None:
    shown: dict[str, list[str]] = {row.number: [] for row in rows(game)}
    for lesson in lessons_of(game):
        for number in dict.fromkeys(number for step in lesson.steps for number in step.shows):
            shown[number].append(lesson.id)
    assert {row.number: quoted(row.lesson) for row in rows(game)} == shown


@pytest.mark.parametrize("game", SENTENCES)
def test_every_example_is_about_a_sentence_that_is_there(game: str) -> None:
    numbers = {row.number for row in rows(game)}
    assert {number for example in examples_of(game).values() for number in example.shows} <= numbers


GOOD = Row("K4", "seven men", "`set_up.py: STOCK`", "`#men`", "R1", "`test_rules.py::test_what_combines`", "`men`")


def test_a_good_row_has_no_problem() -> None:
    assert problems("krabcek", GOOD) == []
    assert problems("krabcek", GOOD._replace(code="physical table", section="-", ruling="-", test="-")) == []


@pytest.mark.parametrize(
    "change",
    [
        {"code": "`gone.py: STOCK`"},
        {"code": "`set_up.py: GONE`"},
        {"code": "`rules.py: KrabcekState.gone`"},
        {"code": "`web/src/games/krabcek/Gate.svelte: gone`"},
        {"code": "`web/src/games/krabcek/text.en.json: gone`"},
        {"code": "-"},
        {"code": "words only", "section": "-"},
        {"section": "`#gone`"},
        {"ruling": "R99"},
        {"test": "-"},
        {"test": "`test_gone.py::test_what_combines`"},
        {"test": "`test_rules.py::test_gone`"},
        {"test": "`test_rules.py::starting`"},
    ],
    ids=str,
)
def test_a_row_that_leads_nowhere_is_noticed(change: dict[str, str]) -> None:
    assert problems("krabcek", GOOD._replace(**change)) != []
