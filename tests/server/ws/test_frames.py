"""Messages in parts, frames cut anywhere and pings between them are read in order."""

from __future__ import annotations

import json
import struct

from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from speelkist.server.ws.protocol import PROTOCOL
from tests.support.client import TestClient
from tests.support.server import TestServer


def masked(opcode: int, payload: bytes, fin: bool = True) -> bytes:
    return Frame(Opcode(opcode), payload, fin).serialize(mask=True)


def test_messages_in_parts_and_pings_between_are_answered_in_order(server: TestServer) -> None:
    client = TestClient(server)
    hello = f'{{"say":"hello","protocol":{PROTOCOL},"key":"{client.key}"}}'
    with connect(f"ws://127.0.0.1:{server.port}/socket") as line:
        line.send(hello)
        assert '"welcome"' in str(line.recv(30))
        line.send(['{"say":"watch",', '"id":"1",', '"table":"zzzzzzzz"}'])  # three frames
        assert '"id":"1"' in str(line.recv(30))
        assert line.ping().wait(30)
        for number in range(2, 40):  # more than may wait
            line.send(f'{{"say":"watch","id":"{number}","table":"zzzzzzzz"}}')
        answers: list[str] = []
        while len(answers) < 38:  # those that waited together came in one frame
            answers += str(line.recv(30)).split("\n")
        assert [json.loads(answer)["id"] for answer in answers] == [str(number) for number in range(2, 40)]


def test_frames_cut_anywhere_are_put_together(server: TestServer) -> None:
    client = TestClient(server)
    message = f'{{"say":"hello","protocol":{PROTOCOL},"key":"{client.key}"}}'.encode()
    with connect(f"ws://127.0.0.1:{server.port}/socket") as line:
        for byte in masked(1, message):
            line.socket.sendall(struct.pack("B", byte))
        assert '"welcome"' in str(line.recv(30))
        line.send('{"say":"watch","id":"1","table":"zzzzzzzz"}')
        assert '"id":"1"' in str(line.recv(30))


def test_a_table_in_the_sockets_address_is_for_proxies_only(server: TestServer) -> None:
    client = TestClient(server)
    with connect(f"ws://127.0.0.1:{server.port}/socket?table=k7m3p9xq") as line:
        line.send(f'{{"say":"hello","protocol":{PROTOCOL},"key":"{client.key}"}}')
        assert '"welcome"' in str(line.recv(30))
