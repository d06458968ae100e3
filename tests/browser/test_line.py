"""Lost lines, watchers, undo, rematch: what happens around a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .person import How, Visitors, position
from .test_play import finish, table_request
from .wire import Message, telling


def test_a_lost_line_comes_back_and_a_move_made_meanwhile_is_sent_once(visitors: Visitors) -> None:
    person = visitors.person()
    address = person.lay(**table_request("kriskras", sit="all"))
    person.open(f"/t/{address}")
    person.page.wait_for_selector("[data-cell].target", state="attached")
    visitors.server.stop()
    person.sees("The connection dropped")
    finish(person, "kriskras")
    visitors.server.start()
    person.sees_the_end()
    kinds = [event["kind"] for event in visitors.server.stored_events(address)]
    assert kinds.count("moved") == 1


def test_a_watcher_sees_the_same_board_and_may_not_move(visitors: Visitors) -> None:
    player, watcher = visitors.person(), visitors.person()
    address = player.lay(**table_request("knopf", sit="all"))
    player.open(f"/t/{address}")
    watcher.open(f"/t/{address}")
    watcher.sees("You are watching")
    assert watcher.page.locator("[data-cell].target").count() == 0
    finish(player, "knopf")
    watcher.sees_the_end()


def test_undo_at_one_screen_and_once_more_after_the_end(visitors: Visitors) -> None:
    person = visitors.person()
    address = person.lay(game="knopf", sit="all")
    person.open(f"/t/{address}")
    person.pick("b2", "a1")
    person.page.wait_for_selector('[data-cell="c2"].target', state="attached")
    person.press(person.button("Take back"))
    person.page.wait_for_selector('[data-cell="b2"].target', state="attached")
    person.give_up()
    person.sees_the_end()
    person.press(person.button("Play again"))
    person.page.wait_for_url(re.compile(rf"/t/(?!{address})"))
    person.pick("b2", "a1")  # everybody sits again already
    person.open(f"/t/{address}")  # a game that was gone on from can still be looked at
    person.sees(re.compile("won. Congratulations"))
    person.press(person.button("Go to the next game"))
    person.page.wait_for_selector('[data-cell="c2"].target', state="attached")


def test_once_more_by_link_seats_everybody_on_the_other_side(visitors: Visitors) -> None:
    anna, bram, watcher = visitors.person(), visitors.person("touch", "nl"), visitors.person()
    address = anna.lay(game="knopf", sit=0, name="Anna")
    for person in (anna, bram, watcher):
        person.open(f"/t/{address}")
    bram.page.locator("input").first.fill("Bram")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.pick("b2", "a1")
    bram.page.wait_for_selector('[data-cell="c2"].target', state="attached")
    anna.press(anna.button("Take back"))
    bram.press(bram.button("Nee"))
    anna.sees("Bram would rather not have the move taken back.")
    anna.give_up()
    bram.sees_the_end()
    anna.press(anna.button("Earlier"))
    bram.press(bram.button("Nog een keer"))
    bram.page.wait_for_url(re.compile(rf"/t/(?!{address})"))
    anna.sees("Bram would like to play again.")
    anna.sees("Looking back")  # nobody is taken along from what they look at
    expect(anna.button("Join in")).to_be_in_viewport(ratio=1)  # beside the board, not under all that is told of the end
    for person, agreeing in ((anna, "Join in"), (watcher, "To the next game")):
        assert person.page.url.endswith(address)
        person.press(person.button(agreeing))
        person.page.wait_for_url(re.compile(rf"/t/(?!{address})"))
    anna.sees("It is Bram’s turn.")
    watcher.sees("It is Bram’s turn.")
    bram.pick("b2", "a1")
    anna.pick("c2", "b1")


def test_hint_rules_and_words_are_beside_the_board(visitors: Visitors) -> None:
    person = visitors.person(lang="nl")
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    person.press(person.button("Hint"))
    person.sees("Probeer eens")
    person.press(person.page.get_by_role("tab", name="Regels"))
    person.page.wait_for_selector("article h3")
    person.press(person.page.get_by_role("tab", name="In woorden"))
    person.page.wait_for_selector("section ul li")


def test_the_dice_are_checked_in_the_browser(visitors: Visitors) -> None:
    person = visitors.person()
    person.open(f"/t/{person.lay(game='kriskras', sit='all')}")
    person.page.wait_for_selector("[data-cell].target", state="attached")
    person.give_up()
    person.sees_the_end()
    person.press(person.button("Check the dice"))
    person.sees(re.compile("exactly what it had to be"))


def test_looking_back_does_not_disturb_the_game(visitors: Visitors) -> None:
    person = visitors.person()
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    person.pick("b2", "a1")
    person.page.wait_for_selector('[data-cell="c2"].target', state="attached")
    person.press(person.button("Earlier"))
    person.sees(re.compile("Looking back"))
    assert person.page.locator("[data-cell].target").count() == 0
    person.press(person.button("Back to now"))
    person.page.wait_for_selector('[data-cell="c2"].target', state="attached")


def test_on_a_slow_line_the_page_says_what_it_waits_for(visitors: Visitors) -> None:
    person = visitors.person(lang="nl")
    address = person.lay(game="knopf", sit="all")
    nothing: Message = {"say": "presence", "table": "", "here": [], "watchers": 0}
    telling(person.page, lambda message: nothing if message["say"] == "snapshot" else message)
    person.page.goto(f"{person.url}/t/{address}")
    person.sees("Het spel wordt klaargezet")


@pytest.mark.parametrize(
    ("how", "lang", "button", "nothing", "why"),
    [
        ("mouse", "en", "Take back", "There is nothing of yours to take back.", "Chance has had its say since then"),
        (
            "touch",
            "nl",
            "Terugnemen",
            "Er is niets van jou om terug te nemen.",
            "Sindsdien heeft het toeval meegespeeld",
        ),
    ],
)
def test_what_cannot_be_taken_back_is_shown_beforehand_with_its_reason(
    visitors: Visitors, how: How, lang: str, button: str, nothing: str, why: str
) -> None:
    anna, bram = visitors.person(how, lang, reduced_motion="reduce"), visitors.person("mouse", "en")
    address = anna.lay(game="cubus", sit=0, name="Anna", start=position("cubus", "corner flip"))
    bram.open(f"/t/{address}")
    bram.press(bram.button(re.compile("Take this seat")))
    anna.open(f"/t/{address}")
    back = anna.button(button)
    expect(back).to_be_disabled()
    expect(back).to_have_attribute("title", nothing)
    anna.page.locator("[data-tile]").last.focus()
    anna.page.keyboard.press("f")
    anna.press(anna.page.locator("button.lay:enabled"))
    expect(back).to_have_attribute("title", re.compile(why))  # a tile has been drawn for Bram
    expect(back).to_be_disabled()
    anna.press(back)
    expect(anna.page.get_by_role("alert")).to_contain_text(why)
    assert [event["kind"] for event in visitors.server.stored_events(address)].count("undo_asked") == 0
