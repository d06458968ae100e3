"""A stranger gets nowhere: no move for another, no page of their own, no guess, no limit passed, no secret seen."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import InvalidStatus

from speelkist.server.http import access
from speelkist.server.settings import Settings
from speelkist.server.storage import schema
from speelkist.server.ws.protocol import LONGEST_MESSAGE
from speelkist.table.identity import owner_hash
from tests.support.client import Rejected, TestClient, connected_clients, table_of_two
from tests.support.server import TestServer, running_server

# --- somebody else's seat ---------------------------------------------------------------------------------------------

FOR_A_SEAT: list[tuple[str, dict[str, Any]]] = [
    ("rename", {"name": "Mallory"}),
    ("play", {"seen": 99, "move": "--"}),
    ("undo", {"seen": 99}),
    ("keep", {}),
    ("answer", {"seen": 99, "yes": True}),
    ("resign", {}),
    ("reclaim", {}),
    ("code", {}),
    ("hint", {}),
]


def test_nothing_is_done_for_a_seat_without_its_key(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (address, (ans, bob)), connected_clients(server, 1) as (mallory,):
        mallory.watch(address)
        before = server.stored_events(address)
        for seat in (0, 1):
            for kind, fields in FOR_A_SEAT:
                assert mallory.rejection(kind, table=address, seat=seat, **fields) == "table.seat.not_yours"
        other = {"table": address, "seat": 0}
        for kind, fields in FOR_A_SEAT:  # nor by somebody who has another seat there
            assert bob.rejection(kind, **other, **fields) == "table.seat.not_yours"
        assert mallory.rejection("give_to_bot", table=address, seat=0, bot="simple") == "table.seat.not_yours"
        assert mallory.rejection("rematch", table=address) == "table.seat.not_yours"
        assert mallory.rejection("sit", table=address, seat=0, name="") == "table.seat.taken"
        assert mallory.rejection("sit", table=address, seat=-1, name="") == "table.seat.full"
        assert server.stored_events(address) == before
        ans.receive_all()
        assert ans.tables[address].events == before


def test_a_key_that_differs_in_one_character_is_refused(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (address, (ans, _)):
        move = ans.tables[address].view["choices"][0]["move"]
        for key in (ans.key[:-1] + ("A" if ans.key[-1] != "A" else "B"), ans.key + "A", ans.key.swapcase()):
            other = TestClient(server, key).connect()
            other.watch(address)
            assert other.rejection("play", table=address, seat=0, seen=99, move=move) == "table.seat.not_yours"
            other.close()
        again = TestClient(server, ans.key).connect()  # the same browser in another tab
        again.watch(address)
        assert again.tables[address].yours == [0]
        again.play(address, 0, move)
        again.close()


def test_a_message_or_id_sent_by_somebody_else_is_refused(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (first, (ans, bob)), table_of_two(server, "knopf") as (second, others):
        move = ans.tables[first].view["choices"][0]["move"]
        message = {"say": "play", "id": ans.new_id(), "table": first, "seat": 0, "seen": 99, "move": move}
        ans.send(message)
        number = ans.answer(message["id"])["version"]
        before = server.stored_events(second)
        for sender, sent in ((bob, message), (bob, {**message, "table": second}), (others[1], message)):
            sender.send(sent)
            with pytest.raises(Rejected) as refused:
                sender.answer(message["id"])
            assert refused.value.key == "table.seat.not_yours"
        ans.send(message)  # the owner's own, sent again: the same answer, and nothing more
        assert ans.answer(message["id"])["version"] == number
        assert server.stored_events(second) == before
        assert len(server.stored_events(first)) == number


@pytest.mark.parametrize("key", ["", "short", "x" * 21, "x" * 129, "x" * 25 + " ", "x" * 25 + "é", "x" * 25 + "\n"])
def test_a_key_must_be_long_and_plain(server: TestServer, key: str) -> None:
    client = TestClient(server, key)
    client.open()
    client.send({"say": "hello", "protocol": 1, "key": key})
    assert client.receive()["why"]["key"] == "table.key.wrong"
    client.close()


def test_hello_comes_first_once_and_in_a_known_version(server: TestServer) -> None:
    client = TestClient(server)
    client.open()
    assert client.rejection("watch", table="22222222") == "server.hello.first"
    client.send({"say": "hello", "protocol": 2, "key": client.key})
    assert client.receive()["why"] == {"key": "server.hello.protocol", "values": {"found": 2, "known": 1}}
    client.send({"say": "hello", "protocol": 1, "key": client.key})
    assert client.receive()["say"] == "welcome"
    client.send({"say": "hello", "protocol": 1, "key": TestClient(server).key})
    assert client.receive()["why"]["key"] == "server.hello.twice"
    assert client.rejection("watch", table="22222222") == "server.table.unknown"
    for bad in ("", "x" * 65):
        client.send({"say": "watch", "id": bad, "table": "22222222"})
        assert client.receive()["why"]["key"] == "server.message.id"
    client.close()


# --- codes ------------------------------------------------------------------------------------------------------------


def test_a_code_moves_a_seat_once(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (address, (ans, bob)), connected_clients(server, 2) as (phone, thief):
        old = ans.ask("code", table=address, seat=0)["data"]["code"]
        code = ans.ask("code", table=address, seat=0)["data"]["code"]
        assert thief.rejection("claim", code=old) == "server.code.wrong"  # a new one makes the old one useless
        asked = phone.send_request("claim", code=f" {code[:5].lower()}-{code[5:]} ")
        claimed = phone.answer(asked)
        assert claimed["data"] == {"table": address}
        phone.send({"say": "claim", "id": asked, "code": code})
        assert phone.answer(asked) == claimed  # sent again because the answer was lost
        assert thief.rejection("claim", code=code) == "server.code.wrong"
        assert phone.watch(address).yours == [0]
        for client in (ans, bob):
            client.catch_up(address, claimed["version"])
        assert (ans.tables[address].yours, bob.tables[address].yours) == ([], [1])
        move = ans.tables[address].view["choices"][0]["move"]
        assert ans.rejection("play", table=address, seat=0, seen=99, move=move) == "table.seat.not_yours"
        phone.play(address, 0, move)
        assert code not in repr(server.event_rows(address))


def test_an_expired_code_is_refused(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (address, (ans, _)), connected_clients(server, 1) as (phone,):
        code = ans.ask("code", table=address, seat=0)["data"]["code"]
        expired = sa.update(schema.device_codes).values(expires_at=int(time.time() * 1000) - 1)

        async def expire() -> None:
            async with server.app.store.engine.begin() as connection:
                await connection.execute(expired)

        server.run_on_loop(expire())
        assert phone.rejection("claim", code=code) == "server.code.wrong"
        assert phone.watch(address).yours == []


def test_five_wrong_codes_close_the_socket(server: TestServer) -> None:
    before = server.metric("wrong_codes_total")
    with connected_clients(server, 1) as (thief,):
        thief.send_until_closed({"say": "claim", "id": str(n), "code": f"AAAAAAAAA{n}"} for n in range(10))
        assert thief.await_close() == (4008, "too fast")
        assert thief.closing == {"say": "closing", "reason": "too fast", "after": 60_000}
    assert server.metric("wrong_codes_total") == before + 5


# --- pages that are not ours ------------------------------------------------------------------------------------------


def opens(server: TestServer, **headers: str) -> bool:
    """Whether a socket with these headers is let in."""
    client = TestClient(server)
    try:
        client.connect(**headers)
    except InvalidStatus as error:
        return error.response.status_code != 403
    client.close()
    return True


FOREIGN = ["http://evil.example", "null", "http://127.0.0.1", "http://localhost:1", "http://[", "evil", "http://a@b:c"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_origin_is_refused_and_counted(server: TestServer, origin: str) -> None:
    before = server.metric("foreign_origin_total")
    assert not opens(server, origin=origin)
    body = {"game": "knopf"}
    for method, path in (("POST", "/api/tables"), ("DELETE", "/api/tables/22222222"), ("OPTIONS", "/api/tables")):
        reply = server.http(method, path, body, TestClient(server).key, {"Origin": origin})
        assert (reply.status, reply.headers.get("access-control-allow-origin")) == (403, None)
    assert server.metric("foreign_origin_total") == before + 4


def test_our_own_origin_is_accepted(server: TestServer) -> None:
    own = f"127.0.0.1:{server.port}"
    assert opens(server, origin=f"http://{own}")
    assert opens(server, origin=f"https://{own}")  # a proxy may speak TLS for us
    reply = server.http("POST", "/api/tables", {"game": "knopf"}, TestClient(server).key, {"Origin": f"http://{own}"})
    assert reply.status == 201


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[", "10.0.0.1", "x y"]
)
def test_a_foreign_host_is_refused(server: TestServer, host: str) -> None:
    """A page whose name points at this machine (DNS rebinding) is still a stranger's."""
    before = server.metric("foreign_host_total")
    headers = {"Host": host}
    assert server.http("GET", "/api/games", headers=headers).status == 403
    rebound = {**headers, "Origin": f"http://{host}"}
    assert server.http("POST", "/api/tables", {"game": "knopf"}, TestClient(server).key, rebound).status == 403
    assert server.metric("foreign_host_total") == before + 2


