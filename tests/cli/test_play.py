"""Playing: every game to its end, orders, saving, taking up, undo, seats, languages."""

import itertools
from pathlib import Path

import pytest

import speelkist as library
from speelkist.core import Phrase, Record, read_seed
from speelkist.learn.lesson_file import examples_of
from tests.support.samples import sample

from .runner import SEED, lines, speelkist

GAMES = library.games()


@pytest.mark.parametrize("seats", ["simple", "random"])
@pytest.mark.parametrize("game", GAMES)
def test_programs_play_every_game_to_its_end(game: str, seats: str) -> None:
    players = library.load(game).players
    ran = speelkist("play", game, "--seats", ",".join([seats] * players), "--seed", SEED)
    assert ran.err == ""
    if seats == "random":  # a seed fixes everything
        assert speelkist("play", game, "--seats", ",".join([seats] * players), "--seed", SEED) == ran
    assert "\x1b" not in ran.out
    if library.load(game).info.chance:
        assert ran.out.rstrip().endswith(SEED)


BOTH = ("en", "nl")
PERSONS = sample(list(zip(GAMES, itertools.cycle(BOTH))), slow=list(itertools.product(GAMES, BOTH)))


@pytest.mark.parametrize(("game", "lang"), PERSONS)
def test_a_person_plays_every_game_to_its_end(game: str, lang: str, tmp_path: Path) -> None:
    """By number: the first move of the list, again and again; and what was played is a record that holds."""
    file = tmp_path / "the game.record"
    typed = lines(*["1"] * 1500, f"save {file}", "quit")
    speelkist("play", game, "--seats", "me,random", "--lang", lang, "--seed", SEED, typed=typed)
    record = Record.parse(file.read_text(encoding="utf-8"))
    assert record.last().outcome is not None
    assert record.seats[record.load().side(0)] == "me"
    if record.load().info.chance:
        assert record.tags["Seed"] == SEED
        assert record.verify(read_seed(SEED)).throws > 0
        assert "Klopt" in speelkist("verify", str(file), "--lang", "nl").out
    over = speelkist("play", str(file), "--lang", lang).out
    assert Phrase("cli.left").say(lang) in over


def hotseat(*typed: str, game: str = "kriskras", seed: str = SEED) -> str:
    """Two people at one screen."""
    return speelkist("play", game, "--seats", "me,me", "--seed", seed, typed=lines(*typed)).out


def recorded(out: str) -> list[str]:
    """The move lines of every record that was shown, as one list."""
    return [line for line in out.splitlines() if line[:3].strip().rstrip(".").isdecimal() and ". " in line]


def test_an_undone_move_brings_the_same_throws_again() -> None:
    out = hotseat("1", "1", "record", "undo", "undo", "1", "1", "record", "quit", "")
    shown = out.split("Speelkist record 1")
    assert len(shown) == 3
    assert recorded(shown[1])[:2] == recorded(shown[2])[:2]
    assert "Taken back. The dice will fall the same again." in out


def test_undo_goes_back_to_the_persons_own_decision() -> None:
    out = speelkist("play", "knopf", "--seats", "red=me,blue=random", typed=lines("1", "undo", "record", "quit")).out
    assert recorded(out.split("Speelkist record 1")[1]) == []
    out = speelkist("play", "knopf", "--seats", "random,me", typed=lines("undo", "1", "undo", "record", "quit", "")).out
    assert "There is nothing to take back." in out
    assert len(recorded(out.split("Speelkist record 1")[1])) == 1


def test_a_game_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    uninterrupted = hotseat(*["1"] * 8, "record", "quit", "")
    file = tmp_path / "half.record"
    hotseat(*["1"] * 4, f'save "{file}"', "quit")
    typed = lines(*["1"] * 4, "record", "save", "quit")
    rest = speelkist("play", str(file), typed=typed).out
    assert "resumed from" in rest
    assert recorded(rest) == recorded(uninterrupted)
    assert speelkist("verify", str(file)).out.startswith("Right: all ")


def test_a_game_is_taken_up_with_other_seats(tmp_path: Path) -> None:
    file = tmp_path / "half.record"
    hotseat("1", f"save {file}", "quit", game="knopf")
    out = speelkist("play", str(file), "--seats", "red=random,blue=random").out
    assert "Red moves from " in out
    assert "Blue moves from " in out


def without_seed(file: Path) -> None:
    """Take the seed out of a record."""
    kept = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("Seed:")]
    file.write_text("\n".join(kept) + "\n", encoding="utf-8")


def test_a_record_without_its_seed_goes_on_with_other_dice(tmp_path: Path) -> None:
    file = tmp_path / "half.record"
    hotseat("1", "1", f"save {file}", "quit")
    without_seed(file)
    out = speelkist("play", str(file), typed=lines("1", "record", "save", "quit")).out
    assert "new dice are thrown" in out
    assert "Commitment" not in file.read_text(encoding="utf-8")
    assert "give it with --seed" in speelkist("verify", str(file), code=2).err


