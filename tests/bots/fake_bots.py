"""Stand-ins for what workers think: the player's name tells what they do. In a file, where processes find them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from speelkist.bots.job import Answer, Thought
from speelkist.search.budget import Budget


def thought(player: str, position: str = os.devnull) -> Thought:
    """A thought for the stand-in."""
    return Thought("knopf", 1, {}, position, player, seed=1)


def act(asked: Thought) -> Answer:
    """Do what the player's name says; ``position`` is a file for those who must remember something."""
    if asked.player in ("listens", "deaf"):
        Path(asked.position).touch()  # so that others know that it thinks
    if asked.player == "listens":
        clock = Budget(seconds=60).clock()
        while clock.left():
            time.sleep(0.01)
    elif asked.player == "deaf":
        time.sleep(60)
    elif asked.player == "dies":
        os._exit(3)
    elif asked.player == "dies once":
        if not Path(asked.position).exists():
            Path(asked.position).touch()
            os._exit(3)
    elif asked.player == "hangs once":
        if not Path(asked.position).exists():
            Path(asked.position).touch()
            time.sleep(60)
    elif asked.player == "fails":
        raise LookupError("no idea")
    return Answer(str(os.getpid()))
