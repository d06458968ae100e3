"""The places at a table, and who owns them."""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass

from .errors import Refused

PERSON = "person"


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
