"""Looking back after a game: the curve of the chances, where it turned, and the better move there."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .person import How, Person, Visitors
from .test_access import in_both_schemes, violations
from .test_play import table_request
from .wire import Message, answering


def moves(start: str, end: str) -> dict[str, Any]:
    """The sentence about a move of Red's."""
    side = {"key": "knopf.side.red", "values": {"seat": 0}}
    return {"key": "knopf.say.move", "values": {"side": side, "start": start, "end": end}}


COURSE: dict[str, Any] = {
    "curves": [[0.5, 0.62, 0.55, 0.18]],
    "turning": [
        {
            "actions": 2,
            "seat": 0,
            "move": "d2-d1",
            "tell": moves("d2", "d1"),
            "chance": 0.18,
            "better": {
                "move": "d2-d5",
                "reason": {"key": "knopf.simple.any", "values": {}},
                "chance": 0.57,
                "tell": moves("d2", "d5"),
            },
        }
    ],
    "by": "master",
}


def answers(message: Message) -> list[Message]:
    return [
        {"say": "progress", "id": message["id"], "done": 2, "of": 4},
        {"say": "accepted", "id": message["id"], "version": 9, "data": COURSE},
    ]


def played(visitors: Visitors, how: How = "mouse", lang: str = "en", **more: Any) -> Person:
    """Somebody after a short game, with the analysis that a server would make of it."""
    person = visitors.person(how, lang, reduced_motion="reduce", **more)
    answering(person.page, "analyse", answers)
    person.open(f"/t/{person.lay(game='knopf', sit='all', names=['Anna', 'Bram'])}")
    for start, end in (("b2", "a1"), ("c2", "b1"), ("d2", "d1")):
        person.pick(start, end)
    person.page.wait_for_selector('[data-cell="e2"].target, [data-cell="b1"].target', state="attached")
    person.give_up()
    person.sees_the_end()
    return person


def test_the_curve_is_drawn_and_its_numbers_can_be_read(visitors: Visitors) -> None:
    person = played(visitors)
    person.press(person.button("How did it go?"))
    person.page.wait_for_selector(".course path.curve")
    assert (person.page.locator(".course path.curve").get_attribute("d") or "").count("L") == 3
    assert person.page.locator(".course .turn").count() == 1
    person.sees("Turning points")
    expect(person.page.locator(".course")).to_contain_text("Anna: From d2 to d1 (18 % to win).")
    person.press(person.page.locator(".course summary"))
    rows = person.page.locator(".course tbody tr")
    expect(rows).to_have_count(3)
    assert rows.nth(0).locator("td").all_inner_texts() == ["1", "Anna: From b2 to a1", "62 %", "38 %"]
    assert violations(person) == []


def test_the_better_move_is_shown_in_its_position(visitors: Visitors) -> None:
    person = played(visitors, "touch", "nl")
    person.press(person.button("Hoe ging het?"))
    look = person.page.get_by_role("button", name="Bekijken", exact=True).first
    person.press(look)
    person.page.wait_for_selector(".ghost .aim", state="attached")
    expect(look).to_have_attribute("aria-pressed", "true")


def test_the_better_move_is_drawn_with_its_whole_walk(visitors: Visitors) -> None:
    """A walk through the labyrinth bends: its two ends alone would not tell the way."""
    person = visitors.person(reduced_motion="reduce")
    better = {"move": "V01+H01", "reason": {"key": "krabcek.insight.win", "values": {}}, "chance": 1.0}
    turning = [{"actions": 0, "seat": 0, "move": "V01-T01e", "chance": 0.4, "better": better}]
    course = {"curves": [[0.9, 0.4]], "turning": turning, "by": "master"}
    answering(
        person.page, "analyse", lambda asked: [{"say": "accepted", "id": asked["id"], "version": 9, "data": course}]
    )
    address = person.lay(**table_request("krabcek", sit="all"))
    person.open(f"/t/{address}")
    person.give_up()
    person.sees_the_end()
    person.press(person.button("How did it go?"))
    person.press(person.button("Show it"))
    way = person.page.locator(".routes .bold .way").first
    way.wait_for(state="attached")
    assert (way.get_attribute("d") or "").count("L") > 2


