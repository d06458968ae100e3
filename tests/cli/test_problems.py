"""Every wrong input: one sentence on stderr, exit code 2, never a traceback."""

import errno
import os
import subprocess
from pathlib import Path

import pytest

from speelkist.cli import files, main
from speelkist.cli.errors import Problem
from speelkist.core import Record
from tests.support.samples import sample

from .runner import SEED, command, environ, lines, speelkist

GOOD = "Speelkist record 1\nGame: knopf\nVersion: 1\n\n1. b2-a1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files of every kind of wrongness."""
    (tmp_path / "good.record").write_text(GOOD, encoding="utf-8")
    (tmp_path / "binary.record").write_bytes(b"Speelkist record 1\n\xff\xfe\x00")
    (tmp_path / "empty.record").write_text("")
    (tmp_path / "damaged.record").write_text(GOOD.replace("b2-a1", "b2-b9"), encoding="utf-8")
    (tmp_path / "future.record").write_text(GOOD.replace("Version: 1", "Version: 999"), encoding="utf-8")
    (tmp_path / "unknown.record").write_text(GOOD.replace("knopf", "chess"), encoding="utf-8")
    (tmp_path / "long.record").write_bytes(b"x" * 4_000_001)
    (tmp_path / "folder").mkdir()
    (tmp_path / "position.json").write_text("[1, 2]", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fly"], "invalid choice"),
        (["--lang", "fr"], "invalid choice"),
        (["play"], "required"),
        (["play", "knopf", "--colour", "red"], "unrecognized"),
        (["play", "chess"], "neither a file nor a game; the games are: cubus, knopf, krabcek, kriskras"),
        (["play", ""], "is a folder"),
        (["play", "{folder}/none.record"], "neither a file nor a game"),
        (["play", "{folder}/folder"], "is a folder, not a file"),
        (["play", "{folder}/binary.record"], "not a text in UTF-8"),
        (["play", "{folder}/empty.record"], "begins with the line “Speelkist record 1”"),
        (["play", "{folder}/damaged.record"], "Line 5: The move “b2-b9” cannot be played"),
        (["play", "{folder}/future.record"], "Line 3: This record is of version 999"),
        (["play", "{folder}/unknown.record"], "Line 2: There is no game “chess”"),
        (["play", "{folder}/long.record"], "too long"),
        (["play", "{folder}/good.record/x"], "neither"),
        (["play", "{folder}/good.record", "--option", "target=3"], "brings its own options"),
        (["play", "{folder}/good.record", "--position", "{{}}"], "brings its own options"),
        (["play", "{folder}/good.record", "--seats", "green=me"], "There is no seat for “green=me”"),
        (["play", "knopf", "--seats", "green=me"], "the seats are: red, blue"),
        (["play", "knopf", "--seats", "me,me,me"], "There is no seat for “me”"),
        (["play", "knopf", "--seats", "red="], "at most 40 characters"),
        (["play", "knopf", "--seats", "red=" + "x" * 41], "at most 40 characters"),
        (["play", "knopf", "--option", "target"], "name=value"),
        (["play", "knopf", "--option", "target=99"], "it takes: 1..14"),
        (["play", "knopf", "--option", "target=x"], "it takes: 1..14"),
        (["play", "knopf", "--option", "self=1"], "has no option 'self'"),
        (["play", "knopf", "--option", "=1"], "has no option ''"),
        (["play", "knopf", "--seed", "12"], "64 hexadecimal digits"),
        (["play", "knopf", "--position", "{{"], "not JSON"),
        (["play", "knopf", "--position", '{{"game": "chess"}}'], "not of knopf"),
        (["play", "knopf", "--position", "{folder}/none.json"], "There is no file"),
        (["play", "knopf", "--position", "{folder}/position.json"], "JSON object"),
        (["play", "knopf", "--position", "{folder}/folder"], "is a folder"),
        (["play", "knopf", "--position", "{{}}", "--option", "target=3"], "leave --option out"),
        (["replay"], "required"),
        (["replay", "{folder}/none.record"], "There is no file"),
        (["replay", "{folder}/folder"], "is a folder"),
        (["replay", "{folder}/damaged.record"], "Line 5"),
        (["replay", "{folder}/damaged.record", "--values"], "Line 5"),
        (["replay", "knopf"], "There is no file “knopf”"),
        (["verify", "{folder}/none.record"], "There is no file"),
        (["verify", "{folder}/good.record"], "give it with --seed"),
        (["verify", "{folder}/good.record", "--seed", "xyz"], "64 hexadecimal digits"),
        (["verify", "{folder}/damaged.record", "--seed", SEED], "Line 5"),
        (["verify", "{folder}/binary.record", "--seed", SEED], "UTF-8"),
        (["perft", "knopf"], "required"),
        (["perft", "chess", "--depth", "1"], "There is no game “chess”"),
        (["perft", "knopf", "--depth", "x"], "invalid int"),
        (["perft", "knopf", "--depth", "-1"], "from 0 to 100"),
        (["perft", "knopf", "--depth", "101"], "from 0 to 100"),
        (["perft", "knopf", "--depth", "1", "--option", "target=0"], "it takes: 1..14"),
        (["perft", "knopf", "--depth", "1", "--position", "nothing"], "There is no file"),
        (["perft", "knopf", "--depth", "1", "--position", "{{}}"], "lacks the field “game”"),
        (["rules"], "required"),
        (["rules", "chess"], "There is no game “chess”"),
        (["games", "knopf"], "unrecognized"),
    ],
)
def test_a_wrong_command_is_answered_with_one_sentence(arguments: list[str], said: str, folder: Path) -> None:
    ran = speelkist(*[argument.format(folder=folder) for argument in arguments], code=2)
    assert ran.out == ""
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_problems_are_told_in_dutch(folder: Path) -> None:
    assert "is een map" in speelkist("replay", str(folder / "folder"), "--lang", "nl", code=2).err
    assert (
        "Regel 5: De zet “b2-b9” kan niet"
        in speelkist("--lang", "nl", "replay", str(folder / "damaged.record"), code=2).err
    )


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "cli.file.permission"),
        (OSError(errno.EIO, "Input/output error"), "cli.file.unreadable"),
    ],
)
def test_files_that_may_not_be_read(error: OSError, key: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    assert str(Problem("cli.file.missing", name="x"))  # the phrases are files too: read them before
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(Problem) as caught:
        files.read_text(str(folder / "good.record"))
    assert caught.value.phrase.key == key


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "cli.file.readonly"),
        (OSError(errno.ENOSPC, "No space left on device"), "cli.file.unwritable"),
        (KeyboardInterrupt(), ""),
    ],
)
def test_an_interrupted_save_leaves_the_old_file(
    error: BaseException, key: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise error

    before = sorted(path.name for path in folder.iterdir())
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises((Problem, KeyboardInterrupt)) as caught:
        files.write_record(folder / "good.record", Record.parse(GOOD.replace("b2-a1", "")))
    if isinstance(caught.value, Problem):
        assert caught.value.phrase.key == key
    assert (folder / "good.record").read_text(encoding="utf-8") == GOOD
    assert sorted(path.name for path in folder.iterdir()) == before


def test_a_saved_link_stays_a_link(folder: Path) -> None:
    link = folder / "link.record"
    try:
        link.symlink_to(folder / "good.record")
    except OSError:
        return  # Windows without the right to make links
    files.write_record(link, Record.parse(GOOD.replace("b2-a1", "b2-b1")))
    assert link.is_symlink()
    assert "b2-b1" in (folder / "good.record").read_text(encoding="utf-8")


def test_a_name_with_a_zero_byte() -> None:
    with pytest.raises(Problem):
        files.read_text("a\0b")


def test_a_reader_that_has_seen_enough() -> None:
    with subprocess.Popen(
        command("rules", "knopf"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ()
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_behind_the_output() -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            command("rules", "knopf"), stdout=full, stderr=subprocess.PIPE, env=environ(), check=False
        )
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1
    assert "Traceback" not in done.stderr.decode()


def test_input_that_is_no_text() -> None:
    done = subprocess.run(
        command("play", "knopf"), input=b"\xff\xfe\x00\nb2-a1\n", capture_output=True, env=environ(), check=False
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"b2-a1" in done.stdout


def test_main_is_a_function_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "knopf", "--depth", "1"]) == 0
    assert capsys.readouterr().out == "1: 92\n"
    assert main(["rules", "chess"]) == 2
    assert "chess" in capsys.readouterr().err


def test_no_input_at_all() -> None:
    for arguments in (("menu",), ("play", "knopf"), ("play", "cubus")):
        ran = speelkist(*arguments, typed="")
        assert "Until next time." in ran.out


def test_nothing_from_a_record_can_paint(folder: Path) -> None:
    file = folder / "painted.record"
    file.write_text(GOOD.replace("\n\n", "\nSeat red: \x1b[31mred\x1b[0m\nNote: \x1b[2J\n\n"), encoding="utf-8")
    shown = speelkist("play", str(file), typed=lines("record", "\x1b[2J", "why \x1b[2J", "quit"))
    replayed = speelkist("replay", str(file), "--values")
    file.write_text(GOOD.replace("b2-a1", "\x1b[2J"), encoding="utf-8")
    refused = speelkist("replay", str(file), code=2)
    echoed = shown.out.replace("> \x1b[2J", "").replace("> why \x1b[2J", "")  # what was typed comes back as typed
    assert "\x1b" not in echoed + replayed.out + refused.err


@pytest.mark.skipif(os.name != "posix", reason="a shell that can close streams")
@pytest.mark.parametrize(
    ("closed", "commands"),
    [
        ("<&-", ("play knopf",)),
        (">&-", ("rules knopf", "--version")),
        ("2>&-", ("replay nothing",)),
        ("<&- >&- 2>&-", ("play knopf", "replay nothing")),
    ],
)
def test_streams_that_were_closed(closed: str, commands: tuple[str, ...]) -> None:
    """By default those commands that use the stream."""
    for arguments in sample(commands, slow=("play knopf", "rules knopf", "replay nothing", "--version")):
        line = f'exec "$@" {closed}'
        done = subprocess.run(
            ["sh", "-c", line, "sh", *command(*arguments.split())],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environ(),
            check=False,
        )
        assert done.returncode == (2 if "nothing" in arguments else 0)
        assert b"Traceback" not in done.stderr


def test_long_and_odd_lines() -> None:
    typed = lines("x" * 100_000, "1" * 10_000, "١", "\x1b[31m", "why " + "y" * 5000, "save", "hint hint", "{n}", "%s")
    speelkist("play", "knopf", typed=typed)
