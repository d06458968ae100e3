"""What must hold for the project as a whole: its files, its phrases, its wheel, its checks."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import speelkist
from tests.support.shared import shared_folder
from web import build

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "speelkist"

# A path of somebody's own machine, and the hosts of package registries: these may change, and a person may
# have an index of their own. (Put together here, so that this file does not hold them either.)
MACHINE_PATH = re.compile(r"(^|[^A-Za-z0-9_.])/(work|farm|root|tmp|home|Users)/", re.MULTILINE)
REGISTRY = re.compile("|".join(["pypi" + r"\.org", "pythonhosted" + r"\.org", "npmjs" + r"\.(org|com)"]))


def own_files() -> list[Path]:
    """Every file that is tracked, or would be with `git add`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode("utf-8")
    paths = [ROOT / name for name in listed.split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    wrong = []
    for path in own_files():
        text = path.read_text(encoding="utf-8", errors="replace")
        for match in [*MACHINE_PATH.finditer(text), *REGISTRY.finditer(text)]:
            line = text.count("\n", 0, match.start()) + 1
            wrong.append(f"{path.relative_to(ROOT)}:{line}: {match.group()}")
    assert wrong == []


def test_every_text_file_ends_its_lines_alike() -> None:
    wrong = [path for path in own_files() if path.suffix in {".py", ".json", ".md", ".txt"}]
    assert [path for path in wrong if b"\r" in path.read_bytes()] == []


# A file that takes longer to read than this has more than one subject. The exceptions, and why:
MOST_LINES = 400
LONG_FILES = {
    "run.py": "works with nothing beside it, on any Python",
    "src/speelkist/games/knopf/kernel/kernel.py": "compiled: all that is inlined stands in one file",
    "web/src/net/protocol.ts": "generated",
}
SOURCES = {".py", ".ts", ".js", ".svelte", ".css", ".html"}


def test_no_source_is_longer_than_400_lines() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in own_files()
        if path.suffix in SOURCES
    }
    assert {name for name, lines in lengths.items() if lines > MOST_LINES} == set(LONG_FILES)


# Phrases


def test_what_a_browser_test_waits_for_is_a_function() -> None:
    """An expression is evaluated at every look, which our pages' policy forbids: it passes if it is true at once."""
    waiting = re.compile(r"wait_for_function\(\s*f?[\"'](?!\(\w*\) =>)")
    paths = [path for path in own_files() if path.suffix == ".py" and path != Path(__file__)]
    assert [path.name for path in paths if waiting.search(path.read_text(encoding="utf-8"))] == []


def phrase_files() -> list[Path]:
    """The English phrases of the core, of every game, and of whatever else has them."""
    return sorted(PACKAGE.rglob("text/phrases.en.json"))


def sentences(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence in a file of phrases, with its full key."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from sentences(inner, f"{key}/{name}")
    else:
        assert isinstance(value, str), f"{key} is no sentence"
        yield key, value


def read_phrases(path: Path) -> dict[str, str]:
    """The sentences of a file; a key that comes twice is an error, as the first would be lost."""

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        twice = [name for name, count in Counter(name for name, _ in pairs).items() if count > 1]
        assert twice == [], f"{path} has keys twice"
        return dict(pairs)

    return dict(sentences(json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=unique)))


