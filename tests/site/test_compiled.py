"""What Python has compiled in a page is kept for its next start, and a spoilt copy does no harm."""

from __future__ import annotations

import pytest

from .visitor import START_PATIENCE, SiteVisitors

pytestmark = pytest.mark.slow

TARGET = "[data-cell].target"
# The beginning of what is kept, when there is something that is not what a test put there, and whether rules are in it.
KEPT = """async (spoilt) => {
  const store = await caches.open("speelkist-compiled");
  for (;;) {
    const [answer] = await store.matchAll();
    const text = answer === undefined ? spoilt : new TextDecoder("latin1").decode(await answer.arrayBuffer());
    if (text !== spoilt) return [text.slice(0, 2), text.includes("speelkist/games/knopf/__pycache__/rules.")];
    await new Promise((done) => setTimeout(done, 100));
  }
}"""
SPOIL = """async (spoilt) => {
  const store = await caches.open("speelkist-compiled");
  for (const request of await store.keys()) await store.put(request, new Response(spoilt));
}"""
SPOILT = "spoilt"


def test_compiled_modules_are_kept_and_may_be_spoilt(visitors: SiteVisitors) -> None:
    person = visitors.visitor()
    person.open()
    person.start("knopf", "here")
    page = person.page
    page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    assert page.evaluate(KEPT, SPOILT) == ["PK", True]
    page.evaluate(SPOIL, SPOILT)
    page.reload()
    page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    assert page.evaluate(KEPT, SPOILT) == ["PK", True]
