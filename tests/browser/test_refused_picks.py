"""Every cell is tried after a pick: each makes a move, goes on with it, or is answered; what was picked stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .person import How, Person, Visitors, position
from .test_gestures import MIDDLE, cell, drag, middle
from .test_play import table_request

# A position of each game, what is picked first, and how somebody tries the rest, in which language.
TRIES: list[tuple[str, str, tuple[str, ...], How, str]] = [
    ("krabcek", "a Little Stack is two boxes from its Bigboy", ("V01",), "keyboard", "nl"),
    ("krabcek", "two gates are left", (), "mouse", "en"),
    ("knopf", "red may take, and a group is to be fined then", (), "keyboard", "en"),
    ("knopf", "one quiet turn before a draw", ("a1",), "mouse", "nl"),
    ("kriskras", "white's third musketeer is one square from home", ("h16",), "mouse", "nl"),
    ("cubus", "demolition", (), "keyboard", "nl"),
]

NOT_YET = "Nog niet: Anna is aan de beurt."

# Clicks as of a keyboard or a screen reader on all cells that nothing can be done with now: how many they are, and
# those of them at which nothing is said.
TRY_ALL = """async () => {
  const said = () => document.querySelector(".refusal") !== null;
  const cells = [...document.querySelectorAll('[data-cell][aria-disabled="true"]')];
  const silent = [];
  for (const cell of cells) {
    cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 600 && !said(); frame++) await new Promise(requestAnimationFrame);
    if (!said()) silent.push(cell.dataset.cell);
  }
  return [cells.length, silent];
}"""


def laid(visitors: Visitors, game: str, name: str, how: How, lang: str) -> Person:
    """Somebody at a table with a named position."""
    person = visitors.person(how, lang, reduced_motion="reduce")
    person.open(f"/t/{person.lay(game=game, start=position(game, name), seed='5eed' * 16, sit='all')}")
    person.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    return person


@pytest.mark.parametrize(("game", "name", "picks", "how", "lang"), TRIES)
def test_every_cell_is_answered(
    visitors: Visitors, game: str, name: str, picks: tuple[str, ...], how: How, lang: str
) -> None:
    person = laid(visitors, game, name, how, lang)
    person.pick(*picks)
    tried, silent = person.page.evaluate(TRY_ALL)
    assert tried > 0
    assert silent == []
    for place in picks:
        assert "picked" in (person.page.locator(cell(place)).get_attribute("class") or "")


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_fighter_dropped_where_it_cannot_go_is_answered_and_stays_picked(visitors: Visitors, how: How) -> None:
    person = laid(visitors, "kriskras", "the first turn", how, "en")
    person.page.wait_for_selector(f"{cell('d3')}.target", state="attached")
    drag(person, middle(person, cell("d3")), middle(person, cell("i10")))
    person.page.wait_for_selector(".refusal")
    person.page.wait_for_selector(f"{cell('d3')}.picked", state="attached")


@pytest.mark.parametrize(
    ("game", "how", "lang", "words"),
    [
        ("krabcek", "mouse", "en", "Nothing can stand there."),
        ("kriskras", "touch", "nl", "Daar kan niets staan."),
        ("knopf", "mouse", "nl", "Daar kan niets staan."),
    ],
)
def test_a_piece_let_go_beside_the_squares_is_answered_and_stays_picked(
    visitors: Visitors, game: str, how: How, lang: str, words: str
) -> None:
    person = visitors.person(how, lang, reduced_motion="reduce")
    request = {"game": game} if game == "knopf" else table_request(game)  # its position asks for a fine first
    person.open(f"/t/{person.lay(**request, sit='all')}")
    start = person.page.locator("#board svg [data-cell].target").first
    start.wait_for(state="attached")
    name = start.get_attribute("data-cell") or ""
    person.page.evaluate("scrollTo(0, 0)")
    x, y = start.evaluate(MIDDLE)
    drag(person, (x, y), (x, 20))
    expect(person.page.get_by_role("alert")).to_contain_text(words)
    person.page.wait_for_selector(f"{cell(name)}.picked", state="attached")


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_box_that_cannot_be_taken_is_answered_when_its_lid_is_tapped(visitors: Visitors, how: How) -> None:
    person = laid(visitors, "cubus", "demolition", how, "en")
    person.page.wait_for_selector("[data-cell].target", state="attached")
    closed = person.page.locator('[data-cell][aria-disabled="true"]').first
    x, y = middle(person, cell(closed.get_attribute("data-cell") or ""))
    person.page.touchscreen.tap(x, y) if how == "touch" else person.page.mouse.click(x, y)
    person.page.wait_for_selector(".refusal")


@pytest.mark.parametrize(
    ("game", "place", "how", "answer"),
    [
        ("krabcek", cell("G1"), "mouse", NOT_YET),
        ("knopf", cell("e5"), "touch", NOT_YET),
        ("kriskras", cell("i9"), "mouse", NOT_YET),
        ("cubus", "[data-hand]", "keyboard", "Je kunt ruiten leggen als je aan de beurt bent om te bouwen."),
    ],
)
def test_whoever_is_not_on_turn_is_told_who_is(
    visitors: Visitors, game: str, place: str, how: How, answer: str
) -> None:
    anna, bram = visitors.person(reduced_motion="reduce"), visitors.person(how, "nl", reduced_motion="reduce")
    address = anna.lay(**table_request(game, sit=0, name="Anna"))
    bram.open(f"/t/{address}")
    bram.page.locator("input").first.fill("Bram")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.open(f"/t/{address}")  # both browsers settle the dice
    bram.sees("Anna is aan de beurt.")
    bram.press(bram.page.locator(place).first)
    bram.sees(answer)
