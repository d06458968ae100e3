"""Why a move may not be made: the first rule it breaks, in the order in which a player would look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from speelkist.core import PASS, Move, Phrase, Refusal

from .board import ALLEY, AVENUE, MOST_STEPS
from .boxes import GATE_BOXES, GATES, NAMES, tile_name
from .moves import (
    BIGBOY,
    JOINED,
    SKINNYBOY,
    WIDTH,
    ChooseGate,
    Enter,
    FirstThrow,
    Fly,
    Lay,
    Switch,
    Throw,
    Walk,
    enter,
    piece_name,
)
from .notation import read_move
from .places import place
from .set_up import wrong_tile

if TYPE_CHECKING:
    from .rules import KrabcekState


def explain(state: KrabcekState, text: str) -> Move | Refusal:
    """The legal move that the text spells in another way, or why there is none."""
    example = state.legal()[0].text
    if text == PASS.text and state.player >= 0:
        return Refusal("core.pass.not_due", example=example)
    move = read_move(text)
    if isinstance(move, Refusal):
        return move
    if move is None:
        return Refusal("krabcek.notation.unknown", text=text[:40], example=example)
    if move in state.legal():
        return move
    if isinstance(move, Lay | ChooseGate | FirstThrow | Throw):
        return _setting_up(state, move, example)
    if state.player < 0:
        return Refusal("core.chance.due", text=text[:40], example=example)
    if state.phase == "gates":
        return Refusal("krabcek.gates.first", example=example)
    if isinstance(move, Walk):
        return _walk(state, move)
    if isinstance(move, Enter):
        return _other_gate(state, move) or _enter(state, move)
    if isinstance(move, Switch):
        return _switch(state, move)
    assert isinstance(move, Fly)
    return _fly(state, move)


def _setting_up(state: KrabcekState, move: Lay | ChooseGate | FirstThrow | Throw, example: str) -> Refusal:
    """Tiles, gates and dice: each has its own time."""
    if isinstance(move, Lay):
        if state.phase != "layout":
            return Refusal("krabcek.layout.done", text=move.text)
        wrong = wrong_tile((*state.maze.tiles, move.text))
        assert wrong is not None  # otherwise it would be legal
        return Refusal(wrong.key, **wrong.values)
    if isinstance(move, ChooseGate):
        if state.phase == "gates":
            side = state.game.side_name(0 if move.gate in state.gates[0] else 1)
            return Refusal("krabcek.gates.taken", gate=move.gate + 1, side=side)
        if state.phase == "layout":
            return Refusal("core.chance.due", text=move.text, example=example)
        return Refusal("krabcek.gates.done", text=move.text)
    if state.player >= 0:
        return Refusal("core.chance.not_due", text=move.text)
    if state.phase == "layout":
        return Refusal("krabcek.layout.first", text=move.text, tile=tile_name(len(state.maze.tiles)))
    if isinstance(move, FirstThrow):
        return Refusal("krabcek.first.tie") if state.phase == "first" else Refusal("krabcek.first.done")
    return Refusal("krabcek.first.both", example=example)


def _other_gate(state: KrabcekState, move: Enter) -> Move | None:
    """An entry that also works through a lower gate is that move."""
    for gate in sorted(state.gates[state.turn]):
        lower = enter(move.kind, gate, move.end, move.joins)
        if gate < move.gate and lower in state.legal() and _enter_breaks(state, move) is None:
            return lower
    return None


def _walk(state: KrabcekState, move: Walk) -> Refusal:
    own = dict(state.pieces[state.turn])
    missing = _not_yours(state, move.start, "walk")
    if missing is not None:
        return missing
    kind = own[move.start]
    if WIDTH[kind] == WIDTH[BIGBOY]:
        return Refusal(why_too_wide(state, move.start), piece=piece_name(kind))
    if move.start == move.end:
        return Refusal("krabcek.loop.back", box=place(state.maze, move.start))
    refusal = _end_breaks(state, kind, move.end, move.joins) or _way_breaks(
        state, kind, move.start, move.end, state.throw, 0
    )
    assert refusal is not None  # otherwise it would be legal
    return refusal


def why_too_wide(state: KrabcekState, box: int) -> str:
    """The phrase for a piece that never walks: what moves it from this box, or why the trick of the throw does not."""
    own, black = state.pieces[state.turn], state.gates[0]
    switches = any(at != box and state.maze.widths[at] == AVENUE for at, _ in own)
    gate = bool(GATE_BOXES >> box & 1)
    flies = gate and any((box in black) != (end in black) and not state.taken >> end & 1 for end in range(GATES))
    if state.throw == 6 and not switches:
        return "krabcek.switch.none"
    if state.throw == 5 and not flies:
        return "krabcek.fly.full" if gate else "krabcek.fly.off_gate"
    if switches:
        return "krabcek.walk.big" if flies else "krabcek.walk.big_switch"
    return "krabcek.walk.big_fly" if flies else "krabcek.walk.big_stuck"


def _enter(state: KrabcekState, move: Enter) -> Refusal:
    refusal = _enter_breaks(state, move)
    assert refusal is not None  # otherwise it would be legal
    return refusal


def _enter_breaks(state: KrabcekState, move: Enter) -> Refusal | None:
    hand = state.hands[state.turn]
    gate = move.gate + 1
    if move.kind >= len(hand) or not hand[move.kind]:
        return Refusal("krabcek.enter.hand", piece=piece_name(move.kind))
    if move.gate not in state.gates[state.turn]:
        return Refusal("krabcek.enter.theirs", gate=gate, gates=_own_gates(state))
    if state.taken >> move.gate & 1:
        return Refusal("krabcek.enter.occupied", gate=gate)
    if move.kind == BIGBOY and state.throw > 1:
        return Refusal("krabcek.enter.bigboy", throw=state.throw)
    if move.end == move.gate:
        return None if state.throw == 1 else _stays(state, move)
    if state.throw == 1:
        return Refusal("krabcek.enter.one")
    return _end_breaks(state, move.kind, move.end, move.joins) or _way_breaks(
        state, move.kind, move.gate, move.end, state.throw - 1, 1
    )


def _stays(state: KrabcekState, move: Enter) -> Refusal:
    """Only with a 1 it stays on the gate; who can walk on from there is told to."""
    entries = [entry for entry in state.legal() if isinstance(entry, Enter) and entry.kind == move.kind]
    ways = (enter(move.kind, move.gate, entry.end, entry.joins) for entry in entries if entry.end != move.gate)
    onward = any(_enter_breaks(state, way) is None for way in ways)
    key = "krabcek.enter.onward" if onward else "krabcek.enter.stay"
    return Refusal(key, gate=move.gate + 1, throw=state.throw)


def _own_gates(state: KrabcekState) -> tuple[int, ...]:
    return tuple(gate + 1 for gate in sorted(state.gates[state.turn]))


def _not_yours(state: KrabcekState, box: int, rule: str) -> Refusal | None:
    """There is no piece of yours on a box: nothing, or one of the other player."""
    if not state.maze.widths[box]:
        return _no_box(box)
    if box in dict(state.pieces[state.turn]):
        return None
    what = "theirs" if state.taken >> box & 1 else "nobody"
    return Refusal(f"krabcek.{rule}.{what}", box=place(state.maze, box))


def _no_box(box: int) -> Refusal:
    return Refusal("krabcek.labyrinth.box", box=NAMES[box], tile=NAMES[box][:3])


def _end_breaks(state: KrabcekState, kind: int, end: int, joins: bool) -> Refusal | None:
    """What is wrong with the last box, wherever the piece comes from."""
    piece = piece_name(kind)
    if not state.maze.widths[end]:
        return _no_box(end)
    box = place(state.maze, end)
    if state.maze.widths[end] < WIDTH[kind]:
        return Refusal("krabcek.labyrinth.narrow", piece=piece, box=box)
    target = dict(state.pieces[state.turn]).get(end)
    may_join = target is not None and (kind, target) in JOINED and not GATE_BOXES >> end & 1
    if not joins:
        if may_join:
            return Refusal("krabcek.notation.plus", box=box)
        return Refusal("krabcek.walk.occupied", box=box) if state.taken >> end & 1 else None
    if may_join:
        return None
    if target is None:
        what = "theirs" if state.taken >> end & 1 else "nobody"
        return Refusal(f"krabcek.combine.{what}", box=box)
    if (kind, target) == (SKINNYBOY, BIGBOY):
        return Refusal("krabcek.combine.bigboy")
    if (kind, target) not in JOINED:
        return Refusal("krabcek.combine.pair", piece=piece, target=piece_name(target))
    return Refusal("krabcek.combine.gate", gate=end + 1)


def _way_breaks(state: KrabcekState, kind: int, start: int, end: int, steps: int, gate: int) -> Refusal | None:
    """Why there is no free way of exactly so many boxes; ``gate`` is 1 if the gate was counted before."""
    maze, width = state.maze, WIDTH[kind]
    ways = sorted(maze.routes(start, width, steps).get(end, ()))
    others = state.taken & ~(1 << start)
    if any(not way & others for way in ways):
        return None
    piece, names = piece_name(kind), {"start": place(maze, start), "end": place(maze, end)}
    if ways:
        in_the_way = ways[0] & others
        box = in_the_way.bit_length() - 1
        key = "krabcek.enter.blocked" if gate else "krabcek.walk.blocked"
        return Refusal(key, piece=piece, box=place(maze, box), **names)
    if end in maze.routes(start, ALLEY, steps):
        return Refusal("krabcek.enter.way" if gate else "krabcek.labyrinth.way", piece=piece, **names)
    lengths = {n: maze.routes(start, width, n).get(end, ()) for n in range(1, MOST_STEPS + 1 - gate)}
    counts = [n for n, ways in lengths.items() if any(not way & others for way in ways)]
    if _with_repeats(state, start, end, width, steps):
        key = "krabcek.enter.twice" if gate else "krabcek.loop.twice"
        return Refusal(key, piece=piece, n=steps + gate, **names)
    if counts:
        needed = _either(tuple(n + gate for n in counts))
        key = "krabcek.enter.count" if gate else "krabcek.walk.count"
        return Refusal(key, piece=piece, n=steps + gate, needed=needed, **names)
    if any(lengths.values()):
        key = "krabcek.enter.shut" if gate else "krabcek.walk.shut"
    else:
        key = "krabcek.enter.far" if gate else "krabcek.walk.far"
    return Refusal(key, piece=piece, n=steps + gate, **names)


def _either(numbers: tuple[int, ...]) -> int | Phrase:
    """One of several numbers: ``2, 4 or 6``."""
    *others, last = numbers
    return Phrase("krabcek.show.or", others=tuple(others), last=last) if others else last


def _with_repeats(state: KrabcekState, start: int, end: int, width: int, steps: int) -> bool:
    """Whether so many boxes would do if one might come back to a box by going round, not by turning back."""
    trails = {(start, -1)}
    for _ in range(steps):
        trails = {(box, at) for at, before in trails for box in state.maze.neighbours(at, width) if box != before}
    return any(at == end for at, _ in trails)


def _switch(state: KrabcekState, move: Switch) -> Refusal:
    """The throw comes last: whoever is told that it takes a 6 can count on it."""
    for box in (move.first, move.second):
        missing = _not_yours(state, box, "switch")
        if missing is not None:
            return missing
    if move.first == move.second:
        return Refusal("krabcek.switch.itself", box=place(state.maze, move.first))
    own = dict(state.pieces[state.turn])
    if own[move.first] == own[move.second]:
        return Refusal("krabcek.switch.same", piece=piece_name(own[move.first]))
    for goes, to in ((move.first, move.second), (move.second, move.first)):
        if state.maze.widths[to] < WIDTH[own[goes]]:
            return Refusal("krabcek.switch.narrow", piece=piece_name(own[goes]), box=place(state.maze, to))
    return Refusal("krabcek.switch.six", throw=state.throw)


def _fly(state: KrabcekState, move: Fly) -> Refusal:
    """The throw comes last: whoever is told that it takes a 5 can count on it."""
    for box in (move.start, move.end):
        if not GATE_BOXES >> box & 1:
            return Refusal("krabcek.fly.gate", box=place(state.maze, box)) if state.maze.widths[box] else _no_box(box)
    missing = _not_yours(state, move.start, "fly")
    if missing is not None:
        return missing
    black = state.gates[0]
    if (move.start in black) == (move.end in black):
        side = state.game.side_name(0 if move.start in black else 1)
        return Refusal("krabcek.fly.colour", start=move.start + 1, end=move.end + 1, side=side)
    if state.taken >> move.end & 1:
        return Refusal("krabcek.fly.occupied", gate=move.end + 1)
    return Refusal("krabcek.fly.five", throw=state.throw)
