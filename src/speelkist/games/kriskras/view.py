"""A state as plain data for a client that draws it: the field, the fighters, the choices, what a move did, in words.

The board is 17 units wide and high, as white sees it: a1 lies bottom left. A choice is picked square by square: the
fighter, where red brings it, where green brings it; whoever retreats presses a button for the last one. Of soldiers
that pay for a trade each is picked by itself.

A server makes a view and the changes of every move, so ``view`` and ``changes`` put dictionaries together from what
is ready and make no phrase that they could keep. Choices are not kept: looking them up takes longer than making them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from typing import Any

from speelkist.core import PASS, Move, Outcome, Phrase, State
from speelkist.core.outcome_text import end_phrase
from speelkist.core.view import Board, Cell, Change, ChoiceData, PhraseData, PieceData, ViewData, phrase_data

from .board import (
    BLACK,
    FAR_RANK,
    FILES,
    MUSKETEERS,
    NAMES,
    NUMBERS,
    OWN_RANK,
    PRICE,
    SIZE,
    SQUARES,
    START,
    WHITE,
    Army,
    file_of,
    rank_of,
    walk_way,
    zone_squares,
)
from .choices import choice_of, choices_of
from .end_game import IDLE_LIMIT, MUSKETEER_POINTS, SOLDIER_POINTS, points
from .extra import BoardExtra, ViewExtra
from .goals import COUNTING, changed_goals, goals_in_words
from .legal import far_soldiers
from .notation import END, GO, SIDES, Payment, Throw, Trade, Walk
from .refusals import unreachable
from .rules import KriskrasState

KEY = "kriskras"  # there is one drawing
DIRECTIONS = [(files, ranks) for files in (-1, 0, 1) for ranks in (-1, 0, 1) if files or ranks]

PIECES: tuple[tuple[PieceData, PieceData], ...] = tuple(((side, "musketeer"), (side, "soldier")) for side in (0, 1))
SIDE_PHRASES = tuple(Phrase(f"kriskras.side.{side}", seat=player) for player, side in enumerate(SIDES))
SIDE_DATA = tuple(phrase_data(phrase) for phrase in SIDE_PHRASES)
NOTES = {GO.text: "kriskras.say.dice", END.text: "kriskras.say.ends", **dict.fromkeys(SIDES, "kriskras.say.begins")}
KIND_DATA = {kind: phrase_data(Phrase(f"kriskras.{kind}")) for kind in ("musketeer", "soldier")}

WHITE_HOME, BLACK_HOME_END = FAR_RANK[WHITE] * SIZE, SIZE  # from here on white is home, before here black is


# The drawing


def board(state: State) -> Board:
    """The field, which is always the same."""
    return _board()


@cache
def _board() -> Board:
    extra: BoardExtra = {
        "files": list(FILES),
        "ranks": list(range(1, SIZE + 1)),
        "zones": [[NAMES[square] for square in zone_squares(rank)] for rank in OWN_RANK],
        "ornaments": [NAMES[square] for army in START for square in army.musketeers],
        "stars": [NAMES[square] for army in START for square in army.soldiers],
        "idle_limit": IDLE_LIMIT,
    }
    return {
        "key": KEY,
        "size": (SIZE, SIZE),
        "cells": [
            *(_square_cell(square) for square in range(SQUARES)),
            *(_button_cell(name) for name in ("trade", "throw", "end", "pass", "stay")),
        ],
        "extra": extra,
    }


def _square_cell(square: int) -> Cell:
    left, top = file_of(square), SIZE - 1 - rank_of(square)
    name, kind = "square", "field"
    if rank_of(square) in OWN_RANK:
        name, kind = f"zone.{SIDES[OWN_RANK.index(rank_of(square))]}", "zone"
    return {
        "id": NAMES[square],
        "shape": [(left, top), (left + 1, top), (left + 1, top + 1), (left, top + 1)],
        "kind": kind,
        "name": _data(f"kriskras.cell.{name}", square=NAMES[square]),
    }


def _button_cell(name: str) -> Cell:
    return {"id": f"button:{name}", "shape": [], "kind": "button", "name": _data(f"kriskras.cell.{name}")}


# The position


def view(state: State) -> ViewData:
    """The fighters, what can be chosen, and how far each side has come."""
    assert isinstance(state, KriskrasState)
    (white_musketeers, white_soldiers), (black_musketeers, black_soldiers) = state.armies
    phase, throw = state.phase, state.throw
    choices = choices_of(state)
    names = NAMES
    pieces: dict[str, PieceData] = {}
    white_musketeer, white_soldier = PIECES[WHITE]
    black_musketeer, black_soldier = PIECES[BLACK]
    for square in white_musketeers:
        pieces[names[square]] = white_musketeer
    for square in white_soldiers:
        pieces[names[square]] = white_soldier
    for square in black_musketeers:
        pieces[names[square]] = black_musketeer
    for square in black_soldiers:
        pieces[names[square]] = black_soldier
    # squares are in order, so that those at home stand at one end
    musketeers = [
        len(white_musketeers) - bisect_left(white_musketeers, WHITE_HOME),
        bisect_left(black_musketeers, BLACK_HOME_END),
    ]
    soldiers = [
        len(white_soldiers) - bisect_left(white_soldiers, WHITE_HOME),
        bisect_left(black_soldiers, BLACK_HOME_END),
    ]
    extra: ViewExtra = {
        "turn": -1 if phase in ("lots", "over") else state.turn,
        "lost": [MUSKETEERS - len(white_musketeers), MUSKETEERS - len(black_musketeers)],
        "home": {"musketeers": musketeers, "soldiers": soldiers},
        "idle": state.idle,
    }
    return {
        "board": KEY,
        "phase": phase,
        "player": state.player,
        "ask": _ask(state, choices),
        "pieces": pieces,
        "choices": choices,
        "marks": {"leaving": _leaving(state)} if phase == "trade" else {},
        "throw": None if throw is None else [throw.red, throw.green],
        "scores": [
            MUSKETEER_POINTS * musketeers[WHITE] + SOLDIER_POINTS * soldiers[WHITE],
            MUSKETEER_POINTS * musketeers[BLACK] + SOLDIER_POINTS * soldiers[BLACK],
        ],
        "result": None if state.outcome is None else state.outcome.to_data(),
        "extra": extra,
    }


def spell(state: State, picks: Sequence[str]) -> str | Phrase | None:
    """Three squares are meant as a walk, which captures whoever stands on the last one; two as its start and end.

    Where soldiers are owed, a square is meant as a soldier that leaves; in a trade, as where the musketeer comes back.
    """
    assert isinstance(state, KriskrasState)
    if state.phase == "pay":
        return f"-{picks[-1]}"
    if state.phase == "trade":
        trades = len(picks) == 2 and picks[0] == "button:trade"
        return f"={picks[1]}" if trades else Phrase("kriskras.trade.first")
    if state.phase != "move" or not all(cell in NUMBERS for cell in picks[:3]):
        return None
    if len(picks) < 3:
        return unreachable(state, NUMBERS[picks[0]], NUMBERS[picks[-1]])
    start, middle, end = picks[:3]
    enemies = [NAMES[square] for squares in state.armies[1 - state.turn] for square in squares]
    return f"{start}-{middle}{'x' if end in enemies else '-'}{end}"


_asked: dict[tuple[str, int, int, str, str, str], PhraseData] = {}
SPELT = {f"kriskras.ask.{key}": f"kriskras.view.ask_{key}" for key in ("trade", "stuck", "pay", "retreat", "lapse")}


def _without_notation(asked: PhraseData) -> PhraseData:
    """Whoever picks squares and presses buttons need not be told how moves are written."""
    return {"key": SPELT.get(asked["key"], asked["key"]), "values": asked["values"]}


def _ask(state: KriskrasState, choices: list[ChoiceData]) -> PhraseData:
    """What the state asks; kept, since it follows from a few things and, unless they are walks, the outer choices."""
    first, last = (_unless_walk(choices[place]) if choices else "" for place in (0, -1))
    key = (state.phase, state.turn, state.owes, "" if state.throw is None else state.throw.text, first, last)
    asked = _asked.get(key)
    if asked is None:
        asked = _asked[key] = _without_notation(phrase_data(state.prompt()))
    return asked


def _unless_walk(choice: ChoiceData) -> str:
    return choice["move"] if len(choice["picks"]) < 3 else ""


def _leaving(state: KriskrasState) -> list[str]:
    """The soldiers that a trade would cost; none if their owner will choose them."""
    far = far_soldiers(state.turn, state.armies[state.turn])
    return [NAMES[square] for square in far] if len(far) == PRICE else []


# What a move did


def changes(before: State, move: Move, after: State) -> list[Change]:
    """A fighter's whole way, who is captured, a trade, a throw; then the end, if it is one."""
    assert isinstance(before, KriskrasState)
    assert isinstance(after, KriskrasState)
    if isinstance(move, Walk):
        listed = _walk_changes(before, move, after)
    elif isinstance(move, Throw):
        listed = [{"do": "throw", "throw": [move.red, move.green], "say": _said_throw("throw", before.turn, move)}]
    elif isinstance(move, Trade):
        listed = _trade_changes(before, move)
    elif isinstance(move, Payment):
        said = _data("kriskras.say.pays", side=SIDE_PHRASES[before.turn], square=NAMES[move.square])
        listed = [{"do": "gone", "at": NAMES[move.square], "say": said}]
    elif move == PASS:
        assert before.throw is not None
        key = "lapse" if len(before.legal()) == 1 else "stays"
        listed = [{"do": "note", "say": _said_throw(key, before.turn, before.throw)}]
    else:
        listed = [{"do": "note", "say": {"key": NOTES[move.text], "values": {"side": SIDE_DATA[after.turn]}}}]
    if after.outcome is not None:
        listed += [{"do": "note", "say": sentence} for sentence in _ending(after, after.outcome)]
    return listed


