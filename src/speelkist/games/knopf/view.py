"""A position as data for any client: squares with their holes, buttons, what can be picked, what a move did.

A square is one unit wide; a1 lies at the bottom left. A move is picked as its button and the square where that lands,
a fine or a taking as its button. Beside the board are places to pass, to let a group be and to take nothing more.

Who threatens what, and how far, comes with the position: what is asked for later may be answered about another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from speelkist.core import PASS, Move, Phrase
from speelkist.core.outcome_text import end_phrase
from speelkist.core.view import Board, Cell, Change, ChoiceData, PhraseData, PieceData, ViewData, phrase_data

from .board import (
    ALL,
    ENOUGH,
    FILES,
    LET_BE,
    LINES,
    ROW,
    SIZE,
    SQUARE,
    SQUARES,
    Fine,
    Step,
    Take,
    beside,
    grouped,
    grouping,
    groups,
    is_group,
    names,
    squares,
    threatened,
)
from .extra import BoardExtra, ViewExtra
from .notation import SIDES
from .threats import threat_data, threats

if TYPE_CHECKING:
    from .rules import KnopfState

BUTTON: tuple[PieceData, PieceData] = ((0, "button"), (1, "button"))
# The places beside the board, by the move that is made there.
PLACES = {PASS.text: "pass", LET_BE.text: "let_be", ENOUGH.text: "enough"}
NEAR = {square: beside(square) for square in SQUARES}


def _phrase(key: str, **values: Any) -> PhraseData:
    return {"key": f"knopf.{key}", "values": values}


SIDE = tuple(_phrase(f"side.{side}", seat=player) for player, side in enumerate(SIDES))
ASK_MOVE = tuple(_phrase("ask.move", side=side) for side in SIDE)
ASK_PASS = tuple(_phrase("view.pass", side=side) for side in SIDE)  # the terminal's question tells what to write
ASK_OVER = _phrase("ask.over")


# The board


def board(state: KnopfState) -> Board:
    """The squares with their holes, and the places beside the board."""
    return _drawn(state.game.board.holes)


@lru_cache(maxsize=64)
def _drawn(holes: tuple[str, ...]) -> Board:
    cells = [_square(file, rank, int(holes[rank][file])) for rank in range(SIZE) for file in range(SIZE)]
    for place in PLACES.values():
        cells.append({"id": f"button:{place}", "shape": [], "kind": place, "name": _phrase(f"cell.{place}")})
    extra: BoardExtra = {"holes": list(holes)}
    return {
        # short, since every view carries it
        "key": "knopf-" + blake2b("".join(holes).encode(), digest_size=8).hexdigest(),
        "size": (SIZE, SIZE),
        "cells": cells,
        "extra": extra,
    }


def _square(file: int, rank: int, holes: int) -> Cell:
    left, top = file, SIZE - 1 - rank
    name = f"{FILES[file]}{rank + 1}"
    return {
        "id": name,
        "shape": [(left, top), (left + 1, top), (left + 1, top + 1), (left, top + 1)],
        "kind": f"hole{holes}",
        # how far a button goes from here is half of what a listener wants to know of a square
        "name": _phrase("cell.square", square=name, n=holes),
    }


# The position


def view(state: KnopfState) -> ViewData:
    """The position itself."""
    red, blue = state.buttons
    pieces = dict.fromkeys(names(red), BUTTON[0])
    pieces.update(dict.fromkeys(names(blue), BUTTON[1]))
    standing = groups(red), groups(blue)
    taken = list(state.taken)
    extra: ViewExtra = {
        "taken": taken,
        "target": state.game.target,
        "quiet": state.quiet,
        "quiet_end": state.game.quiet_limit,
        "groups": [[names(group) for group in side] for side in standing],
        "takes": names(state.takes),
        "fines": [names(group) for group in state.fines],
        # the choices that deserve a warning: a group of three or more own buttons stands after them
        "makes_group": _grouping_choices(state, standing[state.turn]) if state.phase == "move" else [],
        "threats": [[threat_data(threat) for threat in state.threats(player)] for player in (0, 1)],
    }
    return {
        "board": _drawn(state.game.board.holes)["key"],
        "phase": state.phase,
        "player": state.player,
        "ask": _ask(state),
        "pieces": pieces,
        "choices": [_choice(move) for move in state.legal()],
        "marks": _marks(state),
        "throw": None,
        "scores": taken,
        "result": None if state.outcome is None else state.outcome.to_data(),
        "extra": extra,
    }


def _ask(state: KnopfState) -> PhraseData:
    turn = state.turn
    if state.phase == "take":
        return _phrase("view.take", side=SIDE[turn], squares=names(state.takes), n=state.takes.bit_count())
    if state.phase == "fine":
        return _fine_phrase("view.fine", turn, state.fines[0])
    if state.phase == "over":
        return ASK_OVER
    return ASK_PASS[turn] if state.legal()[0] is PASS else ASK_MOVE[turn]


def _fine_phrase(key: str, player: int, group: int) -> PhraseData:
    """A sentence about a group to be fined, or about what the taking has left of it."""
    left = "" if is_group(group) else ".left"
    return _phrase(f"{key}{left}", side=SIDE[player], squares=names(group))


@cache
def _choice(move: Move) -> ChoiceData:
    """A move, the cells to pick for it, and its line."""
    if isinstance(move, Step):
        path = _path(move)
        return {"move": move.text, "picks": [path[0], path[-1]], "path": path}
    if isinstance(move, Fine | Take):
        return {"move": move.text, "picks": [move.text[1:]], "path": [move.text[1:]]}
    return {"move": move.text, "picks": [f"button:{PLACES[move.text]}"], "path": []}


def spell(state: KnopfState, picks: Sequence[str]) -> str | Phrase | None:
    """A square is meant to be taken or fined, or as a button that cannot move; two as a move."""
    if not 1 <= len(picks) <= 2:
        return None
    if state.phase == "move" and len(picks) == 1 and SQUARE.get(picks[0], 0) & state.buttons[state.turn]:
        return Phrase("knopf.move.stuck", square=picks[0])
    sign = {"take": "x", "fine": "!"}.get(state.phase)
    return f"{sign}{picks[0]}" if sign else f"{picks[0]}-{picks[-1]}"


def _marks(state: KnopfState) -> dict[str, list[str]]:
    """What the player to move would lose next turn, what they would take at their own next one, take or fine now."""
    if state.outcome is not None:
        return {}
    on = state.game.board
    own, enemy = state.buttons[state.turn], state.buttons[1 - state.turn]
    prey = threatened(on, own, enemy) & ~state.takes
    marks = {"threatened": names(threatened(on, enemy, own)), "prey": names(prey)}
    if state.phase == "take":
        marks["take"] = names(state.takes)
    elif state.fines:
        marks["fine"] = names(state.fines[0])
    return marks


def _grouping_choices(state: KnopfState, standing: tuple[int, ...]) -> list[str]:
    """The moves of which ``state.makes_group`` is true, found for all at once since that is several times as quick."""
    moves = state.legal()
    if moves[0] is PASS:
        return []
    if len(standing) > 1:  # one of them stays whatever moves
        return [move.text for move in moves]
    own = state.buttons[state.turn]
    closed = _closed_beside_group(own, standing[0]) if standing else _closed(own)
    return [move.text for move in moves if isinstance(move, Step) and move.end & closed[move.start]]


def _closed(own: int) -> dict[int, int]:
    """By a button's square: where it makes a group when it lands. None stands now, so all are alone or in pairs."""
    once = twice = thrice = 0  # squares that so many buttons touch, or more
    for line in LINES:
        for shifted in (own << line, own >> line):
            thrice |= twice & shifted
            twice |= once & shifted
            once |= shifted
    pairs = own & once
    beside_pairs = beside(pairs)
    closed = {}
    for square in squares(own):
        near = NEAR[square]
        # two other buttons touched, or one of another pair
        others = beside(pairs & ~(square | near)) if square & pairs else beside_pairs
        closed[square] = thrice | twice & ~near | others
    return closed


