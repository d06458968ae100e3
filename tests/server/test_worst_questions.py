"""The worst that can stand in a question about a position, and what it costs the event loop."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from speelkist.core.registry import games
from speelkist.learn.lesson_file import examples_of, lessons_of
from speelkist.server.http.routes_learn import LONGEST_QUESTION
from tests.support.loop_cost import REQUEST_SECONDS, VALUES, cheapest
from tests.support.samples import sample
from tests.support.server import TestServer

Place = tuple[str | int, ...]

TRIED = sample(60, slow=100_000)  # questions of a game
QUERIES = ("describe", "route", "why_not", "draft", "threats", "exposed", "")


def places_of(data: Any, above: Place = ()) -> Iterator[Place]:
    """Every place in a position, at any depth."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*above, key)
        if isinstance(value, dict | list):
            yield from places_of(value, (*above, key))


def with_value(data: Any, place: Place, value: str) -> str:
    """The position as JSON, with this text at a place."""
    copy = json.loads(json.dumps(data))
    inner = copy
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = "HERE"
    return json.dumps(copy).replace('"HERE"', value)


def bodies(game: str) -> Iterator[tuple[str, str]]:
    """What is asked, in every form we know, each with a name."""
    position = next(iter(examples_of(game).values())).state.to_data()
    shown = json.dumps(position)
    for name, value in VALUES.items():
        short = value if len(value) < LONGEST_QUESTION else value[: LONGEST_QUESTION // 2]
        for text in {value, short}:
            for place in places_of(position):
                yield f"{place}: {name}", f'{{"position":{with_value(position, place, text)}}}'
            yield f"moves: {name}", f'{{"position":{shown},"moves":{text}}}'
            yield f"move: {name}", f'{{"position":{shown},"moves":[{text}]}}'
            for query in QUERIES:
                for argument in ("move", "picks", "tiles"):
                    yield (
                        f"{query}: {name}",
                        f'{{"position":{shown},"query":"{query}","args":{{"{argument}":{text}}}}}',
                    )


@pytest.mark.parametrize("game", games())
def test_no_question_about_a_position_holds_the_event_loop_or_fails(server: TestServer, game: str) -> None:
    asked = list(bodies(game))
    step = f"/api/games/{game}/lessons/{lessons_of(game)[0].id}/1"
    tries = ((name, f'{{"{field}":{value}}}') for name, value in VALUES.items() for field in ("move", "answer"))
    watched = ((name, f'{{"{field}":{value}}}') for name, value in VALUES.items() for field in ("position", "strength"))
    random.Random(game).shuffle(asked)
    for path, (name, body) in chain(
        ((f"/api/games/{game}/positions", body) for body in asked[:TRIED]),
        ((step, body) for body in tries),
        ((f"/api/games/{game}/next", body) for body in watched),
    ):
        status = 0

        def ask(path: str = path, body: str = body) -> None:
            nonlocal status
            status = server.http("POST", path, body.encode("utf-8", "surrogatepass")).status

        assert cheapest(server, ask, REQUEST_SECONDS) <= REQUEST_SECONDS, (path, name)
        assert status in (200, 400), (path, name, status)
