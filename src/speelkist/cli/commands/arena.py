"""``speelkist arena``: bots against each other, and what that says about them."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from speelkist.bots.arena.match import Plan, play_match
from speelkist.bots.arena.report import Report, resume
from speelkist.bots.arena.score import error_of, reliability
from speelkist.bots.strengths import STRENGTHS
from speelkist.cli.errors import Problem
from speelkist.cli.files import path_of
from speelkist.cli.game_options import read_options
from speelkist.cli.progress import duration, progress_bar
from speelkist.cli.terminal import Screen
from speelkist.core import game_class
from speelkist.core.atomic_file import write_atomically

SAVE_EVERY = 5.0  # seconds


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its options."""
    parser = commands.add_parser("arena", parents=[common], help="let bots play each other, and compare them")
    parser.add_argument("game", metavar="GAME")
    ours = f"random, simple, {', '.join(STRENGTHS)} (club@500 or club@0.5s with a budget of its own), mcts:N"
    names = f"{ours}, or a bot of your own, module:Class"
    parser.add_argument("a", metavar="A", help=names)
    parser.add_argument("b", metavar="B")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="an even number: two games make a pair")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed plays the same games")
    parser.add_argument("--workers", "--threads", type=int, default=1, metavar="N", help="processes that play")
    parser.add_argument("--budget", metavar="N|Ss", help="a budget for both: simulations, or seconds such as 0.5s")
    parser.add_argument("--weights-a", metavar="FILE", help="weights of speelkist train for A, club or master")
    parser.add_argument("--weights-b", metavar="FILE", help="the same for B")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="seats where more than two can play")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--report", metavar="FILE", help="keep every pair in this JSON file")
    parser.add_argument("--resume", action="store_true", help="go on with the match in the report")
    parser.add_argument(
        "--calibration", metavar="FILE", help="compare the chances A sees with what comes, in a JSON file"
    )
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Play the match, or the rest of it; Ctrl-C leaves a report that can be resumed."""
    game_class(given.game)
    plan = Plan(
        given.game,
        _named(given.a, given.budget, given.weights_a),
        _named(given.b, given.budget, given.weights_b),
        given.games,
        given.seed,
        given.players,
        read_options(given.game, given.option),
        given.calibration is not None,
    )
    path = None if given.report is None else _target(given.report)
    calibration = None if given.calibration is None else _target(given.calibration)
    if given.resume and path is None:
        raise Problem("cli.arena.resume")
    report = resume(path, plan) if given.resume and path is not None else Report(plan)
    if report.pairs:
        screen.say("arena.resumed", n=2 * len(report.pairs))
    report, finished = _run(screen, report, given.workers, path)
    _show(screen, report)
    if calibration is not None:
        _calibration(screen, report, calibration)
    if not finished:
        screen.say("arena.put_down" if path is not None else "arena.lost", name=str(path))
        raise KeyboardInterrupt
    return 0


def _target(name: str) -> Path:
    path = path_of(name)
    if not path.parent.is_dir():
        raise Problem("cli.file.folder", name=name)
    return path


def _named(name: str, budget: str | None, weights: str | None) -> str:
    """A bot's name with its budget and its weights."""
    with_budget = f"{name}@{budget}" if budget is not None and name in STRENGTHS else name
    return with_budget if weights is None else f"{with_budget}#{path_of(weights)}"


def _run(screen: Screen, report: Report, workers: int, path: Path | None) -> tuple[Report, bool]:
    """Play; returns the report, and whether the match was finished."""
    bar = progress_bar(screen, report.plan.games, 2 * len(report.pairs))
    begun = saved = time.monotonic()
    finished = True
    try:
        for pair in play_match(report.plan, report.pairs, workers):
            report = report.with_pair(pair)
            bar.show(2 * len(report.pairs), f"{100 * report.score.mean:.1f} %")
            if path is not None and time.monotonic() - saved > SAVE_EVERY:
                report.save(path)
                saved = time.monotonic()
    except KeyboardInterrupt:
        finished = False
    finally:
        bar.end()
        if path is not None and report.pairs:
            report.save(path)
    screen.say("arena.took", "dim", time=duration(time.monotonic() - begun))
    return report, finished


def _show(screen: Screen, report: Report) -> None:
    score = report.score
    elo, low, high = score.elo
    key = "arena.points" if report.plan.shared else "arena.score"
    screen.say(
        key,
        a=report.plan.a,
        b=report.plan.b,
        n=2 * len(report.pairs),
        score=f"{100 * score.mean:.1f}",
        low=f"{100 * score.low:.1f}",
        high=f"{100 * score.high:.1f}",
    )
    if not report.plan.shared:
        screen.say("arena.elo", elo=f"{elo:+.0f}", low=f"{low:+.0f}", high=f"{high:+.0f}")
    for name, mean, most in zip((report.plan.a, report.plan.b), report.seconds_a_move(), report.slowest(), strict=True):
        screen.say("arena.time", name=name, mean=f"{1000 * mean:.1f}", most=f"{1000 * most:.0f}")


def _calibration(screen: Screen, report: Report, path: Path) -> None:
    bins = reliability(report.chances)
    screen.say("arena.calibration", name=report.plan.a, n=len(report.chances), error=f"{100 * error_of(bins):.1f}")
    for group in bins:
        said, came = f"{100 * group.said:5.1f} %", f"{100 * group.came:5.1f} %"
        screen.print(f"  {100 * group.low:3.0f}-{100 * group.high:3.0f} %  {said}  {came}  {group.count:7}")
    data = {
        "game": report.plan.game,
        "player": report.plan.a,
        "games": 2 * len(report.pairs),
        "decisions": len(report.chances),
        "mean_error": round(error_of(bins), 4),
        "bins": [{name: round(value, 4) for name, value in asdict(group).items()} for group in bins],
    }
    write_atomically(path, (json.dumps(data, indent=1) + "\n").encode())
