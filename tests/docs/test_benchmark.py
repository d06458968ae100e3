"""The benchmark runs: a short one of every part."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import speelkist
from benchmarks import reference

SERVER = Path(reference.__file__).parent / "server"


def test_the_benchmark_measures_every_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(reference, "pin", lambda: "none")  # the tests themselves stay free
    monkeypatch.setattr(reference, "bench_listing", lambda games: {"p95_ms": 1.0})
    reference.main(["--plies", "20", "--repeats", "1"])
    out = capsys.readouterr().out
    for game in speelkist.games():
        assert f"{game}: players' plies/s" in out
    assert "pictures read/s" in out


def test_the_figures_that_are_kept_have_all_parts() -> None:
    for file in (Path(reference.__file__).parent / "results").glob("reference-*.json"):
        kept = json.loads(file.read_text(encoding="utf-8"))
        assert set(kept["plies"]) <= set(speelkist.games())
        assert kept["repeats"] > 0


def test_listing_is_timed() -> None:
    times = reference.bench_listing(games=1)
    assert 0 < times["p50_ms"] <= times["p95_ms"] <= times["worst_ms"]


def test_the_walk_of_a_move_is_counted() -> None:
    script = [sys.executable, str(SERVER / "walk.py"), "--moves", "3", "--list"]
    done = subprocess.run(script, capture_output=True, text=True, timeout=60, check=True)
    [counted] = re.findall(r"all of it: ([\d.]+) calls, ([\d.]+) files, ([\d.]+) changes of file", done.stdout)
    calls, files, changes = map(float, counted)
    assert calls > changes > files > 10
    walk = done.stdout.splitlines()
    stages = ["ws/session.py", "live/commands.py", "storage/sqlite.py", "live/updates.py"]
    places = [next(place for place, line in enumerate(walk) if stage in line) for stage in stages]
    assert places == sorted(places), "received, decided, stored, broadcast"
