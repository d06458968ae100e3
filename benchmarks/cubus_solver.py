"""How often the Cubus solver proves its build the best: positions of 20 to 45 tiles, taken from games of the computer.

    python benchmarks/cubus_solver.py [--games N] [--seconds S] [--json]

The games are played by the simple player, which lays open lids as it likes, at tables of two to four; every position
where somebody may build and 20 to 45 tiles lie in the picture counts. With two or more open lids the table of most
boxes alone does not tell, so those are reported apart.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

from speelkist.bots import Budget, SimpleBot
from speelkist.core import CHANCE, SeededDice
from speelkist.games.cubus import Cubus, CubusState
from speelkist.games.cubus.solver.solve import solve

RESULTS = Path(__file__).parent / "results"
TARGET = 0.8


def positions(games: int) -> list[CubusState]:
    """Where somebody may build, with 20 to 45 tiles in the picture."""
    states = []
    for seed in range(games):
        dice = SeededDice(seed.to_bytes(32, "big"))
        player = SimpleBot(seed)
        state = Cubus(players=2 + seed % 3, knocking=False).start()
        while state.outcome is None:
            if state.phase == "build" and 20 <= sum(state.site().lying) <= 45:
                states.append(state)
            move = dice.draw(state) if state.player == CHANCE else player.choose(state)
            after = state.play(move)
            assert isinstance(after, CubusState)
            state = after
    return states


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true", help="keep the figures in benchmarks/results")
    asked = parser.parse_args()
    budget = Budget(seconds=asked.seconds)
    times: dict[int, list[float]] = defaultdict(list)
    proven: dict[int, int] = defaultdict(int)
    taken = positions(asked.games)
    solve(taken[0], budget)
    for state in taken:
        begun = time.perf_counter()
        solution = solve(state, budget)
        times[len(state.open)].append(time.perf_counter() - begun)
        proven[len(state.open)] += solution.proven
        if solution.points and state.why_not(solution.move.text) is not None:
            raise AssertionError(f"{solution.move} is refused")
    report = [_line(f"{lids} open lids", times[lids], proven[lids]) for lids in sorted(times)]
    bound = [lids for lids in times if lids > 1]
    every = [took for lids in bound for took in times[lids]]
    report.append(_line("2 or more open lids", every, sum(proven[lids] for lids in bound)))
    every = [took for some in times.values() for took in some]
    report.append(_line("all", every, sum(proven.values())))
    for line in report:
        print(", ".join(f"{name}: {value}" for name, value in line.items()))
    if asked.json:
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H%M%SZ")
        data = {"date": now, "python": platform.python_version(), "machine": platform.machine(), "target": TARGET}
        text = json.dumps(data | {"seconds": asked.seconds, "games": asked.games, "report": report}, indent=2)
        (RESULTS / f"cubus-solver-{now}.json").write_text(text + "\n", encoding="utf-8")


def _line(what: str, times: list[float], proven: int) -> dict[str, str | float]:
    if not times:
        return {"what": what, "positions": 0, "proved": 0.0, "median": 0.0, "worst": 0.0}
    times = sorted(times)
    spent = {"median": round(times[len(times) // 2], 4), "worst": round(times[-1], 3)}
    return {"what": what, "positions": len(times), "proved": round(proven / len(times), 4), **spent}


if __name__ == "__main__":
    main()
