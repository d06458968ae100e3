"""The log: one line for each entry on stderr, as text or JSON, without anybody's secrets.

Code that logs names no key, code, seed or table id: ``log_alias`` gives a table a name for the log. As a second line of
defence whatever looks like one of those is taken out of every line, error messages included.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
import time
from datetime import UTC, datetime
from typing import Any

from speelkist.table.identity import TABLE_ID_LENGTH

# Only with a digit among the letters, so that words stay as they are; table ids and keys are made to hold a digit.
_TABLE_ID = re.compile(rf"(?<![\w.-])(?=[a-z]*[2-9])[2-9a-hjkmnp-z]{{{TABLE_ID_LENGTH}}}(?![\w-])")
_SECRET = re.compile(r"(?<![\w-])(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{22,}(?![\w-])")
_CODE = re.compile(r"(?<![\w-])(?=[A-Z]*[2-9])[2-9A-HJ-NP-Z]{10}(?![\w-])")
_STANDARD_FIELDS = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


def log_alias(table_id: str) -> str:
    """A table's name in the log: always the same, but nobody can find the table by it."""
    return "t-" + hashlib.sha256(b"speelkist log " + table_id.encode()).hexdigest()[:6]


def without_secrets(text: str) -> str:
    """The text without what looks like a secret, and in one line."""
    text = _SECRET.sub("(hidden)", text)
    text = _CODE.sub("(hidden)", text)
    text = _TABLE_ID.sub(lambda match: log_alias(match[0]), text)
    text = text.replace("\n", " | ")
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


class ThrottledLog:
    """Logs an error at most once a second, and how many there were since: a full disk must not be filled with lines."""

    def __init__(self, log: logging.Logger, seconds: float = 1.0) -> None:
        self._log = log
        self._seconds = seconds
        self._next = 0.0
        self._suppressed = 0

    def error(self, text: str, *values: object) -> None:
        """Log this, unless something was logged just now."""
        now = time.monotonic()
        if now < self._next:
            self._suppressed += 1
            return
        more = f" (and {self._suppressed} more since the last line)" if self._suppressed else ""
        self._log.error(text + more, *values)
        self._next, self._suppressed = now + self._seconds, 0


class RepeatedTracebacks(logging.Filter):
    """Lets the same error through with its traceback once a second; the next one says how many there were since."""

    def __init__(self, seconds: float = 1.0) -> None:
        super().__init__()
        self._seconds = seconds
        # by place and kind of the error: until when it is held back, and how many were
        self._seen: dict[tuple[str, int, type[BaseException]], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged."""
        if not record.exc_info or record.exc_info[0] is None:
            return True
        what = record.pathname, record.lineno, record.exc_info[0]
        until, held_back = self._seen.get(what, (0.0, 0))
        now = time.monotonic()
        if now < until:
            self._seen[what] = until, held_back + 1
            return False
        self._seen[what] = now + self._seconds, 0
        if held_back:
            record.repeated = held_back
        return True


def describe_error(error: BaseException) -> str:
    """An error in one short line."""
    return f"{type(error).__name__}: {error}"[:300] if str(error) else type(error).__name__


class TextFormatter(logging.Formatter):
    """An entry as a line of text: time, level, source, message, values."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at, level, source, text, values = _parts(record)
        named = "".join(f" {name}={value}" for name, value in values.items())
        return f"{at} {level} {source}: {text}{named}"


class JsonFormatter(logging.Formatter):
    """The same as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at, level, source, text, values = _parts(record)
        return json.dumps({"at": at, "level": level, "from": source, "text": text, **values}, ensure_ascii=False)


def _parts(record: logging.LogRecord) -> tuple[str, str, str, str, dict[str, Any]]:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    values = {
        name: value if isinstance(value, (int, float)) else without_secrets(str(value))
        for name, value in record.__dict__.items()
        if name not in _STANDARD_FIELDS
    }
    if record.exc_info and record.exc_info[0] is not None:
        values["error"] = without_secrets(logging.Formatter().formatException(record.exc_info))
    source = record.name.removeprefix("speelkist.")
    return at, record.levelname.lower(), source, without_secrets(record.getMessage()), values


def start_log(kind: str, quiet: bool = False) -> None:
    """Send the log to stderr. Other packages log warnings only: the rest would tell who came from where."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if kind == "json" else TextFormatter())
    handler.addFilter(RepeatedTracebacks())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("speelkist").setLevel(logging.WARNING if quiet else logging.INFO)
