"""Positions of Cubus as JSON, and pictures as tiles: what comes from outside is checked here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from speelkist.core import CHANCE, OVER, BadPosition, JsonReader, Refusal
from speelkist.core.options import short

from . import end_game
from .board import FURTHEST, KINDS, START, Picture, Pile, Place, Tile, draw
from .build_rules import ALL_TILES, NO_TILES, Counts, add, less, picture_counts, soundness
from .notation import counts_data, read_counts, read_pile, read_places

if TYPE_CHECKING:
    from .rules import Cubus, CubusState

PHASES = ("first", "draw", "build", "knock", "show", "leftovers", "demolish", "over")
RULE_OPTIONS = ("knocking", "young", "leftovers", "demolition")


def checked_tile(tile: object) -> Tile | Refusal:
    """A tile of a picture, or why it is none."""
    if isinstance(tile, Sequence) and len(tile) == 3:
        kind, a, b = tile
        if isinstance(kind, str) and len(kind) == 1 and kind in KINDS and type(a) is int and type(b) is int:
            if max(abs(a), abs(b)) <= FURTHEST:
                return Tile(kind, a, b)
    return Refusal("cubus.notation.tile", tile=short(tile), furthest=FURTHEST)


def drawn(pile: Pile | str) -> Picture:
    """The picture of a pile or of its notation."""
    parsed = read_pile(pile) if isinstance(pile, str) else pile
    if parsed is None:
        raise BadPosition("cubus.position.pile")
    if parsed.boxes > 10_000:
        raise BadPosition("cubus.build.too_big", n=sum(ALL_TILES))
    picture = draw(parsed)
    if isinstance(picture, Refusal):
        raise BadPosition(picture)
    return picture


def data(state: CubusState) -> dict[str, Any]:
    """The law's JSON object."""
    return {
        "game": "cubus",
        "players": state.game.players,
        "phase": state.phase,
        "to_move": state.turn,
        "first": state.first,
        "round": state.round,
        "passer": state.passer,
        "knocker": state.knocker,
        "last_builder": state.last_builder,
        "shown": list(state.shown),
        "pile": str(state.pile),
        "open": [list(place) for place in state.open],
        "hands": [counts_data(hand) for hand in state.hands],
        "stock": counts_data(state.stock),
        "scores": list(state.scores),
        "demolition_scores": list(state.demolition_scores),
        "passes": state.passes,
        "options": {name: state.game.options[name] for name in RULE_OPTIONS},
    }


def read_state(game: Cubus, fields: JsonReader) -> CubusState:
    """The state of a position; what cannot be is refused."""
    players = fields.number("players", 2, 6)
    options = fields.fields("options")
    game = type(game)(players=players, **{name: options.value(name) for name in RULE_OPTIONS})
    options.done()
    phase = fields.choice("phase", PHASES)
    pile, lids = _read_pile(fields, phase)
    state = replace(
        game.start(),
        phase=phase,
        turn=_player(fields, "to_move", players, empty=phase == "first"),
        first=_player(fields, "first", players, empty=phase == "first"),
        round=fields.number("round", 1, 500),
        passer=_player(fields, "passer", players, empty=phase not in ("knock", "show")),
        knocker=_player(fields, "knocker", players, empty=phase != "show"),
        shown=tuple(fields.texts("shown", players - 1)),
        pile=pile,
        open=lids,
        hands=tuple(read_counts(hand) for hand in fields.list_of_fields("hands", players)),
        stock=read_counts(fields.fields("stock")),
        scores=tuple(fields.numbers("scores", players, 0, 10_000)),
        demolition_scores=tuple(fields.numbers("demolition_scores", players, 0, 48)),
        passes=fields.number("passes", 0, players),
        last_builder=_player(fields, "last_builder", players),
    )
    player = CHANCE if phase in ("first", "draw") else OVER if phase == "over" else state.turn
    assert player is not None
    state = replace(state, player=player)
    _check_tiles(state)
    _check_round(state)
    _check_passes(state)
    _check_phase(state)
    if phase == "demolish":
        return end_game.over_if_nothing_to_take(state)
    return replace(state, outcome=state.result()) if phase == "over" else state


def _player(fields: JsonReader, name: str, players: int, empty: bool | None = None) -> int | None:
    """A player's number, or null: where ``empty`` is given, exactly then when it is true."""
    if fields.value(name) is None and empty is not False:
        return None
    if empty:
        raise fields.wrong(name, "null")
    return fields.number(name, 0, players - 1)


