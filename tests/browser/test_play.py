"""Every game is played to its end in every way: at one screen, against the computer, by a link."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .person import How, Person, Visitors, position

# A late position of each game, and the cells that the first side picks to end it.
LATE: dict[str, tuple[str, int, tuple[str, ...]]] = {
    "krabcek": ("a Little Stack is two boxes from its Bigboy", 0, ("V01", "H01")),
    "knopf": ("the fine wins", 0, ("a9",)),
    "kriskras": ("white's third musketeer is one square from home", 0, ("h16", "g16", "g17")),
    "cubus": ("last passes", 0, ("button:pass",)),
}

TOGETHER: list[tuple[str, How, str]] = [
    ("krabcek", "mouse", "nl"),
    ("knopf", "touch", "en"),
    ("cubus", "keyboard", "nl"),
    ("kriskras", "touch", "nl"),
]
COMPUTER: list[tuple[str, How, str]] = [
    ("krabcek", "touch", "en"),
    ("knopf", "keyboard", "nl"),
    ("cubus", "mouse", "en"),
    ("kriskras", "keyboard", "en"),
]
LINK: list[tuple[str, How, str]] = [
    ("krabcek", "keyboard", "en"),
    ("knopf", "mouse", "nl"),
    ("cubus", "touch", "nl"),
    ("kriskras", "mouse", "en"),
]


def table_request(game: str, **more: Any) -> dict[str, Any]:
    name, _, _ = LATE[game]
    return {"game": game, "start": position(game, name), "seed": "5eed" * 16, **more}


def finish(person: Person, game: str) -> None:
    """Make the last move."""
    _, _, picks = LATE[game]
    for cell in picks:
        if cell.startswith("button:"):
            person.press_main()
        else:
            person.pick(cell)


@pytest.mark.parametrize(("game", "how", "lang"), TOGETHER)
def test_together_at_one_screen(visitors: Visitors, game: str, how: How, lang: str) -> None:
    person = visitors.person(how, lang, motion=True)
    person.open(f"/t/{person.lay(**table_request(game, sit='all'))}")
    finish(person, game)
    person.sees_the_end()


@pytest.mark.parametrize(("game", "how", "lang"), COMPUTER)
def test_against_the_computer(visitors: Visitors, game: str, how: How, lang: str) -> None:
    person = visitors.person(how, lang, motion=True)
    person.open(f"/t/{person.lay(**table_request(game, seats=['person', 'simple'], sit='all'))}")
    finish(person, game)
    person.sees_the_end()


@pytest.mark.parametrize(("game", "how", "lang"), LINK)
def test_apart_by_a_link(visitors: Visitors, game: str, how: How, lang: str) -> None:
    host = visitors.person("mouse", lang, motion=True)
    address = host.lay(**table_request(game, sit=1, name="Gast"))
    host.open(f"/t/{address}")
    host.sees(re.compile("link"))
    guest = visitors.person(how, lang, motion=True)
    guest.open(f"/t/{address}")
    guest.press(guest.button(re.compile("seat|stoel")))
    finish(guest, game)
    guest.sees_the_end()
    host.sees_the_end()


def test_every_game_is_started_from_the_chest(visitors: Visitors) -> None:
    person = visitors.person("mouse", motion=True)
    person.open()
    for number, game in enumerate(LATE, 1):
        person.page.locator(f".game.{game} button.main").click()
        person.page.locator("dialog button.main").click()
        person.page.wait_for_selector("#board")
        person.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
        person.open("/")
        expect(person.page.locator(".own li")).to_have_count(number)
