"""One table, judged without a server: chairs, moves, undo, giving up, giving chairs away, the next game, the record."""

from __future__ import annotations

import copy
import json

import pytest

import speelkist
from speelkist.core import CHANCE, OVER, Record, SpeelkistError, read_seed
from speelkist.core.view import read_phrase
from speelkist.server.identity import clean_name
from speelkist.server.live import events as ev
from speelkist.server.live.table import REMEMBERED, Step, Table
from tests.games.cubus.examples import POSITIONS

from .harness import NONCES, SEED
from .tables import ANS, BOB, CEES, PEOPLE, again, apart, events, lay, play, refused, sit_all, take_in, together

# --- chairs ---------------------------------------------------------------------------------------------------------


def test_a_table_waits_until_all_sit_and_then_chance_throws_at_once() -> None:
    table = lay("kriskras")
    assert (table.status, table.view()["choices"]) == ("waiting", [])
    take_in(table, table.sit(ANS, 0, "Ans", "a1"))
    assert table.status == "waiting"
    with refused("server.table.waiting"):
        table.play(ANS, 0, table.number, "pass")
    steps = table.sit(BOB, 1, "Bob", "b2")
    assert isinstance(steps[0].event, ev.Seated)
    assert {type(step.event) for step in steps[1:]} == {ev.Thrown}
    take_in(table, steps)
    assert (table.status, table.state.player >= 0) == ("playing", True)
    assert table.view()["choices"]


def test_a_chair_is_taken_once() -> None:
    table = lay("knopf")
    take_in(table, table.sit(ANS, 0, "Ans", "a1"))
    with refused("server.seat.taken"):
        table.sit(BOB, 0, "Bob", "b2")
    for seat in (2, -2, 99, 10**30):
        with refused("server.seat.none"):
            table.sit(BOB, seat, "Bob", "b2")
    assert events(table.sit(BOB, -1, "Bob", "b2"))[0] == ev.Seated(1, "Bob", "b2")
    take_in(table, table.sit(BOB, -1, "Bob", "b2"))
    with refused("server.seat.full"):
        table.sit(CEES, -1, "Cees", "c3")
    assert (table.yours(ANS), table.yours(BOB), table.yours(CEES)) == ([0], [1], [])


def test_a_program_sits_from_the_beginning() -> None:
    table = lay("knopf", ["simple", "person"])
    with refused("server.seat.taken"):
        table.sit(ANS, 0, "Ans", "a1")
    take_in(table, table.sit(ANS, 1, "Ans", "a1"))
    assert table.program_to_move() == (0, "simple")
    assert [seat.player for seat in table.seats([True, True])] == ["simple", ""]
    take_in(table, table.moves_of(0, table.state.legal()[0].text))
    assert table.program_to_move() is None


def test_programs_alone_begin_by_themselves() -> None:
    table = lay("kriskras", ["simple", "random"])
    assert table.status == "playing"
    take_in(table, table.begin_alone())
    assert table.program_to_move() is not None


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ans  van\tDam \n", "Ans van Dam"),
        ("\u202eevil\u202c\x00\x1b[31m", "evil [31m"),
        ("\u00a0\u2003\u200b", ""),
        ("Zoe\u0308", "Zoë"),
        ("x" * 31, "x" * 30),
        ("x" * 29 + " y", "x" * 29),
        ("<b>Ans</b>", "<b>Ans</b>"),  # shown as text, never as a page
        ("👩‍👧", "👩 👧"),
    ],
)
def test_names_are_cleaned(given: str, kept: str) -> None:
    assert clean_name(given) == kept
    table = lay("knopf")
    take_in(table, table.sit(ANS, 0, given, "a1"))
    assert table.chairs[0].name == kept
    take_in(table, table.rename(ANS, 0, given[::-1]))
    assert table.chairs[0].name == clean_name(given[::-1])
    with refused("server.seat.not_yours"):
        table.rename(BOB, 0, "Bob")


