"""A first game: what is new is explained when it first happens, one thing after the other, with the board in sight."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import FloatRect, expect

from speelkist.learn.guide import guide_of
from tests.games.cubus.setting import data as cubus
from tests.games.knopf.examples import position as knopf

from .person import Person, Visitors, position
from .test_shift import nothing_moved, watching

LONGER_THAN_A_PAUSE = 600  # milliseconds: that long nothing is said between two explanations
# Keeps all that is explained, from when the page is loaded.
NOTE_EXPLANATIONS = """
window.explanations = [];
new MutationObserver(() => {
  const text = document.querySelector("aside")?.textContent;
  if (text) window.explanations.push(text);
}).observe(document, { childList: true, subtree: true });
"""


def first_game(visitors: Visitors, **table_request: Any) -> Person:
    """Somebody at a table where new things are explained."""
    person = visitors.person()
    table = person.lay(**table_request)
    person.keep("guided", json.dumps([[table, []]]))
    person.open(f"/t/{table}")
    return person


def against_computer(visitors: Visitors, red: str, blue: str) -> Person:
    """Red in a first game of Kopf oder Knopf, with these buttons on the board."""
    start = knopf(red, blue, quiet=1)
    return first_game(visitors, game="knopf", start=start, seats=["person", "simple"], sit=0)


def test_a_threat_is_explained_when_it_is_made(visitors: Visitors) -> None:
    person = against_computer(visitors, "d4 f5 j10", "g7 b9 h1")
    note = person.page.locator("aside")
    expect(note).to_contain_text("Pick a button of yours")
    person.page.clock.install()
    person.pick("f5", "e5")
    expect(note).to_contain_text("A pair of yours threatens the button")
    person.page.clock.fast_forward(60_000)
    expect(person.page.locator("#board .danger")).to_have_count(1)  # the other waits until it has been read
    person.press(person.button("Got it"))
    expect(note.get_by_text("A pair of yours threatens")).to_have_count(0)


@pytest.mark.parametrize("game", ["kriskras", "cubus"])  # in Cubus tiles have been drawn by then
def test_nothing_happens_before_the_first_screen_has_been_seen(visitors: Visitors, game: str) -> None:
    person = first_game(visitors, game=game, seats=["child", "person"], sit=1)
    note, moves = person.page.locator("aside"), person.page.locator('ol[aria-label="Moves"] li')
    expect(note).to_contain_text("Your first game!")
    expect(moves).to_have_count(0)
    person.press(person.button("Got it"))
    expect(moves.first).to_be_visible()


def test_nothing_is_explained_again_when_the_page_is_loaded_anew(visitors: Visitors) -> None:
    person = against_computer(visitors, "d4 f5 j10", "g7 b9 h1")
    note, prompt = person.page.locator("aside"), person.page.locator(".now p")
    person.pick("f5", "e5")
    expect(note).to_contain_text("A pair of yours threatens the button")
    person.press(person.button("Got it"))
    expect(prompt).to_contain_text("ove one of your buttons")
    person.page.add_init_script(NOTE_EXPLANATIONS)
    with person.page.expect_response(lambda response: response.url.endswith("/guide")):
        person.page.reload()
    expect(prompt).to_contain_text("ove one of your buttons")
    person.page.wait_for_timeout(LONGER_THAN_A_PAUSE)  # nothing is to come
    explained = "".join(person.page.evaluate("window.explanations"))
    assert "Pick a button of yours" not in explained
    assert "threatens the button" not in explained


def test_a_fine_is_explained_while_it_is_to_be_decided(visitors: Visitors) -> None:
    person = against_computer(visitors, "d4 f5 j10", "g7 b9 c9 b10 h1 i1 j1")  # one of its two groups stays
    note = person.page.locator("aside")
    expect(note).to_contain_text("Pick a button of yours")
    person.pick("f5", "e5")
    expect(note).to_contain_text("A pair of yours threatens the button")
    person.press(person.button("Got it"))
    expect(note).to_contain_text("you may take one away before you move")


def test_a_loss_is_explained_when_it_happens_and_not_pushed_aside(visitors: Visitors) -> None:
    person = against_computer(visitors, "f7 j1", "d4 e5 h1")
    person.pick("f7", "g7")
    note = person.page.locator("aside")
    expect(note).to_contain_text("has taken a button of yours")
    expect(person.page.locator(".now p")).to_contain_text("ove one of your buttons")
    expect(note).to_contain_text("has taken a button of yours")


def test_two_things_at_once_are_explained_one_after_the_other(visitors: Visitors) -> None:
    person = against_computer(visitors, "g7 j1", "d4 e5 a10")
    note = person.page.locator("aside")
    for words in ("Pick a button of yours", "threatens the button with the scissors"):
        expect(note).to_contain_text(words)
        person.press(person.button("Got it"))
    expect(note).to_have_count(0)


def test_what_is_explained_leaves_the_buttons_in_sight(visitors: Visitors) -> None:
    seats = ["child", "person", "child"]
    start = position("cubus", "passed")
    person = first_game(visitors, game="cubus", options={"players": 3}, start=start, seats=seats, sit=1)
    note = person.page.locator("aside")
    expect(note).to_contain_text("The other passed")
    for name in ("Knock", "I see nothing"):
        expect(person.page.locator(".now").get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    person.press(person.button("I see nothing"))
    expect(note.get_by_text("The other passed")).to_have_count(0)  # it is about what has been decided


def on_a_small_phone(visitors: Visitors, **table_request: Any) -> Person:
    """Somebody in a first game against a computer, in Dutch, whose page notes what moves."""
    person = watching(visitors, "touch", "nl")
    person.page.set_viewport_size({"width": 360, "height": 740})
    table = person.lay(**{"seats": ["person", "child"], "sit": 0, **table_request})
    person.keep("guided", json.dumps([[table, []]]))
    person.open(f"/t/{table}")
    return person


def box(person: Person, part: str) -> FloatRect:
    place = person.page.locator(part).last.bounding_box()
    assert place is not None
    return place


# The parts of the screen that lie over each other, stick out of it, or are too small to be used by a finger.
AMISS = """() => {
  const all = (part) => [...document.querySelectorAll(part)].filter((node) => node.checkVisibility());
  const rect = (node) => node.getBoundingClientRect();
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const parts = ["header", "#board > *", "aside", ".story, .instead", ".now"];
  const amiss = parts.filter((part) => all(part).some((node) => rect(node).bottom > innerHeight || rect(node).top < 0
    || rect(node).left < 0 || rect(node).right > innerWidth));
  parts.forEach((part, at) => parts.slice(at + 1).forEach((other) => all(part).forEach((node) => {
    if (all(other).some((lying) => over(rect(node), rect(lying)))) amiss.push(`${part} and ${other}`);
  })));
  const beside = all(".now > *");
  beside.forEach((node, at) => beside.slice(at + 1).forEach((next) => {
    if (over(rect(node), rect(next))) amiss.push(`${node.className} and ${next.className}`);
  }));
  const stage = all(".stage").map(rect)[0];
  for (const at of all(".zoom button").map(rect))
    if (at.width < 44 || at.height < 44 || at.top < stage.top || at.bottom > stage.bottom || at.right > stage.right
      || (at.left < stage.left + stage.width / 2 + 22)) amiss.push("zoom");
  for (const at of all("aside button, .now button").map(rect)) if (at.height < 40) amiss.push("a low button");
  return amiss;
}"""
# The same once everything has found its place: the board gives up room step by step, each takes a frame.
AMISS_AT_LAST = f"""async () => {{
  const list = {AMISS};
  let amiss = list();
  for (let frame = 0; frame < 60 && amiss.length > 0; frame++) {{
    await new Promise(requestAnimationFrame);
    amiss = list();
  }}
  return amiss;
}}"""
# Whether the moment after an explanation is over: there is another, or none.
SAID = "() => document.querySelector('aside') !== null || document.querySelector('.explaining') === null"
SCREENS = [(360, 740), (390, 844)]
# A position of each game in which something is explained, and what is picked there.
EXPLAINED = {
    "krabcek": (position("krabcek", "a Little Stack is two boxes from its Bigboy"), '[data-cell="V01"]'),
    "knopf": (knopf("d4 f5 j10", "g7 b9 h1", quiet=1), '[data-cell="f5"]'),
    "cubus": (json.dumps(cubus(hands=("LR", ""))), '[data-hand="L"]'),
    "kriskras": (position("kriskras", "a crowd before the far zone"), "[data-cell].target"),
}


def board_size(person: Person) -> tuple[int, int]:
    board = box(person, "#board > *")
    return round(board["width"]), round(board["height"])


def resized(person: Person, size: tuple[int, int]) -> None:
    """On a screen of this size, when what is on it has found its place."""
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.page.evaluate("async () => { for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame); }")


# Explains something else, and tells how wide the board is then.
EXPLAIN = """async (text) => {
  document.querySelector("aside p").firstChild.data = text;
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  return document.querySelector("#board > *").getBoundingClientRect().width;
}"""


@pytest.mark.parametrize("game", sorted(EXPLAINED))
def test_what_is_explained_on_a_phone_covers_nothing_and_takes_nothing_from_the_board(
    visitors: Visitors, game: str
) -> None:
    start, pick = EXPLAINED[game]
    person = on_a_small_phone(visitors, game=game, start=start)
    note = person.page.locator("aside")
    expect(note).to_be_visible()
    nothing_moved(person, "something is explained")
    sizes = []
    for size in SCREENS:
        resized(person, size)
        assert person.page.evaluate(AMISS_AT_LAST) == [], size
        sizes.append(board_size(person))
    person.press(person.page.locator(pick).first)
    expect(person.page.locator('.acts button, [aria-pressed="true"]').first).to_be_visible()
    for size, board in zip(SCREENS, sizes, strict=True):
        resized(person, size)
        assert person.page.evaluate(AMISS_AT_LAST) == [], size
        assert board_size(person) == board, size
    while note.count():
        person.page.evaluate("() => window.takeShifts()")
        person.press(person.button("Begrepen"))
        expect(note).to_have_count(0)
        person.page.wait_for_function(SAID)
        nothing_moved(person, "it has been read")
    expect(person.page.locator("[data-story]")).to_be_visible()
    for size, board in zip(SCREENS, sizes, strict=True):
        resized(person, size)
        assert board_size(person) == board, size
        assert board[0] >= 0.97 * size[0], size


@pytest.mark.parametrize("game", sorted(EXPLAINED))
def test_the_board_is_as_large_whatever_is_explained(visitors: Visitors, game: str) -> None:
    person = on_a_small_phone(visitors, game=game, start=EXPLAINED[game][0])
    expect(person.page.locator("aside")).to_be_visible()
    wide = box(person, "#board > *")["width"]
    assert wide >= 350
    texts = sorted((note.text["nl"] for note in guide_of(game)), key=len)
    for text in [texts[0], *texts[-3:]]:
        assert person.page.evaluate(EXPLAIN, text) == wide, text
        assert person.page.evaluate(AMISS_AT_LAST) == [], text


# What was told and is to be read, without what is left out or cut off.
STORY = """() => {
  const story = document.querySelector("[data-story]");
  return story.checkVisibility() && story.scrollHeight <= story.clientHeight + 1 ? story.innerText : "";
}"""


@pytest.mark.parametrize("size", SCREENS)
def test_what_the_other_has_done_is_read_with_what_is_explained(visitors: Visitors, size: tuple[int, int]) -> None:
    person = on_a_small_phone(visitors, game="knopf", start=knopf("f7 j1 c4", "d4 e5 h1", quiet=1))
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    note = person.page.locator("aside")
    expect(note).to_be_visible()
    wide = board_size(person)[0]
    person.pick("f7", "g7")
    expect(note).to_contain_text("heeft een knoop van jou geslagen")
    person.page.wait_for_function("() => document.querySelector('.now p').innerText.includes('erplaats')")
    story = person.page.evaluate(STORY)
    assert "De computer slaat" in story and "De computer gaat" in story
    assert person.page.evaluate(AMISS_AT_LAST) == [] and board_size(person)[0] == wide
    longest = max((other.text["nl"] for other in guide_of("knopf")), key=len)
    person.page.evaluate(EXPLAIN, longest)
    assert person.page.evaluate(STORY) == story  # first of all; the rest of what is explained follows
    more = person.button("Lees verder")
    if more.count():
        person.press(more)
        expect(more).to_have_count(0)
        assert person.page.evaluate(AMISS_AT_LAST) == [] and board_size(person)[0] == wide


def test_a_refusal_takes_nothing_from_the_board(visitors: Visitors) -> None:
    person = on_a_small_phone(visitors, game="knopf", start=EXPLAINED["knopf"][0])
    person.press(person.button("Begrepen"))
    person.press(person.button("Toon bedreigingen"))
    person.page.wait_for_function(SAID)
    expect(person.page.locator("#board .notes")).to_be_visible()
    person.page.wait_for_timeout(500)  # the board gives up room step by step
    size = board_size(person)
    person.pick("f5")
    person.press(person.page.locator('[data-cell="f8"]'))
    expect(person.page.locator(".instead")).to_be_visible()
    person.page.wait_for_timeout(500)
    assert board_size(person) == size


def test_a_hint_takes_the_place_of_what_is_explained(visitors: Visitors) -> None:
    person = on_a_small_phone(visitors, game="knopf", start=EXPLAINED["knopf"][0])
    note = person.page.locator("aside")
    expect(note).to_be_visible()
    person.press(person.button("Hint"))
    expect(person.page.locator(".hints").get_by_role("button", name="Spelen")).to_be_visible()
    expect(note).to_be_hidden()
    person.press(person.button("Hints sluiten"))
    expect(note).to_be_visible()


def test_a_question_with_two_buttons_leaves_a_window_on_the_pile(visitors: Visitors) -> None:
    passed = cubus(hands=("LR", "LT"), phase="knock", passer=1, to_move=0)
    person = on_a_small_phone(visitors, game="cubus", start=json.dumps(passed))
    expect(person.page.locator("aside")).to_contain_text("De ander paste")
    expect(person.page.locator(".acts button")).to_have_count(2)
    assert person.page.evaluate(AMISS_AT_LAST) == []
    high = box(person, ".stage")["height"]
    person.press(person.button("Begrepen"))
    person.page.wait_for_function(SAID)
    assert 130 <= high <= box(person, ".stage")["height"]  # two lines of what happened have their place too
