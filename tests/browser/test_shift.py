"""Nothing moves away under the eyes of who reads or the finger of who presses, at any moment of a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.samples import sample

from .person import How, Person, Visitors
from .test_play import finish, table_request

# Notes every layout shift; also those after a click, which browsers do not count: the eye sees them all the same.
NOTE = """
let shifts = [];
const note = (entries) => shifts.push(...entries.map(({ value, sources }) => [value, sources.map(({ node }) =>
  `${node?.nodeName}.${node?.className ?? ""} ${node?.textContent?.trim().slice(0, 30)}`)]));
const observer = new PerformanceObserver((list) => note(list.getEntries()));
observer.observe({ type: "layout-shift", buffered: true });
window.takeShifts = async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  note(observer.takeRecords());
  const before = shifts;
  shifts = [];
  return before;
};
"""
MOST = 0.05
GAMES = ["krabcek", "knopf", "cubus", "kriskras"]
SCREENS: list[tuple[How, str]] = [("touch", "nl"), ("mouse", "en")]
ALL = [(game, how, lang) for game in GAMES for how, lang in SCREENS]
SEATS = ["person", "simple"]
HINT, PLAY, CLOSE = (
    re.compile("^Hint$"),
    re.compile("^(Play it|Spelen): "),
    re.compile("^(Close the hints|Hints sluiten)$"),
)


def watching(visitors: Visitors, how: How, lang: str) -> Person:
    """Somebody whose page notes what moves."""
    person = visitors.person(how, lang)
    person.page.add_init_script(NOTE)
    return person


def nothing_moved(person: Person, moment: str) -> None:
    """Since the last time, or since the page was opened."""
    shifts = person.page.evaluate("() => window.takeShifts()")
    assert sum(value for value, _ in shifts) < MOST, (moment, shifts)


def act(person: Person) -> None:
    """What the computer would do, or the first thing that can be done where it gives no hint."""
    person.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    hint = person.button(HINT)
    if hint.get_attribute("aria-disabled") == "true":
        person.press(person.page.locator(".now button.main").last)
        return
    person.press(hint)
    person.press(person.page.locator(".hints").get_by_role("button", name=PLAY).first)
    expect(person.page.locator(".hints")).to_have_count(0)


@pytest.mark.parametrize(("game", "how", "lang"), ALL)
def test_nothing_moves_when_hints_open_and_when_the_game_ends(
    visitors: Visitors, game: str, how: How, lang: str
) -> None:
    person = watching(visitors, how, lang)
    person.open(f"/t/{person.lay(**table_request(game, seats=SEATS, sit='all', name='Anna'))}")
    hint = person.button(HINT)
    expect(hint).not_to_have_attribute("aria-disabled", "true")
    nothing_moved(person, "the table is opened")
    person.press(hint)
    person.page.locator(".hints").get_by_role("button", name=PLAY).first.wait_for()
    nothing_moved(person, "hints open")
    person.press(person.button(CLOSE))
    expect(person.page.locator(".hints")).to_have_count(0)
    nothing_moved(person, "hints close")
    finish(person, game)
    person.sees_the_end()
    nothing_moved(person, "the game ends")


@pytest.mark.parametrize(("game", "how", "lang"), sample(ALL[1::3], slow=ALL))
def test_nothing_moves_while_the_first_moves_are_made(visitors: Visitors, game: str, how: How, lang: str) -> None:
    person = watching(visitors, how, lang)
    person.open(f"/t/{person.lay(game=game, seats=SEATS, sit='all', name='Anna', seed='5eed' * 16)}")
    person.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    nothing_moved(person, "a new table is opened")
    for turn in range(3):
        act(person)
        person.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
        nothing_moved(person, f"turn {turn + 1}")


@pytest.mark.parametrize(("how", "lang"), SCREENS)
def test_nothing_moves_when_the_last_seat_is_taken(visitors: Visitors, how: How, lang: str) -> None:
    anna, bram = watching(visitors, how, lang), visitors.person()
    address = anna.lay(game="knopf", sit=0, name="Anna")
    anna.open(f"/t/{address}")
    anna.page.wait_for_selector("section.card button")
    nothing_moved(anna, "the link is there")
    bram.open(f"/t/{address}")
    bram.press(bram.button(re.compile("Take this seat")))
    anna.page.wait_for_selector("[data-cell].target", state="attached")
    nothing_moved(anna, "the other has come")
