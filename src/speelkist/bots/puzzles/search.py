"""Looking for puzzles in games between club players, one in each at most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from speelkist.bots.strengths import STRENGTHS
from speelkist.core import CHANCE, Move, SeededDice, SeededRandom, State, load
from speelkist.core.registry import package_of

from .proof import Proof, prover_of

PLAYERS = "club"
OPENING = 6  # decisions that are played before anything is looked at
TRIED = 10  # decisions of a game that are looked at
KEPT = 1  # puzzles of one game
TRIES = 3  # how often a strength is asked, with other moods
LOST = 0.3  # the chance that is left with any other move, where the right one saves
EASY = 0.2  # so many of all may be solved by the weakest


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
    """Puzzles of a game without twins; the same seed gives the same ones."""
    prove = prover_of(game, seed)
    module = package_of(game).puzzles
    assert module is not None
    known: set[str] = set()
    easy = 0
    made = 0
    for number in count():
        if made == wanted:
            return
        rng = SeededRandom(f"puzzles {game} {number}", seed)
        states = list(_decisions(game, rng))[OPENING:]
        rng.shuffle(states)
        kept = 0
        for state in states[:TRIED]:
            if known.intersection(module().twins(state)):
                continue
            proof = prove(state)
            if proof is None:
                continue
            solved_by = tuple(strength for strength in STRENGTHS if _solves(state, strength, proof))
            if STRENGTHS[0] in solved_by and easy >= EASY * wanted:
                continue
            easy += STRENGTHS[0] in solved_by
            known.update(module().twins(state))
            made += 1
            yield Puzzle(state.to_data(), proof, _kind(state, proof), solved_by)
            kept += 1
            if kept == KEPT or made == wanted:
                break


def _decisions(game: str, rng: SeededRandom) -> Iterator[State]:
    """The positions of a game in which a player had something to choose."""
    state = load(game).start()
    dice = SeededDice(bytes(rng.below(256) for _ in range(32)))
    for event in count():
        if state.outcome is not None:
            return
        if state.player == CHANCE:
            state = state.after(dice.draw(state, event))
            continue
        legal = state.legal()
        if len(legal) > 2:
            yield state
        state = state.after(_choice(state, PLAYERS, rng.below(1 << 30)) if len(legal) > 1 else legal[0])


def _choice(state: State, strength: str, seed: int) -> Move:
    strengths = package_of(state.game.info.id).strengths
    assert strengths is not None
    return strengths().ranked(state, strength, seed, None)[0].move


def _solves(state: State, strength: str, proof: Proof) -> bool:
    right = 0
    for seed in range(TRIES):
        move = _choice(state, strength, seed)
        if proof.points is None:
            right += move.text in proof.moves
        else:
            before, after = state.points(), state.after(move).points()
            assert before is not None and after is not None
            right += after[state.player] - before[state.player] >= proof.points
    return 2 * right > TRIES


def _kind(state: State, proof: Proof) -> str:
    move = state.resolve(proof.moves[0])
    assert isinstance(move, Move)
    outcome = state.after(move).outcome
    if outcome is not None and outcome.winners == (state.player,):
        return "win"
    module = package_of(state.game.info.id).puzzles
    assert module is not None
    return module().kind(state, move) or ("save" if proof.otherwise < LOST else "best")
