"""What a move and a question cost the event loop late in a game, with every option, and in the longest games."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from speelkist import load
from speelkist.core.queries import query_names
from speelkist.core.registry import games
from speelkist.server.live.registry import LiveTable
from speelkist.server.ws import protocol
from speelkist.table import commands
from speelkist.table.table import PendingEvent, Table
from tests.support.client import TestClient, connected_clients
from tests.support.loop_cost import MESSAGE_SECONDS, REQUEST_SECONDS, VALUES, cheapest, loop_seconds
from tests.support.samples import sample
from tests.support.server import TestServer, running_server
from tests.support.worst_message import ARGUMENTS, send_field

# Where there is most to choose from: as many moves into a game.
LATE: list[tuple[str, dict[str, Any], int]] = [
    ("krabcek", {}, 50),
    ("knopf", {}, 20),
    ("kriskras", {}, 60),
    ("cubus", {"players": 6}, 48),
    ("cubus", {"players": 2, "knocking": False}, 24),
    ("cubus", {"players": 2, "leftovers": "best"}, 45),
]
TRIED = sample(12, slow=len(VALUES))  # bad values for each field
LONGEST = 400  # moves


@pytest.fixture(scope="module", name="server")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with running_server(tmp_path_factory.mktemp("worst") / "tables.db") as server:
        yield server


def lay(client: TestClient, game: str, options: dict[str, Any]) -> str:
    """A table at one screen."""
    seats = int(options.get("players", 2))
    return client.create(game, options=options, names=[f"P{seat}" for seat in range(seats)])


def play_on(server: TestServer, table_id: str, moves: int, chance: random.Random) -> Table:
    """So many moves, of a few at random the one that is longest to write."""

    async def play() -> Table:
        live = server.app.live
        for _ in range(moves):
            table = (await live.registry.get(table_id)).table
            if table.status != "playing":
                break
            seat, legal = table.state.player, table.state.legal()
            move = max(chance.sample(legal, min(8, len(legal))), key=lambda move: len(move.text)).text

            def decide(now: LiveTable, seat: int = seat, move: str = move) -> list[PendingEvent]:
                return commands.play(now.table, now.table.seats[seat].owner or "", seat, now.table.version, move)

            await live.commands.run(table_id, "", secrets.token_hex(4), decide)
        return (await live.registry.get(table_id)).table

    return server.run_on_loop(play())


@pytest.mark.parametrize(("game", "options", "moves"), LATE, ids=str)
def test_late_in_a_game_no_move_and_no_query_holds_the_event_loop(
    server: TestServer, game: str, options: dict[str, Any], moves: int
) -> None:
    chance = random.Random(moves)
    with connected_clients(server, 1) as (client,):
        table_id = lay(client, game, options)
        client.watch(table_id)
        table = play_on(server, table_id, moves, chance)
        assert table.status == "playing" and len(table.match.moves) >= moves
        legal = max(table.state.legal(), key=lambda move: len(move.text)).text
        bad = chance.sample(sorted(VALUES.items()), TRIED)
        texts = ["--", legal + "x", (legal + " ") * 500, legal * 500, "/".join([legal] * 500), legal[::-1]]
        values = [*bad, *((text[:20], json.dumps(text)) for text in texts)]
        tried: list[tuple[type[msgspec.Struct], str, str, str]] = [(protocol.Play, "move", "{}", "")]
        for query in query_names(game):
            tried += [(protocol.Query, "args", f'{{"{argument}":{{}}}}', query) for argument in ARGUMENTS]
        slow: list[str] = []
        for kind, field, form, query in tried:
            for name, value in values:
                text = form.replace("{}", value, 1)
                cost = cheapest(
                    server,
                    lambda: send_field(client, kind, field, text, table_id, query),  # noqa: B023
                    MESSAGE_SECONDS,
                )
                if cost > MESSAGE_SECONDS:
                    slow.append(f"{query or kind.__name__} {form}: {name}: {1000 * cost:.0f} ms")
        assert slow == []


@pytest.mark.parametrize("game", games())
def test_no_option_of_a_new_table_holds_the_event_loop(server: TestServer, game: str) -> None:
    slow: list[str] = []
    for option in load(game).info.options:
        for name, value in VALUES.items():
            body = f'{{"game":"{game}","options":{{"{option.name}":{value}}}}}'.encode("utf-8", "surrogatepass")

            def create(body: bytes = body, name: str = name) -> None:
                status = server.http("POST", "/api/tables", body, "k" * 32).status
                assert status in (201, 400), (name, status)

            cost = cheapest(server, create, REQUEST_SECONDS)
            if cost > REQUEST_SECONDS:
                slow.append(f"{option.name}: {name}: {1000 * cost:.0f} ms")
    assert slow == []


@pytest.mark.parametrize("game", games())
def test_the_longest_game_holds_the_event_loop_with_no_move_and_no_request(server: TestServer, game: str) -> None:
    chance = random.Random(7)
    slow: list[str] = []
    with connected_clients(server, 1) as (client,):
        table_id = lay(client, game, {})
        client.watch(table_id)
        seen = client.tables[table_id]
        while len(seen.events) < LONGEST and seen.state == "playing":
            play_on(server, table_id, 10, chance)
            client.receive_all()
            choices = seen.view["choices"]
            if seen.state != "playing" or not choices:
                break
            before = loop_seconds(server)
            client.play(table_id, seen.view["player"], chance.choice(choices)["move"])
            cost = loop_seconds(server) - before
            if cost > MESSAGE_SECONDS:
                slow.append(f"move {len(seen.events)}: {1000 * cost:.0f} ms")
        assert len(slow) <= 1, slow  # the machine may have been held up once
        paths = [f"/api/tables/{table_id}/{part}" for part in ("record", "story", "at/9999", "at/40", "rules", "proof")]
        for path in (*paths, "/api/tables"):

            def ask(path: str = path) -> None:
                server.http("GET", path, key=client.key)

            assert cheapest(server, ask, REQUEST_SECONDS) <= REQUEST_SECONDS, path
