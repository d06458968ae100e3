"""What a client is shown of a trade, of the soldiers that pay for it, and of the choice to end the game."""

from __future__ import annotations

from speelkist.games.kriskras.view import spell, view
from speelkist.i18n.phrases import Phrase
from tests.support.views import picked

from .examples import BLACK, POSITIONS, position, read
from .spoken import changed, said, spoken


def test_a_trade_is_a_button_and_a_square_and_marks_the_two_soldiers_that_would_leave() -> None:
    shown = view(read(position(("c1 e1", "d17 f17 h4"), BLACK, phase="trade", idle=7)))
    assert picked(shown)[0] == ["=a1", "button:trade", "a1"]
    assert picked(shown)[-1] == ["throw", "button:throw"]
    assert shown["marks"] == {"leaving": ["d17", "f17"]}
    assert shown["scores"] == [4, 0]
    assert shown["extra"] == {
        "turn": 0,
        "lost": [1, 0],
        "home": {"musketeers": [0, 0], "soldiers": [2, 0]},
        "idle": 7,
    }


def test_the_question_says_what_a_trade_costs_in_points() -> None:
    state = read(position(("c1 e1", "d17 f17 h4"), BLACK, phase="trade"))
    assert said([view(state)["ask"]]) + said([view(state)["ask"]], "nl") == [
        "White, bring back a lost musketeer for two soldiers at home (it costs you 4 points), or throw the dice.",
        (
            "Wit, haal een verloren musketier terug voor twee soldaten die thuis zijn (dat kost je 4 punten), "
            "of gooi de dobbelstenen."
        ),
    ]
    before, after = (view(reached)["scores"] for reached in (state, state.play("=g1")))
    assert (before, after) == ([4, 0], [0, 0])


def test_of_three_soldiers_none_is_marked_before_their_owner_has_chosen() -> None:
    shown = view(read(POSITIONS["white may trade one musketeer for two of three soldiers"]))
    assert shown["marks"] == {"leaving": []}


def test_a_stuck_player_has_a_button_to_end_the_game() -> None:
    shown = view(read(POSITIONS["white is stuck, and may trade or end the game"]))
    assert picked(shown)[0] == ["=a1", "button:trade", "a1"]
    assert picked(shown)[-1] == ["end", "button:end"]
    assert said([shown["ask"]], "nl") == [
        (
            "Wit, geen enkele worp geeft je nog een zet: haal een musketier terug (dat kost je 4 punten), "
            "of stop het spel en tel de punten."
        ),
    ]


def test_soldiers_that_pay_are_picked_one_by_one() -> None:
    state = read(POSITIONS["white names two of four soldiers"])
    shown = view(state)
    assert picked(shown) == [["-c17", "c17"], ["-d17", "d17"], ["-e17", "e17"], ["-f17", "f17"]]
    assert said([shown["ask"]]) == [
        "White, choose the 2 soldiers at home that leave the game for your musketeer; each costs you 2 points."
    ]
    assert said([view(state.play("-d17"))["ask"]]) == [
        "White, choose one more soldier at home to leave the game; it costs you 2 points."
    ]
    assert spell(state, ["g17"]) == "-g17"
    assert spell(read(POSITIONS["the first turn"]), ["g17"]) is None


def test_beside_a_retreat_stands_the_button_to_let_the_throw_lapse() -> None:
    shown = view(read(POSITIONS["a retreat is all there is"]))
    assert picked(shown) == [["a2-a1", "a2", "a1", "button:stay"], ["--", "button:pass"]]
    assert said([shown["ask"]]) == ["White, retreat into your own zone, or let the throw lapse."]


def test_a_trade_takes_two_soldiers_away_and_puts_a_musketeer() -> None:
    steps = changed(position(("c1 e1", "d17 f17 h4"), BLACK, phase="trade"), "=g1")
    assert [(step["do"], step["at"]) for step in steps] == [("gone", "d17"), ("gone", "f17"), ("put", "g1")]
    assert steps[2]["piece"] == (0, "musketeer")
    assert spoken(steps) == ["White hands in the soldiers on d17 and f17, and a musketeer comes back on g1."]
    assert spoken(steps, "nl") == ["Wit levert de soldaten op d17 en f17 in: een musketier keert terug op g1."]


def test_where_the_owner_chooses_the_musketeer_comes_first_and_each_soldier_leaves_as_it_is_named() -> None:
    state = read(POSITIONS["white may trade one musketeer for two of three soldiers"])
    steps = changed(state, "=g1")
    assert [(step["do"], step["at"]) for step in steps] == [("put", "g1")]
    assert spoken(steps) + spoken(steps, "nl") == [
        "White’s musketeer comes back on g1.",
        "Een musketier van Wit keert terug op g1.",
    ]
    named = changed(state.play("=g1"), "-k17")
    assert [(step["do"], step["at"]) for step in named] == [("gone", "k17")]
    assert spoken(named) + spoken(named, "nl") == [
        "White hands in the soldier on k17.",
        "Wit levert de soldaat op k17 in.",
    ]


def test_who_ends_the_game_says_so_and_the_points_follow() -> None:
    steps = changed(POSITIONS["white is stuck, and may trade or end the game"], "end")
    assert spoken(steps) == [
        "White has no move left and ends the game.",
        "White wins: no throw gives a move any more, so the points decide.",
        "Points: White 12, Black 0.",
    ]


def test_who_does_not_retreat_says_so() -> None:
    steps = changed(POSITIONS["a retreat is all there is"], "--")
    assert spoken(steps) == ["White does not retreat and lets red 1 and green 2 lapse."]


def test_who_does_not_trade_takes_the_dice() -> None:
    steps = changed(POSITIONS["black may trade twice"], "throw")
    assert [step["do"] for step in steps] == ["note"]
    assert spoken(steps) + spoken(steps, "nl") == ["Black takes the dice.", "Zwart pakt de dobbelstenen."]
    short = Phrase("kriskras.say.dice.short")  # as on the button
    assert [short.say(lang) for lang in ("en", "nl")] == ["Throw the dice", "De dobbelstenen gooien"]
