"""The law of the two transports in the browser itself: Python there answers every script as Python here does."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import speelkist
from speelkist.core.browser_archive import pack_modules
from tests.local import script as script_module
from tests.local.script import write_script
from tests.local.test_same_as_server import COMMIT, VARIATIONS, wanted_tables
from tests.support.dice import SEED

from .visitor import SiteVisitors

pytestmark = pytest.mark.long

PLAY = """async ([pyodide, archive, driver, scripts]) => {
  const { loadPyodide } = await import(pyodide + "pyodide.mjs");
  const python = await loadPyodide({ indexURL: pyodide });
  python.FS.writeFile("/lib/speelkist.zip", new Uint8Array(await (await fetch(archive)).arrayBuffer()));
  python.FS.writeFile("/lib/script.py", driver);
  python.globals.set("given", scripts);
  return await python.runPythonAsync(`
import sys, json
sys.path[:0] = ["/lib/speelkist.zip", "/lib"]
from script import play_local
json.dumps([await play_local(script) for script in json.loads(given)])
`);
}"""


def plain_tables() -> list[dict[str, Any]]:
    """Every game, as it comes and with a clock."""
    return [{"game": game, "seed": SEED, **more} for game in speelkist.games() for more in VARIATIONS]


@pytest.fixture(scope="module", name="scripts", params=["plain", pytest.param("options", marks=pytest.mark.slow)])
def written_scripts(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    """Written before Playwright's event loop runs: they have one of their own."""
    tables = plain_tables() if request.param == "plain" else wanted_tables()
    return [write_script(wanted, COMMIT, seed=7, actions=12) for wanted in tables]


def test_the_browser_answers_alike(visitors: SiteVisitors, folder: Path, scripts: list[dict[str, Any]]) -> None:
    person = visitors.visitor(service_workers="block")
    person.page.goto(person.url + "icon.svg")  # any file of the site: the page itself would start its own Python
    pyodide = person.url + next((folder / "assets").glob("pyodide-*")).relative_to(folder).as_posix() + "/"
    archive = person.url + next((folder / "assets").glob("speelkist-*.zip")).relative_to(folder).as_posix()
    driver = Path(script_module.__file__).read_text(encoding="utf-8")
    answers = json.loads(person.page.evaluate(PLAY, [pyodide, archive, driver, json.dumps(scripts)]))
    for script, given in zip(scripts, answers, strict=True):
        for step, answered in zip(script["steps"], given, strict=True):
            assert answered == step["answers"], step["message"]


def test_the_archive_is_the_same_each_time_and_holds_no_kernel() -> None:
    packed = pack_modules()
    assert packed == pack_modules()
    names = [name.removesuffix("c") for name in zipfile.ZipFile(io.BytesIO(packed)).namelist()]  # compiled or not
    assert "speelkist/local/page.py" in names and "speelkist/server/text/phrases.nl.json" in names
    assert not [name for name in names if "/kernel/" in name or name.startswith(("speelkist/web", "speelkist/cli"))]
    assert [name for name in names if name.startswith("speelkist/server/")] == [
        "speelkist/server/__init__.py",
        "speelkist/server/text/phrases.en.json",
        "speelkist/server/text/phrases.nl.json",
    ]


def test_our_modules_are_shipped_compiled(folder: Path) -> None:
    (archive,) = (folder / "assets").glob("speelkist-*.zip")
    names = zipfile.ZipFile(archive).namelist()
    compiled = [name for name in names if name.endswith(".pyc")]
    assert len(compiled) > len(
        [name for name in names if name.endswith(".py")]
    )  # what changed since the pages were built


def test_the_standard_library_is_shipped_compiled_and_nothing_else_is_listed(folder: Path) -> None:
    (pyodide,) = (folder / "assets").glob("pyodide-*")
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library:
        names = library.namelist()
    assert "json/__init__.pyc" in names and not [name for name in names if name.endswith(".py")]
    assert json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"] == {}
