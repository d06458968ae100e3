"""Scripts: what a client does at tables, and what it was answered. Standard library alone, so that a browser runs it.

A script is written by playing it once against local tables; then others play the same, and must be answered the same.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from typing import Any

from speelkist.bots.job import BotJob, BotReply, run_job
from speelkist.local.advice import Adviser
from speelkist.local.codec import encode
from speelkist.local.requests import LocalRequests
from speelkist.local.session import LocalSession
from speelkist.local.store import MemoryStore
from speelkist.local.tables import LocalTables
from speelkist.table.identity import owner_hash

KEY = "k" * 32
_SECRETS = re.compile(r'"[0-9a-f]{64}"')  # seeds and commitments: those of a rematch are new


class LocalPlayer:
    """A client of local tables."""

    def __init__(self) -> None:
        self.tables = LocalTables(MemoryStore(), scripted=True)
        self._requests = LocalRequests(self.tables, owner_hash(KEY))
        self._messages: list[str] = []
        self._session = LocalSession(
            self.tables, Adviser(_think), lambda message: self._messages.append(encode(message))
        )

    async def create(self, wanted: dict[str, Any]) -> str:
        """Make a table; its id."""
        status, body = await self._requests.answer("POST", "/api/tables", json.dumps(wanted))
        assert status == 200, body
        return str(json.loads(body)["table"])

    async def say(self, message: dict[str, Any]) -> list[str]:
        """Send a message; all that is answered."""
        self._messages.clear()
        await self._session.receive(json.dumps(message))
        return list(self._messages)


async def _think(job: BotJob) -> BotReply:
    return run_job(job)


def plain(messages: list[str], names: dict[str, str]) -> list[Any]:
    """Messages without what differs from run to run: times, ids of tables, fresh seeds, who is connected."""
    known = []
    for text in messages:
        for table_id, name in names.items():
            text = text.replace(table_id, name)
        message = json.loads(_SECRETS.sub('"secret"', text))
        if message["say"] in ("presence", "welcome"):
            continue
        for entry in message.get("events", []):
            entry["at"] = 0
            _stop(entry["event"])
        _stop(message)
        known.append(message)
    return known


def _stop(data: dict[str, Any]) -> None:
    """How much time has gone by differs."""
    if isinstance(data.get("clock"), dict) and "since" in data["clock"]:
        data["clock"] |= {"left": [], "since": 0}


class Writer:
    """Plays as somebody would who tries everything, and writes down what was said and answered."""

    def __init__(self, wanted: dict[str, Any], commit: dict[str, str], seed: int) -> None:
        self.steps: list[dict[str, Any]] = []
        self._wanted, self._commit = wanted, commit
        self._rng = random.Random(seed)
        self._player = LocalPlayer()
        self._names: dict[str, str] = {}
        self._view: dict[str, Any] = {}
        self._version = 0
        self._status = ""

    @property
    def tables(self) -> LocalTables:
        """The tables at which it is played."""
        return self._player.tables

    async def begin(self, actions: int) -> None:
        """Play so many actions."""
        self._names[await self._player.create(self._wanted)] = "table1"
        await self._player.say({"say": "hello", "protocol": 1, "key": KEY})
        await self._say("watch", seen=0)
        if self._status == "waiting":
            await self._say("commit", **self._commit)
        for count in range(actions):
            if self._status != "playing":
                break
            await self._act(count)

    async def write(self, actions: int) -> dict[str, Any]:
        """The script of a game of so many actions, and some more."""
        await self.begin(actions)
        if self._status == "playing":
            await self._say("resign", seat=self._view["player"])
            await self._say("play", seat=0, seen=self._version, move="--")
        if self._status == "over":
            await self._end()
        return {"wanted": self._wanted, "steps": self.steps}

    async def _act(self, count: int) -> None:
        seat, seen = self._view["player"], self._version
        if count % 5 == 1:
            await self._say("play", seat=seat, seen=seen, move="no such move")
            await self._say("play", seat=seat, seen=max(0, seen - 2), move=self._move())
            await self._say("play", seat=1 - seat if seat < 2 else 0, seen=seen, move=self._move())
            await self._say("play", seat=9, seen=seen, move="--")
        if count % 7 == 3:
            await self._say("undo", seat=seat, seen=seen)
            await self._say("rename", seat=0, name=f"Ans {count}")
            await self._say("sit", seat=-1, name="Bob", commitment="")
            await self._say("reclaim", seat=0)
            seat, seen = self._view["player"], self._version
        if count % 6 == 2:
            await self._say("query", name="describe", args={})
            await self._say("query", name="why_not", args={"picks": ["a1"]})
            await self._say("query", name="nothing", args={}, actions=1)
            await self._say("watch", seen=seen)
        move = self._move()
        step = await self._say("play", seat=seat, seen=seen, move=move)
        if count % 4 == 0:
            await self._repeat(step)

    async def _end(self) -> None:
        await self._say("undo", seat=0, seen=self._version)
        step = await self._say("rematch")
        await self._repeat(step)
        if "table2" in self._names.values():
            await self._say("watch", table="table2", seen=0)
            await self._say("sit", table="table2", seat=-1, name="Ans")

    def _move(self) -> str:
        choices = self._view["choices"]
        return str(self._rng.choice(choices)["move"]) if choices else "--"

    async def _say(self, kind: str, **fields: Any) -> dict[str, Any]:
        message = {"say": kind, "id": f"id{len(self.steps)}", "table": "table1", **fields}
        return await self._send(message)

    async def _repeat(self, step: dict[str, Any]) -> None:
        await self._send(step["message"])

    async def _send(self, message: dict[str, Any]) -> dict[str, Any]:
        ids = {name: table_id for table_id, name in self._names.items()}
        answers = await self._player.say({**message, "table": ids[message["table"]]})
        learn(self._names, answers)
        self._follow([json.loads(answer) for answer in answers])
        step = {"message": message, "answers": plain(answers, self._names)}
        self.steps.append(step)
        return step

    def _follow(self, answers: list[dict[str, Any]]) -> None:
        for answer in answers:
            if answer["say"] in ("snapshot", "update"):
                self._view, self._version = answer["view"], answer["version"]
                self._status = answer.get("state") or self._status


async def play_local(script: dict[str, Any]) -> list[list[Any]]:
    """What local tables answer to a script."""
    player = LocalPlayer()
    names = {await player.create(script["wanted"]): "table1"}
    await player.say({"say": "hello", "protocol": 1, "key": KEY})
    answers = []
    for step in script["steps"]:
        message = step["message"]
        ids = {name: table_id for table_id, name in names.items()}
        texts = await player.say({**message, "table": ids[message["table"]]})
        learn(names, texts)
        answers.append(plain(texts, names))
    return answers


def learn(names: dict[str, str], texts: list[str]) -> None:
    """The next table gets its name when a rematch leads there."""
    for text in texts:
        for entry in json.loads(text).get("events", []):
            if entry["event"]["kind"] == "rematched":
                names[entry["event"]["table"]] = "table2"


def write_script(wanted: dict[str, Any], commit: dict[str, str], seed: int, actions: int) -> dict[str, Any]:
    """A script of a game."""
    return asyncio.run(Writer(wanted, commit, seed).write(actions))