def placeholders(key: str, sentence: str) -> set[str]:
    """The values a sentence speaks of; in the singular the number may be said or not."""
    names = {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
    return names - {"n"} if key.endswith("/one") else names


def test_there_are_phrases() -> None:
    assert phrase_files() != []
    english = {path.parent for path in phrase_files()}
    assert {path.parent for path in PACKAGE.rglob("text/phrases.*.json")} == english


@pytest.mark.parametrize("english", phrase_files(), ids=lambda path: path.parent.parent.name)
def test_dutch_says_all_that_english_says(english: Path) -> None:
    spoken, gesproken = read_phrases(english), read_phrases(english.with_name("phrases.nl.json"))
    assert sorted(spoken) == sorted(gesproken)
    for key, sentence in spoken.items():
        assert placeholders(key, sentence) == placeholders(key, gesproken[key]), key
        assert sentence.strip(), f"{key} is empty"
        assert gesproken[key].strip(), f"{key} is empty in Dutch"


# The wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """The wheel, built as for a release."""

    def make(folder: Path) -> None:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    (path,) = shared_folder(tmp_path_factory, "wheel", make).glob("*.whl")
    with zipfile.ZipFile(path) as opened:
        yield opened


def test_the_wheel_has_every_file_of_the_package(wheel: zipfile.ZipFile) -> None:
    files = {path.relative_to(ROOT / "src").as_posix() for path in own_files() if PACKAGE in path.parents}
    assert any(name.endswith(".json") for name in files)
    assert files - set(wheel.namelist()) == set()


def test_the_wheel_runs_without_its_source(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    look = "import speelkist; print(speelkist.__file__); speelkist.load('halma')"
    command = [
        sys.executable,
        "-S",
        "-c",
        look,
    ]  # -S: without what the environment holds, the project included
    environ = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"}
    ended = subprocess.run(command, env=environ, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert Path(ended.stdout.strip()).is_relative_to(tmp_path), ended.stderr
    assert "halma" in ended.stderr.splitlines()[-1], "the phrases are there: the refusal is a sentence"
    assert "BadOption" in ended.stderr.splitlines()[-1]


def test_the_version_stands_in_one_place(wheel: zipfile.ZipFile) -> None:
    assert wheel.filename is not None
    assert Path(wheel.filename).name.startswith(f"speelkist-{speelkist.__version__}-")
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))


def test_the_wheel_tells_what_it_is(wheel: zipfile.ZipFile) -> None:
    (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    head = wheel.read(metadata).decode("utf-8").split("\n\n")[0].splitlines()
    assert "License-Expression: MIT" in head
    assert "Requires-Python: >=3.11" in head
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert len([line for line in head if line.startswith("Requires-Dist") and "extra ==" not in line]) == len(needed)
    entry_points = wheel.read(metadata.replace("METADATA", "entry_points.txt")).decode("utf-8")
    assert "speelkist = speelkist.cli:main" in entry_points


def test_pages_that_were_built_from_other_sources_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built_from = tmp_path / "built-from.txt"
    monkeypatch.setattr(build, "BUILT_FROM", built_from)
    assert build.pages_are_stale()
    built_from.write_text(build.sources_digest())
    assert not build.pages_are_stale()
    built_from.write_text(build.sources_digest()[::-1])
    assert build.pages_are_stale()


# The checks themselves


SKIPPING = """
import pytest

def test_runs() -> None:
    pass

@pytest.mark.skip(reason="no clock here")
def test_skipped() -> None:
    pass

@pytest.mark.xfail(reason="known")
def test_expected_to_fail() -> None:
    assert False
"""


def run_pytest(folder: Path, ci: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow\npythonpath = .\n")
    environ = os.environ | {"CI": ci, "PYTEST_ADDOPTS": "", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", *arguments, str(folder)]
    return subprocess.run(command, env=environ, cwd=folder, capture_output=True, text=True, check=False)


def test_in_ci_a_skipped_test_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SKIPPING)
    ended = run_pytest(tmp_path, ci="true")
    assert "test_skipped was skipped, and in CI no test may be: Skipped: no clock here" in ended.stdout
    assert "1 passed, 1 xfailed, 1 error" in ended.stdout
    assert ended.returncode == 1


def test_in_ci_a_skipped_file_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("import pytest\npytest.importorskip('a_package_nobody_has')\n")
    ended = run_pytest(tmp_path, ci="true")
    assert "test_it.py was skipped, and in CI no test may be" in ended.stdout
    assert ended.returncode != 0


def test_elsewhere_a_skipped_test_is_only_skipped(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SKIPPING)
    ended = run_pytest(tmp_path, ci="")
    assert "1 passed, 1 skipped, 1 xfailed" in ended.stdout
    assert ended.returncode == 0


LACKING = """
import pytest

def test_runs() -> None:
    pass

@pytest.mark.parametrize("again", range(2))
def test_needs_it(again: int) -> None:
    import numba.core
"""
HIDE_NUMBA = """
from importlib.machinery import PathFinder

find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name.partition(".")[0] == "numba" else find(name, *more)
"""


@pytest.fixture
def without_numba(tmp_path: Path) -> Path:
    """A folder with tests that need numba, and a plugin that hides it."""
    (tmp_path / "hide_numba.py").write_text(HIDE_NUMBA)
    (tmp_path / "test_it.py").write_text(LACKING)
    (tmp_path / "test_file.py").write_text("import numba\n\ndef test_it() -> None:\n    pass\n")
    return tmp_path


def test_what_needs_a_package_that_is_missing_is_left_out_and_told(without_numba: Path) -> None:
    ended = run_pytest(without_numba, "", "-p", "hide_numba")
    assert "2 numba is not installed" in ended.stdout
    assert "1 all of test_file.py: numba is not installed" in ended.stdout
    assert "1 passed, 3 skipped" in ended.stdout.splitlines()[-1]
    assert ended.returncode == 0


def test_in_ci_no_package_may_be_missing(without_numba: Path) -> None:
    ended = run_pytest(without_numba, "true", "-p", "hide_numba")
    assert "test_file.py was skipped, and in CI no test may be: Skipped: numba is not installed" in ended.stdout
    (without_numba / "test_file.py").unlink()
    ended = run_pytest(without_numba, "true", "-p", "hide_numba")
    assert "2 failed, 1 passed" in ended.stdout.splitlines()[-1]


SLOW = """
import pytest
from tests.support.samples import sample

@pytest.mark.slow
def test_slow() -> None:
    pass

def test_sample() -> None:
    assert sample(1, slow=2) == 1
"""


def test_what_is_slow_runs_only_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SLOW)
    assert "1 passed, 1 deselected" in run_pytest(tmp_path, ci="true").stdout
    assert "1 failed, 1 passed" in run_pytest(tmp_path, "true", "--slow").stdout


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "src" / "speelkist" / "py.typed").is_file()
