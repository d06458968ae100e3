"""The dice in the browser: settled without a click, shown while people play, checked against what was seen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from speelkist.core import fresh_seed
from speelkist.table import settlement
from speelkist.table.table import PendingEvent, Table
from tests.support.dice import WANTED, first_throw

from .person import PATIENCE, Person, Visitors

GOOD = re.compile("exactly what it had to be")


def give_up_and_check(person: Person) -> None:
    """End the game and ask for the proof."""
    person.page.wait_for_selector("[data-cell].target", state="attached")
    person.give_up()
    person.sees_the_end()
    person.press(person.button("Check the dice"))


def test_far_apart_the_browsers_settle_the_dice_and_both_can_check_them(visitors: Visitors) -> None:
    anna, bob = visitors.person(), visitors.person()
    address = anna.lay(game="kriskras", sit=0)
    anna.open(f"/t/{address}")
    hash_ = anna.page.locator("details.promise .hash")
    shown = hash_.text_content()
    assert re.fullmatch("[0-9a-f]{64}", shown or ""), "the promise is there before anybody has added anything"
    anna.page.reload()  # what it has committed to is kept
    bob.open(f"/t/{address}")
    bob.press(bob.button(re.compile("Take this seat")))
    for person in (anna, bob):
        person.page.wait_for_function("() => document.querySelector('.now')?.textContent.trim()", timeout=PATIENCE)
        expect(person.page.locator("details.promise .hash")).to_have_text(shown or "")
    bob.page.reload()
    bob.give_up()
    for person in (anna, bob):
        person.sees_the_end()
        person.press(person.button("Check the dice"))
        person.sees(GOOD)
        person.sees(re.compile("your own number among them"))
    late = visitors.person()
    late.open(f"/t/{address}")
    late.press(late.button("Check the dice"))
    late.sees(GOOD)
    late.sees(re.compile("saw nothing of the game"))
    late.sees(re.compile("says the server"))


def empty(proof: Any) -> Any:
    """No throws at all."""
    return {**proof, "throws": []}


def changed_throw(proof: Any) -> Any:
    """Another throw than the one that was seen."""
    throws = [*proof["throws"]]
    throws[1] = {**throws[1], "move": "r1g1" if throws[1]["move"] != "r1g1" else "r2g2"}
    return {**proof, "throws": throws}


def changed_nonce(proof: Any) -> Any:
    """Another nonce than this browser's."""
    return {**proof, "nonces": ["00" * 16] * len(proof["nonces"])}


def changed_order(proof: Any) -> Any:
    """What could have come up in another order: so another throw than this would have followed."""
    throws = [{**throw, "outcomes": throw["outcomes"][::-1]} for throw in proof["throws"]]
    return {**proof, "throws": throws}


def only_what_came_up(proof: Any) -> Any:
    """As if nothing else could have come up."""
    return {**proof, "throws": [{**throw, "outcomes": [[throw["move"], 1, 1]]} for throw in proof["throws"]]}


LIES: dict[Callable[[Any], Any], str] = {
    empty: "not the throws",
    changed_throw: "not the throws",
    changed_nonce: "not the one that was fixed",
    changed_order: "does not follow",
    only_what_came_up: "does not follow",
}


def answering_with(lie: Callable[[Any], Any]) -> Callable[[Route], None]:
    """Changes the proof on its way to the page."""

    def answer(route: Route) -> None:
        reply = route.fetch(max_retries=3)  # its line to the server may be an old one
        route.fulfill(response=reply, body=json.dumps(lie(reply.json())))

    return answer


def test_a_false_proof_is_found(visitors: Visitors) -> None:
    """Each in the same game, looked at anew: it knows no more of what it was told before."""
    person = visitors.person()
    person.open(f"/t/{person.lay(game='kriskras', sit='all')}")
    give_up_and_check(person)
    person.sees(GOOD)
    for lie, sentence in LIES.items():
        person.page.unroute("**/proof")
        person.page.route("**/proof", answering_with(lie))
        person.page.reload()
        person.sees_the_end()
        person.press(person.button("Check the dice"))
        person.sees(re.compile(sentence))


def test_a_host_who_takes_another_seed_when_he_knows_the_nonces_is_found(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He tries seeds until the first throw suits him, as soon as the browser has shown its nonce."""
    honest = settlement._reveal

    def cheating(table: Table, own: list[Any], nonce: str) -> list[PendingEvent]:
        promised = table.seed
        while table.seed == promised or first_throw(table.seed, [nonce, nonce]) != WANTED:
            table.seed = fresh_seed()
        return honest(table, own, nonce)

    monkeypatch.setattr(settlement, "_reveal", cheating)
    person = visitors.person()
    person.open(f"/t/{person.lay(game='kriskras', sit='all')}")
    give_up_and_check(person)
    person.sees(re.compile("not the seed that was promised"))


def test_a_seat_that_was_freed_while_the_page_was_closed_is_taken_again(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bob = visitors.person(), visitors.person()
    address = anna.lay(game="kriskras", sit=0, name="Anna")
    anna.open(f"/t/{address}")
    anna.page.wait_for_function(
        f"() => localStorage.getItem('dice:{address}')?.includes('committed')", timeout=PATIENCE
    )
    anna.open()
    monkeypatch.setattr(settlement, "REVEAL_SECONDS", 0.2)
    bob.open(f"/t/{address}")
    bob.press(bob.button(re.compile("Take this seat")))
    bob.page.wait_for_function(f"() => localStorage.getItem('dice:{address}')?.includes('freed 0')", timeout=PATIENCE)
    monkeypatch.setattr(settlement, "REVEAL_SECONDS", 60)
    anna.open(f"/t/{address}")
    for person in (anna, bob):
        person.page.wait_for_function("() => document.querySelector('.now')?.textContent.trim()", timeout=PATIENCE)
        expect(person.page.locator("details.promise")).to_contain_text("drawn anew once")


CUBUS = {
    "nl": ("Eerlijke loting", "Controleer de loting", "precies zoals ze moest(en)? zijn"),
    "en": ("Fair draws", "Check the draws", "exactly what (it|they) had to be"),
}


@pytest.mark.parametrize("lang", list(CUBUS))
def test_at_cubus_they_are_draws(visitors: Visitors, lang: str) -> None:
    fair, check, good = CUBUS[lang]
    person = visitors.person(lang=lang)
    person.open(f"/t/{person.lay(game='cubus', seats=['person', 'person'], sit='all')}")
    expect(person.page.locator("details.promise summary")).to_have_text(fair)
    person.give_up()
    person.press(person.button(check))
    person.sees(re.compile(good))
