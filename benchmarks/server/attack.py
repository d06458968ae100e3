"""How long an honest pair waits for its moves while forty hostile sockets do their worst at the permitted rate.

    python benchmarks/server/attack.py [--seconds 20] [--sockets 40]

The server runs with its usual limits on one core; the attackers come from another address than the pair. Without and
with the attack, the time of a move is measured from when it was sent until the other player has it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from speelkist.core import nonce_commitment

HOST = "127.0.0.1"
ATTACKER = "127.0.0.2"  # Linux answers to all of 127.0.0.0/8
HONEST = "127.0.0.9"  # apart from who lays the long game, which uses up what an address may ask for
RATE = 30  # messages a second that a socket may send
OWNER = "attacker-game-" + "x" * 20  # the key that most attackers share, so that what they ask is done
BOT_TABLES = 20  # where bots play among themselves
LISTED = 100  # tables in the list that is asked for again and again
PACE = 0.05  # seconds between the pair's moves
NONCE = bytes(16)  # what every client adds to the dice
CORES = sorted(os.sched_getaffinity(0))

Json = dict[str, Any]
RECEIVED: defaultdict[str, Counter[str]] = defaultdict(Counter)  # by address, which messages of the server came


@contextlib.contextmanager
def server() -> Iterator[int]:
    """A server on the first core; its port."""
    with contextlib.closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "speelkist", "serve", "--port", str(port), "--db", str(Path(folder) / "t.db")]
        pinned = ["taskset", "-c", str(CORES[0]), *command, "--no-compile", "--tables-per-hour", "0"]
        process = subprocess.Popen(pinned, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(300):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(f"http://{HOST}:{port}/health", timeout=5)
                    break
                time.sleep(0.1)
            yield port
        finally:
            process.terminate()
            process.wait(60)


class Client:
    """A socket that keeps the newest view of its table."""

    def __init__(self, port: int, key: str, address: str) -> None:
        self.port, self.key, self.address = port, key, address
        self.table = self.promised = ""
        self.awaited = 0  # how many commitments must be seen before the nonce is revealed
        self.version = 0
        self.view: Json = {}
        self.arrived: asyncio.Queue[int] = asyncio.Queue()
        self.received = RECEIVED[address]

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[ClientConnection]:
        """Connected and greeted, with a task that reads."""
        options: Json = {"compression": None, "max_size": None, "local_addr": (self.address, 0), "proxy": None}
        async with connect(f"ws://{HOST}:{self.port}/socket", **options) as line:
            await line.send(json.dumps({"say": "hello", "protocol": 1, "key": self.key}))
            reading = asyncio.create_task(self._read(line))
            try:
                yield line
            finally:
                reading.cancel()

    async def _read(self, line: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in line:
                for text in str(frame).split("\n"):
                    message = json.loads(text)
                    self.received[message["say"]] += 1
                    if message["say"] in ("snapshot", "update") and message["table"] == self.table:
                        self.version, self.view = message["version"], message["view"]
                        await self._settle(line, message["events"])
                        self.arrived.put_nowait(self.version)

    async def create(self, **request: Any) -> str:
        """A table of one's own."""
        answer = await asyncio.to_thread(self.http, "/api/tables", request)
        self.table, self.promised = str(answer["table"]), str(answer["commitment"])
        return self.table

    @property
    def commitment(self) -> str:
        """To the nonce of this client at its table."""
        return nonce_commitment(self.promised, NONCE)

    async def commit(self, line: ClientConnection, alone: bool) -> None:
        """Add a nonce to the dice; revealed at once if nobody else does."""
        commit = {"say": "commit", "id": f"c{self.table}", "table": self.table, "commitment": self.commitment}
        await line.send(json.dumps({**commit, "nonce": NONCE.hex() if alone else ""}))

    async def _settle(self, line: ClientConnection, events: list[Json]) -> None:
        """Reveal the nonce when all have committed."""
        kinds = ("seated", "committed")
        self.awaited -= sum(bool(new["event"]["kind"] in kinds and new["event"]["commitment"]) for new in events)
        if self.awaited == 0:
            self.awaited = -1000
            await line.send(
                json.dumps({"say": "reveal", "id": f"r{self.table}", "table": self.table, "nonce": NONCE.hex()})
            )

    def http(self, path: str, body: Json | None = None) -> Json:
        """One request."""
        line = http.client.HTTPConnection(HOST, self.port, timeout=60, source_address=(self.address, 0))
        with contextlib.closing(line):
            data = None if body is None else json.dumps(body)
            line.request("GET" if body is None else "POST", path, data, {"Authorization": f"Bearer {self.key}"})
            answer = line.getresponse()
            text = answer.read()
        if answer.status >= 400:
            raise OSError(f"{path}: {answer.status}")
        return dict(json.loads(text)) if text.startswith(b"{") else {}


