"""What is written down about each game in files: perft tables, playthroughs, rules pages and phrases."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import speelkist
from speelkist.core import LANGUAGES, Match, Option, OptionValue, Record, perft, phrases_of
from speelkist.core.playthrough import playthrough_digest
from speelkist.i18n.markdown import parse_blocks, plain_text

from .examples import FOLDER, GAMES, walk

SOURCE = Path(speelkist.__file__).parent / "games"
DOCS = FOLDER.parents[1] / "docs"
WEB = FOLDER.parents[1] / "web" / "src" / "games"


def perft_lines() -> list[tuple[str, str, str]]:
    listed = []
    for game in GAMES:
        for line in (FOLDER / game / "perft.txt").read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                listed.append((game, line.split("\t")[0], line))
    return listed


@pytest.mark.parametrize(("id", "name", "line"), perft_lines(), ids=lambda value: value if len(value) < 40 else "")
def test_perft(id: str, name: str, line: str) -> None:
    _, options, position, counts = line.split("\t")
    game = speelkist.load(id, **json.loads(options))
    state = game.start() if position == "start" else game.from_json(position)
    for item in counts.split():
        depth, count = item.split(":")
        assert perft(state, int(depth)) == int(count), f"{name} at depth {depth}"


@pytest.mark.parametrize("id", GAMES)
def test_perft_looks_at_the_start_and_at_five_special_positions(id: str) -> None:
    lines = [line.split("\t") for game, _, line in perft_lines() if game == id]
    assert any(line[2] == "start" for line in lines)
    assert len({line[2] for line in lines if line[2] != "start"}) >= 5


@pytest.mark.parametrize("id", GAMES)
def test_playthrough(id: str) -> None:
    record = Record.parse((FOLDER / id / "playthrough.record").read_text(encoding="utf-8"))
    expected = (FOLDER / id / "playthrough.txt").read_text(encoding="utf-8").splitlines()
    actual = list(playthrough_digest(record))
    for number, (line, expected_line) in enumerate(zip(actual, expected, strict=False), 1):
        assert line == expected_line, (
            f"playthrough.txt line {number}; if that is meant: python -m tools.playthroughs {id}"
        )
    assert len(actual) == len(expected)
    assert record.last().outcome is not None


def anchors(id: str, lang: str) -> list[str]:
    text = (SOURCE / id / "text" / f"rules.{lang}.md").read_text(encoding="utf-8")
    return re.findall(r"^#+ .*\{#([a-z_-]+)\}$", text, re.MULTILINE)


@pytest.mark.parametrize("id", GAMES)
def test_rules_pages_have_the_same_paragraphs_in_both_languages(id: str) -> None:
    assert anchors(id, "en") == anchors(id, "nl")
    assert "rulings" in anchors(id, "en")


RULINGS_HEADING = {"en": "Our rulings", "nl": "Onze beslissingen"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", GAMES)
def test_rules_pages_have_every_ruling_of_the_games_page_under_the_same_heading(id: str, lang: str) -> None:
    blocks = parse_blocks((SOURCE / id / "text" / f"rules.{lang}.md").read_text(encoding="utf-8"))
    begin = next(at for at, block in enumerate(blocks) if block["kind"] == "heading" and block["anchor"] == "rulings")
    heading = blocks[begin]
    assert heading["kind"] == "heading" and heading["text"] == RULINGS_HEADING[lang]
    table = next(block for block in blocks[begin:] if block["kind"] == "table")
    marks = re.findall(r"^\| (R\d+) \|", (DOCS / "games" / f"{id}.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert marks == [f"R{number}" for number in range(1, len(marks) + 1)]
    assert [plain_text(row[0]) for row in table["rows"]] == marks


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", GAMES)
def test_rules_pages_are_parsed_without_marks_left_over(id: str, lang: str) -> None:
    blocks = parse_blocks((SOURCE / id / "text" / f"rules.{lang}.md").read_text(encoding="utf-8"))
    assert [block["anchor"] for block in blocks if block["kind"] == "heading" and block["anchor"]] == anchors(id, lang)
    texts = [plain_text(block["line"]) for block in blocks if block["kind"] == "paragraph"]
    assert texts and not [text for text in texts if "**" in text or "](" in text or "`" in text]


@pytest.mark.parametrize("id", GAMES)
def test_a_refusal_names_a_paragraph_of_the_rules_page(id: str) -> None:
    named = set()
    for file in (SOURCE / id).glob("*.py"):
        named |= set(re.findall(rf'"{id}\.([a-z_]+)\.[a-z_.]+"', file.read_text(encoding="utf-8")))
    # what is no refusal of a move: questions to the player, names of things, words around the board
    others = {
        "notation",
        "ask",
        "say",
        "view",
        "cell",
        "side",
        "end",
        "show",
        "simple",
        "insight",
        "reason",
        "position",
        "option",
        "tile",
        "piece",
        "place",
        "kind",
        "width",
        "paper",
    }
    missing = named - set(anchors(id, "en")) - others
    assert not missing, f"refusals name rules that the page does not have: {missing}"


@pytest.mark.parametrize("id", GAMES)
def test_phrases_that_everybody_needs_are_there(id: str) -> None:
    info = speelkist.load(id).info
    for lang in LANGUAGES:
        phrases = phrases_of(id, lang)
        for key in ("about", "help", *(f"option.{option.name}" for option in info.options)):
            assert phrases[key], f"{lang}: {key}"
        assert info.name[lang]


def english_texts(id: str) -> dict[str, str]:
    """All that a game says in English, by file and line."""
    files = [*(SOURCE / id / "text").glob("*.en.*"), *(WEB / id).glob("text.en.json")]
    lines = {f"{file.name}:{n}": line for file in files for n, line in enumerate(read_lines(file), 1)}
    for file in [*(SOURCE / id).glob("*.json"), *(SOURCE / id / "lessons").glob("*.json")]:
        lines |= {f"{file.name}:{n}": line for n, line in enumerate(read_lines(file), 1) if '"en": ' in line}
    return lines


def read_lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("id", GAMES)
def test_english_says_it_of_a_piece_and_they_of_a_player(id: str) -> None:
    texts = english_texts(id)
    assert texts
    dutch = re.compile(r'"nl": .*')
    gendered = re.compile(r"\b(he|him|his|himself|she|her|hers)\b", re.IGNORECASE)
    assert {place: line for place, line in texts.items() if gendered.search(dutch.sub("", line))} == {}
    who = re.compile(r"\b(fighter|musketeer|soldier|piece|man|Skinnyboy|Middleman|Bigboy|button|tile)s? who\b")
    assert {place: line for place, line in texts.items() if who.search(line)} == {}


@pytest.mark.parametrize("id", GAMES)
def test_every_choice_of_every_option_has_words(id: str) -> None:
    """Commands and records know a choice by its own name, people do not."""
    for option in speelkist.load(id).info.options:
        for lang in LANGUAGES:
            for choice in option.choices:
                assert phrases_of(id, lang)[f"choice.{choice}"] != choice


@pytest.mark.parametrize("id", GAMES)
def test_the_end_has_a_phrase_in_both_languages(id: str) -> None:
    state = walk(speelkist.load(id), 1, 10_000)[-1]
    assert state.outcome is not None
    for lang in LANGUAGES:
        assert f"end.{state.outcome.reason}" in phrases_of(id, lang)


# Where the number of an option or constant means something else: what is left out of a text before it is looked for.
OTHER_MEANINGS = {
    ("krabcek", "seed"): r"“idle” is 0|from 0|vanaf 0",
    ("knopf", "seed"): r"“quiet”[^.]* 0",
    ("knopf", "target"): r"(rows|ranks)( from)? 1 to 10|rijen( van)? 1 tot en met 10|10 rows|rank 1 first",
    ("cubus", "players"): r".+",  # heights, places and points: the number of players is the reader's own choice
}


@pytest.mark.parametrize("id", GAMES)
def test_the_numbers_of_the_rules_are_named_and_not_written_out(id: str) -> None:
    """Phrases and rules pages get them by name; a game's page tells each once, the other documents not at all."""
    game = speelkist.load(id)
    info = game.info
    names = [*info.constants, *(option.name for option in info.options if option.kind == "number")]
    page = DOCS / "games" / f"{id}.md"
    for name in names:
        number = game.number(name)
        other = re.compile(OTHER_MEANINGS.get((id, name), r"(?!)"))
        written = re.compile(rf"(?<![\w.]){number}(?![\w.]*\w)")
        for file in sorted((SOURCE / id / "text").iterdir()):
            lines = [line for line in read_lines(file) if written.search(other.sub("", line))]
            assert not lines, f"{file.name}: write {{{name}}} instead of {number}: {lines}"
        prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert len(written.findall(other.sub("", prose))) <= 1, f"{page.name} tells {number} ({name}) more than once"
        for file in sorted(DOCS.glob("*.md")):
            rows = [other.sub("", line) for line in read_lines(file) if info.name["en"] in line]
            assert not [row for row in rows if row.startswith("|") and written.search(row)], f"{file.name}: {number}"


