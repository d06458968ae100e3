"""Starting a game: strengths for the seats, lists of one's own, another layout."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Request, expect

import speelkist
from speelkist.bots.factory import BOTS
from tests.support.samples import sample

from .person import Person, Visitors

STRENGTHS = ("child", "family", "friend", "club", "master")
OFFERED = [person for person in STRENGTHS if person in BOTS] or list(BOTS)
HOLES = ["1234123412"] * 10
TILES = "2-SW 1-NW 1-SW 1-NW 1-SE 1-NE 2-SE 1-NE 1-SW 1-NW 1-SW 2-NW 1-SE 2-NE 1-SE 2-NE"


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
    with person.page.expect_request(lambda sent: sent.method == "POST" and sent.url.endswith("/api/tables")) as asked:
        person.press(person.page.locator("dialog button.main"))
    request: Request = asked.value
    body: dict[str, Any] = json.loads(request.post_data or "{}")
    return body


@pytest.mark.parametrize(("lang", "way"), [("en", "Against the computer"), ("nl", "Tegen de computer")])
def test_every_strength_is_offered_with_a_line_that_says_what_it_is_like(
    visitors: Visitors, lang: str, way: str
) -> None:
    person = visitors.person(lang=lang, service_workers="block")  # what it asks could not be answered here
    bots = ["random", "simple", *STRENGTHS]
    person.page.route(
        "**/api/games", lambda route: route.fulfill(json={**route.fetch(max_retries=3).json(), "bots": bots})
    )
    begin(person, "knopf", way)
    choice = person.page.locator("dialog label", has=person.page.locator("small")).first
    assert choice.locator("option").count() == 5
    assert choice.locator("select").input_value() == "family"
    lines = set()
    for strength in STRENGTHS:
        choice.locator("select").select_option(strength)
        lines.add(choice.locator("small").inner_text())
    assert len(lines) == 5
    assert not any("strength." in line for line in lines)


@pytest.mark.parametrize("strength", sample([OFFERED[0], OFFERED[-1]], slow=OFFERED))
def test_a_chosen_strength_sits_in_the_seat(visitors: Visitors, strength: str) -> None:
    person = visitors.person()
    begin(person, "knopf", "Against the computer")
    person.page.locator("dialog select").nth(1).select_option(strength)
    assert strength in laid(person)["seats"]
    person.page.wait_for_selector("#board")
    person.sees(re.compile(f"computer, {strength}"))
    person.page.wait_for_selector("[data-cell].target", state="attached")  # it has moved if it begins


def test_at_one_screen_any_seat_can_be_the_computers(visitors: Visitors) -> None:
    person = visitors.person()
    begin(person, "cubus", "On this screen")
    person.page.locator("dialog select").first.select_option("3")
    person.page.locator("dialog summary").click()
    person.page.locator("dialog details select").nth(2).select_option(OFFERED[0])
    assert laid(person)["seats"] == ["person", "person", OFFERED[0]]
    person.page.wait_for_selector("#board")


def test_a_board_of_buttonholes_can_be_typed(visitors: Visitors) -> None:
    person = visitors.person()
    begin(person, "knopf", "On this screen")
    person.page.locator("dialog summary").click()
    holes = person.page.locator("dialog label", has_text="Buttonholes").locator("select")
    holes.select_option("own")
    rows = person.page.locator("dialog textarea")
    rows.fill("\n".join(HOLES[:7]))
    refused(person, "needs 10 parts; this one has 7")
    rows.fill(", ".join([*HOLES[:9], "9999999999"]))
    refused(person, "9999999999")
    rows.fill(" ".join(HOLES))
    assert laid(person)["options"] == {"holes": HOLES}
    person.page.wait_for_selector('#board [data-cell="b1"].hole2', state="attached")


def test_a_board_by_lot_is_another_one_each_time(visitors: Visitors) -> None:
    person = visitors.person()
    seeds = set()
    for _ in range(2):
        begin(person, "knopf", "On this screen")
        person.page.locator("dialog summary").click()
        assert person.page.locator("dialog label", has_text="Number of the board").count() == 0
        person.page.locator("dialog label", has_text="Buttonholes").locator("select").select_option("random")
        person.page.locator("dialog label", has_text="Number of the board").wait_for()
        options = laid(person)["options"]
        assert options["holes"] == "random"
        seeds.add(options["seed"])
    assert len(seeds) == 2


@pytest.mark.parametrize(("lang", "words"), [("en", r"You play (Red|Blue)\."), ("nl", r"Jij speelt (Rood|Blauw)\.")])
def test_the_lot_speaks_to_who_gave_no_name(visitors: Visitors, lang: str, words: str) -> None:
    person = visitors.person(lang=lang)
    person.open()
    person.press(person.page.locator(".game.knopf .ways button").first)
    person.press(person.page.locator("dialog button.main"))
    person.sees(re.compile(words))


def test_on_a_phone_nothing_of_the_dialog_is_cut_off(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl")
    person.open()
    dialog = person.page.locator("dialog")
    for game, way in itertools.product(speelkist.games(), range(3)):
        person.press(person.page.locator(f".game.{game} .ways button").nth(way))
        fold = dialog.locator("summary")
        if fold.count() > 0:
            person.press(fold)
        assert not dialog.evaluate("(dialog) => dialog.scrollWidth > dialog.clientWidth"), (game, way)
        person.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_a_labyrinth_can_be_pasted(visitors: Visitors) -> None:
    person = visitors.person(lang="nl")
    begin(person, "krabcek", "Samen hier")
    person.page.locator("dialog summary").click()
    person.page.locator("dialog details select").last.select_option("own")
    person.page.locator("dialog textarea").fill(TILES.replace("2-SW", "2-NW", 1))
    refused(person, "2-NW")
    person.page.locator("dialog textarea").fill(TILES)
    assert laid(person)["options"] == {"layout": TILES.split()}
    person.page.wait_for_selector("#board")


def test_another_layout_after_a_game_on_a_random_one(visitors: Visitors) -> None:
    person = visitors.person()
    address = person.lay(game="knopf", options={"holes": "random", "seed": 7}, sit="all", names=["Anna", "Bram"])
    person.open(f"/t/{address}")
    cells = "() => [...document.querySelectorAll('[data-cell]')].map(cell => cell.getAttribute('class')).join()"
    before = re.sub(r"target|svelte-\w+", "", person.page.evaluate(cells))
    person.give_up()
    person.sees_the_end()
    person.press(person.button("Another layout"))
    person.page.wait_for_url(re.compile(rf"/t/(?!{address})"))
    person.page.wait_for_selector("[data-cell].target", state="attached")
    person.sees("Anna")
    assert re.sub(r"target|svelte-\w+", "", person.page.evaluate(cells)) != before


def test_another_layout_leads_everybody_there(visitors: Visitors) -> None:
    anna, bram = visitors.person(), visitors.person(lang="nl")
    address = anna.lay(game="knopf", options={"holes": "random", "seed": 7}, sit=0, name="Anna")
    anna.open(f"/t/{address}")
    bram.open(f"/t/{address}")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.give_up()
    bram.press(bram.button("Een ander bord"))
    anna.press(anna.button("Join in"))
    for person in (anna, bram):
        person.page.wait_for_url(re.compile(rf"/t/(?!{address})"))
        person.page.wait_for_selector("[data-cell='a1']", state="attached")
    anna.sees("It is Red’s turn.")  # the sides are swapped, and all have sat down again


def test_no_other_layout_where_none_was_drawn(visitors: Visitors) -> None:
    person = visitors.person()
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    person.give_up()
    person.sees_the_end()
    assert person.page.get_by_role("button", name="Another layout").count() == 0
