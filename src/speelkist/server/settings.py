"""How a host wants his server: by command line, environment (``SPEELKIST_PORT``) or a TOML file, in that order."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from speelkist.core import BadOption, Phrase

if TYPE_CHECKING:  # loading SQLAlchemy takes longer than most commands do, and they all know the settings
    from sqlalchemy.engine import URL

PREFIX = "SPEELKIST_"
CONFIG = "config"  # SPEELKIST_CONFIG names the file

HIDDEN = "***"
_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?|[0-9a-f:.]+")


def _number(default: int, low: int, high: int) -> Any:
    return field(default=default, metadata={"low": low, "high": high})


def _word(default: str, *choices: str) -> Any:
    return field(default=default, metadata={"choices": choices})


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. What each means is said by the phrase ``cli.setting.NAME``."""

    host: str = "127.0.0.1"
    port: int = _number(8765, 0, 65_535)
    lan: bool = False
    db: str = ""
    hosts: str = ""
    trust_proxy: bool = False
    workers: int = _number(1, 1, 64)
    compile: bool = True
    rate: int = _number(30, 0, 1_000_000)
    burst: int = _number(120, 1, 1_000_000)
    sockets_per_address: int = _number(60, 0, 1_000_000)
    tables_per_hour: int = _number(120, 0, 1_000_000)
    archive_days: int = _number(90, 0, 36_500)
    keep_days: int = _number(0, 0, 36_500)
    idle_seconds: int = _number(300, 1, 86_400)
    scripted: bool = False
    log: str = _word("text", "text", "json")

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it, password included."""
        return database_url(self.db).render_as_string(hide_password=False)

    @property
    def shown_database(self) -> str:
        """The database as people may read it: a file, or an address without its password."""
        url = database_url(self.db)
        if url.get_backend_name() == "sqlite":
            return str(url.database)
        if "password" in url.query:
            url = url.difference_update_query(["password"]).set(password=HIDDEN)
        return url.render_as_string(hide_password=True)


def default_folder() -> Path:
    """Where a user's games are kept."""
    return Path(platformdirs.user_data_dir("speelkist", appauthor=False))


def database_url(text: str) -> URL:
    """What ``--db`` means: a file, or an address of SQLite or PostgreSQL; empty is a file in the user's data folder."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    if "://" not in text:
        return _sqlite(text or str(default_folder() / "tables.db"))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadOption("server.config.db") from None  # without the text, which may hold a password
    match url.drivername.partition("+")[0]:
        case "sqlite" if url.database and url.database != ":memory:" and not url.query:
            return _sqlite(url.database)
        case "postgresql" | "postgres":
            query = dict(url.query)
            if "sslmode" in query:  # as PostgreSQL's own programs write it
                query["ssl"] = query.pop("sslmode")
            return url.set(drivername="postgresql+asyncpg", query=query)
    raise BadOption("server.config.db")


def _sqlite(file: str) -> URL:
    from sqlalchemy.engine import URL

    try:
        path = Path(file).expanduser().absolute()
    except RuntimeError:  # there is no home
        path = Path(file).absolute()
    return URL.create("sqlite+aiosqlite", database=str(path))


def read_settings(
    given: Mapping[str, Any], environment: Mapping[str, str] | None = None, file: Path | None = None
) -> tuple[Settings, dict[str, str]]:
    """The settings, and where each came from: ``default``, ``file``, ``environment`` or ``command line``."""
    known = {one.name: one for one in fields(Settings)}
    settings = Settings()
    origin = dict.fromkeys(known, "default")
    variables = _variables(os.environ if environment is None else environment)
    config = variables.pop(CONFIG, "")
    if file is None and config:
        file = Path(config)
    sources = {
        "file": _read_file(file) if file else {},
        "environment": {name: value for name, value in variables.items() if name in known},
        "command line": {name: value for name, value in given.items() if value is not None},
    }
    for source, values in sources.items():
        for name, value in values.items():
            if name not in known:
                raise BadOption("server.config.unknown", name=str(name)[:40], names=", ".join(known))
            settings = replace(settings, **{name: read_value(known[name], value)})
            origin[name] = source
    return settings, origin


def unknown_variables(environment: Mapping[str, str] | None = None) -> list[str]:
    """Variables that look like settings of ours and are none: perhaps mistyped."""
    known = {CONFIG, *(one.name for one in fields(Settings))}
    found = _variables(os.environ if environment is None else environment)
    return sorted(PREFIX + name.upper() for name in found if name not in known)


def _variables(environment: Mapping[str, str]) -> dict[str, str]:
    return {name.removeprefix(PREFIX).lower(): value for name, value in environment.items() if name.startswith(PREFIX)}


def _read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise BadOption("server.config.missing", file=str(file)) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadOption("server.config.file", file=str(file), error=why[:120]) from None


def read_value(setting: Field[Any], value: Any) -> Any:
    """A value of the setting's own kind, also from text; others are refused."""
    read = _read(setting, value)
    if read is None:
        found = HIDDEN if setting.name == "db" else str(value)[:40]
        raise BadOption("server.config.value", name=setting.name, found=found, takes=takes(setting))
    return read


def _read(setting: Field[Any], value: Any) -> Any:
    if isinstance(setting.default, bool):
        return value if isinstance(value, bool) else _WORDS.get(str(value).lower())
    if isinstance(setting.default, int):
        if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value):
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return value if setting.metadata["low"] <= value <= setting.metadata["high"] else None
        return None
    if not isinstance(value, str) or "\0" in value or not _fits(setting, value):
        return None
    return value


def _fits(setting: Field[Any], value: str) -> bool:
    match setting.name:
        case "host":
            return _NAME.fullmatch(value.lower()) is not None
        case "hosts":
            names = [one.strip().lower() for one in value.split(",")]
            return all(not name or _NAME.fullmatch(name) for name in names)
        case "db":
            database_url(value)
    choices = setting.metadata.get("choices")
    return choices is None or value in choices


def takes(setting: Field[Any]) -> Phrase:
    """What can be given for a setting."""
    if isinstance(setting.default, bool):
        return Phrase("server.config.takes.switch")
    if isinstance(setting.default, int):
        return Phrase("server.config.takes.number", low=setting.metadata["low"], high=setting.metadata["high"])
    if choices := setting.metadata.get("choices"):
        return Phrase("server.config.takes.choice", choices=", ".join(choices))
    kind = setting.name if setting.name in ("host", "hosts", "db") else "text"
    return Phrase(f"server.config.takes.{kind}")
