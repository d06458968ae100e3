"""What comes over the line, changed on its way: for what a server says only after a long while."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Message = dict[str, Any]


def answering(page: Page, what: str, answers: Callable[[Message], list[Message]]) -> None:
    """Answer what the page says with ``what`` in the server's place; all else goes through."""

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def received(text: str | bytes) -> None:
            message = json.loads(text)
            if message["say"] != what:
                server.send(text)
                return
            for answer in answers(message):
                socket.send(json.dumps(answer))

        socket.on_message(received)

    page.route_web_socket("**/socket?table=*", between)


def telling(page: Page, change: Callable[[Message], Message]) -> None:
    """Change what the server says, message by message."""

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def received(frame: str | bytes) -> None:
            assert isinstance(frame, str)
            for line in frame.split("\n"):
                socket.send(json.dumps(change(json.loads(line))))

        server.on_message(received)

    page.route_web_socket("**/socket?table=*", between)
