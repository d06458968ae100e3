"""One whole game of each kind from its start, by clicking whatever lights up. Slow: runs with --slow."""

from __future__ import annotations

import random

import pytest

from .person import Person, Room

OPTIONS: dict[str, dict[str, object]] = {
    "krabcek": {"layout": "random", "seed": 3},
    "knopf": {"target": 3},
    "cubus": {"young": True, "demolition": True},
    "kriskras": {},
}
MOST = 4000  # clicks


def over(person: Person) -> bool:
    return person.page.locator("section:has(h2) a[download]").count() > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", list(OPTIONS))
def test_a_whole_game_at_one_screen(room: Room, game: str) -> None:
    one = room.person(reduced_motion="reduce")
    one.open(f"/t/{one.lay(game=game, options=OPTIONS[game], sit='all')}")
    rng = random.Random(game)
    for _ in range(MOST):
        if over(one):
            return
        cells = one.page.locator("[data-cell].target").all()
        buttons = one.page.locator(".now button.main").all()
        found = cells + buttons
        if not found:
            one.page.wait_for_timeout(20)
            continue
        try:
            rng.choice(found).dispatch_event("click", timeout=500)
        except Exception:  # noqa: BLE001  (it has moved on meanwhile)
            continue
    raise AssertionError(f"{game} is not over after {MOST} clicks")
