"""What a client is shown of Kris-kras: the field, the fighters, the choices, each kind of change, and the words."""

from __future__ import annotations

import pytest

from speelkist.core import LANGUAGES
from speelkist.core.view import apply_changes, phrase_data
from speelkist.games.kriskras import Kriskras
from speelkist.games.kriskras.view import board, changes, describe, route, view
from tests.support.views import picked

from .examples import BLACK, POSITIONS, position, read, texts
from .spoken import POINTS_DECIDE, WHITE_MUST_CAPTURE, changed, said, spoken

AWAY = ("b16 p16", "")  # black fighters that are in nobody's way


# The field


def test_white_sits_at_the_bottom_of_a_field_of_17_by_17_units() -> None:
    drawing = board(Kriskras().start())
    cells = {cell["id"]: cell for cell in drawing["cells"]}
    assert drawing["size"] == (17, 17)
    assert len(cells) == 17 * 17 + 5
    assert cells["a1"]["shape"] == [(0, 16), (1, 16), (1, 17), (0, 17)]
    assert cells["q17"]["shape"] == [(16, 0), (17, 0), (17, 1), (16, 1)]
    assert cells["b2"]["shape"] == [(1, 15), (2, 15), (2, 16), (1, 16)]


def test_both_last_ranks_are_zones_and_the_squares_say_whose() -> None:
    drawing = board(Kriskras().start())
    cells = {cell["id"]: cell for cell in drawing["cells"]}
    zones = [square for square, cell in cells.items() if cell["kind"] == "zone"]
    assert zones == [f"{file}1" for file in "abcdefghijklmnopq"] + [f"{file}17" for file in "abcdefghijklmnopq"]
    assert drawing["extra"]["zones"] == [zones[:17], zones[17:]]
    assert cells["a2"]["kind"] == cells["q16"]["kind"] == "field"
    names = [cells[square]["name"] for square in ("b2", "a1", "c17")]
    assert said(names) == ["b2", "a1, in White’s zone", "c17, in Black’s zone"]
    assert said(names, "nl") == ["b2", "a1, in de zone van Wit", "c17, in de zone van Zwart"]


def test_buttons_lie_off_the_board_and_have_names() -> None:
    buttons = [cell for cell in board(Kriskras().start())["cells"] if cell["kind"] == "button"]
    assert [cell["id"] for cell in buttons] == [f"button:{name}" for name in ("trade", "throw", "end", "pass", "stay")]
    assert all(cell["shape"] == [] for cell in buttons)
    assert said([cell["name"] for cell in buttons], "nl") == [
        "Haal een musketier terug",
        "Gooi de dobbelstenen",
        "Stop het spel en tel de punten",
        "Laat de worp vervallen",
        "Laat hem hier blijven",
    ]


def test_the_drawing_is_made_once_and_marks_where_the_fighters_start() -> None:
    start = Kriskras().start()
    assert board(start) is board(start.play("white"))
    extra = board(start)["extra"]
    assert extra["ornaments"] == ["b2", "i2", "p2", "b16", "i16", "p16"]
    assert extra["stars"][:3] == ["b3", "d3", "f3"]
    assert {*extra["ornaments"], *extra["stars"]} == set(view(start)["pieces"])


# The position


def test_the_start_shows_22_fighters_and_nothing_to_choose() -> None:
    shown = view(Kriskras().start())
    assert len(shown["pieces"]) == 22
    assert shown["pieces"]["b2"] == (0, "musketeer")
    assert shown["pieces"]["d3"] == (0, "soldier")
    assert shown["pieces"]["i16"] == (1, "musketeer")
    assert shown["pieces"]["p15"] == (1, "soldier")
    assert (shown["player"], shown["choices"], shown["throw"], shown["result"]) == (-1, [], None, None)
    assert shown["scores"] == [0, 0]
    assert shown["extra"] == {
        "turn": -1,
        "lost": [0, 0],
        "home": {"musketeers": [0, 0], "soldiers": [0, 0]},
        "idle": 0,
    }


def test_while_the_dice_fall_it_is_shown_whose_turn_it_is() -> None:
    shown = view(Kriskras().start().play("black"))
    assert (shown["player"], shown["extra"]["turn"], shown["choices"]) == (-1, 1, [])
    assert said([shown["ask"]]) == ["Black throws both dice."]


def test_a_walk_is_picked_by_its_fighter_its_red_end_and_its_green_end() -> None:
    shown = view(read(position(("b2 i2 p2", ""), ("b16", "g4"), "r3g5")))
    assert shown["throw"] == [3, 5]
    assert ["b2-e2-e7", "b2", "e2", "e7"] in picked(shown)
    assert ["b2-e2xg4", "b2", "e2", "g4"] in picked(shown)


