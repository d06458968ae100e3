"""Programs against each other in pairs of games: the same dice and the same layout, sides swapped.

A pair depends on the match's seed and its own number alone, so it does not matter which process plays it, or when, and
a match that was broken off goes on where it was. Where a game has no chance of its own, the first moves of a pair are
drawn by lot, the same for both games.
"""

from __future__ import annotations

import hashlib
import json
import queue
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from speelkist.bots.factory import make_bot
from speelkist.bots.process import JobProcess
from speelkist.core import (
    CHANCE,
    BadOption,
    OptionValue,
    SeededDice,
    SeededRandom,
    SpeelkistError,
    State,
    game_class,
    load,
)
from speelkist.core.atomic_file import write_atomically

from .score import Score, score

FORMAT = 1
MOST_GAMES = 1_000_000
MOST_WORKERS = 64
OPENING = 4  # moves drawn by lot where the game itself has no chance
LONGEST_REPORT = 256 << 20


class BadReport(SpeelkistError):
    """A report that cannot be taken up."""


@dataclass(frozen=True)
class Plan:
    """A match: who plays whom at what, how often, and with which luck. Two games make a pair."""

    game: str
    a: str
    b: str
    games: int
    seed: int = 1
    players: int = 2
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    calibrate: bool = False  # keep for every decision of A (and of B, if it is the same) its chance

    def __post_init__(self) -> None:
        if not 2 <= self.games <= MOST_GAMES or self.games % 2:
            raise BadOption("bots.arena.games", most=MOST_GAMES, found=self.games)
        low, high = load(self.game).info.players
        if self.players % 2 or not low <= self.players <= high:
            raise BadOption("bots.arena.players", game=self.game, found=self.players)
        load(self.game, **self.options)
        for name in (self.a, self.b):
            make_bot(name, 0)

    def start(self) -> State:
        """The beginning of every game."""
        fewest, most = game_class(self.game).info.players
        seats = {"players": self.players} if fewest < most else {}
        return load(self.game, **{**self.options, **seats}).start()

    @property
    def shared(self) -> bool:
        """Whether the share of the points counts, not who wins."""
        return game_class(self.game).info.scoring == "points"


@dataclass(frozen=True)
class Pair:
    """What came of a pair: A's share of each game, and how both played."""

    number: int
    scores: tuple[float, float]
    reasons: tuple[str, str]  # how the games ended
    actions: tuple[int, int]
    seconds: tuple[float, float]  # thought by A and by B, all decisions together
    decisions: tuple[int, int]
    slowest: tuple[float, float]
    chances: tuple[tuple[float, float], ...] = ()  # what was said, and what came

    @property
    def share(self) -> float:
        """A's share of both games."""
        return sum(self.scores) / 2


@dataclass
class _Side:
    """One of the two programs while it plays: its seats' players and its watch."""

    name: str
    seconds: float = 0.0
    decisions: int = 0
    slowest: float = 0.0
    said: list[tuple[int, float]] = field(default_factory=list)  # the seat, and the chance it saw


def play_pair(plan: Plan, number: int) -> Pair:
    """Both games of a pair."""
    for name in (plan.a, plan.b):
        _warm(plan.game, name)
    sides = (_Side(plan.a), _Side(plan.b))
    played = [_play(plan, number, sides, swapped) for swapped in (0, 1)]
    return Pair(
        number,
        (played[0][0], played[1][0]),
        (played[0][1], played[1][1]),
        (played[0][2], played[1][2]),
        (round(sides[0].seconds, 4), round(sides[1].seconds, 4)),
        (sides[0].decisions, sides[1].decisions),
        (round(sides[0].slowest, 4), round(sides[1].slowest, 4)),
        (*played[0][3], *played[1][3]),
    )


@cache
def _warm(game: str, name: str) -> None:
    """Let a program compile and read what it needs, once a process, so that no move's time holds that."""
    state = load(game).start()
    while state.player == CHANCE:
        state = state.play(state.legal()[0])
    make_bot(name, 0, strict=True).choose(state)


