"""The page of each game tells its encoding as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import speelkist
from speelkist.research import Encoder

from .test_encoder import ENCODED

PAGES = Path(__file__).parents[2] / "docs" / "research"


@pytest.mark.parametrize("id", ENCODED)
def test_the_page_has_every_part_of_an_observation_and_the_numbers(id: str) -> None:
    page, encoder = (PAGES / f"{id}.md").read_text(encoding="utf-8"), Encoder(speelkist.load(id))
    for plane in encoder.planes:
        assert f"| {plane.name} | {' x '.join(map(str, plane.shape))} | {plane.holds} |" in page
    assert f"There are {encoder.num_actions:,} ids of actions and {encoder.num_chance} of outcomes" in page
    assert f"{encoder.size:,} numbers of float32" in page
    assert f"{encoder.longest:,} actions" in page


@pytest.mark.parametrize("id", ENCODED)
def test_its_ranges_of_ids_follow_each_other_to_the_last(id: str) -> None:
    lines = (PAGES / f"{id}.md").read_text(encoding="utf-8").splitlines()
    begin = lines.index("| ids | mean |") + 2
    following = 0
    for line in lines[begin:]:
        if not line.startswith("| "):
            break
        first, _, last = line.split("|")[1].strip().partition(" - ")
        assert int(first) == following
        following = int(last or first) + 1
    assert following == Encoder(speelkist.load(id)).num_actions
