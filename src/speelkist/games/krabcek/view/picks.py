"""What picks are meant as that make no legal move: so that the rule they break can be named."""

from __future__ import annotations

from collections.abc import Sequence

from speelkist.core import Phrase, State
from speelkist.games.krabcek.boxes import GATES, NAMES
from speelkist.games.krabcek.moves import BIGBOY, KINDS, WIDTH, piece_name
from speelkist.games.krabcek.rules import KrabcekState


def spell(state: State, picks: Sequence[str]) -> str | Phrase | None:
    """Two boxes are meant as a walk, a piece in the hand and a box as entering; onto an own piece it combines.

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
    joins = "+" if any(NAMES[own] == box for own, _ in state.pieces[state.turn]) else "-"
    where, _, piece = start.partition(":")
    if where != "hand":
        return f"{start}{joins}{box}"
    letter = piece.rpartition(":")[2]
    if box in NAMES[:GATES]:
        return f"{letter}@{box}"
    gates = state.gates[state.turn]
    return f"{letter}@{NAMES[gates[0]]}{joins}{box}" if gates else None


def _spell_piece(state: KrabcekState, cell: str) -> str | Phrase:
    """A piece that is not the player's, or that the throw does not let move."""
    own = {NAMES[box]: kind for box, kind in state.pieces[state.turn]}
    if cell in own:
        stuck = WIDTH[own[cell]] < WIDTH[BIGBOY]
        key = "krabcek.pick.stuck" if stuck else "krabcek.walk.big"
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
    if kind == BIGBOY and state.throw > 1:
        return Phrase("krabcek.enter.bigboy", throw=state.throw)
    return Phrase("krabcek.pick.no_way", piece=piece_name(kind), throw=state.throw)
