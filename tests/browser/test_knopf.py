"""Kopf oder Knopf: a fine is let be, and what is taken is chosen, by click, finger and keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.games.knopf.examples import position as knopf

from .person import How, Person, Visitors, position

TWO_FINES = "two groups of equal size are to be fined"
TAKE = "red may take, and a group is to be fined then"


def sit(visitors: Visitors, name: str, how: How, lang: str) -> Person:
    """Somebody at a table that begins at a named position."""
    person = visitors.person(how, lang)
    person.open(f"/t/{person.lay(game='knopf', start=position('knopf', name), sit='all')}")
    return person


def says(person: Person, cell: str, words: str) -> None:
    """What a listener is told of a square."""
    expect(person.page.locator(f'[data-cell="{cell}"]')).to_have_attribute("aria-label", words)


@pytest.mark.parametrize(
    ("how", "lang", "button", "asked"),
    [
        (
            "mouse",
            "nl",
            "Laat liggen",
            ("eem één knoop uit de groep a1, b1, b2", "g1, g2, h2, of geen", "erplaats een"),
        ),
        (
            "keyboard",
            "en",
            "Let it be",
            ("ake one button out of the group a1, b1, b2", "g1, g2, h2, or none", "ove one"),
        ),
    ],
)
def test_a_fine_is_let_be(visitors: Visitors, how: How, lang: str, button: str, asked: tuple[str, ...]) -> None:
    person = sit(visitors, TWO_FINES, how, lang)
    line = person.page.locator(".now p")
    for question in asked[:-1]:
        expect(line).to_contain_text(question)
        person.press(person.page.locator(".now").get_by_role("button", name=button))
    expect(line).to_contain_text(asked[-1])
    says(person, "a1", {"en": "a1, one hole, blue button", "nl": "a1, één gat, blauwe knoop"}[lang])


@pytest.mark.parametrize("how", ["mouse", "touch", "keyboard"])
def test_what_is_taken_is_chosen(visitors: Visitors, how: How) -> None:
    person = sit(visitors, TAKE, how, "en")
    says(person, "b2", "b2, one hole, blue button, will be taken, can be picked")
    expect(person.button("Take 2 buttons")).to_be_visible()
    person.pick("b2")
    says(person, "b2", "b2, one hole, blue button, threatened, stays on the board, can be picked")
    person.press(person.button("Take this button"))
    expect(person.page.locator(".now p")).to_contain_text("ake one button out of what is left of the group (h8, g9)")
    expect(person.button("Take this button")).to_have_count(0)
    says(person, "g7", "g7, one hole")
    says(person, "b2", "b2, one hole, blue button, threatened")


def test_all_that_is_threatened_is_taken_one_after_the_other(visitors: Visitors) -> None:
    person = sit(visitors, TAKE, "mouse", "nl")
    person.press(person.button("Sla 2 knopen"))
    expect(person.page.locator(".now p")).to_contain_text("eem één knoop uit wat er van de groep over is (h8, g9)")
    for square in ("b2", "g7"):
        says(person, square, f"{square}, één gat")


def test_nothing_is_taken(visitors: Visitors) -> None:
    person = sit(visitors, TAKE, "keyboard", "nl")
    person.press(person.page.locator(".now").get_by_role("button", name="Niets slaan"))
    expect(person.page.locator(".now p")).to_contain_text("groep g7, h8, g9")


def test_what_cannot_be_taken_is_explained(visitors: Visitors) -> None:
    person = sit(visitors, TAKE, "mouse", "en")
    person.press(person.page.locator('[data-cell="j5"]'))
    person.sees("The button on j5 cannot be taken this turn; you can take b2, g7.")


@pytest.mark.parametrize(("lang", "words"), [("en", "takes the button on g7"), ("nl", "slaat de knoop op g7")])
def test_the_list_of_moves_tells_what_is_taken_by_itself(visitors: Visitors, lang: str, words: str) -> None:
    person = sit(visitors, "threatened still, for the button in front has just been taken", "mouse", lang)
    person.pick("a1", "a2")
    person.pick("j5", "j6")
    rows = person.page.get_by_role("list", name={"en": "Moves", "nl": "Zetten"}[lang]).get_by_role("listitem")
    expect(rows.nth(1)).to_contain_text(words)
    expect(rows.nth(0)).not_to_contain_text(words)


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_question_and_its_button_are_in_sight(visitors: Visitors, lang: str) -> None:
    person = sit(visitors, TWO_FINES, "mouse", lang)
    expect(person.page.locator(".now button.main")).to_be_in_viewport(ratio=1)


def hears(person: Person, words: str) -> None:
    """What is told in a live region."""
    regions = person.page.locator("[role=status], [aria-live]")
    expect(regions.filter(has_text=words).first).to_be_attached()


@pytest.mark.parametrize(
    ("lang", "button", "threat", "calm"),
    [
        ("en", "Show threats", "Red threatens", "Nothing is threatened."),
        ("nl", "Toon bedreigingen", "Rood bedreigt", "Er wordt niets bedreigd."),
    ],
)
def test_threats_are_read_out_when_they_are_shown(
    visitors: Visitors, lang: str, button: str, threat: str, calm: str
) -> None:
    person = visitors.person("keyboard", lang)
    start = knopf("d4 e5 j10", "h1 h3", quiet=1)
    person.open(f"/t/{person.lay(game='knopf', start=start, sit='all')}")
    region = person.page.locator("#board [role=status]")
    expect(region).to_have_count(1)
    expect(region).to_be_empty()
    person.press(person.button(button))
    expect(region).to_have_text(calm)
    start = knopf("d4 e5 j10", "g7 h1", "blue", choose=True)
    person.open(f"/t/{person.lay(game='knopf', start=start, sit='all')}")
    expect(region).to_contain_text(threat)
    person.press(person.button(button))
    expect(region).to_be_empty()


@pytest.mark.parametrize(("lang", "words"), [("en", "Red threatens g7."), ("nl", "Rood bedreigt g7.")])
def test_a_new_threat_is_told_to_the_ear_and_to_the_eye(visitors: Visitors, lang: str, words: str) -> None:
    person = visitors.person("keyboard", lang)
    start = knopf("d4 f5 j10", "g7 b9 h1", quiet=1)
    person.open(f"/t/{person.lay(game='knopf', start=start, sit='all')}")
    person.pick("f5", "e5")
    hears(person, words)
    expect(person.page.locator("[data-story]")).to_contain_text(words)
    expect(person.page.locator('[data-cell="g7"]')).to_have_attribute(
        "aria-label", re.compile({"en": "about to be taken", "nl": "wordt zo geslagen"}[lang])
    )


@pytest.mark.parametrize(
    ("lang", "words", "end"),
    [("en", "(now 10 of 10)", "wins, 10 to 9."), ("nl", "(nu 10 van de 10)", "wint met 10 tegen 9.")],
)
def test_what_is_taken_is_counted_and_the_end_tells_the_score(
    visitors: Visitors, lang: str, words: str, end: str
) -> None:
    person = sit(visitors, "the fine wins", "keyboard", lang)
    person.pick("b9")
    hears(person, words)
    hears(person, end)
    person.sees(re.compile(re.escape(end)))


def test_why_a_pick_does_nothing_is_gone_with_the_next_step(visitors: Visitors) -> None:
    person = sit(visitors, TWO_FINES, "keyboard", "en")
    alert = person.page.get_by_role("alert")
    empty = person.page.locator('[data-cell="e5"]')
    person.press(empty)
    expect(alert).to_contain_text("There is no button on e5; the fine takes one of a1, b1, b2.")
    person.pick("a1")
    expect(alert).to_have_count(0)
    expect(person.page.locator(".now p")).to_contain_text("g1, g2, h2, or none")  # the other fine
    person.press(person.button("Let it be"))
    person.pick("g10")
    person.press(empty)
    expect(alert).to_contain_text("not a straight line")
    person.page.keyboard.press("Escape")
    expect(alert).to_have_count(0)


@pytest.mark.parametrize(("lang", "words"), [("en", "can be taken here"), ("nl", "kan hier geslagen worden")])
def test_while_threats_are_shown_a_step_into_one_is_told_beforehand(visitors: Visitors, lang: str, words: str) -> None:
    person = visitors.person("keyboard", lang)
    start = knopf("d4 e5 j10", "g6 h1", "blue", quiet=1)
    person.open(f"/t/{person.lay(game='knopf', start=start, sit='all')}")
    into = person.page.locator('[data-cell="g7"].target')
    person.pick("g6")
    expect(into).not_to_have_attribute("aria-label", re.compile(words))
    person.press(person.button(re.compile("^(Show threats|Toon bedreigingen)$")))
    expect(into).to_have_attribute("aria-label", re.compile(words))
    expect(person.page.locator("#board .landing .danger")).not_to_have_count(0)
    expect(person.page.locator('[data-cell="g5"].target')).not_to_have_attribute("aria-label", re.compile(words))


def test_tab_leads_to_the_buttons_of_a_fine_from_wherever_one_is(visitors: Visitors) -> None:
    person = sit(visitors, TWO_FINES, "keyboard", "en")
    for square in ("a10", "j1", "j10", "a1"):
        person.page.locator(f'[data-cell="{square}"]').focus()
        if square != "a1":
            person.page.keyboard.press("Tab")
        assert person.page.evaluate("document.activeElement?.getAttribute('data-cell')") in ("a1", "b1", "b2"), square
    for _ in range(3):
        person.page.keyboard.press("Tab")
    assert person.page.evaluate("document.activeElement?.getAttribute('data-cell')") is None, "and on from there"
