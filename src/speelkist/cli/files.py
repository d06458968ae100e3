"""Records and positions on disk."""

from __future__ import annotations

from pathlib import Path

from speelkist.core import Record
from speelkist.core.atomic_file import write_atomically

from .errors import Problem

LONGEST_FILE = 4_000_000  # bytes; no record comes near


def path_of(name: str) -> Path:
    """The path of a name; ``~`` is the home directory, where there is one."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def is_there(path: Path) -> bool:
    """Whether a file or folder exists; impossible names do not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_same(path: Path, other: Path) -> bool:
    """Whether two names mean one file."""
    return is_there(path) and is_there(other) and path.samefile(other)


def read_text(name: str) -> str:
    """The text of a file.

    :raises Problem: if it cannot be read, is too long or is not UTF-8.
    """
    path = path_of(name)
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        raise Problem("cli.file.missing", name=name) from None
    except IsADirectoryError:
        raise Problem("cli.file.directory", name=name) from None
    except PermissionError:
        # on Windows a folder cannot be opened either, and is said to be forbidden
        raise Problem("cli.file.directory" if path.is_dir() else "cli.file.permission", name=name) from None
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        raise Problem("cli.file.unreadable", name=name, why=reason(error)) from None
    if len(data) > LONGEST_FILE:
        raise Problem("cli.file.long", name=name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Problem("cli.file.encoding", name=name) from None


def read_record(name: str) -> Record:
    """The record in a file.

    :raises SpeelkistError: if it cannot be read, or is no record.
    """
    return Record.parse(read_text(name))


def read_position(text: str) -> str:
    """A position's JSON, given as it is or as the name of a file."""
    return text if text.lstrip().startswith("{") else read_text(text)


def write_record(path: Path, record: Record) -> None:
    """Write a record, as ``write_file`` does."""
    write_file(path, str(record).encode())


def write_file(path: Path, data: bytes) -> None:
    """Write a file: an interrupted save leaves the old one as it was.

    :raises Problem: if it cannot be written there.
    """
    try:
        target = path.resolve()  # a link stays a link
        if target.is_dir():
            raise IsADirectoryError
        write_atomically(target, data)
    except FileNotFoundError:
        raise Problem("cli.file.folder", name=str(path)) from None
    except IsADirectoryError:
        raise Problem("cli.file.directory", name=str(path)) from None
    except PermissionError:
        raise Problem("cli.file.readonly", name=str(path)) from None
    except (OSError, ValueError) as error:
        raise Problem("cli.file.unwritable", name=str(path), why=reason(error)) from None


def reason(error: BaseException) -> str:
    """What the system says is wrong, without numbers and names."""
    return (getattr(error, "strerror", None) or str(error)).rstrip(".")
