"""The documentation site builds without a warning and has what it promises."""

import re
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest

import speelkist
from tests.support.shared import shared_folder
from tools import docs

pytestmark = pytest.mark.long

pytest.importorskip("sphinx")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly."""

    def make(folder: Path) -> None:
        assert docs.build(folder) == 0, "Sphinx printed what is wrong"

    return shared_folder(tmp_path_factory, "documents", make)


def test_there_is_a_page_for_everybody(site: Path) -> None:
    for name in ("players", "hosts", "researchers", "contributors"):
        assert f"docs/{name}.html" in _links(site, "docs/index.html")
    for game in speelkist.games():
        assert f"docs/games/{game}.html" in _links(site, "docs/index.html")


def test_the_first_page_leads_to_the_site(site: Path) -> None:
    assert 'url=docs/"' in (site / "index.html").read_text(encoding="utf-8")
    assert (site / "docs" / "index.html").exists()


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    page = (site / "docs" / "api" / "speelkist.html").read_text(encoding="utf-8")
    assert [name for name in speelkist.__all__ if f'id="speelkist.{name}"' not in page] == []


def test_every_link_to_a_file_or_an_anchor_leads_somewhere(site: Path) -> None:
    ids = {
        page: set(re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8"))) | {""}
        for page in site.rglob("*.html")
    }
    for page in ids:
        for href in re.findall(r'<a [^>]*href="([^"]+)"', page.read_text(encoding="utf-8")):
            if re.match(r"[a-z]+:", href):
                continue
            path, _, anchor = href.partition("#")
            target = (page.parent / unquote(path)).resolve() if path else page
            assert target.exists(), f"{page}: {href}"
            if target in ids:
                assert anchor in ids[target], f"{page}: {href}"


def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """And the only one on a site of one page."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "web" / "public").mkdir(parents=True)
    shutil.copy(docs.ROOT / "docs" / "conf.py", tmp_path / "docs")
    shutil.copy(docs.ROOT / "web" / "public" / "icon.svg", tmp_path / "web" / "public")
    (tmp_path / "docs" / "index.md").write_text("# Bad\n\n[nowhere](missing.md)\n", encoding="utf-8")
    assert docs.build(tmp_path / "out", tmp_path) == 1
    (warning,) = [line for line in capfd.readouterr().err.splitlines() if "WARNING" in line]
    assert "missing.md" in warning


def _links(site: Path, page: str) -> set[str]:
    folder = Path(page).parent
    text = (site / page).read_text(encoding="utf-8")
    return {(folder / href).as_posix() for href in re.findall(r'href="([^"#:]+)"', text)}
