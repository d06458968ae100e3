"""What a first game explains and what rules pages show: every note comes up in games, every picture has its place."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import speelkist
from speelkist.core import CHANCE, LANGUAGES, State
from speelkist.core.rules_text import rules_page
from speelkist.core.story import story_of
from speelkist.core.view import PhraseData, ViewData, view_of
from speelkist.i18n.markdown import parse_blocks
from speelkist.learn.guide import guide_of
from speelkist.learn.lesson_file import lesson_of, lessons_of
from speelkist.learn.pictures import pictures_of

GAMES = [game for game in speelkist.games() if lessons_of(game)]
LONGEST_NOTE = 200
MOST_GAMES = 60
# The aim and the set-up, a turn, the end, tips, variants, notation, rulings.
ORDER = {
    "krabcek": ("aim", "layout", "gates", "turn", "end", "tips", "options", "notation", "rulings"),
    "knopf": ("aim", "setup", "turn", "end", "tips", "groups", "boards", "notation", "rulings"),
    "cubus": (
        "aim",
        "tiles",
        "draw",
        "build",
        "end",
        "tips",
        "leftovers",
        "young",
        "demolition",
        "notation",
        "rulings",
    ),
    "kriskras": ("aim", "setup", "turn", "end", "points", "tips", "notation", "rulings"),
}
DRAWN = {
    "krabcek": {"aim", "men", "layout", "labyrinth", "walk", "loop", "enter", "switch", "fly", "end", "tips"},
    "knopf": {"setup", "move", "pairs", "take", "fine", "end", "tips"},
    "cubus": {"tiles", "open", "pass", "knock", "end", "leftovers", "demolition"},
    "kriskras": {"setup", "red", "capture", "zones", "retreat", "lapse", "trade", "end", "points", "tips"},
}


def moments(game: str, seed: int) -> Iterator[tuple[ViewData, list[PhraseData]]]:
    """What player 0 is shown after every move of a random game, with what has been told since they last moved."""
    choose = random.Random(seed)
    state: State = speelkist.load(game).start()
    story: list[PhraseData] = []
    for _ in range(160 if game != "cubus" else 24):
        if state.outcome is not None:
            return
        yield view_of(game).view(state), story
        if state.player == 0:
            story = []
        moves = state.legal()
        move = choose.choice(moves) if state.player == CHANCE else _lively(moves, choose)
        after = state.after(move)
        story += story_of(state, move, after)
        state = after


def taught(game: str) -> Iterator[tuple[ViewData, list[PhraseData], int]]:
    """What either player is shown of the moves that lessons ask for: some come up too seldom in random games."""
    for step in (step for lesson in lessons_of(game) for step in lesson.steps if not step.answers):
        move = step.solution()
        after = step.state.after(move)
        for seat in (0, 1):
            yield view_of(game).view(step.state), [], seat
            yield view_of(game).view(after), list(story_of(step.state, move, after)), seat


def _lively(moves: tuple[speelkist.Move, ...], choose: random.Random) -> speelkist.Move:
    """Rather a move that captures or combines, so that something happens."""
    lively = [move for move in moves if "x" in move.text or "+" in move.text or "17" in move.text or "kn" in move.text]
    return choose.choice(lively or list(moves))


@pytest.mark.parametrize("game", GAMES)
def test_every_note_of_a_first_game_comes_up(game: str) -> None:
    waiting = {note.id: note for note in guide_of(game)}
    for view, story, seat in taught(game):
        waiting = {name: note for name, note in waiting.items() if not note.is_due(view, story, seat)}
    for seed in range(MOST_GAMES):
        for view, story in moments(game, seed):
            waiting = {name: note for name, note in waiting.items() if not note.is_due(view, story, 0)}
        if not waiting:
            break
    assert waiting == {}


@pytest.mark.parametrize("game", GAMES)
def test_what_somebody_did_is_explained_at_once(game: str) -> None:
    deeds = [note for note in guide_of(game) if note.story and not (note.phase or note.choice or note.mark)]
    assert deeds and [note.id for note in deeds if note.turn != "any"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_guide_of_short_notes(game: str) -> None:
    notes = guide_of(game)
    assert len(notes) >= 8 and len({note.id for note in notes}) == len(notes)
    assert [note.id for note in notes for text in note.text.values() if len(text) > LONGEST_NOTE] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_note_comes_before_others_that_are_there(game: str) -> None:
    notes = guide_of(game)
    assert {name for note in notes for name in note.before} <= {note.id for note in notes}


def test_nobody_is_told_to_make_a_pair_who_has_been_told_of_theirs() -> None:
    before = {note.id: note.before for note in guide_of("knopf")}
    assert {"prey", "took"} <= {*before["two"]} and "took" in before["prey"] and "taken" in before["danger"]


def test_walking_is_explained_once_a_man_has_come_on_and_not_after_combining() -> None:
    notes = {note.id: note for note in guide_of("krabcek")}
    assert list(notes).index("walk") < list(notes).index("combine") and "combine" in notes["walk"].before
    for seed in range(5):
        view, story = next((view, story) for view, story in moments("krabcek", seed) if view["phase"] == "move")
        assert not notes["walk"].is_due(view, story, view["player"])


def test_what_a_note_of_krabcek_says_can_be_done_can_be_done() -> None:
    notes = {note.id: note for note in guide_of("krabcek")}
    entered: list[PhraseData] = [{"key": "krabcek.say.enter", "values": {"side": {"key": "", "values": {"seat": 0}}}}]

    def due(state: State) -> set[str]:
        view = view_of("krabcek").view(state)
        return {name for name in ("walk", "combine", "little") if notes[name].is_due(view, entered, 0)}

    beside = lesson_of("krabcek", "tower").steps[0].state
    assert due(beside) == {"walk", "combine"}  # a Middleman reaches the Bigboy
    data = json.loads(lesson_of("krabcek", "edge").steps[2].state.to_json())
    data["pieces"]["black"] = {"V01": "M", "T01r": "S", "G6": "B"}
    assert due(speelkist.load("krabcek").from_json(json.dumps(data))) == {"walk", "little"}  # nobody combines on a gate
    assert due(lesson_of("krabcek", "enter").steps[0].state) == set()  # somebody can come on, but nobody can walk


def test_a_trick_of_the_other_is_explained_to_whoever_has_not_been_told_of_it() -> None:
    notes = {note.id: note for note in guide_of("krabcek")}
    for step in lesson_of("krabcek", "tricks").steps:
        if step.answers:
            continue
        move = step.solution()
        after = step.state.after(move)
        trick = "switch" if "<>" in move.text else "fly"
        view, story = view_of("krabcek").view(after), story_of(step.state, move, after)
        due = [note.id for note in guide_of("krabcek") if note.story and note.is_due(view, story, 1 - step.learner)]
        assert due == [f"their_{trick}"] and notes[due[0]].before == (trick,)
        assert not notes[due[0]].is_due(view, story, step.learner)  # who has done it knows it


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_rules_page_goes_from_what_is_needed_first_to_what_is_looked_up(game: str, lang: str) -> None:
    blocks = parse_blocks(rules_page(game, lang))
    anchors = [block["anchor"] for block in blocks if block["kind"] == "heading" and block["anchor"]]
    assert [anchor for anchor in anchors if anchor in ORDER[game]] == list(ORDER[game])


@pytest.mark.parametrize("game", GAMES)
def test_what_happens_on_the_board_has_its_picture(game: str) -> None:
    known = pictures_of(game)
    assert known is not None
    assert DRAWN[game] - {picture.section for picture in known.pictures} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_picture_stands_under_a_heading_of_the_rules_page(game: str, lang: str) -> None:
    known = pictures_of(game)
    assert known is not None and known.pictures
    anchors = {block["anchor"] for block in parse_blocks(rules_page(game, lang)) if block["kind"] == "heading"}
    assert {picture.section for picture in known.pictures} <= anchors
    assert len(known.minute[lang].split()) <= 110
    for picture in known.pictures:
        assert set(picture.look) <= {cell["id"] for cell in view_of(game).board(picture.state)["cells"]}