@pytest.mark.parametrize("nonce", ["", "a", "A1", "zz", "a1" * 33, "a1 ", "a1\n", "٣٣"])
def test_a_part_of_the_dice_is_hexadecimal(nonce: str) -> None:
    with pytest.raises(SpeelkistError, check=lambda error: error.phrase.key == "server.seat.nonce"):
        lay().sit(ANS, 0, "Ans", nonce)


def test_a_reserved_chair_is_for_whom_it_is_kept() -> None:
    table = lay("knopf", reserved=[BOB, ANS])
    with refused("server.seat.reserved"):
        table.sit(ANS, 0, "Ans", "a1")
    with refused("server.seat.full"):
        table.sit(CEES, -1, "Cees", "c3")
    assert events(table.sit(ANS, -1, "Ans", "a1"))[0] == ev.Seated(1, "Ans", "a1")
    take_in(table, table.sit(BOB, 0, "Bob", "b2"))
    assert table.yours(BOB) == [0]


# --- moves ----------------------------------------------------------------------------------------------------------


def test_only_the_owner_moves_and_only_in_his_turn() -> None:
    table = apart("knopf")
    move = table.state.legal()[0].text
    for stranger in (BOB, CEES, "", ANS[:-1], ANS + "a"):
        with refused("server.seat.not_yours"):
            table.play(stranger, 0, table.number, move)
    with refused("server.move.turn"):
        table.play(BOB, 1, table.number, move)
    assert events(table.play(ANS, 0, table.number, move)) == [ev.Moved(0, move)]


def test_an_illegal_move_is_refused_with_its_rule_and_nothing_changes() -> None:
    table = apart("knopf")
    before = copy.deepcopy((table.actions, table.state, table.number))
    for wrong in ("a1-a1", "nonsense", "", "x" * 5000):
        with pytest.raises(SpeelkistError):
            table.play(ANS, 0, table.number, wrong)
    assert (table.actions, table.state, table.number) == before


def test_a_move_is_stored_as_the_game_writes_it() -> None:
    table = apart("kriskras")
    move = table.state.legal()[0].text
    assert events(table.play(ANS, 0, table.number, f"  {move} "))[0] == ev.Moved(0, move)


def test_a_move_of_somebody_who_has_not_seen_the_last_is_refused() -> None:
    table = apart("knopf")
    seen = table.number
    play(table)
    with refused("server.move.stale"):
        table.play(BOB, 1, seen, table.state.legal()[0].text)
    take_in(table, table.rename(ANS, 0, "Anna"))  # a new name changes no position
    assert table.play(BOB, 1, table.number - 1, table.state.legal()[0].text)


def test_throws_follow_from_seed_nonces_and_count() -> None:
    one, two, other = apart(), apart(), lay()
    take_in(other, other.sit(ANS, 0, "", "a1"))
    take_in(other, other.sit(BOB, 1, "", "b3"))
    for table in (one, two, other):
        for _ in range(12):
            play(table)
    assert one.actions == two.actions
    assert one.actions != other.actions
    assert [event for event in one.movers if event == CHANCE] == [CHANCE] * one.throws()


def knocking(seconds: int = 15, players: int = 3) -> Table:
    """Three at Cubus, the first has passed: the others may knock."""
    table = apart("cubus", players, start=POSITIONS["passed"], options={"players": players}, answer_seconds=seconds)
    assert table.state.phase == "knock"
    return table


def test_the_first_knock_counts_and_those_before_say_no() -> None:
    table = knocking()
    steps = table.play(CEES, 2, table.number, "knock:2")
    assert events(steps) == [ev.Moved(1, "no", auto=True), ev.Moved(2, "knock:2")]
    take_in(table, steps)
    assert (table.state.phase, table.state.player) == ("show", 2)
    assert table.deadline() is None


