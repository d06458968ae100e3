"""Records: as text and back, every damage with its line, and the check of the dice."""

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speelkist.core import BadRecord, Match, Record, Result, SeededDice, SpeelkistError, commitment, nonce_commitment
from speelkist.core.record import LONGEST_RECORD

from .toy import Toy

SEED = bytes(range(32))

GAME = """\
Speelkist record 1
Game: toy
Version: 3
Option length: 3
Option patience: 20
Option loud: false
Option weather: "dry"
Option names: "usual"
Seat red: Anna
Seat blue: simple
Commitment red: {red}
Commitment blue: {red}
Nonce red: 00ff
Nonce blue: 
Date: 2026-11-15
Start: {start}
Result: red (home)

1. 1 | creep
2. 2 | rest
3. 2 | creep {{home}}
"""  # noqa: W291  (an empty nonce)


def start() -> str:
    """The position at which that game starts."""
    return Toy(length=3).start().to_json()


def game() -> str:
    """That game as text."""
    return GAME.format(start=start(), red="ab" * 32)


def short(*lines: str, moves: str = "") -> str:
    """A record with a few more tags."""
    return "\n".join(["Speelkist record 1", "Game: toy", "Version: 3", *lines, "", moves])


def test_a_record_holds_what_its_text_says() -> None:
    record = Record.parse(game())
    assert record.game == "toy"
    assert record.version == 3
    assert record.options == {"length": 3, "patience": 20, "loud": False, "weather": "dry", "names": "usual"}
    assert record.seats == {"red": "Anna", "blue": "simple"}
    assert record.nonces == {"red": "00ff", "blue": ""}
    assert record.nonce_commitments == {"red": "ab" * 32, "blue": "ab" * 32}
    assert record.tags == {"Date": "2026-11-15"}
    assert record.start == start()
    assert record.result == Result(("red",), "home")
    assert record.moves == ("1", "creep", "2", "rest", "2", "creep")
    assert record.last().outcome is not None
    assert len(list(record.replay())) == 7


def test_a_record_is_written_as_it_is_read() -> None:
    assert str(Record.parse(game())) == game()


def test_options_are_filled_up() -> None:
    assert Record.parse(short()) == Record.parse(short("Option length: 4"))
    assert Record.parse(short('Option names: ["x", "y"]')).options["names"] == ("x", "y")
    assert 'Option names: ["x", "y"]' in str(Record.parse(short('Option names: ["x", "y"]')))


def test_what_people_write_is_read_all_the_same() -> None:
    tidy = Record.parse(short("Option length: 3", moves="1. 1 | creep\n2. 2 | rest\n3. 2 | creep\n"))
    for text in (
        short("Option length: 3", moves="1|creep|2|rest|2|creep"),
        short("Option length: 3", moves="1 |  creep\n\n\n2 | rest # why?\n# nothing here\n2\ncreep {home!}\n"),
        short("Option length: 3", moves="1. 1 {a} | {b} creep\n7. 2 | rest\n7.\n 2 | kruip ")
        .replace("kruip", "creep")
        .replace("\n", "\r\n"),
        "\ufeff" + short("# a comment", "Option length: 3", moves="1. 1 | creep\n2. 2 | rest\n3. 2 | creep"),
        short("Option  length: 3".replace("  ", " "), moves="1. 1 | creep\n2. 2 | rest\n3. 2 | creep"),
    ):
        assert Record.parse(text) == tidy


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_is_read(end: str) -> None:
    assert Record.parse(game().replace("\n", end)) == Record.parse(game())
    with pytest.raises(BadRecord) as caught:
        Record.parse(short("no tag").replace("\n", end))
    check(caught.value, 4, "tag")


def test_a_record_without_moves_ends_after_its_tags() -> None:
    text = "Speelkist record 1\nGame: toy\nVersion: 3"
    assert Record.parse(text).moves == ()
    assert Record.parse(text).last() == Toy().start()


