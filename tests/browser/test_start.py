"""Starting a game: strengths for the chairs, lists of one's own, another layout."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Request, expect

import speelkist
from speelkist.bots.factory import BOTS
from speelkist.core import game_class

from .person import Person, Room

STRENGTHS = ("child", "family", "friend", "club", "master")
OFFERED = [one for one in STRENGTHS if one in BOTS] or list(BOTS)
HOLES = ["1234123412"] * 10
TILES = "2-SW 1-NW 1-SW 1-NW 1-SE 1-NE 2-SE 1-NE 1-SW 1-NW 1-SW 2-NW 1-SE 2-NE 1-SE 2-NE"


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_every_choice_of_every_option_has_words(lang: str) -> None:
    folder = Path(__file__).parents[2] / "web/src/games"
    for path in folder.glob(f"*/text.{lang}.json"):
        game, texts = path.parent.name, json.loads(path.read_text(encoding="utf-8"))
        for option in game_class(game).info.options:
            if option.name != "players":
                assert texts[f"{game}.option.{option.name}"]
            for choice in option.choices or ():
                assert texts[f"{game}.choice.{choice}"] != choice, (
                    "commands and records know it by its own name, people do not"
                )


def begin(person: Person, game: str, way: str) -> None:
    person.open()
    person.press(person.page.locator(f".game.{game} button", has_text=way))
    person.page.wait_for_selector("dialog[open]")


def refused(person: Person, why: str) -> None:
    """The server says no, which the browser's own console calls an error; the dialog says why."""
    person.press(person.page.locator("dialog button.main"))
    expect(person.page.locator("dialog [role=alert]")).to_contain_text(why)
    assert all("status of 400" in problem for problem in person.problems)
    person.problems.clear()


def laid(person: Person) -> dict[str, Any]:
    """What the page asks the server to lay when the game is started."""
    with person.page.expect_request(lambda one: one.method == "POST" and one.url.endswith("/api/tables")) as asked:
        person.press(person.page.locator("dialog button.main"))
    request: Request = asked.value
    found: dict[str, Any] = json.loads(request.post_data or "{}")
    return found


@pytest.mark.parametrize(("lang", "way"), [("en", "Against the computer"), ("nl", "Tegen de computer")])
def test_every_strength_is_offered_with_a_line_that_says_what_it_is_like(room: Room, lang: str, way: str) -> None:
    one = room.person(lang=lang)
    one.page.route(
        "**/api/games",
        lambda route: route.fulfill(json={**route.fetch().json(), "players": ["random", "simple", *STRENGTHS]}),
    )
    begin(one, "knopf", way)
    choice = one.page.locator("dialog label", has=one.page.locator("small")).first
    assert choice.locator("option").count() == 5
    assert choice.locator("select").input_value() == "family"
    lines = set()
    for strength in STRENGTHS:
        choice.locator("select").select_option(strength)
        lines.add(choice.locator("small").inner_text())
    assert len(lines) == 5
    assert not any("strength." in line for line in lines)


@pytest.mark.parametrize("strength", OFFERED)
def test_a_chosen_strength_sits_in_the_chair(room: Room, strength: str) -> None:
    one = room.person()
    begin(one, "knopf", "Against the computer")
    one.page.locator("dialog select").nth(1).select_option(strength)
    assert strength in laid(one)["seats"]
    one.page.wait_for_selector("#board")
    one.sees(re.compile(f"computer, {strength}"))
    one.page.wait_for_selector("[data-cell].target", state="attached")  # it has moved if it begins


def test_at_one_screen_any_chair_can_be_the_computers(room: Room) -> None:
    one = room.person()
    begin(one, "cubus", "Together here")
    one.page.locator("dialog select").first.select_option("3")
    one.page.locator("dialog summary").click()
    one.page.locator("dialog details select").nth(2).select_option(OFFERED[0])
    assert laid(one)["seats"] == ["person", "person", OFFERED[0]]
    one.page.wait_for_selector("#board")


def test_a_board_of_buttonholes_can_be_typed(room: Room) -> None:
    one = room.person()
    begin(one, "knopf", "Together here")
    one.page.locator("dialog summary").click()
    holes = one.page.locator("dialog label", has_text="Buttonholes").locator("select")
    holes.select_option("own")
    rows = one.page.locator("dialog textarea")
    rows.fill("\n".join(HOLES[:7]))
    refused(one, "needs 10 parts; this one has 7")
    rows.fill(", ".join([*HOLES[:9], "9999999999"]))
    refused(one, "9999999999")
    rows.fill(" ".join(HOLES))
    assert laid(one)["options"] == {"holes": HOLES}
    one.page.wait_for_selector('#board [data-cell="b1"].hole2', state="attached")