async def honest_moves(port: int, seconds: float) -> list[float]:
    """Two people play for so long; how long each move took, in milliseconds."""
    ans, bob = (Client(port, f"honest-{name}-" + "a" * 20, HONEST) for name in ("ans", "bob"))
    times: list[float] = []
    async with ans.connected() as first, bob.connected() as second:
        lines = (first, second)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            table = bob.table = await ans.create(game="kriskras", sit=0)
            bob.promised = ans.promised
            ans.awaited = bob.awaited = 2
            for line in lines:
                await line.send(json.dumps({"say": "watch", "id": f"w{table}", "table": table}))
            sit = {"say": "sit", "id": f"s{table}", "table": table, "seat": 1, "name": "Bob"}
            await second.send(json.dumps({**sit, "commitment": bob.commitment}))
            await ans.commit(first, alone=False)
            while not (bob.view.get("choices") and ans.version == bob.version):
                await asyncio.wait_for(bob.arrived.get(), 60)
                await asyncio.sleep(0.01)
            while time.monotonic() < deadline and bob.view["player"] >= 0:
                seat, seen = bob.view["player"], bob.version
                other = (bob, ans)[seat]
                while not other.arrived.empty():
                    other.arrived.get_nowait()
                move = random.choice(bob.view["choices"])["move"]
                play = {"say": "play", "id": f"{table}{seen}", "table": table, "seat": seat, "seen": seen, "move": move}
                sent = time.monotonic()
                await lines[seat].send(json.dumps(play))
                while await asyncio.wait_for(other.arrived.get(), 60) <= seen:
                    pass
                times.append(1000 * (time.monotonic() - sent))
                while bob.version <= seen:
                    await asyncio.sleep(0.001)
                await asyncio.sleep(PACE)
    return times


# --- the attackers ----------------------------------------------------------------------------------------------------

MARKS = "a" + "\u0315" * 15_000 + "\u0316" * 15_000


def messages(table: str, victim: str, actions: int) -> Iterator[Json]:
    """What an attacker says, over and over."""
    number = random.randrange(1 << 40)  # ids that no other socket with the same key has used
    while True:
        number += 1
        kinds: list[Json] = [
            {"say": "query", "table": table, "name": "describe", "args": {}, "actions": number % (actions + 1)},
            {"say": "watch", "table": table, "seen": 0},
            {"say": "sit", "table": victim, "seat": 1, "name": MARKS},
            {"say": "rename", "table": table, "seat": 0, "name": f"N{number}"},
            {"say": "query", "table": table, "name": "why_not", "args": {"picks": ["a"] * 8}},
            {"say": "hint", "table": table, "seat": 0},
            {"say": "claim", "code": "ABCDEFGH23"},
            {"say": "unwatch", "table": table},
        ]
        yield {"id": f"x{number}", **random.choice(kinds)}


async def attack(port: int, victim: str, long_game: tuple[str, int], until: float) -> None:
    """One hostile socket: as fast as it may, and back again when it is closed."""
    client = Client(port, OWNER, ATTACKER)
    said = messages(long_game[0], victim, long_game[1])
    while time.monotonic() < until:
        with contextlib.suppress(OSError, ConnectionClosed, TimeoutError):
            async with client.connected() as line:
                while time.monotonic() < until:
                    await line.send(json.dumps(next(said)))
                    await asyncio.sleep(1 / RATE)
        await asyncio.sleep(0.2)


