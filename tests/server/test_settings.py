"""Settings: from where they come, what they refuse, and how they are shown."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from speelkist.cli import main
from speelkist.core import BadOption, Phrase
from speelkist.server.settings import Settings, read_settings, takes, unknown_variables
from speelkist.server.storage.urls import read_database

NAMES = [setting.name for setting in fields(Settings)]
DEFAULT = Path("/nowhere/tables.db")


def read(
    given: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None, file: Path | None = None
) -> tuple[Settings, dict[str, str]]:
    return read_settings(given or {}, environment or {}, file)


def test_without_arguments_all_settings_have_their_defaults() -> None:
    settings, origin = read()
    assert settings == Settings()
    assert settings.host == "127.0.0.1" and not settings.lan and not settings.trust_proxy and not settings.scripted
    assert origin == dict.fromkeys(NAMES, "default")


def test_the_command_line_goes_before_the_environment_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "speelkist.toml"
    file.write_text('port = 1001\nrate = 1\nlan = true\nlog = "json"\n', encoding="utf-8")
    settings, origin = read({"port": "3003", "db": None}, {"SPEELKIST_PORT": "2002", "SPEELKIST_RATE": "2"}, file)
    assert (settings.port, settings.rate, settings.lan, settings.log) == (3003, 2, True, "json")
    assert (origin["port"], origin["rate"], origin["lan"]) == ("command line", "environment", "file")
    assert origin["db"] == "default"


def test_the_file_can_be_named_in_the_environment(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("port = 1", encoding="utf-8")
    (tmp_path / "b.toml").write_bytes(b"\xef\xbb\xbfport = 2")  # as some editors write it
    assert read({}, {"SPEELKIST_CONFIG": str(tmp_path / "a.toml")})[0].port == 1
    assert read({}, {"SPEELKIST_CONFIG": str(tmp_path / "a.toml")}, tmp_path / "b.toml")[0].port == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = [", "cannot be read: "),
        ("prot = 80", "There is no setting “prot”; the settings are: host, port, "),
        ("[server]\nport = 80", "There is no setting “server”"),
        ("port = true", "The setting port cannot be “True”; it takes a whole number from 0 to 65535."),
        ("port = 80.5", "The setting port cannot be “80.5”"),
        ("port = 99999", "The setting port cannot be “99999”"),
        ("lan = 3", "The setting lan cannot be “3”; it takes true or false."),
        ("host = 3", "The setting host cannot be “3”"),
    ],
)
def test_a_file_that_is_wrong_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "speelkist.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadOption) as refused:
        read({}, {}, file)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"There is no file .*nothing\.toml with settings"):
        read({}, {}, tmp_path / "nothing.toml")
    with pytest.raises(BadOption, match="cannot be read"):
        read({}, {}, tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadOption, match="cannot be read"):
        read({}, {}, tmp_path / "binary.toml")


WRONG: list[tuple[str, Any]] = [
    *(
        (name, value)
        for name in NAMES
        if isinstance(getattr(Settings, name), int)
        for value in (-2, "-2", "x", "", 2**40)
    ),
    *((name, []) for name in NAMES),
    ("port", "65536"),
    ("port", "٣"),
    ("port", "08"),
    ("port", " 8"),
    ("port", "0x8"),
    ("host", "a\n"),
    ("hosts", "a\n,b c"),
    ("workers", 0),
    ("workers", 1000),
    ("burst", 0),
    ("idle_seconds", 0),
    ("keep_days", 36_501),
    ("log", "xml"),
    ("log", "JSON"),
    ("log", ""),
    ("host", ""),
    ("host", "http://here"),
    ("host", "a b"),
    ("hosts", "https://kist.example"),
    ("hosts", "kist.example:443"),
    ("hosts", "*"),
    ("db", "a\0b"),
    ("db", "mysql://u:geheim@h/x"),
    ("db", "sqlite://"),
    ("db", "sqlite:///:memory:"),
    ("db", "sqlite:///file:x?mode=memory&uri=true"),
    ("db", "://"),
]


@pytest.mark.parametrize(("name", "value"), WRONG, ids=[f"{name}={value!r}" for name, value in WRONG])
def test_a_bad_value_is_refused(name: str, value: Any) -> None:
    with pytest.raises(BadOption) as refused:
        read({name: value})
    for lang in ("en", "nl"):
        said = refused.value.say(lang)
        assert "geheim" not in said and "\n" not in said
    assert name in str(refused.value) or "database" in str(refused.value)


@pytest.mark.parametrize("word", ["true", "TRUE", "yes", "on", "1"])
def test_switches_understand_plain_words(word: str) -> None:
    assert read({}, {"SPEELKIST_LAN": word})[0].lan is True
    assert (
        read({}, {"SPEELKIST_LAN": {"true": "false", "yes": "no", "on": "off", "1": "0"}.get(word, "False")})[0]
        == Settings()
    )


def test_every_number_takes_both_its_ends() -> None:
    for name in NAMES:
        default = getattr(Settings, name)
        if isinstance(default, int) and not isinstance(default, bool):
            ends = takes(name).values
            low, high = int(str(ends["low"])), int(str(ends["high"]))
            assert low <= default <= high
            assert getattr(read({name: str(low)})[0], name) == low
            assert getattr(read({name: high})[0], name) == high
            for beyond in (low - 1, high + 1):
                with pytest.raises(BadOption, match=f"from {low} to {high}"):
                    read({name: beyond})


def test_variables_that_are_no_settings_are_noticed() -> None:
    variables = {"SPEELKIST_PROT": "1", "SPEELKIST_PORT": "1", "SPEELKIST_CONFIG": "x", "HOME": "/", "SPEELKIST_": "y"}
    assert unknown_variables(variables) == ["SPEELKIST_", "SPEELKIST_PROT"]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("/srv/kist.db", "sqlite+aiosqlite:////srv/kist.db"),
        ("sqlite:////srv/kist.db", "sqlite+aiosqlite:////srv/kist.db"),
        ("sqlite+aiosqlite:////srv/kist.db", "sqlite+aiosqlite:////srv/kist.db"),
        ("postgres://a:b@h/x", "postgresql+asyncpg://a:b@h/x"),
        ("postgresql://a:b@h:5/x?sslmode=require", "postgresql+asyncpg://a:b@h:5/x?ssl=require"),
        ("postgresql+psycopg://a@h/x", "postgresql+asyncpg://a@h/x"),
    ],
)
def test_a_database_can_be_written_as_people_write_it(text: str, url: str) -> None:
    assert Settings(db=text).url == url


@pytest.mark.parametrize("name", ["with space.db", "what?.db", "100%.db", "a#b.db", "ö.db", "a&b=c.db"])
def test_any_file_name_can_be_a_database(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_database(name, DEFAULT).shown == str(tmp_path / name)
    assert read_database(Settings(db=name).url, DEFAULT) == read_database(str(tmp_path / name), DEFAULT)


def test_a_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert read_database("~/kist.db", DEFAULT).shown == str(tmp_path / "kist.db")


def test_a_password_is_never_shown() -> None:
    for text in ("postgresql://a:geheim@h/x", "postgresql://a@h/x?password=geheim", "postgresql://a:gehe%40im@h/x"):
        shown = Settings(db=text).shown_database
        assert "gehe" not in shown and "***" in shown


# --- speelkist config -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_config_shows_every_setting_with_its_meaning_and_origin(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "kist.toml").write_text('rate = 7\nhosts = "kist.example"\n', encoding="utf-8")
    monkeypatch.setenv("SPEELKIST_BURST", "9")
    monkeypatch.setenv("SPEELKIST_BRUST", "9")
    monkeypatch.setenv("COLUMNS", "300")
    arguments = ["--lang", lang, "config", "--config", str(tmp_path / "kist.toml"), "--no-lan", "--port", "0"]
    assert main([*arguments, "--db", "postgresql://a:geheim@h/x"]) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    for name in NAMES:
        (at,) = (number for number, line in enumerate(lines) if line.startswith(f"{name} = "))
        assert lines[at - 1] == "# " + Phrase(f"cli.setting.{name}").say(lang)
    origins = {"rate": "file", "hosts": "file", "burst": "environment"}
    origins |= {"lan": "command_line", "port": "command_line", "db": "command_line"}
    for name in NAMES:
        origin = Phrase(f"cli.config.from.{origins.get(name, 'default')}").say(lang)
        assert any(line.startswith(f"{name} = ") and f"  # {origin}" in line for line in lines), name
    assert "geheim" not in shown.out + shown.err
    assert "SPEELKIST_BRUST" in shown.err and "SPEELKIST_BURST" not in shown.err
    # what it shows is a file of settings itself
    written = tmp_path / "again.toml"
    written.write_text(shown.out, encoding="utf-8")
    assert tomllib.loads(shown.out)["port"] == 0
    settings, origin_again = read({}, {}, written)
    assert (settings.rate, settings.burst, settings.hosts, settings.lan) == (7, 9, "kist.example", False)
    assert set(origin_again.values()) == {"file"}


def test_every_setting_is_an_option_of_serve(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--help"])
    assert ended.value.code == 0
    shown = " ".join(capsys.readouterr().out.split())
    for name in NAMES:
        assert f"--{name.replace('_', '-')}" in shown
        assert Phrase(f"cli.setting.{name}").say()[:30] in shown


def test_what_a_setting_takes_is_told_in_both_languages() -> None:
    for name in NAMES:
        assert takes(name).say("en") != takes(name).say("nl")


@pytest.mark.parametrize(
    "arguments",
    [
        ["serve", "--port", "-1"],
        ["serve", "--log", "loud"],
        ["serve", "--db", "mysql://u:geheim@h/x"],
        ["serve", "--config", "no such file"],
        ["config", "--workers", "0"],
        ["serve", "extra"],
        ["purge"],
        ["backup"],
    ],
    ids=" ".join,
)
def test_problems_are_one_sentence_on_stderr(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.count("\n") == 1 and "geheim" not in shown.err
