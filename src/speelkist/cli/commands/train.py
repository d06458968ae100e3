"""``speelkist train``: a game's weights from scratch, with progress, checkpoints and a first test of the result."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from speelkist.bots.training_settings import NUMBERS, Settings, features_of
from speelkist.cli.errors import Problem
from speelkist.cli.files import path_of
from speelkist.cli.progress import duration, progress_bar
from speelkist.cli.terminal import Screen
from speelkist.core import BadWeights, game_class

if TYPE_CHECKING:
    from speelkist.bots.training import Trainer
    from speelkist.research.ray_training import TrainingLog

SAVE_EVERY = 60.0  # seconds
STEP_PAIRS, LAST_PAIRS = 100, 500  # in a long run; a short one is not judged for longer than it learned
DUEL_SEED = 20


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its options."""
    parser = commands.add_parser("train", parents=[common], help="train a game's evaluation by games against itself")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--games", type=int, metavar="N", help="games to play; otherwise as many as for the shipped weights"
    )
    parser.add_argument(
        "--hidden", type=int, metavar="H", help="hidden units of the net; 0 is plain logistic regression"
    )
    parser.add_argument("--rate", type=float, metavar="R", help="how fast it learns at first; it falls to a tenth")
    parser.add_argument(
        "--trace", type=float, metavar="L", help="lambda: 0 learns from the next move, 1 from the result"
    )
    parser.add_argument("--explore", type=float, metavar="E", help="the share of moves that are tried at random")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same weights, with one thread")
    parser.add_argument("--threads", type=int, metavar="N", help="more threads learn faster, and not the same twice")
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="stop the run after so long; --resume goes on with it"
    )
    parser.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster; without an address, on this machine",
    )
    parser.add_argument("--actors", type=int, metavar="N", help="with --ray: processes that play; otherwise one")
    parser.add_argument("--log", metavar="DIR", help="with --ray: where TensorBoard's files go")
    parser.add_argument("--out", metavar="FILE", help="where the weights go; otherwise GAME.weights.txt")
    parser.add_argument("--resume", action="store_true", help="go on with the run whose checkpoint stands beside FILE")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run or resume a training; after Ctrl-C it can be resumed."""
    changes = {name: getattr(given, name) for name in NUMBERS if getattr(given, name) is not None}
    out = path_of(given.out or f"{given.game}.weights.txt")
    checkpoint = out.with_name(out.name + ".checkpoint")
    _check(given, changes, out, checkpoint)
    try:
        from speelkist.bots.training import Trainer, settings_of
    except ImportError as error:
        raise Problem("cli.fast.needed", name=error.name or "numba") from error
    kind: Any = Trainer if given.ray is None else _ray_trainer(given.ray)
    if given.resume:
        plan: Settings | None = settings_of(given.game, **changes) if changes else None
        trainer = kind.resume(given.game, checkpoint, plan)
        screen.say("train.resumed", n=trainer.games)
    else:
        trainer = kind(given.game, settings_of(given.game, **changes))
    if given.ray is not None:
        trainer.set_actors(1 if given.actors is None else given.actors)
    plan = trainer.settings
    screen.say("train.begin", game=given.game, n=plan.games, hidden=plan.hidden, features=trainer.features)
    try:
        _run(screen, trainer, checkpoint, given.seconds, _log(given))
    except KeyboardInterrupt:
        trainer.save(checkpoint)
        screen.print()
        screen.say("train.put_down", name=str(checkpoint), n=trainer.games)
        raise
    trainer.save(checkpoint)
    if trainer.games < plan.games:
        screen.say("train.put_down", name=str(checkpoint), n=trainer.games)
        return 0
    _test_result(screen, trainer)
    trainer.write(out)
    screen.say("train.done", name=str(out))
    return 0


def _ray_trainer(address: str) -> Any:
    """Join or start the cluster; the class whose games are played there."""
    try:
        from speelkist.research.ray_training import RayTrainer, connect
    except ImportError as error:
        raise Problem("cli.train.ray", name=error.name or "ray") from error
    connect(address or None)
    return RayTrainer


def _check(given: argparse.Namespace, changes: dict[str, Any], out: Path, checkpoint: Path) -> None:
    """Refuse what cannot be run, before what trains is loaded: that takes seconds."""
    game_class(given.game)
    features_of(given.game)
    Settings(**changes)
    if given.ray is None:
        for name in ("actors", "log"):
            if getattr(given, name) is not None:
                raise Problem("cli.train.ray_only", name=f"--{name}")
    if given.seconds is not None and not given.seconds > 0:
        raise Problem("cli.train.seconds")
    if not out.parent.is_dir():
        raise Problem("cli.file.folder", name=str(out))
    if given.resume and not checkpoint.exists():
        raise BadWeights("bots.train.missing", name=checkpoint.name)


def _log(given: argparse.Namespace) -> TrainingLog | None:
    if given.ray is None or given.log is None:
        return None
    from speelkist.research.ray_training import TrainingLog

    return TrainingLog(path_of(given.log))


def _run(
    screen: Screen, trainer: Trainer, checkpoint: Path, seconds: float | None, log: TrainingLog | None = None
) -> None:
    """Play and learn; every twentieth of the way the net plays against itself of a twentieth before."""
    bar = progress_bar(screen, trainer.settings.games, trainer.games)
    saved = time.monotonic()
    mark, before = trainer.games, trainer.best()
    positions = spent = 0.0
    first = trainer.games
    try:
        for step in trainer.run(seconds):
            positions += step.positions
            spent += step.seconds
            rates = [f"{number / max(spent, 1e-9):,.0f}" for number in (step.games - first, positions)]
            error = f"{step.error:.3f}"
            bar.show(step.games, screen.word("train.rate", games=rates[0], positions=rates[1], error=error))
            if log is not None:
                log.progress(step, getattr(trainer, "lost", 0))
            if step.games - mark >= trainer.settings.games / 20:
                score = trainer.score(before, _pairs(trainer, STEP_PAIRS), DUEL_SEED)
                bar.line(screen.word("train.step", n=step.games, percent=f"{100 * score:.1f}", before=mark))
                mark, before = step.games, trainer.best()
                _note_strength(screen, bar, trainer, log)
            if time.monotonic() - saved > SAVE_EVERY:
                trainer.save(checkpoint)
                saved = time.monotonic()
    finally:
        bar.end()
        if log is not None:
            log.close()
    screen.say("train.took", time=duration(spent))


def _note_strength(screen: Screen, bar: Any, trainer: Trainer, log: TrainingLog | None) -> None:
    """On a cluster, where a run is long: how it stands against the shipped weights."""
    if log is None:
        return
    from speelkist.research.ray_training import share_against_shipped

    share = share_against_shipped(trainer, _pairs(trainer, STEP_PAIRS))
    if share is not None:
        log.strength(trainer.games, share)
        bar.line(screen.word("train.shipped", percent=f"{100 * share:.1f}"))


def _test_result(screen: Screen, trainer: Trainer) -> None:
    pairs = _pairs(trainer, LAST_PAIRS)
    score = trainer.score(None, pairs, DUEL_SEED)
    screen.say("train.random", percent=f"{100 * score:.1f}", games=2 * pairs)


def _pairs(trainer: Trainer, most: int) -> int:
    return max(5, min(most, trainer.settings.games // 40))
