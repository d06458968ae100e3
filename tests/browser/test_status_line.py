"""The line under the board: whose turn it is, what is asked, and on a phone what lies out of sight otherwise."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from .person import Person, Visitors, position
from .test_access import violations
from .test_play import finish, table_request

WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def two(visitors: Visitors) -> tuple[Person, Person, str]:
    """Two people with phones at a table that was laid by one of them."""
    anna = visitors.person("touch", "en", reduced_motion="reduce")
    bram = visitors.person("touch", "nl", reduced_motion="reduce")
    address = anna.lay(game="knopf", sit=0, name="Anna")
    anna.open(f"/t/{address}")
    bram.open(f"/t/{address}")
    return anna, bram, address


def test_who_waits_reads_whose_turn_it_is(visitors: Visitors) -> None:
    anna, bram, _ = two(visitors)
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    line, other = anna.page.locator(".now p"), bram.page.locator(".now p")
    expect(line).to_contain_text("Move one of your buttons.")
    expect(other).to_have_text("Anna is aan de beurt.")
    anna.pick("b2", "a1")
    expect(other).to_contain_text("Verplaats een van je knopen.")
    expect(line).to_have_text("It is Blue’s turn.")


def test_at_one_screen_it_says_whose_buttons(visitors: Visitors) -> None:
    person = visitors.person(lang="nl")
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    expect(person.page.locator(".now p")).to_have_text("Rood: verplaats een van je knopen.")


def test_at_a_desk_the_buttons_of_a_turn_stand_clear_of_the_edge(visitors: Visitors) -> None:
    person = visitors.person(lang="nl")
    person.open(f"/t/{person.lay(game='cubus', sit='all', names=['Anna', 'Bram'])}")
    clear = "(button) => innerHeight - button.getBoundingClientRect().bottom"
    assert person.button("Passen").evaluate(clear) >= 8
    person.press(person.button("Opgeven"))
    expect(person.page.get_by_role("dialog")).to_have_text(re.compile(r"Geeft (Anna|Bram) dit spel op\?"))
    person.page.keyboard.press("Escape")
    person.press(person.button("Passen"))
    first = person.page.get_by_role("list", name="Zetten").get_by_role("listitem").first
    expect(first).to_have_text(re.compile(r"^\s*(Anna|Bram) begint\b.*Passen"))  # named once
    person.open(f"/t/{person.lay(game='knopf', sit='all', names=['Anna', 'Bram'])}")
    person.pick("b2")
    assert person.button("Terugzetten").evaluate(clear) >= 8
    person.open()
    links = person.page.locator(".game.cubus .links a")
    edges = links.evaluate_all(
        "(all) => all.map((item) => item.getBoundingClientRect()).map(({x, y, width}) => [y, x, x + width])"
    )
    for (row, _, end), (next_row, start, _) in pairwise(sorted(edges)):
        assert next_row != row or start >= end + 4, "links of a game that was played are not squeezed"


def test_a_free_seat_is_offered_above_the_board_on_a_phone(visitors: Visitors) -> None:
    anna, bram, _ = two(visitors)
    bram.sees("Er is een stoel vrij bij Kopf oder Knopf.")
    expect(bram.button(re.compile("Deze stoel nemen"))).to_be_in_viewport(ratio=1)
    expect(anna.button(re.compile("Copy the link|Open the network"))).to_be_in_viewport(ratio=1)
    for person in (anna, bram):
        assert not person.page.evaluate(WIDER)
        assert violations(person) == []


def test_on_a_small_phone_by_link_nothing_is_covered_or_cut_off(visitors: Visitors) -> None:
    anna, bram = visitors.person("touch", "en"), visitors.person("touch", "nl")
    for person in (anna, bram):
        person.page.set_viewport_size({"width": 360, "height": 740})
    address = anna.lay(game="knopf", sit=0, name="Anna", hints=True)
    bram.open(f"/t/{address}")
    bram.sees("Afgesproken aan deze tafel: hints mogen, en iedereen ziet wie er een vraagt; geen klok.")
    cut = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"
    assert bram.page.locator(".desk > ol .who").evaluate_all(cut) == []
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.open(f"/t/{address}")
    words, language = anna.button("Say something").bounding_box(), anna.button("Nederlands").bounding_box()
    assert words is not None and language is not None and words["x"] + words["width"] <= language["x"]
    anna.press(anna.button("Hint"))
    story = bram.page.locator("[data-story]")
    expect(story).to_contain_text("Anna heeft de computer om een hint gevraagd.")
    assert story.evaluate("(line) => line.scrollHeight - line.clientHeight") <= 1
    anna.press(anna.button("Close the hints"))
    anna.pick("b2", "a1")
    bram.press(bram.button("Toon bedreigingen"))
    anna.press(anna.button("Take back"))
    bram.sees("Anna wil een zet terugnemen.")
    threats = bram.page.locator("#board .notes")
    covered = """(notes) => notes.getBoundingClientRect().bottom
      - document.querySelector(".desk > .line").getBoundingClientRect().top"""
    assert threats.evaluate(covered) <= 0
    bram.press(bram.button("Nee"))
    anna.open()
    anna.sees("waiting for Blue")
    bram.give_up()
    expect(bram.page.locator(".desk > ol > li.won")).to_contain_text("Anna")
    anna.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    anna.sees("you won")


def test_who_is_asked_to_agree_sees_it_without_scrolling(visitors: Visitors) -> None:
    anna, bram, _ = two(visitors)
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.pick("b2", "a1")
    bram.page.evaluate("scrollTo(0, 0)")
    anna.press(anna.button("Take back"))
    anna.sees(
        "You asked to take a move back; Blue has to agree."
    )  # there is one other, and nobody is called the others
    yes = bram.button("Ja")
    expect(yes).to_be_in_viewport(ratio=1)
    assert violations(bram) == []
    bram.press(yes)
    expect(anna.page.locator(".now p")).to_contain_text("Move one of your buttons.")


def test_the_moves_are_gone_through_with_the_board_in_sight(visitors: Visitors) -> None:
    person = visitors.person("touch", "en", reduced_motion="reduce")
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    for start, end in (("b2", "a1"), ("c2", "b1"), ("d2", "d1")):
        person.pick(start, end)
    person.press(person.button("More"))
    moves = person.page.locator('ol[aria-label="Moves"] button')
    expect(moves).to_have_count(3)
    person.press(moves.nth(1))
    person.sees("Looking back: 2 of 3")
    for name in ("Earlier", "Later", "Back to now"):
        expect(person.page.get_by_role("button", name=name)).to_have_count(1)
        expect(person.button(name)).to_be_in_viewport(ratio=1)
    person.press(person.button("Earlier"))
    person.sees("Looking back: 1 of 3")
    assert violations(person) == []
    person.press(moves.nth(2))  # the last one is the present
    expect(person.page.get_by_text("Looking back")).to_have_count(0)
    person.pick("e2")


def test_the_result_stands_under_the_board(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    person.open(f"/t/{person.lay(**table_request('kriskras', sit='all'))}")
    finish(person, "kriskras")
    person.sees_the_end()
    expect(person.page.get_by_role("heading", name="Wit heeft gewonnen. Gefeliciteerd!")).to_be_visible()


def test_the_computer_plays_for_who_is_away_until_he_is_back(visitors: Visitors) -> None:
    anna, bram = (visitors.person("touch", lang, reduced_motion="reduce") for lang in ("en", "nl"))
    address = anna.lay(game="knopf", sit=0, name="Anna", absent_seconds=0)
    anna.open(f"/t/{address}")
    bram.open(f"/t/{address}")
    bram.page.locator("input").first.fill("Bram")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.pick("b2", "a1")
    bram.open()
    offer = anna.button("Let the computer play for Bram")
    expect(offer).to_be_in_viewport(ratio=1)
    expect(anna.page.locator("li .away")).to_have_text("away")
    assert violations(anna) == []
    anna.press(offer)
    expect(anna.page.locator('ol[aria-label="Moves"] li')).to_have_count(2)
    bram.open(f"/t/{address}")
    back = bram.button("Mijn stoel terugnemen")
    expect(back).to_be_in_viewport(ratio=1)
    bram.press(back)
    expect(back).to_have_count(0)


# The lines around what was done last and what is picked: whether they are dotted, and seen at all.
OUTLINES = """(all) => all.map((shape) => {
  const { strokeDasharray, stroke } = getComputedStyle(shape);
  return [strokeDasharray !== "none", stroke.startsWith("rgb(")];
})"""

# Whether the line at the foot of a phone covers nothing of the board.
FREE = """document.getElementById("board").getBoundingClientRect().bottom
  <= document.querySelector(".desk > .line").getBoundingClientRect().top"""


@pytest.mark.parametrize(
    ("game", "start", "last", "picked"),
    [
        ("krabcek", "figure 9, a 6", ".marks .last", ".marks .picked"),
        ("knopf", None, ".cell.last .shape", ".cell.picked .shape"),
    ],
)
def test_what_was_done_last_and_what_is_picked_differ_in_more_than_colour(
    visitors: Visitors, game: str, start: str | None, last: str, picked: str
) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    person.page.set_viewport_size({"width": 360, "height": 740})
    begin = {} if start is None else {"start": position(game, start)}
    person.open(f"/t/{person.lay(game=game, sit='all', seed='5eed' * 16, **begin)}")
    for _ in range(30):  # pick what can be picked until somebody has moved and the next has picked
        assert person.page.evaluate(FREE), "a long question covers no part of the board, nor does a button under it"
        if person.page.locator(last).count() and person.page.locator(picked).count():
            break
        person.press(person.page.locator("[data-cell].target").first)
    assert set(map(tuple, person.page.locator(last).evaluate_all(OUTLINES))) == {(True, True)}
    assert set(map(tuple, person.page.locator(picked).evaluate_all(OUTLINES))) == {(False, True)}
