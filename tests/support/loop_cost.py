"""What something costs the event loop of a server, and the worst that can stand in a field."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from speelkist.server.ws.protocol import LONGEST_MESSAGE
from tests.support.server import TestServer

MESSAGE_SECONDS = 0.020
REQUEST_SECONDS = 0.050
TRIES = 3  # the first call of a kind also loads modules

SIZE = LONGEST_MESSAGE - 600  # what is left for one field
STRINGS = {
    "long": "x" * SIZE,
    "combining": "a" + "\u0315" * (SIZE // 4) + "\u0316" * (SIZE // 4),
    "wide": "\U0001f469\u200d" * (SIZE // 8),
    "digits": "9" * SIZE,
    "spaces": " " * SIZE,
    "dashes": "a1-" * (SIZE // 3),
    "commas": "a1," * (SIZE // 3),
    "quotes": '"' * (SIZE // 2),
    "newlines": "\n" * (SIZE // 2),
    "brackets": "[" * SIZE,
    "nothing": "",
}
VALUES = {  # as JSON text
    **{name: json.dumps(text, ensure_ascii=False) for name, text in STRINGS.items()},
    "surrogates": '"' + "\\ud800" * (SIZE // 6) + '"',
    "escapes": '"' + "\\u0000" * (SIZE // 6) + '"',
    "huge number": "9" * SIZE,
    "long fraction": "0." + "1" * SIZE,
    "exponent": "1e" + "9" * 300,
    "negative": "-9223372036854775808",
    "many numbers": "[" + ",".join(["7"] * 10_000) + "]",
    "many strings": "[" + ",".join(['"a1"'] * 10_000) + "]",
    "deep list": "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "deep object": '{"a":' * (SIZE // 8) + "1" + "}" * (SIZE // 8),
    "many keys": "{" + ",".join(f'"k{number}":1' for number in range(5_000)) + "}",
    "same keys": "{" + ",".join(['"a":1'] * 8_000) + "}",
    "null": "null",
    "true": "true",
}


def loop_seconds(server: TestServer) -> float:
    """The processor time that the thread of the event loop has spent."""

    async def read() -> float:
        return time.thread_time()

    return server.run_on_loop(read())


def cheapest(server: TestServer, action: Callable[[], object], limit: float) -> float:
    """The processor time of the event loop for an action: the least of a few tries, for the first may load modules."""
    least = float("inf")
    for _ in range(TRIES):
        before = loop_seconds(server)
        action()
        least = min(least, loop_seconds(server) - before)
        if least <= limit:
            break
    return least
