"""A folder on plain web space is a chest that plays: without network, in two tabs, when nothing can be kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.test_access import violations
from tests.browser.test_play import finish, table_request
from tests.support.file_server import FileServer, file_server

from .visitor import NAMES, START_PATIENCE, SiteVisitor, SiteVisitors

TARGET = "[data-cell].target"
# What stands in front of the worker's script: a database that takes nothing, or none at all.
NO_SPACE = "IDBObjectStore.prototype.add = () => { throw new DOMException('', 'QuotaExceededError'); };"
NO_DATABASE = "indexedDB.open = () => { throw new DOMException('', 'SecurityError'); };"


def test_every_game_comes_to_its_end(visitors: SiteVisitors) -> None:
    person = visitors.visitor()
    person.open()
    assert violations(person) == []
    person.take_in(*(table_request(game, sit="all") for game in NAMES))
    for game, how in zip(NAMES, ("mouse", "keyboard", "mouse", "keyboard"), strict=True):
        person.how = "keyboard" if how == "keyboard" else "mouse"
        person.page.locator("a[href*='?p=t/']", has_text=NAMES[game]).first.click()
        person.page.wait_for_selector("#board", timeout=START_PATIENCE)
        finish(person, game)
        if game == "cubus":  # the other answers the last pass
            person.press_main()
        person.sees_the_end()
        assert violations(person) == []
        person.open()


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_without_network_after_the_first_visit(visitors: SiteVisitors, files: FileServer, lang: str) -> None:
    person = visitors.visitor("touch", lang)
    person.open()
    person.await_kept()
    files.stop()
    person.open()
    person.start("kriskras", "computer")
    person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    address = person.page.url
    person.page.reload()
    person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    assert person.page.url == address
    person.open()
    expect(person.page.locator(f"a[href='{address}']")).to_be_visible()


def test_two_tabs_show_one_table(visitors: SiteVisitors) -> None:
    person = visitors.visitor()
    person.open()
    person.take_in(table_request("krabcek", sit="all"))
    person.page.locator("a[href*='?p=t/']").first.click()
    person.page.wait_for_selector(TARGET, state="attached")
    other = SiteVisitor(person.context, person.new_page(), person.url, "mouse", person.problems)
    other.page.goto(person.page.url)
    other.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    finish(person, "krabcek")
    person.sees_the_end()
    other.sees_the_end()


@pytest.mark.parametrize(("broken", "sentence"), [(NO_SPACE, "This device is full"), (NO_DATABASE, "keeps nothing")])
def test_where_nothing_is_kept_it_is_said_and_play_goes_on(visitors: SiteVisitors, broken: str, sentence: str) -> None:
    person = visitors.visitor(service_workers="block")

    def spoil(route: Route) -> None:
        script = route.fetch().text()
        route.fulfill(body=broken + script, content_type="text/javascript")

    person.page.route("**/assets/worker-*.js", spoil)
    person.open()
    person.start("knopf", "here")
    person.page.wait_for_selector(TARGET, state="attached")
    expect(person.page.get_by_text(sentence)).to_be_visible()
    person.page.locator(TARGET).first.click(force=True)


def test_an_update_waits_until_no_page_is_open(visitors: SiteVisitors, folder: Path, tmp_path: Path) -> None:
    changing = tmp_path / "site"
    shutil.copytree(folder, changing)
    with file_server(changing) as server:
        person = visitors.visitor()
        person.url = server.url
        person.open()
        person.await_kept()
        person.start("knopf", "here")
        words = changing / "assets"
        page = next(path for path in sorted(words.glob("index-*.js")))
        renewed = page.read_text(encoding="utf-8").replace("needs no server", "never needs a server")
        name, new_name = page.name, "index-renewed.js"
        page.unlink()
        (words / new_name).write_text(renewed, encoding="utf-8")
        for file in ("index.html", "sw.js"):
            text = (changing / file).read_text(encoding="utf-8")
            (changing / file).write_text(text.replace(name, new_name), encoding="utf-8")
        person.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        person.page.evaluate(AWAIT_WAITING)
        person.page.reload()  # in mid-game: the old version, all of it
        person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
        person.page.close()
        person.page = person.new_page()
        person.open()
        expect(person.page.get_by_text("never needs a server")).to_be_visible()
        person.page.locator("a[href*='?p=t/']").first.click()
        person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)


AWAIT_WAITING = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  while (registration.waiting === null) await new Promise((done) => setTimeout(done, 50));
}"""
