"""Hints: shown on the board, accepted, and in Cubus laid as a draft."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from .person import How, Room, position
from .test_access import violations
from .test_play import LATE, wish
from .wire import answering

# what is drawn for a move that is looked at
DRAWN = {
    "krabcek": ".routes .bold .way, .marks .picked",
    "knopf": ".ghost .aim",
    "kriskras": ".marks .leg.strong, .marks .ring",
}


@pytest.mark.parametrize(("game", "how", "lang"), [("knopf", "mouse", "en"), ("kriskras", "keyboard", "nl")])
def test_a_hint_is_drawn_on_the_board_and_can_be_played(room: Room, game: str, how: How, lang: str) -> None:
    one = room.person(how, lang, reduced_motion="reduce")
    address = one.lay(**wish(game, sit="all"))
    one.open(f"/t/{address}")
    one.press(one.button("Hint"))
    one.sees(re.compile("You could try|Probeer eens"))
    drawn = one.page.locator(DRAWN[game]).first
    drawn.wait_for(state="attached")
    show = one.page.locator(".hints").get_by_role("button", name=re.compile("^(Show|Tonen)$")).first
    assert show.get_attribute("aria-pressed") == "true"
    one.press(show)
    drawn.wait_for(state="detached")
    one.press(show)
    drawn.wait_for(state="attached")
    one.press(one.page.locator(".hints").get_by_role("button", name=re.compile("^(Play it|Spelen)$")).first)
    expect(one.page.locator(".hints")).to_have_count(0)
    assert [event["kind"] for event in room.house.log(address)].count("moved") == 1


@pytest.mark.parametrize("lying", [False, True])
def test_on_a_phone_hints_and_board_are_seen_together(room: Room, lying: bool) -> None:
    """One hint at a time, in the line that stays in sight; nobody has to scroll for it."""
    one = room.person("touch", "nl", reduced_motion="reduce")
    one.page.set_viewport_size({"width": 844, "height": 390} if lying else {"width": 360, "height": 640})
    address = one.lay(**wish("krabcek", sit="all"))
    one.open(f"/t/{address}")
    one.press(one.button("Hint"))
    hints = one.page.locator(".hints")
    play = hints.get_by_role("button", name="Spelen")
    expect(play).to_be_in_viewport(ratio=1)
    assert one.page.locator("#board svg").first.evaluate("(board) => board.getBoundingClientRect().top >= -1")
    drawn = one.page.locator(DRAWN["krabcek"]).first
    drawn.wait_for(state="attached")
    first = hints.locator("strong").inner_text()
    one.press(hints.get_by_role("button", name="Volgende hint"))
    expect(hints.locator("strong")).not_to_have_text(first)
    one.press(hints.get_by_role("button", name="Vorige hint"))
    expect(hints.locator("strong")).to_have_text(first)
    assert violations(one) == []
    one.press(hints.get_by_role("button", name="Hints sluiten"))
    expect(hints).to_have_count(0)
    drawn.wait_for(state="detached")
    one.press(one.button("Hint"))
    one.press(play)
    expect(hints).to_have_count(0)
    assert [event["move"] for event in room.house.log(address) if event["kind"] == "moved"] == [first]


def test_a_hint_is_gone_when_something_is_picked_or_moved(room: Room) -> None:
    one = room.person()
    one.open(f"/t/{one.lay(game='knopf', sit='all')}")
    one.press(one.button("Hint"))
    one.page.wait_for_selector(DRAWN["knopf"], state="attached")
    one.pick("b2", "a1")
    expect(one.page.locator(DRAWN["knopf"])).to_have_count(0)
    expect(one.page.locator(".hints")).to_have_count(0)


@pytest.mark.parametrize(("name", "lang"), [("corner flip", "en"), ("layer under an open lid", "nl")])
def test_a_cubus_hint_lies_there_as_a_draft(room: Room, name: str, lang: str) -> None:
    one = room.person("touch", lang, reduced_motion="reduce")
    start = position("cubus", name)
    players = json.loads(start)["players"]
    address = one.lay(game="cubus", options={"players": players}, start=start, sit="all")
    one.open(f"/t/{address}")
    one.press(one.button("Hint"))
    hints = one.page.locator(".hints")
    hints.get_by_role("button").first.wait_for()
    assert re.search(r"build \d", hints.inner_text()) is None  # no notation
    assert hints.locator("svg").count() >= 1
    lay = one.page.locator("button.lay")
    expect(lay).to_be_enabled()
    assert one.page.locator(".marks .moved:not(.last)").count() > 0
    one.press(lay)
    expect(hints).to_have_count(0)
    moves = [event["move"] for event in room.house.log(address) if event["kind"] == "moved"]
    assert moves and moves[0].startswith("build ")


def test_the_last_build_is_outlined_after_a_reload(room: Room) -> None:
    one = room.person(reduced_motion="reduce")
    address = one.lay(game="cubus", start=position("cubus", "corner flip"), sit="all")
    one.open(f"/t/{address}")
    one.press(one.button("Hint"))
    one.press(one.page.locator("button.lay:enabled"))
    one.page.wait_for_selector(".marks .moved.last", state="attached")
    outlined = one.page.locator(".marks .moved.last").count()
    one.page.reload()
    one.page.wait_for_selector(".marks .moved.last", state="attached")
    assert one.page.locator(".marks .moved.last").count() == outlined


def test_what_is_passed_by_a_button_has_that_name(room: Room) -> None:
    one = room.person()
    name, _, _ = LATE["cubus"]
    one.open(f"/t/{one.lay(game='cubus', start=position('cubus', name), sit='all')}")
    one.press(one.button("Hint"))
    expect(one.page.locator(".hints strong").first).to_have_text("Pass")
    assert one.page.locator(".hints").get_by_role("button", name="Show").count() == 0


def test_a_trade_is_proposed_in_words(room: Room) -> None:
    one = room.person(reduced_motion="reduce")
    trade = {"move": "=c1", "reason": {"key": "kriskras.insight.trade", "values": {"square": "c1"}}, "chance": 0.7}
    hint = {"move": "=c1", "reason": trade["reason"], "moves": [trade], "by": "master", "chance": 0.7}
    answering(one.page, "hint", lambda asked: [{"say": "accepted", "id": asked["id"], "version": 3, "data": hint}])
    start = position("kriskras", "white may trade one musketeer for two of three soldiers")
    one.open(f"/t/{one.lay(game='kriskras', start=start, sit='all')}")
    one.press(one.button("Hint"))
    expect(one.page.locator(".hints strong")).to_have_text("Bring back a musketeer: c1")