def test_a_retreat_is_ended_by_a_button_so_that_its_square_can_be_let_go_of() -> None:
    shown = view(read(position(("b3 a17", "h4"), AWAY, "r2g1")))
    assert ["b3-b1", "b3", "b1", "button:stay"] in picked(shown)
    assert ["b3-b1-b2", "b3", "b1", "b2"] in picked(shown)


@pytest.mark.parametrize("name", POSITIONS)
def test_of_several_ways_to_a_square_any_will_do(name: str) -> None:
    """The board plays one of them, whoever picks a fighter and its end: they lead to the same position."""
    state = read(POSITIONS[name])
    ends: dict[tuple[str, str], set[str]] = {}
    for choice in view(state)["choices"]:
        if len(choice["picks"]) == 3:
            start, _, end = choice["picks"]
            ends.setdefault((start, end), set()).add(choice["move"])
    for (_, end), moves in ends.items():
        if end != "button:stay":
            first, *others = (state.play(move).to_data() for move in moves)
            assert all(other == first for other in others), moves


def test_a_walk_may_end_on_the_square_it_began_on() -> None:
    shown = view(Kriskras().start().play("white").play("r1g1"))
    assert ["b2-a1-b2", "b2", "a1", "b2"] in picked(shown)


@pytest.mark.parametrize("name", POSITIONS)
def test_no_choice_is_picked_by_the_beginning_of_another(name: str) -> None:
    picks = [tuple(choice["picks"]) for choice in view(read(POSITIONS[name]))["choices"]]
    beginnings = {pick[:length] for pick in picks for length in range(1, len(pick))}
    assert beginnings.isdisjoint(picks)


def test_a_throw_that_nobody_can_play_leaves_one_button() -> None:
    shown = view(read(POSITIONS["the throw lapses"]))
    assert picked(shown) == [["--", "button:pass"]]
    assert said([shown["ask"]]) == ["White, nobody can play red 6, green 3."]


def test_black_is_home_on_rank_1_and_a_musketeer_counts_4() -> None:
    shown = view(read(position(("b2 i2 p2", "c1 d17"), ("a1 h9 p1", "e1 q1 b17"), "r1g1", to_move="black")))
    assert shown["extra"]["home"] == {"musketeers": [0, 2], "soldiers": [1, 2]}
    assert shown["scores"] == [2, 12]


def test_a_finished_game_shows_its_result() -> None:
    shown = view(read(POSITIONS["black is stuck when white has moved"]).play("h8-e8-e10"))
    assert shown["result"] == {"winners": [1], "points": [0, 10], "reason": "stuck"}
    assert (shown["player"], shown["choices"], shown["extra"]["turn"]) == (-2, [], -1)


def test_what_is_asked_is_kept_but_never_another_position_s_question() -> None:
    for _ in range(2):
        for text in POSITIONS.values():
            state = read(text)
            for reached in (state, *(state.play(move) for move in state.legal())):
                asked, due = view(reached)["ask"], phrase_data(reached.prompt())
                assert asked["values"] == due["values"]
                assert asked["key"] in (due["key"], due["key"].replace(".ask.", ".view.ask_"))


# What a move did


def test_the_lots_say_who_begins() -> None:
    steps = changed(Kriskras().start(), "black")
    assert [step["do"] for step in steps] == ["note"]
    assert spoken(steps) + spoken(steps, "nl") == ["Black begins.", "Zwart begint."]


def test_a_throw_is_shown_and_said() -> None:
    (step,) = changed(Kriskras().start().play("white"), "r3g5")
    assert (step["do"], step["throw"]) == ("throw", [3, 5])
    assert spoken([step]) == ["White throws red 3 and green 5."]
    assert spoken([step], "nl") == ["Wit gooit rood 3 en groen 5."]


def test_a_walk_passes_every_square_of_the_red_line_then_of_the_green_one() -> None:
    steps = changed(position(("b2 i2 p2", "d3"), BLACK, "r3g5"), "b2-e2-j7")
    assert [{key: value for key, value in step.items() if key != "say"} for step in steps] == [
        {
            "do": "move",
            "at": "b2",
            "to": "j7",
            "path": ["b2", "c2", "d2", "e2", "f3", "g4", "h5", "i6", "j7"],
            "piece": (0, "musketeer"),
        }
    ]
    assert spoken(steps) == ["White’s musketeer goes from b2 via e2 to j7."]
    assert spoken(steps, "nl") == ["Wit gaat met een musketier van b2 via e2 naar j7."]