def _play(
    plan: Plan, number: int, sides: tuple[_Side, _Side], swapped: int
) -> tuple[float, str, int, list[tuple[float, float]]]:
    """One game: A's share, how it ended, how many actions, and the chances that were said with what came."""
    state = plan.start()
    # Luck belongs to the seats, so the same program on both sides would play the same game twice. That is just right to
    # compare programs; to learn how true its chances are, each game gets luck of its own.
    label = f"{number} {swapped}" if plan.calibrate and plan.a == plan.b else f"{number}"
    names = [sides[(seat + swapped) % 2].name for seat in range(plan.players)]
    seats = [make_bot(name, _seed_for(plan, label, f"seat {seat}"), strict=True) for seat, name in enumerate(names)]
    dice = SeededDice(hashlib.sha256(f"speelkist arena {plan.seed} {label}".encode()).digest())
    rng = SeededRandom("arena opening", _seed_for(plan, label, "opening"))
    actions = 0
    for _ in range(0 if state.game.info.chance else OPENING):
        after = state.play(rng.choice(state.legal()))
        if after.outcome is not None:
            break
        state, actions = after, actions + 1
    said: list[tuple[int, float]] = []
    while state.outcome is None:
        if state.player == CHANCE:
            move = dice.draw(state)
        else:
            side = sides[(state.player + swapped) % 2]
            begun = time.perf_counter()
            move = seats[state.player].choose(state)
            spent = time.perf_counter() - begun
            side.seconds += spent
            side.decisions += 1
            side.slowest = max(side.slowest, spent)
            last = getattr(seats[state.player], "last", None)
            if plan.calibrate and side.name == plan.a and last is not None:
                said.append((state.player, last.chance))
        state, actions = state.play(move), actions + 1
    shares = _shares(plan, state)
    own = sum(share for seat, share in enumerate(shares) if (seat + swapped) % 2 == 0)
    return own, state.outcome.reason, actions, [(round(chance, 4), shares[seat]) for seat, chance in said]


def _seed_for(plan: Plan, label: str, purpose: str) -> int:
    text = f"speelkist arena {plan.seed} {label} {purpose}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def _shares(plan: Plan, state: State) -> list[float]:
    """What each seat got of a game that is over: of the points, or of the win."""
    outcome = state.outcome
    assert outcome is not None
    if plan.shared and outcome.points is not None:
        total = sum(outcome.points)
        return [points / total if total else 1 / plan.players for points in outcome.points]
    if not outcome.winners:
        return [1 / plan.players] * plan.players
    return [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(plan.players)]


# Matches ----------------------------------------------------------------------------------------------------


def play_match(plan: Plan, done: Sequence[Pair] = (), workers: int = 1) -> Iterator[Pair]:
    """Play the pairs that are not done yet; each is given as soon as it is over. Leaving early ends all work."""
    if not 1 <= workers <= MOST_WORKERS:
        raise BadOption("bots.arena.workers", most=MOST_WORKERS, found=workers)
    known = {pair.number for pair in done}
    due = [number for number in range(plan.games // 2) if number not in known]
    if workers == 1 or len(due) < 2:
        for number in due:
            yield play_pair(plan, number)
        return
    processes = [JobProcess(_play_pair_of) for _ in range(min(workers, len(due)))]
    idle = queue.SimpleQueue[JobProcess[tuple[Plan, int], Pair]]()
    for process in processes:
        idle.put(process)

    def play_elsewhere(number: int) -> Pair:
        process = idle.get()
        try:
            return process.run((plan, number))
        finally:
            idle.put(process)

    pool = ThreadPoolExecutor(len(processes), thread_name_prefix="arena")
    try:
        busy: set[Future[Pair]] = set()
        rest = iter(due)
        while True:
            busy |= {pool.submit(play_elsewhere, number) for number in islice(rest, 2 * workers - len(busy))}
            if not busy:
                return
            over, busy = wait(busy, return_when=FIRST_COMPLETED)
            for future in over:
                yield future.result()
    finally:
        for process in processes:
            process.kill()
        pool.shutdown(cancel_futures=True)
        for process in processes:
            process.close()


def _play_pair_of(job: tuple[Plan, int]) -> Pair:
    return play_pair(*job)


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
        """Every chance that was said, and what came."""
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
        """The report as a JSON object, with a summary for those who only look."""
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
        """Write the report so that it is there whole or not at all."""
        data = self.to_data()
        pairs = ",\n  ".join(json.dumps(pair) for pair in data.pop("pairs"))
        head = json.dumps(data, indent=1).removesuffix("\n}")
        write_atomically(path, f'{head},\n "pairs": [\n  {pairs}\n ]\n}}\n'.encode())


def read_report(path: Path) -> Report:
    """A report from its file."""
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
    """The report to go on with: of the same match, which may now be longer or shorter."""
    kept = read_report(path)
    if replace(kept.plan, games=plan.games) != plan:
        raise BadReport("bots.arena.other", name=path.name)
    return Report(plan, tuple(pair for pair in kept.pairs if pair.number < plan.games // 2))


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
