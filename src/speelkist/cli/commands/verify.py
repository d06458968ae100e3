"""``speelkist verify``: recompute every throw of a record."""

from __future__ import annotations

import argparse
from typing import Any

from speelkist.cli.errors import Problem
from speelkist.cli.files import read_record
from speelkist.cli.terminal import Screen
from speelkist.core import BadRecord, Phrase, SpeelkistError, read_seed


def add_parser(commands: Any, common: argparse.ArgumentParser) -> None:
    """The command and its arguments."""
    parser = commands.add_parser("verify", parents=[common], help="recompute every throw of a record")
    parser.add_argument("file", metavar="RECORD")
    parser.add_argument("--seed", metavar="HEX", help="the seed; otherwise the one in the record")
    parser.set_defaults(run=run)


def run(screen: Screen, given: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    return verify(screen, given.file, given.seed)


def verify(screen: Screen, name: str, seed: str | None) -> int:
    """Recompute every throw of a record; the exit code says whether all are right."""
    record = read_record(name)
    text = record.tags.get("Seed") if seed is None else seed
    if text is None:
        raise Problem("cli.verify.seed", name=name)
    secret = read_seed(text)
    try:
        throws = record.verify(secret)
    except BadRecord as error:
        if _cause(error).key not in ("core.record.throw", "core.record.commitment"):
            raise  # the record itself is damaged, which says nothing of the dice
        screen.tell(error)
        screen.say("verify.wrong")
        return 1
    screen.say("verify.right", n=throws)
    if "Commitment" in record.tags:
        screen.say("verify.promised")
    else:
        screen.say("verify.unpromised")
    return 0


def _cause(error: SpeelkistError) -> Phrase:
    """What is wrong, without the line where it is."""
    why = error.phrase.values.get("why")
    return why if error.phrase.key == "core.record.at" and isinstance(why, Phrase) else error.phrase
