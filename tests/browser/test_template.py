"""A whole game on the generic board, from the table's link to the end."""

from __future__ import annotations

from .person import PATIENCE, Person, Room

MOST = 60  # moves


def test_it_is_played_to_the_end_on_the_generic_board(room: Room) -> None:
    person = room.person(reduced_motion="reduce")
    person.open(f"/t/{person.lay(game='template', options={'length': 4}, seats='all')}")
    for _ in range(MOST):
        if over(person):
            break
        play_a_move(person)
    person.sees_the_end()


def over(person: Person) -> bool:
    return person.page.locator("section:has(h2) a[download]").count() > 0


def play_a_move(person: Person) -> None:
    """Creep by picking the snail and where it goes; where that cannot be, use the button."""
    person.page.wait_for_selector(
        "[data-cell].target, .now button.main, section:has(h2) a[download]", state="attached", timeout=PATIENCE
    )
    targets = person.page.locator("[data-cell].target")
    if over(person):
        return
    if not targets.count():
        person.press_main()
        return
    start = targets.first.get_attribute("data-cell")
    assert start is not None
    person.pick(start)
    ends = [cell for cell in cells(person) if cell != start]
    person.pick(*ends[:1])
    person.page.wait_for_function(
        "(cell) => !document.querySelector(`[data-cell='${cell}'].target`)", arg=start, timeout=PATIENCE
    )


def cells(person: Person) -> list[str]:
    person.page.wait_for_function("document.querySelectorAll('[data-cell].target').length > 0", timeout=PATIENCE)
    return [str(place.get_attribute("data-cell")) for place in person.page.locator("[data-cell].target").all()]