def test_an_earlier_position_is_told_in_words(visitors: Visitors) -> None:
    person = played(visitors)
    person.press(person.page.get_by_role("tab", name="In words"))
    sentences = person.page.locator("section ul[tabindex='0']")
    expect(sentences).to_contain_text("d1")
    person.press(person.page.get_by_role("tab", name="Moves"))
    person.press(person.page.locator('ol[aria-label="Moves"] button').first)
    person.sees("Looking back: 1 of 3")
    person.press(person.page.get_by_role("tab", name="In words"))
    expect(sentences).to_contain_text("a1")
    expect(sentences).not_to_contain_text("d1")


def test_the_game_is_gone_through_with_the_keyboard(visitors: Visitors) -> None:
    person = played(visitors, "keyboard")
    person.press(person.button("How did it go?"))
    slider = person.page.get_by_role("slider", name="A moment in the game")
    slider.focus()
    person.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "2. From c2 to b1: Anna 55 %, Bram 45 %.")
    person.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "1. From b2 to a1: Anna 62 %, Bram 38 %.")
    expect(person.page.locator(".course .now")).to_have_text("Anna 62 %, Bram 38 %")
    person.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "At the start: Anna 50 %, Bram 50 %.")
    person.page.keyboard.press("End")
    person.sees(re.compile("won. Congratulations"))
    assert person.page.get_by_role("button", name="Back to now").count() == 0


def test_looking_back_asks_for_the_curve_by_itself(visitors: Visitors) -> None:
    person = played(visitors)
    person.press(person.button("Earlier"))
    person.page.wait_for_selector(".course path.curve")
    person.sees(re.compile("won. Congratulations"))  # how it came out stays to be read


def test_a_point_of_the_curve_is_a_moment_of_the_game(visitors: Visitors) -> None:
    person = played(visitors)
    person.press(person.button("How did it go?"))
    drawing = person.page.locator(".course .drawing svg")
    drawing.click(position={"x": 8, "y": 60})
    expect(person.page.locator(".course .now")).to_have_text("Anna 50 %, Bram 50 %")
    assert in_both_schemes(person) == []


def test_the_server_itself_looks_through_a_game(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    person.open(f"/t/{person.lay(game='knopf', seats=['person', 'child'], sit='all', seed='5eed' * 16)}")
    person.pick("b2", "a1")
    expect(person.page.locator('ol[aria-label="Moves"] li')).to_have_count(2)
    person.give_up()
    person.sees_the_end()
    person.press(person.button("How did it go?"))
    person.page.wait_for_selector(".course path.curve", timeout=90_000)
    assert (person.page.locator(".course path.curve").get_attribute("d") or "").count("L") == 2


def test_a_reason_is_said_only_to_whose_move_it_was(visitors: Visitors) -> None:
    """It says "you" and "your", and means who was to move."""
    person = visitors.person(reduced_motion="reduce")
    (turn,) = COURSE["turning"]
    course = {**COURSE, "turning": [{**turn, "seat": 1}, {**turn, "seat": 0}]}
    answering(
        person.page, "analyse", lambda asked: [{"say": "accepted", "id": asked["id"], "version": 9, "data": course}]
    )
    person.open(f"/t/{person.lay(game='knopf', seats=['person', 'child'], sit='all', name='Anna')}")
    person.pick("b2", "a1")
    expect(person.page.locator('ol[aria-label="Moves"] li')).to_have_count(2)
    person.give_up()
    person.sees_the_end()
    person.press(person.button("How did it go?"))
    suggestions = person.page.locator(".course .suggestion")
    expect(suggestions).to_have_count(2)
    expect(suggestions.nth(0).locator(".reason")).to_have_count(0)
    expect(suggestions.nth(1).locator(".reason")).to_have_count(1)
