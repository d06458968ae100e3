"""A game between people is deleted when all of them agree."""

from __future__ import annotations

from playwright.sync_api import expect

from .person import Visitors


def test_the_other_is_asked_keeps_the_game_and_agrees_the_second_time(visitors: Visitors) -> None:
    ans, bob = visitors.person(), visitors.person("touch", "nl")
    address = ans.lay(game="knopf", sit=0, name="Ans")
    bob.open(f"/t/{address}")
    bob.press(bob.button("Deze stoel nemen"))
    bob.sees("aan de beurt")
    for agrees in (False, True):
        ans.open()
        ans.press(ans.button("Delete: Kopf oder Knopf"))
        ans.press(ans.page.locator("dialog button.main"))
        ans.sees("Blue is still playing, so we have asked them.")
        bob.sees("Ans wil dit spel verwijderen")
        ans.open(f"/t/{address}")
        ans.sees("You would like this game deleted; Blue has to agree.")
        if not agrees:
            bob.press(bob.button("Spel bewaren"))
            expect(ans.page.get_by_text("You would like this game deleted")).to_have_count(0)
            expect(bob.page.get_by_text("wil dit spel verwijderen")).to_have_count(0)
    bob.press(bob.button("Verwijderen"))
    bob.press(bob.page.locator("dialog button.main"))
    bob.sees("Dit spel is verwijderd")
    ans.sees("This game has been deleted")
