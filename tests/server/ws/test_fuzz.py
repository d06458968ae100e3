"""Ten thousand frames of nonsense against a table that two people go on playing at."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from speelkist.server.ws import protocol as say
from speelkist.server.ws import session
from tests.support.client import TestClient, table_of_two
from tests.support.samples import sample
from tests.support.server import TestServer, running_server

FRAMES = sample(2_000, slow=10_000)

HUGE: list[Any] = [0, -1, 2**31, 2**63, -(2**63) - 1, 10**40, 1.5, -0.0, 1e308, 10**4000]
TEXTS: list[Any] = [
    "",
    "\x00",
    "\ud7ff",
    "𝔘" * 9,
    "../..",
    "{winners}",
    "%s%n",
    "' or 1=1 --",
    "a" * 3000,
    "<b>",
    "\u202e",
]
ANY: list[Any] = [None, True, False, [], {}, [[]], {"a": {}}, *HUGE, *TEXTS]


def valid(table: str, rng: random.Random) -> dict[str, Any]:
    """A message such as a browser sends."""
    common = {"id": f"f{rng.randrange(10**9)}", "table": table}
    seat = {**common, "seat": rng.randrange(-1, 3)}
    seen = {**seat, "seen": rng.randrange(100)}
    messages: list[dict[str, Any]] = [
        {"say": "hello", "protocol": 1, "key": "k" * 30},
        {"say": "watch", **common, "seen": rng.randrange(50)},
        {"say": "unwatch", **common},
        {"say": "sit", **seat, "name": "Eve"},
        {"say": "rename", **seat, "name": "Eve"},
        {"say": "play", **seen, "move": rng.choice(["--", "a1-b2", "build 1@0,0", "knock:1", "r1g1", "pass"])},
        {"say": "undo", **seen},
        {"say": "answer", **seen, "yes": True},
        {"say": "resign", **seat},
        {"say": "keep", **seat},
        {"say": "give_to_bot", **seat, "bot": "simple"},
        {"say": "reclaim", **seat},
        {"say": "rematch", **common},
        {"say": "code", **seat},
        {"say": "query", **common, "name": "draft", "args": {"tiles": [["L", 0, 0], ["T", 1, 1]]}},
        {
            "say": "query",
            **common,
            "name": rng.choice(["route", "describe", "threats"]),
            "args": {"move": "b2-e2"},
        },
        {"say": "hint", **seat},
    ]
    return rng.choice(messages)


def mutated(message: dict[str, Any], rng: random.Random) -> str | bytes:
    """One thing about it is wrong, or several."""
    for _ in range(rng.randrange(1, 4)):
        name = rng.choice(list(message))
        match rng.randrange(5):
            case 0:
                message[name] = rng.choice(ANY)
            case 1:
                message.pop(name)
            case 2:
                message[rng.choice(["extra", "say ", "__class__", "seed", "secret"])] = rng.choice(ANY)
            case 3:
                message = {name: rng.choice(ANY) if rng.random() < 0.5 else value for name, value in message.items()}
            case 4:
                message["say"] = rng.choice(["", "table", "update", "welcome", "Play", "none", 5, None])
        if not message:
            break
    text = json.dumps(message, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.3:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(['"', "{", "}", ",", "\\", "\\ud800", "1e999", "NaN", "//"]) + text[at + 1 :]
    return text.encode() if rng.random() < 0.2 else text


def frame(table: str, rng: random.Random) -> tuple[str | bytes, bool]:
    """One frame, and whether it is a text frame though its bytes may be no text."""
    kind = rng.random()
    if kind < 0.1:
        return rng.randbytes(rng.randrange(200)), False
    if kind < 0.13:
        return rng.randbytes(rng.randrange(1, 40)), True
    if kind < 0.2:
        depth = rng.choice([10, 900, 1100, 20_000])
        return rng.choice(['{"say":' * depth, "[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth]), False
    if kind < 0.3:
        return rng.choice(
            ["null", "1", '"say"', "[]", "{}", "", " ", "{" + '"say":"watch",' * 9 + "}", "\ufeff{}"]
        ), False
    if kind < 0.4:
        return json.dumps(valid(table, rng)), False  # nothing wrong with it, but it is not their seat
    return mutated(valid(table, rng), rng), False


class Stranger(threading.Thread):
    """Sends frames on one socket after another, as each is closed."""

    def __init__(self, server: TestServer, table: str, seed: int, frames: int) -> None:
        super().__init__(name=f"stranger {seed}", daemon=True)
        self.server, self.table, self.rng, self.frames = server, table, random.Random(seed), frames
        self.sent = self.sockets = 0
        self.received: list[str] = []
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            while self.sent < self.frames:
                self._one_socket()
        except BaseException as error:  # noqa: BLE001  (raised again where the test waits)
            self.problem = error

    def _one_socket(self) -> None:
        client = TestClient(self.server)
        self.sockets += 1
        try:
            if self.rng.random() < 0.9:
                client.connect()
            else:
                client.open()
            while self.sent < self.frames:
                for _ in range(10):  # a handful at a time: then what comes back is read
                    data, as_text = frame(self.table, self.rng)
                    assert client._socket is not None
                    self.sent += 1
                    client._socket.send(data, text=True if as_text else None)
                self._receive(client)
        except ConnectionClosed:
            pass
        finally:
            client.close()

    def _receive(self, client: TestClient) -> None:
        mark = client.new_id()
        client.send({"say": "unwatch", "id": mark, "table": "22222222"})
        while True:
            text = client.receive_text()
            self.received.append(text)
            message = json.loads(text)
            if message["say"] in ("accepted", "rejected") and message["id"] == mark:
                return


def play_on(table: str, two: list[TestClient], until: Iterator[bool]) -> int:
    """Two people play as long as it goes on, and when the game is over they change names; how often."""
    times = 0
    for _ in until:
        for client in two:
            client.receive_all()
        seen = two[0].tables[table]
        seat = seen.view["player"]
        if seen.state == "over":
            number = two[times % 2].ask("rename", table=table, seat=times % 2, name=f"N{times}")["version"]
        else:
            choices = seen.view["choices"]
            number = two[seat].play(table, seat, choices[times % len(choices)]["move"])["version"]
        for client in two:
            client.catch_up(table, number)
        times += 1
    return times


def check_undisturbed(server: TestServer, frames: int, strangers: int, log: pytest.LogCaptureFixture) -> None:
    with table_of_two(server, "knopf", options={"target": 14}) as (table, two):
        before = {name: server.metric(name) for name in ("not_understood_total", "refused_total", "failed_total")}
        crowd = [Stranger(server, table, seed, frames // strangers) for seed in range(strangers)]
        for stranger in crowd:
            stranger.start()
        times = play_on(table, two, iter(lambda: any(stranger.is_alive() for stranger in crowd), False))
        for stranger in crowd:
            stranger.join()
            if stranger.problem is not None:
                raise stranger.problem
        assert sum(stranger.sent for stranger in crowd) >= frames
        after = {name: server.metric(name) - count for name, count in before.items()}
        assert after["failed_total"] == 0
        assert after["not_understood_total"] > frames // 3
        assert after["refused_total"] > frames // 20
        received = [text for stranger in crowd for text in stranger.received]
        assert not [text for text in received if "Traceback" in text or '.py"' in text or "server.failed" in text]
        assert {json.loads(text)["say"] for text in received} <= {
            "welcome",
            "rejected",
            "accepted",
            "snapshot",
            "update",
            "presence",
            "closing",
        }
        assert times > 20
        kinds = [event["kind"] for event in server.stored_events(table)]
        assert kinds.count("moved") + kinds.count("renamed") == times
        assert set(kinds) <= {"created", "seated", "moved", "ended", "renamed"}
        assert [client.tables[table].events for client in two] == [server.stored_events(table)] * 2
    ours = [record for record in log.records if not record.name.startswith("websockets.")]  # those are the strangers'
    assert not [record for record in ours if record.exc_info or record.levelname in ("ERROR", "CRITICAL")]


def test_random_messages_are_refused_and_counted_and_change_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running_server(tmp_path) as server:
        check_undisturbed(server, FRAMES, 2, caplog)


def test_unreadable_messages_are_answered_and_then_the_socket_closed(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        client = TestClient(server).connect()
        for number in range(session.MAX_UNREADABLE):
            client.send(json.dumps({"say": "watch", "id": f"w{number}", "table": number}))
        assert client.await_close() == (4002, "not understood")
        answers = [json.loads(text) for text in client.received if '"rejected"' in text]
        assert [answer["id"] for answer in answers] == [f"w{number}" for number in range(session.MAX_UNREADABLE)]
        assert {answer["why"]["key"] for answer in answers} == {"server.message.wrong"}
        assert "Expected `str`, got `int`" in answers[0]["sentence"]


def test_unknown_fields_are_ignored() -> None:
    """A newer browser may say more; what is not known is passed over."""
    message = say.decode(b'{"say": "watch", "id": "1", "table": "22222222", "new": [1, {}]}')
    assert message == say.Watch("1", "22222222")
