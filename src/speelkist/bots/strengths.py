"""The five strengths of the computer, weakest first, and what happens where one of them cannot play.

What a strength does in a game is in ``games/<game>/bots/strengths.py``: one function, ``ranked``. The stronger ones
need compiled kernels and weights. Where those are missing or damaged the next strength below plays instead, and
``missing_notice`` says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from speelkist.core import BadOption, BadWeights, Move, Phrase, SpeelkistError, State
from speelkist.core.registry import package_of
from speelkist.search.advice import Choice
from speelkist.search.budget import Budget

from .simple_bot import SimpleBot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STRENGTHS = ("child", "family", "friend", "club", "master")
SIMPLE = "simple"  # who plays where no strength can

_failed: dict[tuple[str, str], Phrase] = {}  # what was found out only while playing


class CannotPlay(SpeelkistError):
    """A strength lacks something on this machine."""


@dataclass(frozen=True)
class Ranking:
    """The moves of a position, best first; ``by`` is the strength that ranked them."""

    by: str
    choices: Sequence[Choice]


def name_of(strength: str) -> Phrase:
    """A strength's name for people to read."""
    return Phrase(f"bots.strength.{strength}")


def about(strength: str) -> Phrase:
    """What to expect of a strength, in one line."""
    return Phrase(f"bots.strength.{strength}.about")


def compiled_strengths(id: str) -> tuple[str, ...]:
    """The strengths of a game that need its kernel; the others play at once, everywhere."""
    return package_of(id).info.kernel_strengths


def missing(id: str) -> dict[str, Phrase]:
    """The strengths that cannot play a game here, each with the reason. Nothing is compiled to find out."""
    if package_of(id).strengths is None:
        return {strength: Phrase("bots.missing.game", game=id) for strength in STRENGTHS}
    reasons: dict[str, Phrase] = {}
    reason = _needs(id)
    if reason is not None:
        reasons = dict.fromkeys(compiled_strengths(id), reason)
    for (game, strength), why in _failed.items():
        if game == id:
            reasons.setdefault(strength, why)
    return {strength: reasons[strength] for strength in STRENGTHS if strength in reasons}


def _needs(id: str) -> Phrase | None:
    """What the compiled strengths lack, as far as can be seen without compiling."""
    for package in ("numpy", "numba"):
        if find_spec(package) is None:
            return Phrase("bots.missing.package", name=package)
    if (files(package_of(id).folder) / "kernel" / "weights.txt").is_file():
        from speelkist.compiled.weights import read_weights

        try:
            read_weights(id)
        except BadWeights as error:
            return error.phrase
    return None


def missing_notice(id: str) -> Phrase | None:
    """One line: which strengths are missing in a game, why, and who plays in their place; None when all are there."""
    lacking = missing(id)
    if not lacking:
        return None
    first, reason = next(iter(lacking.items()))
    names = tuple(name_of(strength) for strength in lacking)
    return Phrase(
        "bots.missing.line", names=names, why=reason, n=len(names), other=name_of(next_weaker(first, lacking))
    )


def next_weaker(strength: str, lacking: dict[str, Phrase]) -> str:
    """Who plays in the place of a strength that is missing."""
    able = [weaker for weaker in STRENGTHS[: STRENGTHS.index(strength)] if weaker not in lacking]
    return able[-1] if able else SIMPLE


def rank(
    state: State,
    strength: str,
    seed: int,
    budget: Budget | None = None,
    strict: bool = False,
    weights: Path | None = None,
) -> Ranking:
    """The moves of the player to move as a strength ranks them, or the strongest below it that can play.

    Where no strength can play, there are no choices. ``weights`` is a file to judge by instead of the shipped one.

    :raises CannotPlay: with ``strict``, instead of letting another strength play.
    """
    game = state.game.info.id
    for candidate in reversed(STRENGTHS[: STRENGTHS.index(strength) + 1]):
        try:
            return Ranking(candidate, _ranked(game, state, candidate, seed, budget, weights))
        except CannotPlay as error:
            if strict:
                raise
            _failed.setdefault((game, candidate), error.phrase)
    return Ranking(SIMPLE, ())


def _ranked(
    id: str, state: State, strength: str, seed: int, budget: Budget | None, weights: Path | None
) -> Sequence[Choice]:
    load_strengths = package_of(id).strengths
    if load_strengths is None:
        raise CannotPlay("bots.missing.game", game=id)
    if strength in compiled_strengths(id):
        if (id, strength) in _failed:
            raise CannotPlay(_failed[id, strength])
        _check_compiler()
    try:
        if weights is None:
            return load_strengths().ranked(state, strength, seed, budget)
        return load_strengths().ranked(state, strength, seed, budget, weights_of(id, weights))
    except ImportError as error:
        raise CannotPlay("bots.missing.package", name=error.name or "numba") from error
    except BadWeights as error:
        raise CannotPlay(error.phrase) from error


@cache
def _check_compiler() -> None:
    """Load the compiler; one that is installed but does not load fails in many ways."""
    try:
        import_module("speelkist.compiled.jit")
    except ImportError as error:
        raise CannotPlay("bots.missing.package", name=error.name or "numba") from error
    except Exception as error:
        raise CannotPlay("bots.missing.broken", why=f"{type(error).__name__}: {error}"[:120]) from error


@cache
def weights_of(id: str, path: Path) -> NDArray[np.float32]:
    """The weights of a file for a game; each is read once.

    :raises BadWeights: if it is missing, damaged, or for another game or other features.
    :raises BadOption: if the game's strengths judge without weights.
    """
    from speelkist.compiled.weights import read_weights_file

    load_features = package_of(id).features
    if load_features is None:
        raise BadOption("bots.weights.game", game=id)
    return read_weights_file(path, id, load_features().FEATURES).weights


class StrengthBot:
    """Plays at one of the five strengths. The same seed and the same budget of simulations play the same games."""

    def __init__(
        self, seed: int, strength: str, budget: Budget | None = None, strict: bool = False, weights: Path | None = None
    ) -> None:
        self.strength = strength
        self.last: Choice | None = None  # the move it chose last, with its chance
        self.by = strength  # the strength that really chose the last move
        self._seed = seed
        self._budget = budget
        self._strict = strict
        self._weights = weights
        self._decisions = 0

    def choose(self, state: State) -> Move:
        """A move for the player to move.

        :raises CannotPlay: if the strength lacks something here and is strict.
        """
        seed = derive_seed(self._seed, self._decisions)
        self._decisions += 1
        ranking = rank(state, self.strength, seed, self._budget, self._strict, self._weights)
        self.by = ranking.by
        self.last = ranking.choices[0] if ranking.choices else None
        return self.last.move if self.last else SimpleBot(seed).choose(state)


def derive_seed(seed: int, number: int) -> int:
    """A seed for one of many purposes, from one seed for all."""
    return int.from_bytes(hashlib.sha256(f"speelkist {seed} {number}".encode()).digest()[:8], "big") >> 1
