"""Being called: the tab, a notification, whose move is awaited; the clock, and a seat that can be given away."""

from __future__ import annotations

import json
import re

from playwright.sync_api import ViewportSize, expect

from tests.games.cubus.setting import data

from .person import Person, Visitors, position

SMALL: ViewportSize = {"width": 360, "height": 740}
HOUR = {"seconds": 3600, "increment": 30, "bot": ""}
NOTIFICATIONS = """
  window.notified = [];
  window.asked = 0;
  class Told { constructor(title, more) { window.notified.push([title, more.body]); } }
  Told.permission = "default";
  Told.requestPermission = async () => { window.asked++; Told.permission = "granted"; return "granted"; };
  Object.defineProperty(window, "Notification", { value: Told });
"""
# Counts what sounds, in a browser that lets a page sound only from an act on. To be asked something counts as an act
# with Playwright, so the page is told of real ones.
TONES = """
  window.tones = 0;
  let acted = false;
  addEventListener("pointerdown", () => (acted = true), true);
  Object.defineProperty(navigator, "userActivation", { value: { get hasBeenActive() { return acted; } } });
  const part = { connect: (other) => other, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
  window.AudioContext = class {
    currentTime = 0;
    state = "suspended";
    resume() { this.state = "running"; }
    createOscillator() {
      if (this.state === "running") window.tones++;
      return { ...part, frequency: {}, start() {}, stop() {} };
    }
    createGain() { return part; }
  };
"""
# What of a seat does not stay within it.
SPILLED = """() => [...document.querySelectorAll(".desk > ol li")].flatMap((seat) => {
  const { left, right } = seat.getBoundingClientRect();
  const parts = [...seat.querySelectorAll(".who, .away, .score, .clock")];
  const places = parts.map((part) => part.getBoundingClientRect());
  return parts.filter((_, at) => places[at].left < left || places[at].right > right).map((part) => part.textContent);
})"""
HIDE = "Object.defineProperty(document, 'hidden', { value: true, configurable: true })"


def apart(visitors: Visitors, **request: object) -> tuple[Person, Person]:
    """Anna at a desk and Bram with a phone, at one table."""
    anna, bram = visitors.person(), visitors.person("touch", "nl")
    anna.page.add_init_script(NOTIFICATIONS)
    address = anna.lay(game="knopf", sit=0, name="Anna", **request)
    bram.open(f"/t/{address}")
    bram.page.locator("input").first.fill("Bram")
    bram.press(bram.button(re.compile("Deze stoel nemen")))
    anna.open(f"/t/{address}")
    return anna, bram


def test_whose_turn_it_is_is_called(visitors: Visitors) -> None:
    anna, bram = apart(visitors)
    expect(anna.page).to_have_title("● Your turn: Kopf oder Knopf – Speelkist")
    expect(bram.page).to_have_title("Kopf oder Knopf – Speelkist")
    assert anna.page.evaluate("window.asked") == 0, "nobody is asked before they have moved"
    anna.pick("b2", "a1")
    anna.press(anna.button("Yes, tell me"))
    anna.page.wait_for_function("() => window.asked === 1")
    expect(bram.page).to_have_title("● Jouw beurt: Kopf oder Knopf – Speelkist")
    expect(bram.page.locator('link[rel="icon"]')).to_have_attribute("href", "/icon-turn.svg")
    anna.page.evaluate("navigator.serviceWorker.getRegistration = async () => undefined")
    anna.page.evaluate(HIDE)
    bram.pick("c2", "b1")
    anna.page.wait_for_function("() => window.notified.length === 1")
    assert anna.page.evaluate("window.notified[0]") == ["It is your turn", "Kopf oder Knopf"]
    expect(bram.page.locator('link[rel="icon"]')).to_have_attribute("href", "/icon.svg")


def test_sounds_begin_with_the_first_own_action_and_can_be_switched_off(visitors: Visitors) -> None:
    anna = visitors.person()
    anna.page.add_init_script(TONES)
    anna.open(f"/t/{anna.lay(game='knopf', seats=['simple', 'person'], sit='all')}")
    moves = anna.page.get_by_role("list", name="Moves").get_by_role("listitem")
    expect(moves).to_have_count(1)
    assert anna.page.evaluate("window.tones") == 0, "nothing sounds before anything was done here"
    for move in (2, 3):
        anna.press(anna.button(re.compile("^Hint$")))
        anna.press(anna.page.locator(".hints").get_by_role("button", name="Play it").first)
        expect(moves).to_have_count(2 * move - 1)
        tones = anna.page.evaluate("window.tones")
        assert (tones > 0) == (move == 2)  # then it is switched off
        anna.press(anna.button("Sound: on" if move == 2 else "Sound: off"))
        anna.page.evaluate("window.tones = 0")


def test_it_is_said_whose_move_is_awaited_and_since_when(visitors: Visitors) -> None:
    anna, bram = apart(visitors)
    bram.page.clock.install()
    bram.page.clock.fast_forward(70_000)
    bram.sees(re.compile(r"We wachten op Anna sinds \d\d:\d\d\."))
    anna.pick("b2", "a1")
    expect(bram.page.get_by_text("We wachten op Anna sinds")).to_have_count(0)


