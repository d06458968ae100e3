"""The chest as a folder of files that any web space can serve: the pages, Python for the browser, and our modules."""

from __future__ import annotations

import html
import json
import re
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from speelkist.bots.factory import BOTS
from speelkist.core import LANGUAGES, BadOption, games
from speelkist.core.browser_archive import digest, pack_modules
from speelkist.core.game_data import all_phrases, offer
from speelkist.core.rules_text import rules_page
from speelkist.i18n.markdown import parse_blocks
from speelkist.learn import answers

from .advice import compile_status
from .codec import encode

PACKAGE = Path(str(files("speelkist")))
PAGES = PACKAGE / "web"
MARK = "speelkist-site.json"  # by which a folder that may be written anew is known
# Nothing from elsewhere, nothing inline; WebAssembly may be compiled. `speelkist site --server` adds only a link.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def write_site(folder: Path, server: str = "") -> int:
    """Write the site into a new or empty folder, or over an earlier one; the bytes of it.

    :raises BadOption: the folder holds something else, the address is none, or the pages are not built.
    """
    _check(folder, server)
    files_of_pages = [path for path in sorted(PAGES.rglob("*")) if path.is_file() and path.name != "built-from.txt"]
    if folder.exists():
        shutil.rmtree(folder)
    for path in files_of_pages:
        _write(folder / path.relative_to(PAGES), path.read_bytes())
    archive = pack_modules()
    name = f"assets/speelkist-{digest(archive)}.zip"
    _write(folder / name, archive)
    _write(folder / "api" / "games.json", encode({**offer(BOTS), "compile_status": compile_status()}).encode())
    for lang in LANGUAGES:
        _write(folder / "api" / "words" / f"{lang}.json", encode(all_phrases(lang)).encode())
    for game in games():
        _write_game(folder / "api" / "games" / game, game)
    pyodide = next(path for path in sorted((folder / "assets").iterdir()) if path.name.startswith("pyodide-"))
    loaded = len(archive) + sum(path.stat().st_size for path in pyodide.iterdir() if path.suffix != ".mjs")
    about = {"pyodide": f"assets/{pyodide.name}/", "python": name, "bytes": loaded, "server": server}
    index = (folder / "index.html").read_text(encoding="utf-8")
    _write(folder / "index.html", site_page(index, about).encode())
    manifest = (folder / "manifest.webmanifest").read_text(encoding="utf-8")
    _write(folder / "manifest.webmanifest", manifest.replace('"/', '"./').encode())
    _write(folder / ".nojekyll", b"")  # a project page then serves every file as it is
    _write_service_worker(folder)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write_game(folder: Path, game: str) -> None:
    """What is told of a game and never changes, so that it can be read before Python is there."""
    known: dict[str, Any] = {f"rules.{lang}": {"blocks": parse_blocks(rules_page(game, lang))} for lang in LANGUAGES}
    known |= {"pictures": answers.pictures(game), "guide": answers.guide(game), "lessons": answers.lessons(game)}
    for lesson in known["lessons"]["lessons"]:
        known[f"lessons/{lesson['id']}"] = answers.lesson(game, lesson["id"])
    for name, answer in known.items():
        _write(folder / f"{name}.json", encode(answer).encode())


def site_page(page: str, about: dict[str, object]) -> str:
    """The page of a server as the page of a site: its own policy, its files beside it, and what it is."""
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n'
        f'    <meta name="speelkist-site" content="{html.escape(json.dumps(about))}" />\n    '
    )
    page = re.sub(r'(href|src)="/', r'\1="./', page)
    return page.replace('<meta name="viewport"', head + '<meta name="viewport"', 1)


def _check(folder: Path, server: str) -> None:
    address = urlsplit(server)
    if server and (address.scheme not in ("http", "https") or not address.hostname or re.search(r'[\s"<>]', server)):
        raise BadOption("server.site.server", found=server[:80])
    if not (PAGES / "index.html").is_file():
        raise BadOption("server.site.pages")
    if folder.exists() and not folder.is_dir():
        raise BadOption("server.site.folder", name=str(folder))
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise BadOption("server.site.folder", name=str(folder))


def _write_service_worker(folder: Path) -> None:
    """The list of all files by their content, and the worker that keeps them."""
    worker = (PACKAGE / "local" / "site_worker.js").read_text(encoding="utf-8")
    listed = {
        path.relative_to(folder).as_posix(): digest(path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("sw.js", MARK, ".nojekyll")
    }
    _write(folder / MARK, json.dumps(listed, indent=1).encode())
    _write(folder / "sw.js", worker.replace("__FILES__", json.dumps(listed)).encode())


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
