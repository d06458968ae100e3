"""A throw that a refusal names would do: nobody waits for a number that does not help either."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import cast

from speelkist.core import CHANCE, Phrase, Refusal
from speelkist.games.krabcek import Krabcek, KrabcekState
from speelkist.games.krabcek.boxes import GATES, NAMES
from speelkist.games.krabcek.moves import BIGBOY, KINDS, WIDTH, Fly, Switch
from speelkist.games.krabcek.view import spell

GAMES = 4
TURNS = 40
TRIES = 6
ON_THE_GATE = ("krabcek.enter.onward", "krabcek.enter.bigboy")
NO_THROW = ("krabcek.walk.shut", "krabcek.enter.shut", "krabcek.walk.far", "krabcek.enter.far")


# What is said of a piece too wide to walk, and the throws with which it says that a trick moves it.
TRICKS = {"walk.big": {5, 6}, "walk.big_switch": {6}, "walk.big_fly": {5}, "walk.big_stuck": set()}
# The same of the throw that is to be played, and that does not move it.
NO_TRICK = {"switch.none": 6, "fly.off_gate": 5, "fly.full": 5}


def before_throws(rng: random.Random) -> Iterator[KrabcekState]:
    """The positions of a random game in which somebody is about to throw."""
    state = Krabcek(layout="random", seed=rng.randrange(1000)).start()
    for _ in range(TURNS):
        while state.player >= 0 or (state.player == CHANCE and state.phase != "throw"):
            state = cast("KrabcekState", state.play(rng.choice(state.legal())))
        if state.outcome is not None:
            return
        yield state
        state = cast("KrabcekState", state.play(rng.choice(state.legal())))


def tries(state: KrabcekState, rng: random.Random) -> Iterator[str]:
    """Moves that somebody might try."""
    boxes = [NAMES[box] for box, _ in state.pieces[state.turn]]
    for _ in range(TRIES):
        end = rng.choice(boxes + [name for box, name in enumerate(NAMES) if state.maze.widths[box]])
        joins = "+" if end in boxes else "-"
        yield f"{rng.choice(KINDS[:3])}@{NAMES[rng.randrange(GATES)]}{joins}{end}"
        yield f"{rng.choice(KINDS[:3])}@{NAMES[rng.randrange(GATES)]}"
        if boxes:
            yield f"{rng.choice(boxes)}{joins}{end}"
            yield f"{rng.choice(boxes)}<>{rng.choice(boxes)}"
            yield f"{rng.choice(boxes)}^{NAMES[rng.randrange(GATES)]}"


def named(why: Refusal) -> list[int]:
    """The throws that it says would do."""
    if why.key in ("krabcek.switch.six", "krabcek.fly.five"):
        return [6 if "six" in why.key else 5]
    if why.key in ON_THE_GATE:
        return [1]
    needed = why.values.get("needed")
    if isinstance(needed, Phrase):
        return [*needed.values["others"], needed.values["last"]]  # type: ignore[list-item, misc]
    return [needed] if isinstance(needed, int) else []


def test_every_throw_that_a_refusal_names_would_allow_the_move() -> None:
    rng = random.Random(7)
    seen: Counter[str] = Counter()
    for _ in range(GAMES):
        for state in before_throws(rng):
            thrown = {number: state.play(str(number)) for number in range(1, 7)}
            now = thrown[rng.randrange(1, 7)]
            if now.outcome is not None:
                continue
            for text in tries(state, rng):
                why = now.why_not(text)
                if why is None:
                    continue
                # who is told that a piece comes on with a 1 is told that it stays on the gate
                move = text[:4] if why.key in ON_THE_GATE else text
                helps = [number for number, then in thrown.items() if then.why_not(move) is None]
                assert set(named(why)) <= set(helps), (repr(state), text, why.say("en"))
                assert why.key not in NO_THROW or helps == [], (repr(state), text, why.say("en"))
                seen[why.key] += 1
    said = {"walk.count", "enter.count", "walk.shut", "enter.shut", "switch.six", "fly.five", "enter.bigboy"}
    assert {f"krabcek.{key}" for key in said} <= set(seen), seen


def wide_pieces(state: KrabcekState) -> list[int]:
    return [box for box, kind in state.pieces[state.turn] if WIDTH[kind] == WIDTH[BIGBOY]]


def moved_by_a_trick(state: KrabcekState, box: int) -> bool:
    tricks = [move for move in state.legal() if isinstance(move, Switch | Fly)]
    return any(box in ((move.first, move.second) if isinstance(move, Switch) else (move.start,)) for move in tricks)


def test_a_piece_too_wide_to_walk_is_told_only_the_tricks_that_move_it_now() -> None:
    rng = random.Random(11)
    seen: Counter[str] = Counter()
    for _ in range(4 * GAMES):
        for state in before_throws(rng):
            thrown = {number: cast("KrabcekState", state.play(str(number))) for number in range(1, 7)}
            for box in wide_pieces(state):
                moved = {number for number, then in thrown.items() if not then.outcome and moved_by_a_trick(then, box)}
                for number, then in thrown.items():
                    if then.outcome is None and number not in moved:
                        key = said_of(then, NAMES[box])
                        assert key in NO_TRICK if number in (5, 6) else TRICKS[key] == moved, (repr(state), number, key)
                        assert NO_TRICK.get(key, number) == number, (repr(state), number, key)
                        assert (key == "fly.off_gate") <= (box >= GATES) and (key == "fly.full") <= (box < GATES)
                        seen[key] += 1
    assert {"walk.big", "walk.big_switch", "walk.big_fly", *NO_TRICK} <= set(seen), seen


def said_of(state: KrabcekState, cell: str) -> str:
    """What is said of a piece that is picked: the same as of its walk."""
    why = spell(state, [cell])
    assert isinstance(why, Phrase)
    walk = state.why_not(f"{cell}-T00e")
    assert walk is not None and walk.key == why.key
    return why.key.removeprefix("krabcek.")


def test_who_is_told_to_walk_on_from_a_gate_can() -> None:
    rng = random.Random(13)
    seen: Counter[str] = Counter()
    for _ in range(GAMES):
        for state in before_throws(rng):
            now = state.play(str(rng.randrange(2, 7)))
            for text in (f"{kind}@{NAMES[gate]}" for kind in "SM" for gate in state.gates[state.turn]):
                why = None if now.outcome else now.why_not(text)
                if why is None or why.key not in ("krabcek.enter.onward", "krabcek.enter.stay"):
                    continue
                ends = [f"{joins}{name}" for name in NAMES for joins in "+-"]
                onward = any(now.why_not(text + end) is None for end in ends)
                assert onward == (why.key == "krabcek.enter.onward"), (repr(state), text)
                seen[why.key] += 1
    assert len(seen) == 2, seen
