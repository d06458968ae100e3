"""Programs at the table: they think in processes of their own, block nobody, are stopped, killed and replaced."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator

import pytest

from speelkist.bots.job import BotJob, run_job
from tests.support.client import Rejected, TestClient, connected_clients
from tests.support.server import TestServer, running_server
from tests.support.timeout import TIMEOUT

STILL = getattr(signal, "SIGSTOP", None)
pytestmark = pytest.mark.skipif(STILL is None, reason="processes are held still with SIGSTOP")


@contextlib.contextmanager
def against(server: TestServer, game: str = "knopf", player: str = "random") -> Iterator[tuple[str, TestClient]]:
    """A table where somebody plays against a program, and the program has answered once."""
    with connected_clients(server, 1) as (ans,):
        table = ans.create(game, seats=["person", player], name="Ans")
        ans.watch(table)
        await_turn(ans, table)
        turn(ans, table)
        await_turn(ans, table)
        yield table, ans


def move(client: TestClient, table: str) -> int:
    """The first move that is shown."""
    seen = client.tables[table]
    return int(client.play(table, seen.view["player"], seen.view["choices"][0]["move"])["version"])


def turn(client: TestClient, table: str) -> int:
    """One's whole turn, until the program is on; the number of the last event."""
    number = move(client, table)
    while client.tables[table].view["player"] in client.tables[table].yours:
        number = move(client, table)
    return number


def await_turn(client: TestClient, table: str) -> None:
    """Receive until it is one's own turn again."""
    while client.tables[table].view["player"] not in client.tables[table].yours:
        client.receive()


@contextlib.contextmanager
def held(server: TestServer) -> Iterator[list[int]]:
    """All workers stopped, so that a thought lasts as long as the test needs."""
    processes = server.worker_pids()
    assert processes
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield processes
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


