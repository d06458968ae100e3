"""How many moves a second the server passes on, how long each takes, what it costs; boardgame.io under the same load.

    python benchmarks/server/run.py [--quick] [--only PART ...]

The parts: ``closed`` (whoever is on turn moves at once), ``paced`` (2,000 moves a second), ``memory``, ``postgres``
(one and two processes). The server has one core to itself and the load the other. README.md tells how to read the
figures; they are kept in benchmarks/results/.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
RESULTS = FOLDER.parent / "results"
TABLES = (1, 50, 200, 500)
PACE = 2000
MANY = 500
PARTS = ("closed", "paced", "memory", "postgres")
KINDS = ("speelkist", "boardgame.io in memory", "boardgame.io FlatFile")
PACKAGES = ("uvicorn", "uvloop", "websockets", "starlette", "msgspec", "sqlalchemy", "aiosqlite", "asyncpg")

# The server is on the first core, the load on the last; with a single core both share it, and the figures say so.
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
SERVER_CORE, LOAD_CORE = (CORES[0], CORES[-1]) if CORES else (None, None)


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    address: str
    pid: int


# --- starting things --------------------------------------------------------------------------------------------------


def free_port() -> int:
    """A port of the loopback address that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def pinned(core: int | None) -> list[str]:
    """What to put before a command so that it stays on one core."""
    return [] if core is None else ["taskset", "-c", str(core)]


@contextlib.contextmanager
def running(command: Sequence[str], port: int, asked: str, core: int | None) -> Iterator[Running]:
    """A server for as long as the block lasts."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([*pinned(core), *command], cwd=FOLDER, stdout=output, stderr=output)
        try:
            address = f"http://127.0.0.1:{port}"
            deadline = time.monotonic() + 30
            while not answers(address + asked):
                if process.poll() is not None or time.monotonic() > deadline:
                    output.seek(0)
                    sys.exit(f"{command[0]} did not start:\n{output.read().decode(errors='replace')}")
                time.sleep(0.05)
            yield Running(address, process.pid)
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def answers(address: str) -> bool:
    """Whether somebody answers there."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@contextlib.contextmanager
def ours(database: str, core: int | None = SERVER_CORE) -> Iterator[Running]:
    """Our server as anybody starts it, without the limits that are for strangers."""
    port = free_port()
    command = [sys.executable, "-m", "speelkist", "serve", "--port", str(port), "--db", database]
    limits = ["--rate", "0", "--sockets-per-address", "0", "--tables-per-hour", "0", "--no-compile"]
    with running([*command, *limits], port, "/health", core) as server:
        yield server


@contextlib.contextmanager
def server_of(kind: str) -> Iterator[Running]:
    """A server of one kind, with nothing in it."""
    with tempfile.TemporaryDirectory(prefix="speelkist-benchmark-", dir=storage()) as folder:
        if kind == "speelkist":
            with ours(f"{folder}/tables.db") as server:
                yield server
            return
        port = free_port()
        store = "flatfile" if kind.endswith("FlatFile") else "memory"
        command = [shutil.which("node") or "node", "peer.js", str(port), store, folder]
        with running(command, port, "/games", SERVER_CORE) as server:
            yield server


def storage() -> str:
    """Where the databases lie: a real disk, which a folder for temporary things need not be."""
    folder = FOLDER / "data"
    folder.mkdir(exist_ok=True)
    return str(folder)


def load(kind: str, servers: Sequence[Running], core: int | None = LOAD_CORE, **settings: Any) -> dict[str, Any]:
    """Put a load on a server: what came of it."""
    settings |= {
        "side": "speelkist" if kind == "speelkist" else "boardgameio",
        "addresses": [server.address for server in servers],
        "watched": {"server": [server.pid for server in servers]},
    }
    command = [*pinned(core), shutil.which("node") or "node", "load.js", json.dumps(settings)]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the load failed at {kind}, {settings}:\n{done.stderr}")
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


# --- what is measured -------------------------------------------------------------------------------------------------


