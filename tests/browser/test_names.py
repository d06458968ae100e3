"""Names from right to left do not turn what stands beside them; hints between people are seen by all."""

from __future__ import annotations

from playwright.sync_api import expect

from .person import Person, Visitors

# Where each of some words stands in an element: the left edge of each.
LEFT_EDGES = """(element, words) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const edges = {};
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    for (const word of words) {
      const at = node.data.indexOf(word);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      edges[word] = range.getBoundingClientRect().left;
    }
  return words.map((word) => edges[word]);
}"""


def left_edges(person: Person, selector: str, *words: str) -> list[float]:
    element = person.page.locator(selector).first
    expect(element).to_be_visible()
    edges: list[float] = element.evaluate(LEFT_EDGES, words)
    return edges


def test_two_names_from_right_to_left_stand_in_the_order_of_their_seats(visitors: Visitors) -> None:
    person = visitors.person()
    person.lay(game="knopf", sit="all", names=["דוד", "שרה"])
    person.open()
    first, second = left_edges(person, ".own .small", "דוד", "שרה")
    assert first < second
    address = person.lay(game="knopf", seats=["person", "simple"], sit=0, name="שרה")
    person.open(f"/t/{address}")
    expect(person.page.locator(".who bdi").first).to_contain_text("שרה")


def test_a_hint_between_people_is_off_unless_the_table_allows_it_and_then_the_other_sees_it(visitors: Visitors) -> None:
    ans, bob = visitors.person(), visitors.person()
    for hints in (False, True):
        address = ans.lay(game="knopf", sit=0, name="דוד", hints=hints)
        ans.open(f"/t/{address}")
        bob.open(f"/t/{address}")
        bob.press(bob.button("Take this seat"))
        asking = ans.button("Hint")
        if not hints:
            expect(ans.page.locator("#board")).to_be_visible()
            expect(asking).to_be_disabled()
            expect(asking).to_have_accessible_description("This game was set up without hints.")
            expect(ans.page.locator("p", has_text="This game was set up without hints.")).to_be_visible()
            ans.press(asking)
            expect(ans.page.get_by_role("alert")).to_have_text("This game was set up without hints.")
            continue
        expect(asking).to_be_enabled()
        ans.press(asking)
        expect(bob.page.locator("[data-story]")).to_contain_text("\u2068דוד\u2069 asked the computer for a hint.")
        expect(ans.page.get_by_text("asked the computer for a hint")).to_have_count(0)
        ans.pick("b2", "a1")
        for person, words in ((bob, "asks the computer for a hint."), (ans, "You ask the computer for a hint.")):
            expect(person.page.locator("[data-story]")).to_contain_text(words)
            expect(person.page.get_by_role("list", name="Moves").get_by_role("listitem")).to_contain_text(
                "(with a hint)"
            )
        cor = visitors.person()  # who only watches is told the aim until somebody has moved
        cor.open(f"/t/{address}")
        expect(cor.page.locator("[data-story]")).to_contain_text("moves from b2 to a1")
        expect(cor.page.locator("[data-story]")).not_to_contain_text("Take your opponent’s buttons")
