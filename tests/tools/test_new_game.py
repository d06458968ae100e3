"""tools/new_game.py: its copy of the template is a complete game at once, from the rules to the browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.new_game import Refused, check_name, copy_template, main, targets

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
NAME = "slakken"
COMPILED_ONLY = "playout or odds or batch or master"  # tests that need compiled code, or take too long without
# what is compiled is copied along: it saves its tests from compiling all of it again
LEFT_OUT = {".git", ".venv", "node_modules", ".mypy_cache", ".ruff_cache", ".pytest_cache", "build"}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with a new game in it."""
    root = tmp_path_factory.mktemp("repository") / "speelkist"
    root.mkdir()
    shutil.copy(ROOT / "pyproject.toml", root)
    for folder in ("src", "tests", "docs", "tools", "web"):
        shutil.copytree(ROOT / folder, root / folder, ignore=lambda _, names: LEFT_OUT & {*names})
    assert main([NAME, "--title", "De Slakken", "--root", str(root)]) == 0
    return root


def run_tests(root: Path, *arguments: str, jit: bool = True) -> str:
    """Run tests of the copy, with the copy's own sources."""
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    if not jit:
        environment["NUMBA_DISABLE_JIT"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def test_no_name_of_the_template_is_left(copy: Path) -> None:
    for target in targets(NAME, copy):
        for file in [target] if target.is_file() else target.rglob("*.*"):
            if "__pycache__" in file.parts:
                continue
            assert not re.search("template", file.read_text(encoding="utf-8"), re.IGNORECASE), file


def test_people_are_offered_it_by_its_title(copy: Path) -> None:
    output = subprocess.run(
        [sys.executable, "-c", f"import speelkist; print(speelkist.games(), speelkist.load({NAME!r}).info.name)"],
        env={**os.environ, "PYTHONPATH": str(copy / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert f"'{NAME}'" in output and "De Slakken" in output


def test_it_obeys_the_laws_of_every_game(copy: Path) -> None:
    # Compiling takes a minute, and the same source is tested compiled as the template; thousands of playouts need that.
    output = run_tests(copy, f"tests/games/{NAME}", "tests/laws", "-k", f"{NAME} and not ({COMPILED_ONLY})", jit=False)
    assert int(re.findall(r"(\d+) passed", output)[-1]) >= 30


def test_the_commands_and_documents_take_it_in(copy: Path) -> None:
    files = ("tests/cli/test_commands.py", "tests/docs/test_docs.py")
    output = run_tests(copy, *files, "-k", f"{NAME} or test_games or menu")
    assert int(re.findall(r"(\d+) passed", output)[-1]) >= 8


def test_it_is_played_to_the_end_in_the_browser(copy: Path) -> None:
    """A table of it on a real server, on the generic board; without chromium it is left out."""
    pytest.importorskip("playwright")
    from tests.support.system import CHROMIUM

    CHROMIUM.path()
    output = run_tests(copy, f"tests/browser/test_{NAME}.py")
    assert "2 passed" in output


@pytest.mark.parametrize(
    "name", ["", "ab", "Halma", "1halma", "hal-ma", "class", "core", "learn", "fast", "hint", "template"]
)
def test_a_name_that_cannot_be_is_refused(name: str, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Refused):
        check_name(name, copy)
    assert main([name, "--root", str(copy)]) == 1
    assert capsys.readouterr().err


def test_nothing_is_overwritten(copy: Path) -> None:
    with pytest.raises(Refused, match="already"):
        copy_template(NAME, "Again", copy)
