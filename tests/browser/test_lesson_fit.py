"""Lessons on a small phone: a step begins at its title with all that belongs to it, and its board stays as it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from speelkist.learn.lesson_file import lesson_of
from tests.support.samples import sample

from .person import Person, Visitors
from .test_learn import ALL, begin_the_long_walk, do, open_lesson

SMALL_PHONE: ViewportSize = {"width": 360, "height": 740}
# Of each game a lesson with long tasks, and questions about pieces where the game has such.
LONG = [("cubus", "end"), ("knopf", "pairs"), ("krabcek", "men"), ("kriskras", "capture")]
# Whether a step begins with its title, all of the task and all of the board.
BEGUN = """() => {
  const [title, task, board, acts] = ["h1", ".task", "#board", ".after"].map((part) =>
    document.querySelector(part).getBoundingClientRect());
  const read = task.height >= document.querySelector(".task").scrollHeight;
  return title.top > -1 && read && board.bottom < acts.top + 2;
}"""
# How large the board itself is drawn, without what stands under it.
DRAWN = """() => {
  const { width, height } = document.querySelector("#board svg").getBoundingClientRect();
  return [Math.round(width), Math.round(height)];
}"""
# How large the smallest piece on the board is drawn, in its greater measure; infinite without any.
SMALLEST = """(pieces) => Math.min(...[...document.querySelectorAll(pieces)].map((piece) => {
  const { width, height } = piece.getBoundingClientRect();
  return Math.max(width, height);
}))"""
# The names and rows of players beside the board whose words lie over each other or are cut off.
CROWDED = """() => [...document.querySelectorAll("#board :is(li, h2, .who)")].filter(
  (row) => row.scrollWidth > row.clientWidth + 1).map((row) => row.innerText)"""
PIECES = {
    "cubus": "#board .stage .shadow polygon",
    "knopf": "#board .field .body",
    "krabcek": "#board svg.asked g[transform^=scale]:is(.black, .white)",
    "kriskras": "#kk-world .fighter",
}
SEEN = 15  # pixels
# How far the board may move when a step is solved, where praise and two lines of the task take more than the task did.
STEADY = 30
# Whether a task that is cut has its button in sight, and one that is not has none.
SIGNED = """() => {
  const task = document.querySelector(".task");
  const { width, height } = document.querySelector(".more").getBoundingClientRect();
  return task.scrollHeight > task.clientHeight + 1 ? width >= 44 && height >= 30 : height === 0;
}"""


# Whether all of the title is in sight, or nothing of it.
TITLE_SHOWN = """() => {
  const { top, bottom } = document.querySelector(".head").getBoundingClientRect();
  return top > -1 || bottom < 6;
}"""


def on_a_small_phone(visitors: Visitors, lang: str) -> Person:
    person = visitors.person("touch", lang, reduced_motion="reduce")
    person.page.set_viewport_size(SMALL_PHONE)
    return person


def top_of(person: Person) -> float:
    """Where the board begins on the screen."""
    top: float = person.page.locator("#board").evaluate("(board) => board.getBoundingClientRect().top")
    return top


def test_a_task_that_is_cut_is_read_on_by_a_button(visitors: Visitors) -> None:
    person = on_a_small_phone(visitors, "nl")
    open_lesson(person, "krabcek", "men")
    steps = lesson_of("krabcek", "men").steps
    expect(person.page.locator(".more")).to_be_hidden()
    do(person, steps[0], 1, len(steps), "nl")
    at_end = "(task) => task.scrollTop + task.clientHeight >= task.scrollHeight - 2"
    task = person.page.locator(".task")
    assert not task.evaluate(at_end)
    more = person.button("De rest van de opdracht")
    more.focus()
    for _ in range(9):
        if task.evaluate(at_end):
            break
        person.page.keyboard.press("Enter")
    person.press(person.button("Terug naar het begin van de opdracht"))
    expect(more).to_be_visible()
    assert task.evaluate("(task) => task.scrollTop") == 0


def test_what_is_asked_stays_in_sight_after_a_try(visitors: Visitors) -> None:
    person = on_a_small_phone(visitors, "nl")
    open_lesson(person, "knopf", "reach")
    person.pick("e5")
    person.press(person.page.locator('[data-cell="e7"]'))
    expect(person.button("Terug naar het begin van de opdracht")).to_be_visible()
    task = person.page.locator(".task")
    assert task.evaluate("(task) => task.scrollTop + task.clientHeight >= task.scrollHeight - 2")
    assert task.evaluate("(task) => getComputedStyle(task).rotate") == "none"


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_the_task_is_in_sight_while_its_buttons_ask_what_it_speaks_of(visitors: Visitors, lang: str) -> None:
    person = on_a_small_phone(visitors, lang)
    begin_the_long_walk(person, lang)
    person.pick("V01", "H00")
    expect(person.page.locator(".after .buttons button").first).to_be_in_viewport(ratio=1)
    person.page.wait_for_function(BEGUN.replace("title.top > -1", "task.top >= 0"))


@pytest.mark.parametrize("lang", sample(["nl"], slow=["nl", "en"]))
@pytest.mark.parametrize(("game", "id"), sample(LONG, slow=ALL))
def test_a_step_begins_at_its_title_and_its_board_stays_when_it_is_solved(
    visitors: Visitors, game: str, id: str, lang: str
) -> None:
    person = on_a_small_phone(visitors, lang)
    open_lesson(person, game, id)
    steps = lesson_of(game, id).steps
    for number, step in enumerate(steps, 1):
        person.page.wait_for_function(BEGUN)
        before, top = person.page.evaluate(DRAWN), top_of(person)
        if step.answers:
            assert person.page.evaluate(SMALLEST, PIECES[game]) >= SEEN, f"step {number}"
        do(person, step, number, len(steps), lang)
        assert person.page.evaluate(DRAWN) == before, f"step {number}"
        assert abs(top_of(person) - top) <= STEADY, f"step {number}: from {top} to {top_of(person)}"
        assert person.page.evaluate(SIGNED), f"step {number}"
        assert person.page.evaluate(TITLE_SHOWN), f"step {number}"
        if number < len(steps):
            person.press(person.page.locator(".acts button.main"))


def test_a_solved_step_leaves_the_board_where_it_was(visitors: Visitors) -> None:
    person = on_a_small_phone(visitors, "nl")
    open_lesson(person, "krabcek", "tower")
    steps = lesson_of("krabcek", "tower").steps
    for number, step in enumerate(steps[:3], 1):
        person.page.wait_for_function(BEGUN)
        before = person.page.locator("#board").bounding_box()
        do(person, step, number, len(steps), "nl")
        after = person.page.locator("#board").bounding_box()
        assert before is not None and after is not None
        assert before["width"] == after["width"] and abs(before["y"] - after["y"]) < 45  # two lines
        person.press(person.button("Verder"))


@pytest.mark.parametrize("width", [360, 390, 430])
def test_everybodys_points_can_be_read(visitors: Visitors, width: int) -> None:
    person = on_a_small_phone(visitors, "nl")
    person.page.set_viewport_size({"width": width, "height": 844})
    open_lesson(person, "cubus", "end")
    steps = lesson_of("cubus", "end").steps
    for number, step in enumerate(steps, 1):
        person.page.wait_for_function(BEGUN)
        assert person.page.evaluate(CROWDED) == [], f"step {number}"
        expect(person.page.locator("#board .points:visible")).to_have_count(3 if number == 2 else 2)
        if number < len(steps):
            do(person, step, number, len(steps), "nl")
            person.press(person.page.locator(".acts button.main"))
