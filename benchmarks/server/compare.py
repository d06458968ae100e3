"""Two checkouts under the same load in turn: moves a second and processor time a move, as ratios.

    python benchmarks/server/compare.py OLD NEW [--pairs 3] [--tables 500] [--seconds 8] [--rate 0]

OLD and NEW are folders with a checkout and its own environment in ``.venv``. Each is driven by the load of its own
``benchmarks/server``, because the messages may differ; npm's packages are those beside this file. In every second pair
NEW goes first.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import run as benchmark


@contextlib.contextmanager
def server_of(checkout: Path) -> Iterator[benchmark.Running]:
    """The server of a checkout, with nothing in it."""
    with tempfile.TemporaryDirectory(prefix="speelkist-compare-", dir=benchmark.storage()) as folder:
        port = benchmark.free_port()
        python = str(checkout / ".venv" / "bin" / "python")
        command = [python, "-m", "speelkist", "serve", "--port", str(port), "--db", f"{folder}/tables.db"]
        limits = ["--rate", "0", "--sockets-per-address", "0", "--tables-per-hour", "0", "--no-compile"]
        with benchmark.running([*command, *limits], port, "/health", benchmark.SERVER_CORE) as server:
            yield server


def measure(checkout: Path, settings: dict[str, Any]) -> dict[str, Any]:
    """One run of a checkout."""
    with server_of(checkout) as server:
        given = {
            "side": "speelkist",
            "addresses": [server.address],
            "watched": {"server": [server.pid]},
            **settings,
        }
        command = [*benchmark.pinned(benchmark.LOAD_CORE), shutil.which("node") or "node", "load.js", json.dumps(given)]
        packages = os.environ | {"NODE_PATH": str(benchmark.FOLDER / "node_modules")}
        folder = checkout / "benchmarks" / "server"
        done = subprocess.run(command, cwd=folder, env=packages, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the load failed at {checkout}:\n{done.stderr}")
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def main() -> int:
    """Both in turn, then the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--tables", type=int, default=benchmark.MANY)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rate", type=float, default=0, help="moves a second; 0: as fast as it goes")
    given = parser.parse_args()
    settings = {"tables": given.tables, "warm": 2, "seconds": given.seconds, "rate": given.rate}
    benchmark.install()
    checkouts = {"old": given.old.resolve(), "new": given.new.resolve()}
    runs: dict[str, list[dict[str, Any]]] = {"old": [], "new": []}
    for pair in range(given.pairs):
        for name in ("old", "new") if pair % 2 == 0 else ("new", "old"):
            runs[name].append(measure(checkouts[name], settings))
            benchmark.say(name, runs[name][-1])
        old, new = runs["old"][-1], runs["new"][-1]
        rates = new["moves_per_second"] / old["moves_per_second"]
        print(f"pair {pair + 1}: {rates:.2f} x the moves/s, {benchmark.cost(new) / benchmark.cost(old):.2f} x the time")
    rate = {name: statistics.median(run["moves_per_second"] for run in taken) for name, taken in runs.items()}
    cost = {name: statistics.median(map(benchmark.cost, taken)) for name, taken in runs.items()}
    print(
        f"medians: {rate['new']:,.0f} against {rate['old']:,.0f} moves/s, {rate['new'] / rate['old']:.2f} x;", end=" "
    )
    print(f"{cost['new']:.0f} against {cost['old']:.0f} us a move, {cost['new'] / cost['old']:.2f} x")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