def test_the_seed_can_be_given_when_a_game_is_taken_up(tmp_path: Path) -> None:
    file = tmp_path / "half.record"
    hotseat("1", "1", f"save {file}", "quit")
    without_seed(file)
    speelkist("play", str(file), "--seed", SEED, typed=lines("1", "save", "quit"))
    assert "Right" in speelkist("verify", str(file)).out
    without_seed(file)
    assert "not the one that was promised" in speelkist("play", str(file), "--seed", "08" * 32, code=2).err


def test_a_game_that_was_given_up_says_so_and_can_go_on(tmp_path: Path) -> None:
    file = tmp_path / "given up.record"
    text = "Speelkist record 1\nGame: knopf\nVersion: 1\nResult: blue (resigned)\n\n1. b2-a1\n"
    file.write_text(text, encoding="utf-8")
    assert "Blue wins: the other side gave up." in speelkist("play", str(file)).out
    assert "Blauw wint: de ander gaf op." in speelkist("replay", str(file), "--lang", "nl").out


def test_the_hash_is_shown_before_and_the_seed_after() -> None:
    out = speelkist("play", "kriskras", "--seats", "random,random", "--seed", SEED).out
    assert library.commitment(bytes.fromhex(SEED)) in out.splitlines()[1]
    assert SEED in out.splitlines()[-1]
    once, again = (speelkist("play", "kriskras", typed=lines("quit", "")).out for _ in range(2))
    assert once.splitlines()[1] != again.splitlines()[1]
    assert "came from this seed" not in once


# Orders


def test_every_order_answers() -> None:
    typed = (
        "?",
        "moves",
        "hint",
        "why b2-a1",
        "why b2-b9",
        "why",
        "board",
        "record",
        "",
        "b2-b9",
        "zzz",
        "99",
        "b2-a1",
    )
    out = speelkist("play", "knopf", typed=lines(*typed, "quit", "")).out
    assert "save FILE    save the game" in out
    assert "92 moves are possible" in out
    assert " 1 b2-a1 " in out
    assert "\nTry " in out.replace("> hint", "> hint\n").replace("\n\n", "\n") or "Try " in out
    assert "b2-a1 is legal here." in out
    assert out.count("(rule: Moving)") == 2  # once for why, once for the try itself
    assert out.count("(rule: Writing moves)") == 1
    assert "Type the move after it" in out
    assert "Speelkist record 1" in out
    assert "Type a move, or ? for help." in out
    assert "The list goes from 1 to 92." in out
    assert " from b2 to a1.  [b2-a1]" in out


def test_orders_in_dutch() -> None:
    typed = ("?", "zetten", "hint", "waarom b2-b9", "bord", "partij", "regels", "terug", "b2-a1", "terug", "stop")
    out = speelkist("play", "knopf", "--lang", "nl", typed=lines(*typed)).out
    assert "bewaar BESTAND" in out
    assert "92 zetten mogelijk" in out
    assert "Probeer " in out
    assert "(regel: " in out
    assert "Er is niets terug te nemen." in out
    assert "Teruggenomen." in out
    assert "Tot de volgende keer." in out


def test_rules_within_play() -> None:
    out = speelkist("play", "knopf", typed=lines("rules", "quit")).out
    assert "{#" not in out
    assert "═══" in out


def test_moves_are_taken_in_notation_and_by_number() -> None:
    by_number = hotseat("1", "record", "quit", "", game="knopf")
    by_name = hotseat("b2-a1", "record", "quit", "", game="knopf")
    assert recorded(by_number) == recorded(by_name) == ["1. b2-a1"]


# Saving


