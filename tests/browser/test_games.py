"""One whole game of each kind from its start, by clicking whatever lights up. Slow: runs with --slow."""

from __future__ import annotations

import random

import pytest

from .person import Person, Visitors

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
def test_a_whole_game_at_one_screen(visitors: Visitors, game: str) -> None:
    person = visitors.person(reduced_motion="reduce")
    person.open(f"/t/{person.lay(game=game, options=OPTIONS[game], sit='all')}")
    rng = random.Random(game)
    for _ in range(MOST):
        if over(person):
            return
        cells = person.page.locator("[data-cell].target").all()
        buttons = person.page.locator(".now button.main, [role=alertdialog] button").all()
        clickable = cells + buttons
        if not clickable:
            person.page.wait_for_timeout(20)
            continue
        try:
            rng.choice(clickable).dispatch_event("click", timeout=500)
        except Exception:  # noqa: BLE001  (it has moved on meanwhile)
            continue
    raise AssertionError(f"{game} is not over after {MOST} clicks")