def _walk_changes(before: KriskrasState, move: Walk, after: KriskrasState) -> list[Change]:
    turn, other = before.turn, 1 - before.turn
    start, end = NAMES[move.start], NAMES[move.end]
    piece = PIECES[turn][move.start not in before.armies[turn].musketeers]
    values: dict[str, Any] = {"side": SIDE_DATA[turn], "fighter": KIND_DATA[piece[1]], "start": start, "end": end}
    said: PhraseData = {"key": "kriskras.say.walk", "values": values}
    listed: list[Change] = [{"do": "move", "at": start, "to": end, "path": _path(move), "piece": piece, "say": said}]
    if move.middle == move.end:
        said["key"] = "kriskras.say.retreat"
        return listed
    values["middle"] = NAMES[move.middle]
    count: Change | None = None
    if move.takes:
        taken = PIECES[other][move.end not in before.armies[other].musketeers][1]
        said["key"] = "kriskras.say.capture"
        values["taken"] = KIND_DATA[taken]
        listed.insert(0, {"do": "gone", "at": end})  # the square must be free before the other one lands on it
        if taken == "musketeer":
            count = _count_note("left", other, len(after.armies[other].musketeers))
    elif move.end // SIZE == FAR_RANK[turn]:
        said["key"] = "kriskras.say.home"
        if piece[1] == "musketeer":
            count = _count_note("brought", turn, _home(turn, after.armies[turn].musketeers))
    if after.outcome is None and said["key"] != "kriskras.say.walk":
        sentences = changed_goals(before.game, before.armies, after.armies)
        if count is not None and not any(sentence.key in COUNTING for sentence in sentences):
            listed.append(count)
        listed += [{"do": "note", "say": phrase_data(sentence)} for sentence in sentences]
    return listed


