"""Every address that is not the socket: what it answers, and how it refuses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

import speelkist
from speelkist.core import LANGUAGES, Record, commitment, read_seed
from speelkist.core.game_data import TERMINAL_ONLY
from speelkist.core.view import read_phrase
from speelkist.i18n.markdown import parse_blocks
from tests.support.client import Rejected, TestClient, connected_clients, table_of_two
from tests.support.dice import NONCES, SEED
from tests.support.server import Reply, TestServer, running_server


def check_refused(reply: Reply, status: int, key: str) -> None:
    """A refusal has its status, its rule, and the sentence in English."""
    assert reply.status == status, reply.text
    body = reply.json()
    assert body["why"]["key"] == key, body
    assert read_phrase(body["why"]).say("en") == body["sentence"]
    assert read_phrase(body["why"]).say("nl")


# --- what can be played -----------------------------------------------------------------------------------------------


def test_games_are_told_with_all_their_options(server: TestServer) -> None:
    listed = server.http("GET", "/api/games").json()
    assert [game["id"] for game in listed["games"]] == list(speelkist.games())
    assert "simple" in listed["bots"]
    for game in listed["games"]:
        info = speelkist.load(game["id"]).info
        assert game["name"]["nl"] == info.name["nl"]
        assert [option["name"] for option in game["options"]] == [option.name for option in info.options]
        for phrase in (game["about"], *(option[part] for option in game["options"] for part in ("label", "help"))):
            assert all(read_phrase(phrase).say(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("game", speelkist.games())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_are_sent_in_blocks_with_their_numbers(server: TestServer, game: str, lang: str) -> None:
    reply = server.http("GET", f"/api/games/{game}/rules?lang={lang}")
    file = Path(speelkist.__file__).parent / "games" / game / "text" / f"rules.{lang}.md"
    info = speelkist.load(game).info
    page = file.read_text(encoding="utf-8")
    for name, value in (*info.constants.items(), *((option.name, option.default) for option in info.options)):
        page = page.replace(f"{{{name}}}", str(value))
    assert reply.json() == {"blocks": parse_blocks(page)}
    assert not re.search(r"\{\w+\}", reply.text), "every number that the page names is filled in"


def test_the_rules_of_a_table_tell_the_values_of_its_options(server: TestServer) -> None:
    usual = server.http("GET", "/api/games/krabcek/rules?lang=nl").text
    with connected_clients(server, 1) as (client,):
        table = client.create("krabcek", options={"idle_limit": 77})
        start = speelkist.load("krabcek", layout="random", idle_limit=78).start().to_json()
        for table_id, number in ((table, 77), (client.create("krabcek", start=start), 78)):
            page = server.http("GET", f"/api/tables/{table_id}/rules?lang=nl").text
            assert f"na {number} beurten" in page
            assert page.replace(f"{number} beurten", "150 beurten") == usual
        check_refused(server.http("GET", f"/api/tables/{table}/rules?lang=de"), 404, "server.message.language")
    check_refused(server.http("GET", "/api/tables/22222222/rules"), 404, "server.table.unknown")


def test_rules_of_an_unknown_game_or_language_are_404(server: TestServer) -> None:
    check_refused(server.http("GET", "/api/games/chess/rules"), 404, "core.option.game")
    check_refused(server.http("GET", "/api/games/knopf/rules?lang=de"), 404, "server.message.language")
    assert server.http("GET", "/api/games/..%2F..%2Fserver/rules").status == 404
    assert server.http("GET", "/api/games/knopf/rules?lang=../../secret").status == 404


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_hold_every_phrase_of_the_games_and_the_server(server: TestServer, lang: str) -> None:
    phrases = server.http("GET", f"/api/phrases/{lang}").json()
    for namespace in ("core", "bots", "server", *speelkist.games()):
        for key, value in speelkist.core.phrases_of(namespace, lang).items():
            terminal_only = key.partition(".")[0] in TERMINAL_ONLY.get(namespace, {"help"} if "." not in key else ())
            assert phrases.get(f"{namespace}.{key}") == (None if terminal_only else value)
    # a hint, and the notice that a strength is missing, are said by the programs themselves
    assert {"bots.hint.best", "bots.missing.line", "bots.strength.club.about"} <= phrases.keys()
    check_refused(server.http("GET", "/api/phrases/xx"), 404, "server.message.language")


def test_nothing_that_answers_a_browser_says_what_is_left_out_of_its_words() -> None:
    left_out = [f'"{namespace}.{word}.' for namespace, words in TERMINAL_ONLY.items() for word in words]
    package = Path(speelkist.__file__).parent
    folders = [package / name for name in ("server/http", "server/ws", "server/live", "table", "learn", "games")]
    for path in (path for folder in folders for path in folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert not [key for key in left_out if key in text], path


# --- laying a table ---------------------------------------------------------------------------------------------------


def test_a_table_at_one_screen_begins_at_once(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("kriskras", names=["Ans", "Bob"], seed=SEED, options={})
        seen = ans.watch(table)
        assert (seen.state, seen.yours, [seat["name"] for seat in seen.seats]) == ("playing", [0, 1], ["Ans", "Bob"])
        assert seen.events[0]["commitment"] == commitment(read_seed(SEED))


def test_a_table_by_link_waits(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("cubus", options={"players": 4}, sit=2, name="Ans")
        seen = ans.watch(table)
        assert (seen.state, seen.yours, len(seen.seats)) == ("waiting", [2], 4)
        nobody = ans.watch(ans.create("knopf", sit="none"))
        assert (nobody.state, nobody.yours) == ("waiting", [])


def test_a_table_may_begin_in_the_middle(server: TestServer) -> None:
    state = speelkist.load("knopf").start()
    for _ in range(5):
        state = state.play(state.legal()[0])
    with connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", start=f"\n  {state.to_json()} ")
        assert ans.watch(table).view["player"] == 1
        assert ans.tables[table].events[0]["start"] == state.to_json()
        record = Record.parse(server.http("GET", f"/api/tables/{table}/record").text)
        assert record.last() == state


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        ({"game": "chess"}, "core.option.game"),
        ({"game": "knopf", "options": {"target": 10**9}}, "core.option.value"),
        ({"game": "knopf", "options": {"no": 1}}, "core.option.unknown"),
        ({"game": "knopf", "seats": ["person"]}, "table.create.count"),
        ({"game": "knopf", "seats": ["person"] * 50}, "table.create.count"),
        ({"game": "knopf", "seats": ["person", "genius"]}, "table.create.seat"),
        ({"game": "knopf", "seats": ["person", "tests.bots.own:LastMove"]}, "table.create.seat"),
        ({"game": "knopf", "sit": "some"}, "table.create.sit"),
        ({"game": "knopf", "sit": 2}, "table.seat.none"),
        ({"game": "knopf", "sit": -1}, "table.seat.none"),
        ({"game": "knopf", "seats": ["simple", "person"], "sit": 0}, "table.seat.taken"),
        ({"game": "knopf", "answer_seconds": -1}, "table.create.seconds"),
        ({"game": "knopf", "absent_seconds": 86_401}, "table.create.seconds"),
        ({"game": "knopf", "seed": "12"}, "core.dice.seed"),
        ({"game": "knopf", "start": "{}"}, "core.position.missing"),
        ({"game": "knopf", "start": "[" * 15_000}, "core.position.json"),
        ({"game": "knopf", "more": 1}, "server.message.wrong"),
        ({"game": 5}, "server.message.wrong"),
        ({}, "server.message.wrong"),
        (b"", "server.message.wrong"),
        (b"\xff\xfe", "server.message.wrong"),
        (b"[" * 60_000, "server.message.wrong"),
        (b'{"game": "' + b"x" * 70_000 + b'"}', "server.message.long"),
    ],
)
def test_a_bad_table_request_is_refused(server: TestServer, wanted: Any, key: str) -> None:
    before = server.metric("tables_total")
    reply = server.http("POST", "/api/tables", wanted, TestClient(server).key)
    check_refused(reply, 400, key)
    assert server.metric("tables_total") == before


@pytest.mark.parametrize("value", [None, "", "Bearer", "Bearer short", "Basic " + "a" * 30, "Bearer " + "é" * 30])
def test_without_a_key_nothing_is_laid_listed_or_deleted(server: TestServer, value: str | None) -> None:
    headers = {} if value is None else {"Authorization": value.encode("utf-8").decode("latin-1")}
    for method, path, body in (
        ("POST", "/api/tables", {"game": "knopf"}),
        ("GET", "/api/tables", None),
        ("DELETE", "/api/tables/22222222", None),
    ):
        check_refused(server.http(method, path, body, headers=headers), 401, "table.key.wrong")


def test_a_host_that_scripts_no_dice_takes_no_seed(tmp_path: Path) -> None:
    with running_server(tmp_path, scripted=False) as server:
        wanted = {"game": "kriskras", "seed": SEED}
        check_refused(server.http("POST", "/api/tables", wanted, TestClient(server).key), 400, "table.create.seed")


# --- one's own tables -------------------------------------------------------------------------------------------------


def test_an_owner_lists_their_own_tables_only(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (table, (ans, bob)):
        second = ans.create("krabcek", seats=["person", "simple"])
        own = server.http("GET", "/api/tables", key=ans.key).json()["tables"]
        assert [listed["table"] for listed in own] == [second, table]
        listed = own[1]
        assert {name: listed[name] for name in ("game", "state", "yours", "names", "winners")} == {
            "game": "knopf",
            "state": "playing",
            "yours": [0],
            "names": ["Ans", "Bob"],
            "winners": None,
        }
        assert listed["version"] == ans.tables[table].version
        assert [listed["table"] for listed in server.http("GET", "/api/tables", key=bob.key).json()["tables"]] == [
            table
        ]
        assert server.http("GET", "/api/tables", key=TestClient(server).key).json() == {"tables": []}


def test_a_player_deletes_a_table_and_a_stranger_does_not(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (table, (ans, bob)), connected_clients(server, 1) as (stranger,):
        path = f"/api/tables/{table}"
        check_refused(server.http("DELETE", path, key=stranger.key), 403, "table.seat.not_yours")
        assert server.stored_events(table)
        code = ans.ask("code", table=table, seat=0)["data"]["code"]
        reply = server.http("DELETE", path, key=ans.key)
        assert (reply.status, reply.json()) == (202, {"asked": True})
        check_refused(server.http("DELETE", path, key=ans.key), 409, "table.delete.asked")
        assert bob.rejection("keep", table=table, seat=0) == "table.seat.not_yours"
        bob.ask("keep", table=table, seat=1)
        assert bob.rejection("keep", table=table, seat=1) == "table.delete.nothing"
        assert server.http("DELETE", path, key=ans.key).status == 202
        kinds = [event["kind"] for event in server.stored_events(table)]
        assert kinds[-3:] == ["deletion_asked", "deletion_refused", "deletion_asked"]
        assert server.http("DELETE", path, key=bob.key).status == 204
        for player in (ans, bob):
            assert player.await_message("table_deleted") == {"say": "table_deleted", "table": table}
        assert server.stored_events(table) == []
        check_refused(server.http("DELETE", path, key=ans.key), 404, "server.table.unknown")
        check_refused(server.http("GET", f"{path}/record"), 404, "server.table.unknown")
        move = {"table": table, "seat": 0, "seen": 9, "move": "--"}
        assert ans.rejection("play", **move) == "server.table.unknown"
        assert stranger.rejection("claim", code=code) == "server.code.wrong"
        assert server.http("GET", "/api/tables", key=ans.key).json() == {"tables": []}
        assert server.stored_events(table) == []  # nothing was written behind its back


def test_a_move_that_waits_while_its_table_is_deleted_leaves_nothing(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (table, (ans, _)):
        seen = ans.tables[table]
        ids = [ans.send_request("rename", table=table, seat=0, name=f"A{number}") for number in range(50)]
        ids.append(
            ans.send_request("play", table=table, seat=0, seen=seen.version, move=seen.view["choices"][0]["move"])
        )
        server.run_on_loop(server.app.live.deletion.delete_for_host(table))
        reasons = set()
        for asked in ids:
            try:
                ans.answer(asked)
            except Rejected as no:
                reasons.add(no.key)
        assert reasons <= {"server.table.unknown"}
        assert server.stored_events(table) == []


# --- records ----------------------------------------------------------------------------------------------------------


def test_a_downloaded_record_verifies_with_the_command(server: TestServer, tmp_path: Path) -> None:
    with table_of_two(server, "kriskras", seed=None) as (table, (ans, bob)):
        for _ in range(6):
            seat = ans.tables[table].view["player"]
            mover = (ans, bob)[seat]
            number = mover.play(table, seat, mover.tables[table].view["choices"][0]["move"])["version"]
            for client in (ans, bob):
                client.catch_up(table, number)
                client.receive_all()
        early = server.http("GET", f"/api/tables/{table}/record").text
        assert "Seed" not in early
        ans.ask("resign", table=table, seat=0)
        reply = server.http("GET", f"/api/tables/{table}/record")
        assert reply.headers["content-disposition"] == f'attachment; filename="kriskras-{table}.txt"'
        assert reply.headers["content-type"] == "text/plain; charset=utf-8"
        record = Record.parse(reply.text)
        assert list(record.nonces.values()) == list(NONCES[:2])
        assert record.tags["Commitment"] == ans.tables[table].events[0]["commitment"]
    file = tmp_path / "partij.txt"
    file.write_text(reply.text, encoding="utf-8")
    command = [sys.executable, "-m", "speelkist", "verify", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    file.write_text(re.sub(r"r(\d)g(\d)", lambda client: f"r{int(client[1]) % 6 + 1}g{client[2]}", reply.text, count=1))
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize("table", ["22222222", "x", "..", "%00", "a" * 500, "2222222%31", "%c3%a9", "22222222%0a"])
def test_a_record_of_no_table(server: TestServer, table: str) -> None:
    assert server.http("GET", f"/api/tables/{table}/record").status == 404


# --- the host's addresses ---------------------------------------------------------------------------------------------


def test_metrics_are_what_prometheus_reads(server: TestServer) -> None:
    reply = server.http("GET", "/metrics")
    assert reply.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = list(text_string_to_metric_families(reply.text))
    names = [family.name for family in families]
    assert len(names) == len(set(names))
    names = [sample.name for family in families for sample in family.samples]
    assert {"speelkist_events_written_total", "speelkist_sockets", "speelkist_tables_in_memory"} <= set(names)
    shown = [family for family in families if family.samples]
    assert all((family.type == "counter") == family.samples[0].name.endswith("_total") for family in shown)
    samples = [sample for family in families for sample in family.samples]
    assert all(sample.value >= 0 and set(sample.labels) <= {"le", "reason"} for sample in samples)


def test_an_internal_error_is_answered_without_details(
    server: TestServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> list[str]:
        raise RuntimeError("the inside")

    monkeypatch.setattr(server.app.live.lists, "tables_of", broken)
    reply = server.http("GET", "/api/tables", key=TestClient(server).key)
    check_refused(reply, 500, "server.failed")
    assert "inside" not in reply.text
    assert "a request failed: /api/tables" in caplog.text


def test_an_unknown_path_is_404_and_a_wrong_method_405(server: TestServer) -> None:
    assert server.http("GET", "/api/nothing").status == 404
    assert server.http("PUT", "/api/tables", {}, TestClient(server).key).status == 405
    assert server.http("POST", "/health").status == 405
    assert server.http("GET", "/socket").status in (404, 426)
    assert "Traceback" not in server.http("GET", "/api/tables/%ff%fe/record").text


def test_answers_are_json_with_their_type(server: TestServer) -> None:
    for path in ("/api/games", "/api/phrases/nl", "/health"):
        reply = server.http("GET", path)
        assert reply.headers["content-type"] == "application/json"
        assert json.loads(reply.body)


# --- looking back -----------------------------------------------------------------------------------------------------


def test_the_board_can_be_seen_as_it_stood(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("kriskras", names=["Ans", "Bob"])
        seen = ans.watch(table)
        views = []
        for _ in range(3):
            views.append((seen.view, sum(event["kind"] in ("moved", "thrown") for event in seen.events)))
            ans.play(table, seen.view["player"], seen.view["choices"][0]["move"])
        for view, actions in views:
            answered = server.http("GET", f"/api/tables/{table}/at/{actions}").json()
            assert answered["actions"] == actions
            assert {**answered["view"], "choices": view["choices"]} == view
            assert answered["view"]["choices"] == []
            assert answered["board"]["key"] == view["board"]
        last = server.http("GET", f"/api/tables/{table}/at/{len(seen.events)}")
        check_refused(last, 404, "table.history.range")
        assert server.http("GET", f"/api/tables/{table}/at/0").json()["last"] == []
        assert server.http("GET", f"/api/tables/{table}/at/-1").status == 404
        check_refused(server.http("GET", "/api/tables/zzzzzzzz/at/0"), 404, "server.table.unknown")


def test_the_proof_of_the_dice_comes_when_the_game_is_over(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("kriskras", names=["Ans", "Bob"], seed=SEED)
        seen = ans.watch(table)
        check_refused(server.http("GET", f"/api/tables/{table}/proof"), 404, "table.proof.playing")
        ans.play(table, seen.view["player"], seen.view["choices"][0]["move"])
        ans.ask("resign", table=table, seat=0)
        answered = server.http("GET", f"/api/tables/{table}/proof").json()
        assert answered["seed"] == SEED
        assert answered["commitment"] == commitment(read_seed(SEED)) == seen.events[0]["commitment"]
        thrown = [event["move"] for event in seen.events if event["kind"] == "thrown"]
        assert [throw["move"] for throw in answered["throws"]] == thrown
        for throw in answered["throws"]:
            assert throw["move"] in [outcome[0] for outcome in throw["outcomes"]]
            assert sum(part / of for _, part, of in throw["outcomes"]) == pytest.approx(1)


def test_queries_that_replay_a_game_are_rate_limited(tmp_path: Path) -> None:
    with running_server(tmp_path / "tables.db", rate=1, burst=5) as server, connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", names=["Ans", "Bob"])
        paths = [f"/api/tables/{table}/{what}" for what in ("record", "at/0", "record", *["proof", "record"] * 5)]
        replies = [server.http("GET", path) for path in paths]
        assert [reply.status for reply in replies[:3]] == [200] * 3
        assert 429 in [reply.status for reply in replies]
        check_refused(next(reply for reply in replies if reply.status == 429), 429, "server.limit.questions")
        assert server.app.refused["too_many_questions"] >= 1


def test_where_the_server_is_can_be_asked(server: TestServer) -> None:
    answered = server.http("GET", "/api/lan").json()
    assert answered == {"lan": False, "addresses": [], "port": server.port, "may_open": True, "may_close": False}