def test_a_board_by_lot_is_another_one_each_time(room: Room) -> None:
    one = room.person()
    seeds = set()
    for _ in range(2):
        begin(one, "knopf", "Together here")
        one.page.locator("dialog summary").click()
        assert one.page.locator("dialog label", has_text="Number of the board").count() == 0
        one.page.locator("dialog label", has_text="Buttonholes").locator("select").select_option("random")
        one.page.locator("dialog label", has_text="Number of the board").wait_for()
        options = laid(one)["options"]
        assert options["holes"] == "random"
        seeds.add(options["seed"])
    assert len(seeds) == 2


@pytest.mark.parametrize(("lang", "words"), [("en", r"You play (Red|Blue)\."), ("nl", r"Jij speelt (Rood|Blauw)\.")])
def test_the_lot_speaks_to_who_gave_no_name(room: Room, lang: str, words: str) -> None:
    one = room.person(lang=lang)
    one.open()
    one.press(one.page.locator(".game.knopf .ways button").first)
    one.press(one.page.locator("dialog button.main"))
    one.sees(re.compile(words))


@pytest.mark.parametrize("game", speelkist.games())
@pytest.mark.parametrize("way", [0, 1, 2])
def test_on_a_phone_nothing_of_the_dialog_is_cut_off(room: Room, game: str, way: int) -> None:
    one = room.person("touch", "nl")
    one.open()
    one.press(one.page.locator(f".game.{game} .ways button").nth(way))
    fold = one.page.locator("dialog summary")
    if fold.count() > 0:
        one.press(fold)
    assert not one.page.locator("dialog").evaluate("(dialog) => dialog.scrollWidth > dialog.clientWidth")


def test_a_labyrinth_can_be_pasted(room: Room) -> None:
    one = room.person(lang="nl")
    begin(one, "krabcek", "Samen hier")
    one.page.locator("dialog summary").click()
    one.page.locator("dialog details select").last.select_option("own")
    one.page.locator("dialog textarea").fill(TILES.replace("2-SW", "2-NW", 1))
    refused(one, "2-NW")
    one.page.locator("dialog textarea").fill(TILES)
    assert laid(one)["options"] == {"layout": TILES.split()}
    one.page.wait_for_selector("#board")


def test_another_layout_after_a_game_on_a_random_one(room: Room) -> None:
    one = room.person()
    address = one.lay(game="knopf", options={"holes": "random", "seed": 7}, sit="all", names=["Anna", "Bram"])
    one.open(f"/t/{address}")
    cells = "() => [...document.querySelectorAll('[data-cell]')].map(one => one.getAttribute('class')).join()"
    before = re.sub(r"target|svelte-\w+", "", one.page.evaluate(cells))
    one.press(one.button("Give up"))
    one.sees_the_end()
    one.press(one.button("Another layout"))
    one.page.wait_for_url(re.compile(rf"/t/(?!{address})"))
    one.page.wait_for_selector("[data-cell].target", state="attached")
    one.sees("Anna")
    assert re.sub(r"target|svelte-\w+", "", one.page.evaluate(cells)) != before


def test_another_layout_leads_everybody_there(room: Room) -> None:
    anna, bram = room.person(), room.person(lang="nl")
    address = anna.lay(game="knopf", options={"holes": "random", "seed": 7}, sit=0, name="Anna")
    anna.open(f"/t/{address}")
    bram.open(f"/t/{address}")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.press(anna.button("Give up"))
    bram.press(bram.button("Een ander bord"))
    for one in (anna, bram):
        one.page.wait_for_url(re.compile(rf"/t/(?!{address})"))
        one.page.wait_for_selector("[data-cell='a1']", state="attached")
    anna.sees("It is Red’s turn.")  # the sides are swapped, and all have sat down again


def test_no_other_layout_where_none_was_drawn(room: Room) -> None:
    one = room.person()
    one.open(f"/t/{one.lay(game='knopf', sit='all')}")
    one.press(one.button("Give up"))
    one.sees_the_end()
    assert one.page.get_by_role("button", name="Another layout").count() == 0