def _count_note(key: str, side: int, n: int) -> Change:
    return {"do": "note", "say": {"key": f"kriskras.say.{key}", "values": {"side": SIDE_DATA[side], "n": n}}}


def _trade_changes(before: KriskrasState, move: Trade) -> list[Change]:
    """Where the soldiers leave by themselves they are said at once; else each says so when it is named."""
    side, square, leaving = SIDE_PHRASES[before.turn], NAMES[move.square], _leaving(before)
    said = _data("kriskras.say.back", side=side, square=square)
    if leaving:
        first, second = leaving
        said = _data("kriskras.say.trade", side=side, first=first, second=second, square=square)
    gone: list[Change] = [{"do": "gone", "at": soldier} for soldier in leaving]
    return [*gone, {"do": "put", "at": square, "piece": PIECES[before.turn][0], "say": said}]


@cache
def _said_throw(key: str, side: int, throw: Throw) -> PhraseData:
    return _data(f"kriskras.say.{key}", side=SIDE_PHRASES[side], red=throw.red, green=throw.green)


def _path(move: Walk) -> list[str]:
    lines = _lines()
    return [NAMES[move.start], *lines[move.start, move.middle], *lines[move.middle, move.end]]


@cache
def _lines() -> dict[tuple[int, int], tuple[str, ...]]:
    """The squares of every straight way that one die can lead along, by its two ends and without the first."""
    lines: dict[tuple[int, int], tuple[str, ...]] = {}
    for start in range(SQUARES):
        lines[start, start] = ()  # a retreat ends with red
        for files, ranks in DIRECTIONS:
            way = walk_way(start, files, ranks, 6)
            lines |= {(start, end): tuple(NAMES[square] for square in way[:steps]) for steps, end in enumerate(way, 1)}
    return lines


