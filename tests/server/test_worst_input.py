"""The worst that can stand in any field of any message and route, and what it costs the event loop.

While the event loop computes, everybody waits. What is measured is the processor time of its thread, not the clock:
a busy machine changes nothing.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from starlette.routing import BaseRoute, Mount, Route

from speelkist import CHANCE, SeededDice, load
from speelkist.core.errors import BadQuery
from speelkist.core.queries import answer_query, query_names
from speelkist.core.registry import games
from speelkist.learn.lesson_file import examples_of, lessons_of
from speelkist.server.http import app
from speelkist.server.ws import protocol
from speelkist.table.creation import TableRequest
from tests.support.client import connected_clients
from tests.support.loop_cost import MESSAGE_SECONDS, REQUEST_SECONDS, VALUES, cheapest, loop_seconds
from tests.support.server import TestServer, running_server
from tests.support.worst_message import ARGUMENTS, fields_of, send_field

MESSAGES: list[type[msgspec.Struct]] = list(get_args(protocol.FromBrowser))


@pytest.fixture(scope="module", name="server")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with running_server(tmp_path_factory.mktemp("worst") / "tables.db") as server:
        yield server


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_no_message_holds_the_event_loop(server: TestServer, kind: type[msgspec.Struct]) -> None:
    with connected_clients(server, 1) as (client,):
        table = client.create("krabcek", names=["Ans", "Bob"])
        client.watch(table)
        slow: list[str] = []
        for field in fields_of(kind):
            for name, value in VALUES.items():
                cost = cheapest(server, lambda: send_field(client, kind, field, value, table), MESSAGE_SECONDS)  # noqa: B023
                if cost > MESSAGE_SECONDS:
                    slow.append(f"{field}: {name}: {1000 * cost:.0f} ms")
        assert slow == []


@pytest.mark.parametrize("game", games())
def test_no_move_and_no_query_holds_the_event_loop(server: TestServer, game: str) -> None:
    with connected_clients(server, 1) as (client,):
        table = client.create(game, names=["Ans", "Bob"])
        client.watch(table)
        slow: list[str] = []
        tried: list[tuple[type[msgspec.Struct], str, str, str]] = [(protocol.Play, "move", "{}", "")]
        for query in query_names(game):
            tried += [(protocol.Query, "args", f'{{"{argument}":{{}}}}', query) for argument in ARGUMENTS]
        for kind, field, form, query in tried:
            for name, value in VALUES.items():
                text = form.replace("{}", value, 1)
                cost = cheapest(
                    server,
                    lambda: send_field(client, kind, field, text, table, query),  # noqa: B023
                    MESSAGE_SECONDS,
                )
                if cost > MESSAGE_SECONDS:
                    slow.append(f"{query or kind.__name__} {form}: {name}: {1000 * cost:.0f} ms")
        assert slow == []


# Worse values may stand inside of a field than in its place.
INSIDE = {
    "seats": ["[{}]"],
    "names": ["[{}]"],
    "options": ['{"target":{}}'],
    "clock": ['{"seconds":{}}', '{"seconds":60,"increment":{}}', '{"seconds":60,"bot":{}}'],
}


def test_no_new_table_holds_the_event_loop(server: TestServer) -> None:
    slow: list[str] = []
    for field in TableRequest.__dataclass_fields__:
        forms = ["{}", *INSIDE.get(field, [])]
        values = [(f"{form} {name}", form.replace("{}", value)) for form in forms for name, value in VALUES.items()]
        for name, value in values:
            parts = {"game": '"knopf"', field: value}
            body = "{" + ",".join(f'"{part}":{text}' for part, text in parts.items()) + "}"
            sent = body.encode("utf-8")

            def create(sent: bytes = sent, field: str = field, name: str = name) -> None:
                status = server.http("POST", "/api/tables", sent, "k" * 32).status
                assert status in (201, 400), (field, name, status)

            cost = cheapest(server, create, REQUEST_SECONDS)
            if cost > REQUEST_SECONDS:
                slow.append(f"{field}: {name}: {1000 * cost:.0f} ms")
    assert slow == []


def test_every_argument_of_every_query_is_tried() -> None:
    class RecordingArguments(dict[str, Any]):
        def get(self, name: str, default: Any = None) -> Any:
            read.add(name)
            return super().get(name, default)

        def __getitem__(self, name: str) -> Any:
            read.add(name)
            return super().__getitem__(name)

    read: set[str] = set()
    for game in games():
        state = load(game).start()
        dice = SeededDice(bytes(32))
        while state.player == CHANCE:
            state = state.play(dice.draw(state))
        usual_arguments = {"move": state.legal()[0].text, "picks": ["a1"], "tiles": []}
        for query in query_names(game):
            with contextlib.suppress(BadQuery):
                answer_query(state, query, RecordingArguments(usual_arguments))
    assert read == set(ARGUMENTS)


# What a part of an address may be at worst; a proxy or the HTTP library may refuse it before us.
PATH_VALUES = ("9" * 5000, "-1", "%ED%A0%80" * 500, "%CC%95" * 5000, "%00", "..%2f" * 1000, "%F0%9F%91%A9" * 1000)
QUERY_PARAMETERS = ("lang", "paper")
HEADERS = (
    "Authorization",
    "Host",
    "Origin",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-Forwarded-Host",
    "Cookie",
    "Accept-Encoding",
)


def paths_of(route: BaseRoute, usual_values: dict[str, str]) -> list[str]:
    """The address of a route with its usual values, and with the worst in each of its places."""
    if isinstance(route, Mount):
        return [f"{route.path}/{value}" for value in (*PATH_VALUES, "a/" * 5000)]
    assert isinstance(route, Route)
    template = re.sub(r"{(\w+):\w+}", r"{\1}", route.path)  # {step:int} is named like the others
    names = re.findall(r"{(\w+)}", template)
    places = [{**usual_values, name: value} for name in names for value in PATH_VALUES]
    paths = [template.format(**values) for values in (usual_values, *places)]
    queries = [f"?{name}={value}" for name in QUERY_PARAMETERS for value in PATH_VALUES]
    return [*paths, *(paths[0] + query for query in queries)]


def test_no_route_holds_the_event_loop_or_fails(server: TestServer) -> None:
    """Every route there is, so that a new one is tried too; a place in an address without a usual value fails."""
    with connected_clients(server, 1) as (client,):
        table = client.create("kriskras", names=["Ans", "Bob"])
    usual_values = {"table": table, "actions": "1", "game": "kriskras", "lang": "nl"}
    usual_values |= {"lesson": lessons_of("kriskras")[0].id, "step": "1"}
    usual_values["example"] = next(iter(examples_of("kriskras")))
    usual_values["name"] = "speelkist-0.zip"
    assert len(server.app.routes) > 15
    for route in server.app.routes:
        methods = getattr(route, "methods", None) or {"GET"}
        for path in paths_of(route, usual_values):
            for method in methods:
                status = 0

                def ask(method: str = method, path: str = path) -> None:
                    nonlocal status
                    status = server.http(method, path, key="k" * 32).status

                assert cheapest(server, ask, REQUEST_SECONDS) <= REQUEST_SECONDS, path[:60]
                assert 200 <= status < 500, (method, path[:60], status)


def test_no_header_holds_the_event_loop_or_fails(tmp_path: Path) -> None:
    values = ("x" * 8000, "," * 8000, "Bearer " + "9" * 8000, "::" * 4000, "[" * 8000, "\xe9" * 8000, "@" * 8000)
    with running_server(tmp_path, trust_proxy=True) as server:
        for name in HEADERS:
            for value in values:
                status = 0

                def ask(name: str = name, value: str = value) -> None:
                    nonlocal status
                    status = server.http("POST", "/api/tables", b"{}", headers={name: value}).status

                assert cheapest(server, ask, REQUEST_SECONDS) <= REQUEST_SECONDS, (name, value[:20])
                assert 400 <= status < 500, (name, value[:20], status)


def test_every_header_and_query_parameter_that_is_read_is_tried() -> None:
    read: dict[str, set[str]] = {"headers": set(), "query_params": set()}
    reading = re.compile(r'(?<!response\.)(headers|query_params)(?:\.get\(|\.getlist\(|\[)"([^"]+)"')
    for path in Path(app.__file__).parent.glob("*.py"):
        for place, name in reading.findall(path.read_text()):
            read[place].add(name)
    assert read["query_params"] == set(QUERY_PARAMETERS)
    assert read["headers"] <= {name.lower() for name in HEADERS}


def test_a_long_game_holds_the_event_loop_neither_when_loaded_nor_when_looked_back_at(tmp_path: Path) -> None:
    with running_server(tmp_path / "tables.db") as server, connected_clients(server, 2) as (ans, eve):
        table = ans.create("cubus", options={"players": 4}, names=list("abcd"))
        seen = ans.watch(table)
        while len(seen.events) < 140 and seen.view["choices"]:
            ans.play(table, seen.view["player"], seen.view["choices"][-1]["move"])
        for _ in range(20):
            seat = seen.view["player"]
            ans.catch_up(table, ans.ask("undo", table=table, seat=seat, seen=seen.version)["version"])
            ans.play(table, seen.view["player"], seen.view["choices"][-1]["move"])
        ans.close()
        actions = sum(event["kind"] in ("moved", "thrown") for event in seen.events) - 40
        gone = [server.app.live.registry.tables[table]]

        async def evict() -> None:
            for live in gone:
                server.app.live.registry.evict(live)

        server.run_on_loop(evict())
        before = loop_seconds(server)
        eve.watch(table)
        assert loop_seconds(server) - before <= MESSAGE_SECONDS
        for path in (f"/api/tables/{table}/record", f"/api/tables/{table}/at/{actions}"):
            cost = cheapest(server, lambda: server.http("GET", path), REQUEST_SECONDS)  # noqa: B023
            assert cost <= REQUEST_SECONDS, path
