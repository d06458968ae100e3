"""The protocol's law: whatever happens in whatever order, everybody has the log that is on disk, and it replays.

People come and go, move, try what is illegal, send things twice, answer too late, lose the line in the middle of a
request; bots' processes are killed; the server is stopped and started again on the same file.
"""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed

import speelkist
from speelkist.table.table import REMEMBERED
from tests.server.ws.protocol_promises import Request, check_accepted, check_table
from tests.support.client import Rejected, TestClient
from tests.support.client_table import ClientTable
from tests.support.dice import NONCES, promise_of
from tests.support.server import TestServer

MOST_CLIENTS = 4
MOST_TABLES = 3
ANY = st.integers(0, 999)
SOME = st.lists(ANY, min_size=5, max_size=20)
SEATS = st.sampled_from([["person", "person"], ["person", "person"], ["person", "random"], ["random", "person"]])
GAMES = st.sampled_from(speelkist.games())
QUICK = st.sampled_from(["knopf", "kriskras", "krabcek"])  # those of which a bot lists all moves in no time
MOVES = st.sampled_from(["", "--", "pass", "no", "a1-a2", "b2-e2-h5", "build 1@0,0", "knock:1", "r1g1", "x" * 99])


OTHER_COMMANDS = ["undo", "undo", "rename", "reclaim", "give_to_bot", "resign", "answer", "rematch"]


