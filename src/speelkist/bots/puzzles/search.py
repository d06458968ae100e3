"""Looking for puzzles in games of good players.

What is cheap comes first: a glance at every position of a game, a look at those where one move stands out, what the
puzzle would be about and whether a child finds it; only then the proof. Each puzzle follows from those before it and
from the seed, never from how many are wanted: a search that is stopped has made the beginning of a longer one.
What comes up too seldom that way is then looked for in games of its own (``RARE`` of the game's module), where only
positions are looked at whose best move at a glance is of that kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from speelkist.bots.strengths import STRENGTHS
from speelkist.core import Move, SeededRandom, State
from speelkist.core.registry import package_of

from .games import APART, Decision, decisions
from .proof import Idea, Proof, prover_of

GLANCED = 0.06  # the lead that must be seen at a glance
OPENING = 6  # decisions that are played before anything is looked at
TRIED = 10  # decisions of a game that are looked at
KEPT = 2  # puzzles of one game, with APART decisions between them; where points count, one: the pile stays alike
TRIES = 3  # how often a strength is asked, with other moods
LOST = 0.3  # the chance that is left with any other move, where the right one saves
EASY = 0.2  # so many of all may be solved by the weakest
ONE_KIND = 0.45  # so many of all may be of one kind, where there are several
FIRST = 5  # puzzles among which shares do not count yet


@dataclass(frozen=True)
class Puzzle:
    """A position with its solution."""

    position: dict[str, Any]
    proof: Proof
    kind: str
    solved_by: tuple[str, ...]  # the strengths that solve it more often than not

    def to_data(self) -> dict[str, Any]:
        """As it stands in a game's ``puzzles.json``."""
        task: dict[str, Any] = {"move": list(self.proof.moves)}
        if self.proof.points is not None:
            task["points"] = self.proof.points
        return {
            "kind": self.kind,
            "position": {name: value for name, value in self.position.items() if name != "game"},
            **task,
            "lead": self.proof.lead,
            "by": self.proof.by,
            "solved_by": list(self.solved_by),
        }


def find_puzzles(game: str, wanted: int, seed: int) -> Iterator[Puzzle]:
    """Puzzles of a game without twins, and then those of rare kinds; the same seed and number give the same ones."""
    search = _Search(game, seed)
    yield from islice(search.in_games(), wanted)
    for kind, more in search.rare.items():
        yield from islice(search.in_games(kind), more)


class _Search:
    """What has been found, and what may still be taken."""

    def __init__(self, game: str, seed: int) -> None:
        self._game, self._seed = game, seed
        self._prover = prover_of(game, seed)
        load_module = package_of(game).puzzles
        assert load_module is not None
        self._module = load_module()
        self._by_points = hasattr(self._module, "best_points")
        self.rare: Mapping[str, int] = getattr(self._module, "RARE", {})  # how many more of a kind are looked for
        self._known: set[str] = set()
        self._kinds: Counter[str] = Counter()
        self._easy = 0
        self._made = 0

    def in_games(self, only: str | None = None) -> Iterator[Puzzle]:
        """The puzzles of one game after the other; of one kind, if only that is looked for."""
        for number in count():
            yield from self._in_game(number, only)

    def _in_game(self, number: int, only: str | None) -> Iterator[Puzzle]:
        of_kind = "" if only is None else f"{only} "
        rng = SeededRandom(f"puzzles {self._game} {of_kind}{number}", self._seed)
        chosen = [decision for decision in decisions(self._game, rng) if decision.number >= OPENING]
        chosen = [decision for decision in chosen if decision.lead >= GLANCED]
        if only is not None:
            chosen = [decision for decision in chosen if self._module.kind(decision.state, decision.best) == only]
        rng.shuffle(chosen)
        kept: list[Decision] = []
        for decision in chosen[:TRIED]:
            if any(abs(decision.number - other.number) < APART for other in kept):
                continue
            puzzle = self._puzzle(decision.state, only)
            if puzzle is None:
                continue
            kept.append(decision)
            yield puzzle
            if len(kept) == (1 if self._by_points else KEPT):
                return

    def _puzzle(self, state: State, only: str | None) -> Puzzle | None:
        twins = self._module.twins(state)
        idea = None if self._known.intersection(twins) else self._prover.look(state)
        if idea is None or not self._wanted(state, idea):
            return None
        if only is not None and self._kind(state, idea.move, idea.otherwise) != only:
            return None
        proof = self._prover.prove(state, idea)
        if proof is None:
            return None
        solved_by = tuple(strength for strength in STRENGTHS if _solves(state, strength, proof))
        if STRENGTHS[0] in solved_by and self._full(self._easy, EASY):
            return None
        kind = self._kind(state, proof.moves[0], proof.otherwise)
        self._easy += STRENGTHS[0] in solved_by
        self._kinds[kind] += 1
        self._known.update(twins)
        self._made += 1
        return Puzzle(state.to_data(), proof, kind, solved_by)

    def _wanted(self, state: State, idea: Idea) -> bool:
        """Whether there is room for such a puzzle; asked before the proof, which is what takes long."""
        if self._by_points:
            return True
        if self._full(self._kinds[self._kind(state, idea.move, idea.otherwise)], ONE_KIND):
            return False
        return not (self._full(self._easy, EASY) and _solves(state, STRENGTHS[0], Proof((idea.move,), 1.0, "exact")))

    def _full(self, taken: int, share: float) -> bool:
        return taken >= share * max(FIRST, self._made + 1)

    def _kind(self, state: State, text: str, otherwise: float) -> str:
        move = state.resolve(text)
        assert isinstance(move, Move)
        outcome = state.after(move).outcome
        if outcome is not None and outcome.winners == (state.player,):
            return "win"
        return self._module.kind(state, move) or ("save" if otherwise < LOST else "best")


def _solves(state: State, strength: str, proof: Proof) -> bool:
    strengths = package_of(state.game.info.id).strengths
    assert strengths is not None
    right = 0
    for seed in range(TRIES):
        move = strengths().ranked(state, strength, seed, None)[0].move
        right += _is_right(state, move, proof)
        if 2 * right > TRIES or 2 * (seed + 1 - right) > TRIES:
            break
    return 2 * right > TRIES


def _is_right(state: State, move: Move, proof: Proof) -> bool:
    if proof.points is None:
        return move.text in proof.moves
    before, after = state.points(), state.after(move).points()
    assert before is not None and after is not None
    return after[state.player] - before[state.player] >= proof.points
