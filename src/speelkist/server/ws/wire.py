"""The ordinary case of the WebSocket protocol on a short way: whole text frames in, texts out.

Everything else (the handshake, pings, closing, messages in parts, frames that are wrong) is left to uvicorn and
websockets, which know the protocol but take longer for one message than the rules take to judge a move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import OPEN

WIRE = "speelkist.wire"  # by this name the app finds the wire among the scope's extensions

_TEXT = 0x81  # a text, whole
_CONTROL = (0x88, 0x89, 0x8A)  # close, ping, pong: short and never in parts
_MASKED = 0x80
_SHORT, _LONGER = 125, 126
MOST_UNREAD = 16  # messages that may wait for the app before the browser has to


class Wire(WebSocketsSansIOProtocol):
    """One browser's connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._whole = True  # so far every frame came in one piece
        self.hear: Callable[[str], bool] = _nobody  # whoever can do something with a text at once

    def data_received(self, data: bytes) -> None:
        """Bytes from the browser, mostly one message."""
        texts = None
        if self._whole and self.handshake_complete:
            texts = whole_texts(data)
            self._whole = texts is not None or _is_control(data)
        if texts is None or self.close_sent or self.conn.state is not OPEN:
            super().data_received(data)
            return
        for text in texts:
            if self.queue.empty() and self.hear(text):
                continue
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Request) -> None:
        """A browser is at the door."""
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, object]", self.scope["extensions"])[WIRE] = self

    def say(self, text: bytes) -> bool:
        """Send a text; False if the browser takes nothing now.

        At once, while it is at hand: what a whole group of moves says would not stay in the processor's cache.
        """
        if not self.writable.is_set():
            return False
        if self.conn.state is OPEN and not self.close_sent:
            self.transport.write(_head(len(text)) + text)
        return True


def _nobody(_text: str) -> bool:
    return False


def whole_texts(data: bytes) -> list[str] | None:
    """The messages in ``data``, if it is nothing but whole text frames as browsers send them."""
    found: list[str] = []
    place, size = 0, len(data)
    while place < size:
        if size - place < 6 or data[place] != _TEXT:
            return None
        length = data[place + 1] - _MASKED
        key = place + 2
        if length == _LONGER:
            length, key = int.from_bytes(data[key : key + 2], "big"), key + 2
        elif not 0 <= length <= _SHORT:
            return None
        begin = key + 4
        place = begin + length
        if place > size:
            return None
        try:
            found.append(apply_mask(data[begin:place], data[key:begin]).decode())
        except UnicodeDecodeError:
            return None
    return found


def _is_control(data: bytes) -> bool:
    """Whether this is one whole control frame, after which all is as before."""
    return len(data) >= 6 and data[0] in _CONTROL and len(data) == 6 + (data[1] & 0x7F)


def _head(length: int) -> bytes:
    """What stands before a text of so many bytes."""
    if length <= _SHORT:
        return bytes((_TEXT, length))
    if length < 1 << 16:
        return bytes((_TEXT, _LONGER, length >> 8, length & 0xFF))
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big")
