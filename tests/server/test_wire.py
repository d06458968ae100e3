"""The short way for ordinary frames reads what websockets would read, and leaves everything else to it."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from speelkist.server.ws.wire import _head, whole_texts

from .harness import Client, House


def masked(opcode: int, payload: bytes, fin: bool = True) -> bytes:
    return Frame(Opcode(opcode), payload, fin).serialize(mask=True)


@given(st.lists(st.text(max_size=300), min_size=1, max_size=4))
def test_whole_texts_are_read(texts: list[str]) -> None:
    assert whole_texts(b"".join(masked(1, text.encode()) for text in texts)) == texts


@given(st.text(max_size=70_000), st.data())
def test_parts_are_not(text: str, data: Any) -> None:
    whole = masked(1, text.encode())
    cut = data.draw(st.integers(1, len(whole) - 1))
    assert whole_texts(whole[:cut]) is None


@pytest.mark.parametrize(
    "wrong",
    [
        masked(2, b"bytes"),
        masked(1, b"begun", fin=False),
        masked(9, b"ping"),
        masked(1, b"\xff\xfe"),
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        b"\xc1" + masked(1, b"reserved")[1:],
        masked(1, b"ok") + masked(10, b"pong"),
    ],
    ids=["bytes", "begun", "ping", "no UTF-8", "not masked", "reserved", "with a pong"],
)
def test_anything_else_is_left_alone(wrong: bytes) -> None:
    assert whole_texts(wrong) is None


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536, 200_000])
def test_the_head_is_that_of_the_protocol(length: int) -> None:
    assert _head(length) + bytes(length) == Frame(Opcode.TEXT, bytes(length)).serialize(mask=False)


def test_messages_in_parts_and_pings_between_are_answered_in_order(server: House) -> None:
    client = Client(server)
    hello = f'{{"say":"hello","protocol":1,"key":"{client.key}"}}'
    with connect(f"ws://127.0.0.1:{server.port}/socket") as line:
        line.send(hello)
        assert '"welcome"' in str(line.recv(30))
        line.send(['{"say":"watch",', '"id":"1",', '"table":"zzzzzzzz"}'])  # three frames
        assert '"id":"1"' in str(line.recv(30))
        assert line.ping().wait(30)
        for number in range(2, 40):  # more than may wait
            line.send(f'{{"say":"watch","id":"{number}","table":"zzzzzzzz"}}')
        for number in range(2, 40):
            assert f'"id":"{number}"' in str(line.recv(30))


def test_frames_cut_anywhere_are_put_together(server: House) -> None:
    client = Client(server)
    message = f'{{"say":"hello","protocol":1,"key":"{client.key}"}}'.encode()
    with connect(f"ws://127.0.0.1:{server.port}/socket") as line:
        for byte in masked(1, message):
            line.socket.sendall(struct.pack("B", byte))
        assert '"welcome"' in str(line.recv(30))
        line.send('{"say":"watch","id":"1","table":"zzzzzzzz"}')
        assert '"id":"1"' in str(line.recv(30))


def test_a_table_in_the_sockets_address_is_for_proxies_only(server: House) -> None:
    client = Client(server)
    with connect(f"ws://127.0.0.1:{server.port}/socket?table=k7m3p9xq") as line:
        line.send(f'{{"say":"hello","protocol":1,"key":"{client.key}"}}')
        assert '"welcome"' in str(line.recv(30))
