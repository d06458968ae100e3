"""The server is updated while pages are open: they say so when something is missing, and nothing is lost."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from speelkist.server.http import routes_games
from tests.support.server import TestServer, running_server

from .person import How, Person, Visitors
from .test_access import violations
from .test_shift import nothing_moved, watching

UPDATED = {"en": "Speelkist has been updated", "nl": "Speelkist is vernieuwd"}
RELOAD = re.compile("^(Reload|Opnieuw laden)$")
FIRST_GAME = re.compile("^(Play a first game|Speel een eerste spel)$")
PHONE: ViewportSize = {"width": 360, "height": 740}


class Pages:
    """The built pages in a folder of their own, where they can be replaced."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(routes_games.pages_folder(), folder)

    def renew(self) -> None:
        """Put another build there: all its scripts and styles have other names, and the old ones are gone."""
        built = [path for path in (self.folder / "assets").iterdir() if path.suffix in (".js", ".css")]
        for path in (*built, self.folder / "index.html"):
            text = path.read_text(encoding="utf-8")
            for other in built:
                text = text.replace(other.stem, f"{other.stem}2")
            path.write_text(text, encoding="utf-8")
        for path in built:
            path.rename(path.with_stem(f"{path.stem}2"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """What the server of these tests serves."""
    return Pages(tmp_path_factory.mktemp("pages") / "web")


@pytest.fixture(scope="module")
def server(pages: Pages, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    """A server with these pages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes_games, "pages_folder", lambda: pages.folder)
        with running_server(tmp_path_factory.mktemp("server")) as server:
            yield server


def load_anew(person: Person, lang: str) -> None:
    """Read that the pages are others by now, and have them loaded; the browser may say what it missed."""
    notice = person.page.get_by_role("alert").filter(has_text=UPDATED[lang])
    expect(notice).to_be_in_viewport(ratio=1)
    address = person.page.url
    person.press(notice.get_by_role("button", name=RELOAD))
    expect(notice).to_have_count(0)
    assert person.page.url == address
    # asked only now: the page before may have missed something else while it was being read
    assert all(re.search("404|MIME type", problem) for problem in person.problems), person.problems
    person.problems.clear()


def mark(page: Page) -> None:
    """Leave a mark on a page by which it is known until it is loaded anew."""
    page.evaluate("window.marked = true")


def is_marked(page: Page) -> bool:
    return page.evaluate("window.marked === true") is True


@pytest.mark.parametrize(("how", "lang"), [("touch", "nl"), ("mouse", "en")])
def test_a_first_game_goes_on_after_an_update(visitors: Visitors, pages: Pages, how: How, lang: str) -> None:
    person = visitors.person(how, lang, service_workers="block")
    if how == "touch":
        person.page.set_viewport_size(PHONE)
    person.page.goto(person.url + "/learn/knopf")
    first = person.button(FIRST_GAME)
    first.wait_for()
    pages.renew()
    person.press(first)
    person.page.wait_for_url("**/t/*")
    load_anew(person, lang)
    expect(person.page.locator("aside")).to_contain_text(re.compile("Pick a button of yours|Kies een van je knopen"))
    start = person.page.locator("[data-cell].target").first.get_attribute("data-cell") or ""
    person.pick(start)
    expect(person.page.locator(f'[data-cell="{start}"]')).to_have_class(re.compile("picked"))


def test_a_page_that_was_kept_by_the_browser_is_renewed_too(visitors: Visitors, pages: Pages) -> None:
    person = visitors.person()
    person.open()
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.page.reload()  # now everything comes through the worker
    pages.renew()
    person.press(person.page.locator(".game.knopf a[href='/rules/knopf']").first)
    load_anew(person, "en")
    person.sees("The aim")


@pytest.mark.parametrize("renewed", [True, False])
def test_a_table_asks_which_pages_there_are_when_the_server_is_back(
    visitors: Visitors, pages: Pages, renewed: bool
) -> None:
    person = watching(visitors, "touch", "nl")
    person.page.set_viewport_size(PHONE)
    person.open(f"/t/{person.lay(game='knopf', sit='all')}")
    visitors.server.stop()
    person.sees("De verbinding is even weg")
    if renewed:
        pages.renew()
    with person.page.expect_response("**/index.html"):
        visitors.server.start()
    if renewed:
        person.page.get_by_role("alert").wait_for()
        nothing_moved(person, "a restart")
        assert violations(person) == []
        load_anew(person, "nl")
    else:
        person.sees("Weer terug.")
        expect(person.page.get_by_role("alert")).to_have_count(0)
    person.pick("b2", "a1")
    expect(person.page.locator("ol[aria-label=Zetten] li")).to_have_count(1)


@pytest.mark.parametrize("known", [False, True])
def test_what_cannot_be_fetched_while_the_server_is_away_comes_when_it_is_back(
    visitors: Visitors, pages: Pages, known: bool
) -> None:
    """Be it the page, or, where the browser has that already, what stands on it."""
    pages.renew()  # else the browser may have the page from another test
    person = visitors.person(service_workers="block")
    if known:
        person.page.goto(person.url + "/learn/knopf")
        person.button(FIRST_GAME).wait_for()
    person.open()
    mark(person.page)
    visitors.server.stop()
    person.press(person.page.locator(".game.knopf a[href='/learn/knopf']").first)
    expect(person.page.get_by_role("alert")).to_contain_text("The server cannot be reached at the moment.")
    visitors.server.start()
    expect(person.page.get_by_role("alert")).to_have_count(0)
    person.button(FIRST_GAME).wait_for()
    expect(person.page.locator("#lessons + ol li").first).to_be_visible()
    assert is_marked(person.page)


def test_a_part_that_the_server_should_have_and_does_not_give_is_said_to_be_missing(visitors: Visitors) -> None:
    person = visitors.person(service_workers="block")
    person.page.route("**/assets/GamePages-*.js", lambda route: route.abort())
    person.open()
    person.press(person.page.locator(".game.knopf a[href='/learn/knopf']").first)
    notice = person.page.get_by_role("alert")
    expect(notice).to_contain_text("Part of this page did not load.")
    person.page.unroute("**/assets/GamePages-*.js")
    person.press(notice.get_by_role("button", name=RELOAD))
    person.button(FIRST_GAME).wait_for()
