"""What docs/hosting.md tells a host is so: every setting with its default, every counter, every command."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import speelkist
from speelkist.cli.main import make_parser
from speelkist.server.http.metrics import COUNTERS, GAUGES
from speelkist.server.settings import Settings

ROOT = Path(__file__).parent.parent.parent
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
SOURCE = "".join(file.read_text(encoding="utf-8") for file in Path(speelkist.__file__).parent.glob("server/**/*.py"))


def test_every_setting_stands_there_with_its_default() -> None:
    documented = dict(re.findall(r"^\| `(\w+)` \| (?:`(.*?)`)? ?\|", HOSTING, re.MULTILINE))
    expected = {
        setting.name: json.dumps(setting.default) if isinstance(setting.default, bool) else str(setting.default)
        for setting in fields(Settings)
    }
    assert documented == expected


def test_every_metric_stands_there_and_no_other() -> None:
    table = HOSTING[HOSTING.index("| metric |") :].partition("\n\n")[0]
    documented = {f"speelkist_{name}" for name in re.findall(r"`(?:speelkist)?_(\w+)`", table)}
    histograms = {"speelkist_move_seconds", "speelkist_commit_seconds", "speelkist_loop_lag_seconds"}
    counters = {f"speelkist_{name}_total" for name in (*COUNTERS, "refused")}
    assert documented == {*histograms, *counters, *(f"speelkist_{name}" for name in GAUGES)}


def test_everything_that_is_counted_is_shown() -> None:
    counted = re.findall(r'_?(?:counters|refused)\["(\w+)"\] \+=', SOURCE)
    assert len(counted) > 15
    assert set(counted) <= COUNTERS.keys()


def test_every_command_that_is_shown_can_be_given() -> None:
    text = HOSTING + (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    lines = re.findall(r"^ *speelkist ((?:serve|purge|backup|config) .*)$", text, re.MULTILINE)
    shown = [line.partition("#")[0].rstrip("& ") for line in lines]
    shown = [line for line in shown if "   " not in line]  # the list at the top says what each does
    assert len(shown) > 6
    for line in shown:
        assert make_parser().parse_args(line.split()).command == line.split()[0]
