"""Starting and stopping as a host does: where it is, what it says when it cannot, and how it leaves."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from speelkist.server.main import CannotServe, listen, local_url, open_port, warn_of_root
from speelkist.server.settings import Settings
from speelkist.server.storage.database import BadDatabase, held, prepare
from tests.support.client import TestClient
from tests.support.serve_command import ServeCommand, run_speelkist, running_command


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeCommand]:
    """A server that others come in the way of."""
    with running_command(tmp_path_factory.mktemp("running") / "tables.db") as started:
        yield started


@pytest.mark.parametrize("which", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_it_tells_where_it_is_and_stops_in_order(tmp_path: Path, which: signal.Signals) -> None:
    with running_command(tmp_path / "tables.db") as server:
        assert re.fullmatch(r"Speelkist is at http://127\.0\.0\.1:\d+/\n", server.lines[0])
        client = TestClient(server).connect()
        table = client.create("knopf", name="Ans")
        client.watch(table)
        sent = client.send_request("play", table=table, seat=0, seen=client.tables[table].version, move="b2-a1")
        server.signal(which)
        assert client.await_close() == (4012, "come back")
        assert client.closing == {"say": "closing", "reason": "come back", "after": 1000}
        answer = client._answers.get(sent)
        assert server.end() == 0
        stored = [event["kind"] for event in server.stored_events(table)]
        assert stored.count("moved") == (answer is not None and answer["say"] == "accepted")
        if answer is None or answer["say"] == "rejected":
            assert answer is None or answer["why"]["key"] == "server.closing"
        assert "Traceback" not in server.errors
        # what was stored is there when it starts again, at the same address
        server.start()
        client.connect()
        assert client.tables[table].version == len(stored)
        client.close()


def test_nobody_new_is_let_in_while_it_stops_and_the_rest_is_finished(tmp_path: Path) -> None:
    with running_command(tmp_path / "tables.db") as server:
        silent = socket.create_connection(("127.0.0.1", server.port))  # says nothing, and holds nothing up
        with contextlib.closing(silent):
            server.signal(signal.SIGTERM)
            assert server.end() == 0
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", server.port))


def test_a_busy_port_is_told_in_one_sentence(running: ServeCommand, tmp_path: Path) -> None:
    busy = ["serve", "--port", str(running.port), "--db", str(tmp_path / "other.db")]
    assert run_speelkist(*busy, code=2).stderr == (
        f"Port {running.port} of 127.0.0.1 is in use: perhaps Speelkist is running already; otherwise choose another "
        "port with --port.\n"
    )
    assert not (tmp_path / "other.db").exists(), "nothing is made for a server that does not start"


def test_a_busy_file_is_told_in_one_sentence(running: ServeCommand, tmp_path: Path) -> None:
    said = run_speelkist("serve", "--port", "0", "--db", str(running.db), code=2).stderr
    assert said.startswith(f"Another Speelkist is using {running.db}: ") and said.count("\n") == 1
    other_name = tmp_path / "link.db"
    other_name.symlink_to(running.db)
    with pytest.raises(BadDatabase, match="Another Speelkist"), held(Settings(db=str(other_name))):
        pass


def test_a_killed_server_leaves_the_file_free(tmp_path: Path) -> None:
    with running_command(tmp_path / "tables.db") as server:
        server.signal(signal.SIGKILL)
        assert server.end() == -signal.SIGKILL
        server.start()
        assert server.http("GET", "/health").json()["ok"] is True


@pytest.mark.skipif(sys.platform == "win32", reason="there is no root")
@pytest.mark.parametrize(("user", "lines"), [(0, 1), (1000, 0)], ids=["root", "another user"])
def test_running_as_root_is_warned_of(
    user: int, lines: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    warn_of_root()
    assert caplog.text.count("give it a user of its own") == lines


@pytest.mark.skipif(sys.platform == "win32", reason="there is no root")
def test_the_command_warns_of_root_at_its_start(running: ServeCommand) -> None:
    assert ("running as root" in running.errors) == (os.geteuid() == 0)


def test_an_address_that_is_not_ours_is_told() -> None:
    with pytest.raises(CannotServe, match=r"The server cannot listen at 203\.0\.113\.9 port 0: .+\.$"):
        open_port(Settings(host="203.0.113.9", port=0))


@pytest.mark.parametrize(
    ("host", "address"),
    [("::1", "http://[::1]:"), ("0.0.0.0", "http://127.0.0.1:"), ("127.0.0.2", "http://127.0.0.2:")],
)
def test_the_address_is_one_that_a_browser_can_open(host: str, address: str) -> None:
    with contextlib.closing(listen(host, 0)) as listening:
        assert local_url(listening) == f"{address}{listening.getsockname()[1]}/"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"not a database at all, and long enough to be looked at" * 20, "file is not a database"),
        ("create table shop (id integer)", "holds something other than Speelkist’s tables"),
        (
            "create table alembic_version (version_num text); insert into alembic_version values ('9999')",
            "was made by a newer Speelkist (version 9999 of the database; this one knows up to ",
        ),
    ],
    ids=["no database", "another program's", "a newer one"],
)
def test_a_database_that_cannot_be_used_is_told_and_left_alone(tmp_path: Path, content: bytes | str, said: str) -> None:
    file = tmp_path / "tables.db"
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        with contextlib.closing(sqlite3.connect(file)) as made:
            made.executescript(content)
    before = file.read_bytes()
    with pytest.raises(BadDatabase) as error:
        prepare(Settings(db=str(file)))
    assert said in str(error.value) and str(file) in str(error.value) and "\n" not in str(error.value)
    assert file.read_bytes() == before
    assert not list(tmp_path.glob("*backup*"))


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadDatabase, match=r"The database .* cannot be used: .+\.$"):
        prepare(Settings(db=str(tmp_path / "file" / "tables.db")))


def test_without_db_it_is_kept_in_the_users_data_folder(tmp_path: Path) -> None:
    shown = run_speelkist("config", env={"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}).stdout
    assert f'db = ""  # default: {tmp_path}/' in shown
    if sys.platform == "linux":
        assert f'db = ""  # default: {tmp_path}/data/speelkist/tables.db\n' in shown


def test_lan_tells_the_addresses_and_accepts_their_names(tmp_path: Path) -> None:
    # only the name is of the network: what is sent stays on this machine
    with running_command(tmp_path / "tables.db", "--lan") as server:
        for name, status in (("192.168.77.5", 200), ("kist.local", 200), ("evil.example", 403), ("8.8.8.8", 403)):
            assert server.http("GET", "/health", headers={"Host": f"{name}:{server.port}"}).status == status, name
        shown = json.loads(server.http("GET", "/api/lan").body)
        assert shown["lan"] is True and shown["port"] == server.port and shown["may_open"] is False
        server.signal(signal.SIGTERM)
        assert server.end() == 0
    assert server.lines[0] == f"Speelkist is at http://127.0.0.1:{server.port}/\n"
    expected = [f"On your own network: http://{address}:{server.port}/\n" for address in shown["addresses"]]
    assert server.lines[1:] == (expected or ["This machine has no address on a local network.\n"])


def test_without_lan_only_this_machines_own_names_are_accepted(running: ServeCommand) -> None:
    for name, status in (("localhost", 200), ("127.0.0.1", 200), ("192.168.77.5", 403), ("kist.local", 403)):
        assert running.http("GET", "/health", headers={"Host": f"{name}:{running.port}"}).status == status, name
