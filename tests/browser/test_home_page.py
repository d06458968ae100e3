"""The chest: what can be played, what is going on, and how far the computer is."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Route, expect

from .person import Person, Visitors
from .test_access import violations


def far(person: Person, *answers: dict[str, Any]) -> None:
    """As if the computer were so far at the first question, the second, and all that follow."""
    asked: list[Route] = []

    def answer(route: Route) -> None:
        status = answers[min(len(asked), len(answers) - 1)]
        asked.append(route)
        route.fulfill(json={**route.fetch(max_retries=3).json(), "compile_status": status})

    person.page.route("**/api/games", answer)


def test_who_comes_back_finds_the_games_that_go_on_before_all_others(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl")
    done = person.lay(game="knopf", sit="all", names=["Oma", "Bram"])
    person.open(f"/t/{done}")
    person.give_up()
    person.sees_the_end()
    going = person.lay(game="cubus", sit="all")
    person.open()
    table = person.page.locator(".own li", has_text="Cubus")
    expect(table).to_be_in_viewport(ratio=1)
    person.sees("Verder spelen")
    over = person.page.locator(".own li", has_text="Kopf oder Knopf")
    expect(over).to_contain_text("gewonnen door")
    below = "([one, other]) => one.getBoundingClientRect().top > other.getBoundingClientRect().bottom"
    last = person.page.locator(".game").last.element_handle()
    assert person.page.evaluate(below, [over.element_handle(), last])
    assert violations(person) == []
    table.click(position={"x": 200, "y": 20})  # the whole card leads there
    person.page.wait_for_url(f"**/t/{going}")


def test_computers_that_get_ready_are_told_until_they_are(visitors: Visitors) -> None:
    person = visitors.person(
        lang="nl", service_workers="block"
    )  # its questions could not be answered in the server's place
    far(person, {"ready": [], "waiting": ["knopf", "krabcek"], "compiling": "knopf"}, {"ready": ["knopf", "krabcek"]})
    person.open()
    line = person.page.get_by_text("De sterkste computers maken zich nog klaar voor: Kopf oder Knopf, Krabcek.")
    expect(line).to_be_visible()
    assert violations(person) == []
    expect(line).to_have_count(0)


def test_computers_that_cannot_get_ready_are_told_once(visitors: Visitors) -> None:
    person = visitors.person(service_workers="block")
    why = {"key": "bots.missing.package", "values": {"name": "numba"}}
    far(person, {"ready": [], "waiting": ["knopf"], "why": why})
    person.open()
    person.sees("numba is not installed")


def test_nothing_is_told_where_nothing_is_compiled_beforehand(visitors: Visitors) -> None:
    person = visitors.person(service_workers="block")
    far(person, {"ready": [], "waiting": ["knopf"]})
    person.open()
    expect(person.page.locator("header [role=status]")).to_have_count(0)


def test_every_game_tells_how_long_it_takes(visitors: Visitors) -> None:
    person = visitors.person()
    person.open()
    expect(
        person.page.locator(".game", has_text="minutes").or_(person.page.locator(".game", has_text="hour"))
    ).to_have_count(4)
