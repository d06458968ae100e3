"""Where the server is, and opening it to the local network while it runs: one step, by somebody at the machine itself.

The network of these tests is 127.0.0.2: another address than 127.0.0.1, and still this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ifaddr
import pytest
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from speelkist.server.http import lan_access as here_module
from speelkist.server.http import lan_addresses
from speelkist.server.http.lan_access import LanAccess
from speelkist.server.settings import Settings
from speelkist.table.errors import Refused
from tests.support.client import TestClient
from tests.support.server import TestServer, running_server
from tests.support.timeout import TIMEOUT

NETWORK = "127.0.0.2"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here_module, "lan_addresses", lambda: [NETWORK])


def from_network(server: TestServer, path: str) -> int:
    """Ask as somebody on the network does; the status."""
    with contextlib.closing(http.client.HTTPConnection(NETWORK, server.port, timeout=TIMEOUT)) as line:
        line.request("GET", path)
        return line.getresponse().status


@contextlib.contextmanager
def from_network_watching(server: TestServer, table: str) -> Iterator[ClientConnection]:
    """Somebody on the network who watches a table."""
    with connect(f"ws://{NETWORK}:{server.port}/socket", proxy=None) as other:
        other.send(json.dumps({"say": "hello", "protocol": 1, "key": "somebody-on-the-network-1"}))
        other.send(json.dumps({"say": "watch", "id": "1", "table": table}))
        while '"say":"snapshot"' not in str(other.recv(TIMEOUT)):
            pass
        yield other


def closing_of(other: ClientConnection) -> tuple[Any, int | None]:
    """The last message before the socket was closed, and the close code."""
    frames: list[str] = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            frames.append(str(other.recv(TIMEOUT)))
    return json.loads(frames[-1].split("\n")[-1]), other.protocol.close_code


def test_one_step_opens_a_running_server(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        assert server.http("GET", "/api/lan").json() == {
            "lan": False,
            "addresses": [],
            "port": server.port,
            "may_open": True,
            "may_close": False,
        }
        with pytest.raises(ConnectionRefusedError):
            from_network(server, "/health")
        assert server.http("GET", "/health", headers={"Host": "192.168.7.7"}).status == 403

        opened = server.http("POST", "/api/lan/open")

        assert opened.status == 200
        assert opened.json() == {
            "lan": True,
            "addresses": [NETWORK],
            "port": server.port,
            "may_open": False,
            "may_close": True,
        }
        assert server.http("GET", "/api/lan").json() == opened.json()
        assert from_network(server, "/health") == 200
        assert server.http("GET", "/health", headers={"Host": "192.168.7.7"}).status == 200
        assert server.http("GET", "/health", headers={"Host": "evil.example"}).status == 403
        assert server.http("POST", "/api/lan/open").status == 200, "once more does no harm"

        # somebody from the network plays, and is told to come back when the server stops
        client = TestClient(server).connect()
        table = client.create("knopf", sit=0)
        with from_network_watching(server, table) as other:
            server.stop()
            assert closing_of(other) == ({"say": "closing", "reason": "come back", "after": 1000}, 4012)
        client.close()
        with pytest.raises(ConnectionRefusedError):
            from_network(server, "/health")
        server.start()
        assert server.http("GET", "/api/lan").json()["lan"] is False, "a start begins anew"
        with pytest.raises(ConnectionRefusedError):
            from_network(server, "/health")


def test_the_network_can_be_closed_again(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        client = TestClient(server).connect()
        table = client.create("knopf", sit=0)
        for _ in range(2):  # as often as one likes
            assert server.http("POST", "/api/lan/open").status == 200
            with from_network_watching(server, table) as other:
                closed = server.http("POST", "/api/lan/close")
                assert closed.status == 200
                assert closed.json()["lan"] is False and closed.json()["may_open"] is True
                assert closing_of(other) == ({"say": "closing", "reason": "network closed", "after": 8000}, 4013)
            with pytest.raises(ConnectionRefusedError):
                from_network(server, "/health")
            assert server.http("GET", "/health", headers={"Host": "192.168.7.7"}).status == 403
        assert server.http("POST", "/api/lan/close").status == 200, "once more does no harm"
        client.watch(table)  # whoever is at this machine notices nothing
        client.close()


def test_a_server_that_was_started_open_stays_so(tmp_path: Path) -> None:
    with running_server(tmp_path, lan=True) as server:
        assert server.http("GET", "/api/lan").json()["may_close"] is False
        reply = server.http("POST", "/api/lan/close")
        assert reply.status == 400 and reply.json()["why"]["key"] == "server.lan.stays"


def test_an_address_that_does_not_answer_is_never_shown(server: TestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody_answers(_addresses: list[str], _port: int) -> list[str]:
        return []

    with monkeypatch.context() as firewall:
        firewall.setattr(here_module, "answering", nobody_answers)
        reply = server.http("POST", "/api/lan/open")
        assert reply.status == 400 and reply.json()["why"]["key"] == "server.lan.silent"
    assert server.http("GET", "/api/lan").json()["lan"] is False
    with pytest.raises(ConnectionRefusedError):
        from_network(server, "/health")
    silent = asyncio.run(lan_addresses.answering([NETWORK, "127.0.0.1"], server.port))
    assert silent == ["127.0.0.1"]


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.5"},
        {"X-Real-IP": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"Origin": "https://evil.example"},
        {"Host": "evil.example"},
        {"Host": "kist.example"},
    ],
    ids=str,
)
def test_a_request_from_elsewhere_cannot_open_the_network(server: TestServer, headers: dict[str, str]) -> None:
    reply = server.http("POST", "/api/lan/open", headers=headers)
    assert reply.status == 403
    assert server.http("GET", "/api/lan").json()["lan"] is False
    with pytest.raises(ConnectionRefusedError):
        from_network(server, "/health")


def test_a_proxied_server_is_never_opened_so(tmp_path: Path) -> None:
    with running_server(tmp_path, trust_proxy=True, hosts="kist.example") as server:
        for host in ("127.0.0.1", "kist.example"):
            shown = server.http("GET", "/api/lan", headers={"Host": host}).json()
            assert shown["may_open"] is False and shown["addresses"] == []
            assert server.http("POST", "/api/lan/open", headers={"Host": host}).status == 403


def asked_by(client: str | None, host: str = "127.0.0.1:1") -> Request:
    """A request from an address."""
    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/api/lan/open", "query_string": b""}
    scope |= {"headers": [(b"host", host.encode())], "client": client and (client, 5), "server": ("127.0.0.1", 1)}
    return Request(scope | {"scheme": "http"})


@pytest.mark.parametrize("client", ["192.168.1.9", "10.0.0.1", "2001:db8::1", "testclient", None])
def test_only_a_loopback_client_may(client: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[list[str]] = []

    async def open_lan(addresses: list[str]) -> None:
        opened.append(addresses)

    async def close_lan() -> None:
        opened.clear()

    async def answers(addresses: list[str], _port: int) -> list[str]:
        return addresses

    monkeypatch.setattr(here_module, "answering", answers)
    access = LanAccess(Settings(), 8765, open_lan, close_lan)
    with pytest.raises(Refused, match="Only somebody at the server’s own machine"):
        asyncio.run(access.open(asked_by(client)))
    assert not opened and not access.lan
    for local in ("127.0.0.1", "::1"):
        asyncio.run(access.open(asked_by(local)))
    assert opened == [[NETWORK]] and access.lan
    with pytest.raises(Refused, match="Only somebody at the server’s own machine"):
        asyncio.run(access.close(asked_by(client)))
    assert access.lan
    asyncio.run(access.close(asked_by("127.0.0.1")))
    assert not opened and not access.lan


def test_without_a_network_it_says_so(server: TestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here_module, "lan_addresses", list)
    reply = server.http("POST", "/api/lan/open")
    assert reply.status == 400 and reply.json()["why"]["key"] == "server.lan.none"


def test_a_busy_port_on_the_network_is_told_and_nothing_is_opened(server: TestServer) -> None:
    with socket.create_server((NETWORK, server.port)):
        reply = server.http("POST", "/api/lan/open")
        assert reply.status == 400 and reply.json()["why"]["key"] == "server.start.busy"
    assert server.http("GET", "/api/lan").json()["lan"] is False
    assert server.http("GET", "/health", headers={"Host": "192.168.7.7"}).status == 403


def test_addresses_are_found_without_asking_anybody() -> None:
    talked: list[str] = []
    listening = True

    def hear(event: str, _: object) -> None:
        if listening and event.startswith("socket.") and event != "socket.__new__":
            talked.append(event)

    sys.addaudithook(hear)
    addresses = lan_addresses.lan_addresses()
    talk, talked = talked, []
    listening = False
    assert talk == []
    assert all(not address.startswith(("127.", "169.254.", "0.")) for address in addresses)


def test_only_real_interfaces_of_the_local_network_count(monkeypatch: pytest.MonkeyPatch) -> None:
    interfaces = {
        "eth0": ["192.168.4.4", "169.254.3.3"],
        "lo": ["127.0.1.1"],
        "wlan0": ["10.1.1.1", "192.168.4.4"],
        "docker0": ["172.17.0.1"],
        "{0A1B-2C3D}": ["192.168.5.5"],  # as Windows names them
    }
    adapters = [
        ifaddr.Adapter(name, name, [ifaddr.IP(("fe80::1", 0, 2), 64, name), *(ifaddr.IP(ip, 24, name) for ip in ips)])
        for name, ips in interfaces.items()
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    assert lan_addresses.lan_addresses() == ["192.168.4.4", "10.1.1.1", "192.168.5.5"]
