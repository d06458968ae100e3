"""The computer at the table: several hints, thinking that is seen, players that are not ready yet."""

from __future__ import annotations

from playwright.sync_api import expect

from .person import Room
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


def test_three_moves_each_with_its_chance_can_be_looked_at(room: Room) -> None:
    one = room.person(reduced_motion="reduce")
    answering(one.page, "hint", lambda asked: [{"say": "accepted", "id": asked["id"], "version": 3, "data": HINT}])
    one.open(f"/t/{one.lay(game='knopf', sit='all')}")
    one.press(one.button("Hint"))
    hints = one.page.locator(".hints li")
    expect(hints).to_have_count(3)
    for text in ("61 % to win", "48 % to win", "99 % to win"):
        one.sees(text)
    one.sees("As the computer sees it, at strength “master”.")
    aim = one.page.locator(".ghost .aim")
    places = set()
    for index in range(3):
        show = hints.nth(index).get_by_role("button", name="Show")
        if show.get_attribute("aria-pressed") != "true":
            one.press(show)
        expect(show).to_have_attribute("aria-pressed", "true")
        places.add((aim.get_attribute("cx"), aim.get_attribute("cy")))
    assert len(places) == 3
    assert violations(one) == []


def test_while_it_thinks_the_page_says_so_and_stays_alive(room: Room) -> None:
    one = room.person(reduced_motion="reduce")

    def slow(message: Message) -> Message:
        """As if the computer were still thinking: its move never comes."""
        by_computer = any(item["event"].get("seat") == 1 for item in message.get("events", []))
        return {"say": "presence", "table": "", "here": [], "watchers": 0} if by_computer else message

    telling(one.page, slow)
    one.open(f"/t/{one.lay(game='knopf', seats=['person', 'simple'], sit='all', names=['Anna'])}")
    one.pick("b2", "a1")
    one.sees("The computer is thinking")
    one.press(one.page.get_by_role("tab", name="Rules"))
    one.page.wait_for_selector("article h3")
    one.press(one.page.locator("button", has_text="Show threats"))
    expect(one.page.locator("button", has_text="Show threats")).to_have_attribute("aria-pressed", "true")


def test_players_that_are_not_ready_are_told_quietly(room: Room) -> None:
    one = room.person(lang="nl")
    far = {"ready": ["cubus"], "waiting": ["knopf"], "compiling": "knopf", "missing": ["simple"], "instead": "friend"}
    telling(one.page, lambda message: {**message, "thinking": far} if message["say"] == "welcome" else message)
    one.open(f"/t/{one.lay(game='knopf', seats=['person', 'simple'], sit='all')}")
    one.sees("tot dan speelt “vriend” voor ze")
    one.page.wait_for_selector("[data-cell].target", state="attached")  # the game goes on meanwhile
    assert violations(one) == []


def test_nothing_is_told_where_everybody_is_ready(room: Room) -> None:
    one = room.person()
    one.open(f"/t/{one.lay(game='knopf', seats=['person', 'simple'], sit='all')}")
    one.page.wait_for_selector("[data-cell].target", state="attached")
    assert one.page.locator(".unready").count() == 0