def gone(process: int) -> bool:
    """Whether a process has ended (one that waits to be buried has)."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_bot_moves_in_its_turn(server: TestServer) -> None:
    with against(server) as (table, ans):
        kinds = [(event["kind"], event.get("seat")) for event in ans.tables[table].events[2:]]
        assert kinds == [("moved", 0), ("moved", 1)]
        assert server.stored_events(table) == ans.tables[table].events


def test_bots_alone_play_to_the_end(server: TestServer) -> None:
    with connected_clients(server, 1) as (watcher,):
        table = watcher.create("kriskras", seats=["random", "random"], sit="none")
        seen = watcher.watch(table)
        while seen.state != "over":
            watcher.receive()
        assert seen.events[-1]["kind"] == "ended"
        assert seen.view["result"]["say"]["key"].startswith("kriskras.end.")
        assert server.stored_events(table) == seen.events


def test_the_same_position_gets_the_same_bot_move_after_an_undo(server: TestServer) -> None:
    with against(server) as (table, ans):
        first = ans.tables[table].events[-2:]
        ans.ask("undo", table=table, seat=0, seen=ans.tables[table].version)
        assert ans.tables[table].events[-1] == {"kind": "undone", "seat": 0, "actions": 0, "clock": None}
        turn(ans, table)
        await_turn(ans, table)
        assert ans.tables[table].events[-2:] == first


def test_a_bot_that_thinks_blocks_no_other_command(server: TestServer) -> None:
    with against(server) as (table, ans), connected_clients(server, 1) as (bob,):
        other = bob.create("knopf")
        bob.watch(other)
        with held(server):
            turn(ans, table)
            began = time.monotonic()
            for _ in range(10):
                move(bob, other)
            ans.ask("rename", table=table, seat=0, name="Anna")
            assert time.monotonic() - began < TIMEOUT / 2
            assert ans.tables[table].view["player"] == 1
        await_turn(ans, table)


def test_a_rename_does_not_restart_the_bot(server: TestServer) -> None:
    with against(server) as (table, ans):
        with held(server) as processes:
            turn(ans, table)
            for number in range(3):
                ans.ask("rename", table=table, seat=0, name=f"A{number}")
        await_turn(ans, table)
        assert server.worker_pids() == processes


def test_an_undo_cancels_the_bot_that_thinks(server: TestServer) -> None:
    with against(server) as (table, ans):
        with held(server) as processes:
            turn(ans, table)
            ans.ask("undo", table=table, seat=0, seen=ans.tables[table].version)
            end = time.monotonic() + TIMEOUT
            while not all(gone(process) for process in processes) and time.monotonic() < end:
                time.sleep(0.01)
            assert all(gone(process) for process in processes)
        assert ans.tables[table].view["player"] == 0
        turn(ans, table)  # another process thinks now
        await_turn(ans, table)
        assert not set(server.worker_pids()) & set(processes)


def test_no_bot_move_comes_after_a_resignation(server: TestServer) -> None:
    with against(server) as (table, ans):
        with held(server):
            turn(ans, table)
            ans.ask("resign", table=table, seat=0)
        before = server.stored_events(table)
        assert before[-1]["kind"] == "ended"
        with against(server):  # long enough for any other thought
            ans.receive_all()
        assert server.stored_events(table) == before == ans.tables[table].events


def test_a_worker_that_dies_is_replaced(server: TestServer) -> None:
    with against(server) as (table, ans):
        died = server.metric("workers_died_total")
        with held(server) as processes:
            turn(ans, table)
            for process in processes:
                os.kill(process, signal.SIGKILL)
        await_turn(ans, table)
        assert server.metric("workers_died_total") == died + 1
        assert not set(server.worker_pids()) & set(processes)
        for process in server.worker_pids():  # and one that dies while it has nothing to do
            os.kill(process, signal.SIGKILL)
        turn(ans, table)
        await_turn(ans, table)


def test_a_bot_moves_after_several_workers_were_killed(server: TestServer) -> None:
    with against(server) as (table, ans):
        killed = 0
        with held(server):
            turn(ans, table)
        before = ans.tables[table].version
        end = time.monotonic() + TIMEOUT
        while killed < 4 and time.monotonic() < end and ans.tables[table].version == before:
            for process in server.worker_pids():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                killed += 1
            with contextlib.suppress(TimeoutError):
                ans.receive(timeout=0.05)
        await_turn(ans, table)


def test_a_restart_while_a_bot_thinks_loses_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running_server(tmp_path_factory.mktemp("server")) as server, against(server) as (table, ans):
        with held(server):
            number = turn(ans, table)
            server.stop()
            assert ans.await_close() == (4012, "come back")
            server.start()
            ans.connect()
        await_turn(ans, table)
        log = server.stored_events(table)
        assert log[number - 1]["kind"] == "moved"
        assert 1 in [event["seat"] for event in log[number:] if event["kind"] == "moved"]
        assert log == ans.tables[table].events


# --- seats given to bots, hints ---------------------------------------------------------------------------------------


def test_an_absent_players_seat_plays_on_and_is_taken_back(server: TestServer) -> None:
    with connected_clients(server, 2) as (ans, bob):
        table = ans.create("knopf", sit=0, absent_seconds=0)
        ans.watch(table)
        bob.watch(table)
        bob.sit(table, 1)
        assert ans.rejection("give_to_bot", table=table, seat=1, bot="genius") == "table.give.unknown"
        assert (
            ans.rejection("give_to_bot", table=table, seat=1, bot="random") == "table.give.too_soon"
        )  # they are present
        bob.close()
        while ans.tables[table].present != [True, False]:
            ans.receive()
        ans.ask("give_to_bot", table=table, seat=1, bot="random")
        assert ans.tables[table].seats[1]["bot"] == "random"
        turn(ans, table)
        await_turn(ans, table)
        bob.connect()
        seen = bob.tables[table]
        assert bob.rejection("play", table=table, seat=1, seen=seen.version, move="--") == "table.seat.given"
        bob.ask("reclaim", table=table, seat=1)
        since = bob.tables[table].version
        ans.catch_up(table, since)
        for _ in range(5):
            mover = (ans, bob)[ans.tables[table].view["player"]]
            number = move(mover, table)
            for client in (ans, bob):
                client.catch_up(table, number)
        assert {event["seat"] for event in server.stored_events(table)[since:]} == {0, 1}


def test_a_hint_is_a_legal_move_with_its_reason(server: TestServer) -> None:
    with against(server, "kriskras") as (table, ans), connected_clients(server, 1) as (stranger,):
        hint = ans.ask("hint", table=table, seat=0)["data"]
        assert hint["reason"]["key"].startswith("kriskras.")
        assert stranger.rejection("hint", table=table, seat=0) == "table.seat.not_yours"
        number = ans.tables[table].version
        ans.play(table, 0, hint["move"])
        assert ans.tables[table].events[number]["move"] == hint["move"]


def test_whoever_waits_for_a_hint_can_act_meanwhile(server: TestServer) -> None:
    with against(server) as (table, ans), connected_clients(server, 1) as (bob,):
        own = bob.create("knopf")
        bob.watch(own)
        with held(server):
            asked = bob.send_request("hint", table=own, seat=0)
            assert bob.rejection("hint", table=own, seat=0) == "server.hint.busy"
            move(bob, own)
            assert bob.rejection("query", table=own, name="nothing") == "core.query.unknown"
        assert bob.answer(asked)["data"]["move"]
        assert bob.rejection("hint", table=own, seat=0) == "table.hint.turn"
        assert ans.tables[table].state == "playing"


def test_the_same_job_gives_the_same_reply() -> None:
    import speelkist

    state = speelkist.load("knopf").start()
    thought = BotJob("knopf", 1, dict(state.game.options), state.to_json(), "random", seed=7)
    assert run_job(thought) == run_job(thought)
    assert state.why_not(run_job(thought).move) is None
    advised = run_job(BotJob("knopf", 1, dict(state.game.options), state.to_json(), "simple", seed=7, hint=True))
    assert advised.moves[0].reason is not None
    assert state.why_not(advised.move) is None


def test_a_bot_is_given_the_position_only(server: TestServer) -> None:
    """No seed, no key: it cannot know the throws to come."""
    with against(server, "kriskras") as (table, ans):

        async def look() -> BotJob:
            live = await server.app.live.registry.get(table)
            return server.app.live.bots.job(live.table, "random")

        shown = repr(server.run_on_loop(look()))
        for _, _, _, secret in server.event_rows(table):
            assert secret is None or secret not in shown
        assert ans.key not in shown
        with pytest.raises(Rejected):
            ans.ask("claim", code="A" * 10)
