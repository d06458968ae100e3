"""How a host wants his server: by command line, environment (``SPEELKIST_PORT``) or a TOML file, in that order."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import platformdirs

from speelkist.core import BadOption

PREFIX = "SPEELKIST_"


def default_folder() -> Path:
    """Where a user's games are kept."""
    return Path(platformdirs.user_data_dir("speelkist", appauthor=False))


@dataclass(frozen=True)
class Settings:
    """Everything that can be set, with its default. The comment behind each is what ``speelkist config`` shows."""

    host: str = "127.0.0.1"  # the address to listen at
    port: int = 8765  # the port to listen at
    lan: bool = False  # open to the local network: listens at all addresses and accepts their names
    db: str = ""  # the database; empty: a SQLite file in the user's data folder
    hosts: str = ""  # names under which the server may be reached, separated by commas
    trust_proxy: bool = False  # believe X-Forwarded-For, -Proto and -Host: only behind a proxy of your own
    workers: int = 1  # processes in which the computer thinks
    rate: int = 30  # messages a second a socket may send; 0: no limit
    burst: int = 120  # how many it may send at once
    sockets_per_address: int = 60  # sockets from one address; 0: no limit
    tables_per_hour: int = 120  # new tables an hour from one address; 0: no limit
    archive_days: int = 90  # tables without a move for so long are closed
    keep_days: int = 0  # tables without a move for so long are deleted; 0: never
    idle_seconds: int = 300  # tables nobody looks at leave the memory after so long
    scripted: bool = False  # tables may be made with a given seed: for tests only
    log: str = "text"  # how the log is written: text or json

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        if self.db:
            return self.db if "://" in self.db else f"sqlite+aiosqlite:///{Path(self.db).absolute()}"
        return f"sqlite+aiosqlite:///{default_folder() / 'tables.db'}"


def read_settings(
    given: Mapping[str, Any], environment: Mapping[str, str] | None = None, file: Path | None = None
) -> tuple[Settings, dict[str, str]]:
    """The settings, and where each came from: default, file, environment or command line."""
    settings = Settings()
    origin = {one.name: "default" for one in fields(Settings)}
    environment = os.environ if environment is None else environment
    named = {name.removeprefix(PREFIX).lower(): value for name, value in environment.items() if name.startswith(PREFIX)}
    config = file or (Path(named.pop("config")) if "config" in named else None)
    named = {name: value for name, value in named.items() if name in origin}
    for source, values in (
        (f"file {config}", _read_file(config) if config else {}),
        ("environment", named),
        ("command line", {name: value for name, value in given.items() if value is not None}),
    ):
        for name, value in values.items():
            settings = replace(settings, **{name: _read(name, value, origin)})
            origin[name] = source
    return settings, origin


def _read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadOption("server.config.missing", file=str(file)) from None
    except (OSError, ValueError) as error:
        raise BadOption("server.config.file", file=str(file), error=str(error)[:120]) from None


def _read(name: str, value: Any, known: Mapping[str, str]) -> Any:
    """A value of the setting's own type, also from text."""
    if name not in known:
        raise BadOption("server.config.unknown", name=name[:40], names=", ".join(known))
    default = getattr(Settings, name)
    if isinstance(default, bool):
        if isinstance(value, bool):
            return value
        word = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(str(value).lower())
        if word is not None:
            return word
    elif isinstance(default, int):
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
            return int(value)
    elif isinstance(value, str):
        return value
    raise BadOption("server.config.value", name=name, found=str(value)[:40], kind=type(default).__name__)