def test_other_spellings_are_kept_and_replayed() -> None:
    record = Record.parse(short(moves="2 | kruip"))
    assert record.moves == ("2", "kruip")
    assert Record.parse(str(record)) == record
    assert record.last() == Toy().start().play("2").play("creep")


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("", 1, "first"),
        ("Speelkist record 2\n", 1, "first"),
        ("hello\n" + short(), 1, "first"),
        ("Speelkist record 1\nVersion: 3\n", 0, "missing"),
        ("Speelkist record 1\nGame: toy\n", 0, "missing"),
        ("Speelkist record 1\n\nGame: toy\nVersion: 3\n", 0, "missing"),
        ("Speelkist record 1\nGame: toy\nVersion: three\n", 3, "number"),
        ("Speelkist record 1\nGame: toy\nVersion: -3\n", 3, "number"),
        ("Speelkist record 1\nGame: toy\nVersion: ³\n", 3, "number"),
        ("Speelkist record 1\nGame: toy\nVersion: 9999999999\n", 3, "number"),
        ("Speelkist record 1\nGame: toy\nVersion: 2\n", 3, "version"),
        ("Speelkist record 1\nGame: toy\nVersion: 2\nOption new: 1\n", 3, "version"),
        ("Speelkist record 1\nVersion: 3\nGame: chess\n", 3, "core.option.game"),
        (short("no tag"), 4, "tag"),
        (short("lower: case"), 4, "tag"),
        (short("Date:2026"), 4, "tag"),
        (short("1. 2 | creep"), 4, "tag"),
        (short("Date: 1", "Date: 2"), 5, "twice"),
        (short("Game: toy"), 4, "twice"),
        (short("Date: 1", "Option length: three"), 5, "option"),
        (short("Option length: "), 4, "option"),
        (short("Option length: " + "[" * 990 + "]" * 990), 4, "option"),
        (short("Option length: " + "9" * 5000), 4, "option"),
        (short("Date: 1", "Option length: 99"), 5, "core.option.value"),
        (short("Option length: [3]"), 4, "core.option.value"),
        (short("Option length: {}"), 4, "core.option.value"),
        (short("Option length: NaN"), 4, "core.option.value"),
        (short("Option loud: 1"), 4, "core.option.value"),
        (short('Option names: [["x"], "y"]'), 4, "core.option.value"),
        (short("Date: 1", "Option size: 3"), 5, "core.option.unknown"),
        (short("Option self: 3"), 4, "core.option.unknown"),
        (short("Date: 1", "Seat green: Anna"), 5, "side"),
        (short("Date: 1", "Nonce green: 00"), 5, "side"),
        (short("Nonce red: 0"), 4, "nonce"),
        (short("Commitment red: 00"), 4, "hash"),
        (short("Commitment red: " + "0G" * 32), 4, "hash"),
        (short("Commitment green: " + "00" * 32), 4, "side"),
        (short("Nonce red: 0G"), 4, "nonce"),
        (short("Nonce red: " + "00" * 65), 4, "nonce"),
        (short("Date: 1", "Seed: 00"), 5, "core.dice.seed"),
        (short("Date: 1", "Start: {}"), 5, "core.position.missing"),
        (short("Start: "), 4, "core.position.json"),
        (short("Start: [1]"), 4, "core.position.object"),
        (short("Result: red"), 4, "resultform"),
        (short("Result: red (Home!)"), 4, "resultform"),
        (short("Result:"), 4, "resultform"),
        (short("Date: 1", "Result: green (resigned)"), 5, "side"),
        (short(moves="1 | {remark"), 5, "brace"),
        (short(moves="1 | rest }"), 5, "brace"),
        (short(moves="1 | {a {b} c}"), 5, "brace"),
        (short(moves="1 | rest\n2 |"), 6, "empty"),
        (short(moves="| 1"), 5, "empty"),
        (short(moves="1 || rest"), 5, "empty"),
        (short(moves="1 | {rest}"), 5, "empty"),
        (short(moves="x" * LONGEST_RECORD), 0, "long"),
    ],
)
def test_damage_is_refused_with_its_line(text: str, line: int, key: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Record.parse(text)
    check(caught.value, line, key)


def check(error: SpeelkistError, line: int, key: str) -> None:
    """The error names that line and that reason, in both languages."""
    phrase: Any = error.phrase
    if line:
        assert phrase.key == "core.record.at"
        assert phrase.values["line"] == line
        phrase = phrase.values["why"]
    assert phrase.key == (key if key.startswith("core.") else f"core.record.{key}")
    assert len(str(error)) < 400
    assert "\n" not in str(error)
    assert error.say("nl") != error.say("en")


@pytest.mark.parametrize("wrong", [None, 3, b"Speelkist record 1\n"])
def test_only_texts_are_records(wrong: Any) -> None:
    with pytest.raises(BadRecord):
        Record.parse(wrong)


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        (short(moves="1. 2 | creep\n\n2. 7 | creep"), 7, "move"),
        (short(moves="1. 2 | jump"), 5, "move"),
        (short(moves="1. 2 | rest\n2. 1 | rest\n3. 1 | rest"), 7, "move"),
        (short("Option length: 2", moves="2 | creep | 1"), 6, "move"),
        (short("Option length: 2", "Result: blue (home)", moves="2 | creep"), 0, "result"),
        (short("Option length: 2", "Result: draw (home)", moves="2 | creep"), 0, "result"),
        (short("Option length: 2", "Result: red (tired)", moves="2 | creep"), 0, "result"),
        (short("Option length: 2", "Result: blue (resigned)", moves="2 | creep"), 0, "result"),
        (short("Result: red (home)", moves="2 | creep"), 0, "result"),
        (short("Result: draw (tired)"), 0, "result"),
    ],
)
def test_what_does_not_replay_is_refused(text: str, line: int, key: str) -> None:
    record = Record.parse(text)
    with pytest.raises(BadRecord) as caught:
        record.last()
    check(caught.value, line, key)