def test_a_clock_runs_at_the_seats_and_ends_the_game(visitors: Visitors) -> None:
    anna, bram = apart(visitors, clock={"seconds": 3, "increment": 0, "bot": ""})
    expect(anna.page.get_by_role("timer").first).to_have_text("0:03")
    anna.pick("b2", "a1")
    bram.pick("c2", "b1")
    bram.sees_the_end()
    expect(anna.page.get_by_role("timer").first).to_have_text("0:00")
    expect(anna.page.get_by_role("timer").last).to_have_text("0:03")


def test_on_a_small_phone_a_clock_fits_beside_the_score_and_who_is_away(visitors: Visitors) -> None:
    anna, bram = apart(visitors, start=position("knopf", "the fine wins"), clock=HOUR)
    bram.page.set_viewport_size(SMALL)
    expect(bram.page.get_by_role("timer")).to_have_count(2)
    anna.page.close()
    expect(bram.page.locator("li .away")).to_have_text("weg")
    assert bram.page.evaluate(SPILLED) == []
    six = visitors.person("touch")
    six.page.set_viewport_size(SMALL)
    six.open(f"/t/{six.lay(game='cubus', sit=0, name='Wilhelmina', options={'players': 6}, clock=HOUR)}")
    expect(six.page.get_by_role("timer")).to_have_count(6)
    assert six.page.evaluate(SPILLED) == []


def test_the_clock_and_the_time_to_knock_are_chosen_before_the_game(visitors: Visitors) -> None:
    anna = visitors.person("keyboard")
    anna.open()
    anna.press(anna.page.locator(".game.cubus").get_by_role("button", name="With a link"))
    anna.press(anna.page.locator("dialog summary"))
    anna.page.get_by_label("Clock").select_option("5+5")
    anna.page.get_by_label("When a player’s time is up").select_option("bot")
    anna.page.get_by_label("Time to knock").select_option("60")
    anna.press(anna.button("Start"))
    anna.page.wait_for_url(re.compile("/t/"))
    created = visitors.server.stored_events(anna.page.url.rsplit("/", 1)[1])[0]
    assert created["clock"] == {"seconds": 300, "increment": 5, "bot": "family"}
    assert created["answer_seconds"] == 60


def test_a_seat_can_be_given_to_the_computer_when_it_can(visitors: Visitors) -> None:
    anna, bram = apart(visitors, absent_seconds=4)
    anna.pick("b2", "a1")
    bram.page.wait_for_selector('[data-cell="c2"].target', state="attached")
    bram.page.close()
    anna.sees(re.compile(r"Bram is away\. In \d seconds? the computer can play for them\."))
    assert anna.button("Let the computer play for Bram").count() == 0
    anna.press(anna.button("Let the computer play for Bram"))
    anna.sees(re.compile("Bram, family"))


def test_a_question_to_others_than_whose_turn_it_is_calls_them_too(visitors: Visitors) -> None:
    anna, bram = visitors.person(), visitors.person("touch", "nl")
    cor = visitors.person()
    over_http = "Object.defineProperty(window, 'isSecureContext', { value: false });"
    cor.page.add_init_script(NOTIFICATIONS + TONES + over_http + "Told.permission = 'granted';")
    start = json.dumps(data("2,2/2,1@0,0", ("LRT", "LRTO", "LR"), round=4))
    address = anna.lay(game="cubus", sit=0, start=start, options={"players": 3}, answer_seconds=60)
    for person in (bram, cor):
        person.open(f"/t/{address}")
        person.press(person.button(re.compile("Deze stoel nemen|Take this seat")))
    anna.open(f"/t/{address}")
    expect(cor.page).to_have_title("Cubus – Speelkist")
    cor.page.evaluate("window.tones = 0")
    cor.page.evaluate(HIDE)
    anna.press(anna.button("Pass"))
    expect(bram.page).to_have_title("● Een vraag aan jou: Cubus – Speelkist")
    expect(cor.page).to_have_title("● A question for you: Cubus – Speelkist")
    expect(cor.page.locator('link[rel="icon"]')).to_have_attribute("href", "/icon-turn.svg")
    cor.page.wait_for_function("() => window.tones > 0")
    assert cor.page.evaluate("window.notified") == [], "over plain http the title and the sound must do"
    bram.press(bram.button("Ik zie niets"))
    expect(bram.page).to_have_title("Cubus – Speelkist")


def test_when_the_time_is_up_the_computer_plays_on_and_both_are_told(visitors: Visitors) -> None:
    anna, bram = apart(visitors, clock={"seconds": 6, "increment": 0, "bot": "child"})
    anna.pick("b2", "a1")
    bram.pick("c2", "b1")
    anna.sees("Your time is up; the computer plays on for you.")
    bram.sees("De tijd van Anna is om; de computer speelt verder.")
    anna.sees(re.compile("Anna, child"))
    expect(bram.page).to_have_title("● Jouw beurt: Kopf oder Knopf – Speelkist")
    assert anna.page.locator("[data-cell].target").count() == 0
