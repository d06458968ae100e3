"""The places at a table, who owns them, and the names that people give themselves."""

from __future__ import annotations

import hmac
import re
import unicodedata
from dataclasses import dataclass

from .errors import Refused

LONGEST_NAME = 30
PERSON = "person"

# What bots are called in our languages: nobody may pass for one.
RESERVED_NAMES = frozenset(
    [
        "computer",
        "random",
        "simple",
        "child",
        "family",
        "friend",
        "club",
        "master",
        "willekeurig",
        "eenvoudig",
        "kind",
        "familie",
        "vriend",
        "meester",
    ]
)
_MARKS = r"\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_STACKED_MARKS = re.compile(f"([{_MARKS}]{{2}})[{_MARKS}]+")
# Letters and marks that are drawn as nothing: fillers, the empty Braille cell, variation selectors, joiners.
_BLANK = re.compile(r"[\s\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0\u0300-\u036f]")


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    planned: str  # "person", or the bot that sits there from the beginning
    name: str = ""
    owner: str | None = None  # the hash of the key of the browser that it belongs to
    commitment: str | None = None  # to its nonce
    nonce: str | None = None  # once it is revealed
    bot: str | None = None  # the bot that plays for it now
    reserved: str | None = None  # in a rematch: only this owner may sit here
    resigned: bool = False
    out_of_time: bool = False

    @property
    def filled(self) -> bool:
        """Whether somebody or something plays here."""
        return self.owner is not None or self.bot is not None

    def vacate(self) -> None:
        """Nobody sits here any more."""
        self.name, self.owner, self.reserved = "", None, None
        self.withdraw_nonce()

    def withdraw_nonce(self) -> None:
        """Its nonce, or what it committed to, is void."""
        self.commitment = self.nonce = None

    def belongs_to(self, owner: str) -> bool:
        """Whether it is this browser's, compared in constant time."""
        return self.owner is not None and hmac.compare_digest(self.owner, owner)


def clean_name(name: str) -> str:
    """A name without control characters and odd spaces, of at most ``LONGEST_NAME`` characters; it may be empty.

    :raises Refused: nothing of it can be seen, or it is what a bot is called.
    """
    # normalising takes time that grows with the square of the length: what is cut anyway is cut before
    letters = unicodedata.normalize("NFC", name[: 4 * LONGEST_NAME])
    plain = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in letters)
    cleaned = _STACKED_MARKS.sub(r"\1", " ".join(plain.split()))[:LONGEST_NAME].strip()
    if cleaned and not _BLANK.sub("", cleaned):
        raise Refused("table.name.invisible")
    if cleaned.casefold() in RESERVED_NAMES:
        raise Refused("table.name.bot", name=cleaned)
    return cleaned


def clean_nonce(nonce: str) -> str:
    """A nonce: 16 to 32 bytes as pairs of hexadecimal digits. A shorter one could be guessed from its commitment."""
    if not re.fullmatch(r"([0-9a-f]{2}){16,32}", nonce):
        raise Refused("table.seat.nonce")
    return nonce


def clean_commitment(commitment: str) -> str:
    """The commitment to a nonce: a SHA-256 as hexadecimal digits."""
    if not re.fullmatch(r"[0-9a-f]{64}", commitment):
        raise Refused("table.seat.commitment")
    return commitment
