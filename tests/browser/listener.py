"""Somebody who does not see the page: hears the accessibility tree, and acts by role, name and keyboard alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from speelkist.core import phrases_of

AGAINST = {"en": "Against the computer", "nl": "Tegen de computer"}
STRENGTH = re.compile("^(Strength|Sterkte)")
START = re.compile("^(Start|Beginnen)$")
AGAIN = re.compile("^(Play again|Nog een keer)$")
HINT = re.compile("^Hint$")
PLAY_IT = re.compile("^(Play it|Spelen): ")
# A cell says that it can be picked; "can be picked instead" would begin another move.
PICKABLE = re.compile("(, can be picked|, te kiezen)$")


def answers(game: str, lang: str) -> re.Pattern[str]:
    """What can be done besides picking cells, in the words of a game."""
    texts = [text for key, text in phrases_of(game, lang).items() if key.startswith("cell.")]
    return re.compile("^(" + "|".join(re.escape(text) for text in texts if isinstance(text, str)) + ")$")


class Listener:
    """Hears one page and does what it says can be done."""

    def __init__(self, page: Page, game: str, lang: str) -> None:
        self.page = page
        self._rng = random.Random(game)
        self._lang = lang
        self._answers = answers(game, lang)

    def begin(self, title: str) -> None:
        """Start a game against the weakest computer from the chest."""
        self.press(self.button(f"{AGAINST[self._lang]}: {title}"))
        dialog = self.page.get_by_role("dialog", name=title)
        dialog.get_by_role("combobox", name=STRENGTH).select_option("child")
        self.press(dialog.get_by_role("button", name=START))
        self.page.get_by_role("region", name=title).wait_for()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by what it says."""
        return self.page.get_by_role("button", name=name).first

    def press(self, button: Locator) -> None:
        """Use a button by keyboard."""
        button.focus(timeout=3000)
        self.page.keyboard.press("Enter")

    def hears(self, words: str | re.Pattern[str]) -> None:
        """A live region says it."""
        expect(self.page.get_by_role("status").filter(has_text=words).first).to_be_attached()

    def is_over(self) -> bool:
        """Whether another game is offered."""
        return self.button(AGAIN).count() > 0

    def follow_hint(self) -> None:
        """Ask what the computer would do, and do it."""
        self.press(self.button(HINT))
        self.button(PLAY_IT).wait_for()
        self.press(self.button(PLAY_IT))
        expect(self.page.get_by_role("button", name=PLAY_IT)).to_have_count(0)

    def may_ask(self) -> bool:
        """Whether a hint can be asked for now."""
        return self.button(HINT).count() > 0 and self.button(HINT).is_enabled()

    def act(self) -> bool:
        """Do anything that can be done now; False where there is nothing."""
        offered = list(self._offered())
        if not offered:
            return False
        self.press(self._rng.choice(offered))
        return True

    def _offered(self) -> Iterator[Locator]:
        for name in (PICKABLE, self._answers):
            yield from self.page.get_by_role("button", name=name, disabled=False).all()
