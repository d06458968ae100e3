"""Laws that every game must obey. A game's tests, and those of a game of your own, call them in three lines.

Each check raises AssertionError with the state it failed at. ``choose(n)`` gives a number below n: it decides which
way a random game goes, so that any source of luck can drive it.
"""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from fractions import Fraction

from speelkist.core.errors import BadNotation, IllegalMove
from speelkist.core.game import CHANCE, OVER, Game, State
from speelkist.core.match import Match
from speelkist.core.move import Move
from speelkist.core.queries import answer_query
from speelkist.core.record import Record
from speelkist.core.story import tell
from speelkist.core.view import ChoiceData, apply_changes, is_on_board, phrase_data, read_phrase, view_of
from speelkist.i18n.phrases import LANGUAGES, Person, Refusal

Choose = Callable[[int], int]


def play_out(game: Game, choose: Choose, start: State | None = None, most: int | None = None) -> Match:
    """Play a random game to its end, or ``most`` actions of it; ``choose(n)`` gives a number below n.

    :raises AssertionError: if nothing is legal before the end, or the game is longer than it says it can be.
    """
    match = Match(game, start=start)
    while match.state.outcome is None and len(match.moves) != most:
        moves = match.state.legal()
        assert moves, f"nothing is legal, and it is not over: {match.state!r}"
        match.play(moves[choose(len(moves))])
        assert len(match.moves) <= game.info.longest, f"longer than {game.info.longest} actions: {match.state!r}"
    return match


def check_state(state: State) -> None:
    """Check that what a state says of itself is consistent: player, moves, odds, JSON, texts.

    :raises AssertionError: if it is not.
    """
    _check_player(state)
    _check_legal(state)
    _check_odds(state)
    _check_json(state)
    for lang in LANGUAGES:
        assert state.prompt().say(lang), repr(state)
        assert state.draw(colour=False, lang=lang), repr(state)


def _check_player(state: State) -> None:
    players = state.game.players
    assert state.player in (CHANCE, OVER) or 0 <= state.player < players, repr(state)
    assert (state.player == OVER) == (state.outcome is not None) == (state.phase == "over"), repr(state)
    if state.outcome is not None:
        assert not state.legal(), repr(state)
        assert all(0 <= winner < players for winner in state.outcome.winners), repr(state)
        assert state.why_not("--") == Refusal("core.end.over"), repr(state)


def _check_legal(state: State) -> None:
    """Unique, in an order that follows from the value alone, each found by its own notation."""
    moves = state.legal()
    texts = [str(move) for move in moves]
    assert len(set(texts)) == len(texts), f"a move is listed twice: {state!r}"
    again = state.game.from_json(state.to_json())
    assert [str(move) for move in again.legal()] == texts, f"the order is not fixed: {state!r}"
    for move in moves:
        assert state.resolve(move.text) == move, f"{move} is not found by its notation: {state!r}"
        assert state.why_not(move) is None, f"{move} is listed and refused: {state!r}"


def _check_odds(state: State) -> None:
    odds = state.odds()
    if state.player != CHANCE:
        assert odds == {}, repr(state)
        return
    assert tuple(odds) == state.legal(), repr(state)
    assert sum(odds.values()) == Fraction(1), repr(state)
    assert all(isinstance(chance, Fraction) and chance > 0 for chance in odds.values()), repr(state)


def _check_json(state: State) -> None:
    text = state.to_json()
    again = state.game.from_json(text)
    assert again == state, f"the position reads back as another one: {text}"
    assert hash(again) == hash(state), text
    assert again.to_json() == text, text
    assert pickle.loads(pickle.dumps(state)) == state, text  # noqa: S301  (our own bytes)


def check_position(state: State, choose: Choose, most: int | None = None) -> None:
    """Check that the JSON holds all that decides how a game goes on: read with the usual options, it goes on alike.

    Its options are the same again, but for those that only choose the start: a ``seed``, and a list that lays the
    board out. They have done their part, and the position holds what came of it. ``most`` bounds the actions compared.

    :raises AssertionError: if they differ.
    """
    again = type(state.game)().from_json(state.to_json())
    for option in state.game.info.options:
        if option.name != "seed" and option.kind != "list":
            value, usual = state.game.options[option.name], again.game.options[option.name]
            assert value == usual, f"{option.name} is not in the position: {value} is read as {usual} in {state!r}"
    shown = view_of(state.game.info.id)
    actions = 0
    while True:
        where = f"{state!r} goes on otherwise with the options {again.game.options}"
        assert again == state and again.outcome == state.outcome, where
        assert again.prompt() == state.prompt() and shown.view(again) == shown.view(state), where
        moves = state.legal()
        assert again.legal() == moves and again.odds() == state.odds(), where
        if not moves or actions == most:
            return
        move = moves[choose(len(moves))]
        state, again = state.play(move), again.play(move)
        actions += 1


