"""What a host may write for the database."""

from __future__ import annotations

from pathlib import Path

import pytest

from speelkist.core import BadOption
from speelkist.server.storage.urls import read_database

DEFAULT = Path("/nowhere/tables.db")


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("", f"sqlite+aiosqlite:///{DEFAULT.absolute()}"),
        ("/srv/kist.db", f"sqlite+aiosqlite:///{Path('/srv/kist.db').absolute()}"),
        ("sqlite:////srv/kist.db", f"sqlite+aiosqlite:///{Path('/srv/kist.db').absolute()}"),
        ("postgres://a:b@h/x", "postgresql+asyncpg://a:b@h/x"),
        ("postgresql://a:b@h:5/x?sslmode=require", "postgresql+asyncpg://a:b@h:5/x?ssl=require"),
        ("postgresql+psycopg://a@h/x", "postgresql+asyncpg://a@h/x"),
    ],
)
def test_files_and_urls_become_urls_of_our_drivers(text: str, url: str) -> None:
    assert read_database(text, DEFAULT).url == url


@pytest.mark.parametrize(
    "text", ["mysql://u:geheim@h/x", "sqlite://", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true", "://"]
)
def test_other_databases_are_refused_without_repeating_a_password(text: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_database(text, DEFAULT)
    assert refused.value.phrase.key == "server.config.db"
    assert "geheim" not in str(refused.value)


def test_only_sqlite_is_a_file(tmp_path: Path) -> None:
    assert read_database(str(tmp_path / "a.db"), DEFAULT).file == (tmp_path / "a.db").resolve()
    assert read_database("postgresql://a@h/x", DEFAULT).file is None


@pytest.mark.parametrize(
    "text", ["postgresql://a:geheim@h/x", "postgresql://a@h/x?password=geheim", "postgresql://a:gehe%40im@h/x"]
)
def test_a_password_is_not_shown(text: str) -> None:
    shown = read_database(text, DEFAULT).shown
    assert "gehe" not in shown and "***" in shown


def test_a_file_is_shown_as_it_is(tmp_path: Path) -> None:
    assert read_database(str(tmp_path / "100% #1?.db"), DEFAULT).shown == str(tmp_path / "100% #1?.db")
