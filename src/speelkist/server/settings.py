"""The server's settings: from the command line, the environment (``SPEELKIST_PORT``) or a TOML file, in that order."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import msgspec
import platformdirs
from msgspec import Meta

from speelkist.core import BadOption, Phrase

if TYPE_CHECKING:  # loading SQLAlchemy takes longer than most commands do, and they all read the settings
    from .storage.urls import Database

PREFIX = "SPEELKIST_"
CONFIG = "config"  # SPEELKIST_CONFIG names the file

HIDDEN = "***"
_NAME = r"(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|[0-9a-f:.]+)"
_SWITCHES = {"yes": True, "on": True, "no": False, "off": False}  # beside what msgspec reads: true, false, 1, 0

Limit = Annotated[int, Meta(ge=0, le=1_000_000)]  # 0: no limit
Days = Annotated[int, Meta(ge=0, le=36_500)]  # 0: never
Text = Annotated[str, Meta(pattern=r"\A[^\0]*\Z")]
HostName = Annotated[str, Meta(pattern=rf"(?i)\A{_NAME}\Z")]
HostNames = Annotated[str, Meta(pattern=rf"(?i)\A\s*{_NAME}?\s*(?:,\s*{_NAME}?\s*)*\Z")]


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. What each means is said by the phrase ``cli.setting.NAME``."""

    host: HostName = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8765
    lan: bool = False
    db: Text = ""
    hosts: HostNames = ""
    trust_proxy: bool = False
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    compile: bool = True
    rate: Limit = 30
    burst: Annotated[int, Meta(ge=1, le=1_000_000)] = 120
    sockets_per_address: Limit = 60
    tables_per_hour: Limit = 120
    events_per_table: Annotated[int, Meta(ge=100, le=1_000_000)] = 10_000
    hints: bool = True
    bot_tables: bool = True
    delete_playing: bool = False
    archive_days: Days = 90
    keep_days: Days = 0
    idle_seconds: Annotated[int, Meta(ge=1, le=86_400)] = 300
    admin_port: Annotated[int, Meta(ge=-1, le=65_535)] = 0
    scripted: bool = False
    log: Literal["text", "json"] = "text"

    @property
    def database(self) -> Database:
        """The database that ``db`` means.

        :raises BadOption: ``db`` is no database of ours.
        """
        from .storage.urls import read_database

        return read_database(self.db, default_folder() / "tables.db")

    @property
    def url(self) -> str:
        """The database's URL, password included."""
        return self.database.url

    @property
    def shown_database(self) -> str:
        """The database as people may read it: a file, or a URL without its password."""
        return self.database.shown


_TYPES = get_type_hints(Settings, include_extras=True)


def default_folder() -> Path:
    """Where a user's games are kept."""
    return Path(platformdirs.user_data_dir("speelkist", appauthor=False))


def read_settings(
    given: Mapping[str, Any], environment: Mapping[str, str] | None = None, file: Path | None = None
) -> tuple[Settings, dict[str, str]]:
    """The settings, and where each came from: ``default``, ``file``, ``environment`` or ``command line``.

    :raises BadOption: a setting is unknown or has a wrong value, or the file cannot be read.
    """
    settings = Settings()
    names = [setting.name for setting in fields(Settings)]
    origin = dict.fromkeys(names, "default")
    variables = _variables(os.environ if environment is None else environment)
    config = variables.pop(CONFIG, "")
    if file is None and config:
        file = Path(config)
    sources = {
        "file": _read_file(file) if file else {},
        "environment": {name: value for name, value in variables.items() if name in names},
        "command line": {name: value for name, value in given.items() if value is not None},
    }
    for source, values in sources.items():
        for name, value in values.items():
            if name not in names:
                raise BadOption("server.config.unknown", name=str(name)[:40], names=", ".join(names))
            settings = replace(settings, **{name: read_value(name, value)})
            origin[name] = source
    if settings.db:
        _ = settings.database  # a wrong one is refused here
    return settings, origin


def unknown_variables(environment: Mapping[str, str] | None = None) -> list[str]:
    """Environment variables that look like settings of ours and are none: perhaps mistyped."""
    known = {CONFIG, *_TYPES}
    variables = _variables(os.environ if environment is None else environment)
    return sorted(PREFIX + name.upper() for name in variables if name not in known)


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


def read_value(name: str, value: Any) -> Any:
    """The value of a setting, also from text.

    :raises BadOption: the setting does not take it.
    """
    kind = _TYPES[name]
    plain = _SWITCHES.get(value.lower(), value) if kind is bool and isinstance(value, str) else value
    try:
        return msgspec.convert(plain, kind, strict=False)
    except msgspec.ValidationError:
        shown = HIDDEN if name == "db" else " ".join(str(value).split())[:40]
        raise BadOption("server.config.value", name=name, found=shown, takes=takes(name)) from None


def takes(name: str) -> Phrase:
    """What can be given for a setting."""
    match msgspec.inspect.type_info(_TYPES[name]):
        case msgspec.inspect.BoolType():
            return Phrase("server.config.takes.switch")
        case msgspec.inspect.IntType(ge=int() as low, le=int() as high):
            return Phrase("server.config.takes.number", low=low, high=high)
        case msgspec.inspect.LiteralType(values=values):
            return Phrase("server.config.takes.choice", choices=", ".join(map(str, values)))
    return Phrase(f"server.config.takes.{name}")  # host, hosts, db