def route(state: State, move: Move) -> list[str]:
    """Where a fighter starts, turns and ends; where a musketeer comes back."""
    if isinstance(move, Walk):
        squares = (move.start, move.end) if move.middle == move.end else (move.start, move.middle, move.end)
        return [NAMES[square] for square in squares]
    choice = choice_of(move)
    return choice.get("path", choice["picks"])


# In words


def describe(state: State) -> list[PhraseData]:
    """What is to be done, where both sides stand, who is home, lost, or would leave."""
    assert isinstance(state, KriskrasState)
    sentences = [_without_notation(phrase_data(state.prompt()))]
    if state.outcome is not None:
        sentences += _ending(state, state.outcome)
    for side in WHITE, BLACK:
        sentences += _describe_side(side, state.armies[side])
    if state.outcome is None and not state.owes:  # while soldiers are owed, what is left is not known yet
        sentences += map(phrase_data, goals_in_words(state.game, state.armies))
    if state.phase == "trade":
        sentences.append(_describe_price(state))
    if state.idle:
        sentences.append(phrase_data(state.game.phrase("view.idle", n=state.idle)))
    return sentences


def _describe_price(state: KriskrasState) -> PhraseData:
    leaving = _leaving(state)
    if leaving:
        first, second = leaving
        return _data("kriskras.view.leaving", first=first, second=second)
    n = len(far_soldiers(state.turn, state.armies[state.turn]))
    return _data("kriskras.view.payers", side=SIDE_PHRASES[state.turn], n=n)


def _describe_side(player: int, army: Army) -> list[PhraseData]:
    side = SIDE_PHRASES[player]
    sentences = [_data(f"kriskras.view.{SIDES[player]}")]
    home: list[Phrase] = []
    for kind, squares in zip(("musketeers", "soldiers"), army, strict=True):
        names = tuple(NAMES[square] for square in squares)
        if names:
            sentences.append(_data(f"kriskras.view.{kind}", side=side, n=len(names), squares=names))
        else:
            sentences.append(_data(f"kriskras.view.{kind}.none", side=side))
        if n := _home(player, squares):
            home.append(Phrase(f"kriskras.view.home.{kind}", n=n))
    if 0 < len(army.musketeers) < MUSKETEERS:
        sentences.append(_data("kriskras.view.lost", side=side, n=MUSKETEERS - len(army.musketeers)))
    if home:
        both = Phrase("kriskras.view.home.both", musketeers=home[0], soldiers=home[-1])
        fighters = both if len(home) == 2 else home[0]
        sentences.append(_data("kriskras.view.home", side=side, fighters=fighters, n=points(player, army)))
    return sentences


def _home(player: int, squares: tuple[int, ...]) -> int:
    return sum(rank_of(square) == FAR_RANK[player] for square in squares)


def _ending(state: KriskrasState, outcome: Outcome) -> list[PhraseData]:
    """Who won and why; the points where they decided."""
    sentences = [phrase_data(end_phrase(state.game, outcome))]
    if outcome.points is not None:
        white, black = (state.game.side_name(side) for side in (WHITE, BLACK))
        points = {"white_points": outcome.points[WHITE], "black_points": outcome.points[BLACK]}
        sentences.append(_data("kriskras.say.points", white=white, black=black, **points))
    return sentences


def _data(key: str, **values: Any) -> PhraseData:
    return phrase_data(Phrase(key, **values))
