"""The table tells what happens: in words, to whoever reads it, and slowly enough to be read."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from .person import DESK, PHONE, How, Person, Visitors, position

LARGE: ViewportSize = {"width": 1440, "height": 900}
# Notes every text of the story line, with the time at which it came and what was asked meanwhile.
WATCH_STORY = """() => {
  window.story = [];
  const text = (part) => document.querySelector(part).textContent.trim();
  const note = () => window.story.push([performance.now(), text("[data-story]"), text(".now p")]);
  new MutationObserver(note).observe(document.querySelector("[data-story]"), {
    childList: true, characterData: true, subtree: true,
  });
}"""


# Notes what the eye and the ear are given while dice tumble.
WATCH_DICE = """() => {
  window.tumbling = [];
  const parts = () => [...document.querySelectorAll("[data-story], [aria-live=polite]")];
  const note = () => {
    const pictures = [...document.querySelectorAll("#board [role=img]")];
    const labels = pictures.map((picture) => picture.getAttribute("aria-label"));
    const texts = [...parts().map((part) => part.textContent), ...labels];
    if (document.querySelector("#board .rolling")) window.tumbling.push(texts.join());
  };
  for (const part of [document.querySelector("#board"), ...parts()])
    new MutationObserver(note).observe(part, { attributes: true, childList: true, characterData: true, subtree: true });
}"""


def story(person: Person) -> str:
    return person.page.locator("[data-story]").inner_text()


def at_table(visitors: Visitors, how: How = "mouse", lang: str = "en", pace: str = "quick", **wanted: Any) -> Person:
    """Somebody at a table of their own."""
    person = visitors.person(how, lang, pace, reduced_motion="reduce")
    person.open(f"/t/{person.lay(sit='all', seed='5eed' * 16, **wanted)}")
    return person


@pytest.mark.parametrize(
    ("how", "lang", "moved", "row"),
    [
        ("mouse", "en", r"The computer (moves from|takes)", "From b2 to a1"),
        ("touch", "nl", r"De computer (gaat van|slaat)", "Van b2 naar a1"),
    ],
)
def test_the_eye_reads_what_the_ear_gets(visitors: Visitors, how: How, lang: str, moved: str, row: str) -> None:
    person = at_table(visitors, how, lang, game="knopf", seats=["person", "simple"], name="Anna")
    person.pick("b2", "a1")
    expect(person.page.locator("[data-story]")).to_contain_text(re.compile(moved))
    # what was told just before may still stand there: only what is added is read out
    expect(person.page.locator("[aria-live]").last).to_contain_text(story(person))
    rows = person.page.get_by_role("list", name="Moves" if lang == "en" else "Zetten").get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(row)
    assert "-" not in rows.last.inner_text()
    person.press(person.page.locator(".ways input").first)
    expect(rows.first).to_contain_text("b2-a1")


def test_at_one_screen_everybody_has_a_name(visitors: Visitors) -> None:
    person = visitors.person(lang="nl")
    person.open()
    person.press(
        person.page.locator(".game", has_text="Kopf oder Knopf").get_by_role("button", name=re.compile("hier"))
    )
    person.page.get_by_label("Naam: Rood").fill("Opa Jan")
    person.page.get_by_label("Naam: Blauw").fill("Mama")
    person.press(person.page.locator("dialog button.main"))
    person.sees("Opa Jan: verplaats een van je knopen.")
    person.pick("b2", "a1")
    person.sees("Mama: verplaats een van je knopen.")
    expect(person.page.locator("[data-story]")).to_contain_text("Opa Jan gaat van b2 naar a1.")
    person.press(person.page.locator("summary", has_text="Naam"))
    person.page.get_by_label("Naam van Blauw").fill("Bram")
    person.press(person.page.locator("form", has_text="Naam van Blauw").get_by_role("button"))
    person.sees("Bram: verplaats een van je knopen.")
    person.open()
    person.press(person.page.locator(".game", has_text="Kris-kras").get_by_role("button", name=re.compile("hier")))
    expect(person.page.get_by_label("Naam: Wit")).to_have_value("Opa Jan")
    expect(person.page.get_by_label("Naam: Zwart")).to_have_value("Bram")


def test_what_the_computers_do_can_be_read_one_after_the_other(visitors: Visitors) -> None:
    seats = ["person", "simple", "simple", "simple"]
    person = at_table(visitors, pace="read", game="cubus", options={"players": 4}, seats=seats, name="Anna")
    person.page.evaluate(WATCH_STORY)
    person.press(person.page.locator(".now button.main").first)
    person.page.wait_for_function("() => window.story.length > 5")
    times, _, asked = zip(*person.page.evaluate("window.story"), strict=True)
    assert sum(later - at > 500 for at, later in pairwise(times)) >= 2, times
    assert set(asked) == {""}, "nothing is asked while a move is being shown"


def test_a_throw_is_told_when_the_dice_lie_still(visitors: Visitors) -> None:
    person = visitors.person(motion=True)
    person.open(f"/t/{person.lay(game='kriskras', sit='all', seed='5eed' * 16, names=['Anna', 'Bram'])}")
    asked = person.page.locator(".now p")
    expect(asked).to_contain_text(re.compile("Anna|Bram"))
    other = "Bram" if "Anna" in asked.inner_text() else "Anna"
    person.page.evaluate(WATCH_DICE)
    for targets in (".target[data-cell]", ".target[data-cell][aria-label*='end of the move']"):
        person.pick(person.page.locator(targets).first.get_attribute("data-cell") or "")
    expect(person.page.locator("[data-story]")).to_contain_text(f"{other} throws")
    expect(person.page.locator("[aria-live=polite]").last).to_contain_text(f"{other} throws")
    while_tumbling = person.page.evaluate("window.tumbling")
    assert while_tumbling, "the dice have tumbled"
    assert [text for text in while_tumbling if f"{other} throws" in text] == []


def test_looking_back_counts_what_is_listed_and_tells_that_turn(visitors: Visitors) -> None:
    person = at_table(visitors, game="knopf", names=["Anna", "Bram"])
    for cells in (("b2", "a1"), ("c2", "b1"), ("d2", "d1")):
        person.pick(*cells)
    rows = person.page.locator("ol[aria-label=Moves] li")
    expect(rows).to_have_count(3)
    person.press(rows.first.get_by_role("button"))
    expect(person.page.locator(".now").get_by_text("Looking back: 1 of 3")).to_be_in_viewport(ratio=1)
    expect(person.page.locator("[data-story]")).to_have_text("Anna moves from b2 to a1.")


@pytest.mark.parametrize(
    ("game", "lang", "words"),
    [
        ("krabcek", "en", ["You are Black.", "tower", "Choose a gate."]),
        ("cubus", "nl", ["Bouw met je ruiten kisten"]),
        ("kriskras", "nl", ["Jij bent Wit.", "musketiers achter de vijandelijke linies"]),
    ],
)
def test_at_first_sight_one_knows_who_one_is_and_what_to_do(
    visitors: Visitors, game: str, lang: str, words: list[str]
) -> None:
    person = at_table(visitors, lang=lang, game=game, seats=["person", "simple"], name="Anna")
    expect(person.page.locator(".line")).to_contain_text(words[-1])
    for word in words:
        expect(person.page.locator(".line")).to_contain_text(word)
    story_line = person.page.locator("[data-story]")
    assert story_line.evaluate("(line) => line.scrollHeight - line.clientHeight") <= 1, "nothing is cut off"
    expect(person.page.locator(".now p")).to_be_in_viewport(ratio=1)


def test_six_at_cubus_fit_on_a_phone(visitors: Visitors) -> None:
    seats = ["person", *["simple"] * 5]
    person = at_table(visitors, "touch", "nl", game="cubus", options={"players": 6}, seats=seats, name="Anna")
    chips = person.page.locator(".desk > ol > li")
    expect(chips).to_have_count(6)
    tops = chips.evaluate_all("(chips) => chips.map((chip) => Math.round(chip.getBoundingClientRect().top))")
    assert len(set(tops)) == 1, tops
    cut = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"
    assert chips.locator(".who").evaluate_all(cut) == []
    person.page.set_viewport_size(DESK)
    tops = chips.evaluate_all("(chips) => chips.map((chip) => Math.round(chip.getBoundingClientRect().top))")
    assert len(set(tops)) == 1, "in one row at a desk too, with what their numbers count"
    person.page.set_viewport_size(PHONE)
    tiles = person.page.locator(".tray .tiles")
    expect(tiles).to_be_visible()
    covered = """() => document.querySelector(".tray .tiles").getBoundingClientRect().bottom
      - document.querySelector(".line").getBoundingClientRect().top"""
    person.page.wait_for_function(f"() => ({covered})() <= 0")


def test_threats_leave_the_question_in_sight(visitors: Visitors) -> None:
    person = visitors.person()
    person.page.set_viewport_size(LARGE)
    start = position("knopf", "groups are forbidden, and pairs are about")
    person.open(f"/t/{person.lay(game='knopf', sit='all', start=start)}")
    person.press(person.button("Show threats"))
    expect(person.page.locator(".notes")).to_be_visible()
    expect(person.page.locator(".now p")).to_be_in_viewport(ratio=1)


def test_a_story_that_does_not_fit_leaves_out_the_throw_and_begins_with_the_move(visitors: Visitors) -> None:
    person = at_table(visitors, "touch", "nl", game="kriskras", names=["Annemarie", "Bartholomeus"])
    person.page.set_viewport_size({"width": 320, "height": 568})
    for targets in (".target[data-cell]", ".target[data-cell][aria-label*='einde van de zet']"):
        place = person.page.locator(targets).first.get_attribute("data-cell")
        assert place is not None
        person.pick(place)
    sentences = person.page.locator("[data-sentence]")
    expect(sentences).to_have_count(4)  # who begins, a throw, the move, a throw
    for throw in (0, 1):
        expect(sentences.nth(throw)).to_be_hidden()
    line, move = person.page.locator("[data-story]").bounding_box(), sentences.nth(2).bounding_box()
    assert line is not None and move is not None and move["y"] >= line["y"] - 1


def test_the_gates_and_a_six_are_named(visitors: Visitors) -> None:
    person = at_table(visitors, game="krabcek", options={"layout": "random", "seed": 3}, names=["Anna", "Bram"])
    person.pick("G6")
    person.sees("Bram, choose the first of two gates.")
    person.pick("G1")
    person.sees("Bram, choose the second gate.")
    expect(person.page.locator("[data-story]")).to_contain_text("Bram chooses gate 1.")
    other = at_table(visitors, lang="nl", game="krabcek", start=position("krabcek", "figure 4, a 6"))
    other.sees(re.compile("of een Wissel-6: twee verschillende eigen stukken"))


def test_who_begins_is_told_with_the_aim_of_the_game(visitors: Visitors) -> None:
    """On a small phone too, where the aim alone would fill the line."""
    person = visitors.person("touch", "nl")
    person.page.set_viewport_size({"width": 360, "height": 740})
    person.open(f"/t/{person.lay(game='kriskras', seats=['person', 'child'], sit=0, seed='1234' * 16)}")
    expect(person.page.locator("[data-story] .aim")).to_contain_text("begint")