def test_names_that_are_ours() -> None:
    def known(name: str, **settings: Any) -> bool:
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", name.encode())]}
        return access.AccessGuard(Settings(**settings), Counter()).problem(scope) is None

    for name in ("localhost", "LOCALHOST:8765", "127.0.0.1:1", "[::1]:8765"):
        assert known(name)
    for name in ("192.168.1.7:8765", "speelkist.local", "8.8.8.8", "spel.example"):
        assert not known(name)
    assert known("192.168.1.7:8765", lan=True)
    assert known("speelkist.local", lan=True)
    assert not known("8.8.8.8", lan=True)
    assert not known("spel.example", lan=True)
    assert known("Spel.Example:443", hosts="other.example, spel.example")
    assert not known("evil.spel.example", hosts="spel.example")


def test_a_socket_at_another_path_is_refused(server: TestServer, caplog: pytest.LogCaptureFixture) -> None:
    from websockets.sync.client import connect

    for path in ("/", "/api/tables", "/socket/", "/socket2", "/metrics"):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"ws://127.0.0.1:{server.port}{path}", proxy=None),
        ):
            pass
        assert refused.value.response.status_code == 403
    assert "Traceback" not in caplog.text


def test_a_proxy_is_believed_only_when_trusted(tmp_path: Path) -> None:
    wanted = {"game": "knopf"}

    def lay(server: TestServer, forwarded: str, **headers: str) -> int:
        sent = {"X-Forwarded-For": forwarded, **headers}
        return server.http("POST", "/api/tables", wanted, TestClient(server).key, sent).status

    with running_server(tmp_path, tables_per_hour=2) as server:
        assert [lay(server, f"9.9.9.{n}") for n in range(3)] == [201, 201, 429]
        assert server.http("GET", "/health", headers={"X-Forwarded-Host": "evil.example"}).status == 200
        assert (
            server.http("GET", "/health", headers={"Host": "evil.example", "X-Forwarded-Host": "localhost"}).status
            == 403
        )
    with running_server(tmp_path, tables_per_hour=2, trust_proxy=True, hosts="spel.example") as server:
        # only the last name is the proxy's own; whatever stands before it the stranger wrote
        assert [lay(server, f"{n}.1.1.1, 9.9.9.9") for n in range(3)] == [201, 201, 429]
        assert lay(server, "9.9.9.8") == 201
        public = {"X-Forwarded-Host": "spel.example"}
        assert lay(server, "9.9.9.7", **public, Origin="https://spel.example") == 201
        assert lay(server, "9.9.9.7", **public, Origin="https://evil.example") == 403
        assert server.http("GET", "/health", headers={"X-Forwarded-Host": "evil.example"}).status == 403


