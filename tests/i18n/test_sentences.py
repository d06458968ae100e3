"""One word for one thing in what players read, and ranges that say whether their end belongs to them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TEXTS = sorted(
    file
    for pattern in ("src/speelkist/**/text/*", "web/src/i18n/*.json", "web/src/games/*/text.*.json")
    for file in ROOT.glob(pattern)
)
# Pages, prompts and refusals say row and column; ranks and files are for chess players and our code.
CHESS_WORDS = re.compile(r"(?<![{\w])(?:rank|ranks|file|files)(?!\w)")
# "1 tot 4" leaves a Dutch reader in doubt about the 4. Durations and intervals do not.
OPEN_RANGE = re.compile(r"(?:\d|\}|\b[a-q]) tot (?=\d|\{|[a-q]\b)(?!30 minuten|\{high\}(?: %|\)))")

# The word that is used everywhere, and others for the same thing that have crept in before.
ONE_WORD = {
    "en": {"seat": r"\bchairs?\b"},
    "nl": {
        "gelijkspel": r"\bremise\b",
        "hint": r"(?<!#)\btips?\b",
        "startgetal": r"\bzaadje\b",
    },
}


def texts(language: str, folder: str = "") -> list[Path]:
    """The files that hold sentences in a language."""
    return [file for file in TEXTS if f".{language}." in f".{file.name}" and folder in file.as_posix()]


def slips(files: list[Path], pattern: re.Pattern[str]) -> list[str]:
    """The lines with a match, and where they are."""
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def test_there_are_texts_in_both_languages() -> None:
    assert len(texts("en")) == len(texts("nl")) > 15


def test_english_games_speak_of_rows_and_columns() -> None:
    assert slips(texts("en", "games/"), CHESS_WORDS) == []


def test_dutch_ranges_say_whether_the_end_belongs_to_them() -> None:
    assert slips(texts("nl"), OPEN_RANGE) == []


@pytest.mark.parametrize(
    ("language", "word"), [(language, word) for language in ONE_WORD for word in ONE_WORD[language]]
)
def test_one_thing_has_one_word(language: str, word: str) -> None:
    assert slips(texts(language), re.compile(ONE_WORD[language][word])) == []


@pytest.mark.parametrize("language", ["en", "nl"])
def test_sections_with_one_name_have_one_heading_on_all_rules_pages(language: str) -> None:
    headings: dict[str, set[str]] = {}
    pages = [file.read_text(encoding="utf-8") for file in texts(language, "games/") if file.name.startswith("rules.")]
    for page in pages:
        for heading, name in re.findall(r"^## (.+) \{#(\w+)\}$", page, re.MULTILINE):
            headings.setdefault(name, set()).add(heading)
    assert {"aim", "turn", "end", "rulings", "notation"} <= set(headings)
    assert all("{#aim}" in page and "{#rulings}" in page for page in pages)
    assert [name for name, words in headings.items() if len(words) > 1] == []


@pytest.mark.parametrize("line", ["on rank {rank}", "the files a to j"])
def test_a_chess_word_is_noticed(line: str) -> None:
    assert CHESS_WORDS.search(line)


@pytest.mark.parametrize("line", ["van 1 tot 4", "{low} tot {high} spelers", "a tot j"])
def test_an_open_range_is_noticed(line: str) -> None:
    assert OPEN_RANGE.search(line)


@pytest.mark.parametrize(
    "line", ["van 1 tot en met 4", "20 tot 30 minuten", "{low} tot {high} %", "b1 en zo verder tot j1"]
)
def test_a_clear_range_is_left_alone(line: str) -> None:
    assert not OPEN_RANGE.search(line)
