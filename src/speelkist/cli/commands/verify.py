"""``speelkist verify``: recompute every throw of a record, compare it with what was promised, say what is not known."""

from __future__ import annotations

import argparse
from typing import Any

from speelkist.cli.errors import Problem
from speelkist.cli.files import read_record
from speelkist.cli.terminal import Screen
from speelkist.core import BadRecord, Phrase, SpeelkistError, Verification, read_seed

WRONG = ("core.record.throw", "core.record.commitment", "core.record.noncecommitment")  # what the dice are blamed for


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
        verified = record.verify(secret)
    except BadRecord as error:
        if _cause(error).key not in WRONG:
            raise  # the record itself is damaged, which says nothing of the dice
        screen.tell(error)
        screen.say("verify.wrong")
        return 1
    screen.say("verify.right", n=verified.throws)
    screen.say("verify.promised" if verified.promised else "verify.unpromised")
    _say_nonces(screen, verified)
    restarts = record.tags.get("Restarts", "")
    if restarts.isdecimal():
        screen.say("verify.restarts", n=int(restarts[:6]))
    if verified.throws:
        screen.say("verify.limits")
    return 0


def _say_nonces(screen: Screen, verified: Verification) -> None:
    """Who had a part in the dice, and whether they are bound to it."""
    committed = [side for side in verified.nonces if side not in verified.uncommitted]
    if committed:
        screen.say("verify.nonces", sides=", ".join(committed))
    if verified.uncommitted:
        screen.say("verify.uncommitted", sides=", ".join(verified.uncommitted))
    if verified.throws and not verified.nonces:
        screen.say("verify.no_nonces")


def _cause(error: SpeelkistError) -> Phrase:
    """What is wrong, without the line where it is."""
    why = error.phrase.values.get("why")
    return why if error.phrase.key == "core.record.at" and isinstance(why, Phrase) else error.phrase