def _closed_beside_group(own: int, group: int) -> dict[int, int]:
    """The same when a group stands: only a button of its own can break it up, and must not make another."""
    closed = dict.fromkeys(squares(own), ALL)
    for square in squares(group):
        others = own ^ square
        if not grouped(others):
            closed[square] = grouping(others)
    return closed


# What a move did


def changes(before: KnopfState, move: Move, after: KnopfState) -> list[Change]:
    """What a move did, what the other takes as their turn begins, and what they may lose next; then the end."""
    listed = _own_changes(before, move, after)
    if after.turn != before.turn:
        left = before.buttons[before.turn]
        if isinstance(move, Step):
            left ^= move.start | move.end
        gone = left & ~after.buttons[before.turn]
        if gone:
            listed += _taken(names(gone), "say.taken", after)
        listed += _threatening(after)
    if after.outcome is not None:
        listed.append({"do": "note", "say": _end(after)})
    return listed


def _threatening(after: KnopfState) -> list[Change]:
    """What whoever has just moved threatens: the eye sees it marked."""
    prey = _marks(after).get("threatened")
    mover = SIDE[1 - after.turn]
    return [{"do": "note", "say": _phrase("say.threat", side=mover, squares=prey)}] if prey else []


def _own_changes(before: KnopfState, move: Move, after: KnopfState) -> list[Change]:
    """What the player who makes a move does: go along its line, take or fine a button, or leave it at that."""
    side = before.turn
    if isinstance(move, Step):
        return [_moved(move, side)]
    if isinstance(move, Take):
        return _taken([move.text[1:]], "say.take", after)
    if isinstance(move, Fine):
        square = move.text[1:]
        return [{"do": "gone", "at": square, "say": _phrase("say.fine", square=square, **_score(after))}]
    if move == LET_BE:
        say = _fine_phrase("say.let_be", side, before.fines[0])
    elif move == ENOUGH:
        say = _phrase("say.enough", side=SIDE[side], squares=names(before.takes))
    else:
        say = _phrase("say.pass", side=SIDE[side])
    return [{"do": "note", "say": say}]