def check_moves(state: State) -> None:
    """Check that every legal move, as a move or as text, gives equal states and leaves this one unchanged.

    :raises AssertionError: if one does not.
    """
    before, value = state.to_json(), hash(state)
    for move in state.legal():
        after = state.play(move)
        assert after == state.play(move.text), f"{move} as text leads elsewhere: {state!r}"
        assert state.to_json() == before and hash(state) == value, f"{move} changed the state it was played in"


def check_refused(state: State, text: str) -> None:
    """Check that a text is either played, or refused by ``play`` and explained by ``why_not`` in every language.

    :raises AssertionError: if neither is so.
    """
    why = state.why_not(text)
    if why is None:
        refusal = state.resolve(text)
        assert isinstance(refusal, Move)
        assert state.play(text) == state.play(refusal.text), f"{text}: {state!r}"
        return
    for lang in LANGUAGES:
        assert why.say(lang), why
    error = _raised(state, text)
    assert error is not None, f"{text} is refused by why_not() and played: {state!r}"
    assert error.phrase == why, f"{text}: {state!r}"
    assert isinstance(error, BadNotation) == (why.rule == "notation"), f"{text}: {state!r}"


def _raised(state: State, text: str) -> BadNotation | IllegalMove | None:
    try:
        state.play(text)
    except (BadNotation, IllegalMove) as error:
        return error
    return None


def check_record(match: Match) -> None:
    """Check that a match's record reads back as it was written and replays to the same states.

    :raises AssertionError: if it does not.
    """
    record = match.record()
    text = str(record)
    again = Record.parse(text)
    assert again == record, text
    assert str(again) == text, text
    assert list(again.replay()) == list(match.states()), text


def check_view(state: State) -> None:
    """Check that what a client is shown fits the state: pieces stand on cells, choices are the legal moves.

    :raises AssertionError: if it does not.
    """
    shown = view_of(state.game.info.id)
    board, view = shown.board(state), shown.view(state)
    json.dumps([board, view])
    cells = {cell["id"] for cell in board["cells"]}
    assert len(cells) == len(board["cells"]), f"a cell is listed twice: {state!r}"
    assert view["board"] == board["key"], repr(state)
    assert (view["phase"], view["player"]) == (state.phase, state.player), repr(state)
    assert set(view["pieces"]) <= cells, f"a piece stands nowhere: {state!r}"
    for marked in view["marks"].values():
        assert set(marked) <= cells, f"a mark lies nowhere: {state!r}"
    assert view.get("asked", []) == [player for player, _ in state.on_timeout()], repr(state)
    refusal = state.why_no_help()
    assert view.get("no_help") == (None if refusal is None else phrase_data(refusal)), repr(state)
    picks = [tuple(choice["picks"]) for choice in view["choices"]]
    assert all(picks), f"a choice cannot be picked: {state!r}"
    assert len(set(picks)) == len(picks), f"two choices are picked alike: {state!r}"
    assert {cell for pick in picks for cell in pick} <= cells, f"a choice picks no cell: {state!r}"
    _check_choices(state, view["choices"], cells)
    for lang in LANGUAGES:
        for data in (view["ask"], *shown.describe(state), *(cell["name"] for cell in board["cells"])):
            assert read_phrase(data).say(lang), repr(state)


