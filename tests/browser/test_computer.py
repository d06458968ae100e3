"""The computer at the table: several hints, thinking that is seen, players that are not ready yet."""

from __future__ import annotations

from playwright.sync_api import expect

from .person import Visitors
from .test_access import violations
from .wire import Message, answering, telling

HINT = {
    "move": "b2-a1",
    "reason": {"key": "knopf.simple.any", "values": {}},
    "moves": [
        {"move": "b2-a1", "reason": {"key": "knopf.simple.any", "values": {}}, "chance": 0.61},
        {"move": "d2-d1", "reason": {"key": "knopf.simple.any", "values": {}}, "chance": 0.48},
        {"move": "d2-d5", "reason": {"key": "knopf.simple.any", "values": {}}, "chance": 0.999},
    ],
    "by": "master",
    "chance": 0.61,
}


def test_three_moves_each_with_its_chance_can_be_looked_at(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    answering(person.page, "hint", lambda asked: [{"say": "accepted", "id": asked["id"], "version": 3, "data": HINT}])
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    person.press(person.button("Hint"))
    hints = person.page.locator(".hints li")
    expect(hints).to_have_count(3)
    for text in ("61 % to win", "48 % to win", "99 % to win"):
        person.sees(text)
    person.sees("This is how the computer sees it, at strength “master”.")
    aim = person.page.locator(".ghost .aim")
    places = set()
    for index in range(3):
        show = hints.nth(index).get_by_role("button", name="Show")
        if show.get_attribute("aria-pressed") != "true":
            person.press(show)
        expect(show).to_have_attribute("aria-pressed", "true")
        places.add((aim.get_attribute("cx"), aim.get_attribute("cy")))
    assert len(places) == 3
    assert violations(person) == []


def test_while_it_thinks_the_page_says_so_and_stays_alive(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")

    def slow(message: Message) -> Message:
        """As if the computer were still thinking: its move never comes."""
        by_computer = any(item["event"].get("seat") == 1 for item in message.get("events", []))
        return {"say": "presence", "table": "", "here": [], "watchers": 0} if by_computer else message

    telling(person.page, slow)
    person.open(f"/t/{person.lay(game='knopf', seats=['person', 'simple'], sit='all', names=['Anna'])}")
    person.pick("b2", "a1")
    person.sees("The computer is thinking")
    person.press(person.page.get_by_role("tab", name="Rules"))
    person.page.wait_for_selector("article h3")
    person.press(person.page.locator("button", has_text="Show threats"))
    expect(person.page.locator("button", has_text="Show threats")).to_have_attribute("aria-pressed", "true")


def test_players_that_are_not_ready_are_told_quietly(visitors: Visitors) -> None:
    person = visitors.person(lang="nl")
    far = {"ready": ["cubus"], "waiting": ["knopf"], "compiling": "knopf", "missing": ["simple"], "instead": "friend"}
    telling(person.page, lambda message: {**message, "compile_status": far} if message["say"] == "welcome" else message)
    person.open(f"/t/{person.lay(game='knopf', seats=['person', 'simple'], sit='all')}")
    person.sees("tot dan speelt “vriend” in hun plaats")
    person.page.wait_for_selector("[data-cell].target", state="attached")  # the game goes on meanwhile
    assert violations(person) == []


def test_nothing_is_told_where_everybody_is_ready(visitors: Visitors) -> None:
    person = visitors.person()
    person.open(f"/t/{person.lay(game='knopf', seats=['person', 'simple'], sit='all')}")
    person.page.wait_for_selector("[data-cell].target", state="attached")
    assert person.page.locator(".unready").count() == 0
