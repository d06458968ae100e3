"""What a host writes for the database, as SQLAlchemy names it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from speelkist.core import BadOption

HIDDEN = "***"


class Database(NamedTuple):
    """A database, in the forms in which it is needed."""

    url: str  # for connecting, password included
    shown: str  # for people: a file, or a URL without its password
    file: Path | None  # None on PostgreSQL
    without_password: str = ""  # for a file of settings
    has_password: bool = False


def read_database(text: str, default: Path) -> Database:
    """A file, or a URL of SQLite or PostgreSQL; an empty text means the default file.

    :raises BadOption: it is none of these. The text is not repeated, because it may hold a password.
    """
    url = _url(text, default)
    connect = url.render_as_string(hide_password=False)
    if url.get_backend_name() == "sqlite":
        return Database(connect, str(url.database), Path(str(url.database)).resolve())
    bare = url.difference_update_query(["password"])._replace(password=None)  # `set` would leave it
    plain = bare.render_as_string(hide_password=False)
    return Database(connect, _hidden_password(url), None, plain, plain != connect)


def _url(text: str, default: Path) -> URL:
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


def _hidden_password(url: URL) -> str:
    if "password" in url.query:
        url = url.difference_update_query(["password"]).set(password=HIDDEN)
    return url.render_as_string(hide_password=True)
