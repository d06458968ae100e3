"""Who sits where, as a command, a menu or a record says it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from speelkist.bots import Bot, is_bot, make_bot
from speelkist.bots.factory import needs_kernel
from speelkist.core import Game

from .bot_process import BotProcess, RemoteBot
from .errors import Problem
from .terminal import clean

ME = "me"  # a person without a name; any other word that is not a bot's name is a person's
LONGEST_NAME = 40


def sides(game: Game) -> list[str]:
    """The seats of a game, as records write them."""
    return [game.side(number) for number in range(game.players)]


def is_person(name: str) -> bool:
    """Whether a seat's name means a person."""
    return not is_bot(name)


def read_seats(game: Game, given: Sequence[str], known: Mapping[str, str]) -> dict[str, str]:
    """Seats from ``black=me,white=simple`` or, in turn order, ``me,simple``; the others as known or usual."""
    names = sides(game)
    seats = {side: clean_name(name[:LONGEST_NAME]) for side, name in known.items() if name}
    free = list(names)
    for part in (part.strip() for text in given for part in text.split(",")):
        side, equals, name = (word.strip() for word in part.partition("="))
        if not equals:
            side, name = (free[0] if free else ""), side
        if side not in names:
            raise Problem("cli.seat.unknown", part=part, sides=", ".join(names))
        seats[side] = clean_name(name)
        if side in free:
            free.remove(side)
    return fill(game, seats)


def fill(game: Game, seats: Mapping[str, str]) -> dict[str, str]:
    """The seats that were not named: one person if there is none yet, and simple bots."""
    filled: dict[str, str] = {}
    someone = any(map(is_person, seats.values()))
    for side in sides(game):
        filled[side] = seats.get(side) or ("simple" if someone else ME)
        someone = someone or is_person(filled[side])
    return filled


def clean_name(name: str) -> str:
    """A name that fits on one line of a record."""
    name = clean(" ".join(name.split()))
    if not name or len(name) > LONGEST_NAME:
        raise Problem("cli.seat.name", n=LONGEST_NAME)
    return name


def make_bots(seats: Mapping[str, str], seed: bytes, bot_process: BotProcess) -> list[Bot | None]:
    """The bot of each seat; None is a person. The same seed gives bots that play the same."""
    bots: list[Bot | None] = []
    for side, name in seats.items():
        bot_seed = int.from_bytes(hashlib.sha256(seed + side.encode()).digest()[:8], "big")
        if is_person(name):
            bots.append(None)
        else:
            bots.append(RemoteBot(bot_process, name, bot_seed) if needs_kernel(name) else make_bot(name, bot_seed))
    return bots
