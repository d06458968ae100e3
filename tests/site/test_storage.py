"""Two tabs at one game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .visitor import START_PATIENCE, SiteVisitors

pytestmark = pytest.mark.slow

TARGET = "[data-cell].target"
MOVES = "section ol li"


def make_a_move(page: Page) -> None:
    """Any move of Kopf oder Knopf: a piece, then where it goes."""
    known = page.locator(MOVES).count()
    for _ in range(2):
        page.locator(TARGET).first.dispatch_event("click")
    expect(page.locator(MOVES)).to_have_count(known + 1, timeout=START_PATIENCE)


def test_two_tabs_play_one_game(visitors: SiteVisitors) -> None:
    person = visitors.visitor()
    person.open()
    person.start("knopf", "here")
    first = person.page
    second = person.new_page()
    second.goto(first.url)
    second.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    make_a_move(first)
    expect(second.locator(MOVES)).to_have_count(1, timeout=START_PATIENCE)
    make_a_move(second)
    expect(first.locator(MOVES)).to_have_count(2, timeout=START_PATIENCE)
    make_a_move(first)
    expect(second.locator(MOVES)).to_have_count(3, timeout=START_PATIENCE)
