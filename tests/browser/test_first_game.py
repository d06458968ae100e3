"""A first game: what is new is explained when it first happens, one thing after the other, with the board in sight."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import FloatRect, expect

from tests.games.cubus.setting import data as cubus
from tests.games.knopf.examples import position as knopf

from .person import Person, Visitors, position


def first_game(visitors: Visitors, **table_request: Any) -> Person:
    """Somebody at a table where new things are explained."""
    person = visitors.person()
    table = person.lay(**table_request)
    person.keep("guided", json.dumps([table]))
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
    person.pick("f5", "e5")
    expect(note).to_contain_text("A pair of yours threatens a button")
    expect(person.page.locator("#board .danger")).to_have_count(1)  # the other waits until it has been read
    person.press(person.button("Got it"))
    expect(note.get_by_text("A pair of yours threatens")).to_have_count(0)


def test_nothing_happens_before_the_first_screen_has_been_seen(visitors: Visitors) -> None:
    person = first_game(visitors, game="kriskras", seats=["child", "person"], sit=1)
    note, moves = person.page.locator("aside"), person.page.locator('ol[aria-label="Moves"] li')
    expect(note).to_contain_text("Your first game!")
    expect(moves).to_have_count(0)
    person.press(person.button("Got it"))
    expect(moves.first).to_be_visible()


def test_a_fine_is_explained_while_it_is_to_be_decided(visitors: Visitors) -> None:
    person = against_computer(visitors, "d4 f5 j10", "g7 b9 c9 b10 h1 i1 j1")  # one of its two groups stays
    note = person.page.locator("aside")
    expect(note).to_contain_text("Pick a button of yours")
    person.pick("f5", "e5")
    expect(note).to_contain_text("A pair of yours threatens a button")
    expect(note).to_contain_text("you may take one of them away before you move")


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
    for words in ("Pick a button of yours", "threatens a button of yours"):
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
    """Somebody in a first game against a computer, in Dutch."""
    person = visitors.person("touch", "nl")
    person.page.set_viewport_size({"width": 360, "height": 740})
    table = person.lay(seats=["person", "child"], sit=0, **table_request)
    person.keep("guided", json.dumps([table]))
    person.open(f"/t/{table}")
    return person


def box(person: Person, part: str) -> FloatRect:
    place = person.page.locator(part).last.bounding_box()
    assert place is not None
    return place


def test_what_is_explained_on_a_phone_leaves_the_hand_in_sight(visitors: Visitors) -> None:
    person = on_a_small_phone(visitors, game="cubus", start=json.dumps(cubus(hands=("LR", ""))))
    expect(person.page.locator("aside")).to_contain_text("Sleep ruiten uit je hand")
    hand = box(person, ".tray")
    assert hand["y"] + hand["height"] <= box(person, "aside")["y"]


def test_what_is_asked_on_a_phone_stays_where_it_is_when_an_explanation_has_been_read(visitors: Visitors) -> None:
    person = on_a_small_phone(visitors, game="krabcek")
    note = person.page.locator("aside")
    expect(note).to_contain_text("Eerst de poorten")
    board, asked = box(person, "#board"), box(person, ".now p")
    assert board["y"] + board["height"] <= box(person, "aside")["y"]
    person.press(person.button("Begrepen"))
    expect(note).to_have_count(0)
    assert (box(person, "#board"), box(person, ".now p")) == (board, asked)