class Law(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="law")
        self.server = TestServer(Path(self.folder.name) / "tables.db", workers=1)
        self.server.start()
        self.clients: list[TestClient] = []
        self.tables: list[str] = []
        self.asked: list[Request] = []

    @initialize(game=GAMES, against=QUICK, first=st.integers(0, 1))
    def begin(self, game: str, against: str, first: int) -> None:
        """Two people at a table, and one of them at another with a bot."""
        for _ in range(2):
            self.clients.append(TestClient(self.server).connect())
        ans, bob = self.clients
        table = ans.create(game, sit=0, name="Ans", absent_seconds=0, answer_seconds=0)
        self.tables.append(table)
        self.table(ans, 0)
        self.table(bob, 0)
        self.do(bob, "sit", table=table, seat=-1, name="Bob")
        self.settle_dice(0, 2)
        seats = ["person", "random"] if first else ["random", "person"]
        self.tables.append(ans.create(against, seats=seats))
        self.table(ans, 1)

    # --- helpers ----------------------------------------------------------------------------------------------------

    def client(self, which: int) -> TestClient:
        """A connected client; if none is, one reconnects."""
        connected = [client for client in self.clients if client.connected]
        return connected[which % len(connected)] if connected else self.clients[which % len(self.clients)].connect()

    def table(self, client: TestClient, which: int) -> str:
        """One of the tables, followed by this client."""
        table = self.tables[which % len(self.tables)]
        if table not in client.tables:
            client.watch(table)
        return table

    def do(self, client: TestClient, kind: str, **fields: Any) -> Request:
        """Ask, and remember it; a rejection is an answer too."""
        message = {"say": kind, "id": client.new_id(), **fields}
        request = Request(client, message)
        client.send(message)
        self.settle(request)
        self.asked.append(request)
        return request

    def settle(self, request: Request) -> None:
        """Wait for the answer. What was done once is answered alike for ever; what failed with us must not happen."""
        table = request.message["table"]
        rejected: Rejected | None = None
        try:
            version = request.client.answer(request.message["id"])["version"]
        except Rejected as error:
            rejected = error
        if rejected is not None:
            forgotten = len(self.server.stored_events(table)) >= (request.version or 0) + REMEMBERED
            assert rejected.key != "server.failed"
            assert request.version is None or forgotten, rejected
            return
        assert request.version in (None, version), "the same request was done twice"
        request.version = version
        request.client.catch_up(table, version)

    def own(self, which: int) -> tuple[TestClient, str, int, ClientTable] | None:
        """A seat of a connected client: the client, the table, the seat, what the client sees of it."""
        own_seats = [
            (client, table, seat, seen)
            for client in self.clients
            if client.connected
            for table, seen in client.tables.items()
            for seat in seen.yours
        ]
        return own_seats[which % len(own_seats)] if own_seats else None

    # --- what people do ---------------------------------------------------------------------------------------------

    @rule(game=QUICK, seats=SEATS, who=ANY, sit=st.sampled_from([0, 1, "all", "none"]))
    @precondition(lambda self: len(self.tables) < MOST_TABLES)
    def create(self, game: str, seats: list[str], who: int, sit: Any) -> None:
        client = self.client(who)
        if isinstance(sit, int) and seats[sit] != "person":
            sit = "all"
        table = client.create(game, seats=seats, sit=sit, absent_seconds=0, answer_seconds=0)
        self.tables.append(table)
        client.watch(table)

    @rule()
    @precondition(lambda self: len(self.clients) < MOST_CLIENTS)
    def join(self) -> None:
        self.clients.append(TestClient(self.server).connect())

    @rule(who=ANY, where=ANY, seat=st.integers(-1, 2))
    def sit(self, who: int, where: int, seat: int) -> None:
        client = self.client(who)
        self.do(client, "sit", table=self.table(client, where), seat=seat, name=f"N{who}")

    @rule(which=ANY, steps=st.integers(1, 4))
    def settle_dice(self, which: int, steps: int) -> None:
        """Browsers that are connected do their part, each up to so many times."""
        table = self.tables[which % len(self.tables)]
        for client in [client for client in self.clients if client.connected and table in client.tables] * steps:
            client.receive_all()
            seen = client.tables[table]
            due, nonce = seen.dice.due(seen.yours), NONCES[self.clients.index(client)]
            if due == "commit":
                self.do(client, "commit", table=table, commitment=promise_of(nonce, seen.dice.promised))
            elif due == "reveal":
                self.do(client, "reveal", table=table, nonce=client.nonces.get(table, nonce))

    @rule(who=ANY, where=ANY, early=st.booleans(), nonce=st.sampled_from(NONCES))
    def contribute(self, who: int, where: int, early: bool, nonce: str) -> None:
        """Whoever likes says something about the dice, be it their turn or not."""
        client = self.client(who)
        table = self.table(client, where)
        promise = promise_of(nonce, client.tables[table].dice.promised)
        if early:
            self.do(client, "reveal", table=table, nonce=nonce)
        else:
            self.do(client, "commit", table=table, commitment=promise)

    def play_on(self, which: int, choices: list[int]) -> None:
        """Several legal moves at a table, by whoever is to move and connected."""
        table = self.tables[which % len(self.tables)]
        for choice in choices:
            for client in self.clients:
                seen = client.tables.get(table)
                if client.connected and seen is not None:
                    client.receive_all()
                    player = seen.view["player"]
                    if seen.state == "playing" and seen.seats[player].get("player"):
                        client.catch_up(table, seen.version + 1)  # a bot's move: it comes by itself
                        break
                    if player in seen.yours and seen.view["choices"]:
                        move = seen.view["choices"][choice % len(seen.view["choices"])]["move"]
                        self.do(client, "play", table=table, seat=player, seen=seen.version, move=move)
                        break

    # three times, so that playing is what happens most
    moves = rule(which=ANY, choices=SOME)(play_on)
    more_moves = rule(which=ANY, choices=SOME)(play_on)
    still_more = rule(which=ANY, choices=SOME)(play_on)

    @rule(who=ANY, where=ANY, seat=st.integers(-1, 2), move=MOVES, missed=st.integers(-2, 40))
    def try_anything(self, who: int, where: int, seat: int, move: str, missed: int) -> None:
        """A move for any seat, illegal as a rule, having seen too little or too much."""
        client = self.client(who)
        table = self.table(client, where)
        self.do(client, "play", table=table, seat=seat, seen=client.tables[table].version - missed, move=move)

    @rule(which=ANY, missed=st.integers(1, 9), choice=ANY)
    def stale(self, which: int, missed: int, choice: int) -> None:
        """A move by the right person who has not seen the last events."""
        own = self.own(which)
        if own is not None and own[3].view["choices"]:
            client, table, seat, seen = own
            move = seen.view["choices"][choice % len(seen.view["choices"])]["move"]
            self.do(client, "play", table=table, seat=seat, seen=max(0, seen.version - missed), move=move)

    @rule(which=ANY, kind=st.sampled_from(OTHER_COMMANDS))
    def other(self, which: int, kind: str) -> None:
        own = self.own(which)
        if own is None:
            return
        client, table, seat, seen = own
        fields: dict[str, Any] = {"table": table, "seat": seat}
        match kind:
            case "undo":
                fields["seen"] = seen.version
            case "answer":
                fields |= {"seen": seen.version, "yes": which % 3 > 0}
            case "rename":
                fields["name"] = f"R{which}"
            case "give_to_bot":
                fields |= {"seat": 1 - seat, "bot": "random"}
            case "rematch":
                del fields["seat"]
        if kind == "resign" and which % 4:
            return  # a game that is over is of little use
        self.do(client, kind, **fields)

    @rule(which=ANY, yes=st.booleans())
    def answer_undo(self, which: int, yes: bool) -> None:
        """Somebody asks for a move back, and the others answer."""
        own = self.own(which)
        if own is None:
            return
        client, table, seat, seen = own
        if self.do(client, "undo", table=table, seat=seat, seen=seen.version).version is None:
            return
        for other in self.clients:
            if other.connected and table in other.tables:
                other.receive_all()
                for own_seat in other.tables[table].yours:
                    self.do(other, "answer", table=table, seat=own_seat, seen=other.tables[table].version, yes=yes)

    @rule(which=ANY, to=ANY)
    def move_seat(self, which: int, to: int) -> None:
        """A seat goes to another browser by a code."""
        own = self.own(which)
        if own is None:
            return
        client, table, seat, _ = own
        with contextlib.suppress(Rejected):
            code = client.ask("code", table=table, seat=seat)["data"]["code"]
            other = self.client(to)
            self.table(other, self.tables.index(table))
            claimed = other.send_request("claim", code=code)
            version = other.answer(claimed)["version"]
            other.send({"say": "claim", "id": claimed, "code": code})
            assert other.answer(claimed)["version"] == version

    # --- what goes wrong --------------------------------------------------------------------------------------------

    @rule(which=ANY)
    @precondition(lambda self: self.asked)
    def resend(self, which: int) -> None:
        """An old request once more, word by word."""
        request = self.asked[which % len(self.asked)]
        client = request.client
        if client.connected:
            client.send(request.message)
            self.settle(request)

    @rule(which=ANY, choice=ANY)
    def lose_the_line(self, which: int, choice: int) -> None:
        """A move is sent, the line breaks before the answer; it is sent again over the next one."""
        own = self.own(which)
        if own is None or not own[3].view["choices"]:
            return
        client, table, seat, seen = own
        move = seen.view["choices"][choice % len(seen.view["choices"])]["move"]
        fields = {"table": table, "seat": seat, "seen": seen.version, "move": move}
        request = Request(client, {"say": "play", "id": client.new_id(), **fields})
        client.send(request.message)
        client.close()
        client.connect()
        client.send(request.message)
        self.settle(request)
        self.asked.append(request)

    @rule(which=ANY)
    def leave(self, which: int) -> None:
        if sum(client.connected for client in self.clients) > 1:
            self.client(which).close()

    @rule(which=ANY)
    def come_back(self, which: int) -> None:
        gone = [client for client in self.clients if not client.connected]
        if gone:
            gone[which % len(gone)].connect()

    @rule()
    def kill_workers(self) -> None:
        for process in self.server.worker_pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    @rule()
    def restart(self) -> None:
        connected = [client for client in self.clients if client.connected]
        self.server.stop()
        for client in connected:
            assert client.await_close() == (4012, "come back")
            assert client.closing["after"] > 0
        self.server.start()
        for client in connected:
            client.connect()

    # --- the law ----------------------------------------------------------------------------------------------------

    @invariant()
    def everybody_receives(self) -> None:
        """What comes is taken in, and ``ClientTable`` refuses any gap or double."""
        for client in self.clients:
            if client.connected:
                client.receive_all()

    def teardown(self) -> None:
        try:
            if self.clients:
                self.check()
        finally:
            for client in self.clients:
                client.close()
            self.server.stop()
            self.folder.cleanup()

    def check(self) -> None:
        for client in self.clients:
            if not client.connected:
                client.connect()
            for table in self.tables:
                self.table(client, self.tables.index(table))
        for table in self.tables:
            stored = len(self.server.stored_events(table))
            for client in self.clients:
                client.catch_up(table, stored)
        self.server.stop()
        for client in self.clients:
            with contextlib.suppress(ConnectionClosed):
                while True:
                    client.receive()
        for table in self.tables:
            check_table(self.server, self.clients, table)
        for request in self.asked:
            if request.version is not None:
                check_accepted(self.server, request)


def run(examples: int, steps: int) -> None:
    check: Callable[..., None] = run_state_machine_as_test
    check(Law, settings=settings(max_examples=examples, stateful_step_count=steps))


def test_every_client_has_the_log_that_is_on_disk_and_it_replays() -> None:
    run(examples=6, steps=50)


@pytest.mark.slow
def test_the_same_for_long() -> None:
    run(examples=60, steps=150)
