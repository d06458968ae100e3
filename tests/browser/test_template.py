"""A whole game on the generic board, from the table's link to the end."""

from __future__ import annotations

from playwright.sync_api import Error, expect

from .person import Person, Visitors, position

OVER = "section:has(h2) a[download]"
CAN_ACT = f"[data-cell].target, .now button.main, {OVER}"
MOST = 400  # clicks


def test_it_is_played_to_the_end_on_the_generic_board(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    person.open(f"/t/{person.lay(game='template', options={'length': 4}, sit='all')}")
    for _ in range(MOST):
        person.page.wait_for_selector(CAN_ACT, state="attached")
        if person.page.locator(OVER).count():
            break
        click_what_lights_up(person)
    person.sees_the_end()


def test_the_marks_of_the_view_are_drawn(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    person.open(
        f"/t/{person.lay(game='template', start=position('template', 'blue rested and must creep'), sit='all')}"
    )
    marked = person.page.locator("[data-mark]")
    expect(marked).to_have_count(1)
    assert (marked.get_attribute("data-mark"), marked.get_attribute("data-at")) == ("rested", "b4")
    person.pick("b4", "b5")
    expect(marked).to_have_count(0)


def click_what_lights_up(person: Person) -> None:
    """A cell of the board, or the button above it where no cell can be picked."""
    cells = person.page.locator("[data-cell].target")
    target = cells.last if cells.count() else person.page.locator(".now button.main").first
    try:
        target.dispatch_event("click", timeout=500)
    except Error:  # the table has moved on meanwhile
        return
