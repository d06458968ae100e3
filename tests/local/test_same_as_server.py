"""The law of the two transports: the same messages get the same answers from a server and from local tables."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from collections.abc import Iterator
from typing import Any, get_args

import pytest

import speelkist
from speelkist.local import session
from speelkist.local.requests import LocalRequests
from speelkist.local.store import MemoryStore
from speelkist.local.tables import LocalTables
from speelkist.server.ws import protocol
from speelkist.table.dispatch import COMMANDS
from speelkist.table.identity import owner_hash
from tests.local.script import KEY, learn, plain, play_local, write_script
from tests.support.client import TestClient
from tests.support.dice import NONCES, SEED, promise_of
from tests.support.samples import sample
from tests.support.server import TestServer, running_server

COMMIT = {"commitment": promise_of(NONCES[0]), "nonce": NONCES[0]}
# Options that change what is asked or shown; the rest of them is the games' own law.
VARIATIONS: list[dict[str, Any]] = [{}, {"names": ["Ans", "Bob"], "clock": {"seconds": 3600, "increment": 5}}]


@pytest.fixture(scope="module", name="server")
def scripted_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with running_server(tmp_path_factory.mktemp("law")) as server:
        yield server


def wanted_tables() -> list[dict[str, Any]]:
    """Every game, with each choice of each of its options in turn."""
    tables: list[dict[str, Any]] = []
    for game in speelkist.games():
        tables += [{"game": game, "seed": SEED, **more} for more in VARIATIONS]
        for option in speelkist.load(game).info.options:
            values: list[Any] = [value for value in option.choices if value != option.default][:1]
            values += [not option.default] if option.kind == "flag" else []
            tables += [{"game": game, "seed": SEED, "options": {option.name: value}} for value in values]
    return tables


def answers_of(server: TestServer, script: dict[str, Any]) -> list[list[Any]]:
    """What a server answers to a script."""
    made = server.http("POST", "/api/tables", script["wanted"], KEY)
    assert made.status == 201, made.text
    names = {made.json()["table"]: "table1"}
    client = TestClient(server, KEY).connect()
    answers = []
    try:
        for step in script["steps"]:
            ids = {name: table_id for table_id, name in names.items()}
            message = step["message"]
            client.send({**message, "table": ids[message["table"]]})
            texts: list[str] = []
            while not texts or json.loads(texts[-1]).get("id") != message["id"]:
                texts.append(client.receive_text())
            learn(names, texts)
            answers.append(plain(texts, names))
    finally:
        client.close()
    return answers


def test_both_speak_the_same_protocol() -> None:
    assert session.PROTOCOL == protocol.PROTOCOL
    assert {kind.__struct_config__.tag for kind in get_args(protocol.TableCommand)} == COMMANDS


@pytest.mark.parametrize("wanted", wanted_tables(), ids=lambda wanted: "-".join(map(str, wanted.values()))[:60])
def test_a_script_is_answered_alike(server: TestServer, wanted: dict[str, Any]) -> None:
    script = write_script(wanted, COMMIT, seed=len(str(wanted)), actions=sample(16, 200))
    kinds = {answer["say"] for step in script["steps"] for answer in step["answers"]}
    assert {"snapshot", "update", "accepted", "rejected"} <= kinds
    for step, answers in zip(script["steps"], answers_of(server, script), strict=True):
        assert answers == step["answers"], step["message"]


def test_a_script_is_answered_alike_again() -> None:
    script = write_script({"game": "kriskras", "seed": SEED}, COMMIT, seed=5, actions=8)
    assert asyncio.run(play_local(script)) == [step["answers"] for step in script["steps"]]


@pytest.mark.parametrize("game", speelkist.games())
def test_requests_are_answered_alike(server: TestServer, game: str) -> None:
    local = LocalRequests(LocalTables(MemoryStore()), owner_hash(KEY))
    lesson = server.http("GET", f"/api/games/{game}/lessons").json()["lessons"][0]["id"]
    asked: list[tuple[str, str, Any]] = [
        ("GET", "/api/phrases/nl", None),
        ("GET", f"/api/games/{game}/rules", None),
        ("GET", f"/api/games/{game}/lessons", None),
        ("GET", f"/api/games/{game}/lessons/{lesson}", None),
        ("POST", f"/api/games/{game}/lessons/{lesson}/1", {}),
        ("POST", f"/api/games/{game}/lessons/{lesson}/1", {"move": "no"}),
        ("POST", f"/api/games/{game}/lessons/{lesson}/99", {}),
        ("GET", f"/api/games/{game}/puzzles", None),
        ("GET", f"/api/games/{game}/examples/none", None),
        ("POST", f"/api/games/{game}/positions", {"moves": []}),
        ("POST", f"/api/games/{game}/positions", {"query": "describe"}),
        ("GET", f"/api/games/{game}/pictures", None),
        ("GET", f"/api/games/{game}/guide", None),
        ("GET", f"/api/games/{game}/rules?lang=nl", None),
        ("GET", f"/api/games/{game}/paper?paper=letter&lang=nl", None),
        ("GET", f"/api/games/{game}/paper?paper=a9", None),
        ("POST", f"/api/games/{game}/next", {"strength": "giant"}),
    ]
    for method, path, body in asked:
        reply = server.http(method, path, body)
        status, text = asyncio.run(local.answer(method, path, "" if body is None else json.dumps(body)))
        assert (status < 400, json.loads(text)) == (reply.status < 400, reply.json()), path


def test_sheets_to_print_are_the_same_file(server: TestServer) -> None:
    local = LocalRequests(LocalTables(MemoryStore()), owner_hash(KEY))
    address = "/api/games/kriskras/paper.pdf?paper=a4&lang=nl"
    status, text = asyncio.run(local.answer("GET", address))
    assert (status, b64decode(text)) == (200, server.http("GET", address).body)


@pytest.mark.parametrize("game", speelkist.games())
def test_computers_are_watched_alike(server: TestServer, game: str) -> None:
    """What they do is drawn; that it is told alike is not."""
    local = LocalRequests(LocalTables(MemoryStore()), owner_hash(KEY))
    position = None
    for _ in range(3):
        asked = {"position": position, "strength": "child"}
        status, text = asyncio.run(local.answer("POST", f"/api/games/{game}/next", json.dumps(asked)))
        reply = server.http("POST", f"/api/games/{game}/next", asked)
        assert (status, reply.status) == (200, 200)
        answer = json.loads(text)
        assert _shape(answer["shown"]) == _shape(reply.json()["shown"])
        assert (answer["reason"] is None) == (reply.json()["reason"] is None)
        position = answer["shown"]["position"]


def _shape(shown: dict[str, Any]) -> tuple[list[str], int, list[str]]:
    return sorted(shown), len(shown["actions"]), sorted(shown["view"])
