"""A bot that the server's host has added is offered with the strengths, and plays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.added_bot import added_bot
from tests.support.server import TestServer, running_server

from .person import Visitors


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    """A server whose host has installed a bot."""
    with (
        added_bot(tmp_path_factory.mktemp("bots") / "site"),
        running_server(tmp_path_factory.mktemp("server")) as server,
    ):
        yield server


@pytest.mark.parametrize(
    ("lang", "way", "line", "moves"),
    [
        ("en", "Against the computer", "A bot that the host of this server has added.", "Moves"),
        ("nl", "Tegen de computer", "Een bot die de beheerder van deze server heeft toegevoegd.", "Zetten"),
    ],
)
def test_the_hosts_own_bot_is_chosen_in_the_dialog_and_plays(
    visitors: Visitors, lang: str, way: str, line: str, moves: str
) -> None:
    person = visitors.person(lang=lang)
    person.open()
    person.press(person.page.locator(".game.knopf button", has_text=way))
    choice = person.page.locator("dialog label", has=person.page.locator("small")).first
    expect(choice.locator("option").last).to_have_text("lasting")
    choice.locator("select").select_option("lasting")
    expect(choice.locator("small")).to_have_text(line)
    person.page.locator("dialog select").first.select_option("1")  # the bot begins
    person.press(person.page.locator("dialog button.main"))
    expect(person.page.get_by_role("list", name=moves).locator("li").first).to_be_visible()  # it has moved
    expect(person.page.locator("li .who").filter(has_text="lasting")).to_contain_text("computer, lasting")
    person.open()
    expect(person.page.locator("ul.own")).to_contain_text("computer, lasting")
