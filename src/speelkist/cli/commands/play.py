"""``speelkist play``: a new game or a saved one, with its seats and its dice."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from speelkist.bots.factory import needs_kernel
from speelkist.cli.bot_process import BotProcess
from speelkist.cli.errors import Problem
from speelkist.cli.files import is_there, path_of, read_position, read_record
from speelkist.cli.game_options import add_options, read_options
from speelkist.cli.result_text import agreed
from speelkist.cli.seats import ME, is_person, make_bots, read_seats
from speelkist.cli.terminal import Screen
from speelkist.cli.terminal_game import TerminalGame
from speelkist.core import (
    Game,
    Match,
    OptionValue,
    Record,
    SeededDice,
    State,
    commitment,
    fresh_seed,
    games,
    load,
    read_seed,
)
from speelkist.learn.lesson_file import example_of, examples_of

LIST = "list"  # in place of an example's name


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    parser = commands.add_parser("play", parents=[common], help="play a game, or resume a saved one")
    parser.add_argument("what", metavar="GAME|FILE", help="a game (see `speelkist games`) or a saved record")
    parser.add_argument(
        "--seats",
        "--seat",
        action="append",
        default=[],
        metavar="SIDE=WHO,...",
        help="who sits where: me, a person's name, or a bot: child, family, friend, club, master, simple, random",
    )
    add_options(parser)
    parser.add_argument("--seed", metavar="HEX", help="the dice's seed, 64 hexadecimal digits; otherwise a fresh one")
    parser.add_argument("--position", metavar="JSON|FILE", help="begin at this position")
    parser.add_argument("--example", metavar="NAME", help="begin at an example of the rules; `list` tells their names")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    if given.example == LIST and given.what in games():
        list_examples(screen, given.what)
    else:
        play(screen, given.what, given.seats, given.option, given.seed, given.position, given.example)
    return 0


def list_examples(screen: Screen, id: str) -> None:
    """The names of a game's examples, and what they show."""
    examples = examples_of(id).values()
    if not examples:
        screen.say("play.examples.none", game=id)
    width = max((len(example.id) for example in examples), default=0)
    for example in examples:
        screen.print(f"{example.id:<{width}}  {example.title[screen.lang]}")


def play(
    screen: Screen,
    what: str,
    seats: Sequence[str] = (),
    options: Sequence[str] = (),
    seed: str | None = None,
    position: str | None = None,
    example: str | None = None,
) -> None:
    """Play a game by its name, or resume the one in a file.

    :raises SpeelkistError: if there is no such game or file, or the arguments do not fit.
    """
    secret = None if seed is None else read_seed(seed)
    if what in games():
        chosen = read_options(what, options)
        if position is None and example is None:
            play_new(screen, what, seats, chosen, secret)
        elif chosen:
            raise Problem("cli.play.position")
        else:
            play_on(screen, _start(what, position, example), seats, secret)
    elif not is_there(path_of(what)):
        raise Problem("cli.play.what", name=what, games=", ".join(games()))
    elif options or position is not None or example is not None:
        raise Problem("cli.play.saved")
    else:
        play_saved(screen, what, seats, secret)


def _start(id: str, position: str | None, example: str | None) -> State:
    if example is None:
        assert position is not None
        return load(id).from_json(read_position(position))
    if position is not None:
        raise Problem("cli.play.example")
    return example_of(id, example).state


def play_new(
    screen: Screen,
    id: str,
    seats: Sequence[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    seed: bytes | None = None,
) -> None:
    """A game from its beginning."""
    _play(screen, load(id, **(options or {})), None, seats, seed)


def play_on(screen: Screen, start: State, seats: Sequence[str] = (), seed: bytes | None = None) -> None:
    """A game from a position; where nobody says who sits where, the person is to move."""
    if not seats and start.player >= 0:
        seats = [f"{start.game.side(start.player)}={ME}"]
    _play(screen, start.game, start, seats, seed)


def _play(screen: Screen, game: Game, start: State | None, seats: Sequence[str], seed: bytes | None) -> None:
    named = read_seats(game, seats, {})
    seed = seed or fresh_seed()
    tags = {"Date": date.today().isoformat()}  # noqa: DTZ011  (the day as it is where one plays)
    if game.info.chance:
        tags |= {"Commitment": commitment(seed), "Seed": seed.hex()}
    match = Match(game, named, tags, start)
    screen.print(screen.paint(game.info.name[screen.lang], "bold") + f"  ({game.info.designer})")
    _begin(screen, match, named, seed, None)


def play_saved(screen: Screen, name: str, seats: Sequence[str], seed: bytes | None) -> None:
    """A game from its record, where it ended."""
    record = read_record(name)
    game = record.first().game
    named = read_seats(game, seats, record.seats)
    agreement = record.result if record.last().outcome is None else None
    record, seed = _dice_of(replace(record, seats=named), seed, screen)
    match = Match.from_record(record)
    screen.say("resumed", name=name, game=game.info.name[screen.lang], n=len(match.moves))
    if agreement is not None:
        screen.print(agreed(game, agreement, screen.lang))
    _begin(screen, match, named, seed, path_of(name))


def _begin(screen: Screen, match: Match, seats: Mapping[str, str], seed: bytes, path: Path | None) -> None:
    promise = match.record().tags.get("Commitment")
    if promise is not None:
        screen.say("commitment", "dim", hash=promise)
    screen.say("begin", "dim")
    bot_process = BotProcess(screen, match.state.game, hurry=any(map(is_person, seats.values())))
    try:
        players = list(zip(seats.values(), make_bots(seats, seed, bot_process), strict=True))
        if any(map(needs_kernel, seats.values())):
            bot_process.start()
        dice = SeededDice(seed, [bytes.fromhex(nonce) for nonce in match.record().nonces.values()])
        TerminalGame(screen, match, players, dice, bot_process, path).run()
    finally:
        bot_process.close()
    if promise is not None and match.state.outcome is not None:
        screen.say("seed", "dim", seed=seed.hex())


def _dice_of(record: Record, seed: bytes | None, screen: Screen) -> tuple[Record, bytes]:
    """The dice that a saved game began with; without their seed new ones, which cannot be verified."""
    if seed is not None:
        record.verify(seed)
        return replace(record, tags={**record.tags, "Seed": seed.hex()}), seed
    if "Seed" in record.tags:
        return record, read_seed(record.tags["Seed"])
    if record.load().info.chance:
        screen.say("play.noseed")
    tags = {name: value for name, value in record.tags.items() if name != "Commitment"}
    return replace(record, tags=tags), fresh_seed()
