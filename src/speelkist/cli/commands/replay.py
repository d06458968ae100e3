"""``speelkist replay``: a recorded game, state by state."""

from __future__ import annotations

import argparse
from typing import Any

from speelkist.cli.files import read_record
from speelkist.cli.result_text import agreed, ending
from speelkist.cli.terminal import Screen, clean
from speelkist.core import CHANCE, Move, Phrase, Record, State, playthrough
from speelkist.core.story import story_of
from speelkist.core.view import read_phrase


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    parser = commands.add_parser("replay", parents=[common], help="show a recorded game state by state")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--values", action="store_true", help="with every value of every state")
    parser.add_argument("--step", action="store_true", help="wait for Enter before each move")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    show_replay(screen, given.file, given.values, given.step)
    return 0


def show_replay(screen: Screen, name: str, values: bool, step: bool) -> None:
    """A recorded game, state by state."""
    record = read_record(name)
    record.last()  # a damaged game is refused before half of it is shown
    if values:
        for line in playthrough(record):
            screen.print(clean(line))
        return
    first = record.first()
    screen.print(screen.paint(first.game.info.name[screen.lang], "bold"))
    before: State | None = None
    for number, state in enumerate(record.replay()):
        if before is not None:
            if step:
                screen.ask(screen.word("replay.step"))
            sentences = story_of(before, _made(before, record.moves[number - 1]), state)
            story = " ".join(read_phrase(data).say(screen.lang) for data in sentences)
            screen.print("\n" + clean(f"{number}. {story}  [{record.moves[number - 1]}]"))
        screen.print(state.draw(screen.colour, screen.lang))
        before = state
    if before is not None:
        show_result(screen, record, before)


def _made(state: State, text: str) -> Move:
    """The move that a record has; it is legal, for the game has been read to its end."""
    move = state.resolve(text)
    assert isinstance(move, Move)
    return move


def show_result(screen: Screen, record: Record, state: State) -> None:
    """How a recorded game came out, or whose turn it is."""
    screen.print()
    if state.outcome is not None:
        for line in ending(state, screen.lang):
            screen.print(line)
    elif record.result is not None:
        screen.print(agreed(state.game, record.result, screen.lang))
    else:
        screen.say("replay.open", who=_mover(state, screen.lang))


def _mover(state: State, lang: str) -> str:
    phrase = Phrase("cli.chance") if state.player == CHANCE else state.game.side_name(state.player)
    return phrase.say(lang)
