"""The agent of the second example in the arena, with an interval, and some of its games to look at.

    python examples/measure_agent.py [--against random] [--games 200] [--records DIR]

Look at a record with ``speelkist replay FILE``, move by move; to play the agent yourself in the browser, install it on
your server (docs/research/bots.md).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import speelkist
from speelkist.bots import make_bot
from speelkist.bots.arena.match import Plan, play_match
from speelkist.bots.arena.report import Report

AGENT = "examples.train_agent:Agent"


def measure(against: str, games: int, target: int) -> Report:
    """The match."""
    report = Report(Plan("knopf", AGENT, against, games, options={"target": target}))
    for pair in play_match(report.plan):
        report = report.with_pair(pair)
    return report


def record(against: str, target: int, number: int) -> str:
    """A game as text."""
    match = speelkist.Match(speelkist.load("knopf", target=target), seats={"red": "agent", "blue": against})
    seats = [make_bot(AGENT, number), make_bot(against, number)]
    while match.state.outcome is None:
        match.play(seats[match.state.player].choose(match.state))
    return str(match.record())


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, tell, and write the records."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--against", default="random")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--target", type=int, default=1)
    parser.add_argument("--records", metavar="DIR")
    given = parser.parse_args(arguments)
    score = measure(given.against, given.games, given.target).score
    print(f"agent - {given.against}: {100 * score.mean:.1f} % ({100 * score.low:.1f} - {100 * score.high:.1f})")
    if given.records:
        folder = Path(given.records)
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(3):
            path = folder / f"game{number + 1}.txt"
            path.write_text(record(given.against, given.target, number), encoding="utf-8")
            print(f"speelkist replay {path}")


if __name__ == "__main__":
    main()
