"""What everybody must be able to use: no violation that axe finds, on any page, light or dark, desk or phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .person import Person, Room
from .test_play import LATE, wish

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(person: Person) -> list[str]:
    """What axe finds on the page as it stands."""
    person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = person.page.evaluate("axe.run()")
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"][:3]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chest(room: Room, scheme: str) -> None:
    one = room.person(color_scheme=scheme)
    one.open()
    one.page.wait_for_selector(".game")
    assert violations(one) == []
    one.page.locator(".game button.main").first.click()
    one.page.wait_for_selector("dialog[open]")
    one.page.locator("dialog summary").click()
    assert violations(one) == []


@pytest.mark.parametrize("game", list(LATE))
def test_a_table_in_play_and_at_its_end(room: Room, game: str) -> None:
    one = room.person(
        "touch", color_scheme="dark" if game in ("krabcek", "cubus") else "light", reduced_motion="reduce"
    )
    one.open(f"/t/{one.lay(**wish(game, seats='all'))}")
    one.page.wait_for_selector("[data-cell].target, .now button.main", state="attached")
    assert violations(one) == []
    one.press(one.page.locator("button", has_text="Give up").first)
    one.sees_the_end()
    assert violations(one) == []


def test_a_table_that_waits_for_players(room: Room) -> None:
    one = room.person()
    one.open(f"/t/{one.lay(game='knopf', seats=0, name='Anna')}")
    one.sees("Waiting for the others")
    assert violations(one) == []
