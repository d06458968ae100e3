"""tools/commit_message.py: a subject is short and says what it is about."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.commit_message import LONGEST, problems

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "message",
    [
        "server: reject a move with a stale version",
        "games, docs: say it in one place\n\nWhy it was in two.\n",
        "web: draw the lids\n# Please enter the commit message for your changes.\n",
        "Merge branch 'main' into other",
        'Revert "web: draw the lids"',
        "docs: " + "a" * (LONGEST - 6),
    ],
)
def test_a_good_subject_passes(message: str) -> None:
    assert problems(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "",
        "reject a move with a stale version",
        "Server: reject a move",
        "server:reject a move",
        "server: ",
        "server: reject a move.",
        "server: reject a move\nwith a stale version",
        "docs: " + "a" * (LONGEST - 5),
    ],
)
def test_a_bad_subject_is_told(message: str) -> None:
    assert len(problems(message)) == 1


def test_the_hook_refuses_by_its_exit_code(tmp_path: Path) -> None:
    file = tmp_path / "message"
    script = [sys.executable, str(ROOT / "tools" / "commit_message.py"), str(file)]
    file.write_text("no scope\n", encoding="utf-8")
    refused = subprocess.run(script, capture_output=True, text=True, check=False)
    assert (refused.returncode, "scope" in refused.stderr) == (1, True)
    file.write_text("docs: a scope\n", encoding="utf-8")
    assert subprocess.run(script, capture_output=True, check=False).returncode == 0
