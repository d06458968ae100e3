"""Chance through one door: dice that are fixed before the game and can be checked after it.

Event k of a game follows from the seed, the players' nonces and k alone (docs/dice.md tells it step by step):

    key      = HMAC-SHA256(seed, "speelkist dice 1" + for each nonce its length as 4 bytes and its bytes)
    block j  = HMAC-SHA256(key, k as 8 bytes + j as 4 bytes), read as a number x below 2**256, j = 0, 1, ...
    a number below n: the first x below the largest multiple of n, taken modulo n (no modulo bias)

A player commits to a nonce by SHA-256("speelkist nonce 1" + the commitment of the seed as 32 bytes + the nonce).
The number, below the common denominator of the odds, picks the outcome by counting through ``legal()``.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, MutableSequence, Sequence
from math import gcd
from operator import index
from typing import Protocol, TypeVar

from .errors import BadOption
from .game import CHANCE, State
from .move import Move

SEED_BYTES = 32
_LABEL = b"speelkist dice 1"
_NONCE_LABEL = b"speelkist nonce 1"
_BLOCK = 1 << 256
_HMAC_BLOCK = 64  # bytes that SHA-256 takes at a time
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))

Item = TypeVar("Item")


class Dice(Protocol):
    """What decides chance: draws the outcome of event k, counted from 0, at a chance state."""

    def draw(self, state: State, event: int | None = None) -> Move:
        """The outcome of chance event ``event``; without a number, the one after the last drawn."""
        ...


class SeededDice:
    """Dice of a 256-bit seed and the players' nonces. The same event always has the same outcome.

    :raises BadOption: if the seed is not 32 bytes long; ``from_number`` makes one of a number.
    """

    def __init__(self, seed: bytes, nonces: Sequence[bytes] = ()) -> None:
        if not isinstance(seed, bytes | bytearray) or len(seed) != SEED_BYTES:
            raise BadOption("core.dice.bytes", found=type(seed).__name__)
        message = _LABEL + b"".join(len(nonce).to_bytes(4, "big") + nonce for nonce in nonces)
        key = hmac.digest(seed, message, "sha256").ljust(_HMAC_BLOCK, b"\0")
        self._inner, self._outer = key.translate(_INNER), key.translate(_OUTER)
        self._next = 0

    @classmethod
    def fresh(cls) -> SeededDice:
        """Dice with a seed from the system's secure randomness."""
        return cls(fresh_seed())

    @classmethod
    def from_number(cls, number: int) -> SeededDice:
        """Dice of a whole number, for experiments: nobody should guess the seed of a real game."""
        return cls(hashlib.sha256(f"speelkist dice number {index(number)}".encode()).digest())

    def below(self, n: int, event: int) -> int:
        """A number from 0 to n-1, all equally likely: what event ``event`` throws with an n-sided die."""
        limit = _BLOCK - _BLOCK % n
        attempt = 0
        while (x := self._number(event, attempt)) >= limit:
            attempt += 1
        return x % n

    def _number(self, event: int, attempt: int) -> int:
        """Block ``attempt`` of an event: HMAC as RFC 2104 defines it.

        ``hmac.digest`` looks its algorithm up anew each time and takes four times as long.
        """
        inner = hashlib.sha256(self._inner + event.to_bytes(8, "big") + attempt.to_bytes(4, "big")).digest()
        return int.from_bytes(hashlib.sha256(self._outer + inner).digest(), "big")

    def draw(self, state: State, event: int | None = None) -> Move:
        """The outcome of chance event ``event`` at ``state``; without a number, of the event after the last drawn.

        :raises ValueError: if it is not chance's turn at ``state``.
        """
        event = self._next if event is None else event
        self._next = event + 1
        if state.player != CHANCE:
            raise ValueError("draw() is for chance states only")
        outcomes, weights = state.legal(), state.weights()
        if weights is None:  # the number is the outcome's place
            return outcomes[self.below(len(outcomes), event)]
        unit = gcd(*weights)  # their sum in these units is the common denominator of the odds
        rest = self.below(sum(weights) // unit, event)
        for move, weight in zip(outcomes, weights, strict=True):
            rest -= weight // unit
            if rest < 0:
                return move
        raise ValueError("the weights of the outcomes must not be negative")


class ScriptedDice:
    """Dice with given outcomes: for tests, and for playing through a booklet's example."""

    def __init__(self, outcomes: Iterable[str]) -> None:
        self._outcomes = tuple(outcomes)
        self._next = 0

    def draw(self, state: State, event: int | None = None) -> Move:
        """The outcome that is given for this event.

        :raises BadOption: if none is left, or if it is no outcome of ``state``.
        """
        event = self._next if event is None else event
        if event >= len(self._outcomes):
            raise BadOption("core.dice.script", n=len(self._outcomes))
        move = state.resolve(self._outcomes[event])
        if not isinstance(move, Move):
            raise BadOption(move)
        self._next = event + 1
        return move


class SeededRandom:
    """A stream of numbers from a seed, for all else that is random: bots, seeded boards."""

    def __init__(self, purpose: str, seed: int) -> None:
        self._dice = SeededDice(hashlib.sha256(f"speelkist lots 1 {purpose} {seed}".encode()).digest())
        self._event = 0

    def below(self, n: int) -> int:
        """The next number from 0 to n-1."""
        self._event += 1
        return self._dice.below(n, self._event - 1)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items, all equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """All orders equally likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def fresh_seed() -> bytes:
    """A seed from the system's secure randomness: the only source of randomness in the library."""
    return secrets.token_bytes(SEED_BYTES)


def read_seed(text: str) -> bytes:
    """A seed from 64 hexadecimal digits.

    :raises BadOption: if the text is something else.
    """
    try:
        seed = bytes.fromhex(text.strip())
    except (ValueError, AttributeError):
        seed = b""
    if len(seed) != SEED_BYTES:
        raise BadOption("core.dice.seed")
    return seed


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed: shown before the game, it binds the seed without revealing it."""
    return hashlib.sha256(seed).hexdigest()


def nonce_commitment(promised: str, nonce: bytes) -> str:
    """The hash that binds a player to a nonce. It covers the seed's commitment, so that it cannot be older than that.

    :raises ValueError: if ``promised`` is not hexadecimal.
    """
    return hashlib.sha256(_NONCE_LABEL + bytes.fromhex(promised) + nonce).hexdigest()
