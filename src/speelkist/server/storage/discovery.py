"""Which database a host means who names none: that of the service on this machine, or else their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from speelkist.core import BadOption
from speelkist.server.settings import Settings, default_folder, read_settings

from .database import is_held

# Where docs/hosting.md puts the settings and the database of a service.
SERVICE_CONFIG = Path("/etc/speelkist.toml")
SERVICE_FILE = Path("/var/lib/speelkist/tables.db")


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
    """The database in the service's settings; empty if it names none, or we may not read them."""
    if not _exists(SERVICE_CONFIG):
        return ""
    try:
        return read_settings({}, {}, SERVICE_CONFIG)[0].db
    except BadOption:
        return ""


def _exists(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:  # its folder is closed to us
        return False