def test_only_a_knock_comes_before_its_turn() -> None:
    table = knocking()
    for move in ("no", "knock:1", "--", "build 3@0,0"):
        with refused("server.move.turn"):
            table.play(CEES, 2, table.number, move)
    with refused("server.move.turn"):
        table.play(ANS, 0, table.number, "knock:0")  # who passed cannot knock


def test_the_clock_says_no_for_those_who_are_silent() -> None:
    table = knocking(seconds=15)
    began = table.deadline()
    assert began == table.at + 15_000
    play(table, "no")
    assert table.deadline() == began  # everybody's time runs from the pass
    steps = table.time_up()
    assert events(steps)[0] == ev.Moved(2, "no", auto=True)
    take_in(table, steps)
    assert (table.state.phase, table.deadline()) == ("build", None)


def test_without_a_clock_or_at_one_screen_nobody_hurries() -> None:
    assert knocking(seconds=0).deadline() is None
    table = together("cubus", 3, start=POSITIONS["passed"], options={"players": 3})
    assert table.deadline() is None
    with refused("server.move.turn"):
        table.play(ANS, 2, table.number, "knock:2")


def test_an_undo_back_to_a_question_gives_the_whole_time_again() -> None:
    table = apart("cubus", 3, start=POSITIONS["passed"], options={"players": 3}, answer_seconds=15)
    take_in(table, table.play(BOB, 1, table.number, "knock:1"))
    take_in(table, table.undo(BOB, 1, table.number))
    take_in(table, table.answer(ANS, 0, table.number, True))
    late = table.at + 3_600_000
    take_in(table, table.answer(CEES, 2, table.number, True), at=late)
    assert table.state.phase == "knock"
    assert table.deadline() == late + 15_000


# --- taking back ----------------------------------------------------------------------------------------------------


def test_at_one_screen_the_same_throws_come_back() -> None:
    table = together("kriskras")
    for _ in range(6):
        play(table)
    thrown = [move for move, mover in zip(table.actions, table.movers, strict=True) if mover == CHANCE]
    played = list(table.actions)
    states = [table.state]
    for _ in range(6):
        take_in(table, table.undo(ANS, 0, table.number))
        states.append(table.state)
    assert [mover for mover in table.movers if mover != CHANCE] == []
    with refused("server.undo.none"):
        table.undo(ANS, 0, table.number)
    for _ in range(6):
        assert table.state == states.pop()
        play(table)
    assert table.actions == played
    assert [move for move, mover in zip(table.actions, table.movers, strict=True) if mover == CHANCE] == thrown


def test_against_a_program_ones_own_last_decision_comes_back() -> None:
    table = sit_all(lay("kriskras", ["person", "simple"]), ANS)
    own: list[speelkist.State] = []
    while len(own) < 3:
        if table.state.player == 0:
            own.append(table.state)
            play(table)
        else:
            take_in(table, table.moves_of(1, table.state.legal()[-1].text))
    for state in reversed(own):
        take_in(table, table.undo(ANS, 0, table.number))
        assert table.state == state


def test_apart_the_others_are_asked() -> None:
    table = apart("knopf")
    begin = table.state
    with refused("server.undo.none"):
        table.undo(ANS, 0, table.number)
    play(table)
    with refused("server.undo.none"):
        table.undo(BOB, 1, table.number)
    with refused("server.move.stale"):
        table.undo(ANS, 0, table.number - 1)
    take_in(table, table.undo(ANS, 0, table.number))
    assert table.asked == ev.UndoAsked(0, 0)
    with refused("server.undo.asked"):
        table.undo(ANS, 0, table.number)
    with refused("server.undo.not_you"):
        table.answer(ANS, 0, table.number, True)
    with refused("server.seat.not_yours"):
        table.answer(CEES, 1, table.number, True)
    take_in(table, table.answer(BOB, 1, table.number, False))
    assert table.asked is None
    with refused("server.undo.nothing"):
        table.answer(BOB, 1, table.number, True)
    take_in(table, table.undo(ANS, 0, table.number))
    steps = table.answer(BOB, 1, table.number, True)
    assert events(steps) == [ev.UndoAgreed(1), ev.Undone(0, 0)]
    take_in(table, steps)
    assert (table.state, table.actions, table.asked) == (begin, [], None)


