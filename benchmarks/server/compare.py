"""Checkouts under the same load in turn, half a second each: moves a second and processor time a move, as ratios.

    python benchmarks/server/compare.py OLD NEW [...] [--tables 500] [--seconds 40] [--rate 0]

Each is a folder with a checkout and its own environment in ``.venv``, driven by the load of its own
``benchmarks/server``, because the messages may differ; npm's packages are those beside this file.

All servers and their loads run, but only one pair at a time: the others are stopped by a signal and go on where they
were. A machine whose speed changes by half within a minute, as virtual ones do, then changes it for all of them alike.
One after the other, each for some seconds, two runs of the same server differed by as much as the servers did.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import run as benchmark

SLICE = 0.5  # seconds that a pair runs before it is the next one's turn
WARM = 12  # seconds for each until all tables are laid and played at


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


def start_load(checkout: Path, server: benchmark.Running, settings: dict[str, Any]) -> subprocess.Popen[str]:
    """The load of a checkout on its server."""
    given = {"side": "speelkist", "addresses": [server.address], "watched": {"server": [server.pid]}, **settings}
    command = [*benchmark.pinned(benchmark.LOAD_CORE), shutil.which("node") or "node", "load.js", json.dumps(given)]
    packages = os.environ | {"NODE_PATH": str(benchmark.FOLDER / "node_modules")}
    folder = checkout / "benchmarks" / "server"
    return subprocess.Popen(
        command, cwd=folder, env=packages, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def take_turns(pairs: Sequence[tuple[benchmark.Running, subprocess.Popen[str]]]) -> None:
    """Let one pair run at a time, until all loads have ended."""
    for server, load in pairs:
        send((load.pid, server.pid), signal.SIGSTOP)
    for server, load in itertools.cycle(pairs):
        if all(other.poll() is not None for _, other in pairs):
            break
        send((server.pid, load.pid), signal.SIGCONT)
        time.sleep(SLICE)
        send((load.pid, server.pid), signal.SIGSTOP)
    for server, _ in pairs:
        send((server.pid,), signal.SIGCONT)


def send(pids: Sequence[int], number: signal.Signals) -> None:
    """Signal processes; one that has ended needs none."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def measure(checkouts: Sequence[Path], settings: dict[str, Any]) -> list[dict[str, Any]]:
    """What came of the load on each."""
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(server_of(checkout)) for checkout in checkouts]
        loads = [start_load(checkout, server, settings) for checkout, server in zip(checkouts, servers, strict=True)]
        take_turns(list(zip(servers, loads, strict=True)))
        figures = []
        for checkout, load in zip(checkouts, loads, strict=True):
            printed, problem = load.communicate()
            if load.returncode:
                sys.exit(f"the load failed at {checkout}:\n{problem}")
            figures.append(json.loads(printed))
    return figures


def main() -> int:
    """All in turn, then each beside the first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path, nargs="+")
    parser.add_argument("--tables", type=int, default=benchmark.MANY)
    parser.add_argument("--seconds", type=float, default=40, help="for each")
    parser.add_argument("--rate", type=float, default=0, help="moves a second; 0: as fast as it goes")
    given = parser.parse_args()
    count = len(given.checkouts)
    settings = {"tables": given.tables, "warm": WARM * count, "seconds": given.seconds * count, "rate": given.rate}
    benchmark.install()
    checkouts = [checkout.resolve() for checkout in given.checkouts]
    figures = measure(checkouts, settings)
    first = figures[0]
    for checkout, run in zip(checkouts, figures, strict=True):
        rate, cost = count * run["moves_per_second"], benchmark.cost(run)
        ratios = (run["moves_per_second"] / first["moves_per_second"], cost / benchmark.cost(first))
        print(f"{checkout.name}: {rate:,.0f} moves/s, {cost:.0f} us a move: {ratios[0]:.3f} and {ratios[1]:.3f} x")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