def _check_choices(state: State, choices: list[ChoiceData], cells: set[str]) -> None:
    texts = [choice["move"] for choice in choices]
    if state.player < 0:
        assert texts == [], f"chance and a finished game leave no choice: {state!r}"
        return
    by_text = {move.text: move for move in state.legal()}
    illegal = [choice for choice in choices if choice["move"] not in by_text]
    assert all(choice.get("unsure") for choice in illegal), f"a choice is not legal: {state!r}"
    due = [move.text for move in state.legal() if not move.composed]
    assert [text for text in texts if text in by_text] == due, repr(state)
    shown = view_of(state.game.info.id)
    for choice in (choice for choice in choices if choice not in illegal):
        move, picks, path = choice["move"], choice["picks"], choice.get("path", choice["picks"])
        assert path == shown.route(state, by_text[move]), f"{move} has two paths: {state!r}"
        assert set(path) <= cells, f"the path of {move} leaves the board: {state!r}"
        assert len(picks) > 1 or not choice.get("either"), f"{move} has one pick only: {state!r}"
        places = [cell for cell in picks if is_on_board(cell)]
        if path and choice.get("either"):
            assert {path[0], path[-1]} == {*places}, f"the path of {move} joins others than the picked cells: {state!r}"
        elif path:
            assert path[-1] == places[-1], f"the path of {move} does not end where it is picked: {state!r}"
            assert path[0] == picks[0] or len(path) == 1, f"the path of {move} begins elsewhere: {state!r}"
        assert answer_query(state, "why_not", {"picks": picks}) is None, f"{move} may be picked: {state!r}"


def check_attempts(state: State, choose: Choose) -> None:
    """Check that picks which begin no choice are refused in words.

    :raises AssertionError: a law is broken; its message names the state.
    """
    shown = view_of(state.game.info.id)
    cells = [cell["id"] for cell in shown.board(state)["cells"]]
    choices = shown.view(state)["choices"]
    begun = choices[choose(len(choices))]["picks"] if choices else []
    for first in ([], begun[:1], begun[:2]):
        for count in (1, 2, 3):
            picks = [*first, *(cells[choose(len(cells))] for _ in range(count))]
            why = answer_query(state, "why_not", {"picks": picks})
            json.dumps(why)
            if why is None:
                begins = any(set(choice["picks"]) >= set(picks) for choice in choices)
                assert begins, f"{picks} in {state!r} are not answered"
            else:
                assert all(read_phrase(why).say(lang) for lang in LANGUAGES), f"{picks} in {state!r}"


def check_changes(before: State, move: Move, after: State) -> None:
    """Check that the changes of a move lead from the pieces before it to those after it, with sentences.

    :raises AssertionError: if they do not.
    """
    shown = view_of(before.game.info.id)
    changes = shown.changes(before, move, after)
    json.dumps(changes)
    if shown.board(before)["key"] == shown.board(after)["key"]:
        pieces = apply_changes(shown.view(before)["pieces"], changes)
        assert pieces == shown.view(after)["pieces"], f"{move} in {before!r}"
    spoken = [change["say"] for change in changes if "say" in change]
    assert spoken, f"{move} says nothing: {before!r}"
    for change in changes:
        if change["do"] == "move":
            assert change["path"][0] == change["at"], f"{move} in {before!r}"
            assert change["path"][-1] == change["to"], f"{move} in {before!r}"
    for lang in LANGUAGES:
        assert all(read_phrase(data).say(lang) for data in spoken), f"{move} in {before!r}"


def check_story(state: State) -> None:
    """Check that every legal move is told in a sentence and in short, without notation and in words that differ.

    Moves that a player composes are told apart by their picture.

    :raises AssertionError: if one is not.
    """
    for lang in LANGUAGES:
        titles: dict[str, Move] = {}
        for move in state.legal():
            phrase = read_phrase(tell(state, move))
            sentence, title = phrase.say(lang, _somebody), phrase.short().say(lang)
            for text in (sentence, title, phrase.say(lang, _reader)):
                assert text and not _has_notation(text, move, lang), f"{text!r} for {move} in {state!r}"
            other = titles.setdefault(title, move)
            assert other is move or move.composed, f"{title!r} is both {move} and {other}: {state!r}"


def _somebody(seat: int) -> Person:
    return Person(f"Somebody {seat}")


def _reader(seat: int) -> Person:
    return Person("you", you=True)


def _has_notation(text: str, move: Move, lang: str) -> bool:
    """Whether a sentence contains a move as it is written; English words are no notation in English."""
    if move.text.isdecimal() or (lang == "en" and not re.search(r"[^\w ]", move.text)):
        return False
    return re.search(rf"(?<!\w){re.escape(move.text)}(?!\w)", text) is not None
