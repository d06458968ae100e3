"""Puzzles and the games on paper, from the chest: solved, counted, and printed in true size."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import speelkist
from speelkist.core.view import ChoiceData, view_of
from speelkist.learn.pictures import pictures_of
from speelkist.learn.puzzles import Puzzle, puzzle_of, puzzles_of

from .person import How, Visitors
from .test_access import violations
from .test_learn import pick_all, solve

# The board, and the buttons of a position with what marks one of them.
SHOWN = "() => document.querySelector('#board').innerHTML + document.querySelectorAll('[aria-current=step]').length"
GAMES = [game for game in speelkist.games() if puzzles_of(game)]
WAYS: list[tuple[How, str]] = [("mouse", "en"), ("touch", "nl"), ("keyboard", "en"), ("mouse", "nl")]


def puzzle_to_play_on_from(game: str) -> Puzzle:
    """One that is not over when it is solved."""
    puzzles = puzzles_of(game)
    return next(puzzle for puzzle in puzzles if puzzle.state.play(puzzle.moves[0]).outcome is None)


def wrong_choice(puzzle: Puzzle) -> ChoiceData:
    """A move that may be chosen on the board, and is not the best."""
    (step,) = puzzle.lesson().steps
    right = {move.text for move in puzzle.state.legal() if step.accepts(move)}
    choices = view_of(puzzle.state.game.info.id).view(puzzle.state)["choices"]
    return next(choice for choice in choices if choice["move"] not in right)


@pytest.mark.parametrize(("game", "way"), list(zip(GAMES, WAYS, strict=True)))
def test_a_puzzle_is_answered_wrong_shown_solved_and_played_on_from(
    visitors: Visitors, game: str, way: tuple[How, str]
) -> None:
    how, lang = way
    puzzle = puzzle_to_play_on_from(game)
    (step,) = puzzle.lesson().steps
    choices = view_of(game).view(puzzle.state)["choices"]
    anna = visitors.person(how, lang, color_scheme="dark", reduced_motion="reduce")
    anna.page.goto(f"{anna.url}/learn/{game}/{puzzle.id}")
    anna.page.wait_for_selector("#board svg")
    anna.sees(step.text[lang])
    pick_all(anna, wrong_choice(puzzle)["picks"], choices)
    assert step.wrong is not None
    expect(anna.page.locator(".said .remark")).to_contain_text(step.wrong[lang])
    assert violations(anna) == []
    before = anna.page.evaluate(SHOWN)
    anna.press(anna.button(re.compile("^(Show me|Laat zien)$")))
    anna.page.wait_for_function(f"(before) => ({SHOWN})() !== before", arg=before)
    solve(anna, step, shown=True)
    expect(anna.page.locator(".said .good")).to_contain_text(step.good[lang])
    assert violations(anna) == []
    anna.press(anna.button(re.compile("^(Play on here|Hier doorspelen)$")))
    anna.page.wait_for_url("**/t/*")
    anna.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")


# What belongs to a screen, and is to be seen; the tiles in a hand are drawn, but cannot be pressed.
CONTROLS = "header, nav, button:not([aria-disabled])"
PRINTED = f"""() => [...document.querySelectorAll('{CONTROLS}')].filter((item) => item.checkVisibility())
  .map((item) => item.outerHTML.slice(0, 150))"""


@pytest.mark.parametrize(("game", "way"), list(zip(GAMES, WAYS[1:] + WAYS[:1], strict=True)))
def test_the_rules_page_is_in_order_and_prints_its_pictures(
    visitors: Visitors, game: str, way: tuple[How, str]
) -> None:
    how, lang = way
    drawn = pictures_of(game)
    assert drawn is not None
    anna = visitors.person(how, lang)
    anna.page.goto(f"{anna.url}/rules/{game}")
    expect(anna.page.locator("figure > [role=img]")).to_have_count(len(drawn.pictures))
    assert violations(anna) == []
    anna.page.emulate_media(media="print")
    expect(anna.page.locator("figure > [role=img]").last).to_be_visible()
    assert anna.page.evaluate(PRINTED) == []  # only what is to be read
    pages = anna.page.pdf(format="A4")
    anna.page.emulate_media(media="screen")
    assert 3 <= len(re.findall(rb"/Type ?/Page\b", pages)) <= 20


@pytest.mark.parametrize(("game", "lang"), list(zip(GAMES, ["en", "nl", "nl", "en"], strict=True)))
def test_the_sheets_of_a_game_can_be_used_by_everybody(visitors: Visitors, game: str, lang: str) -> None:
    anna = visitors.person("touch", lang, color_scheme="dark")
    anna.page.goto(f"{anna.url}/print/{game}")
    expect(anna.page.locator("li img").first).to_be_visible()
    assert violations(anna) == []


@pytest.mark.parametrize(("how", "lang"), [("mouse", "nl"), ("touch", "en")])
def test_todays_puzzle_is_solved_and_counted(visitors: Visitors, how: How, lang: str) -> None:
    anna = visitors.person(how, lang, reduced_motion="reduce")
    anna.open()
    anna.press(anna.page.get_by_role("link", name=re.compile("^Puzz(els|les): Cubus")))
    anna.sees("Puzzel van de dag" if lang == "nl" else "Puzzle of the day")
    assert violations(anna) == []
    anna.press(anna.page.locator(".today a.button"))
    anna.page.wait_for_selector("#board svg")
    assert violations(anna) == []
    lesson = puzzle_of("cubus", anna.page.url.rsplit("/", 1)[1]).lesson()
    (step,) = lesson.steps
    anna.sees(step.text[lang])
    solve(anna, step)
    expect(anna.page.locator(".said .good")).to_contain_text(step.good[lang])
    anna.press(anna.page.get_by_role("link", name=re.compile("Alle puzzels|All puzzles")).last)
    anna.sees("1 dag op rij opgelost." if lang == "nl" else "Solved 1 day in a row.")
    expect(anna.page.get_by_role("link", name=re.compile(rf"{lesson.title[lang]}, (opgelost|solved)"))).to_be_visible()


def test_a_game_is_printed_in_true_size(visitors: Visitors) -> None:
    anna = visitors.person("mouse", "nl")
    anna.open()
    anna.press(anna.page.get_by_role("link", name="Printen: Kris-kras"))
    anna.page.wait_for_url(re.compile("/print/kriskras"))
    expect(anna.page.locator("li img")).to_have_count(5)
    assert violations(anna) == []
    anna.page.get_by_label("Papier").select_option("letter")
    expect(anna.page.locator("li img").first).to_have_attribute("width", "279")
    pages = anna.page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox ?\[([\d. ]+)\]", pages)
    sizes = [tuple(round(float(number) * 25.4 / 72) for number in box.split()[2:]) for box in boxes]
    assert sizes == [(279, 216), (279, 216), (216, 279), (216, 279), (216, 279)]
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Als pdf-bestand").click()
    assert download.value.suggested_filename == "kriskras-letter.pdf"
    assert download.value.path().read_bytes().startswith(b"%PDF-1.7")