@pytest.mark.parametrize("id", GAMES)
def test_an_options_own_words_write_no_number(id: str) -> None:
    """Their values change with the option, so they are named; a list given by hand is explained by its digits."""
    info = speelkist.load(id).info
    for option in info.options:
        for lang in LANGUAGES:
            for phrase in (option.label(info), option.help(info)):
                sentence = str(phrases_of(id, lang)[phrase.key.removeprefix(f"{id}.")])
                assert option.items or not re.search(r"\d", sentence), f"{lang}: {phrase.key}: {sentence}"
                assert "{" not in phrase.say(lang), phrase.key


@pytest.mark.parametrize("id", GAMES)
def test_options_in_the_position_are_written_read_and_checked(id: str) -> None:
    """Where one has its default, positions and records look as they did before the game had it."""
    usual = speelkist.load(id)
    for option in usual.info.options:
        if not option.in_position:
            continue
        assert option.name not in usual.start().to_data()
        assert f"Option {option.name}" not in str(Match(usual).record())
        for value in other_values(option):
            start = speelkist.load(id, **{option.name: value}).start()
            assert start.to_data()[option.name] == value
            assert start != usual.start()
            again = usual.from_json(start.to_json())
            assert again == start
            assert again.game.options[option.name] == value
            assert start.game.from_json(usual.start().to_json()).game.options[option.name] == option.default
            record = Match(start.game).record()
            assert f"Option {option.name}: " in str(record)
            assert Record.parse(str(record)) == record
            for other in usual.info.options:  # whatever else a position makes a game anew for
                if other.name != option.name:
                    changed = speelkist.load(id, **{option.name: value, other.name: other_values(other)[0]})
                    read = usual.from_json(changed.start().to_json())
                    assert read.game.options[option.name] == value, f"{option.name} is lost beside {other.name}"
        bad = {**usual.start().to_data(), option.name: [None]}
        with pytest.raises(speelkist.BadPosition, match=option.name):
            usual.from_json(json.dumps(bad))


def other_values(option: Option) -> list[OptionValue]:
    """The values of an option that are not its default; of a number its limits."""
    values: tuple[OptionValue, ...] = option.choices
    if option.kind == "flag":
        values = True, False
    elif option.kind == "number":
        values = option.low, option.high
    return [value for value in values if value != option.default]
