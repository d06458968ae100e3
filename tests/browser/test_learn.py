"""Learning in the browser: from the chest to the lessons of every game, walked through by mouse, touch and keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

import speelkist
from speelkist.core.view import ChoiceData, view_of
from speelkist.learn.lesson import Step
from speelkist.learn.lesson_file import lesson_of, lessons_of
from speelkist.learn.pictures import pictures_of

from .person import How, Person, Visitors
from .test_access import violations
from .test_gestures import middle

HOWS: tuple[How, ...] = ("mouse", "touch", "keyboard")
LANGS = ("en", "nl")
GAMES = [game for game in speelkist.games() if lessons_of(game)]
QUICK = {"cubus": "little", "knopf": "pairs", "krabcek": "men", "kriskras": "end"}
# Whether the task can be read, in whole lines, and nothing of the board lies under the buttons.
IN_SIGHT = """() => {
  const [task, text, board, acts] = [".task", ".text", "#board", ".after"].map((part) =>
    document.querySelector(part).getBoundingClientRect());
  const lines = task.height / parseFloat(getComputedStyle(document.querySelector(".task")).lineHeight);
  const covered = board.top < text.bottom || acts.top < board.bottom - 2 || acts.bottom > innerHeight + 2;
  return task.top >= 0 && Math.abs(lines - Math.round(lines)) < 0.1 && !covered;
}"""
ALL = [(game, lesson.id) for game in GAMES for lesson in lessons_of(game)]


def open_lesson(person: Person, game: str, lesson: str) -> None:
    person.page.goto(f"{person.url}/learn/{game}/{lesson}")
    person.page.wait_for_selector("#board svg")


def do(person: Person, step: Step, number: int, of: int, lang: str) -> None:
    """Do what a step asks for, and wait until it is said to be right."""
    page = person.page
    heading = f"Stap {number} van {of}" if lang == "nl" else f"Step {number} of {of}"
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.locator("#board .past")).to_have_count(0)  # no dice of the step before
    if step.answers:
        expect(page.locator("#board .danger")).to_have_count(0)  # marks would answer for the learner
        person.press(page.locator(".answers button").nth([answer.right for answer in step.answers].index(True)))
    else:
        solve(person, step)
    expect(page.locator(".said .good")).to_contain_text(step.good[lang])
    if person.how == "touch":
        page.wait_for_function(IN_SIGHT)


def solve(person: Person, step: Step, *, shown: bool = False) -> None:
    """Answer a step; shown: "Show me" has been pressed."""
    move = step.solution()
    choices = view_of(step.state.game.info.id).view(step.state)["choices"]
    picks = next((choice["picks"] for choice in choices if choice["move"] == move.text), None)
    if picks is None:  # a build: it is drafted, not picked
        if not shown:
            person.press(person.button(re.compile("^(Show me|Laat zien|Do the rest|Doe de rest)$")))
        lay = person.page.locator("button.lay").first
        expect(lay).to_be_enabled()  # what the draft shows has been answered
        person.press(lay)
        return
    pick_all(person, picks, choices)


def pick_all(person: Person, picks: Sequence[str], choices: Sequence[ChoiceData]) -> None:
    """Choose a move: on the board, and where a button is among its picks with that button."""
    for number, cell in enumerate(picks):
        if cell.startswith("button:"):
            following = [choice["picks"][number] for choice in choices if choice["picks"][:number] == picks[:number]]
            buttons = list(dict.fromkeys(other for other in following if other.startswith("button:")))
            person.press(person.page.locator(".after .buttons button").nth(buttons.index(cell)))
        else:
            person.pick(cell)


def walk_through(visitors: Visitors, game: str, id: str, how: How, lang: str) -> None:
    lesson = lesson_of(game, id)
    person = visitors.person(how, lang, reduced_motion="reduce")
    last = id == lessons_of(game)[-1].id
    if last:
        before = json.dumps({game: [other.id for other in lessons_of(game) if other.id != id]})
        person.context.add_init_script(f"localStorage.learned ??= {json.dumps(before)}")
    open_lesson(person, game, id)
    for number, step in enumerate(lesson.steps, 1):
        do(person, step, number, len(lesson.steps), lang)
        if number < len(lesson.steps):
            person.press(person.button("Verder" if lang == "nl" else "Next"))
    expect(person.page.locator(".finished")).to_be_visible()
    if last:
        expect(person.page.locator(".finished")).to_contain_text("alle lessen" if lang == "nl" else "all lessons")
        expect(person.page.locator(".after section button.main")).to_be_in_viewport()
    assert violations(person) == []
    person.page.goto(f"{person.url}/learn/{game}")
    done = person.page.locator(f'a[href="/learn/{game}/{id}"]')
    expect(done).to_contain_text("gedaan" if lang == "nl" else "done")


@pytest.mark.parametrize(("game", "number"), [(game, number) for number, game in enumerate(QUICK)])
def test_a_lesson_of_each_game_is_walked_through(visitors: Visitors, game: str, number: int) -> None:
    walk_through(visitors, game, QUICK[game], HOWS[number % 3], LANGS[number % 2])


@pytest.mark.slow
@pytest.mark.parametrize(("number", "game", "id"), [(number, *lesson) for number, lesson in enumerate(ALL)])
def test_every_lesson_is_walked_through(visitors: Visitors, number: int, game: str, id: str) -> None:
    walk_through(visitors, game, id, HOWS[number % 3], LANGS[number // 3 % 2])


def test_who_has_not_played_is_led_from_the_chest_to_the_first_lesson(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl")
    person.open()
    card = person.page.locator(".game", has_text="Krabcek")
    person.press(card.get_by_role("link", name=re.compile("^Leren ?: Krabcek")))
    person.sees("Krabcek leren")
    assert violations(person) == []
    person.press(person.page.get_by_role("link", name="Beginnen"))
    person.sees("Stap 1 van 5")
    assert violations(person) == []


def test_tries_are_answered_with_a_remark_or_the_rule_and_can_be_shown(visitors: Visitors) -> None:
    person = visitors.person(color_scheme="dark")
    open_lesson(person, "knopf", "reach")
    person.pick("d2", "d3")
    expect(person.page.locator(".said .remark")).to_contain_text("take the button on e5")
    person.pick("e5")
    expect(person.page.locator(".said p")).to_have_count(0)  # on a phone it would lie over the board
    person.press(person.page.locator('[data-cell="e8"]').first)
    expect(person.page.locator(".said .refusal")).to_contain_text("One hole")
    person.press(person.button("Show me"))
    expect(person.page.locator(".said p")).to_have_count(0)
    assert violations(person) == []


def test_whoever_took_what_a_lesson_would_leave_may_try_again(visitors: Visitors) -> None:
    person = visitors.person("touch", reduced_motion="reduce")
    open_lesson(person, "knopf", "win")
    steps = lesson_of("knopf", "win").steps
    for number, step in enumerate(steps[:2], 1):
        do(person, step, number, len(steps), "en")
        person.press(person.page.locator(".acts button.main"))
    expect(person.button("Take this button")).to_be_in_viewport(ratio=1)  # the task speaks of it
    person.press(person.button("Take this button"))
    expect(person.page.locator(".said .remark")).to_contain_text("threatens e5")
    person.press(person.page.locator(".after .buttons button"))
    expect(person.page.locator(".said .good")).to_be_visible()


def test_what_follows_the_right_answer_is_played_on_the_board(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    open_lesson(person, "knopf", "attack")
    steps = lesson_of("knopf", "attack").steps
    do(person, steps[0], 1, len(steps), "nl")
    expect(person.page.locator("#board .danger")).to_have_count(1)
    person.press(person.page.locator(".acts button.main"))
    threatened = person.page.locator('[data-cell="h8"]')
    expect(threatened).to_have_attribute("aria-label", re.compile("blauwe knoop"))
    do(person, steps[1], 2, len(steps), "nl")
    expect(threatened).not_to_have_attribute("aria-label", re.compile("knoop"))


@pytest.mark.parametrize(("game", "mark"), [("knopf", ".look"), ("kriskras", ".began")])
def test_each_square_that_a_lesson_speaks_of_is_marked_and_no_line_joins_them(
    visitors: Visitors, game: str, mark: str
) -> None:
    lesson = next(lesson for lesson in lessons_of(game) if len(lesson.steps[0].look) > 1)
    step = lesson.steps[0]
    person = visitors.person()
    open_lesson(person, game, lesson.id)
    expect(person.page.locator(f"#board {mark}")).to_have_count(len(step.look))
    expect(person.page.locator("#board .bow, #board .leg.was")).to_have_count(0)


def test_a_danger_is_drawn_and_that_of_a_question_only_with_its_answer(visitors: Visitors) -> None:
    danger, question = lesson_of("kriskras", "retreat").steps[:2]
    person = visitors.person(reduced_motion="reduce")
    open_lesson(person, "kriskras", "retreat")
    drawn = person.page.locator("#board .leg.strong")
    expect(drawn).to_have_count(2)  # red, then green
    do(person, danger, 1, 4, "en")
    person.press(person.button("Next"))
    expect(person.page.get_by_role("heading", name="Step 2 of 4")).to_be_visible()
    expect(drawn).to_have_count(0)
    do(person, question, 2, 4, "en")
    expect(drawn).to_have_count(2)


@pytest.mark.parametrize("lang", LANGS)
def test_whoever_pressed_a_button_in_a_lesson_reads_what_is_next_and_can_go_back(visitors: Visitors, lang: str) -> None:
    words = {"en": ("Bring back a musketeer", "Choose an empty square", "Cancel")}
    words["nl"] = ("Haal een musketier terug", "Kies voor de musketier", "Toch niet")
    trade, next_step, back = words[lang]
    person = visitors.person("touch", lang, reduced_motion="reduce")
    open_lesson(person, "kriskras", "trade")
    person.press(person.button(trade))
    expect(person.page.locator(".after .buttons p")).to_contain_text(next_step)
    expect(person.button(back)).to_be_in_viewport(ratio=1)
    person.press(person.button(back))
    expect(person.button(trade)).to_be_visible()


def begin_the_long_walk(person: Person, lang: str = "nl") -> None:
    """To the step in which a box can be reached by walking and by a trick."""
    open_lesson(person, "krabcek", "edge")
    steps = lesson_of("krabcek", "edge").steps
    do(person, steps[0], 1, len(steps), lang)
    person.press(person.page.locator(".acts button.main"))


def test_a_walk_and_a_trick_that_lead_to_the_same_box_do_not_look_alike(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    begin_the_long_walk(person)
    person.pick("V01", "H00")
    expect(person.button("Wissel-6")).to_be_visible()
    expect(person.page.locator("#board .steps text").get_by_text("6").first).to_be_attached()  # the walk is counted
    expect(person.page.locator("#board .flies .way[marker-start]").first).to_be_attached()


def test_what_a_lesson_says_of_the_drawing_is_drawn(visitors: Visitors) -> None:
    person = visitors.person("touch", "en", reduced_motion="reduce")
    open_lesson(person, "krabcek", "ending")
    person.sees("drawn as glass")
    expect(person.page.locator("#board .glass")).to_have_count(1)


def test_a_lesson_that_is_not_there_is_told(visitors: Visitors) -> None:
    person = visitors.person()
    person.page.goto(f"{person.url}/learn/krabcek/flying")
    person.sees("This lesson is not there.")
    person.problems.clear()  # the browser itself notes the 404


def test_an_example_opens_as_a_table(visitors: Visitors) -> None:
    person = visitors.person()
    person.page.goto(f"{person.url}/learn/krabcek")
    person.press(person.button("A loop (figure 8), with a 3: Together here"))
    person.page.wait_for_url("**/t/*")
    person.pick("T31e", "G4")
    expect(person.page.locator(".now, .line").first).to_be_visible()


def test_the_rules_have_pictures_and_an_address_of_their_own(visitors: Visitors) -> None:
    drawn = pictures_of("knopf")
    assert drawn is not None
    person = visitors.person("touch", "nl", color_scheme="dark", reduced_motion="reduce")
    person.open()
    person.press(person.page.locator(".game", has_text="Knopf").get_by_role("link", name=re.compile("Regels|regels")))
    person.page.wait_for_url("**/rules/knopf")
    expect(person.page.locator("figure > [role=img]")).to_have_count(len(drawn.pictures))
    person.sees("Het spel in één minuut")
    assert violations(person) == []
    person.page.goto(f"{person.url}/rules/knopf#pairs")
    expect(person.page.locator("#pairs")).to_be_in_viewport()


def test_two_computers_are_watched_paused_and_stepped(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    person.page.goto(f"{person.url}/watch/knopf")
    expect(person.page.locator("main ol li .why").first).to_be_visible()
    person.press(person.button("Pause"))
    expect(person.button("Go on")).to_be_visible()
    expect(person.button("One step")).to_be_enabled()
    lines = person.page.locator("main ol li")
    count = lines.count()
    person.press(person.button("One step"))
    expect(lines).to_have_count(count + 1)
    assert violations(person) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_the_computers_do_is_read_on_a_phone_without_scrolling(visitors: Visitors, game: str) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    person.page.set_viewport_size({"width": 360, "height": 740})
    person.page.goto(f"{person.url}/watch/{game}")
    expect(person.page.locator("main ol li").first).to_be_in_viewport(ratio=0.9)
    expect(person.button("Pauze")).to_be_in_viewport(ratio=1)
    covered = """() => document.querySelector('#board').getBoundingClientRect().bottom
      - document.querySelector('main > .side').getBoundingClientRect().top"""
    assert person.page.evaluate(covered) <= 0


def test_a_first_game_explains_what_is_new_once(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl")
    person.page.goto(f"{person.url}/learn/knopf")
    person.press(person.button("Speel een eerste spel"))
    person.page.wait_for_url("**/t/*")
    note = person.page.get_by_text("Kies een van je knopen: de vakjes waar hij heen kan")
    expect(note).to_be_visible()
    person.press(person.button("Begrepen"))
    expect(note).to_have_count(0)
    assert violations(person) == []


def test_a_finger_on_a_gate_means_the_gate_and_not_the_box_beside_it(visitors: Visitors) -> None:
    person = visitors.person("touch", "en", reduced_motion="reduce")
    open_lesson(person, "krabcek", "enter")
    person.pick("hand:0:S")
    person.page.touchscreen.tap(*middle(person, '[data-cell="G7"]'))
    expect(person.page.locator(".said .refusal")).to_be_visible(timeout=8000)


def test_a_question_about_boxes_is_not_answered_by_a_count(visitors: Visitors) -> None:
    person = visitors.person()
    open_lesson(person, "cubus", "box")
    steps = lesson_of("cubus", "box").steps
    counted = person.page.locator("#board .verdict")
    for number, step in enumerate(steps, 1):
        expect(counted).to_have_count(0)
        expect(person.page.locator("#board .stage > svg")).to_have_attribute("aria-label", "The pile")
        do(person, step, number, len(steps), "en")
        expect(counted).to_contain_text("box")
        if number < len(steps):
            person.press(person.page.locator(".acts button.main"))


def test_the_rest_of_a_long_build_is_done_for_whoever_has_begun_it(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    open_lesson(person, "cubus", "layer")
    step = lesson_of("cubus", "layer").steps[0]
    expect(person.button("Laat zien")).to_be_in_viewport(ratio=1)
    expect(person.button("Passen")).to_be_in_viewport(ratio=1)
    for _ in range(3):
        person.press(person.page.locator("#board .corner").first)
    person.press(person.button("Doe de rest"))
    lay = person.page.locator("button.lay")
    expect(lay).to_be_enabled()
    person.press(lay)
    expect(person.page.locator(".said .good")).to_contain_text(step.good["nl"])


def test_the_legend_of_a_demolition_tells_what_was_moved(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    open_lesson(person, "cubus", "demolition")
    steps = lesson_of("cubus", "demolition").steps
    for number, step in enumerate(steps[:2], 1):
        do(person, step, number, len(steps), "en")
        if number == 1:
            person.press(person.button("Next"))
    expect(person.page.locator("#board .legend")).to_have_text("Dots: just moved")


def test_a_game_that_a_step_ends_is_not_played_on(visitors: Visitors) -> None:
    person = visitors.person(reduced_motion="reduce")
    steps = lesson_of("knopf", "win").steps
    open_lesson(person, "knopf", "win")
    do(person, steps[0], 1, len(steps), "en")
    expect(person.button("Next")).to_be_visible()
    expect(person.button("Play on here")).to_have_count(0)


def test_a_finger_on_a_turned_marker_is_told_what_it_is(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    open_lesson(person, "krabcek", "tips")
    person.page.touchscreen.tap(*middle(person, "#board .cross"))
    expect(person.page.locator(".said .refusal")).to_contain_text("staat aan de overkant")


def test_a_tap_on_the_board_presses_no_button_that_comes_up_under_it(visitors: Visitors) -> None:
    person = visitors.person("touch", "nl", reduced_motion="reduce")
    begin_the_long_walk(person)
    person.pick("V01", "H00")
    expect(person.button("Erheen lopen en combineren")).to_be_in_viewport(ratio=1)
    expect(person.page.locator(".said .good")).to_have_count(0)
    person.press(person.button("Erheen lopen en combineren"))
    expect(person.page.locator(".said .good")).to_be_visible()
