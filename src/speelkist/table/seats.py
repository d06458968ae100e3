"""The places at a table, who owns them, and the names that people give themselves."""

from __future__ import annotations

import hmac
import re
import unicodedata
from dataclasses import dataclass

from .errors import Refused

LONGEST_NAME = 30
PERSON = "person"


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    planned: str  # "person", or the bot that sits there from the beginning
    name: str = ""
    owner: str | None = None  # the hash of the key of the browser that it belongs to
    nonce: str | None = None
    bot: str | None = None  # the bot that plays for it now
    reserved: str | None = None  # in a rematch: only this owner may sit here
    resigned: bool = False

    @property
    def filled(self) -> bool:
        """Whether somebody or something plays here."""
        return self.owner is not None or self.bot is not None

    def belongs_to(self, owner: str) -> bool:
        """Whether it is this browser's, compared in constant time."""
        return self.owner is not None and hmac.compare_digest(self.owner, owner)


def clean_name(name: str) -> str:
    """A name without control characters and odd spaces, of at most ``LONGEST_NAME`` characters."""
    # normalising takes time that grows with the square of the length: what is cut anyway is cut before
    letters = unicodedata.normalize("NFC", name[: 4 * LONGEST_NAME])
    plain = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in letters)
    return " ".join(plain.split())[:LONGEST_NAME].strip()


def clean_nonce(nonce: str) -> str:
    """A nonce: 1 to 32 bytes as pairs of hexadecimal digits."""
    if not re.fullmatch(r"([0-9a-f]{2}){1,32}", nonce):
        raise Refused("table.seat.nonce")
    return nonce