def _read_pile(fields: JsonReader, phase: str) -> tuple[Pile, tuple[Place, ...]]:
    pile = read_pile(fields.text("pile"))
    lids = read_places(fields, "open")
    if pile is None or pile.boxes > 64:
        raise BadPosition("cubus.position.pile")
    why = soundness(pile)
    if why is not None:
        raise BadPosition("cubus.position.unsound", why=why)
    seen = set(pile.lids().values())
    for a, b in lids:
        if (a, b) not in seen:
            raise BadPosition("cubus.open.no_lid", a=a, b=b)
    if not pile.columns and phase not in ("demolish", "over"):
        raise BadPosition("cubus.position.empty")
    if not lids and phase not in (
        "demolish",
        "over",
    ):  # with no open lid the place on the table means nothing
        x0, y0 = pile.corner
        pile = pile.moved(-x0, -y0)
    return pile, lids


def _check_tiles(state: CubusState) -> None:
    """Every tile of the box is somewhere; in demolition some are won."""
    used = add(state.stock, picture_counts(state.pile, len(state.open)))
    for hand in state.hands:
        used = add(used, hand)
    lacking: Counts = less(state.game.tiles, used)
    won = sum(state.demolition_scores)
    if min(lacking) < 0 or sum(lacking) != won:
        listed = ", ".join(f"{kind} {count}" for kind, count in zip(KINDS, used, strict=True))
        total = ", ".join(f"{kind} {count}" for kind, count in zip(KINDS, state.game.tiles, strict=True))
        raise BadPosition("cubus.position.tiles", found=listed, total=total, won=won)
    demolition = state.phase in ("demolish", "over") and state.game.options["demolition"]
    if won and not demolition:
        raise BadPosition("cubus.position.demolition")


def _check_round(state: CubusState) -> None:
    """In the first round everybody has drawn one tile or none yet, and nothing else has happened."""
    if state.phase == "first" or state.round == 1:
        started = state.phase in ("first", "draw") and state.round == 1
        untouched = state.pile == START and not any(state.scores) and not state.open
        order = [] if state.turn is None else state.in_order()
        drawn = order[: order.index(state.turn)] if state.turn is not None else []
        hands = all(sum(hand) == (player in drawn) for player, hand in enumerate(state.hands))
        if not (started and untouched and hands and state.last_builder is None):
            raise BadPosition("cubus.position.round")


def _check_passes(state: CubusState) -> None:
    """Passes are counted when the stock is empty; as many as there are players end the building."""
    low, high = 0, 0
    if not any(state.stock):
        low, high = 0, state.game.players
        if state.phase in ("knock", "show"):
            low = 1
        elif state.phase in ("build", "draw"):
            high -= 1
        elif state.phase == "leftovers":
            low = high
    if not low <= state.passes <= high:
        raise BadPosition("cubus.position.passes", low=low, high=high, found=state.passes)


def _check_phase(state: CubusState) -> None:
    phase, options = state.phase, state.game.options
    stock = any(state.stock)
    possible = {
        "first": state.hands == (NO_TILES,) * state.game.players,
        "draw": stock,
        "build": True,
        "knock": options["knocking"] is True and state.passer != state.turn,
        "show": options["knocking"] is True and state.knocker == state.turn != state.passer,
        "leftovers": options["leftovers"] != "none" and not stock,
        "demolish": options["demolition"] is True and not stock,
        "over": not stock,
    }[phase]
    if not possible:
        raise BadPosition("cubus.position.phase", phase=phase)
    if phase == "leftovers":
        _check_leftovers(state)
    elif state.shown:
        raise BadPosition("cubus.position.shown")
    if phase == "over" and options["demolition"] and replace(state, phase="demolish").takes():
        raise BadPosition("cubus.position.phase", phase=phase)


def _check_leftovers(state: CubusState) -> None:
    order = state.in_order()
    if state.game.options["leftovers"] == "lowest":
        right = not state.shown and state.turn == min(order, key=lambda player: state.scores[player])
    else:
        right = state.turn == order[len(state.shown)]
    if not right or any(state.why_not(text) is not None for text in state.shown):
        raise BadPosition("cubus.position.shown")