def test_saving_never_overwrites_another_file_unasked(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear aunt,\n", encoding="utf-8")
    out = hotseat("1", f"save {file}", "n", "quit", "", game="knopf")
    assert "already exists" in out
    assert "Not saved." in out
    assert file.read_text(encoding="utf-8") == "Dear aunt,\n"
    hotseat("1", f"save {file}", "y", "1", f"save {file}", "quit", game="knopf")  # its own file: not asked again
    assert len(Record.parse(file.read_text(encoding="utf-8")).moves) == 2
    hotseat("1", f"save! {file}", "quit", game="knopf")
    assert len(Record.parse(file.read_text(encoding="utf-8")).moves) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_places_that_cannot_be_written_are_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    out = hotseat(
        "save",
        f"save! {tmp_path}",
        f"save {tmp_path / 'no' / 'x.record'}",
        f"save {tmp_path / 'file' / 'x.record'}",
        f"save {tmp_path / ('x' * 300)}",
        "save a\0b",
        "1",
        "quit",
        "",
        game="knopf",
    )
    assert "Type a name for the file: save knopf.record" in out
    assert "is a folder, not a file" in out
    assert "There is no folder to put" in out
    assert out.count("cannot be written") == 3
    assert " from b2 to a1.  [b2-a1]" in out
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_leaving_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "kept.record"
    out = hotseat("1", "quit", str(tmp_path), "n", str(file), game="knopf")
    assert "Save first?" in out
    assert "is a folder" in out or "already exists" in out
    assert Record.parse(file.read_text(encoding="utf-8")).moves == ("b2-a1",)
    assert "Save first?" not in hotseat("quit", game="knopf")
    hotseat("1", "quit", f"save! {file}", game="knopf")
    assert "(This game was not saved.)" in hotseat("1", game="knopf")  # the input just ends


def test_at_the_door_an_answer_is_no_file_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = hotseat("1", "quit", "y", "hint", "why b3-a2", "b3-a2", "--", "save", "n", game="knopf")
    assert out.count("That is not a name for a file; type, for example: knopf.record") == 6
    assert "not saved" in out
    assert list(tmp_path.iterdir()) == []


# Seats, options, positions


def test_seats_may_be_named_in_any_way() -> None:
    for seats in (
        ["--seats", "black=me,white=Anna"],
        ["--seat", "white=Anna", "--seat", "black=me"],
        ["--seats", "Anna,me"],
    ):
        out = speelkist("play", "kriskras", *seats, "--seed", SEED, typed=lines("record", "quit")).out
        assert "Seat white: Anna" in out
        assert "Seat black: me" in out
    usual = speelkist("play", "kriskras", typed=lines("record", "quit")).out
    assert "Seat white: me\nSeat black: simple" in usual
    left = speelkist("play", "kriskras", "--seat", "white=random", "--seed", SEED, typed=lines("record", "quit")).out
    assert "Seat white: random\nSeat black: me" in left


def test_options_reach_the_game() -> None:
    out = speelkist("play", "knopf", "--option", "target=3", "--option", "groups=forbidden", typed=lines("record")).out
    assert "Option target: 3" in out
    assert 'Option groups: "forbidden"' in out


@pytest.mark.parametrize("game", [game for game in library.games() if examples_of(game)])
def test_an_example_of_the_rules_is_played_on_from(game: str) -> None:
    listed = speelkist("play", game, "--example", "list", "--lang", "nl").out.splitlines()
    examples = list(examples_of(game).values())
    assert [row.split(maxsplit=1) for row in listed] == [[example.id, example.title["nl"]] for example in examples]
    chosen = examples[-1]
    out = speelkist("play", game, "--example", chosen.id, typed=lines("quit")).out
    assert chosen.state.draw(False, "en").splitlines()[0] in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("krabcek", "--example", "figure99"), "There is no example “figure99”; the examples are: figure"),
        (("krabcek", "--example", "figure4", "--position", "{}"), "Begin either at an example or at a position."),
        (("krabcek", "--example", "figure4", "--option", "tiles=tight"), "brings its own options along"),
        (("chess", "--example", "list"), "“chess” is neither a file nor a game"),
    ],
)
def test_an_example_that_cannot_be_opened_is_refused_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in speelkist("play", *arguments, code=2).err


def test_a_position_is_given_as_text_or_file(tmp_path: Path) -> None:
    position = library.load("knopf", target=2).start().play("b2-a1").to_json()
    file = tmp_path / "position.json"
    file.write_text("\ufeff" + position, encoding="utf-8")
    for given in (position, str(file)):
        out = speelkist("play", "knopf", "--position", given, "--seats", "me,me", typed=lines("record", "quit")).out
        assert "Option target: 2" in out
        assert "Start: {" in out
        assert "Blue> " in out


# Languages and encodings


@pytest.mark.parametrize(
    ("env", "word"),
    [
        ({"LANG": "nl_NL.UTF-8"}, "Tot de volgende keer"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "nl_BE"}, "Tot de volgende keer"),
        ({"LANG": "nl_NL", "LC_MESSAGES": "en_GB"}, "Until next time"),
        ({"LANG": "fr_FR"}, "Until next time"),
        ({"LANG": ""}, "Until next time"),
    ],
)
def test_the_language_comes_from_the_environment(env: dict[str, str], word: str) -> None:
    assert word in speelkist("play", "knopf", env=env).out


def test_a_language_that_is_asked_for_wins() -> None:
    assert "Tot de" in speelkist("--lang", "nl", "play", "knopf", env={"LANG": "en_GB"}).out
    assert "Until" in speelkist("play", "knopf", "--lang", "en", env={"LANG": "nl_NL"}).out


ENCODINGS = ("ascii", "cp1252", "cp437", "latin-1")
CONSOLES = sample(list(zip(ENCODINGS, GAMES, strict=True)), slow=list(itertools.product(ENCODINGS, GAMES)))


@pytest.mark.parametrize(("encoding", "game"), CONSOLES)
def test_a_poor_console_still_plays(encoding: str, game: str) -> None:
    env = {"PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    speelkist("play", game, "--lang", "nl", typed=lines("?", "1", "b2\udcff-é", "quit", ""), env=env)
    speelkist("rules", game, env=env)