@cache
def _moved(move: Step, player: int) -> Change:
    path = _path(move)
    say = _phrase("say.move", side=SIDE[player], start=path[0], end=path[-1])
    return {"do": "move", "at": path[0], "to": path[-1], "path": path, "piece": BUTTON[player], "say": say}


def _taken(gone: list[str], key: str, after: KnopfState) -> list[Change]:
    """All buttons leave at once, so one sentence tells of them all."""
    removals: list[Change] = [{"do": "gone", "at": square} for square in gone]
    removals[0]["say"] = _phrase(key, n=len(gone), squares=gone, **_score(after))
    return removals


def _score(after: KnopfState) -> dict[str, Any]:
    """Whose turn it is, how many they have taken by now, and how many win."""
    return {"side": SIDE[after.turn], "taken": after.taken[after.turn], "target": after.game.target}


def _end(state: KnopfState) -> PhraseData:
    assert state.outcome is not None
    return phrase_data(end_phrase(state.game, state.outcome))


def route(state: KnopfState, move: Move) -> list[str]:
    """The squares of a move's line, both ends included; of a fine or a taking its square."""
    choice = _choice(move)
    return choice.get("path", choice["picks"])


@cache
def _path(move: Step) -> list[str]:
    start, end = move.start.bit_length() - 1, move.end.bit_length() - 1
    rank, file = divmod(start, ROW)
    end_rank, end_file = divmod(end, ROW)
    length = max(abs(end_rank - rank), abs(end_file - file))
    up, right = (end_rank - rank) // length, (end_file - file) // length
    return [f"{FILES[file + right * steps]}{rank + up * steps + 1}" for steps in range(length + 1)]


# In words


def describe(state: KnopfState) -> list[PhraseData]:
    """Whose turn it is, where the buttons are and on how many holes, the score, threats, groups, quiet turns."""
    return [
        _turn(state),
        *_buttons(state, 0),
        *_buttons(state, 1),
        *(_phrase("view.score", side=SIDE[side], n=state.taken[side], target=state.game.target) for side in (0, 1)),
        *_dangers(state),
        *_quiet(state),
    ]


def _turn(state: KnopfState) -> PhraseData:
    if state.outcome is not None:
        return _end(state)
    side = SIDE[state.turn]
    if state.phase == "take":
        return _phrase("view.turn.take", side=side, squares=names(state.takes))
    if state.phase == "fine":
        return _fine_phrase("view.turn.fine", state.turn, state.fines[0])
    return _phrase("view.turn.pass" if state.legal()[0] is PASS else "view.turn.move", side=side)


def _buttons(state: KnopfState, player: int) -> Iterator[PhraseData]:
    own = squares(state.buttons[player])
    yield _phrase("view.buttons" if own else "view.none", side=SIDE[player], n=len(own))
    count = state.game.board.count
    for holes in (1, 2, 3, 4):
        on = [square for square in own if count[square] == holes]
        if on:
            yield _phrase("view.on", n=holes, squares=names(sum(on)))


def _dangers(state: KnopfState) -> Iterator[PhraseData]:
    """What is threatened, by whom and how far, and the groups; nothing of this matters after the end."""
    if state.outcome is not None:
        return
    threatening = [threat["say"] for side in threats(state) for threat in side]
    yield from threatening or [_phrase("view.calm")]
    for player in (0, 1):
        for group in state.groups(player):
            yield _phrase("view.group", side=SIDE[player], n=len(group), squares=list(group))
    later = len(state.fines) - (state.phase == "fine")
    if later > 0:
        yield _phrase("view.later", side=SIDE[state.turn], n=later)


def _quiet(state: KnopfState) -> Iterator[PhraseData]:
    if state.quiet and state.outcome is None:
        yield _phrase("view.quiet", n=state.quiet, end=state.game.quiet_limit)
