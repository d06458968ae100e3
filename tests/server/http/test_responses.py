"""Answers over HTTP: refusals with their status and sentence, keys from the header, bodies with a limit."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.requests import Request
from starlette.types import Message

from speelkist.core import SpeelkistError
from speelkist.server.http.responses import (
    failure_response,
    json_response,
    owner_of,
    read_body,
    refusal_response,
)
from speelkist.server.ws.protocol import LONGEST_MESSAGE
from speelkist.table.identity import owner_hash

KEY = "the-key-of-ans-0123456789"


def request_of(method: str = "GET", parts: tuple[bytes, ...] = (), authorization: str = "") -> Request:
    """A request whose body comes in parts."""
    headers = [(b"authorization", authorization.encode())] if authorization else []
    scope: dict[str, Any] = {"type": "http", "method": method, "path": "/api/tables", "headers": headers}
    scope |= {"query_string": b"", "server": ("127.0.0.1", 1), "scheme": "http"}
    messages: list[Message] = [
        {"type": "http.request", "body": part, "more_body": index < len(parts)} for index, part in enumerate(parts, 1)
    ]

    async def receive() -> Message:
        return messages.pop(0) if messages else {"type": "http.request", "body": b"", "more_body": False}

    return Request(scope, receive)


@pytest.mark.parametrize(
    ("key", "method", "status"),
    [
        ("server.table.unknown", "DELETE", 404),
        ("table.key.wrong", "GET", 401),
        ("table.seat.not_yours", "DELETE", 403),
        ("server.limit.tables", "POST", 429),
        ("server.store.failed", "POST", 503),
        ("table.create.sit", "GET", 404),  # what is asked for is not there
        ("table.create.sit", "POST", 400),  # what is asked for cannot be done
    ],
)
def test_a_refusal_says_why_in_a_phrase_and_a_sentence(key: str, method: str, status: int) -> None:
    values: dict[str, Any] = {"n": 3} if "limit" in key else {}
    response = asyncio.run(refusal_response(request_of(method), SpeelkistError(key, **values)))
    body = json.loads(bytes(response.body))
    assert response.status_code == status
    assert body["why"]["key"] == key and body["sentence"].endswith(".")


def test_a_failure_tells_nothing_of_its_inside(caplog: pytest.LogCaptureFixture) -> None:
    response = asyncio.run(failure_response(request_of(), RuntimeError("the inside")))
    assert response.status_code == 500
    assert b"inside" not in bytes(response.body)
    assert "a request failed: /api/tables" in caplog.text


def test_the_owner_is_the_hash_of_the_key_in_the_header() -> None:
    assert owner_of(request_of(authorization=f"Bearer {KEY}")) == owner_hash(KEY)
    assert owner_of(request_of(authorization=f"bearer  {KEY} ")) == owner_hash(KEY)
    for wrong in ("", KEY, f"Basic {KEY}", "Bearer short"):
        with pytest.raises(SpeelkistError) as refused:
            owner_of(request_of(authorization=wrong))
        assert refused.value.phrase.key == "table.key.wrong"


def test_a_body_is_read_in_parts_up_to_its_limit() -> None:
    assert asyncio.run(read_body(request_of("POST", (b"a" * 10, b"b")))) == b"a" * 10 + b"b"
    assert len(asyncio.run(read_body(request_of("POST", (b"a" * LONGEST_MESSAGE,))))) == LONGEST_MESSAGE
    with pytest.raises(SpeelkistError) as refused:
        asyncio.run(read_body(request_of("POST", (b"a" * LONGEST_MESSAGE, b"b"))))
    assert refused.value.phrase.key == "server.message.long"


def test_structs_and_plain_data_become_json() -> None:
    response = json_response({"name": "Zoë", "seats": (0, 1)}, 201)
    assert (response.status_code, response.media_type) == (201, "application/json")
    assert json.loads(bytes(response.body)) == {"name": "Zoë", "seats": [0, 1]}
