"""Phrases, and the errors that carry them."""

import copy
import pickle

import pytest

import speelkist.games  # noqa: F401  (their phrases)
from speelkist import core
from speelkist.core import (
    BadOption,
    BadRecord,
    IllegalMove,
    Phrase,
    Refusal,
    SpeelkistError,
    phrases_of,
    register_phrases,
)
from speelkist.i18n import phrases
from speelkist.i18n.phrases import Person


def test_a_phrase_is_said_in_both_languages() -> None:
    phrase = Phrase("core.option.game", name="chess", games="knopf")
    assert phrase.say() == "There is no game “chess”; the games are: knopf."
    assert phrase.say("nl") == "Er is geen spel “chess”; de spellen zijn: knopf."
    assert str(phrase) == phrase.say("en")


@pytest.mark.parametrize(("n", "said"), [(1, "One square is too far."), (0, "0 squares are"), (3, "3 squares are")])
def test_the_number_n_chooses_the_form(n: int, said: str) -> None:
    assert Phrase("toy.creep.far", n=n).say().startswith(said)


def test_values_that_are_phrases_are_said_in_the_same_language() -> None:
    phrase = Phrase("toy.home", who=Phrase("toy.side.red"), others=(Phrase("toy.side.blue"), "Jan", 3))
    assert phrase.say("en") == "Red came home before Blue, Jan, 3."
    assert phrase.say("nl") == "Rood kwam thuis vóór Blauw, Jan, 3."


def test_braces_in_a_value_stay_as_they_are() -> None:
    assert Phrase("core.record.move", move="{x}", why="{n}").say() == "The move “{x}” cannot be played: {n}"


def test_phrases_are_equal_by_value() -> None:
    first, second = Phrase("core.record.at", line=3, why="x"), Phrase("core.record.at", why="x", line=3)
    assert first == second
    assert hash(first) == hash(second)
    assert first != Phrase("core.record.at", line=4, why="x")
    assert first != Phrase("core.record.tag")
    assert first != "core.record.at"
    assert len({first, second}) == 1
    assert repr(first) == "Phrase('core.record.at', line=3, why='x')"


def test_a_refusal_names_its_rule() -> None:
    assert Refusal("toy.creep.far", n=2).rule == "creep"
    assert repr(Refusal("toy.rest.twice")) == "Refusal('toy.rest.twice')"


def test_phrases_travel() -> None:
    phrase = Refusal("toy.home", who=Phrase("toy.side.red"), others=("a", "b"))
    for travelled in (pickle.loads(pickle.dumps(phrase)), copy.deepcopy(phrase)):  # noqa: S301
        assert travelled == phrase
        assert type(travelled) is Refusal


def test_words_can_be_registered_from_any_package() -> None:
    register_phrases("toy again", "tests.core")
    assert phrases_of("toy again", "nl")["side.red"] == "Rood"
    del phrases._packages["toy again"]


@pytest.mark.parametrize("name", ["IllegalMove", "BadNotation", "BadPosition", "BadOption", "BadRecord"])
def test_every_error_is_a_value_error_that_travels_whole(name: str) -> None:
    kind: type[SpeelkistError] = getattr(core, name)
    error = kind("core.record.at", line=3, why=Phrase("core.record.tag"))
    assert isinstance(error, SpeelkistError)
    assert isinstance(error, ValueError)
    travelled = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert type(travelled) is kind
    assert travelled.phrase == error.phrase
    assert str(travelled) == str(error)


def test_an_error_speaks_dutch_too() -> None:
    assert str(BadOption("core.dice.seed")).startswith("A seed is")
    assert BadOption("core.dice.seed").say("nl").startswith("Een startgetal is")
    assert IllegalMove(Refusal("core.end.over")).say() == "The game is over."
    assert BadRecord(Phrase("core.record.missing", tag="Game")).phrase.values == {"tag": "Game"}


def _people(seat: int) -> Person | None:
    return (Person("you", you=True), Person("the computer"), None)[seat]


def test_a_sentence_about_a_seat_names_who_sits_there() -> None:
    def passes(seat: int) -> str:
        player = Phrase("core.player", number=seat + 1, seat=seat)
        return Phrase("cubus.say.pass", player=player).say("en", _people)

    assert passes(0) == "You pass."
    assert passes(1) == "The computer passes."
    assert passes(2) == "Player 3 passes."


def test_within_a_sentence_names_keep_their_small_letter() -> None:
    dark, light = (Phrase(f"krabcek.side.{side}", seat=seat) for seat, side in enumerate(("black", "white")))
    first = Phrase("krabcek.say.first", dark=dark, black=2, light=light, white=5, side=dark, throw=2)
    assert first.say("en", _people) == "You throw a 2, the computer a 5: you begin with the 2."
    assert first.say("en") == "Black throws a 2, White a 5: Black begins with the 2."


def test_one_winner_who_reads_it_is_spoken_to() -> None:
    mine, theirs = (Phrase(f"knopf.side.{side}", seat=seat) for seat, side in enumerate(("red", "blue")))
    assert Phrase("knopf.end.target", winners=(mine,), n=1, most=10, least=7).say("en", _people) == (
        "You have taken enough buttons and win, 10 to 7."
    )
    assert Phrase("knopf.end.target", winners=(theirs,), n=1, most=10, least=7).say("nl", lambda _: Person("Bram")) == (
        "Bram heeft genoeg knopen geslagen en wint met 10 tegen 7."
    )


def test_several_kinds_of_things_are_told_as_a_sentence_does() -> None:
    tiles = tuple(Phrase(f"cubus.view.tiles.{kind}", n=n) for kind, n in (("L", 2), ("R", 1), ("T", 1)))
    assert Phrase("cubus.view.stock", n=4, tiles=tiles).say() == (
        "The stock has 4 tiles: 2 left sides, 1 right side and 1 closed lid."
    )
    assert Phrase("cubus.view.stock", n=2, tiles=tiles[1:]).say("nl").endswith("1 rechterkant en 1 dicht deksel.")


def test_among_other_winners_the_reader_is_named_by_the_stressed_word() -> None:
    people = (Person("je", you=True, stressed="jij"), Person("Bram"))
    winners = tuple(Phrase("core.player", number=seat + 1, seat=seat) for seat in (1, 0))
    shared = Phrase("cubus.end.points", winners=winners, n=2)
    assert shared.say("nl", lambda seat: people[seat]) == "Er wordt niet meer gebouwd. De meeste punten: Bram en jij."
    three = Phrase("cubus.end.points", winners=(*winners, Phrase("core.player", number=3, seat=2)), n=3)
    assert three.say("en").endswith("Most points: Player 2, Player 1 and Player 3.")
    alone = Phrase("cubus.end.points", winners=winners[1:], n=1)
    assert alone.say("nl", lambda seat: people[seat]) == "Er wordt niet meer gebouwd. De meeste punten: jij."
