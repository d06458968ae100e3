"""Hints: shown on the board, accepted, and in Cubus laid as a draft."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from .person import How, Visitors, position
from .test_access import violations
from .test_play import LATE, table_request
from .wire import answering

TWO_FINES = "two groups of equal size are to be fined"
# what is drawn for a move that is looked at
DRAWN = {
    "krabcek": ".routes .bold .way, .marks .picked",
    "knopf": ".ghost .aim",
    "kriskras": ".marks .leg.strong, .marks .ring",
}


@pytest.mark.parametrize(("game", "how", "lang"), [("knopf", "mouse", "en"), ("kriskras", "keyboard", "nl")])
def test_a_hint_is_drawn_on_the_board_and_can_be_played(visitors: Visitors, game: str, how: How, lang: str) -> None:
    person = visitors.person(how, lang, reduced_motion="reduce")
    address = person.lay(**table_request(game, sit="all"))
    person.open(f"/t/{address}")
    person.press(person.button("Hint"))
    person.sees(re.compile("You could try|Probeer eens"))
    drawn = person.page.locator(DRAWN[game]).first
    drawn.wait_for(state="attached")
    show = person.page.locator(".hints").get_by_role("button", name=re.compile("^(Show|Tonen): ")).first
    assert show.get_attribute("aria-pressed") == "true"
    person.press(show)
    drawn.wait_for(state="detached")
    person.press(show)
    drawn.wait_for(state="attached")
    person.press(person.page.locator(".hints").get_by_role("button", name=re.compile("^(Play it|Spelen): ")).first)
    expect(person.page.locator(".hints")).to_have_count(0)
    assert [event["kind"] for event in visitors.server.stored_events(address)].count("moved") == 1


@pytest.mark.parametrize("lying", [False, True])
def test_on_a_phone_hints_and_board_are_seen_together(visitors: Visitors, lying: bool) -> None:
    """One hint at a time, in the line that stays in sight; nobody has to scroll for it."""
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    person.page.set_viewport_size({"width": 844, "height": 390} if lying else {"width": 360, "height": 640})
    address = person.lay(**table_request("krabcek", sit="all"))
    person.open(f"/t/{address}")
    person.press(person.button("Hint"))
    hints = person.page.locator(".hints")
    play = hints.get_by_role("button", name="Spelen")
    expect(play).to_be_in_viewport(ratio=1)
    assert person.page.locator("#board svg").first.evaluate("(board) => board.getBoundingClientRect().top >= -1")
    drawn = person.page.locator(DRAWN["krabcek"]).first
    drawn.wait_for(state="attached")
    first = hints.locator("strong").inner_text()
    person.press(hints.get_by_role("button", name="Volgende hint"))
    expect(hints.locator("strong")).not_to_have_text(first)
    person.press(hints.get_by_role("button", name="Vorige hint"))
    expect(hints.locator("strong")).to_have_text(first)
    assert violations(person) == []
    person.press(hints.get_by_role("button", name="Hints sluiten"))
    expect(hints).to_have_count(0)
    drawn.wait_for(state="detached")
    assert person.page.evaluate("scrollY") == 0  # what was moved for the hint is where it was
    person.press(person.button("Hint"))
    person.press(play)
    expect(hints).to_have_count(0)
    assert [event["kind"] for event in visitors.server.stored_events(address)].count("moved") == 1
    expect(person.page.locator("ol[aria-label=Zetten] li", has_text=first)).to_have_count(1)


@pytest.mark.parametrize(
    ("how", "lang", "close"), [("keyboard", "en", "Close the hints"), ("touch", "nl", "Hints sluiten")]
)
def test_what_is_proposed_is_read_and_reached_before_the_button_that_closes_it(
    visitors: Visitors, how: How, lang: str, close: str
) -> None:
    person = visitors.person(how, lang, reduced_motion="reduce")
    person.open(f"/t/{person.lay(**table_request('krabcek', sit='all'))}")
    person.press(person.button("Hint"))
    hints = person.page.locator(".hints")
    buttons = hints.get_by_role("button")
    expect(buttons.last).to_have_accessible_name(close)
    expect(hints.get_by_role("button", name=close)).to_have_count(1)
    assert not hints.inner_text().startswith("×")
    buttons.first.focus()
    for _ in range(buttons.count() - 1):
        expect(hints.locator(":focus")).not_to_have_accessible_name(close)
        person.page.keyboard.press("Tab")
    expect(hints.locator(":focus")).to_have_accessible_name(close)


@pytest.mark.parametrize(("how", "lang"), [("keyboard", "en"), ("touch", "nl")])
def test_a_hint_is_read_out_without_its_buttons_and_they_name_its_move(visitors: Visitors, how: How, lang: str) -> None:
    person = visitors.person(how, lang, reduced_motion="reduce")
    person.open(f"/t/{person.lay(game='knopf', sit='all', start=position('knopf', TWO_FINES))}")
    person.press(person.button("Hint"))
    hints = person.page.locator(".hints")
    move, reason = hints.locator("strong").first.inner_text(), hints.locator(".reason").first.inner_text()
    spoken = person.page.get_by_role("status").filter(has_text=reason)
    expect(spoken).to_have_count(1)
    words = spoken.text_content() or ""
    assert move in words and hints.locator(".chance").first.inner_text() in words
    assert "×" not in words
    buttons = hints.get_by_role("button")
    names = [button.get_attribute("aria-label") or button.inner_text() for button in buttons.all()]
    assert len(set(names)) == len(names)
    for button, name in zip(buttons.all(), names, strict=True):
        if button.inner_text() not in ("×", "‹", "›"):
            assert name.startswith(f"{button.inner_text()}: ")
            assert button.inner_text() not in words.split()
    assert any(name.endswith(f": {move}") for name in names)


def test_a_hint_is_gone_when_something_is_picked_or_moved(visitors: Visitors) -> None:
    person = visitors.person()
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    person.press(person.button("Hint"))
    person.page.wait_for_selector(DRAWN["knopf"], state="attached")
    person.pick("b2", "a1")
    expect(person.page.locator(DRAWN["knopf"])).to_have_count(0)
    expect(person.page.locator(".hints")).to_have_count(0)


@pytest.mark.parametrize(("name", "lang"), [("corner flip", "en"), ("layer under an open lid", "nl")])
def test_a_cubus_hint_lies_there_as_a_draft(visitors: Visitors, name: str, lang: str) -> None:
    person = visitors.person("touch", lang, reduced_motion="reduce")
    start = position("cubus", name)
    players = json.loads(start)["players"]
    address = person.lay(game="cubus", options={"players": players}, start=start, sit="all")
    person.open(f"/t/{address}")
    person.press(person.button("Hint"))
    hints = person.page.locator(".hints")
    hints.get_by_role("button").first.wait_for()
    assert re.search(r"build \d", hints.inner_text()) is None  # no notation
    assert hints.locator("svg").count() >= 1
    lay = person.page.locator("button.lay")
    expect(lay).to_be_enabled()
    assert person.page.locator(".marks .moved:not(.last)").count() > 0
    person.press(lay)
    expect(hints).to_have_count(0)
    moves = [event["move"] for event in visitors.server.stored_events(address) if event["kind"] == "moved"]
    assert moves and moves[0].startswith("build ")


@pytest.mark.parametrize("size", [(360, 740), (390, 844)])
def test_on_a_phone_a_cubus_hint_covers_no_tile_of_the_hand(visitors: Visitors, size: tuple[int, int]) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.open(f"/t/{person.lay(game='cubus', start=position('cubus', 'corner flip'), sit='all')}")
    person.press(person.button("Hint"))
    expect(person.page.locator(".hints").get_by_role("button", name="Spelen")).to_be_in_viewport(ratio=1)
    for tile in person.page.locator("[data-hand]").all():
        assert tile.evaluate(READABLE)


def test_the_last_build_is_outlined_after_a_reload(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    address = person.lay(game="cubus", start=position("cubus", "corner flip"), sit="all")
    person.open(f"/t/{address}")
    person.press(person.button("Hint"))
    person.press(person.page.locator("button.lay:enabled"))
    person.page.wait_for_selector(".marks .moved.last", state="attached")
    person.sees("Dots: the last build")
    outlined = person.page.locator(".marks .moved.last").count()
    person.page.reload()
    person.page.wait_for_selector(".marks .moved.last", state="attached")
    assert person.page.locator(".marks .moved.last").count() == outlined


def test_what_is_passed_by_a_button_has_that_name(visitors: Visitors) -> None:
    person = visitors.person()
    name, _, _ = LATE["cubus"]
    person.open(f"/t/{person.lay(game='cubus', start=position('cubus', name), sit='all')}")
    person.press(person.button("Hint"))
    expect(person.page.locator(".hints strong").first).to_have_text("Pass")
    assert person.page.locator(".hints").get_by_role("button", name="Show").count() == 0


def test_a_trade_is_proposed_in_words(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    tell = {"key": "kriskras.say.back", "values": {"square": "c1"}}
    reason = {"key": "kriskras.insight.trade", "values": {"square": "c1"}}
    trade = {"move": "=c1", "reason": reason, "chance": 0.7, "tell": tell}
    hint = {"move": "=c1", "reason": trade["reason"], "moves": [trade], "by": "master", "chance": 0.7}
    answering(person.page, "hint", lambda asked: [{"say": "accepted", "id": asked["id"], "version": 3, "data": hint}])
    start = position("kriskras", "white may trade one musketeer for two of three soldiers")
    person.open(f"/t/{person.lay(game='kriskras', start=start, sit='all')}")
    person.press(person.button("Hint"))
    expect(person.page.locator(".hints strong")).to_have_text("A musketeer back on c1")


READABLE = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((part) => {
    const at = document.elementFromPoint(x + width / 2, y + height * part);
    return at !== null && (element.contains(at) || at.contains(element));
  });
}"""


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize(
    ("game", "name", "lowest"),
    [
        ("kriskras", "white may trade one musketeer for two of three soldiers", '[data-cell="i1"]'),
        ("cubus", LATE["cubus"][0], "[data-uncovered]"),  # a single button
    ],
)
def test_on_a_phone_a_hint_and_a_question_with_buttons_can_both_be_read(
    visitors: Visitors, game: str, name: str, lowest: str, lang: str
) -> None:
    person = visitors.person("touch", lang, reduced_motion="reduce")
    person.page.set_viewport_size({"width": 360, "height": 740})
    person.open(f"/t/{person.lay(game=game, start=position(game, name), sit='all')}")
    person.press(person.button("Hint"))
    hints = person.page.locator(".hints")
    expect(hints.locator(".reason")).to_be_in_viewport(ratio=1)
    question = person.page.locator(".now > p")
    expect(question).to_be_in_viewport(ratio=1)
    for part in (question, hints.locator(".reason"), *person.page.locator(".acts button").all()):
        assert part.evaluate(READABLE), part
    bottom = person.page.locator(lowest).evaluate("(part) => part.getBoundingClientRect().bottom")
    assert bottom <= hints.evaluate("(card) => card.getBoundingClientRect().top") + 1  # all that is needed is in sight


@pytest.mark.parametrize(
    ("lang", "why"),
    [
        ("en", "no hint is given. Look for yourself, then decide whether to knock."),
        ("nl", "geen hint gegeven. Kijk zelf, en beslis dan of je klopt."),
    ],
)
def test_why_there_is_no_hint_at_a_knock_is_said(visitors: Visitors, lang: str, why: str) -> None:
    person = visitors.person("mouse", lang, reduced_motion="reduce")
    start = position("cubus", "passed")
    person.open(f"/t/{person.lay(game='cubus', options={'players': 3}, start=start, sit='all')}")
    person.sees("You lay tiles only after knocking." if lang == "en" else "Leggen mag pas na het kloppen.")
    expect(person.button("Hint")).to_have_attribute("title", re.compile(re.escape(why)))
    person.press(person.button("Hint"))
    expect(person.page.get_by_role("alert")).to_contain_text(why)
