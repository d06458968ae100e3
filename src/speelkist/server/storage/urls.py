"""What a host writes for the database, as SQLAlchemy names it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from speelkist.core import BadOption

HIDDEN = "***"


def database_url(text: str, default: Path) -> URL:
    """A file, or a URL of SQLite or PostgreSQL; an empty text means the default file.

    :raises BadOption: it is none of these. The text is not repeated, because it may hold a password.
    """
    if "://" not in text:
        return _sqlite(text or str(default))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadOption("server.config.db") from None
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
    try:
        path = Path(file).expanduser().absolute()
    except RuntimeError:  # there is no home folder
        path = Path(file).absolute()
    return URL.create("sqlite+aiosqlite", database=str(path))


def sqlite_file(url: URL) -> Path | None:
    """The file of a SQLite database; None on PostgreSQL."""
    return Path(url.database or "").resolve() if url.get_backend_name() == "sqlite" else None


def with_password(url: URL) -> str:
    """The URL in full, for connecting."""
    return url.render_as_string(hide_password=False)


def without_password(url: URL) -> str:
    """The database as people may read it: a file, or a URL without its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    if "password" in url.query:
        url = url.difference_update_query(["password"]).set(password=HIDDEN)
    return url.render_as_string(hide_password=True)
