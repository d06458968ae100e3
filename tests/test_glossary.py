"""Names keep to GLOSSARY.md: a forbidden word that comes back in Python or TypeScript fails here."""

import re
import subprocess
from pathlib import Path

import pytest

from tools.glossary import (
    EXCEPTIONS,
    FOLDERS,
    ROOT,
    SUFFIXES,
    Glossary,
    Place,
    files_read,
    is_allowed,
    is_in,
    load_glossary,
    python_names,
    scan,
    scan_file,
    web_names,
)


@pytest.fixture(scope="module")
def places() -> list[Place]:
    """Every forbidden name in the project."""
    return scan()


def test_no_name_has_a_forbidden_word(places: list[Place]) -> None:
    wrong = [place for place in places if not is_allowed(place)]
    assert [str(place) for place in wrong] == [], "GLOSSARY.md says which word to use instead"


def test_every_exception_is_used_and_has_a_reason(places: list[Place]) -> None:
    for entry in EXCEPTIONS:
        assert entry["reason"].strip()
        assert any(is_in(place, entry["package"]) and place.word == entry["word"] for place in places), entry


def test_all_code_is_read() -> None:
    """Every file of code that git keeps, and no other folder's."""
    git = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    kept = {name for name in git.stdout.splitlines() if Path(name).suffix in SUFFIXES and (ROOT / name).exists()}
    read = {file.relative_to(ROOT).as_posix() for file in files_read()}
    assert kept - read == set()
    assert all((ROOT / name).exists() for name in FOLDERS)


GENDERED = re.compile(r"\b(he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
QUOTED = re.compile(r'"[^"]*"|“[^”]*”')  # what a booklet says, a rule that is cited, texts in Dutch


def test_a_player_is_they_in_comments_and_documents() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    read = [*(file for file in files_read() if file.suffix == ".py"), *documents]
    lines = {
        f"{file.relative_to(ROOT)}:{number}": line.strip()
        for file in read
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if GENDERED.search(QUOTED.sub("", line))
    }
    assert lines == {}


# The scanner itself


@pytest.fixture
def glossary() -> Glossary:
    return load_glossary()


@pytest.mark.parametrize(
    "name", ["chair", "chairs", "Chairs", "newChair", "FOR_A_CHAIR", "test_a_chair", "one", "found"]
)
def test_forbidden_words_are_seen_in_any_spelling(glossary: Glossary, name: str) -> None:
    assert glossary.forbidden_word(name) is not None


@pytest.mark.parametrize(
    "name", ["seat", "chairman", "not_found", "one_way", "open", "link", "test_a_whole_game", "wholesale"]
)
def test_other_words_pass(glossary: Glossary, name: str) -> None:
    assert glossary.forbidden_word(name) is None


@pytest.mark.parametrize(
    ("stem", "forbidden"),
    [
        ("deleting", True),
        ("test_looking", True),
        ("pens", True),
        ("others", True),
        ("training", False),
        ("ring", False),
    ],
)
def test_modules_are_not_named_by_gerunds(glossary: Glossary, stem: str, forbidden: bool) -> None:
    assert (glossary.forbidden_module(stem) is not None) is forbidden


def test_every_way_to_bind_a_name_in_python_is_seen() -> None:
    source = """
import a as alias
class Class:
    field: int = 0
    def method(self, argument, *rest, key=None, **more):
        self.attribute = (walrus := 1)
        try:
            pass
        except ValueError as error:
            pass
        for loop, in [x for comprehension in ()]:
            with open() as file:
                match argument:
                    case {"a": captured, **mapping}:
                        pass
                    case [*star]:
                        pass
"""
    seen = {name for name, _ in python_names(source)}
    assert {"alias", "Class", "field", "method", "argument", "rest", "key", "more", "attribute", "walrus"} <= seen
    assert {"error", "loop", "comprehension", "file", "captured", "star"} <= seen


def test_typescript_is_read_without_its_strings_comments_and_regular_expressions() -> None:
    source = """
const first = "chair"; // chair
/* chair */ const second = `chair ${third + `${fourth}`} chair`;
const fifth = text.replace(/['"`]chair/g, 'chair\\'s'), sixth = a / b;
"""
    names = [name for name, _ in web_names(source, svelte=False)]
    assert "chair" not in names
    assert {"first", "second", "third", "fourth", "fifth", "sixth", "b"} <= set(names)


def test_svelte_is_read_in_its_script_and_in_the_braces_of_its_markup() -> None:
    source = """<script lang="ts">let first = 1;</script>
<p class="chair">Don't take my chair {#each list as chair}{chair.name}'{/each}</p>
<style>.chair { colour: red; }</style>"""
    names = list(web_names(source, svelte=True))
    assert names.count(("chair", 2)) == 2
    assert ("first", 1) in names


def test_a_name_is_listed_once_a_file_with_its_line(glossary: Glossary, tmp_path: Path) -> None:
    file = tmp_path / "looking.py"
    file.write_text("seat = 1\nchair = 2\nchair = 3\n", encoding="utf-8")
    listed = [str(place) for place in scan_file(glossary, file, "looking.py")]
    assert listed == ["looking.py:1: module looking (looking)", "looking.py:2: chair (chair)"]