def test_a_black_musketeer_goes_back_up_the_ranks_and_forward_down_them() -> None:
    text = position(("b2 i2 p2", ""), ("h8 a1", ""), "r2g3", to_move="black")
    assert changed(text, "h8-f10-i7")[0]["path"] == ["h8", "g9", "f10", "g9", "h8", "i7"]


def test_a_walk_back_to_where_it_began_is_shown_as_one() -> None:
    before = Kriskras().start().play("white").play("r1g1")
    steps = changed(before, "b2-a1-b2")
    assert steps[0]["path"] == ["b2", "a1", "b2"]
    assert apply_changes(view(before)["pieces"], steps) == view(before)["pieces"]


def test_a_captured_soldier_leaves_before_the_other_lands_on_his_square() -> None:
    before = read(position(("b2 i2 p2", ""), ("b16", "g4 h5"), "r3g6"))
    steps = changed(before, "b2-e2xg4")
    assert [(step["do"], step["at"]) for step in steps] == [("gone", "g4"), ("move", "b2")]
    assert steps[1]["path"] == ["b2", "c2", "d2", "e2", "f3", "g4"]
    assert apply_changes(view(before)["pieces"], steps)["g4"] == (0, "musketeer")
    assert spoken(steps) == ["White’s musketeer goes from b2 via e2 to g4 and captures a soldier."]
    assert spoken(steps, "nl") == ["Wit gaat met een musketier van b2 via e2 naar g4 en slaat een soldaat."]


@pytest.mark.parametrize(
    ("others", "left", "over"),
    [
        ("b16 p16", "Black has 2 musketeers left.", "Zwart heeft nog 2 musketiers."),
        ("b16", "Black has only one musketeer left.", "Zwart heeft nog maar één musketier."),
    ],
)
def test_after_a_captured_musketeer_it_is_said_how_many_are_left(others: str, left: str, over: str) -> None:
    steps = changed(position(("b2 i2 p2", ""), (f"g4 {others}", ""), "r3g2"), "b2-e2xg4")
    assert [step["do"] for step in steps][:3] == ["gone", "move", "note"]
    assert spoken(steps)[0].endswith("captures a musketeer.")
    assert spoken(steps)[1] == left
    assert spoken(steps, "nl")[1] == over


def test_a_retreat_goes_by_red_alone() -> None:
    steps = changed(position(("b3 a17", "h4"), AWAY, "r2g1"), "b3-d1")
    assert steps[0]["path"] == ["b3", "c2", "d1"]
    assert spoken(steps) == ["White’s musketeer retreats from b3 to d1 and is safe there."]
    assert spoken(steps, "nl") == ["Wit trekt een musketier terug van b3 naar d1; daar is hij veilig."]


def test_an_arrival_says_who_is_home_and_counts_musketeers() -> None:
    soldier = changed(position(("b2 i2", "h15"), AWAY, "r1g2"), "h15-i15-i17")
    assert spoken(soldier) == ["White’s soldier goes from h15 via i15 to i17 and is home."]
    second = changed(position(("a17 h15 i2", "d3"), AWAY, "r1g2"), "h15-i15-k17")
    assert spoken(second, "nl") == [
        "Wit gaat met een musketier van h15 via i15 naar k17, en die is thuis.",
        "Wit heeft 2 musketiers thuis.",
    ]


def test_a_throw_that_lapses_is_said() -> None:
    steps = changed(POSITIONS["the throw lapses"], "--")
    assert [step["do"] for step in steps] == ["note"]
    assert spoken(steps) == ["White cannot play red 6 and green 3: the throw lapses."]
    assert spoken(steps, "nl") == ["Wit kan rood 6 en groen 3 niet spelen: de worp vervalt."]


def test_a_win_is_said_after_the_move_and_nothing_is_counted_any_more() -> None:
    home = changed(POSITIONS["white's third musketeer is one square from home"], "h16-g16-g17")
    assert [step["do"] for step in home] == ["move", "note"]
    assert spoken(home)[1] == "White wins: all three musketeers stand behind the enemy’s lines."
    lost = changed(POSITIONS["black can capture white's last musketeer"], "g10-h10xh8")
    assert [step["do"] for step in lost] == ["gone", "move", "note"]
    assert spoken(lost, "nl")[1] == "Zwart heeft alle musketiers van de vijand geslagen en wint."


def test_an_end_by_points_says_them() -> None:
    stuck = changed(POSITIONS["black is stuck when white has moved"], "h8-e8-e10")
    assert spoken(stuck)[1:] == [
        "Black wins: no throw gives a move any more, so the points decide.",
        "Points: White 0, Black 10.",
    ]
    idle = changed(position(("b2 i2", "d17 f3"), ("b16", "d1 h9"), "r2g3", idle=199), "b2-d2-d5")
    assert spoken(idle, "nl")[1].startswith("Gelijkspel: 200 beurten lang")
    assert spoken(idle, "nl")[2] == "Punten: Wit 2, Zwart 2."


