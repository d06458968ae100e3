"""The walk of one move: how many of our functions it goes through, in how many files, from the socket to the watchers.

    python benchmarks/server/walk.py [--moves 40] [--list]

A server in this process, two browsers at a table of Kopf oder Knopf and one that only looks on. From when a browser
sends its move until all three have the update, every call into ``src/speelkist`` is counted (a coroutine that goes on
counts again, what is computed inside a comprehension with the function that it stands in), and how often a call is in
another file than the one before it. The figures are medians: what the server does by itself meanwhile is in some of
them. ``--list`` prints one walk, call by call.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import sys
import tempfile
import threading
import urllib.request
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

import speelkist
from speelkist.server.http.app import App
from speelkist.server.main import Server, open_port
from speelkist.server.settings import Settings
from speelkist.server.storage.database import prepare

SOURCE = str(Path(speelkist.__file__).parent)
RULES = ("core/", "games/")
INLINED = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")  # in some versions of Python only
KEYS = [f"benchmark-of-the-walk-{seat}" for seat in range(3)]

Call = tuple[str, str]  # file, function


class Walk:
    """What is called while it is recorded, in any thread."""

    def __init__(self) -> None:
        self.calls: list[Call] | None = None

    def install(self) -> None:
        """Look at every call from now on; threads that run already are not seen."""
        threading.setprofile(self._on_event)
        sys.setprofile(self._on_event)

    def _on_event(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and self.calls is not None:
            code = frame.f_code
            if code.co_filename.startswith(SOURCE) and code.co_name not in INLINED:
                self.calls.append((code.co_filename[len(SOURCE) + 1 :], code.co_qualname))

    def take(self) -> list[Call]:
        """What was called; the recording ends."""
        calls, self.calls = self.calls or [], None
        return calls


def changes(calls: list[Call]) -> int:
    """How often a call is in another file than the one before."""
    return sum(before[0] != after[0] for before, after in pairwise(calls))


@contextlib.asynccontextmanager
async def running_server(folder: str) -> AsyncIterator[str]:
    """A server in this process; its address."""
    no_limits: dict[str, Any] = {"rate": 0, "sockets_per_address": 0, "tables_per_hour": 0, "compile": False}
    settings = Settings(port=0, admin_port=-1, db=f"{folder}/tables.db", **no_limits)
    prepare(settings)
    ready = asyncio.Event()
    with contextlib.closing(open_port(settings)) as listening:
        server = Server(App(settings), listening, lambda _: ready.set())
        running = asyncio.create_task(server.serve(sockets=[listening]))
        await ready.wait()
        try:
            yield server.url.rstrip("/")
        finally:
            server.should_exit = True
            await running


def create_table(address: str) -> str:
    """The id of a new table, where the first browser sits."""
    body = json.dumps({"game": "knopf", "sit": 0}).encode()
    headers = {"content-type": "application/json", "authorization": f"Bearer {KEYS[0]}"}
    with urllib.request.urlopen(urllib.request.Request(f"{address}/api/tables", body, headers)) as answer:
        return str(json.load(answer)["table"])


async def until(socket: ClientConnection, say: str) -> dict[str, Any]:
    """The next message of a kind; what came with it is left unread."""
    async for text in socket:
        messages: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
        for message in messages:
            if message["say"] == "rejected":
                raise SystemExit(f"rejected: {message['sentence']}")
            if message["say"] == say:
                return message
    raise SystemExit("the server has closed the connection")


async def play(address: str, walk: Walk, moves: int, rng: random.Random) -> list[list[Call]]:
    """The walks of so many moves, or fewer if the game is over before."""
    table = await asyncio.to_thread(create_table, address)
    walks: list[list[Call]] = []
    async with contextlib.AsyncExitStack() as stack:
        url = f"{address.replace('http', 'ws', 1)}/socket"
        sockets = [await stack.enter_async_context(connect(url, max_size=None)) for _ in KEYS]
        for key, socket in zip(KEYS, sockets, strict=True):
            await socket.send(json.dumps({"say": "hello", "protocol": 1, "key": key}))
        await sockets[1].send(json.dumps({"say": "sit", "id": "s", "table": table, "seat": 1, "name": "b"}))
        await until(sockets[1], "accepted")
        for socket in sockets:
            await socket.send(json.dumps({"say": "watch", "id": "w", "table": table}))
        shown = (await asyncio.gather(*(until(socket, "snapshot") for socket in sockets)))[0]
        while len(walks) < moves and (choices := shown["view"]["choices"]):
            seat = shown["view"]["player"]
            sent = {"say": "play", "id": f"m{len(walks)}", "table": table, "seat": seat, "seen": shown["version"]}
            walk.calls = []
            await sockets[seat].send(json.dumps({**sent, "move": rng.choice(choices)["move"]}))
            shown = (await asyncio.gather(*(until(socket, "update") for socket in sockets)))[0]
            walks.append(walk.take())
            await asyncio.sleep(0)
    return walks


async def measure(moves: int) -> list[list[Call]]:
    """The walks of some moves on a server of its own."""
    walk = Walk()
    walk.install()
    with tempfile.TemporaryDirectory(prefix="speelkist-walk-") as folder:
        async with running_server(folder) as address:
            return await play(address, walk, moves, random.Random(1))


def tell(title: str, walks: list[list[Call]]) -> None:
    """Print the figures of some walks."""
    files = statistics.median(len({file for file, _ in calls}) for calls in walks)
    calls, changed = statistics.median(map(len, walks)), statistics.median(map(changes, walks))
    print(f"  {title}: {calls:g} calls, {files:g} files, {changed:g} changes of file")


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--list", action="store_true", help="print one walk, call by call")
    given = parser.parse_args(arguments)
    walks = asyncio.run(measure(given.moves))
    if given.list:
        usual = statistics.median_low(len(calls) for calls in walks)
        print("\n".join(f"{file}: {name}" for file, name in next(calls for calls in walks if len(calls) == usual)))
    print(f"a move, the median of {len(walks)}:")
    tell("all of it", walks)
    tell(
        "the server and the table alone", [[call for call in calls if not call[0].startswith(RULES)] for calls in walks]
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
