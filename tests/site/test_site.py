"""A folder on plain web space is a chest that plays, also without network."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_access import violations
from tests.browser.test_play import finish, table_request
from tests.support.file_server import FileServer

from .visitor import NAMES, START_PATIENCE, SiteVisitor, SiteVisitors

pytestmark = pytest.mark.long

TARGET = "[data-cell].target"
KEEP_FILES = "navigator.serviceWorker.register('sw.js').then(() => navigator.serviceWorker.ready).then(() => true)"


def test_the_chest_and_the_rules_are_there_before_python(visitors: SiteVisitors) -> None:
    person = visitors.visitor("touch", "nl", service_workers="block")
    person.context.route(re.compile("pyodide"), lambda route: route.abort())
    person.open("?p=rules/kriskras", shown="figure svg")
    person.sees("Kris-kras")
    person.go_home()
    expect(person.page.locator(".game")).to_have_count(4)
    person.page.get_by_role("alert").wait_for()  # that the rest could not be loaded
    assert violations(person) == []
    person.problems.clear()  # the browser tells what was not loaded


@pytest.mark.parametrize("seats", [[], pytest.param(["person", "simple"], marks=pytest.mark.slow)])
def test_every_game_comes_to_its_end(loaded: SiteVisitor, seats: list[str]) -> None:
    person = loaded
    person.take_in(*(table_request(game, sit="all", seats=seats) for game in NAMES))
    for game in NAMES:
        person.open_going(game)
        finish(person, game)
        person.sees_the_end()
        person.go_home()


def test_a_record_goes_out_and_comes_in_again(loaded: SiteVisitor) -> None:
    person = loaded
    person.take_in(table_request("kriskras", sit="all"))
    person.open_going("kriskras")
    finish(person, "kriskras")
    person.sees_the_end()
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name=re.compile("record", re.IGNORECASE)).first.click()
    content = download.value.path().read_bytes()
    assert content.startswith(b"Speelkist record 1")
    person.go_home()
    listed = person.page.locator(".own li").count()
    person.open_files()
    person.read_file("kriskras.txt", content)
    expect(person.page.locator(".own li")).to_have_count(listed + 1)


def test_sheets_are_printed_and_computers_watched(loaded: SiteVisitor) -> None:
    person = loaded
    person.page.get_by_role("link", name="Print: Kris-kras").click()
    expect(person.page.locator("li img")).to_have_count(5, timeout=START_PATIENCE)
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name=re.compile("file", re.IGNORECASE)).click()
    assert download.value.suggested_filename == "kriskras-a4.pdf"
    assert download.value.path().read_bytes().startswith(b"%PDF-1.7")
    person.go_home()
    person.page.get_by_role("link", name=re.compile("^Watch: Kopf")).click()
    person.page.locator("ol li .why").first.wait_for(timeout=START_PATIENCE)


def test_strengths_that_need_a_compiler_are_shown_and_cannot_be_chosen(loaded: SiteVisitor) -> None:
    person = loaded
    person.page.locator(".game.krabcek .ways button").first.click()
    disabled = person.page.locator("dialog option[disabled]")
    expect(disabled).to_have_text(["club", "master"], ignore_case=True)
    person.sees(re.compile("python3 run.py"))
    assert violations(person) == []
    person.page.locator("dialog button[type=button]", has_text=re.compile("Cancel|Not now")).last.click()


def test_without_network_after_the_first_visit(visitors: SiteVisitors, files: FileServer) -> None:
    person = visitors.visitor("touch", "nl")
    person.page.goto(person.url + "icon.svg")  # any file of the site: the chest would load Python meanwhile
    assert person.page.evaluate(KEEP_FILES)
    files.stop()
    person.open()
    person.start("kriskras", "here")
    person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    address = person.page.url
    person.page.reload()
    person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    person.go_home()
    expect(person.page.locator(f"a[href='{address}']")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(("how", "lang"), [("keyboard", "nl"), ("touch", "en")])
def test_a_game_against_the_computer_from_the_chest(visitors: SiteVisitors, how: str, lang: str) -> None:
    person = visitors.visitor(how, lang)  # type: ignore[arg-type]
    person.open()
    person.press(person.page.locator(".game.knopf .ways button").first)
    person.page.locator("dialog select").first.select_option("0")
    person.press(person.page.locator("dialog button[type=submit]"))
    person.page.wait_for_selector(TARGET, state="attached", timeout=START_PATIENCE)
    for _ in range(2):
        cell = person.page.locator(TARGET).first.get_attribute("data-cell")
        assert cell is not None
        person.pick(cell)
    expect(person.page.locator("section ol li")).to_have_count(2, timeout=START_PATIENCE)  # the computer answered
    assert violations(person) == []
