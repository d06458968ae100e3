"""An HTTP request that does not stop the event loop."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from typing import Any


async def http_request(
    address: str, path: str, key: str = "", body: dict[str, Any] | None = None, method: str | None = None
) -> str:
    """An HTTP request; the answer's text."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        address.rstrip("/") + path, data, {"Authorization": f"Bearer {key}"} if key else {}, method=method
    )

    def send() -> str:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return str(answer.read().decode())

    return await asyncio.to_thread(send)
