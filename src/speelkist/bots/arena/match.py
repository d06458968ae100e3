"""Bots against each other in pairs of games: the same dice and the same layout, sides swapped.

A pair depends on the match's seed and its own number alone. So it does not matter which process plays it, or when, and
a match that was interrupted can be resumed. Where a game has no chance of its own, the first moves of a pair are
random, the same for both games.
"""

from __future__ import annotations

import hashlib
import queue
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path

from speelkist.bots.factory import Bot, make_bot
from speelkist.bots.process import JobProcess
from speelkist.bots.strengths import weights_of
from speelkist.core import (
    CHANCE,
    BadOption,
    Move,
    OptionValue,
    SeededDice,
    SeededRandom,
    State,
    game_class,
    load,
)

MOST_GAMES = 1_000_000
MOST_WORKERS = 64
OPENING = 4  # random first moves where the game itself has no chance


@dataclass(frozen=True)
class Plan:
    """A match: which bots play which game, how often, and with which seed. Two games make a pair.

    :raises SpeelkistError: if there is no such game, option or bot, or a number is out of range.
    """

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
            weights = name.partition("#")[2]
            if weights:
                weights_of(self.game, Path(weights))

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
    """The result of a pair: A's share of each game, and how both played."""

    number: int
    scores: tuple[float, float]
    reasons: tuple[str, str]  # how the games ended
    actions: tuple[int, int]
    seconds: tuple[float, float]  # of thinking by A and by B, all decisions together
    decisions: tuple[int, int]
    slowest: tuple[float, float]
    chances: tuple[tuple[float, float], ...] = ()  # the predicted chance, and the result

    @property
    def share(self) -> float:
        """A's share of both games."""
        return sum(self.scores) / 2


@dataclass
class _Side:
    """One of the two bots while it plays, with its clock."""

    name: str
    seconds: float = 0.0
    decisions: int = 0
    slowest: float = 0.0

    def choose(self, bot: Bot, state: State) -> Move:
        """The bot's move, with the time that it took."""
        begun = time.perf_counter()
        move = bot.choose(state)
        spent = time.perf_counter() - begun
        self.seconds += spent
        self.decisions += 1
        self.slowest = max(self.slowest, spent)
        return move


def play_pair(plan: Plan, number: int) -> Pair:
    """Both games of a pair."""
    for name in (plan.a, plan.b):
        _load_once(plan.game, name)
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
def _load_once(game: str, name: str) -> None:
    """Let a bot compile and read what it needs, once a process, so that no move's time includes that."""
    state = load(game).start()
    while state.player == CHANCE:
        state = state.play(state.legal()[0])
    make_bot(name, 0, strict=True).choose(state)


def _play(
    plan: Plan, number: int, sides: tuple[_Side, _Side], swapped: int
) -> tuple[float, str, int, list[tuple[float, float]]]:
    """One game: A's share, how it ended, how many actions, and the predicted chances with the results."""
    # Seeds belong to the seats, so the same bot on both sides would play the same game twice. That is right for
    # comparing bots; to learn how true a bot's chances are, each game gets seeds of its own.
    label = f"{number} {swapped}" if plan.calibrate and plan.a == plan.b else f"{number}"
    names = [sides[(seat + swapped) % 2].name for seat in range(plan.players)]
    seats = [make_bot(name, _seed_for(plan, label, f"seat {seat}"), strict=True) for seat, name in enumerate(names)]
    dice = SeededDice(hashlib.sha256(f"speelkist arena {plan.seed} {label}".encode()).digest())
    state, actions = _opened(plan, label)
    said: list[tuple[int, float]] = []
    while state.outcome is None:
        if state.player == CHANCE:
            move = dice.draw(state)
        else:
            side = sides[(state.player + swapped) % 2]
            move = side.choose(seats[state.player], state)
            last = getattr(seats[state.player], "last", None)
            if plan.calibrate and side.name == plan.a and last is not None:
                said.append((state.player, last.chance))
        state, actions = state.play(move), actions + 1
    shares = _shares(plan, state)
    own = sum(share for seat, share in enumerate(shares) if (seat + swapped) % 2 == 0)
    return own, state.outcome.reason, actions, [(round(chance, 4), shares[seat]) for seat, chance in said]


def _opened(plan: Plan, label: str) -> tuple[State, int]:
    """The position from which the bots play, and how many moves led there: in a game without chance random ones."""
    state, actions = plan.start(), 0
    rng = SeededRandom("arena opening", _seed_for(plan, label, "opening"))
    for _ in range(0 if state.game.info.chance else OPENING):
        after = state.play(rng.choice(state.legal()))
        if after.outcome is not None:
            break
        state, actions = after, actions + 1
    return state, actions


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


# Matches


def play_match(plan: Plan, done: Sequence[Pair] = (), workers: int = 1) -> Iterator[Pair]:
    """Play the pairs that are not done yet; each is yielded as soon as it is over. Leaving early stops the workers.

    :raises BadOption: if ``workers`` is out of range.
    """
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

    def play_in_worker(number: int) -> Pair:
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
            busy |= {pool.submit(play_in_worker, number) for number in islice(rest, 2 * workers - len(busy))}
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
