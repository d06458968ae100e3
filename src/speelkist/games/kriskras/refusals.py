"""Why a text is no legal move here: the first rule that it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from speelkist.core import PASS, Refusal

from .board import (
    BITS,
    FAR_RANK,
    FILES,
    FORWARD,
    MUSKETEERS,
    NAMES,
    NUMBERS,
    OWN_RANK,
    PRICE,
    RANK_SETS,
    SIZE,
    ZONES,
    file_of,
    green_directions,
    rank_of,
    red_directions,
    walk_way,
)
from .legal import far_soldiers, ways, without
from .notation import END, GO, SIDES, THROW_TEXTS, WalkText, read_payment, read_trade, read_walk

if TYPE_CHECKING:
    from .rules import KriskrasState

WORDS = (PASS.text, GO.text, END.text)


def explain(state: KriskrasState, text: str) -> Refusal:
    """The refusal of a text that is not among the legal moves of ``state``."""
    walk = read_walk(text)
    square = read_trade(text)
    payer = read_payment(text)
    if text in SIDES:
        return Refusal("kriskras.lots.done")
    if not (walk or square or payer or text in WORDS or text in THROW_TEXTS):
        return Refusal("kriskras.notation.unknown", text=text[:40], example=state.legal()[0].text)
    if state.phase == "lots":
        return Refusal("kriskras.lots.first", text=text)
    if payer:
        return _payment(state, payer)
    if state.phase == "pay":
        return Refusal("kriskras.trade.pay", text=text, example=state.legal()[0].text)
    if square:
        return _trade(state, square)
    if text == END.text:
        return Refusal("kriskras.stuck.can_move")
    if text == GO.text or text in THROW_TEXTS:
        return _throw(state, text)
    if state.phase == "trade":
        first, *_, last = state.legal()
        return Refusal("kriskras.trade.choose", text=text, example=first.text, last=last.text)
    if state.phase == "throw":
        return Refusal("kriskras.throw.first", text=text)
    if walk:
        return _walk(state, walk)
    legal = state.legal()
    return Refusal("kriskras.lapse.can_move", n=len(legal), example=legal[0].text)


def _throw(state: KriskrasState, text: str) -> Refusal:
    if state.throw is not None:
        return Refusal("kriskras.throw.done", red=state.throw.red, green=state.throw.green)
    if state.phase != "trade":
        return Refusal("kriskras.throw.falls")
    if state.legal()[-1] == END:
        return Refusal("kriskras.stuck.throw", example=state.legal()[0].text)
    return Refusal("kriskras.throw.dice", text=text)


def _payment(state: KriskrasState, name: str) -> Refusal:
    if name not in NUMBERS:
        return _off_board(name)
    if state.phase != "pay":
        return Refusal("kriskras.trade.nothing_due")
    rank = FAR_RANK[state.turn] + 1
    return Refusal("kriskras.trade.payer", square=name, rank=rank, example=state.legal()[0].text)


def _trade(state: KriskrasState, name: str) -> Refusal:
    player, army = state.turn, state.armies[state.turn]
    occupied = state.armies[0].squares | state.armies[1].squares
    zone = RANK_SETS[OWN_RANK[player]]
    far = len(far_soldiers(player, army))
    square = NUMBERS.get(name)
    if square is None:
        return _off_board(name)
    if len(army.musketeers) == MUSKETEERS:
        return Refusal("kriskras.trade.none_lost")
    if far < PRICE:
        return Refusal("kriskras.trade.soldiers", n=far)
    if occupied & zone == zone:
        return Refusal("kriskras.trade.full", rank=OWN_RANK[player] + 1)
    if state.phase != "trade":
        return Refusal("kriskras.trade.late")
    if not zone & BITS[square]:
        return Refusal("kriskras.trade.zone", square=name, rank=OWN_RANK[player] + 1)
    return Refusal("kriskras.trade.taken", square=name)


def _off_board(name: str) -> Refusal:
    return Refusal("kriskras.board.off", square=name, last=f"{FILES[-1]}{SIZE}")


def _walk(state: KriskrasState, text: WalkText) -> Refusal:
    for name in (text.start, text.middle, text.end or text.middle):
        if name not in NUMBERS:
            return _off_board(name)
    start, middle = NUMBERS[text.start], NUMBERS[text.middle]
    refusal = _fighter(state, start) or _red(state, start, middle)
    if refusal:
        return refusal
    if text.end is None:
        return _retreat(state, start, middle)
    return _green(state, start, middle, NUMBERS[text.end])


def _fighter(state: KriskrasState, start: int) -> Refusal | None:
    """Whether a fighter of the player stands there that may move at all."""
    mine, theirs = state.armies[state.turn], state.armies[1 - state.turn]
    if theirs.squares & BITS[start]:
        owner = state.game.side_name(1 - state.turn)
        return Refusal("kriskras.turn.enemy", square=NAMES[start], side=owner)
    if not mine.squares & BITS[start]:
        return Refusal("kriskras.turn.empty", square=NAMES[start])
    if rank_of(start) == FAR_RANK[state.turn]:
        return Refusal("kriskras.zones.stays", square=NAMES[start])
    return None


def unreachable(state: KriskrasState, start: int, end: int) -> Refusal:
    """Why no way of a fighter leads to a square; or, where both are the same, why it cannot move."""
    assert state.throw is not None
    refusal = _fighter(state, start)
    if refusal:
        return refusal
    red, green, name = state.throw.red, state.throw.green, NAMES[start]
    if start == end:
        obstacle = _obstacle(state, start)
        if obstacle is None:
            return _immobile(state, start)
        return Refusal("kriskras.turn.blocked", red=red, green=green, start=name, square=NAMES[obstacle])
    if state.armies[state.turn].squares & BITS[end]:
        return Refusal("kriskras.turn.own", square=NAMES[end])
    if state.armies[1 - state.turn].squares & ZONES & BITS[end]:
        return Refusal("kriskras.zones.enemy", square=NAMES[end])
    kind = "musketeer" if start in state.armies[state.turn].musketeers else "soldier"
    return Refusal(f"kriskras.turn.{kind}", red=red, green=green, start=name, end=NAMES[end])


def _obstacle(state: KriskrasState, start: int) -> int | None:
    """The one other fighter that keeps the fighter on ``start`` from moving; none where it takes two, or the edge."""
    assert state.throw is not None
    player, (white, black), throw = state.turn, state.armies, state.throw
    others = [square for army in state.armies for squares in army for square in squares if square != start]
    obstacles = [
        square
        for square in others
        if ways(player, (without(white, square), without(black, square)), throw.red, throw.green, only=start)
    ]
    return obstacles[0] if len(obstacles) == 1 else None


def _immobile(state: KriskrasState, start: int) -> Refusal:
    """Why a throw moves a fighter nowhere: who bars every red way; or, where red goes, who bars every green one."""
    assert state.throw is not None
    player, (red, green) = state.turn, (state.throw.red, state.throw.green)
    musketeer = start in state.armies[player].musketeers
    others = (state.armies[0].squares | state.armies[1].squares) ^ BITS[start]
    open_ends: list[int] = []
    barring: set[int] = set()
    edge = False
    for direction in red_directions(player, musketeer):
        way = walk_way(start, *direction, red)
        met = next((square for square in way if others & BITS[square]), None)
        if met is not None:
            barring.add(met)
        elif len(way) == red:
            open_ends.append(way[-1])
        else:
            edge = True
    if not open_ends:
        return _barred("red", start, red, barring, edge)
    barring, edge = set(), False
    for middle in open_ends:
        for direction in green_directions(player, musketeer):
            met = next((square for square in walk_way(middle, *direction, green) if others & BITS[square]), None)
            edge |= met is None
            barring |= set() if met is None else {met}
    return _barred("green", start, green, barring, edge)


def _barred(die: str, start: int, shown: int, barring: set[int], edge: bool) -> Refusal:
    squares = tuple(NAMES[square] for square in sorted(barring))
    if not squares:
        return Refusal("kriskras.turn.off", shown=shown, start=NAMES[start])
    key = f"kriskras.turn.{die}_edge" if edge else f"kriskras.turn.{die}"
    return Refusal(key, shown=shown, start=NAMES[start], squares=squares)


def _red(state: KriskrasState, start: int, middle: int) -> Refusal | None:
    """Whether red may bring the fighter from ``start`` to ``middle``."""
    assert state.throw is not None
    red = state.throw.red
    files, ranks = _span(start, middle)
    ahead = ranks * FORWARD[state.turn]
    names = {"start": NAMES[start], "end": NAMES[middle]}
    if ahead > 0:
        return Refusal("kriskras.red.forward", **names)
    if not _straight(files, ranks):
        return Refusal("kriskras.red.line", **names)
    if files and ranks and start in state.armies[state.turn].soldiers:
        return Refusal("kriskras.red.diagonal", **names)
    distance = max(abs(files), abs(ranks))
    if distance != red:
        return Refusal("kriskras.red.distance", n=red, found=distance, **names)
    own, enemy = (state.armies[player].squares for player in (state.turn, 1 - state.turn))
    for square in walk_way(start, _sign(files), _sign(ranks), red):
        if own & BITS[square]:
            return Refusal("kriskras.red.own", square=NAMES[square])
        if enemy & BITS[square]:
            return Refusal("kriskras.red.enemy", square=NAMES[square])
    return None


def _retreat(state: KriskrasState, start: int, middle: int) -> Refusal:
    """The red part alone, where it is no retreat."""
    if rank_of(start) == OWN_RANK[state.turn] == rank_of(middle):
        return Refusal("kriskras.retreat.inside", square=NAMES[start])
    return Refusal("kriskras.retreat.zone", square=NAMES[middle], rank=OWN_RANK[state.turn] + 1)


def _green(state: KriskrasState, start: int, middle: int, end: int) -> Refusal:
    """Why green does not bring the fighter from ``middle`` to ``end``."""
    assert state.throw is not None
    green = state.throw.green
    files, ranks = _span(middle, end)
    names = {"start": NAMES[middle], "end": NAMES[end]}
    if ranks * FORWARD[state.turn] <= 0:
        return Refusal("kriskras.green.forward", **names)
    if not _straight(files, ranks):
        return Refusal("kriskras.green.line", **names)
    if files and start in state.armies[state.turn].soldiers:
        return Refusal("kriskras.green.diagonal", **names)
    own = state.armies[state.turn].squares ^ BITS[start]
    enemy = state.armies[1 - state.turn].squares
    way = walk_way(middle, _sign(files), _sign(ranks), green)
    for square in way:
        if own & BITS[square]:
            return Refusal("kriskras.green.own", square=NAMES[square])
        if enemy & ZONES & BITS[square]:
            return Refusal("kriskras.zones.safe", square=NAMES[square])
        if enemy & BITS[square]:
            due = f"{NAMES[start]}-{NAMES[middle]}x{NAMES[square]}"
            if square == end:
                return Refusal("kriskras.capture.written", square=NAMES[end], due=due)
            return Refusal("kriskras.capture.stop", square=NAMES[square], due=due)
    if len(way) < green:
        key = "zones.exact" if rank_of(way[-1]) == FAR_RANK[state.turn] else "green.edge"
        return Refusal(f"kriskras.{key}", n=len(way), green=green, square=NAMES[middle])
    if way[-1] != end:
        return Refusal("kriskras.green.distance", n=green, found=abs(ranks), due=NAMES[way[-1]], **names)
    return Refusal("kriskras.capture.nobody", square=NAMES[end])


def _span(start: int, end: int) -> tuple[int, int]:
    return file_of(end) - file_of(start), rank_of(end) - rank_of(start)


def _straight(files: int, ranks: int) -> bool:
    """Along a rank, a file or a diagonal, and not on the spot."""
    return (files, ranks) != (0, 0) and (files == 0 or ranks == 0 or abs(files) == abs(ranks))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
