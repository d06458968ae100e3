"""Stand-ins for what workers think: the player's name tells what they do. In a file, where processes find them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from speelkist.bots.job import BotJob, BotReply
from speelkist.search.budget import Budget


def new_job(player: str, position: str = os.devnull) -> BotJob:
    """A thought for the stand-in."""
    return BotJob("knopf", 1, {}, position, player, seed=1)


def act(asked: BotJob) -> BotReply:
    """Do what the player's name says; ``position`` is a file for those who must remember something."""
    if asked.bot in ("listens", "deaf"):
        Path(asked.position).touch()  # so that others know that it thinks
    if asked.bot == "listens":
        clock = Budget(seconds=60).clock()
        while clock.left():
            time.sleep(0.01)
    elif asked.bot == "deaf":
        time.sleep(60)
    elif asked.bot == "dies":
        os._exit(3)
    elif asked.bot == "dies once":
        if not Path(asked.position).exists():
            Path(asked.position).touch()
            os._exit(3)
    elif asked.bot == "hangs once":
        if not Path(asked.position).exists():
            Path(asked.position).touch()
            time.sleep(60)
    elif asked.bot == "fails":
        raise LookupError("no idea")
    return BotReply(str(os.getpid()))