def test_a_move_answers_an_undo_with_no() -> None:
    table = apart("knopf")
    play(table)
    take_in(table, table.undo(ANS, 0, table.number))
    play(table)
    with refused("server.undo.nothing"):
        table.answer(BOB, 1, table.number, True)


def test_of_three_both_others_must_agree() -> None:
    table = apart("cubus", 3, start=POSITIONS["passed"], options={"players": 3})
    take_in(table, table.play(BOB, 1, table.number, "knock:1"))
    take_in(table, table.undo(BOB, 1, table.number))
    steps = table.answer(CEES, 2, table.number, True)
    assert events(steps) == [ev.UndoAgreed(2)]
    take_in(table, steps)
    with refused("server.undo.not_you"):
        table.answer(CEES, 2, table.number, True)
    assert events(table.answer(ANS, 0, table.number, True)) == [ev.UndoAgreed(0), ev.Undone(1, 0)]


def test_apart_nothing_comes_back_across_chance() -> None:
    table = apart("kriskras")
    seat = table.state.player
    while table.state.player == seat:
        play(table)
    assert CHANCE in table.movers[-2:]
    with refused("server.undo.chance"):
        table.undo(PEOPLE[seat], seat, table.number)


# --- giving up, giving a chair away ---------------------------------------------------------------------------------


def test_of_two_the_other_wins() -> None:
    table = apart("knopf")
    play(table)
    with refused("server.seat.not_yours"):
        table.resign(BOB, 0)
    steps = table.resign(ANS, 0)
    assert events(steps) == [ev.Resigned(0), ev.Ended([1], "resigned", SEED)]
    take_in(table, steps)
    view = table.view()
    result = view["result"]
    assert result is not None
    assert (view["player"], view["choices"], table.status) == (OVER, [], "over")
    assert {name: result[name] for name in ("winners", "points", "reason")} == {
        "winners": [1],
        "points": None,
        "reason": "resigned",
    }
    assert read_phrase(result["say"]).say("en") == "Blue wins: the other side has given up."
    assert read_phrase(result["say"]).say("nl") == "Blauw wint: de andere partij heeft opgegeven."
    with refused("core.end.over"):
        table.resign(ANS, 0)
    with refused("core.end.over"):
        table.play(BOB, 1, table.number, "--")


def test_of_more_the_computer_plays_on() -> None:
    table = apart("cubus", 3, options={"players": 3})
    take_in(table, table.resign(ANS, 0))
    assert (table.status, table.chairs[0].player) == ("playing", "simple")
    with refused("server.resign.done"):
        table.resign(ANS, 0)
    with refused("server.resign.done"):
        table.take_back(ANS, 0)
    with refused("server.seat.given"):
        table.play(ANS, 0, table.number, "--")
    take_in(table, table.resign(BOB, 1))
    assert table.status == "playing"


def test_an_absent_players_chair_is_given_and_taken_back() -> None:
    table = apart("knopf", absent_seconds=60)
    left = 1_000_000
    for since, now in ((None, left), (left, left + 59_999)):
        with refused("server.give.too_soon"):
            table.give(ANS, 1, "simple", since, now)
    with refused("server.seat.not_yours"):
        table.give(CEES, 1, "simple", left, left + 60_000)
    with refused("server.give.not_needed"):
        table.give(ANS, 0, "simple", left, left + 60_000)
    take_in(table, table.give(ANS, 1, "simple", left, left + 60_000))
    with refused("server.give.not_needed"):
        table.give(ANS, 1, "simple", left, left + 60_000)
    play(table)
    assert table.program_to_move() == (1, "simple")
    with refused("server.seat.given"):
        table.play(BOB, 1, table.number, table.state.legal()[0].text)
    with refused("server.seat.given"):
        table.undo(BOB, 1, table.number)
    with refused("server.seat.not_yours"):
        table.take_back(ANS, 1)
    take_in(table, table.take_back(BOB, 1))
    with refused("server.give.not_given"):
        table.take_back(BOB, 1)
    play(table)
    assert table.movers == [0, 1]


