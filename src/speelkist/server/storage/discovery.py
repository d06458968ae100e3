"""Which database a host means who names none: that of the service on this machine, or else their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from speelkist.core import BadOption
from speelkist.server.settings import CONFIG, PREFIX, Settings, default_folder, read_settings

from .database import is_held

# Where docs/hosting.md puts the settings and the database of a service; the unit reads the second of these files.
SERVICE_CONFIG = Path("/etc/speelkist.toml")
SERVICE_ENVIRONMENT = Path("/etc/speelkist.env")
SERVICE_FILE = Path("/var/lib/speelkist/tables.db")
DB_VARIABLE, CONFIG_VARIABLE = f"{PREFIX}DB", f"{PREFIX}{CONFIG.upper()}"


def find_database(settings: Settings) -> Settings:
    """Settings with the database that is meant: one that a server is using just now before one that is only there."""
    configured = _configured()
    if "://" in configured:
        return replace(settings, db=configured)
    files = [Path(configured) if configured else SERVICE_FILE, default_folder() / "tables.db"]
    existing = [file for file in files if _exists(file)]
    in_use = [file for file in existing if is_held(file)]
    for file in (*in_use, *existing):
        return replace(settings, db=str(file))
    return settings


def _configured() -> str:
    """The database in the service's settings; empty if they name none, or we may not read them."""
    environment = _service_environment()
    config = SERVICE_CONFIG if CONFIG_VARIABLE not in environment and _exists(SERVICE_CONFIG) else None
    try:
        return read_settings({}, environment, config)[0].db
    except BadOption:
        return ""


def _service_environment() -> dict[str, str]:
    """What the file of environment variables says about the database, as systemd reads it."""
    try:
        lines = SERVICE_ENVIRONMENT.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    values = {}
    for line in lines:
        name, sign, value = line.strip().partition("=")
        if sign and name in (DB_VARIABLE, CONFIG_VARIABLE):
            value = value.strip()
            is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
            values[name] = value[1:-1] if is_quoted else value
    return values


def _exists(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:  # its folder is closed to us
        return False
