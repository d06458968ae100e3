"""A new version of the site waits until nobody is at a game, and then the games go on in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from speelkist.local.site import write_site
from tests.support.file_server import file_server

from .test_site import KEEP_FILES
from .test_storage import MOVES, make_a_move
from .visitor import NAMES, START_PATIENCE, SiteVisitors

pytestmark = pytest.mark.slow

NEW = "https://games.example"  # by which the new version differs: the server that it names
FETCH_UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  while (registration.waiting === null) await new Promise((done) => setTimeout(done, 50));
}"""
STILL_WAITS = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();  // the worker has read by then what it was sent before
  return registration.waiting !== null;
}"""
IS_REFUSED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const refused = new Promise((done) => {
    registration.onupdatefound = () => {
      const worker = registration.installing;
      worker.onstatechange = () => done(worker.state);
    };
  });
  await registration.update();
  return await refused === "redundant" && registration.waiting === null;
}"""
SERVER = "() => JSON.parse(document.querySelector('meta[name=speelkist-site]').content).server"


def own_tables_shown(page: Page) -> None:
    """The chest is there with its games: it has asked for the new version by then."""
    expect(page.locator(".own li")).to_have_count(1, timeout=START_PATIENCE)


def test_a_new_version_waits_for_the_game_in_another_tab(browser: Browser, folder: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(folder, site)
    with file_server(site) as files:
        visitors = SiteVisitors(browser, files.url)
        person = visitors.visitor()
        person.page.goto(person.url + "icon.svg")
        assert person.page.evaluate(KEEP_FILES)
        person.open()  # the game is reached from the chest, without loading its own address
        person.start("knopf", "here")
        make_a_move(person.page)
        write_site(site, NEW)
        person.page.evaluate(FETCH_UPDATE)

        other = person.new_page()
        other.goto(person.url)
        own_tables_shown(other)
        assert other.evaluate(STILL_WAITS)
        assert other.evaluate(SERVER) == ""
        make_a_move(person.page)
        other.close()

        person.go_home()
        person.page.wait_for_function(f"() => ({SERVER})() === '{NEW}'", timeout=START_PATIENCE)
        own_tables_shown(person.page)
        person.page.locator("section[aria-labelledby=going] a", has_text=NAMES["knopf"]).click()
        expect(person.page.locator(MOVES)).to_have_count(2, timeout=START_PATIENCE)
        visitors.leave()


def test_a_version_that_is_not_yet_uploaded_in_full_is_left_alone(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    shutil.copytree(folder, site)
    with file_server(site) as files:
        visitors = SiteVisitors(browser, files.url)
        person = visitors.visitor()
        person.page.goto(person.url + "icon.svg")
        assert person.page.evaluate(KEEP_FILES)
        old = (site / "index.html").read_bytes()
        write_site(site, NEW)
        new = (site / "index.html").read_bytes()
        for unfinished in (old, new[:100]):
            (site / "index.html").write_bytes(unfinished)
            assert person.page.evaluate(IS_REFUSED)
        (site / "index.html").write_bytes(new)
        person.page.evaluate(FETCH_UPDATE)
        person.problems.clear()  # the browser tells what did not fit
        visitors.leave()
