"""The log: one line an event, and nobody's secrets in it, whatever happens."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from speelkist.server.logging import JsonFormatter, RepeatedTracebacks, TextFormatter, log_alias, without_secrets
from speelkist.table.identity import new_code, new_table_id, owner_hash
from tests.support.client import TestClient, settle_dice
from tests.support.serve_command import running_command
from tests.support.server import TestServer

KEYS = ("Zq8vN1mXw0aB4cD5eF6gH7jK", "yT3-rE5_wQ9uI2oP7aS1dF4g", "mN6bV8cX2zL4kJ0hG9fD3sA5")
NONCES = ("a1b2c3d4e5f60718" * 2, "0f1e2d3c4b5a6978" * 2)


def complete_game(server: TestServer, moves: int) -> set[str]:
    """Two people play to the end, or give up, and strangers try what they can; every secret that was used."""
    ans, eve, bob = (TestClient(server, key).connect() for key in KEYS)
    table = ans.create("kriskras", sit=0, name="Ans", nonce=NONCES[0], options={})
    used = {table, *KEYS, *NONCES, *(owner_hash(key) for key in KEYS)}
    ans.watch(table)
    eve.watch(table)
    eve.sit(table, 1, "Bob", NONCES[1])
    settle_dice(table, (ans, eve))
    # codes, right and wrong; keys, right and wrong; nonsense of every kind
    code = eve.ask("code", table=table, seat=1)["data"]["code"]
    used.add(code)
    bob.ask("claim", code=code)
    bob.watch(table)
    wrong = new_code()
    used.add(wrong)
    ans.rejection("claim", code=wrong)
    eve.rejection("play", table=table, seat=1, seen=1, move="a1-a2")
    eve.ask("unwatch", table=table)
    ans.send("{not json " + KEYS[0])
    server.http("GET", f"/api/tables/{table}/record?key={KEYS[0]}")
    server.http("GET", f"/t/{table}/nothing/here", key=KEYS[1])
    server.http("DELETE", f"/api/tables/{table}", key="short")
    server.http("POST", "/api/tables", b'{"game": "kriskras", "nonce": "' + NONCES[0].encode(), key=KEYS[0])
    server.http("GET", "/health", headers={"Host": f"{table}.example"})
    by_seat = {0: ans, 1: bob}
    ans.receive_all()
    while ans.tables[table].state == "playing" and (moves := moves - 1) >= 0:
        seat = ans.tables[table].view["player"]
        mover = by_seat[seat]
        mover.catch_up(table, ans.tables[table].version)
        number = mover.play(table, seat, mover.tables[table].view["choices"][0]["move"])["version"]
        ans.catch_up(table, number)
        ans.receive_all()
    if ans.tables[table].state == "playing":
        ans.catch_up(table, ans.ask("resign", table=table, seat=0)["version"] + 1)
    used.add(str(ans.tables[table].events[-1]["seed"]))
    for client in (ans, eve, bob):
        client.close()
    return used


def secrets_in(log: str, used: set[str]) -> list[str]:
    return [secret for secret in used if secret.lower() in log.lower()]


@pytest.mark.parametrize(("kind", "moves"), [("text", 1000), ("json", 4)])
def test_a_whole_game_leaves_no_secret_in_the_log(tmp_path: Path, kind: str, moves: int) -> None:
    with running_command(tmp_path / "tables.db", "--log", kind, "--rate", "0") as server:
        used = complete_game(server, moves)
        with contextlib.closing(sqlite3.connect(server.db)) as database, database:
            database.execute("drop table events")  # from here on whatever is asked goes wrong
        client = TestClient(server, KEYS[0]).connect()
        table = next(text for text in used if len(text) == 8)
        assert client.rejection("resign", table=table, seat=0) in (
            "server.failed",
            "server.store.failed",
            "core.end.over",
        )
        lost = client.send_request("watch", table="2345abcd")
        with contextlib.suppress(Exception):
            client.answer(lost)
        created = server.http("POST", "/api/tables", {"game": "knopf"}, KEYS[0])
        assert created.status in (500, 503)
        client.close()
        server.signal(signal.SIGTERM)
        server.end()
        log = server.errors
    assert len(used) == 12
    assert secrets_in(log, used) == []
    assert "authorization" not in log.lower() and "bearer" not in log.lower()
    lines = [line for line in log.splitlines() if "running as root" not in line]
    for number, said in ((0, "database created"), (1, "started"), (2, "table created"), (-1, "stopped")):
        assert said in lines[number]
    assert log_alias(table) in lines[2] and any("game over" in line and log_alias(table) in line for line in lines)
    assert "no such table" in log, "what went wrong can be read"
    for line in lines:
        if kind == "json":
            read = json.loads(line)
            assert {"at", "level", "from", "text"} <= set(read)
        else:
            assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (info|warning|error|critical) [a-z.]+: ", line), (
                line
            )


def record(text: str, *values: object, error: BaseException | None = None, **extra: Any) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error is not None else None
    made = logging.LogRecord("speelkist.house", logging.WARNING, __file__, 1, text, values, info)
    made.__dict__.update(extra)
    return made


def failed(text: str) -> BaseException:
    try:
        raise ValueError(text)
    except ValueError as error:
        return error


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()], ids=["text", "json"])
def test_secrets_are_hidden_wherever_they_stand(formatter: logging.Formatter) -> None:
    for _ in range(200):
        table, code, seed = new_table_id(), new_code(), "0123456789abcdef" * 4
        code = code if not code.isalpha() else code[:-1] + "7"
        said = record(
            "table %s: code %s (%s)", table, code, f"/t/{table}?x", error=failed(f"table {table} {seed}"), key=seed
        )
        line = formatter.format(said)
        assert secrets_in(line, {table, code, seed}) == []
        assert log_alias(table) in line and "\n" not in line and "ValueError" in line


def test_the_same_traceback_comes_once_a_second() -> None:
    throttle = RepeatedTracebacks(seconds=60)
    assert [throttle.filter(record("failed", error=failed("once"))) for _ in range(50)] == [True] + [False] * 49
    assert throttle.filter(record("failed", error=RuntimeError("another")))
    assert all(throttle.filter(record("no traceback")) for _ in range(5))
    throttle = RepeatedTracebacks(seconds=0)
    assert all(throttle.filter(record("failed", error=failed("later"))) for _ in range(5))


def test_how_many_tracebacks_were_left_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    throttle, now = RepeatedTracebacks(), 0.0
    monkeypatch.setattr("speelkist.server.logging.time.monotonic", lambda: now)
    for _ in range(4):
        throttle.filter(record("failed", error=failed("often")))
    now = 1.5
    last = record("failed", error=failed("often"))
    assert throttle.filter(last)
    assert " repeated=3 " in TextFormatter().format(last) + " "


def test_words_that_look_like_secrets_are_not_hidden() -> None:
    text = "the database with websockets_sansio_impl went away at 127.0.0.1:8765, errno 98 in kriskras on 2026-11-15"
    assert without_secrets(text) == text


def test_a_newline_in_a_value_makes_no_new_log_line() -> None:
    line = TextFormatter().format(record("name %s", "x\n2026-01-01T00:00:00.000Z info serve: stopped\x1b[2J\u2028"))
    assert "\n" not in line and "\x1b" not in line and "\u2028" not in line
    assert json.loads(JsonFormatter().format(record("name %s", 'x"\n\x1b')))["text"] == 'name x" | \ufffd'


def test_values_come_along() -> None:
    assert (
        TextFormatter()
        .format(record("done", tables=3, game="knopf"))
        .endswith(" warning house: done tables=3 game=knopf")
    )
    read = json.loads(JsonFormatter().format(record("done", tables=3, game="knopf")))
    assert (read["text"], read["tables"], read["game"], read["from"]) == ("done", 3, "knopf", "house")


def test_every_new_address_can_be_hidden() -> None:
    for _ in range(2000):
        address = new_table_id()
        assert address not in without_secrets(f"table {address}.")
