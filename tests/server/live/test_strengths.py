"""The computer's strengths at the table: who plays while kernels are compiled, hints with chances, how a game went."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from speelkist.bots.job import BotJob, BotReply, Suggestion
from speelkist.bots.precompile import CompileStatus
from speelkist.bots.strengths import STRENGTHS
from speelkist.bots.waiting_line import Priority
from speelkist.core import Phrase
from speelkist.core.registry import load_version
from speelkist.server.live import bot_runner
from speelkist.server.ws import protocol as say
from speelkist.table.analysis import Analysis
from tests.support.client import Rejected, TestClient, connected_clients
from tests.support.server import TestServer, running_server
from tests.support.two_processes import wait_until


@pytest.fixture(name="server")
def running(tmp_path: Path) -> Iterator[TestServer]:
    """A server of the test's own: what its computer can do is changed here."""
    with running_server(tmp_path / "tables.db") as running:
        yield running


ANOTHER = "another"  # instead of a move: any legal one but the one that was played


class Scripted:
    """In place of the workers: answers what the test says, and keeps what was asked."""

    def __init__(self, server: TestServer, *answers: BotReply | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[BotJob] = []
        server.app.workers.ask = self.ask  # type: ignore[method-assign]

    async def ask(self, job: BotJob, priority: Priority = Priority.MOVE, wanted_by: str = "") -> BotReply:
        self.asked.append(job)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        if answer.move == ANOTHER:
            state = load_version(job.game, job.version, job.options).from_json(job.position)
            another = next((move.text for move in state.legal() if move.text != job.judged), job.judged)
            return judged(another, answer.moves[0].chance or 0, answer.judged)
        return answer


def set_compile_status(server: TestServer, status: CompileStatus) -> None:
    async def change() -> None:
        server.app._on_compile_status(status)

    server.run_on_loop(change())


def until_move(client: TestClient, table: str, seat: int) -> dict[str, Any]:
    """The last move of a seat, waited for."""
    while True:
        moves = [event for event in client.tables[table].events if event["kind"] == "moved" and event["seat"] == seat]
        if moves:
            return dict(moves[-1])
        client.receive()


def first_move(client: TestClient, table: str) -> None:
    seen = client.tables[table]
    client.play(table, 0, seen.view["choices"][0]["move"])


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_strength_takes_a_seat_and_plays_at_once(server: TestServer, strength: str) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", seats=["person", strength], name="Ans")
        ans.watch(table)
        assert ans.tables[table].seats[1]["bot"] == strength
        first_move(ans, table)
        by = until_move(ans, table, 1)["by"] or strength
        assert by == (strength if strength in STRENGTHS[:3] else "friend")  # nothing is compiled here


def test_when_a_game_is_compiled_the_seats_own_strength_thinks(server: TestServer) -> None:
    set_compile_status(server, CompileStatus(ready=("knopf",)))
    script = Scripted(server, BotReply("nonsense"), BotReply("c2-b1", "simple"))
    with connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", seats=["person", "master"], name="Ans")
        ans.watch(table)
        first_move(ans, table)
        until_move(ans, table, 1)
    assert (script.asked[0].bot, script.asked[0].compiled) == ("master", True)


@pytest.mark.parametrize("bad", [BotReply("a1-a1", "master"), BotReply("", "master"), RuntimeError("lost its mind")])
def test_a_bot_that_gives_an_illegal_move_is_replaced_for_that_move(server: TestServer, bad: Any) -> None:
    script = Scripted(server, bad, BotReply("c2-b1", "simple"))
    with connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", seats=["person", "master"], name="Ans")
        ans.watch(table)
        first_move(ans, table)
        assert until_move(ans, table, 1) == {
            "kind": "moved",
            "seat": 1,
            "move": "c2-b1",
            "auto": False,
            "late": False,
            "by": "simple",
        }
    assert [job.bot for job in script.asked[:2]] == ["master", "simple"]
    assert server.metric("bot_moves_replaced_total") == 1


def test_the_compile_status_is_in_the_list_of_games_and_sent_when_it_changes(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        status = server.http("GET", "/api/games").json()["compile_status"]
        assert status["ready"] == [] and status["missing"] == ["club", "master"] and status["instead"] == "friend"
        set_compile_status(server, CompileStatus(ready=("knopf",), waiting=("kriskras",), compiling="kriskras"))
        while not any('"compile_status"' in text and '"say":"compile_status"' in text for text in ans.received):
            ans.receive()
        (text,) = [sent for sent in ans.received if '"say":"compile_status"' in sent]
        assert json.loads(text)["compile_status"] == {
            "ready": ["knopf"],
            "waiting": ["kriskras"],
            "compiling": "kriskras",
            "missing": ["club", "master"],
            "instead": "friend",
        }
    why = Phrase("bots.missing.package", name="numba")
    set_compile_status(server, CompileStatus(missing={"knopf": {"club": why, "master": why}}))
    status = server.http("GET", "/api/games").json()["compile_status"]
    assert status["why"]["key"] == "bots.missing.line" and status["waiting"] == ["knopf"]
    assert server.metric("games_compiled") == 0


def test_a_hint_brings_moves_with_chances_and_reasons(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", names=["Ans", "Bob"])
        ans.watch(table)
        data = msgspec.convert(ans.ask("hint", table=table, seat=0)["data"], say.HintData)
        assert 1 <= len(data.moves) <= 3
        assert (data.move, data.chance) == (data.moves[0].move, data.moves[0].chance)
        legal = {choice["move"] for choice in ans.tables[table].view["choices"]}
        assert {rated.move for rated in data.moves} <= legal


# --- how a game went --------------------------------------------------------------------------------------------------


def judged(best: str, chance: float, made: float | None) -> BotReply:
    reason = {"key": "knopf.simple.safe", "values": {}}
    return BotReply(best, "master", (Suggestion(best, reason, chance),), made)


def test_a_game_that_goes_on_is_not_analysed(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", names=["Ans", "Bob"])
        ans.watch(table)
        with pytest.raises(Rejected) as rejected:
            ans.ask("analyse", table=table)
        assert rejected.value.key == "table.analysis.playing"


def test_an_analysis_has_a_curve_and_the_moves_at_which_the_game_turned(server: TestServer) -> None:
    with connected_clients(server, 2) as (ans, eve):
        table = ans.create("knopf", names=["Ans", "Bob"])
        ans.watch(table)
        others = []  # moves that could have been made instead
        for _ in range(3):
            seen = ans.tables[table]
            others.append(seen.view["choices"][1]["move"])
            ans.play(table, seen.view["player"], seen.view["choices"][0]["move"])
        made = [event["move"] for event in ans.tables[table].events if event["kind"] == "moved"]
        ans.ask("resign", table=table, seat=1)
        chances = ((0.5, 0.45), (0.6, 0.3), (0.7, None))
        script = Scripted(server, *(judged(best, *known) for best, known in zip(others, chances, strict=True)))
        answer = ans.ask("analyse", table=table)
        data = msgspec.convert(answer["data"], Analysis)
        # Bob judged 0.6 before the move, and it left 0.3; after Ans's last nobody knows more
        assert data.curves == [[0.5, 0.4, 0.7, 0.7]]
        (turning,) = data.turning
        assert (turning.actions, turning.seat, turning.move, turning.chance) == (1, 1, made[1], 0.3)
        assert (turning.better.move, turning.better.chance) == (others[1], 0.6)
        assert data.by == "master"
        assert [job.judged for job in script.asked] == made
        assert [json.loads(text)["done"] for text in ans.received if '"progress"' in text] == [0, 1, 2]
        eve.ask("analyse", table=table)  # anybody may, and it is not thought about again
        assert len(script.asked) == 3


def test_a_complete_game_is_analysed_by_real_bots(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", seats=["random", "random"], sit="none", options={"target": 2})
        seen = ans.watch(table)
        while seen.state != "over":
            ans.receive()
        data = msgspec.convert(ans.ask("analyse", table=table)["data"], Analysis)
        actions = sum(event["kind"] in ("moved", "thrown") for event in seen.events)
        (curve,) = data.curves
        assert len(curve) == actions + 1
        assert all(0 <= chance <= 1 for chance in curve)
        assert curve[-1] == {0: 0.5, 1: float(seen.events[-1]["winners"] == [0])}[len(seen.events[-1]["winners"])]
        assert [point.actions for point in data.turning] == sorted(point.actions for point in data.turning)


def test_an_analysis_without_a_bot_that_judges_is_refused(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", names=["Ans", "Bob"])
        ans.watch(table)
        first_move(ans, table)
        ans.ask("resign", table=table, seat=1)
        Scripted(server, BotReply("", "simple"))
        with pytest.raises(Rejected) as rejected:
            ans.ask("analyse", table=table)
        assert rejected.value.key == "table.analysis.nobody"


def test_at_cubus_the_curves_are_everybodys_share_of_the_points(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("cubus", seats=["random"] * 3, sit="none", options={"players": 3})
        seen = ans.watch(table)
        while seen.state != "over":
            ans.receive()
        Scripted(server, judged(ANOTHER, 0.4, 0.2))
        data = msgspec.convert(ans.ask("analyse", table=table)["data"], Analysis)
        points = seen.events[-1]["points"]
        assert len(data.curves) == 3
        if sum(points):
            assert [line[-1] for line in data.curves] == [round(own / sum(points), 4) for own in points]
        assert 0 < len(data.turning) <= 6


@pytest.mark.slow
def test_a_game_begins_before_compilation_and_the_master_plays_after_it(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    with running_server(tmp_path / "tables.db", compile=True) as server, connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", seats=["person", "master"], name="Ans")
        ans.watch(table)
        first_move(ans, table)
        assert until_move(ans, table, 1)["by"] == "friend"  # nothing can be ready yet
        end = time.monotonic() + 300
        while "knopf" not in server.http("GET", "/api/games").json()["compile_status"]["ready"]:
            assert time.monotonic() < end
            time.sleep(0.2)
        seen = ans.tables[table]
        count = len(seen.events)
        first_move(ans, table)
        while len(seen.events) < count + 2:
            ans.receive()
        assert "by" not in seen.events[-1] and seen.events[-1]["seat"] == 1
        hint = msgspec.convert(ans.ask("hint", table=table, seat=0)["data"], say.HintData)
        assert hint.by == "master" and hint.chance is not None


def test_bots_alone_play_only_while_somebody_watches(server: TestServer) -> None:
    with connected_clients(server, 2) as (ans, bob):
        table = ans.create("knopf", seats=["random", "random"], sit="none")
        live = server.app.live.registry.tables[table]
        assert (live.bot_turn, live.table.version) == (None, 1)
        seen = bob.watch(table)
        while len(seen.events) < 5:
            bob.receive()
        bob.close()
        server.run_on_loop(wait_until(lambda: not live.subscribers))
        assert live.bot_turn is None
        seen = ans.watch(table)
        assert len(ans.catch_up(table, len(seen.events) + 3).events) > 5


def test_moves_for_people_come_before_hints_and_bots_among_themselves(server: TestServer) -> None:
    worker = Scripted(server, BotReply("b2-b3"))
    priorities: list[Priority] = []
    ask = worker.ask

    async def note(job: BotJob, priority: Priority = Priority.MOVE, wanted_by: str = "") -> BotReply:
        priorities.append(priority)
        return await ask(job, priority, wanted_by)

    server.app.workers.ask = note  # type: ignore[method-assign]
    with connected_clients(server, 1) as (ans,):
        bots = ans.create("knopf", seats=["random", "random"], sit="none")
        ans.watch(bots)
        server.run_on_loop(wait_until(lambda: Priority.BACKGROUND in priorities))
        against_a_bot = ans.create("knopf", seats=["random", "person"], sit=1)
        ans.watch(against_a_bot)
        server.run_on_loop(wait_until(lambda: Priority.MOVE in priorities))


def test_when_too_many_wait_hints_are_refused(server: TestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "MAX_WAITING", 0)
    with connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", names=["Ans", "Bob"])
        ans.watch(table)
        with pytest.raises(Rejected) as problem:
            ans.ask("hint", table=table, seat=0)
        assert problem.value.key == "server.bots.busy"