def test_a_record_made_in_code_is_refused_without_a_line() -> None:
    record = Record("toy", 3, {}, ("9",))
    for use in (record.last, record.__str__):
        with pytest.raises(BadRecord) as caught:
            use()
        check(caught.value, 0, "move")
    with pytest.raises(BadRecord):
        Record("toy", 2, {}).last()


@pytest.mark.parametrize("result", ["red (resigned)", "blue (resigned)", "draw (abandoned)", "red, blue (abandoned)"])
def test_a_game_may_be_given_up_or_broken_off(result: str) -> None:
    record = Record.parse(short(f"Result: {result}", moves="2 | creep"))
    assert str(record.result) == result
    assert record.last().outcome is None
    assert Record.parse(str(record)) == record


def test_a_draw_is_a_result() -> None:
    record = Record.parse(short("Option patience: 1", "Result: draw (tired)", moves="1 | rest"))
    assert record.last().outcome is not None
    assert record.result == Result((), "tired")


def test_a_start_says_its_own_options() -> None:
    record = Record.parse(short("Option length: 4", f"Start: {start()}", moves="3 | creep"))
    assert record.options["length"] == 3
    assert record.last().outcome is not None


def test_names_never_break_a_record() -> None:
    record = Record("toy", 3, {}, seats={"red": " Anna\nGame: chess\r\n"}, tags={"Note": "a\r\nb\x85c"})
    read = Record.parse(str(record))
    assert read.seats == {"red": "Anna Game: chess"}
    assert read.tags == {"Note": "a b\x85c"}
    assert Record.parse(str(read)) == read


def test_a_new_line_for_every_turn() -> None:
    record = Record("toy", 3, {"length": 9}, ("1", "creep") * 10 + ("2",))
    body = str(record).split("\n\n")[1].splitlines()
    assert body[0] == " 1. 1 | creep"
    assert body[9] == "10. 1 | creep" if len(body) > 9 else True
    assert re.fullmatch(r"\s*\d+\. 2", body[-1])


# The dice


def played(nonces: dict[str, str] | None = None, promised: bool = True) -> Record:
    """A game whose dice came from the seed."""
    tags = {"Commitment": commitment(SEED)} if promised else {}
    match = Match(Toy(length=9), tags=tags, nonces=nonces)
    dice = SeededDice(SEED, [bytes.fromhex(nonce) for nonce in (nonces or {}).values()])
    while match.state.outcome is None:
        if match.state.player < 0:
            match.throw(dice)
        else:
            match.play(match.state.legal()[0])
    return Record.parse(str(match.record()))


