"""A match so far as a JSON file, from which it can be resumed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from speelkist.core import SpeelkistError
from speelkist.core.atomic_file import write_atomically

from .match import Pair, Plan
from .score import Score, score

FORMAT = 1
LONGEST_REPORT = 256 << 20


class BadReport(SpeelkistError):
    """A report that cannot be read or resumed."""


@dataclass(frozen=True)
class Report:
    """A match so far."""

    plan: Plan
    pairs: tuple[Pair, ...] = ()

    def with_pair(self, pair: Pair) -> Report:
        """The report with one more pair."""
        return replace(self, pairs=tuple(sorted((*self.pairs, pair), key=lambda played: played.number)))

    @property
    def score(self) -> Score:
        """A's share with its interval."""
        return score([pair.share for pair in self.pairs], self.plan.shared)

    @property
    def chances(self) -> list[tuple[float, float]]:
        """Every predicted chance, and the result."""
        return [chance for pair in self.pairs for chance in pair.chances]

    def seconds_a_move(self) -> tuple[float, float]:
        """The mean time a decision took, of A and of B."""
        spent = [sum(pair.seconds[side] for pair in self.pairs) for side in (0, 1)]
        moves = [sum(pair.decisions[side] for pair in self.pairs) for side in (0, 1)]
        return spent[0] / max(moves[0], 1), spent[1] / max(moves[1], 1)

    def slowest(self) -> tuple[float, float]:
        """The longest that a decision took, of A and of B."""
        a, b = zip(*(pair.slowest for pair in self.pairs), strict=True) if self.pairs else ((0.0,), (0.0,))
        return max(a), max(b)

    def to_data(self) -> dict[str, Any]:
        """The report as a JSON object, with a summary."""
        total = self.score
        elo, elo_low, elo_high = total.elo
        mean, most = self.seconds_a_move(), self.slowest()
        return {
            "arena": FORMAT,
            "plan": {**asdict(self.plan), "options": dict(self.plan.options)},
            "summary": {
                "games": 2 * len(self.pairs),
                "pairs": len(self.pairs),
                "measure": "points" if self.plan.shared else "wins",
                "score": round(total.mean, 4),
                "score_95": [round(total.low, 4), round(total.high, 4)],
                "elo": round(elo, 1),
                "elo_95": [round(elo_low, 1), round(elo_high, 1)],
                "seconds_a_move": [round(seconds, 4) for seconds in mean],
                "slowest_move": list(most),
            },
            "pairs": [asdict(pair) for pair in self.pairs],
        }

    def save(self, path: Path) -> None:
        """Write the report; an interrupted save leaves the old file as it was."""
        data = self.to_data()
        pairs = ",\n  ".join(json.dumps(pair) for pair in data.pop("pairs"))
        head = json.dumps(data, indent=1).removesuffix("\n}")
        write_atomically(path, f'{head},\n "pairs": [\n  {pairs}\n ]\n}}\n'.encode())


def read_report(path: Path) -> Report:
    """A report from its file.

    :raises BadReport: if there is none, or it is damaged.
    """
    try:
        with path.open("rb") as opened:
            data = json.loads(opened.read(LONGEST_REPORT))
        if data["arena"] != FORMAT:
            raise ValueError
        plan = Plan(**data["plan"])
        pairs = [Pair(**{name: _tuples(value) for name, value in pair.items()}) for pair in data["pairs"]]
        report = Report(plan)
        if any(len(pair.scores) != 2 or not 0 <= pair.number < plan.games // 2 for pair in pairs):
            raise ValueError
    except FileNotFoundError:
        raise BadReport("bots.arena.missing", name=path.name) from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise BadReport("bots.arena.damaged", name=path.name) from None
    return replace(report, pairs=tuple({pair.number: pair for pair in pairs}.values()))


def resume(path: Path, plan: Plan) -> Report:
    """The report to go on with: of the same match, which may now be longer or shorter.

    :raises BadReport: if there is none, it is damaged, or belongs to another match.
    """
    kept = read_report(path)
    if replace(kept.plan, games=plan.games) != plan:
        raise BadReport("bots.arena.other", name=path.name)
    return Report(plan, tuple(pair for pair in kept.pairs if pair.number < plan.games // 2))


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
