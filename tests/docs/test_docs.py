"""What the documents say is true: their records replay, their examples run, their links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

import speelkist
from speelkist.core import CHANCE, Record, read_seed

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("benchmarks/*.md"))]
FORMAT = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
RECORDS = re.findall(r"```record\n(.*?)```", FORMAT, re.DOTALL)


@pytest.mark.parametrize("text", RECORDS, ids=lambda text: str(Record.parse(text).game))
def test_the_records_replay_and_verify(text: str) -> None:
    record = Record.parse(text)
    assert Record.parse(str(record)) == record
    states = list(record.replay())
    if "Seed" in record.tags:
        throws = sum(state.player == CHANCE for state in states[:-1])
        assert record.verify(read_seed(record.tags["Seed"])).throws == throws
    if "#" not in text:
        assert str(record) == text  # written just as it is printed there


def test_there_is_a_record_of_each_game() -> None:
    assert {Record.parse(text).game for text in RECORDS} == set(speelkist.games())


@pytest.mark.parametrize("name", ["dice.md", "library.md", "research/environments.md"])
def test_the_examples_run(name: str) -> None:
    results = doctest.testfile(str(ROOT / "docs" / name), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^"]+)"', text):
        if not target.startswith(("https:", "mailto:")):
            assert (file.parent / target).exists(), target


@pytest.mark.parametrize("game", speelkist.games())
def test_every_game_has_its_page(game: str) -> None:
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    info = speelkist.load(game).info
    assert info.designer in page
    for option in info.options:
        assert f"`{option.name}`" in page
    position = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert position is not None
    assert len(speelkist.load(game).from_json(position[1]).legal()) > 1
