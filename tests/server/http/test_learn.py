"""Lessons, examples and positions over HTTP: nothing is stored, and everything is counted against the limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from speelkist.learn.lesson_file import lessons_of
from tests.support.server import TestServer, running_server

from .test_routes import check_refused

LESSONS = "/api/games/krabcek/lessons"
POSITIONS = "/api/games/kriskras/positions"


def posted(server: TestServer, path: str, body: Any) -> Any:
    reply = server.http("POST", path, body)
    assert reply.status == 200, reply.text
    return reply.json()


def test_lessons_and_examples_are_listed_by_their_titles(server: TestServer) -> None:
    listed = server.http("GET", LESSONS).json()
    assert [lesson["id"] for lesson in listed["lessons"]] == [lesson.id for lesson in lessons_of("krabcek")]
    assert set(listed["lessons"][0]["title"]) == {"en", "nl"} and listed["lessons"][0]["steps"] == 5
    assert {"id": "figure8", "title": {"en": "A loop (figure 8), with a 3", "nl": "Een lus (figuur 8), met een 3"}} in (
        listed["examples"]
    )


def test_a_lesson_is_sent_without_what_its_tasks_accept(server: TestServer) -> None:
    reply = server.http("GET", f"{LESSONS}/men")
    assert [step["shown"]["view"]["player"] for step in reply.json()["steps"]] == [0, 0, 0, 0, 0]
    assert set(reply.json()["steps"][0]) == {"text", "look", "route", "answers", "you", "shown"}


def test_a_try_is_judged_and_what_is_right_is_played(server: TestServer) -> None:
    path = f"{LESSONS}/block/1"
    right = posted(server, path, {"move": "V03-G8"})
    assert right["right"] and [action["move"] for action in right["played"]["actions"]] == ["V03-G8", "4"]
    assert right["played"]["view"]["result"]["winners"] == [0]
    wrong = posted(server, path, {"move": "G1-T10e"})
    assert not wrong["right"] and wrong["played"] is None
    refused = posted(server, path, {"move": "V03-G7"})
    assert refused["why"]["key"].startswith("krabcek.") and refused["text"] is None


def test_an_answer_is_judged_and_the_way_is_shown_to_who_asks(server: TestServer) -> None:
    path = f"{LESSONS}/men/2"
    assert not posted(server, path, {"answer": 0})["right"]
    assert posted(server, path, {"answer": posted(server, path, {})["answer"]})["right"]
    way = posted(server, f"{LESSONS}/edge/2", {})
    assert way["move"] == "V01+H00" and way["route"][0] == "V01" and way["route"][-1] == "H00"


def test_an_example_is_shown(server: TestServer) -> None:
    shown = server.http("GET", "/api/games/krabcek/examples/figure9").json()["shown"]
    assert shown["position"]["phase"] == "throw" and shown["board"]["cells"]


def test_a_position_is_played_on_with_named_throws_and_asked_about(server: TestServer) -> None:
    played = posted(server, POSITIONS, {"moves": ["white", "r1g2"]})
    assert played["view"]["throw"] == [1, 2]
    again = posted(server, POSITIONS, {"position": played["position"], "moves": ["b2-c2-c4"]})
    assert again["actions"][0]["changes"]
    why = posted(server, POSITIONS, {"moves": ["white", "r1g2"], "query": "why_not", "args": {"picks": ["b2", "b9"]}})
    assert why["answer"]["key"].startswith("kriskras.")


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "key"),
    [
        ("GET", "/api/games/chess/lessons", None, 404, "core.option.game"),
        ("GET", f"{LESSONS}/flying", None, 404, "learn.lesson"),
        ("GET", "/api/games/krabcek/examples/figure99", None, 404, "learn.example"),
        ("POST", f"{LESSONS}/men/9", {"move": "x"}, 400, "learn.step"),
        ("POST", f"{LESSONS}/men/2", {"answer": 9}, 400, "learn.answer"),
        ("POST", f"{LESSONS}/men/2", {"move": "x"}, 400, "learn.asks.answer"),
        ("POST", f"{LESSONS}/men/1", {"wish": 1}, 400, "server.message.wrong"),
        ("POST", POSITIONS, {"moves": ["r1g2"]}, 400, "kriskras.lots.first"),
        ("POST", POSITIONS, {"moves": ["white"] * 21}, 400, "learn.moves"),
        ("POST", POSITIONS, {"position": {"phase": "x"}}, 400, "core.position.field"),
        ("POST", POSITIONS, {"query": "who"}, 400, "core.query.unknown"),
        ("POST", POSITIONS, [1], 400, "server.message.wrong"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    server: TestServer, method: str, path: str, body: Any, status: int, key: str
) -> None:
    check_refused(server.http(method, path, body), status, key)


def test_questions_are_rate_limited(tmp_path: Path) -> None:
    with running_server(tmp_path, rate=0.01, burst=1) as server:  # an address has ten at once
        statuses = [server.http("POST", POSITIONS, {}).status for _ in range(5)]
        assert statuses == [200] * 3 + [429] * 2


def test_the_pictures_of_the_rules_come_with_their_positions(server: TestServer) -> None:
    reply = server.http("GET", "/api/games/krabcek/pictures").json()
    assert set(reply["minute"]) == {"en", "nl"}
    walk = next(picture for picture in reply["pictures"] if picture["section"] == "walk")
    assert walk["route"][0] == "V01" and walk["shown"]["board"]["cells"]
    assert server.http("GET", "/api/games/template/pictures").json() == {"minute": None, "pictures": []}


def test_the_notes_of_a_first_game_are_sent(server: TestServer) -> None:
    notes = server.http("GET", "/api/games/krabcek/guide").json()["notes"]
    assert {"id", "before", "turn", "phase", "choice", "mark", "story", "by", "text"} == set(notes[0])


def test_a_game_of_computers_goes_on_step_by_step_with_reasons(server: TestServer) -> None:
    thrown = posted(server, "/api/games/kriskras/next", {"strength": "child"})
    assert [action["player"] for action in thrown["shown"]["actions"]] == [-1, -1] and thrown["reason"] is None
    moved = posted(server, "/api/games/kriskras/next", {"position": thrown["shown"]["position"], "strength": "child"})
    assert moved["shown"]["actions"][0]["player"] >= 0 and moved["reason"]["key"]
    check_refused(server.http("POST", "/api/games/kriskras/next", {"strength": "god"}), 400, "table.give.unknown")