async def undo_on(port: int, until: float) -> None:
    """Moves that are played and taken back, over and over, at a table of one's own, which is loaded again and again."""
    client = Client(port, f"attacker-undo-{random.random()}-" + "x" * 20, ATTACKER)
    number = 0
    while time.monotonic() < until:
        with contextlib.suppress(OSError, ConnectionClosed, TimeoutError):
            async with client.connected() as line:
                if not client.table:
                    await client.create(game="cubus", options={"players": 4}, names=list("abcd"))
                    await client.commit(line, alone=True)
                await line.send(json.dumps({"say": "watch", "id": "w", "table": client.table}))
                await asyncio.wait_for(client.arrived.get(), 60)
                while time.monotonic() < until:
                    number += 1
                    asked: Json = {"id": f"u{number}", "table": client.table, "seen": client.version}
                    asked["seat"] = max(0, client.view.get("player", 0))
                    if number % 3 and client.view.get("choices"):  # two moves forward, one back
                        asked |= {"say": "play", "move": random.choice(client.view["choices"])["move"]}
                    else:
                        asked |= {"say": "undo"}
                    await line.send(json.dumps(asked))
                    await asyncio.sleep(1 / RATE)
        await asyncio.sleep(0.2)


async def watch_bots(port: int, until: float, ready: asyncio.Semaphore) -> None:
    """A table where the strongest bots there are play among themselves, watched so that they go on."""
    client = Client(port, "attacker-bots-" + "x" * 20, ATTACKER)
    async with client.connected() as line:
        await client.create(game="krabcek", seats=["friend", "friend"], sit="none")
        await client.commit(line, alone=True)
        await line.send(json.dumps({"say": "watch", "id": "w", "table": client.table}))
        await asyncio.wait_for(client.arrived.get(), 60)
        ready.release()
        await asyncio.sleep(until - time.monotonic())


async def fetch_on(port: int, table: str, until: float) -> None:
    """Records, past positions and a long list over HTTP, one after the other."""
    client = Client(port, "attacker-http-" + "x" * 20, ATTACKER)
    for _ in range(LISTED):
        with contextlib.suppress(OSError):
            await client.create(game="knopf", names=["a", "b"])
    while time.monotonic() < until:
        for path in (
            f"/api/tables/{table}/record",
            f"/api/tables/{table}/at/50",
            f"/api/tables/{table}/story",
            "/api/tables",
        ):
            with contextlib.suppress(OSError):
                await asyncio.to_thread(client.http, path)


async def make_long_game(port: int) -> tuple[str, int]:
    """A long game of Cubus at one screen; its table, and how many actions it has."""
    client = Client(port, OWNER, ATTACKER)
    async with client.connected() as line:
        table = await client.create(game="cubus", options={"players": 4}, names=list("abcd"))
        await client.commit(line, alone=True)
        await line.send(json.dumps({"say": "watch", "id": "w", "table": table}))
        await asyncio.wait_for(client.arrived.get(), 60)
        for number in range(120):
            if not client.view["choices"]:
                break
            play = {"table": table, "seat": client.view["player"], "seen": client.version}
            move = client.view["choices"][-1]["move"]
            await line.send(json.dumps({"say": "play", "id": f"m{number}", **play, "move": move}))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(client.arrived.get(), 5)
            await asyncio.sleep(1 / RATE)
    return table, client.version // 2


def shown(times: list[float]) -> str:
    """The middle and the tail of some times."""
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"{len(times)} moves, p50 {statistics.median(times):.1f} ms, p99 {p99:.1f} ms, max {ordered[-1]:.1f} ms"


async def run(seconds: float, sockets: int) -> None:
    """Measure without and with the attack."""
    with server() as port:
        print("alone:", shown(await honest_moves(port, seconds)), flush=True)
        long_game = await make_long_game(port)
        victim = await Client(port, "victim-" + "v" * 25, HOST).create(game="knopf", sit=0)
        until = time.monotonic() + seconds + 10
        ready = asyncio.Semaphore(0)
        hostile = [asyncio.create_task(watch_bots(port, until, ready)) for _ in range(BOT_TABLES)]
        for _ in range(BOT_TABLES):
            await ready.acquire()
        for number in range(sockets):
            hostile.append(
                asyncio.create_task(attack(port, victim, long_game, until) if number % 2 else undo_on(port, until))
            )
        hostile.append(asyncio.create_task(fetch_on(port, long_game[0], until)))
        await asyncio.sleep(2)
        print(f"with {sockets} hostile sockets:", shown(await honest_moves(port, seconds)), flush=True)
        await asyncio.gather(*hostile, return_exceptions=True)
        said = ", ".join(f"{count} {kind}" for kind, count in RECEIVED[ATTACKER].most_common(5))
        print(f"what the attackers were told: {said}")


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--sockets", type=int, default=40)
    given = parser.parse_args()
    os.sched_setaffinity(0, {CORES[-1]})
    asyncio.run(run(given.seconds, given.sockets))


if __name__ == "__main__":
    main()
