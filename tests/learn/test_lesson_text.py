"""What a learner must have read before it is needed: in the text of a task, never only in praise or in a remark."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import speelkist
from speelkist.core.view import view_of
from speelkist.games.cubus.view import FLIP
from speelkist.i18n import Phrase
from speelkist.learn.lesson import Lesson
from speelkist.learn.lesson_file import lesson_of, lessons_of

WEB = Path(__file__).parents[2] / "web" / "src" / "learn"

# game, lesson, the step in whose text or before it the rule is told, the rule in English and in Dutch
BEFORE = [
    ("kriskras", "dice", 1, "three musketeers.*behind Black’s lines", "drie musketiers.*achter de linies van Zwart"),
    ("kriskras", "dice", 2, "first an R", "eerst een R"),
    ("kriskras", "capture", 2, "Only green captures", "Alleen groen slaat"),
    ("kriskras", "capture", 4, "the whole number of green", "met groen alle ogen"),
    ("kriskras", "zone", 1, "exactly", "precies"),
    ("kriskras", "lapse", 1, "on a14 is in its way", "op a14 staat een zwarte soldaat in de weg"),
    ("kriskras", "retreat", 3, "from outside, and only then", "van buitenaf .* en alleen dan"),
    ("kriskras", "retreat", 4, "never has to", "het hoeft nooit"),
    ("kriskras", "trade", 2, "the second", "de tweede"),
    ("kriskras", "end", 2, "that is home still counts", "die thuis is, telt nog mee"),
    ("kriskras", "end", 4, "200 turns in a row, yours and Black’s together", "200 beurten .* van jou en Zwart samen"),
    ("cubus", "rebuild", 4, "with no other tile over half of it", "zonder dat een andere hem half bedekt"),
    ("knopf", "pairs", 2, "on past both ends: an enemy button", "aan beide kanten verder: een vijandelijke knoop"),
    ("knopf", "pairs", 2, "one hole everywhere", "overal één gat"),
    ("knopf", "attack", 1, "scalloped and blue for Blue", "gekarteld en blauw van Blauw"),
    ("knopf", "attack", 1, "“Show threats”", "“Toon bedreigingen”"),
    ("knopf", "attack", 2, "wait for Blue’s move", "de zet van Blauw afwachten"),
    ("knopf", "attack", 3, "you still make a move", "doe je nog een zet"),
    ("knopf", "defence", 2, "look what lies behind it", "Kijk wel altijd wat erachter ligt"),
    ("knopf", "attack", 3, "Three together can cost you a button", "Drie bij elkaar kan je een knoop kosten"),
    ("knopf", "defence", 2, "usually costs the other button", "kost meestal de andere knoop"),
    ("knopf", "defence", 2, "passive: it waits", "passief: ze wacht"),
    ("knopf", "groups", 2, "two that touch are a pair", "twee die elkaar raken een paar"),
    ("knopf", "groups", 3, "red dashed ring with three dots", "rode stippelring met drie puntjes"),
    ("knopf", "groups", 4, "unless every move does", "tenzij elke zet dat doet"),
    ("knopf", "groups", 4, "Suppose you play like this", "Stel, jullie spelen zo"),
    ("knopf", "win", 2, "play to eight buttons", "tot acht knopen te spelen"),
    ("knopf", "win", 4, "yours and Blue’s counted together", "die van jou en Blauw samen geteld"),
    ("krabcek", "men", 2, "three widths: narrow Alleys", "drie breedtes: smalle Stegen"),
    ("krabcek", "block", 3, "150 turns in a row", "150 beurten achter elkaar"),
    ("krabcek", "edge", 1, "drawn twice, but it is one box", "twee keer getekend, maar het is er één"),
    ("krabcek", "edge", 2, "exactly six boxes", "precies zes velden"),
    ("krabcek", "ending", 1, "Big Stack, a Middleman on Bigboy", "Big Stack, een Middleman op Bigboy"),
    ("krabcek", "ending", 1, "combine on the very move it comes on", "combineren in de zet waarmee hij binnenkomt"),
    ("krabcek", "men", 3, "up to the next dark line", "tot de volgende donkere lijn"),
    ("krabcek", "tower", 2, "as wide as a Bigboy", "zo breed als een Bigboy"),
    ("krabcek", "enter", 1, "nothing to do with the die", "met de dobbelsteen hebben ze niets te maken"),
    ("krabcek", "enter", 4, "walk over any gate", "over elke poort lopen"),
    ("knopf", "groups", 1, "counts as taken", "telt als geslagen"),
    ("knopf", "tactics", 2, "the other is first in the line", "ligt de andere vooraan"),
    ("cubus", "little", 1, "at least one point", "minstens één punt"),
    ("cubus", "rebuild", 1, "once a turn", "één keer per beurt"),
    ("cubus", "knock", 2, "Player 2’s left neighbour", "de linkerbuur van Speler 2"),
    ("cubus", "end", 1, "the most points win", "wint wie de meeste punten heeft"),
    ("cubus", "demolition", 3, "the most tiles in the end wins", "de meeste ruiten heeft, wint"),
    ("kriskras", "trade", 3, "costs no turn", "kost geen beurt"),
    ("cubus", "two", 1, "from the stock, unseen", "neemt blind één ruit"),
    ("cubus", "knock", 4, "Look at their tiles and at the pile", "Kijk naar die ruiten en naar de stapel"),
    ("cubus", "demolition", 1, "none may be half hidden", "geen ruit mag half schuilgaan"),
]
# the same, told before the step and not in it: whoever is asked there has to apply the rule, not to copy it
APPLIED = [
    ("kriskras", "capture", 2, "every square of its way must be empty", "elk vakje op zijn weg leeg"),
    ("krabcek", "men", 5, "nobody jumps", "niemand springt"),
    ("krabcek", "gates", 5, "the lower begins", "wie het laagst gooit, begint"),
    ("krabcek", "tower", 4, "nothing is ever combined on a gate", "op een poort wordt nooit iets gecombineerd"),
    ("krabcek", "block", 2, "can still move must move", "nog kan zetten, moet zetten"),
    ("cubus", "two", 5, "each tile from your hand costs one", "elke ruit uit je hand kost er één"),
    ("cubus", "rebuild", 3, "all of them stay in it", "er maar allemaal in blijven"),
    ("cubus", "knock", 5, "one knock for each pass", "één keer worden geklopt"),
    ("knopf", "reach", 4, "exactly as many squares", "precies evenveel vakjes"),
    ("knopf", "pairs", 3, "only the first button on the line counts", "telt alleen de eerste knoop op de lijn"),
    ("kriskras", "lapse", 2, "only if nobody can play both dice", "Alleen als niemand beide stenen kan spelen"),
    ("cubus", "knock", 5, "every other player gets 2 points", "krijgt elke andere speler 2 punten"),
    ("cubus", "end", 3, "the passes are counted anew", "begint het tellen van het passen opnieuw"),
    ("cubus", "end", 3, "a knock that fails does not", "een klop die mislukt niet"),
]
# the same, told in the praise of the step
AFTER = [
    ("kriskras", "capture", 4, "cannot stop earlier", "Eerder stoppen kan niet"),
    ("kriskras", "trade", 2, "trade twice in one turn", "in één beurt zelfs twee keer ruilen"),
    ("krabcek", "men", 4, "No two Avenues ever touch", "Twee Lanen grenzen nooit aan elkaar"),
    ("krabcek", "tips", 4, "the plan without a 1", "het plan zolang er geen 1 komt"),
    ("knopf", "defence", 2, "jumping away is better", "wegspringen beter"),
]


def read_before(lesson: Lesson, number: int, lang: str) -> str:
    """What everybody has read when they are asked for something in a step; who is in a hurry leaves out the praise."""
    return " ".join(step.text[lang] for step in lesson.steps[:number])


@pytest.mark.parametrize(("game", "id", "number", "en", "nl"), BEFORE)
def test_a_rule_is_told_before_it_is_needed(game: str, id: str, number: int, en: str, nl: str) -> None:
    lesson = lesson_of(game, id)
    assert re.search(en, read_before(lesson, number, "en"))
    assert re.search(nl, read_before(lesson, number, "nl"))


@pytest.mark.parametrize(("game", "id", "number", "en", "nl"), APPLIED)
def test_the_answer_does_not_stand_above_the_question(game: str, id: str, number: int, en: str, nl: str) -> None:
    lesson = lesson_of(game, id)
    for lang, rule in (("en", en), ("nl", nl)):
        question = lesson.steps[number - 1].text[lang]
        assert rule in read_before(lesson, number, lang) and rule not in question


@pytest.mark.parametrize(("game", "id", "number", "en", "nl"), AFTER)
def test_the_right_answer_is_told_its_reason(game: str, id: str, number: int, en: str, nl: str) -> None:
    good = lesson_of(game, id).steps[number - 1].good
    assert re.search(en, good["en"]) and re.search(nl, good["nl"])


@pytest.mark.parametrize(("id", "number"), [("attack", 3), ("groups", 3)])
def test_where_many_moves_are_right_no_square_is_marked_as_if_it_were_the_task(id: str, number: int) -> None:
    assert lesson_of("knopf", id).steps[number - 1].look == ()


def test_what_lies_behind_a_button_that_jumped_away_is_said_to_be_safe_only_where_the_pair_reaches_no_further() -> None:
    step = lesson_of("knopf", "defence").steps[0]
    (threat,) = view_of("knopf").view(step.state)["extra"]["threats"][1]
    assert threat["target"] == "h3" and threat["distance"] == threat["reach"]
    assert "no further than h3" in step.good["en"] and "niet verder dan h3" in step.good["nl"]


def test_the_button_in_between_is_gone_when_the_praise_says_so() -> None:
    step = lesson_of("knopf", "defence").steps[1]
    shown = view_of("knopf").view(step.after(step.solution()))
    assert "g4" not in shown["pieces"] and shown["marks"]["prey"] == ["h3"]
    assert "g4 was taken" in step.good["en"] and "g4 werd geslagen" in step.good["nl"]


@pytest.mark.parametrize("number", [1, 2])
def test_the_sides_of_a_corner_slide_the_way_the_task_says(number: int) -> None:
    """The left one of them is a right side, so they are called by their places."""
    text = lesson_of("cubus", "little").steps[number - 1].text
    shifts = [(out[1] - back[1], out[2] - back[2]) for out, back in zip(FLIP["out"], FLIP["in"], strict=True)]
    assert {back[0]: shift for back, shift in zip(FLIP["in"], shifts, strict=True)} == {
        "R": (1, 0),  # on the left, to the lower right
        "L": (0, 1),
        "T": (-1, -1),
    }
    assert re.search("on the left .*to the lower right.* on the right to the lower left", text["en"])
    assert re.search("ruit (die )?links .*naar rechtsonder.* ruit rechts naar linksonder", text["nl"])
    assert not re.search("straight down|recht omlaag", text["en"] + text["nl"])


def test_the_lesson_about_choosing_names_the_button_that_stands_under_the_board() -> None:
    step = lesson_of("knopf", "win").steps[2]
    for lang, text in step.text.items():
        assert f"“{Phrase('knopf.cell.enough').say(lang)}”" in text


def test_a_threat_the_answer_and_the_taking_are_seen_one_after_the_other() -> None:
    threat, answer, move, _ = lesson_of("knopf", "attack").steps
    assert view_of("knopf").view(threat.after(threat.solution()))["marks"]["threatened"] == ["h8"]
    assert "h8" in view_of("knopf").view(answer.state)["pieces"] and answer.learner == threat.learner
    assert "h8" not in view_of("knopf").view(move.state)["pieces"]


def test_a_board_before_the_lesson_about_threats_marks_none() -> None:
    for step in lesson_of("knopf", "reach").steps:
        states = [step.state, *(step.after(move) for move in step.state.legal() if step.accepts(move))]
        assert not any(marked for state in states for marked in view_of("knopf").view(state)["marks"].values())


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_chest_promises_no_time_that_the_lessons_do_not_keep(lang: str) -> None:
    texts = json.loads((WEB.parent / "i18n" / f"{lang}.json").read_text(encoding="utf-8"))
    assert not re.search("minut", texts["chest.learn.first"])  # there are seven lessons or more of some minutes each


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_praise_says_neither_yes_nor_no(lang: str) -> None:
    # the right answer may be "No", and "Yes!" sounds as if it were wrong
    texts = json.loads((WEB / f"text.{lang}.json").read_text(encoding="utf-8"))
    praise = [step.good[lang] for game in speelkist.games() for lesson in lessons_of(game) for step in lesson.steps]
    assert [text for text in (texts["learn.right"], *praise) if re.match(r"(Yes|No|Ja|Nee)[!,.]", text)] == []


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_nobody_is_praised_twice(lang: str) -> None:
    # the page itself says “Right!”
    praise = [step.good[lang] for step in (step for lesson in lessons_of("knopf") for step in lesson.steps)]
    assert [text for text in praise if re.match(r"(Goed|Prima|Mooi|Well done|Right|Good|Correct)\b", text)] == []


def test_a_question_about_a_throw_that_has_yet_to_fall_shows_no_other_and_is_put_to_the_same_player() -> None:
    *before, question = lesson_of("krabcek", "ending").steps
    assert view_of("krabcek").view(question.state)["throw"] is None
    assert question.learner == before[-1].learner