def test_a_route_is_known_before_the_move_is_made() -> None:
    state = read(position(("b3 a17", "h4"), AWAY, "r2g1"))
    routes = {move.text: route(state, move) for move in state.legal()}
    assert list(routes) == texts(state)
    assert routes["b3-b1"] == ["b3", "b1"]
    assert routes["b3-b1-c2"] == ["b3", "b1", "c2"]
    trade = read(POSITIONS["black may trade twice"])
    assert [route(trade, move) for move in (trade.legal()[0], trade.legal()[-1])] == [["b17"], []]


# In words


def test_the_first_position_in_words() -> None:
    state = Kriskras().start().play("white").play("r3g5")
    assert said(describe(state)) == [
        "White, one fighter: red 3 sideways or back, then green 5 forward; musketeers also diagonally.",
        "White goes up, from row 1 to row 17.",
        "White has 3 musketeers, on b2, i2, p2.",
        "White has 8 soldiers, on b3, d3, f3, h3, j3, l3, n3, p3.",
        "Black goes down, from row 17 to row 1.",
        "Black has 3 musketeers, on b16, i16, p16.",
        "Black has 8 soldiers, on b15, d15, f15, h15, j15, l15, n15, p15.",
    ]


def test_a_late_position_in_words_says_who_is_home_lost_and_would_leave() -> None:
    text = position(("a17 b5", "d10"), ("h9", "b1 c1 d1 e1 o9"), to_move="black", phase="trade", idle=12)
    asked, *sentences = said(describe(read(text)))
    assert asked.startswith("Black, bring back a lost musketeer for two soldiers at home (it costs you 4 points), or")
    assert sentences == [
        "White goes up, from row 1 to row 17.",
        "White has 2 musketeers, on b5, a17.",
        "White has one soldier, on d10.",
        "White has lost one musketeer.",
        "White has one musketeer home, worth 4 points.",
        "Black goes down, from row 17 to row 1.",
        "Black has one musketeer, on h9.",
        "Black has 5 soldiers, on b1, c1, d1, e1, o9.",
        "Black has lost 2 musketeers.",
        "Black has 4 soldiers home, worth 8 points.",
        WHITE_MUST_CAPTURE,
        "Black can no longer capture all three musketeers: one is home.",
        POINTS_DECIDE,
        "A trade costs Black two of their 4 soldiers at home.",
        "12 turns have passed without a capture, a trade or an arrival; after 200 in a row the points decide.",
    ]


def test_a_late_position_in_dutch() -> None:
    text = position(("a17 q17", "c17 h8"), ("i16", ""), "r1g2", idle=1)
    assert said(describe(read(text)), "nl") == [
        "Wit, één strijder: rood 1 opzij of terug, dan groen 2 vooruit; musketiers ook schuin.",
        "Wit gaat omhoog, van rij 1 naar rij 17.",
        "Wit heeft 2 musketiers, op a17, q17.",
        "Wit heeft 2 soldaten, op h8, c17.",
        "Wit is één musketier kwijt.",
        "Wit heeft 2 musketiers en één soldaat thuis, goed voor 10 punten.",
        "Zwart gaat omlaag, van rij 17 naar rij 1.",
        "Zwart heeft één musketier, op i16.",
        "Zwart heeft geen soldaat meer.",
        "Zwart is 2 musketiers kwijt.",
        "Zwart kan nu alleen nog op punten winnen, zodra iemand geen zet meer heeft.",
        (
            "De punten beslissen zodra een speler geen zet meer heeft, "
            "of na 200 beurten achter elkaar zonder slag, ruil of aankomst."
        ),
        "Er is één beurt voorbij zonder slag, ruil of aankomst; na 200 achter elkaar beslissen de punten.",
    ]


def test_a_finished_game_in_words_says_who_won_and_why() -> None:
    state = read(POSITIONS["black can capture white's last musketeer"]).play("g10-h10xh8")
    assert said(describe(state))[:2] == [
        "The game is over.",
        "Black has captured all the enemy’s musketeers and wins.",
    ]
    assert "White has no musketeers left." in said(describe(state))
    assert "Wit heeft geen musketier meer." in said(describe(state), "nl")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_said_shows_a_gap(lang: str) -> None:
    for text in POSITIONS.values():
        state = read(text)
        sentences = said(describe(state), lang)
        for move in state.legal():
            sentences += spoken(changes(state, move, state.play(move)), lang)
        assert not [sentence for sentence in sentences if "{" in sentence or "kriskras" in sentence]
