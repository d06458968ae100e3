"""Two tabs at one game; a browser without space, and one that may keep nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from .visitor import START_PATIENCE, SiteVisitor, SiteVisitors

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


# What fails in such a browser, put before the page's own code in the worker that keeps the games.
FORBIDDEN = "Object.defineProperty(self, '{}', {{ get() {{ throw new DOMException('no', 'SecurityError'); }} }});"
FULL = """{
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (event) {
    const request = add.call(this, event);
    if (event.version > 3) this.transaction.abort();
    return request;
  };
}"""


def with_worker(visitors: SiteVisitors, code: str) -> SiteVisitor:
    """Somebody in whose worker this code runs first."""
    person = visitors.visitor("touch", "nl", service_workers="block")

    def put_before(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=code + answer.text())

    person.context.route("**/assets/worker-*.js", put_before)
    return person


@pytest.mark.parametrize("problem", ["vol", "bewaart niets"])
def test_what_is_not_kept_is_told_and_play_goes_on(visitors: SiteVisitors, problem: str) -> None:
    person = with_worker(visitors, FULL if problem == "vol" else FORBIDDEN.format("indexedDB"))
    if problem != "vol":
        for name in ("indexedDB", "localStorage"):
            person.context.add_init_script(FORBIDDEN.format(name))
    person.open()
    person.start("knopf", "here")
    make_a_move(person.page)
    person.page.get_by_role("alert").filter(has_text=problem).wait_for(timeout=START_PATIENCE)
    make_a_move(person.page)
    person.go_home()
    expect(person.page.locator(".own li")).to_have_count(1, timeout=START_PATIENCE)
    person.problems[:] = [text for text in person.problems if "SecurityError" not in text]  # of the test's own script
