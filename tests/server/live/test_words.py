"""A word to the other side: for those who sit, shown to all who watch, limited, and stored nowhere."""

from __future__ import annotations

import pytest

from speelkist.server.live import words
from tests.support.client import TestClient, table_of_two
from tests.support.server import TestServer


def test_a_word_reaches_everybody_who_watches_and_is_stored_nowhere(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (table, (ans, bob)):
        eve = TestClient(server).connect()
        eve.watch(table)
        before = server.event_rows(table)
        answer = ans.ask("word", table=table, seat=0, word="nice_move")
        said = {"say": "word_said", "table": table, "seat": 0, "word": "nice_move"}
        assert bob.await_message("word_said") == said
        assert eve.await_message("word_said") == said
        assert server.event_rows(table) == before
        assert answer["version"] == before[-1][0]
        late = TestClient(server).connect()
        late.watch(table)
        late.receive_all()
        assert not [text for text in late.received if "word_said" in text]
        eve.close()
        late.close()


def test_only_who_sits_there_says_one_of_the_ready_words(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (table, (ans, bob)):
        eve = TestClient(server).connect()
        assert eve.rejection("word", table=table, seat=0, word="hello") == "table.seat.not_yours"
        assert bob.rejection("word", table=table, seat=0, word="hello") == "table.seat.not_yours"
        assert ans.rejection("word", table=table, seat=7, word="hello") == "table.seat.none"
        assert ans.rejection("word", table=table, seat=0, word="you fool") == "server.message.wrong"
        eve.close()


def test_a_seat_does_not_say_too_much_at_once(server: TestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "SECONDS_A_WORD", 3600.0)
    with table_of_two(server, "knopf") as (table, (ans, bob)):
        for _ in range(words.WORDS_AT_ONCE):
            ans.ask("word", table=table, seat=0, word="oops")
        assert ans.rejection("word", table=table, seat=0, word="oops") == "server.limit.words"
        bob.ask("word", table=table, seat=1, word="thanks")  # the other's words are their own


def test_after_the_game_one_can_still_say_that_it_was_well_played(server: TestServer) -> None:
    with table_of_two(server, "knopf") as (table, (ans, bob)):
        bob.ask("resign", table=table, seat=1)
        ans.ask("word", table=table, seat=0, word="well_played")
        assert bob.await_message("word_said")["word"] == "well_played"
