"""Every game is played to its end in every way: at one screen, against the computer, by a link."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .person import How, Person, Room, position

# A late position of each game, and the cells that the first side picks to end it.
LATE: dict[str, tuple[str, int, tuple[str, ...]]] = {
    "krabcek": ("a Little Stack is two boxes from its Bigboy", 0, ("V01", "H01")),
    "knopf": ("the fine wins", 0, ("a9",)),
    "kriskras": ("white's third musketeer is one square from home", 0, ("h16", "g16", "g17")),
    "cubus": ("last passes", 0, ("button:pass",)),
}

HERE: list[tuple[str, How, str]] = [
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


def wish(game: str, **more: Any) -> dict[str, Any]:
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


@pytest.mark.parametrize(("game", "how", "lang"), HERE)
def test_together_at_one_screen(room: Room, game: str, how: How, lang: str) -> None:
    one = room.person(how, lang)
    one.open(f"/t/{one.lay(**wish(game, sit='all'))}")
    finish(one, game)
    if game == "cubus":  # the other answers the last pass
        one.press_main()
    one.sees_the_end()


@pytest.mark.parametrize(("game", "how", "lang"), COMPUTER)
def test_against_the_computer(room: Room, game: str, how: How, lang: str) -> None:
    one = room.person(how, lang)
    one.open(f"/t/{one.lay(**wish(game, seats=['person', 'simple'], sit='all'))}")
    finish(one, game)
    one.sees_the_end()


@pytest.mark.parametrize(("game", "how", "lang"), LINK)
def test_apart_by_a_link(room: Room, game: str, how: How, lang: str) -> None:
    host = room.person("mouse", lang)
    address = host.lay(**wish(game, sit=1, name="Gast"))
    host.open(f"/t/{address}")
    host.sees(re.compile("link"))
    guest = room.person(how, lang)
    guest.open(f"/t/{address}")
    guest.press(guest.button(re.compile("chair|stoel")))
    finish(guest, game)
    if game == "cubus":
        host.press_main()
    guest.sees_the_end()
    host.sees_the_end()


@pytest.mark.parametrize("game", ["krabcek", "knopf", "cubus", "kriskras"])
def test_a_game_is_started_from_the_chest(room: Room, game: str) -> None:
    one = room.person("mouse")
    one.open()
    one.page.locator(f".game.{game} button.main").click()
    one.page.locator("dialog button.main").click()
    one.page.wait_for_selector("#board")
    one.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    one.open("/")
    expect(one.page.locator(".own li")).to_have_count(1)
