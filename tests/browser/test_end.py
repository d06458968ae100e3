"""The end of a game: it is said to whoever played, kept on the device, and can be shared."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.games.cubus.setting import data
from tests.games.cubus.shown import FULL, LIDS

from .person import DESK, PHONE, Visitors
from .test_play import finish, table_request

SMALL: ViewportSize = {"width": 360, "height": 740}
# Notes what a page shows of the end, be it for a moment only.
WATCH_FOR_THE_END = """
  window.spoilers = [];
  new MutationObserver(() => {
    const text = document.body?.textContent ?? "";
    if (/won|wins|winner/i.test(text)) window.spoilers.push(text);
  }).observe(document, { childList: true, subtree: true, characterData: true });
"""
IS_UNCUT = "element => element.scrollWidth <= element.clientWidth"


def test_won_and_lost_are_said_to_you_with_what_decided_it(visitors: Visitors) -> None:
    anna, bram = visitors.person(reduced_motion="reduce"), visitors.person("touch", "nl", reduced_motion="reduce")
    cor = visitors.person(reduced_motion="reduce")
    address = anna.lay(**table_request("krabcek", sit=0, name="Anna"))
    bram.open(f"/t/{address}")
    bram.page.locator("input").first.fill("Bram")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.open(f"/t/{address}")
    cor.open(f"/t/{address}")
    finish(anna, "krabcek")
    cor.page.get_by_role("heading", name="Anna won. Congratulations!").wait_for()
    expect(cor.page.locator(".now p")).to_have_text("Anna has built the tower and wins: Krabcek!")
    expect(cor.page.locator("[data-story]")).not_to_contain_text("Anna has built")
    expect(anna.page.get_by_role("heading", name="You won! Well played.")).to_be_visible()
    anna.sees(re.compile("makes a Krabcek tower. You have built the tower and win: Krabcek!"))
    bram.page.get_by_role("heading", name="Anna heeft deze keer gewonnen.").wait_for()
    expect(bram.page.locator(".why")).to_have_text(re.compile("Anna heeft de toren gebouwd"))
    expect(bram.page.locator(".why")).to_be_in_viewport(ratio=1)
    again = bram.button(re.compile("Nog een keer")).bounding_box()
    assert again is not None and again["y"] + again["height"] <= PHONE["height"], "in sight on a phone"


@pytest.mark.parametrize("game", ["knopf", "cubus"])
def test_on_a_phone_the_result_its_bars_and_another_game_are_in_sight(visitors: Visitors, game: str) -> None:
    person = visitors.person("touch", "nl")
    request = table_request(game, sit="all")
    if game == "cubus":  # six bars
        start = data(FULL, ("",) * 6, stock=False, open=LIDS, passes=5, scores=[31, 4, 15, 9, 26, 5])
        request |= {"start": json.dumps(start), "options": {"players": 6}}
    person.open(f"/t/{person.lay(**request)}")
    finish(person, game)
    person.sees_the_end()
    for size in (SMALL, PHONE):
        person.page.set_viewport_size(size)
        for part in ("h2", ".why", "li:last-child .bar", "button.main"):
            expect(person.page.locator(f"section.card {part}").first).to_be_in_viewport(ratio=1)
        expect(person.page.locator("#board > *")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_on_a_small_phone_no_name_is_cut_at_the_end(visitors: Visitors, lang: str) -> None:
    person = visitors.person("touch", lang)
    person.page.set_viewport_size(SMALL)
    against_computer = {"seats": ["person", "simple"], "sit": "all"}
    person.open(f"/t/{person.lay(**table_request('knopf', **against_computer))}")
    finish(person, "knopf")
    person.sees_the_end()
    for name in person.page.locator("section.card .name").all():
        assert name.evaluate(IS_UNCUT), name.inner_text()
    person.open(f"/t/{person.lay(game='knopf', **against_computer)}")
    person.give_up()
    expect(person.page.locator("li.won")).to_be_visible()
    assert person.page.locator("li.won .who").evaluate(IS_UNCUT), "beside the star"


@pytest.mark.parametrize("name", ["Nog eens bekijken", "Eerder"])
def test_on_a_phone_whoever_looks_back_from_further_down_sees_the_board(visitors: Visitors, name: str) -> None:
    person = visitors.person("touch", "nl")
    person.page.set_viewport_size(SMALL)
    person.open(f"/t/{person.lay(**table_request('knopf', sit='all'))}")
    finish(person, "knopf")
    person.sees_the_end()
    button = person.page.locator(".card").get_by_role("button", name=name)
    button.evaluate("button => button.scrollIntoView({ block: 'start' })")
    person.press(button)
    person.sees(re.compile("Terugkijken"))
    expect(person.page.locator("#board > *")).to_be_in_viewport(ratio=0.9)


def test_the_score_of_the_day_history_and_statistics_stay_on_the_device(visitors: Visitors) -> None:
    oma = visitors.person("keyboard", "nl", reduced_motion="reduce")
    for _ in range(2):
        address = oma.lay(game="knopf", seats=["person", "child"], sit="all", name="Oma")
        oma.open(f"/t/{address}")
        oma.give_up()
        oma.sees_the_end()
    oma.sees("Je hebt opgegeven, dus de computer wint.")
    oma.page.set_viewport_size(SMALL)
    name, star = oma.page.locator("li.won .who").bounding_box(), oma.page.locator("li.won .winner").bounding_box()
    assert name is not None and star is not None and name["x"] + name["width"] <= star["x"], "it covers no name"
    oma.page.set_viewport_size(DESK)
    oma.sees("Vandaag tot nu toe bij Kopf oder Knopf:")
    oma.sees("Jij 0 – Computer 2")
    oma.open()
    row = oma.page.locator(".own li").first
    expect(row).to_contain_text("tegen computer, kind")
    expect(row).to_contain_text("jij hebt verloren")
    expect(row.locator("time")).to_have_text(re.compile(r"\d\d:\d\d"))
    oma.press(oma.page.locator("summary", has_text="Hoe vaak je won"))
    expect(oma.page.locator("tbody tr")).to_have_text(re.compile("Kopf oder Knopf.*kind.*2.*0"))
    visitors.server.http("DELETE", f"/api/tables/{address}", headers={"Authorization": f"Bearer {oma.key}"})
    oma.open()
    expect(oma.page.locator(".own li")).to_have_count(2)  # the device has kept it, though its table is gone
    row = oma.page.locator(".own li").filter(has_not=oma.page.locator("a"))
    expect(row).to_contain_text("tegen computer, kind")
    expect(row).to_contain_text("jij hebt verloren")
    oma.press(row.get_by_role("button"))
    oma.sees("Dit spel uit je lijst halen?")
    oma.press(oma.page.locator("dialog button.main"))
    expect(oma.page.locator(".own li")).to_have_count(1)
    oma.press(oma.page.locator("summary", has_text="Hoe vaak je won"))
    expect(oma.page.locator("tbody tr")).to_have_text(re.compile("Kopf oder Knopf.*kind.*2.*0"))
    oma.press(oma.button("Deze cijfers wissen"))
    oma.sees("Deze cijfers voorgoed wissen")
    oma.press(oma.page.locator("dialog button.main"))
    expect(oma.page.locator("tbody")).to_have_count(0)
    assert oma.page.evaluate("localStorage.getItem('played')") is None


def test_a_finished_game_is_shared_as_a_replay_that_changes_nothing(visitors: Visitors) -> None:
    anna, guest = visitors.person(), visitors.person("touch")
    address = anna.lay(**table_request("knopf", sit="all"))
    anna.open(f"/t/{address}")
    finish(anna, "knopf")
    anna.sees_the_end()
    anna.press(anna.button("Share this game"))
    expect(anna.page.locator(".shared").get_by_role("button")).to_be_in_viewport(ratio=1)
    guest.page.add_init_script(WATCH_FOR_THE_END)
    guest.page.goto(f"{guest.url}/t/{address}#replay")
    guest.sees(re.compile("Looking back|Back to now"))
    expect(guest.page.locator("section.card h2")).to_have_count(0)
    assert guest.page.get_by_role("list", name="Moves").get_by_role("listitem").count() == 0
    assert guest.page.evaluate("window.spoilers") == [], "the end is not told before the game has been watched"
    assert guest.page.locator("[data-cell].target").count() == 0
    guest.press(guest.button("Later"))
    guest.sees("Red won. Congratulations!")
    assert guest.button("Play again").count() == 0