@pytest.mark.parametrize("nonces", [None, {"red": "01", "blue": "02ff"}, {"blue": "02ff"}])
@pytest.mark.parametrize("promised", [True, False])
def test_the_right_seed_is_confirmed(nonces: dict[str, str] | None, promised: bool) -> None:
    record = played(nonces, promised)
    assert record.verify(SEED).throws == sum(state.player == -1 for state in list(record.replay())[:-1])


def test_a_commitment_may_be_written_in_capitals() -> None:
    text = str(played()).replace(commitment(SEED), commitment(SEED).upper())
    assert Record.parse(text).verify(SEED).throws > 0


def test_another_seed_is_refused_by_its_hash() -> None:
    with pytest.raises(BadRecord) as caught:
        played().verify(bytes(32))
    check(caught.value, 0, "commitment")


def test_another_seed_is_refused_by_its_throws() -> None:
    with pytest.raises(BadRecord, match="Throw 2 should be"):
        played(promised=False).verify(bytes(range(1, 33)))


def test_a_nonce_is_the_one_that_was_committed_to() -> None:
    record = played({"red": "01", "blue": "02ff"})
    promised = commitment(SEED)
    kept = {side: nonce_commitment(promised, bytes.fromhex(nonce)) for side, nonce in record.nonces.items()}
    verified = replace(record, nonce_commitments=kept).verify(SEED)
    assert (verified.nonces, verified.uncommitted, verified.promised) == (("red", "blue"), (), True)
    assert replace(record, nonce_commitments={"red": kept["red"]}).verify(SEED).uncommitted == ("blue",)
    swapped = {"red": kept["blue"], "blue": kept["red"]}
    with pytest.raises(BadRecord, match="red"):
        replace(record, nonce_commitments=swapped).verify(SEED)


def test_the_nonce_of_whoever_let_bots_play_counts() -> None:
    record = played({"table": "01"})
    assert Record.parse(str(record)) == record
    assert record.verify(SEED).nonces == ("table",)
    with pytest.raises(BadRecord):
        replace(record, nonces={"table": "02"}).verify(SEED)


def test_another_nonce_is_refused() -> None:
    text = str(played({"red": "01", "blue": "02ff"})).replace("Nonce red: 01", "Nonce red: 03")
    with pytest.raises(BadRecord, match="should be"):
        Record.parse(text).verify(SEED)


def test_nonces_count_in_the_order_of_the_seats() -> None:
    lines = str(played({"red": "01", "blue": "02ff"})).splitlines()
    first, second = lines.index("Nonce red: 01"), lines.index("Nonce blue: 02ff")
    lines[first], lines[second] = lines[second], lines[first]
    Record.parse("\n".join(lines)).verify(SEED)


def test_a_changed_throw_is_named_with_its_line() -> None:
    lines = str(played()).splitlines()
    at = next(index for index in range(lines.index("") + 1, len(lines)) if ". 1 | creep" in lines[index])
    lines[at] = lines[at].replace(". 1 |", ". 2 |")
    changed = Record.parse("\n".join(lines[: at + 1]).replace("Result:", "Was:"))
    with pytest.raises(BadRecord) as caught:
        changed.verify(SEED)
    check(caught.value, at + 1, "throw")


def test_a_game_in_progress_can_be_verified() -> None:
    lines = str(played()).splitlines()
    body = lines.index("") + 1
    shorter = Record.parse("\n".join(lines[: body + 2]).replace("Result:", "Was:"))
    assert shorter.verify(SEED).throws == 2


# Fuzz

PIECES = [*"\n\r |{}#:\ufeff\x00\ud800٣", "1. ", "Game", "Option ", "Seat ", "--"]


@given(st.data())
def test_any_change_of_a_record_gives_a_record_or_our_error(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([game(), short(moves="1 | rest\n2. 2 | creep"), short("Seed: " + "0" * 64)]))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 12))
        put = data.draw(st.sampled_from(PIECES) | st.text(max_size=4) | st.sampled_from(game().split("\n")))
        text = text[:at] + put + text[at + cut :]
    with suppress(SpeelkistError):
        record = Record.parse(text)
        assert Record.parse(str(record)) == record


@given(st.text())
def test_any_text_gives_a_record_or_our_error(text: str) -> None:
    for record_text in (text, "Speelkist record 1\n" + text, short(text), short(moves=text)):
        with suppress(SpeelkistError):
            Record.parse(record_text).last()
