"""What somebody who listens is told at each step, and not told twice or too late; and where their keyboard is then."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .listener import Listener
from .person import Person, Visitors
from .test_dice import GOOD
from .test_learn import open_lesson
from .test_play import finish, table_request

# Notes what the live regions say from now on, whenever it changes.
LISTEN = """() => {
  window.announced = [];
  const note = (records) => {
    for (const { target, addedNodes } of records) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      const region = element?.closest("[role=status], [aria-live]");
      if (!region) continue;
      const added = region.hasAttribute("aria-live") ? [...addedNodes] : [region];
      window.announced.push(...added.map((node) => node.textContent.trim()).filter(Boolean));
    }
  };
  new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
LONGER_THAN_A_PAUSE = 500  # milliseconds: a prompt is read out after 150


def announced(person: Person) -> list[str]:
    said: list[str] = person.page.evaluate("window.announced")
    return said


def holding_moves(page: Page) -> list[str]:
    """Keep the moves that the page sends; they are returned as they come, and go nowhere."""
    kept: list[str] = []

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def received(text: str | bytes) -> None:
            message = json.loads(text)
            if message["say"] == "play":
                kept.append(message["move"])
            else:
                server.send(text)

        socket.on_message(received)

    page.route_web_socket("**/socket?table=*", between)
    return kept


def test_a_question_is_not_asked_again_while_its_answer_is_on_its_way(visitors: Visitors) -> None:
    person = visitors.person("keyboard", "nl")
    moves = holding_moves(person.page)
    person.open(f"/t/{person.lay(**table_request('kriskras', sit='all'))}")
    ear = Listener(person.page, "kriskras", "nl")
    ear.hears(re.compile("één strijder: rood 1"))
    person.pick("h16", "g16")
    ear.hears("Kies waar groen hem brengt.")
    person.page.evaluate(LISTEN)
    person.pick("g17")
    person.page.wait_for_timeout(LONGER_THAN_A_PAUSE)
    assert moves == ["h16-g16-g17"]
    assert announced(person) == []


@pytest.mark.parametrize(("game", "lang"), [("kriskras", "nl"), ("krabcek", "en")])
def test_how_it_ended_is_said_once(visitors: Visitors, game: str, lang: str) -> None:
    person = visitors.person("keyboard", lang)
    person.open(f"/t/{person.lay(**table_request(game, sit='all'))}")
    person.page.wait_for_selector("[data-cell].target", state="attached")
    person.page.evaluate(LISTEN)
    finish(person, game)
    person.sees_the_end()
    Listener(person.page, game, lang).hears(re.compile("won|gewonnen"))
    why = person.page.locator(".now p").inner_text()
    assert len([text for text in announced(person) if why in text]) == 1, announced(person)


@pytest.mark.parametrize(
    ("lang", "button", "sentence"),
    [("en", "Take back", "Take back: From b2 to a1."), ("nl", "Terugnemen", "Terugnemen: Van b2 naar a1.")],
)
def test_a_move_that_is_taken_back_is_told(visitors: Visitors, lang: str, button: str, sentence: str) -> None:
    person = visitors.person("keyboard", lang)
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    person.pick("b2", "a1")
    spoken = person.page.locator("main ~ [aria-live=polite]")
    expect(spoken).to_contain_text("a1")
    person.press(person.button(re.compile(f"^{button}$")))
    expect(spoken).to_have_text(sentence)
    person.page.reload()
    person.page.wait_for_selector("[data-cell].target", state="attached")
    expect(spoken).to_be_empty()


def test_tab_leads_from_what_is_picked_to_all_places_that_it_can_go_to(visitors: Visitors) -> None:
    person = visitors.person("keyboard", "nl")
    person.open(f"/t/{person.lay(**table_request('kriskras', sit='all'))}")
    person.pick("h16")
    targets = person.page.locator("#board [data-cell].target:not(.picked)")
    cells = targets.evaluate_all("(all) => all.map((cell) => cell.getAttribute('data-cell'))")
    assert cells[0] < "h16" < cells[-1], "some lie before it and some after it"
    for cell in cells:
        person.page.keyboard.press("Tab")
        expect(person.page.locator(f'[data-cell="{cell}"]')).to_be_focused()
    person.page.keyboard.press("Tab")
    expect(person.page.locator("#board [data-cell]:focus")).to_have_count(0)


@pytest.mark.parametrize(("lang", "words"), [("en", "In words"), ("nl", "In woorden")])
def test_the_position_in_words_has_a_name_that_is_shorter_than_itself(
    visitors: Visitors, lang: str, words: str
) -> None:
    person = visitors.person("keyboard", lang)
    person.open(f"/t/{person.lay(game='krabcek', sit='all')}")
    person.press(person.page.get_by_role("tab", name=words))
    expect(person.page.locator("#tab-panel ul")).to_have_accessible_name(words)


def test_whether_the_dice_were_fair_is_read_out_without_the_long_numbers(visitors: Visitors) -> None:
    person = visitors.person("keyboard")
    person.open(f"/t/{person.lay(game='kriskras', sit='all')}")
    person.page.wait_for_selector("[data-cell].target", state="attached")
    person.give_up()
    person.sees_the_end()
    verdict = person.page.locator(".verdict[role=status]")
    expect(verdict).to_be_empty()
    person.press(person.button("Check the dice"))
    expect(verdict).to_contain_text(GOOD)
    expect(verdict).not_to_contain_text(re.compile("[0-9a-f]{16}"))
    expect(person.page.get_by_text(re.compile("[0-9a-f]{64}")).first).to_be_visible()


def test_whoever_follows_a_link_is_at_the_title_of_the_next_page(visitors: Visitors) -> None:
    person = visitors.person("keyboard", "nl")
    person.open()
    title = person.page.locator("h1")
    person.press(person.page.get_by_role("link", name="Leer het al spelend: Cubus"))
    ways = [("Cubus leren", "main li a"), ("Alle lessen", "h1 a"), ("Cubus leren", "main a[href='/rules/cubus']")]
    for name, link in ways:
        expect(title).to_be_focused()
        expect(title).to_have_accessible_name(re.compile(name))
        person.press(person.page.locator(link).first)
    expect(title).to_be_focused()
    expect(title).to_have_text("Cubus")
    person.press(person.page.locator("a[href='/']").first)
    expect(title).to_have_text("Speelkist")
    expect(title).to_be_focused()


@pytest.mark.parametrize(
    ("lang", "sentence"), [("en", "You could try: From e5 to d4."), ("nl", "Probeer eens: Van e5 naar d4.")]
)
def test_the_move_that_is_shown_in_a_lesson_is_told(visitors: Visitors, lang: str, sentence: str) -> None:
    person = visitors.person("keyboard", lang)
    open_lesson(person, "knopf", "reach")
    show = person.button(re.compile("^(Show me|Laat zien)"))
    person.press(show)
    shown = person.page.locator("main ~ [role=status]")
    expect(shown).to_have_text(sentence)
    expect(show).to_be_focused()


def test_whoever_has_a_question_answered_goes_on_from_there(visitors: Visitors) -> None:
    person = visitors.person("keyboard", "en")
    open_lesson(person, "cubus", "box")
    person.press(person.button("Show me"))
    expect(person.button("Next")).to_be_focused()
