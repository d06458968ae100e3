"""Sockets that ask for much and read nothing: what the server keeps for them, measured on its process."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import socket
import struct
import sys
import time
from pathlib import Path

import pytest

from tests.support.client import connected_clients
from tests.support.serve_command import ServeCommand, running_command
from tests.support.timeout import TIMEOUT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")

SOCKETS = 4
ASKED = 1500  # snapshots for each, of 20 kB and more
MEGABYTES = 12  # that a socket may cost: what waits, once more as a frame, and what the system buffers


def memory(server: ServeCommand) -> float:
    """The memory of the server's process, in megabytes."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    line_of_status = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert line_of_status is not None
    return int(line_of_status[1]) / 1024


def largest_memory(server: ServeCommand) -> float:
    """The most that the process takes until it has read all that it was sent."""
    largest, read = memory(server), -1.0
    while read != (read := server.metric("messages_total")):
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            largest = max(largest, memory(server))
            time.sleep(0.02)
    return largest


def frame(message: dict[str, object]) -> bytes:
    """A text frame, masked with zeros."""
    text = json.dumps(message).encode()
    length = (
        struct.pack("!BB", 0x81, 0x80 | len(text)) if len(text) < 126 else struct.pack("!BBH", 0x81, 0xFE, len(text))
    )
    return length + bytes(4) + text


def deaf_socket(server: ServeCommand, key: str) -> socket.socket:
    """A socket that has said hello and will read nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(TIMEOUT)
    line.connect(("127.0.0.1", server.port))
    nonce = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {nonce}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert line.recv(12) == b"HTTP/1.1 101"
    line.sendall(frame({"say": "hello", "protocol": 1, "key": key}))
    return line


def test_who_reads_nothing_costs_a_bounded_amount_of_memory(tmp_path: Path) -> None:
    with (
        running_command(tmp_path / "tables.db", "--rate", "0", "--no-compile") as server,
        connected_clients(server, 1) as (ans,),
        contextlib.ExitStack() as lines,
    ):
        table = ans.create("cubus", options={"players": 4}, names=list("abcd"))
        seen = ans.watch(table)
        for _ in range(40):
            ans.play(table, seen.view["player"], seen.view["choices"][-1]["move"])
        asking = b"".join(
            frame({"say": "unwatch", "id": f"u{number}", "table": table})
            + frame({"say": "watch", "id": f"w{number}", "table": table, "seen": 0})
            for number in range(ASKED)
        )
        before = memory(server)
        for number in range(SOCKETS):
            line = lines.enter_context(deaf_socket(server, f"{number}" * 30))
            with contextlib.suppress(OSError):  # it may be closed on the way
                line.sendall(asking)
            ans.play(table, seen.view["player"], seen.view["choices"][-1]["move"])  # nobody else is held up
            assert largest_memory(server) - before < MEGABYTES * (number + 1)
