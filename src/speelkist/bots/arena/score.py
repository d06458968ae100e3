"""What the results of an arena say: the score with its interval, the difference in Elo, how true the chances were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10, sqrt

NORMAL_95 = 1.959964
BINS = 10


@dataclass(frozen=True)
class Score:
    """A share with its 95 % interval. The unit is the pair: its games share their seeds and are not independent."""

    pairs: int
    mean: float
    low: float
    high: float

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in strength and its interval, limited to that of a match in which every game is won."""
        return tuple(_elo(share, self.pairs) for share in (self.mean, self.low, self.high))  # type: ignore[return-value]


def score(pairs: Sequence[float], shared: bool = False) -> Score:
    """The mean of the pairs' shares: of wins, or ``shared``, of points.

    Wins may all go one way, and an interval of no width would claim too much: to their variance comes one pair that
    went wholly the other way. Points are never all alike.
    """
    count = len(pairs)
    if count < 1 + shared:
        return Score(count, pairs[0] if pairs else 0.5, 0.0, 1.0)
    mean = sum(pairs) / count
    squares = sum((share - mean) ** 2 for share in pairs)
    variance = squares / (count - 1) if shared else (squares + 1) / count
    reach = NORMAL_95 * sqrt(variance / count)
    return Score(count, mean, max(0.0, mean - reach), min(1.0, mean + reach))


def _elo(share: float, pairs: int) -> float:
    edge = 1 / (4 * max(pairs, 1) + 2)
    share = min(max(share, edge), 1 - edge)
    return 400 * log10(share / (1 - share))


@dataclass(frozen=True)
class Bin:
    """Decisions whose chances were about alike: how many, the mean chance that was said, the mean share that came."""

    low: float
    high: float
    count: int
    said: float
    came: float


def reliability(decisions: Iterable[tuple[float, float]]) -> list[Bin]:
    """Ten bins of decisions by the chance that was said; those without a decision are left out."""
    groups: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for chance, result in decisions:
        groups[min(int(chance * BINS), BINS - 1)].append((chance, result))
    return [
        Bin(
            number / BINS,
            (number + 1) / BINS,
            len(group),
            sum(chance for chance, _ in group) / len(group),
            sum(result for _, result in group) / len(group),
        )
        for number, group in enumerate(groups)
        if group
    ]


def error_of(bins: Sequence[Bin]) -> float:
    """How far what was said is from what came, on average over all decisions."""
    total = sum(group.count for group in bins)
    return sum(group.count * abs(group.said - group.came) for group in bins) / total if total else 0.0
