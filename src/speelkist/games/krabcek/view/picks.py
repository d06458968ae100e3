"""What picks are meant as that make no legal move: so that the rule they break can be named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from speelkist.core import Phrase, State
from speelkist.games.krabcek.boxes import BOX, GATES, NAMES
from speelkist.games.krabcek.moves import BIGBOY, KINDS, WIDTH, piece_name
from speelkist.games.krabcek.places import place
from speelkist.games.krabcek.refusals import why_too_wide
from speelkist.games.krabcek.rules import KrabcekState


def spell(state: State, picks: Sequence[str]) -> str | Phrase | None:
    """Two boxes are meant as a walk, a piece in the hand and a box as entering; onto an own piece it combines.

    A piece too wide to walk is meant to fly to a gate with a 5, and to switch with an own piece with a 6.
    A box alone is meant as a gate while gates are chosen, and else as a piece that cannot move.
    """
    assert isinstance(state, KrabcekState)
    if state.phase == "gates":
        return f"gate {picks[-1][1:]}" if picks[-1] in NAMES[:GATES] else Phrase("krabcek.pick.gate")
    if state.phase != "move":
        return None
    if len(picks) == 1:
        return _spell_piece(state, picks[0])
    if picks[1] not in NAMES:
        return Phrase("krabcek.pick.hand")
    start, box = picks[:2]
    own = {NAMES[at]: kind for at, kind in state.pieces[state.turn]}
    joins = "+" if box in own else "-"
    where, _, piece = start.partition(":")
    if where != "hand":
        wide = start in own and WIDTH[own[start]] == WIDTH[BIGBOY]
        if wide and state.throw == 5 and box in NAMES[:GATES]:
            return f"{start}^{box}"
        return f"{start}<>{box}" if wide and state.throw == 6 and box in own else f"{start}{joins}{box}"
    letter = piece.rpartition(":")[2]
    if box in NAMES[:GATES]:
        return f"{letter}@{box}"
    return _spell_entry(state, letter, f"{joins}{box}")


# Refusals that are about one gate or the way from it, not about the piece or the box it goes to.
_OCCUPIED: Final = "krabcek.enter.occupied"
_TELLING: Final = ("krabcek.enter.blocked", "krabcek.enter.count")
_OF_ONE_GATE: Final = (
    *_TELLING,
    _OCCUPIED,
    "krabcek.enter.way",
    "krabcek.enter.twice",
    "krabcek.enter.shut",
    "krabcek.enter.far",
)


def _spell_entry(state: KrabcekState, letter: str, onto: str) -> str | Phrase:
    """Which gate is meant is not picked: the one whose refusal tells most, or none of them will do."""
    why: dict[str, str] = {}
    for gate in state.gates[state.turn]:
        text = f"{letter}@{NAMES[gate]}{onto}"
        refusal = state.why_not(text)
        if refusal is None or refusal.key not in _OF_ONE_GATE:
            return text
        why.setdefault(refusal.key, text)
    telling = next((why[key] for key in _TELLING if key in why), None)
    if telling is not None or list(why) == [_OCCUPIED]:
        return telling or why[_OCCUPIED]
    piece, box = piece_name(KINDS.index(letter.upper())), place(state.maze, BOX[onto[1:]])
    return Phrase("krabcek.pick.no_gate", piece=piece, box=box, throw=state.throw)


def _spell_piece(state: KrabcekState, cell: str) -> str | Phrase:
    """A piece that is not the player's, or that the throw does not let move."""
    own = {NAMES[box]: kind for box, kind in state.pieces[state.turn]}
    if cell in own:
        narrow = WIDTH[own[cell]] < WIDTH[BIGBOY]
        key = "krabcek.pick.stuck" if narrow else why_too_wide(state, BOX[cell])
        return Phrase(key, piece=piece_name(own[cell]), throw=state.throw)
    where, _, piece = cell.partition(":")
    if where != "hand":
        return f"{cell}-{cell}"
    side, _, letter = piece.partition(":")
    if side != str(state.turn) or letter not in KINDS:
        return Phrase("krabcek.pick.theirs")
    kind = KINDS.index(letter)
    if not state.hands[state.turn][kind]:
        return Phrase("krabcek.enter.hand", piece=piece_name(kind))
    if all(state.taken >> gate & 1 for gate in state.gates[state.turn]):
        return Phrase("krabcek.pick.no_free_gate")
    if kind == BIGBOY and state.throw > 1:
        return Phrase("krabcek.enter.bigboy", throw=state.throw)
    return Phrase("krabcek.pick.no_way", piece=piece_name(kind), throw=state.throw)