def test_whoever_is_given_away_need_not_agree_to_an_undo() -> None:
    table = apart("cubus", 3, start=POSITIONS["passed"], options={"players": 3}, absent_seconds=0)
    take_in(table, table.play(BOB, 1, table.number, "knock:1"))
    take_in(table, table.undo(BOB, 1, table.number))
    take_in(table, table.answer(CEES, 2, table.number, True))
    take_in(table, table.give(BOB, 2, "simple", 0, 0))  # he agreed, and left
    assert events(table.answer(ANS, 0, table.number, True))[-1] == ev.Undone(1, 0)


def test_a_chair_goes_to_another_device() -> None:
    table = apart("knopf")
    take_in(table, table.rekey(0, CEES))
    assert (table.yours(ANS), table.yours(CEES)) == ([], [0])
    with refused("server.seat.not_yours"):
        table.play(ANS, 0, table.number, table.state.legal()[0].text)
    play(table, holder=CEES)


# --- the next game, and the record ----------------------------------------------------------------------------------


def test_a_rematch_swaps_the_sides_and_keeps_the_chairs_for_the_same_people() -> None:
    table = apart("cubus", 3, options={"players": 3})
    with refused("server.rematch.playing"):
        table.plan_rematch(ANS)
    take_in(table, [Step(ev.Ended([0], "points", SEED, [3, 2, 1]))])
    with refused("server.seat.not_yours"):
        table.plan_rematch("d" * 64)
    chairs, by = table.plan_rematch(BOB)
    assert ([chair.reserved for chair in chairs], by) == ([CEES, ANS, BOB], 1)
    assert [chair.plan for chair in chairs] == ["person"] * 3
    take_in(table, [Step(ev.Rematched("nieuw234", 1))])
    with refused("server.rematch.done"):
        table.plan_rematch(ANS)
    assert (table.rematch, table.rematch_number) == ("nieuw234", table.number)


def test_a_program_goes_along_to_the_rematch() -> None:
    table = sit_all(lay("knopf", ["person", "random"]), ANS)
    take_in(table, table.resign(ANS, 0))
    chairs, _ = table.plan_rematch(ANS)
    assert [(chair.plan, chair.reserved) for chair in chairs] == [("random", None), ("person", ANS)]


@pytest.mark.parametrize("game", speelkist.games())
def test_a_whole_game_becomes_a_record_that_verifies(game: str) -> None:
    if game == "cubus":  # from where the pile is taken down: a whole building takes long
        table = apart(game, start=POSITIONS["demolition"], options={"demolition": True, "knocking": False})
    else:
        table = apart(game)
    early = str(table.record())
    assert "Seed" not in early and SEED not in early
    while table.ended is None:
        play(table, table.state.legal()[-1 if len(table.actions) % 3 else 0].text)
    record = Record.parse(str(table.record()))
    assert record == table.record()
    assert record.moves == tuple(table.actions)
    assert list(record.nonces.values()) == list(NONCES[:2])
    assert record.verify(read_seed(record.tags["Seed"])) == table.throws()
    assert record.last() == table.state
    outcome = table.state.outcome
    assert outcome is not None
    assert (tuple(table.ended.winners), table.ended.reason) == (outcome.winners, outcome.reason)
    result = table.view()["result"]
    assert result is not None
    assert result["winners"] == list(outcome.winners)
    assert result["say"]["key"].startswith(f"{game}.end.{outcome.reason}")
    for lang in speelkist.core.LANGUAGES:
        assert read_phrase(result["say"]).say(lang)
    if outcome.earlier is not None:
        assert read_phrase(result["earlier"]["say"]).say("nl")


