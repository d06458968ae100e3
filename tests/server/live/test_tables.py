"""What people at a live table see of each other: who is there, what a move does, the next game, Cubus from afar."""

from __future__ import annotations

import json
import socket
from itertools import pairwise
from typing import Any

import pytest

import speelkist
from speelkist.core.view import apply_changes, read_phrase, view_of
from speelkist.server.main import listen
from tests.games.cubus.examples import POSITIONS
from tests.support.client import TestClient, connected_clients, settle_dice, table_of_two
from tests.support.dice import NONCES
from tests.support.server import TestServer


def move(client: TestClient, table: str, index: int = 0) -> int:
    """One of the moves that are shown, by whoever is on."""
    seen = client.tables[table]
    choices = seen.view["choices"]
    return int(client.play(table, seen.view["player"], choices[index % len(choices)]["move"])["version"])


# --- who is there -----------------------------------------------------------------------------------------------------


def test_presence_is_sent_to_all_subscribers(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (table, (ans, bob)), connected_clients(server, 1) as (watcher,):
        ans.receive_all()
        assert (ans.tables[table].present, ans.tables[table].watchers) == ([True, True], 0)
        watcher.watch(table)
        assert ans.await_message("presence")["watchers"] == 1
        watcher.ask("unwatch", table=table)
        assert ans.await_message("presence")["watchers"] == 0
        bob.close()
        assert ans.await_message("presence")["present"] == [True, False]
        bob.connect()
        assert ans.await_message("presence")["present"] == [True, True]
        move(ans, table)
        watcher.receive_all()
        assert watcher.tables[table].version == 3  # who no longer watches is sent nothing


def test_two_windows_of_one_browser_hold_the_same_seat(server: TestServer) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create("knopf", sit="none")
        ans.watch(table)
        second = TestClient(server, ans.key).connect()
        second.watch(table)
        number = ans.sit(table, 0, "Ans")["version"]
        assert second.catch_up(table, number).yours == ans.tables[table].yours == [0]
        second.sit(table, 1, "Bob")
        number = move(second, table)
        assert ans.catch_up(table, number).events == second.tables[table].events
        second.close()
        ans.receive_all()
        assert ans.tables[table].present == [True, True]


def test_small_messages_go_at_once() -> None:
    """Else a browser waits 40 ms for every move, since each is followed by its acknowledgement."""
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP  # by this asyncio knows it, and sets TCP_NODELAY


# --- what a move does -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["knopf", "kriskras", "krabcek"])
def test_changes_lead_from_each_view_to_the_next_and_boards_are_told_when_they_change(
    server: TestServer, game: str
) -> None:
    with connected_clients(server, 2) as (ans, watcher):
        table = ans.create(game)
        ans.watch(table)
        watcher.watch(table)
        for step in range(40):
            before = watcher.tables[table].view
            number = move(ans, table, 7 * step)
            seen = watcher.catch_up(table, number)
            watcher.receive_all()
            ans.receive_all()
            assert json.loads(json.dumps(apply_changes(before["pieces"], seen.changes))) == seen.view["pieces"]
            assert {change["say"]["key"].partition(".")[0] for change in seen.changes if "say" in change} == {game}
            if seen.state == "over":
                break
        updates = [json.loads(text) for text in watcher.received if '"say":"update"' in text]
        keys = [json.loads(text)["view"]["board"] for text in watcher.received if '"view":' in text]
        changed = sum(key != following for key, following in pairwise(keys))
        assert sum("board" in update for update in updates) == changed


@pytest.mark.parametrize("game", speelkist.games())
def test_a_table_can_be_looked_at_in_words_and_routes(server: TestServer, game: str) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create(game)
        seen = ans.watch(table)
        phrases = ans.ask("query", table=table, name="describe")["data"]
        assert phrases
        assert all(read_phrase(phrase).say(lang) for phrase in phrases for lang in ("en", "nl"))
        choice = seen.view["choices"][0]
        route = ans.ask("query", table=table, name="route", args={"move": choice["move"]})["data"]
        cells = {cell["id"] for cell in seen.board["cells"]}
        assert set(route) <= cells
        assert ans.rejection("query", table=table, name="route", args={"move": "nonsense"}).startswith((game, "core."))
        for what in ("", "choices", "__init__", "view", "x" * 1000):
            assert ans.rejection("query", table=table, name=what) == "core.query.unknown"
        if game == "knopf":
            assert ans.ask("query", table=table, name="threats")["data"] == [[], []]
        if game != "cubus":
            assert ans.rejection("query", table=table, name="draft", args={"tiles": []}) == "core.query.unknown"
        assert server.stored_events(table) == seen.events  # asking is no event


@pytest.mark.parametrize("game", speelkist.games())
def test_an_earlier_position_can_be_asked_for_the_same(server: TestServer, game: str) -> None:
    with connected_clients(server, 1) as (ans,):
        table = ans.create(game)
        seen = ans.watch(table)
        then = sum(event["kind"] in ("moved", "thrown") for event in seen.events)
        phrases = ans.ask("query", table=table, name="describe")["data"]
        text = seen.view["choices"][0]["move"]
        route = ans.ask("query", table=table, name="route", args={"move": text})["data"]
        move(ans, table)
        assert ans.ask("query", table=table, name="route", args={"move": text}, actions=then)["data"] == route
        assert ans.ask("query", table=table, name="describe", actions=then)["data"] == phrases
        assert ans.ask("query", table=table, name="describe")["data"] != phrases
        assert ans.rejection("query", table=table, name="describe", actions=999) == "table.history.range"


# --- the next game, the end -------------------------------------------------------------------------------------------


def test_a_rematch_takes_all_subscribers_along_with_the_sides_swapped(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (table, (ans, bob)), connected_clients(server, 2) as (watcher, thief):
        watcher.watch(table)
        assert ans.rejection("rematch", table=table) == "table.rematch.playing"
        bob.ask("resign", table=table, seat=1)
        before = server.metric("tables_total")
        asked = [(client, client.send_request("rematch", table=table)) for client in (ans, bob)]  # both at once
        numbers = [client.answer(request)["version"] for client, request in asked]
        assert numbers[0] == numbers[1]
        assert server.metric("tables_total") == before + 1
        event = watcher.catch_up(table, numbers[0]).events[-1]
        assert (event["kind"], len(server.stored_events(table))) == ("rematched", numbers[0])
        following = event["table"]
        for client in (ans, bob, watcher, thief):
            seen = client.watch(following)
        assert seen.events[0]["rematch_of"] == table
        assert thief.rejection("sit", table=following, seat=-1, name="") == "table.seat.full"
        assert thief.rejection("sit", table=following, seat=0, name="") == "table.seat.reserved"
        for client in (ans, bob):
            client.sit(following)
        ans.catch_up(following, bob.tables[following].version)
        assert (ans.tables[following].yours, bob.tables[following].yours) == ([1], [0])
        assert ans.tables[following].state == "playing"
        move(bob, following)


def test_a_rematch_on_another_board_leads_everybody_there(server: TestServer) -> None:
    with table_of_two(server, "knopf", options={"holes": "random", "seed": 7}) as (table, (ans, bob)):
        bob.ask("resign", table=table, seat=1)
        number = ans.ask("rematch", table=table, another=True)["version"]
        following = bob.catch_up(table, number).events[-1]["table"]
        for client in (ans, bob):
            client.watch(following)
        options = bob.tables[following].events[0]["options"]
        assert options["holes"] == "random"
        assert options["seed"] != 7
        for client in (ans, bob):
            client.sit(following)
        ans.catch_up(following, bob.tables[following].version)
        assert ans.tables[following].state == "playing"


def test_whoever_opens_a_finished_table_is_told_how_it_ended(server: TestServer) -> None:
    with table_of_two(server, "kriskras") as (table, (ans, bob)):
        bob.ask("resign", table=table, seat=1)
        late = TestClient(server).connect()
        seen = late.watch(table)
        assert (seen.state, seen.view["choices"], seen.view["player"]) == ("over", [], -2)
        result = seen.view["result"]
        assert (result["winners"], result["reason"]) == ([0], "resigned")
        assert read_phrase(result["say"]).say("nl") == "Zwart heeft opgegeven, dus Wit wint."
        assert read_phrase(result["say"]) == read_phrase(seen.view["ask"])
        own = server.http("GET", "/api/tables", key=ans.key).json()["tables"]
        assert (own[0]["state"], own[0]["winners"]) == ("over", [0])
        late.close()


# --- Cubus ------------------------------------------------------------------------------------------------------------


def cubus(server: TestServer, people: list[TestClient], position: str, **fields: Any) -> str:
    """A table of Cubus that begins at a named position, everybody in their own seat."""
    count = len(people)
    table = people[0].create("cubus", start=POSITIONS[position], seats=["person"] * count, sit=0, **fields)
    for seat, client in enumerate(people):
        client.watch(table)
        if seat:
            client.sit(table, seat)
    settle_dice(table, people)
    return table


def test_a_draft_is_judged_and_builds_are_never_listed(server: TestServer) -> None:
    with connected_clients(server, 2) as (ans, bob):
        table = cubus(server, [ans, bob], "corner flip")
        state = speelkist.load("cubus").from_json(POSITIONS["corner flip"])
        listed = [move_.text for move_ in state.legal() if move_.text.startswith("build")]
        assert listed
        assert not [text for client in (ans, bob) for text in client.received if "build " in text]
        number = ans.tables[table].version
        picture = ans.tables[table].view["extra"]["tiles"]
        same = ans.ask("query", table=table, name="draft", args={"tiles": picture})["data"]
        assert (same["sound"], same["build"]) == (True, None)
        wrong = ans.ask("query", table=table, name="draft", args={"tiles": [*picture, picture[0]]})["data"]
        assert (wrong["sound"], wrong["spot"]) == (False, [picture[0]])
        states = [state.play(text) for text in listed]
        tiles = view_of("cubus").view(states[0])["extra"]["tiles"]
        draft = ans.ask("query", table=table, name="draft", args={"tiles": tiles})["data"]
        assert (draft["sound"], draft["why"]) == (True, None)
        assert draft["points"] > 0
        assert bob.rejection("query", table=table, name="draft", args={"tiles": tiles}) == "core.query.turn"
        assert server.stored_events(table) == ans.tables[table].events[:number]
        ans.play(table, 0, draft["build"])
        assert ans.tables[table].view["scores"][0] == draft["points"]


@pytest.mark.parametrize(
    "tiles",
    [
        [],
        [["X", 0, 0]],
        [["L", 10**9, 0]],
        [["L", 2**70, -(2**70)]],
        [["L", 0, 0]] * 500,
        [[kind, a, b] for kind in "LRTO" for a in range(-6, 7) for b in range(-6, 7)],
        [["T", a, -a] for a in range(40)],
    ],
)
def test_any_draft_is_answered(server: TestServer, tiles: list[Any]) -> None:
    with connected_clients(server, 2) as (ans, bob):
        table = cubus(server, [ans, bob], "corner flip")
        answer = ans.ask("query", table=table, name="draft", args={"tiles": tiles})["data"]
        assert answer["build"] is None
        assert read_phrase(answer["why"]).say("nl")


def test_while_others_may_knock_the_table_helps_nobody(server: TestServer) -> None:
    """Whoever asks by message, at the present position or an earlier one, is refused with the rule."""
    with connected_clients(server, 2) as (ans, bob):
        table = cubus(server, [ans, bob], "corner flip", answer_seconds=0)
        ans.play(table, 0, "--")
        bob.catch_up(table, ans.tables[table].version)
        args = {"tiles": [["L", 0, 0], ["R", 0, 0], ["T", 0, 0]]}
        for seat, client in enumerate((ans, bob)):
            assert client.rejection("query", table=table, name="draft", args=args) == "cubus.knock.blind"
            assert client.rejection("query", table=table, name="draft", args=args, actions=0) == "core.query.turn"
            assert client.rejection("hint", table=table, seat=seat) == "cubus.knock.blind"
            build = {"move": "build 0,2/2,2@0,0"}
            for actions in (None, 0):
                assert client.ask("query", table=table, name="route", args=build, actions=actions)["data"] == []
        assert bob.rejection("play", table=table, seat=1, seen=99, move="build 0,2/2,2@0,0") == "cubus.knock.answer"
        bob.play(table, 1, "knock:1")
        assert bob.ask("query", table=table, name="draft", args=args)["data"]["sound"]
        assert ans.rejection("query", table=table, name="draft", args=args) == "core.query.turn"


def test_without_knocking_a_pass_with_a_build_in_reach_is_refused(server: TestServer) -> None:
    with connected_clients(server, 2) as (ans, bob):
        table = cubus(server, [ans, bob], "duty")
        number = ans.tables[table].version
        assert [choice["move"] for choice in ans.tables[table].view["choices"]] == ["--"]
        assert ans.rejection("play", table=table, seat=0, seen=99, move="--") == "cubus.pass.duty"
        assert len(server.stored_events(table)) == number


def test_a_knock_out_of_turn_stops_the_clock(server: TestServer) -> None:
    with connected_clients(server, 3) as people:
        ans, bob, cees = people
        table = cubus(server, people, "passed", answer_seconds=600)
        seen = cees.tables[table]
        assert seen.deadline == seen.times[-1] + 600_000
        assert [2, "knock:2"] in seen.view["extra"]["may_knock"]
        number = cees.play(table, 2, "knock:2")["version"]
        assert [event["auto"] for event in cees.tables[table].events[number - 1 :]] == [True, False]
        assert ans.catch_up(table, number).deadline is None
        assert bob.rejection("play", table=table, seat=1, seen=99, move="knock:1") == "table.move.turn"

        table = cubus(server, people, "passed", answer_seconds=1)
        while ans.tables[table].view["phase"] == "knock":
            ans.receive()
        silent = [event for event in ans.tables[table].events if event["kind"] == "moved"]
        assert silent == [
            {"kind": "moved", "seat": seat, "move": "no", "auto": True, "late": True, "by": ""} for seat in (1, 2)
        ]
        number = ans.tables[table].events.index(silent[0])
        assert ans.tables[table].times[number] >= ans.tables[table].times[number - 1] + 1000


def test_the_nonces_are_those_of_the_seats(server: TestServer) -> None:
    with connected_clients(server, 3) as people:
        table = people[0].create("cubus", options={"players": 3}, sit=1, nonce="0b" * 16)
        people[2].watch(table)
        for client, seat in ((people[2], 2), (people[1], 0)):  # in another order than that of the seats
            client.watch(table)
            client.sit(table, seat)
        settle_dice(table, people)
        revealed = [event for event in server.stored_events(table) if event["kind"] == "revealed"]
        nonces = {event["seats"][0]: event["nonce"] for event in revealed}
        assert nonces == {1: "0b" * 16, 2: NONCES[2], 0: NONCES[0]}
        record = speelkist.Record.parse(server.http("GET", f"/api/tables/{table}/record").text)
        assert list(record.nonces.values()) == [NONCES[0], "0b" * 16, NONCES[2]]
        seed = json.loads(server.event_rows(table)[0][3] or "")["seed"]
        assert record.verify(bytes.fromhex(seed)).throws == len(
            [event for event in server.stored_events(table) if event["kind"] == "thrown"]
        )
