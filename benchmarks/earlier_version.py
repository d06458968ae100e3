"""A bot of another checkout of Speelkist, played by a process of its own, so that two versions can meet in the arena.

The environment names the checkout (SPEELKIST_EARLIER) and its bot (SPEELKIST_EARLIER_BOT, otherwise master). The bot's
import path is ``earlier_version:Earlier``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from itertools import count
from pathlib import Path

from speelkist.core import Move, Refusal, State

CHECKOUT, BOT = "SPEELKIST_EARLIER", "SPEELKIST_EARLIER_BOT"

_ANSWER = """
import json, sys
from speelkist.bots.factory import make_bot
from speelkist.core import load
bots = {}
for line in sys.stdin:
    asked = json.loads(line)
    if asked["number"] not in bots:
        bots[asked["number"]] = make_bot(asked["bot"], asked["seed"], strict=True)
    state = load(asked["game"], **asked["options"]).from_json(asked["position"])
    print(json.dumps(bots[asked["number"]].choose(state).text), flush=True)
"""

_numbers = count()


@cache
def _process() -> subprocess.Popen[str]:
    checkout = Path(os.environ[CHECKOUT]).resolve()
    surroundings = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    return subprocess.Popen(
        [sys.executable, "-c", _ANSWER], env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


class Earlier:
    """Plays as the other version does."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._number = next(_numbers)

    def choose(self, state: State) -> Move:
        """What the other version plays here."""
        process = _process()
        assert process.stdin is not None and process.stdout is not None
        asked = {
            "number": self._number,
            "seed": self._seed,
            "bot": os.environ.get(BOT, "master"),
            "game": state.game.info.id,
            "options": dict(state.game.options),
            "position": state.to_json(),
        }
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        move = state.resolve(json.loads(process.stdout.readline()))
        assert not isinstance(move, Refusal), move
        return move
