"""Which database the commands of a host mean when none is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from speelkist.cli import main
from speelkist.server import settings as settings_module
from speelkist.server.settings import Settings
from speelkist.server.storage import discovery
from speelkist.server.storage.database import held, prepare


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("own", "service"):
        (tmp_path / name).mkdir()
    monkeypatch.delenv("SPEELKIST_DB", raising=False)
    monkeypatch.delenv("SPEELKIST_CONFIG", raising=False)
    monkeypatch.setattr(discovery, "SERVICE_FILE", tmp_path / "service" / "tables.db")
    monkeypatch.setattr(discovery, "SERVICE_CONFIG", tmp_path / "speelkist.toml")
    monkeypatch.setattr(discovery, "SERVICE_ENVIRONMENT", tmp_path / "speelkist.env")
    for module in (discovery, settings_module):
        monkeypatch.setattr(module, "default_folder", lambda: tmp_path / "own")


def looked_at(capsys: pytest.CaptureFixture[str]) -> str:
    """The database that `purge` names."""
    main(["purge", "--older-than", "90d", "--dry-run"])
    first, *_ = capsys.readouterr().err.splitlines()
    return first.removeprefix("Database: ")


def test_the_database_of_the_service_comes_before_one_s_own_and_one_in_use_before_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, service = (Settings(db=str(tmp_path / name / "tables.db")) for name in ("own", "service"))
    assert looked_at(capsys) == own.db, "where there is none yet, it is told where it would be"
    prepare(own)
    assert looked_at(capsys) == own.db
    prepare(service)
    assert looked_at(capsys) == service.db
    with held(own):
        assert looked_at(capsys) == own.db
        with held(service):
            assert looked_at(capsys) == service.db


def test_the_settings_of_the_service_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, named = tmp_path / "speelkist.toml", tmp_path / "named.db"
    prepare(Settings(db=str(named)))
    config.write_text(f'db = "{named.as_posix()}"\n')
    assert Path(looked_at(capsys)) == named
    config.write_text('db = "postgresql://a:secret@127.0.0.1:1/x"\n')
    assert looked_at(capsys) == "postgresql+asyncpg://a:***@127.0.0.1:1/x"
    config.write_text("nonsense = ")
    assert looked_at(capsys) == str(tmp_path / "own" / "tables.db")


def test_the_environment_file_of_the_service_is_read_and_comes_before_its_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = {name: tmp_path / f"{name}.db" for name in ("toml", "env", "other")}
    for file in named.values():
        prepare(Settings(db=str(file)))
    (tmp_path / "speelkist.toml").write_text(f'db = "{named["toml"].as_posix()}"\n')
    (tmp_path / "other.toml").write_text(f'db = "{named["other"].as_posix()}"\n')
    environment = tmp_path / "speelkist.env"
    environment.write_text(f'# secret\nSPEELKIST_HOSTS=kist.example\nSPEELKIST_DB="{named["env"]}"\nnonsense\n')
    assert Path(looked_at(capsys)) == named["env"]
    environment.write_text(f" SPEELKIST_DB = x\nSPEELKIST_CONFIG={tmp_path / 'other.toml'}\n")
    assert Path(looked_at(capsys)) == named["other"]
    environment.write_text("#SPEELKIST_DB=/nowhere.db\n")
    assert Path(looked_at(capsys)) == named["toml"]
    environment.write_bytes(b"SPEELKIST_DB=\xff")
    assert Path(looked_at(capsys)) == named["toml"]


def test_the_unit_reads_the_file_in_which_the_database_is_looked_for() -> None:
    unit = (Path(__file__).parents[3] / "deploy" / "speelkist@.service").read_text(encoding="utf-8")
    assert "\nEnvironmentFile=-/etc/speelkist.env\n" in unit
    assert 'Path("/etc/speelkist.env")' in Path(str(discovery.__file__)).read_text(encoding="utf-8")


def test_a_database_that_is_named_is_not_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepare(Settings(db=str(tmp_path / "tables.db")))
    main(["purge", "--older-than", "90d", "--db", str(tmp_path / "tables.db")])
    assert capsys.readouterr().err == ""


def test_a_file_of_settings_made_by_config_holds_no_false_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for url in ("postgresql+asyncpg://me:secret@db.example/x", "postgresql+asyncpg://me@db.example/x?password=secret"):
        assert main(["config", "--db", url]) == 0
        out = capsys.readouterr().out
        assert "***" not in out and "secret" not in out and "password is left out" in out
        (tmp_path / "made.toml").write_text(out)
        assert main(["config", "--config", str(tmp_path / "made.toml")]) == 0
        again = capsys.readouterr().out
        assert 'db = "postgresql+asyncpg://me@db.example/x"' in again and "left out" not in again
