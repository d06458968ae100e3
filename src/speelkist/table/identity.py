"""Keys, codes and table ids: made, limited, hashed."""

from __future__ import annotations

import hashlib
import re
import secrets

from speelkist.core import SpeelkistError

TABLE_ID_LENGTH = 8
_CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that are easily taken for another
_TABLE_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def owner_hash(key: str) -> str:
    """What is stored of a browser's key: its hash. A key that could be guessed is refused."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{22,128}", key):
        raise SpeelkistError("table.key.wrong")
    return hashlib.sha256(b"speelkist key " + key.encode()).hexdigest()


def new_table_id() -> str:
    """The short address of a table, with a digit in it: no word is taken for one where secrets are hidden."""
    while True:
        address = "".join(secrets.choice(_TABLE_ID_LETTERS) for _ in range(TABLE_ID_LENGTH))
        if not address.isalpha():
            return address


def is_table_id(text: str) -> bool:
    """Whether a table could have this address at all."""
    return len(text) == TABLE_ID_LENGTH and all(letter in _TABLE_ID_LETTERS for letter in text)


def new_code() -> str:
    """A one-time code to be typed on another device."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(10))


def code_hash(code: str) -> str:
    """What is stored of a code; small letters, spaces and hyphens do no harm."""
    plain = re.sub(r"[\s-]", "", code).upper()
    return hashlib.sha256(b"speelkist code " + plain.encode()).hexdigest()


def request_digest(owner: str, request: str) -> str:
    """By what a request is known again: whose it is, and what they called it."""
    return hashlib.blake2b(f"{owner} {request}".encode(), digest_size=16).hexdigest()
