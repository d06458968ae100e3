"""Ports for servers in tests that nobody else takes in between."""

from __future__ import annotations

import os
import random
import socket

# Below the ports that systems give to outgoing connections (Linux begins at 32768, others at 49152): a server that is
# stopped and started again at the same port must not find that some connection has it now.
LOWEST, HIGHEST = 20_000, 32_000
_choices = random.Random(os.urandom(8))  # not the seed of a test: several test runs may share a machine


def free_port() -> int:
    """A port on the loopback address at which nobody listens."""
    for _ in range(1000):
        port = _choices.randrange(LOWEST, HIGHEST)
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")