def median_run(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The run in the middle by its rate, with the rates of all; so that all of its figures belong together."""
    ranked = sorted(runs, key=lambda run: run["moves_per_second"])
    return {**ranked[len(ranked) // 2], "all_rates": [run["moves_per_second"] for run in runs]}


def closed(repeats: int, seconds: float) -> dict[str, Any]:
    """As fast as it goes, at several numbers of tables, one kind after the other."""
    figures: dict[str, Any] = {}
    for tables in TABLES:
        runs: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
        for _ in range(repeats):
            for kind in KINDS:
                with server_of(kind) as server:
                    runs[kind].append(load(kind, [server], tables=tables, warm=2, seconds=seconds))
        for kind in KINDS:
            figures.setdefault(kind, {})[str(tables)] = median_run(runs[kind])
            say(f"{kind}, {tables} tables", figures[kind][str(tables)])
    return figures


def paced(repeats: int, seconds: float) -> dict[str, Any]:
    """At an even pace over many tables; a run is behind when no table was ready for a move that was due."""
    runs: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS[:2]}
    for _ in range(repeats):
        for kind, taken in runs.items():
            with server_of(kind) as server:
                taken.append(load(kind, [server], tables=MANY, warm=3, seconds=seconds, rate=PACE))
    figures = {}
    for kind, taken in runs.items():
        ranked = sorted(taken, key=lambda run: run["p99_ms"])
        figures[kind] = {**ranked[len(ranked) // 2], "all_p99_ms": [run["p99_ms"] for run in taken]}
        say(f"{kind}, {PACE} moves/s over {MANY} tables", figures[kind])
    return figures


def memory() -> dict[str, Any]:
    """What a table costs while nothing happens at it: in the middle of its game with both players, and just laid."""
    figures = {}
    loads: dict[str, dict[str, Any]] = {
        "two players connected, 40 moves made": {"tables": MANY, "moves": 40},
        "just laid, nobody connected": {"tables": 2000, "alone": True},
    }
    for name, settings in loads.items():
        with server_of("speelkist") as server:
            load("speelkist", [server], tables=20, warm=1, seconds=2)  # whatever is made once is made now
            run = load("speelkist", [server], idle=3, **settings)
        before, after = run["empty"]["server"][0], run["memory"]["server"][0]
        figures[name] = {
            "tables": settings["tables"],
            "megabytes_before": round(before, 1),
            "megabytes": round(after, 1),
            "kilobytes_a_table": round(1024 * (after - before) / settings["tables"], 1),
        }
        print(f"idle, {name}: {figures[name]['kilobytes_a_table']} kB a table", flush=True)
    return figures


def postgres(repeats: int, seconds: float) -> dict[str, Any]:
    """One process and two on PostgreSQL. Two cores for all of it, so nothing is pinned."""
    sys.path.insert(0, str(ROOT))
    from tests.support.postgres import running_postgres

    figures = {}
    with running_postgres() as cluster:
        for name, processes, placing in (
            ("one process", 1, "together"),
            ("two processes, players of a table together", 2, "together"),
            ("two processes, players anywhere", 2, "anywhere"),
            ("two processes, players of a table apart", 2, "apart"),
        ):
            runs = []
            for _ in range(repeats):
                database = cluster.new_database(f"bench{time.time_ns()}")
                with contextlib.ExitStack() as stack:
                    servers = [stack.enter_context(ours(database, core=None)) for _ in range(processes)]
                    settings = {"tables": MANY, "warm": 2, "seconds": seconds, "placing": placing}
                    runs.append(load("speelkist", servers, core=None, **settings))
            figures[name] = median_run(runs)
            say(f"PostgreSQL, {name}", figures[name])
    return figures


def cost(run: dict[str, Any]) -> float:
    """Microseconds of the server's processor time a move."""
    spent = sum(run["processor_seconds"]["server"])
    return float(1e6 * spent / max(run["moves"], 1))


def say(name: str, run: dict[str, Any]) -> None:
    """One line while it runs."""
    print(
        f"{name}: {run['moves_per_second']:,} moves/s, p50 {run['p50_ms']} ms, p99 {run['p99_ms']} ms, "
        f"{cost(run):.0f} us a move, {sum(run['megabytes']['server']):.0f} MB",
        flush=True,
    )


# --- telling ----------------------------------------------------------------------------------------------------------


def targets(results: dict[str, Any]) -> list[tuple[str, str, str, bool]]:
    """What was asked for: the figure, the target, whether it was met."""
    rows: list[tuple[str, str, str, bool]] = []
    if "closed" in results:
        mine, memory_peer, file_peer = (results["closed"][kind][str(MANY)] for kind in KINDS)
        rate, peer, slow = (run["moves_per_second"] for run in (mine, memory_peer, file_peer))
        rows.append((f"moves/s, {MANY} tables, closed loop", f"{rate:,}", f"{peer:,} (peer in memory)", rate >= peer))
        rows.append(("  against the peer's FlatFile", f"{rate / slow:.1f} x", "5 x", rate >= 5 * slow))
        used = mine["megabytes"]["server"][0]
        rows.append((f"memory with {MANY} tables", f"{used:.0f} MB", "150 MB", used < 150))
    if "paced" in results:
        run, peer_run = (results["paced"][kind] for kind in KINDS[:2])
        kept_up = run["moves_per_second"] >= 0.99 * PACE
        worst = max(run["all_p99_ms"])
        rows.append((f"p99 at {PACE} moves/s, every run", f"{worst} ms", "20 ms", kept_up and worst <= 20))
        share = max(ours / theirs for ours, theirs in zip(run["all_p99_ms"], peer_run["all_p99_ms"], strict=True))
        rows.append(("  against the peer in memory, in turn", f"{share:.2f} x", "0.33 x", share <= 1 / 3))
    for name, run in results.get("memory", {}).items():
        each = run["kilobytes_a_table"]
        rows.append((f"an idle table, {name}", f"{each} kB", "100 kB", each < 100))
    if "postgres" in results:
        single = cost(results["postgres"]["one process"])
        for name, run in results["postgres"].items():
            if name != "one process":
                share = cost(run) / single
                rows.append((f"processor time a move, {name}", f"{share:.2f} x", "1.25 x", share <= 1.25))
    return rows


def tell(results: dict[str, Any]) -> str:
    """All figures as tables for a person to read."""
    lines = []
    if "closed" in results:
        lines.append(f"{'closed loop':<24} {'tables':>6} {'moves/s':>9} {'p50 ms':>9} {'p99 ms':>9} {'MB':>6}")
        for kind, runs in results["closed"].items():
            for tables, run in runs.items():
                figures = f"{run['moves_per_second']:>9,} {run['p50_ms']:>9} {run['p99_ms']:>9}"
                lines.append(f"{kind:<24} {tables:>6} {figures} {run['megabytes']['server'][0]:>6.0f}")
        lines.append("")
    for kind, run in results.get("paced", {}).items():
        rate, middle, slow = run["moves_per_second"], run["p50_ms"], run["p99_ms"]
        lines.append(f"{kind}, {PACE:,} moves/s asked: {rate:,} passed on, p50 {middle} ms, p99 {slow} ms")
    for name, run in results.get("postgres", {}).items():
        lines.append(f"PostgreSQL, {name}: {run['moves_per_second']:,} moves/s, {cost(run):.0f} us a move")
    lines.append("")
    lines += [
        f"{'ok  ' if met else 'MISS'} {name}: {measured}; target {wanted}"
        for name, measured, wanted, met in targets(results)
    ]
    return "\n".join(lines)


def facts() -> dict[str, Any]:
    """The machine and the programs."""
    model = ""
    with contextlib.suppress(OSError):
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        model = next((line.split(":", 1)[1].strip() for line in text.splitlines() if line.startswith("model name")), "")
    lock = json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return {
        "machine": f"{platform.machine()} {platform.system()} {platform.release()}",
        "processor": model,
        "cores": len(CORES) or os.cpu_count(),
        "server_core": SERVER_CORE,
        "load_core": LOAD_CORE,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "node": node,
        "packages": {name: version(name) for name in PACKAGES},
        "npm": {name: lock[f"node_modules/{name}"]["version"] for name in ("boardgame.io", "socket.io", "ws")},
        "fsync_ms": fsync_ms(),
    }


def fsync_ms() -> float:
    """How long the disk takes to be sure of 4 kB: the median of 200."""
    times = []
    with tempfile.NamedTemporaryFile(dir=storage()) as file:
        for _ in range(200):
            file.write(b"x" * 4096)
            file.flush()
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(1000 * (time.perf_counter() - began))
    return round(statistics.median(times), 3)


def install() -> None:
    """The npm packages of the lock file."""
    mark = FOLDER / "node_modules" / ".package-lock.json"
    if not mark.exists() or mark.stat().st_mtime < (FOLDER / "package-lock.json").stat().st_mtime:
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=FOLDER, check=True)


def main() -> None:
    """Measure what was asked for, print it, keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="once and shortly: to see that it works")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="only these parts")
    given = parser.parse_args()
    if sys.platform != "linux" or shutil.which("npm") is None:
        sys.exit("This benchmark needs Linux, and Node 20 or newer with npm.")
    repeats, seconds = (1, 3.0) if given.quick else (3, 8.0)
    install()
    when = datetime.now(UTC)
    results: dict[str, Any] = {"when": when.isoformat(timespec="seconds"), "repeats": repeats, **facts()}
    chosen = given.only or PARTS
    if "closed" in chosen:
        results["closed"] = closed(repeats, seconds)
    if "paced" in chosen:
        results["paced"] = paced(repeats, seconds)
    if "memory" in chosen:
        results["memory"] = memory()
    if "postgres" in chosen:
        results["postgres"] = postgres(repeats, seconds)
    shutil.rmtree(storage(), ignore_errors=True)
    print("\n" + tell(results))
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"server-{when:%Y-%m-%dT%H%M%SZ}.json"
    file.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(f"\nkept in {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
