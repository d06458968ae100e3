"""The chest as a folder of files that any web space can serve: the pages, Python for the browser, and our modules."""

from __future__ import annotations

import hashlib
import html
import json
import re
from base64 import b64encode
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from speelkist.bots.factory import BOTS
from speelkist.core import LANGUAGES, BadOption, games
from speelkist.core.browser_archive import COMPILED, digest, pack_modules
from speelkist.core.game_data import browser_phrases, offer
from speelkist.core.rules_text import rules_page
from speelkist.i18n.markdown import parse_blocks
from speelkist.learn import answers

from .advice import compile_status
from .codec import encode

PACKAGE = Path(str(files("speelkist")))
PAGES = PACKAGE / "web"
MARK = "speelkist-site.json"  # by which a folder that may be written anew is known
WORKER = "sw.js"  # a server's pages have another one, which takes over at once
# Nothing from elsewhere, nothing inline; WebAssembly may be compiled. `speelkist site --server` adds only a link.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def write_site(folder: Path, server: str = "") -> int:
    """Write the site into a new or empty folder, or over an earlier one; the bytes of it.

    An earlier one may be served meanwhile. What somebody else has put into it stays.

    :raises BadOption: the folder holds something else, the address is none, or the pages are not built.
    """
    _check(folder, server)
    contents = _contents(server)
    _publish(folder, contents)
    return sum(map(len, contents.values()))


def _contents(server: str) -> dict[str, bytes]:
    """Every file of the site by its name, in the order in which they are written."""
    pages = {
        path.relative_to(PAGES).as_posix(): path.read_bytes()
        for path in sorted(PAGES.rglob("*"))
        if path.is_file() and path.name not in ("built-from.txt", COMPILED.name, WORKER)
    }
    page = pages.pop("index.html").decode()
    archive = pack_modules()
    name = f"assets/speelkist-{digest(archive)}.zip"
    contents = {name: archive, **pages, **_answers()}
    pyodide = {path: len(data) for path, data in pages.items() if path.startswith("assets/pyodide-")}
    loaded = len(archive) + sum(size for path, size in pyodide.items() if not path.endswith(".mjs"))
    about = {"pyodide": f"{next(iter(pyodide)).rpartition('/')[0]}/", "python": name, "bytes": loaded, "server": server}
    contents["index.html"] = site_page(page, about).encode()
    contents["manifest.webmanifest"] = pages["manifest.webmanifest"].replace(b'"/', b'"./')
    listed = {name: integrity(data) for name, data in sorted(contents.items())}
    worker = (PACKAGE / "local" / "site_worker.js").read_text(encoding="utf-8")
    return {
        MARK: json.dumps(listed, indent=1).encode(),  # the first: what is not finished may be written anew
        ".nojekyll": b"",  # a project page then serves every file as it is
        **contents,
        WORKER: worker.replace("__FILES__", json.dumps(listed)).encode(),  # the last: it names all others
    }


def _answers() -> dict[str, bytes]:
    """What is asked before Python is there, and never changes."""
    known: dict[str, Any] = {"games": {**offer(BOTS), "compile_status": compile_status()}}
    known |= {f"phrases/{lang}": browser_phrases(lang) for lang in LANGUAGES}
    for game in games():
        known |= {f"games/{game}/{name}": answer for name, answer in _answers_of(game).items()}
    return {f"api/{name}.json": encode(answer).encode() for name, answer in known.items()}


def _answers_of(game: str) -> dict[str, Any]:
    known: dict[str, Any] = {f"rules.{lang}": {"blocks": parse_blocks(rules_page(game, lang))} for lang in LANGUAGES}
    known |= {"pictures": answers.pictures(game), "guide": answers.guide(game), "lessons": answers.lessons(game)}
    for lesson in known["lessons"]["lessons"]:
        known[f"lessons/{lesson['id']}"] = answers.lesson(game, lesson["id"])
    return known


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


def _publish(folder: Path, contents: dict[str, bytes]) -> None:
    """Write the files where browsers may be fetching them: none is ever missing or unfinished."""
    mark = folder / MARK
    earlier = set(json.loads(mark.read_text(encoding="utf-8"))) if mark.is_file() else set()
    for name, data in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.new")
        unfinished.write_bytes(data)
        unfinished.replace(path)
    for path in sorted(folder.rglob("*"), reverse=True):  # what is in a folder comes before it
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        elif path.relative_to(folder).as_posix() in earlier - contents.keys():
            path.unlink()


def integrity(data: bytes) -> str:
    """A file's content as fetch() checks it."""
    return f"sha256-{b64encode(hashlib.sha256(data).digest()).decode()}"
