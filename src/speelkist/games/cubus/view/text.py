"""What happens at Cubus, and how it stands, in words."""

from __future__ import annotations

from typing import Any

from speelkist.core import Move
from speelkist.core.view import Change, PhraseData
from speelkist.games.cubus.board import KINDS, Pile
from speelkist.games.cubus.build_rules import less
from speelkist.games.cubus.notation import Build, Take
from speelkist.games.cubus.rules import CubusState

from .state import HANDS, STOCK, ask, choices, listed, phrase, pile_text, player_name, points_of, seen, shown_builds


def _note(name: str, **values: Any) -> Change:
    return {"do": "note", "say": phrase(name, **values)}


def changes(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    """What is said, and what comes into hands and leaves them; the picture before and after is in the views."""
    all_changes = _CHANGES_OF[before.phase](before, move, after)
    for player, (had, has) in enumerate(zip(before.hands, after.hands, strict=True)):
        if had != has:
            for (cell, _), old, new in zip(HANDS[player], had, has, strict=True):
                if old and not new:
                    all_changes.append({"do": "gone", "at": cell})
    return all_changes + _ending(before, after) if after.phase in ("leftovers", "demolish", "over") else all_changes


def _lot(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    return [_note("say.first", player=player_name(after.first or 0))]


def _draw(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    player, kind = before.turn or 0, move.text[1]
    cell, piece = HANDS[player][KINDS.index(kind)]
    say = phrase("say.draw", player=player_name(player), tile=phrase(f"view.one.{kind}"))
    drawn: Change = {"do": "move", "at": STOCK, "to": cell, "path": [STOCK, cell], "piece": piece, "say": say}
    return [drawn] if any(after.stock) else [drawn, _note("view.no_stock")]


def _build(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    player = player_name(before.turn or 0)
    return _built(before, after) if isinstance(move, Build) else [_note("say.pass", player=player)]


def _knock(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    return [_note("say.no" if move.text == "no" else "say.knock", player=player_name(before.turn or 0))]


def _show(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    knocker = before.knocker or 0
    if isinstance(move, Build):
        made = _made(before, after)
        return [_note("say.found", passer=player_name(before.passer or 0), **made), _pile_now(after.pile)]
    others = [player_name(player) for player in range(len(before.hands)) if player != knocker]
    return [_note("say.wrong", player=player_name(knocker), others=others, n=len(others))]


def _leftovers(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    if before.game.options["leftovers"] == "lowest":
        return _build(before, move, after)
    notes = [_shown_note(before.turn or 0, points_of(before.site(), move.pile) if isinstance(move, Build) else 0)]
    if after.phase != "leftovers":
        if after.pile == before.pile:
            notes.append(_note("say.none_shown"))
        else:
            notes += [_note("say.best", player=player_name(after.last_builder or 0)), *_built(before, after)]
    return notes


def _shown_note(player: int, points: int) -> Change:
    """What somebody shows for the leftovers; a build is always worth a point."""
    if not points:
        return _note("say.shows_nothing", player=player_name(player))
    return _note("say.shows", player=player_name(player), points=phrase("show.points", n=points))


def _made(before: CubusState, after: CubusState) -> dict[str, Any]:
    """Who built, how many boxes, for how many points."""
    by = after.last_builder or 0
    boxes = after.pile.boxes - before.pile.boxes
    points = phrase("show.points", n=after.scores[by] - before.scores[by])
    return {"player": player_name(by), "boxes": phrase("view.new_boxes", n=boxes), "points": points}


def _built(before: CubusState, after: CubusState) -> list[Change]:
    added = less(seen(after.pile, after.open).counts, seen(before.pile, before.open).counts)
    made = _made(before, after)
    note = _note("say.build", tiles=listed(added), **made) if any(added) else _note("say.build_free", **made)
    return [note, _pile_now(after.pile)]


def _pile_now(pile: Pile) -> Change:
    rows, _, corner = pile_text(pile).partition("@")
    rows = rows.replace(",", " ").replace("/", "; ")
    if not pile.columns:
        return _note("say.gone")
    return {**_note("say.pile", n=pile.boxes, corner=corner, rows=rows), "unseen": True}


def _take(before: CubusState, move: Move, after: CubusState) -> list[Change]:
    assert isinstance(move, Take)
    freed = less(seen(before.pile, before.open).counts, seen(after.pile, after.open).counts)
    values: dict[str, Any] = {"player": player_name(before.turn or 0), "place": f"{move.place[0]},{move.place[1]}"}
    note = _note("say.take", tiles=listed(freed), **values) if any(freed) else _note("say.take_free", **values)
    return [note, _pile_now(after.pile)]


_CHANGES_OF = {
    "first": _lot,
    "draw": _draw,
    "build": _build,
    "knock": _knock,
    "show": _show,
    "leftovers": _leftovers,
    "demolish": _take,
}


def _ending(before: CubusState, after: CubusState) -> list[Change]:
    """The parts of the game that a move ended."""
    building = before.phase in ("build", "knock", "show")
    notes = [_note("say.over")] if building and after.outcome is None else []
    if building and before.foregone() is not None:  # nobody was asked for their last moves
        notes.insert(0, _note("say.full"))
    if before.phase != "demolish" and after.phase != "leftovers":
        notes.append(_note("say.points", scores=_scores(after.scores)))
        if after.phase == "demolish":
            notes.append(_note("say.demolition", player=player_name(after.turn or 0)))
    return notes + [{"do": "note", "say": say} for say in _end(after)]


def _scores(scores: tuple[int, ...]) -> list[PhraseData]:
    return [phrase("view.score", player=player_name(player), points=points) for player, points in enumerate(scores)]


def _end(state: CubusState) -> list[PhraseData]:
    """Who has won and why."""
    if state.outcome is None:
        return []
    winners = [player_name(winner) for winner in state.outcome.winners]
    said = phrase(f"end.{state.outcome.reason}", winners=winners, n=len(winners))
    return [phrase("say.won", scores=_scores(state.demolition_scores)), said] if state.outcome.earlier else [said]


def route(state: CubusState, move: Move) -> list[str]:
    """The column that a box is taken from; nothing else leads anywhere."""
    return [f"{move.place[0]},{move.place[1]}"] if isinstance(move, Take) else []


# --- in words -------------------------------------------------------------------------------------------------------


def describe(state: CubusState) -> list[PhraseData]:
    """The question, the pile row by row, what everybody has, the stock, and how it ended."""
    sentences = [ask(state), *_pile_in_words(state)]
    for player, (hand, score) in enumerate(zip(state.hands, state.scores, strict=True)):
        points = phrase("show.points", n=score)
        sentences.append(phrase("view.player", player=player_name(player), points=points, tiles=listed(hand)))
    if any(state.stock):
        sentences.append(phrase("view.stock", n=sum(state.stock), tiles=listed(state.stock)))
    elif state.phase not in ("demolish", "over"):
        sentences.append(phrase("view.no_stock"))
    if state.passes and state.phase in ("build", "knock", "show"):
        sentences.append(phrase("view.passes", n=state.passes, last=len(state.hands)))
    sentences += [_shown_note(build["player"], build["points"])["say"] for build in shown_builds(state)]
    if state.phase == "demolish":
        sentences.append(phrase("say.won", scores=_scores(state.demolition_scores)))
        sentences.append(phrase("view.takes", places="; ".join(choice["picks"][0] for choice in choices(state))))
    return sentences + _end(state)


def _pile_in_words(state: CubusState) -> list[PhraseData]:
    if not state.pile.columns:
        return [phrase("say.gone")]
    rows: dict[int, list[PhraseData]] = {}
    covered = seen(state.pile, state.open).open
    for x, y, height in state.pile.columns:
        name = "view.column_open" if f"{x},{y}" in covered else "view.column"
        rows.setdefault(x, []).append(phrase(name, y=y, height=height))
    sentences = [phrase("view.pile", n=state.pile.boxes)]
    sentences += [phrase("view.row", x=x, columns=columns) for x, columns in rows.items()]
    if state.open:
        sentences.append(phrase("view.open", places="; ".join(f"{a},{b}" for a, b in state.open)))
    return sentences
