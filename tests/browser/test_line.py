"""Lost lines, watchers, undo, rematch: what happens around a game."""

from __future__ import annotations

import re

from .person import Room
from .test_play import finish, wish
from .wire import Message, telling


def test_a_lost_line_comes_back_and_a_move_made_meanwhile_is_sent_once(room: Room) -> None:
    one = room.person()
    address = one.lay(**wish("kriskras", sit="all"))
    one.open(f"/t/{address}")
    one.page.wait_for_selector("[data-cell].target", state="attached")
    room.house.stop()
    one.sees("The connection is lost")
    finish(one, "kriskras")
    room.house.start()
    one.sees_the_end()
    kinds = [event["kind"] for event in room.house.log(address)]
    assert kinds.count("moved") == 1


def test_a_watcher_sees_the_same_board_and_may_not_move(room: Room) -> None:
    player, watcher = room.person(), room.person()
    address = player.lay(**wish("knopf", sit="all"))
    player.open(f"/t/{address}")
    watcher.open(f"/t/{address}")
    watcher.sees("You are watching")
    assert watcher.page.locator("[data-cell].target").count() == 0
    finish(player, "knopf")
    watcher.sees_the_end()


def test_undo_at_one_screen_and_once_more_after_the_end(room: Room) -> None:
    one = room.person()
    address = one.lay(game="knopf", sit="all")
    one.open(f"/t/{address}")
    one.pick("b2", "a1")
    one.page.wait_for_selector('[data-cell="c2"].target', state="attached")
    one.press(one.button("Take back"))
    one.page.wait_for_selector('[data-cell="b2"].target', state="attached")
    one.press(one.button("Give up"))
    one.sees_the_end()
    one.press(one.button("Once more"))
    one.page.wait_for_url(re.compile(rf"/t/(?!{address})"))
    one.pick("b2", "a1")  # everybody sits again already
    one.open(f"/t/{address}")  # a game that was gone on from can still be looked at
    one.sees("The game is over")
    one.press(one.button("To the next game"))
    one.page.wait_for_selector('[data-cell="c2"].target', state="attached")


def test_once_more_by_link_seats_everybody_on_the_other_side(room: Room) -> None:
    anna, bram, watcher = room.person(), room.person("touch", "nl"), room.person()
    address = anna.lay(game="knopf", sit=0, name="Anna")
    for one in (anna, bram, watcher):
        one.open(f"/t/{address}")
    bram.page.locator("input").first.fill("Bram")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.press(anna.button("Give up"))
    bram.press(bram.button("Nog een keer"))
    for one in (anna, bram, watcher):
        one.page.wait_for_url(re.compile(rf"/t/(?!{address})"))
    anna.sees("It is Bram’s turn.")
    watcher.sees("It is Bram’s turn.")
    bram.pick("b2", "a1")
    anna.pick("c2", "b1")


def test_hint_rules_and_words_are_beside_the_board(room: Room) -> None:
    one = room.person(lang="nl")
    one.open(f"/t/{one.lay(game='knopf', sit='all')}")
    one.press(one.button("Hint"))
    one.sees("Probeer eens")
    one.press(one.page.get_by_role("tab", name="Regels"))
    one.page.wait_for_selector("article h3")
    one.press(one.page.get_by_role("tab", name="In woorden"))
    one.page.wait_for_selector("section ul li")


def test_the_dice_are_checked_in_the_browser(room: Room) -> None:
    one = room.person()
    one.open(f"/t/{one.lay(game='kriskras', sit='all')}")
    one.page.wait_for_selector("[data-cell].target", state="attached")
    one.press(one.button("Give up"))
    one.sees_the_end()
    one.press(one.button("Check the dice"))
    one.sees(re.compile("throws are just as they had to be"))


def test_looking_back_does_not_disturb_the_game(room: Room) -> None:
    one = room.person()
    one.open(f"/t/{one.lay(game='knopf', sit='all')}")
    one.pick("b2", "a1")
    one.page.wait_for_selector('[data-cell="c2"].target', state="attached")
    one.press(one.button("Earlier"))
    one.sees(re.compile("Looking back"))
    assert one.page.locator("[data-cell].target").count() == 0
    one.press(one.button("To the present"))
    one.page.wait_for_selector('[data-cell="c2"].target', state="attached")


def test_on_a_slow_line_the_page_says_what_it_waits_for(room: Room) -> None:
    one = room.person(lang="nl")
    address = one.lay(game="knopf", sit="all")
    nothing: Message = {"say": "presence", "table": "", "here": [], "watchers": 0}
    telling(one.page, lambda message: nothing if message["say"] == "snapshot" else message)
    one.page.goto(f"{one.url}/t/{address}")
    one.sees("De tafel wordt gedekt")