def test_every_answer_has_its_safe_headers(server: TestServer) -> None:
    for reply in (
        server.http("GET", "/api/games"),
        server.http("GET", "/nothing"),
        server.http("POST", "/api/tables", b"?", TestClient(server).key),
        server.http("GET", "/health", headers={"Host": "evil.example"}),
    ):
        for name, value in access.SAFE_HEADERS.items():
            assert reply.headers[name] == value
        assert "server" not in reply.headers
    policy = dict(part.split(" ", 1) for part in access.CONTENT_SECURITY_POLICY.split("; "))
    assert policy["default-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"  # the games that an app keeps run as WebAssembly
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert access.CONTENT_SECURITY_POLICY.count("unsafe") == 1


# --- too much ---------------------------------------------------------------------------------------------------------


def test_a_long_message_is_refused_and_a_frame_over_the_limit_closes_the_socket(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (address, (ans, _)), connected_clients(server, 1) as (client,):
        before = server.metric("not_understood_total")
        client.send("x" * LONGEST_MESSAGE)
        assert client.receive()["why"]["key"] == "server.message.wrong"
        for long in ("x" * (LONGEST_MESSAGE + 1), b"x" * (LONGEST_MESSAGE + 1), "é" * 2 * LONGEST_MESSAGE):
            client.send(long)
            assert client.receive()["why"]["key"] == "server.message.long"
        client.announce_frame(1 << 21)  # its length alone is enough
        assert client.await_close()[0] == 1009
        assert server.metric("not_understood_total") == before + 5
        ans.play(address, 0, ans.tables[address].view["choices"][0]["move"])


def test_a_client_over_the_rate_limit_is_told_and_closed(tmp_path: Path) -> None:
    with running_server(tmp_path, rate=5, burst=20) as server, connected_clients(server, 2) as (fast, calm):
        query = {"say": "query", "table": "22222222", "name": "nothing"}
        began = time.monotonic()
        fast.send_until_closed({**query, "id": str(number)} for number in range(200))
        assert fast.await_close() == (4008, "too fast")
        allowed = 20 + 5 * (time.monotonic() - began)
        assert fast.closing == {"say": "closing", "reason": "too fast", "after": 5000}
        assert 19 <= sum('"rejected"' in text for text in fast.received) <= allowed
        assert server.metric("too_fast_total") == 1
        calm.receive_all()
        fast.connect()  # they may come back
        fast.close()


def test_only_so_many_sockets_from_one_address(tmp_path: Path) -> None:
    with running_server(tmp_path, sockets_per_address=3) as server, connected_clients(server, 3) as three:
        late = TestClient(server)
        late.open()
        assert late.await_close() == (4029, "too many sockets")
        assert server.metric("too_many_sockets_total") == 1
        assert server.metric("sockets") == 3
        three[0].close()
        while server.metric("sockets") == 3:
            time.sleep(0.01)
        late.connect()
        late.close()


def test_only_so_many_tables_an_hour_from_one_address(tmp_path: Path) -> None:
    with running_server(tmp_path, tables_per_hour=3) as server:
        wanted = {"game": "knopf"}
        made = [server.http("POST", "/api/tables", wanted, TestClient(server).key).status for _ in range(5)]
        assert made == [201, 201, 201, 429, 429]
        assert server.metric("too_many_tables_total") == 2
        server.app.limiter._tables["127.0.0.1"][0] -= 3601  # an hour later the first no longer counts
        made = [server.http("POST", "/api/tables", wanted, TestClient(server).key).status for _ in range(2)]
        assert made == [201, 429]


# --- secrets ----------------------------------------------------------------------------------------------------------


def test_no_secret_is_told_before_the_end_and_no_key_ever(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="speelkist")
    with (
        running_server(tmp_path) as server,
        table_of_two(server, "kriskras", seed=None) as (address, (ans, bob)),
        connected_clients(server, 1) as (watcher,),
    ):
        watcher.watch(address)
        code = ans.ask("code", table=address, seat=0)["data"]["code"]
        for _ in range(5):
            seat = ans.tables[address].view["player"]
            mover = (ans, bob)[seat]
            number = mover.play(address, seat, mover.tables[address].view["choices"][0]["move"])["version"]
            for each in (ans, bob, watcher):
                each.catch_up(address, number)
                each.receive_all()
        watcher.rejection("claim", code="AAAAAAAAAA")
        paths = ("/api/games", "/metrics", "/health", f"/api/tables/{address}/record", "/api/phrases/en")
        texts = [server.http("GET", path).text for path in paths]
        texts += [server.http("GET", "/api/tables", key=each.key).text for each in (ans, bob)]
        texts += [*bob.received, *watcher.received, caplog.text]
        (seed,) = {
            json.loads(secret or "")["seed"]
            for _, _, event, secret in server.event_rows(address)
            if event["kind"] == "created"
        }
        hidden = [ans.key, bob.key, owner_hash(ans.key), owner_hash(bob.key), code]
        for secret in (seed, *hidden):
            assert not [text for text in texts + ans.received if secret in text and secret != code]
        assert not [text for text in texts if code in text]
        ans.ask("resign", table=address, seat=0)
        watcher.catch_up(address, ans.tables[address].version)
        assert watcher.tables[address].events[-1]["seed"] == seed  # only now
        assert not [text for text in watcher.received for secret in hidden if secret in text]


def test_a_client_that_reads_nothing_is_disconnected(server: TestServer) -> None:
    from speelkist.server.ws.outbox import MAX_UNSENT, Flusher
    from speelkist.server.ws.session import TOO_SLOW, Session

    async def wait_forever(_message: Any) -> None:
        await asyncio.Event().wait()

    async def fill() -> None:
        slow = Session(server.app.live, wait_forever, server.app.limiter, "192.0.2.1", Flusher())
        slow.send(b"{}")
        await asyncio.sleep(0)  # this message is being sent, for ever
        for _ in range(3 * MAX_UNSENT):
            slow.send(b"{}")
        assert slow._outbox.closing == TOO_SLOW
        assert len(slow._outbox._unsent) == 1  # only the goodbye is kept
        slow._outbox.discard()

    server.run_on_loop(fill())
