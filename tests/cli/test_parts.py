"""The parts that can be looked at by themselves: pages, lists, languages, seats, words."""

import json
import re
from pathlib import Path
from string import Formatter

import pytest

from speelkist import cli
from speelkist.cli.move_input import move_list
from speelkist.cli.rules_page import headings, render
from speelkist.cli.seats import clean_name, read_seats
from speelkist.cli.terminal import columns, language
from speelkist.cli.terminal_game import ORDERS, SHORT_LIST, TerminalGame
from speelkist.core import Move, SpeelkistError, games, load
from speelkist.core.rules_text import rules_page

PAGE = """\
# The *Game* {#top}

A paragraph with **bold words**, `code` and a [link](https://example.org) that is
long enough to be wrapped.
It goes on.

## Walking {#walk}
- One item that is also long enough to be wrapped, so that its second line hangs.
  And goes on here.
- Two: snake_case_words and 2 * 3 * 4 stay.
1. First
2. Second

> A remark.

| name | what |
|---|:--|
| `a` | something short |
| **b** | something much longer that does not fit into the width of this page at all |

```
as it | stands **here**
```
### Small
"""


def test_a_page_is_wrapped_and_its_marks_are_gone() -> None:
    assert list(render(PAGE, 44, colour=False)) == [
        "The Game",
        "════════",
        "",
        "A paragraph with bold words, code and a link",
        "that is long enough to be wrapped. It goes",
        "on.",
        "",
        "Walking",
        "───────",
        "",
        "  • One item that is also long enough to be",
        "    wrapped, so that its second line hangs.",
        "    And goes on here.",
        "  • Two: snake_case_words and 2 * 3 * 4",
        "    stay.",
        "",
        "  1. First",
        "  2. Second",
        "",
        "  │ A remark.",
        "",
        "name │ what",
        "─────┼──────────────────────────────────────",
        "a    │ something short",
        "b    │ something much longer that does not",
        "     │ fit into the width of this page at",
        "     │ all",
        "",
        "    as it | stands **here**",
        "",
        "Small",
    ]


def test_colour_adds_styles_and_changes_no_word() -> None:
    pytest.importorskip("rich")
    plain = list(render(PAGE, 44, colour=False))
    coloured = "\n".join(render(PAGE, 44, colour=True))
    assert "\x1b[1mbold words\x1b[0m" in coloured
    assert "\x1b[36mcode\x1b[0m" in coloured
    words = re.findall(r"[\w*]+", re.sub(r"\x1b\[[\d;]*m", "", coloured))
    assert sorted(words) == sorted(re.findall(r"[\w*]+", "\n".join(plain)))


def test_without_rich_a_page_is_plain_also_where_colour_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("speelkist.cli.rules_page.find_spec", lambda _: None)
    assert list(render(PAGE, 44, colour=True)) == list(render(PAGE, 44, colour=False))


@pytest.mark.parametrize("width", [20, 40, 60, 100])
@pytest.mark.parametrize("game", games())
def test_real_pages_render_at_any_width(game: str, width: int) -> None:
    for lang in ("en", "nl"):
        assert list(render(rules_page(game, lang), width, colour=True))
        assert "rulings" in headings(game, lang)


def test_moves_are_grouped_by_piece() -> None:
    moves = [Move(f"{piece}-{to}") for piece in ("b2", "c3") for to in ("a1", "a2", "a3", "b1", "b3", "c1")]
    assert move_list(moves, 40) == [
        "   1 b2-a1    2 b2-a2    3 b2-a3",
        "   4 b2-b1    5 b2-b3    6 b2-c1",
        "   7 c3-a1    8 c3-a2    9 c3-a3",
        "  10 c3-b1   11 c3-b3   12 c3-c1",
    ]
    single = [Move(f"gate {number}") for number in range(1, 8)]
    assert move_list(single, 40)[0] == "  1 gate 1   2 gate 2   3 gate 3"
    assert move_list([], 40) == []
    assert SHORT_LIST < 20


def test_columns_never_vanish() -> None:
    assert columns(["a", "b"], 1, 10) == ["a", "b"]


@pytest.mark.parametrize("game", games())
def test_every_listed_move_has_its_number(game: str) -> None:
    state = load(game).start()
    for _ in range(40):
        listed = " ".join(move_list(state.legal(), 79))
        for number, move in enumerate(state.legal(), 1):
            assert f"{number} {move}" in listed
        if state.outcome is not None:
            break
        state = state.play(state.legal()[-1])


def test_languages() -> None:
    assert language("nl", {"LANG": "en"}) == "nl"
    assert language(None, {}) == "en"
    assert language(None, {"LC_ALL": "", "LANG": "NL"}) == "nl"


@pytest.mark.parametrize(
    ("given", "known", "seats"),
    [
        ([], {}, ["me", "simple"]),
        (["white=simple"], {}, ["simple", "me"]),
        (["black=random"], {}, ["me", "random"]),
        (["random , Anna  B"], {}, ["random", "Anna B"]),
        (["black=me", "random"], {}, ["random", "me"]),
        ([], {"white": "Anna"}, ["Anna", "simple"]),
        (["white=simple"], {"white": "Anna", "black": "Bert"}, ["simple", "Bert"]),
    ],
)
def test_seats(given: list[str], known: dict[str, str], seats: list[str]) -> None:
    assert list(read_seats(load("kriskras"), given, known).values()) == seats


def test_names_fit_on_a_line() -> None:
    assert clean_name(" Anna\n\x1b[31m  B ") == "Anna \ufffd[31m B"
    with pytest.raises(SpeelkistError):
        clean_name(" \t ")


def words(lang: str) -> dict[str, object]:
    """The phrases of the terminal program."""
    phrases: dict[str, object] = json.loads(
        (Path(str(cli.__file__)).parent / "text" / f"phrases.{lang}.json").read_text(encoding="utf-8")
    )
    return phrases


def test_both_languages_say_the_same_things() -> None:
    def values(entry: object) -> set[str | None]:
        texts = entry.values() if isinstance(entry, dict) else [entry]
        return {name for text in texts for _, name, _, _ in Formatter().parse(str(text))}

    english, dutch = words("en"), words("nl")
    assert list(english) == list(dutch)
    for key in english:
        assert values(english[key]) == values(dutch[key]), key


def test_every_order_is_told_and_does_not_hide_a_move() -> None:
    for lang, column in (("en", 0), ("nl", -1)):
        help_text = str(words(lang)["orders"])
        for order, typed in ORDERS.items():
            if order != "help":
                assert typed[column] in help_text
    assert set(ORDERS) <= {name.replace("save_over", "save!") for name in vars(TerminalGame)}
    typed_words = {word for typed in ORDERS.values() for word in typed}
    for game in games():
        state = load(game).start()
        for _ in range(60):
            assert typed_words.isdisjoint(move.text.split()[0] for move in state.legal())
            if state.outcome is not None:
                break
            state = state.play(state.legal()[0])