def test_a_false_throw_does_not_verify() -> None:
    table = apart("kriskras")
    for _ in range(8):
        play(table)
    take_in(table, table.resign(ANS, 0))
    record = Record.parse(str(table.record()))
    throws = [index for index, mover in enumerate(table.movers) if mover == CHANCE]
    moves = list(record.moves)
    moves[throws[-1]] = "r1g1" if moves[throws[-1]] != "r1g1" else "r2g2"
    false = Record(record.game, record.version, record.options, tuple(moves[: throws[-1] + 1]), nonces=record.nonces)
    assert record.verify(read_seed(SEED)) == len(throws)
    with pytest.raises(speelkist.BadRecord):
        false.verify(read_seed(SEED))
    swapped = dict(zip(record.nonces, reversed([*record.nonces.values()]), strict=True))
    other = Record(record.game, record.version, record.options, record.moves, nonces=swapped)
    with pytest.raises(speelkist.BadRecord):
        other.verify(read_seed(SEED))


# --- the log --------------------------------------------------------------------------------------------------------


def test_a_table_is_nothing_but_its_events() -> None:
    table = lay("kriskras")
    log: list[tuple[ev.AnyEvent, str | None, int]] = []

    def happen(steps: list[Step]) -> None:
        take_in(table, steps)
        log.extend((step.event, step.secret, table.at) for step in steps)

    log.append((table.created, json.dumps({"seed": SEED}), table.at))
    happen(table.sit(ANS, 0, "Ans", "a1"))
    happen(table.sit(BOB, 1, "Bob", "b2"))
    for _ in range(5):
        seat = table.state.player
        happen(table.play(PEOPLE[seat], seat, table.number, table.state.legal()[0].text))
    happen(table.rename(BOB, 1, "Bobbie"))
    happen(table.give(ANS, 1, "simple", 0, 10**9))
    happen(table.take_back(BOB, 1))
    happen(table.rekey(1, CEES))
    happen(table.resign(CEES, 1))
    copy_ = again(table, log)
    same = "number chairs actions movers acted at state ended last status waiting_since"
    for name in same.split():
        assert getattr(copy_, name) == getattr(table, name), name
    assert copy_.view() == table.view()
    assert str(copy_.record()) == str(table.record())


def test_events_come_in_order_and_requests_are_remembered_for_a_while() -> None:
    table = apart("knopf")
    step = table.rename(ANS, 0, "A")[0]
    for number in (table.number, table.number + 2, 0, -1):
        with pytest.raises(ValueError, match="event"):
            table.apply(step, number, 0)
    first = table.number + 1
    for index in range(REMEMBERED + 1):
        table.apply(step, table.number + 1, 0, request=f"r{index}")
    assert "r0" not in table.requests
    assert table.requests["r1"] == first + 1
    assert len(table.requests) == REMEMBERED


def test_what_only_the_server_knows_is_in_no_event_and_no_view() -> None:
    table = apart("kriskras")
    for _ in range(4):
        play(table)
    shown = repr(table.view()) + repr(table.seats([True, True])) + repr(table.created) + str(table.record())
    for secret in (SEED, ANS, BOB):
        assert secret not in shown


def test_an_archived_table_can_only_be_looked_at() -> None:
    table = apart("knopf")
    table.archived = True
    assert (table.status, table.view()["choices"]) == ("archived", [])
    with refused("server.table.archived"):
        table.play(ANS, 0, table.number, table.state.legal()[0].text)
    with refused("server.table.archived"):
        table.resign(ANS, 0)
    assert str(table.record())
