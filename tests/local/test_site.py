"""`speelkist site`: what is written, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from speelkist.cli import main
from speelkist.core import BadOption
from speelkist.local import site
from speelkist.local.site import POLICY, site_page, write_site

PAGE = """<head><meta name="viewport" content="x" /><link href="/icon.svg" />
<script src="/assets/a.js"></script></head>"""
WORKER_OF_SERVER = "// of a server"


@pytest.fixture(autouse=True)
def small_pages(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages as small as can be: the real ones are tests/site's."""
    pages = tmp_path_factory.mktemp("pages")
    (pages / "assets" / "pyodide-1").mkdir(parents=True)
    (pages / "assets" / "pyodide-1" / "pyodide.asm.wasm").write_bytes(b"wasm")
    (pages / "index.html").write_text(PAGE)
    (pages / "sw.js").write_text(WORKER_OF_SERVER)
    (pages / "manifest.webmanifest").write_text('{"start_url": "/"}')
    monkeypatch.setattr(site, "PAGES", pages)


def test_a_site_is_written_and_written_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "site"
    assert main(["--lang", "en", "site", str(folder), "--server", "https://chest.example/"]) == 0
    assert str(folder) in capsys.readouterr().out
    first = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    write_site(folder, "https://chest.example/")
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == first
    phrases = json.loads((folder / "api" / "phrases" / "nl.json").read_text(encoding="utf-8"))
    assert phrases["server.local.alone"] and "learn.step" in phrases
    offer = json.loads((folder / "api" / "games.json").read_text(encoding="utf-8"))
    assert {"club", "master"} <= set(offer["compile_status"]["missing"]) and offer["compile_status"]["why"]
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    assert "__FILES__" not in worker and '"api/games.json"' in worker


def test_a_folder_that_is_served_meanwhile_is_never_half_a_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    write_site(folder)
    (folder / "CNAME").write_text("chest.example")
    first = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    written: list[str] = []
    replace = Path.replace

    def look_first(source: Path, target: Path) -> Path:
        for path, content in first.items():
            earlier = path.relative_to(folder).as_posix() not in written
            assert path.is_file() and (not earlier or path.read_bytes() == content), path
        written.append(target.relative_to(folder).as_posix())
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", look_first)
    (site.PAGES / "assets" / "new.js").write_text("new")
    write_site(folder, "https://chest.example/")
    assert written[-2:] == ["index.html", "sw.js"] and written.count("sw.js") == 1
    assert WORKER_OF_SERVER not in (folder / "sw.js").read_text(encoding="utf-8")

    (site.PAGES / "assets" / "new.js").unlink()
    write_site(folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == first


def test_the_page_has_a_strict_policy_and_lies_anywhere() -> None:
    page = site_page(PAGE, {"server": 'https://a.example/"'})
    assert POLICY in page and "'unsafe" not in POLICY
    assert 'href="./icon.svg"' in page and 'src="./assets/a.js"' in page
    assert page.index("Content-Security-Policy") < page.index("<script")


@pytest.mark.parametrize("server", ["chest.example", "ftp://chest.example", 'https://a"b', "https://"])
def test_what_is_no_address_is_refused(tmp_path: Path, server: str) -> None:
    with pytest.raises(BadOption) as refused:
        write_site(tmp_path / "site", server)
    assert refused.value.phrase.key == "server.site.server" and refused.value.phrase.say("nl")


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    for folder in (tmp_path, tmp_path / "letter.txt"):
        with pytest.raises(BadOption) as refused:
            write_site(folder)
        assert refused.value.phrase.key == "server.site.folder"
    assert (tmp_path / "letter.txt").read_text() == "dear"
