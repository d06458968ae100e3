"""The examples run, and the agent that the second one trains plays better than chance in the third."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from examples import game_statistics, measure_agent, train_agent
from speelkist import Record
from tests.support.samples import sample

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("game", "games"), [("knopf", 200), ("cubus", 1)])
def test_the_statistics_of_a_game(game: str, games: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "lengths.svg"
    game_statistics.main([game, "--games", str(games), "--pairs", "1", "--strength", "child", "--plot", str(picture)])
    said = capsys.readouterr().out
    assert f"random: {games} games" in said
    assert "child: 2 games" in said
    assert said.count("█") > 40
    drawn = ET.parse(picture).getroot()
    heights = [float(bar.get("height", "")) for bar in drawn.iter("{http://www.w3.org/2000/svg}rect")]
    assert len(heights) == 2 * game_statistics.BINS
    assert max(heights) == game_statistics.HEIGHT
    assert {"random", "child"} <= {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}


def test_an_agent_is_trained_measured_and_its_games_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "agent.npz"
    train_agent.main(["--steps", str(sample(40, slow=120)), "--out", str(file)])
    monkeypatch.setenv("SPEELKIST_AGENT", str(file))
    measure_agent.main(["--games", "60", "--records", str(tmp_path / "games")])
    score = re.search(r"agent - random: ([\d.]+) %", capsys.readouterr().out)
    assert score is not None
    assert float(score[1]) > 58  # 61.7 after 40 to 120 steps, 56.7 after one
    for path in (tmp_path / "games").glob("*.txt"):
        assert Record.parse(path.read_text(encoding="utf-8")).last().outcome is not None
