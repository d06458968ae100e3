"""The other commands: replay, verify, perft, rules, games, version, and the menu."""

from dataclasses import replace
from pathlib import Path

import pytest

import speelkist as library
from speelkist.core import Match, Record, SeededDice, SeededRandom, commitment, playthrough
from tests.table.tables import honest_record

from .runner import SEED, lines, speelkist

GAMES = library.games()


def played(game: str, plies: int = 10**6, promised: bool = True) -> Record:
    """A random game with the dice of the seed."""
    seed = bytes.fromhex(SEED)
    rng, dice = SeededRandom("test", 3), SeededDice(seed)
    match = Match(library.load(game), tags={"Commitment": commitment(seed)} if promised else {})
    while match.state.outcome is None and len(match.moves) < plies:
        if match.state.player < 0:
            match.throw(dice)
        else:
            match.play(rng.choice(match.state.legal()))
    return match.record()


def written(tmp_path: Path, text: object) -> str:
    """A file with that text."""
    file = tmp_path / "a game.record"
    file.write_text(str(text), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("game", GAMES)
def test_replay_shows_every_state(game: str, tmp_path: Path) -> None:
    record = played(game, plies=7)
    file = written(tmp_path, record)
    out = speelkist("replay", file).out
    for number, move in enumerate(record.moves, 1):
        assert any(line.startswith(f"{number}. ") and line.endswith(f"  [{move}]") for line in out.splitlines())
    for state in record.replay():
        assert state.draw() in out
    assert "The game is not over; next: " in out
    assert speelkist("replay", file, "--values").out.splitlines() == list(playthrough(record))


def test_replay_to_the_end_says_how_it_came_out(tmp_path: Path) -> None:
    assert "wins" in speelkist("replay", written(tmp_path, played("knopf"))).out.splitlines()[-2]


def test_replay_waits_between_the_moves(tmp_path: Path) -> None:
    file = written(tmp_path, played("knopf", plies=3))
    assert speelkist("replay", file, "--step", typed="\n\n\n").out.count("(Enter)") == 3
    assert speelkist("replay", file, "--step", typed="\n").out.count("(Enter)") == 2  # then the person has left


def test_verify_says_what_is_right(tmp_path: Path) -> None:
    promised = speelkist("verify", written(tmp_path, played("kriskras")), "--seed", SEED).out
    assert promised.startswith("Right: all ")
    assert "shown before the game" in promised
    bare = speelkist("verify", written(tmp_path, played("kriskras", promised=False)), "--seed", SEED).out
    assert "nobody promised" in bare
    assert (
        "Klopt: de enige worp"
        in speelkist("verify", written(tmp_path, played("kriskras", plies=1)), "--seed", SEED, "--lang", "nl").out
    )


def test_verify_says_what_it_could_not_check(tmp_path: Path) -> None:
    alone = speelkist("verify", written(tmp_path, played("kriskras")), "--seed", SEED).out
    assert "No player added a nonce" in alone
    assert "Not checked, for a record cannot show it" in alone
    record = honest_record()
    assert "(white) are those that were committed to" in speelkist("verify", written(tmp_path, record)).out
    bare = replace(record, nonce_commitments={}, tags={**record.tags, "Restarts": "2"})
    out = speelkist("verify", written(tmp_path, bare)).out
    assert "no commitment to the nonces of white" in out
    assert "discarded 2 times" in out
    other = replace(record, nonce_commitments={"white": "00" * 32})
    wrong = speelkist("verify", written(tmp_path, other), code=1).out
    assert "not the one they committed to" in wrong


def test_verify_says_what_is_wrong(tmp_path: Path) -> None:
    other = speelkist("verify", written(tmp_path, played("kriskras")), "--seed", "08" * 32, code=1).out
    assert "not the one that was promised" in other
    assert "NOT" in other
    bare = speelkist("verify", written(tmp_path, played("kriskras", promised=False)), "--seed", "09" * 32, code=1).out
    assert "Throw " in bare
    assert "should be" in bare


def test_a_changed_throw_is_found(tmp_path: Path) -> None:
    text = str(played("kriskras", plies=2))
    throw = text.rsplit(" | ", 1)[1].strip()
    changed = text.replace(throw, "r1g1" if throw != "r1g1" else "r2g2")
    assert f"should be {throw}" in speelkist("verify", written(tmp_path, changed), "--seed", SEED, code=1).out


@pytest.mark.parametrize(("depth", "count"), [("0", "0: 1\n"), ("1", "1: 92\n"), ("2", "1: 92\n2: 8464\n")])
def test_perft_counts(depth: str, count: str) -> None:
    if depth == "2":
        start = library.load("knopf").start()
        count = f"1: 92\n2: {library.perft(start, 2)}\n"
    assert speelkist("perft", "knopf", "--depth", depth).out == count


def test_perft_divides_and_takes_positions_and_options() -> None:
    divided = speelkist("perft", "knopf", "--depth", "2", "--divide").out.splitlines()
    assert len(divided) == 93
    assert sum(int(line.rsplit(" ", 1)[1]) for line in divided[:-1]) == int(divided[-1].removeprefix("2: "))
    start = library.load("kriskras").start().play("white").play("r1g1")
    out = speelkist("perft", "kriskras", "--depth", "1", "--position", start.to_json()).out
    assert out == f"1: {len(start.legal())}\n"
    assert speelkist("perft", "knopf", "--depth", "1", "--option", "groups=forbidden").out == "1: 72\n"


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize("game", GAMES)
def test_rules_are_shown_wrapped_and_without_marks(game: str, lang: str) -> None:
    out = speelkist("rules", game, "--lang", lang, env={"COLUMNS": "60"}).out
    assert "{#" not in out
    assert "**" not in out
    assert "\x1b" not in out
    table = [line for line in out.splitlines() if "│" in line or "┼" in line]
    assert table
    assert max(len(line) for line in out.splitlines() if line not in table and not line.startswith("    ")) <= 60
    assert library.load(game).info.designer.split()[-1] in out


def test_games_are_listed_with_their_options() -> None:
    for lang in ("en", "nl"):
        out = speelkist("games", "--lang", lang).out
        for game in GAMES:
            info = library.load(game).info
            assert f"{info.name[lang]}  ({game})" in out
            assert info.designer in out
            for option in info.options:
                assert f"    {option.name}=" in out


def test_version_and_help() -> None:
    assert speelkist("--version").out == f"speelkist {library.__version__}\n"
    assert "COMMAND" in speelkist("--help").out
    for name in ("play", "replay", "verify", "perft", "rules", "games"):
        assert f"speelkist {name}" in speelkist(name, "--help").out


# The menu


def test_the_menu_leads_to_a_game() -> None:
    number = str(GAMES.index("knopf") + 1)
    typed = lines(number, "target=99", "size=3", "target=4", "", "", "", "record", "b2-a1", "quit", "", "q")
    out = speelkist("menu", typed=typed).out
    assert "Which game? " in out
    assert "it takes: 1..14" in out
    assert "has no option 'size'" in out
    assert "Option target: 4" in out
    assert "Seat red: me\nSeat blue: simple" in out
    assert "You move from b2 to a1.  [b2-a1]" in out
    assert out.count("Which game? ") == 2
    assert out.rstrip().endswith("Until next time.")


def test_the_menu_in_dutch_with_rules_and_names(tmp_path: Path) -> None:
    file = tmp_path / "bewaard.record"
    typed = lines(
        "nl",
        "regels knopf",
        "blub",
        "knopf",
        "",
        "Anna",
        "x" * 99,
        "r",
        f"bewaar {file}",
        "stop",
        f"open {file}",
        "stop",
    )
    out = speelkist("menu", typed=typed).out
    assert "Welk spel? " in out
    assert "Dat staat niet op de lijst" in out
    assert "Kopf oder Knopf\n═══" in out
    assert "Rood (Anna)> " in out
    assert "hoogstens 40 tekens" in out
    assert "verder uit" in out


def test_the_menu_answers_wrong_files_and_leaves_at_the_end_of_input(tmp_path: Path) -> None:
    out = speelkist("menu", typed=lines("open nowhere", f"open {tmp_path}", "999", "0", "", "rules 999")).out
    assert "There is no file “nowhere”." in out
    assert "is a folder" in out
    assert out.count("not on the menu") == 4
    assert out.rstrip().endswith("Until next time.")
