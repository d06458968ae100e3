"""All that a game offers, declared once: the ``__init__`` of its folder makes one ``GamePackage`` and registers it.

Only the rules are needed at once. Everything else is a function that imports it when it is first wanted, so that a
start stays quick and a machine without numba loses the kernel and nothing else. The types of those parts lie in the
layers above; they are named here for the type checker only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from speelkist.i18n.phrases import Phrase

from .game import Game, Info, State
from .move import Move

if TYPE_CHECKING:
    from types import ModuleType

    from speelkist.compiled.contract import Kernel, Weights
    from speelkist.compiled.encoding import Encoding
    from speelkist.search.advice import Advice, Choice
    from speelkist.search.budget import Budget

    from .sheet import Paper, Sheet
    from .view import GameView

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)

# A question about a position that a client may ask: the state and the arguments it sent give plain data.
Query: TypeAlias = "Callable[[S, Mapping[str, Any]], Any]"


class SimpleBotModule(Protocol[S_contra]):
    """What the module ``bots/simple.py`` of a game offers."""

    def best(self, state: S_contra, /) -> list[Advice]:
        """The moves that it thinks equally good, each with its reason."""
        ...


class Strengths(Protocol[S_contra]):
    """What the module ``bots/strengths.py`` of a game offers."""

    def ranked(
        self, state: S_contra, strength: str, seed: int, budget: Budget | None, weights: Weights | None = None, /
    ) -> Sequence[Choice]:
        """The moves of the player to move as a strength sees them, best first.

        ``weights`` replace those of its net; never given to a game without ``features``.
        """
        ...


class HintReasons(Protocol[S_contra]):
    """What the module ``hint_reasons.py`` of a game offers."""

    @property
    def AGAINST(self) -> frozenset[str]:  # noqa: N802  (a constant of the module)
        """The keys of reasons that speak against a move: it is proposed only if nothing better is."""
        ...

    def why(self, state: S_contra, move: Move, /) -> Phrase:
        """Why a move is good, in words."""
        ...


class PaperModule(Protocol):
    """What the module ``paper.py`` of a game offers."""

    def sheets(self, paper: Paper, /) -> list[Sheet]:
        """Its boards and pieces to print and cut out, in true size on paper of that size."""
        ...


class PuzzleModule(Protocol[S_contra]):
    """What the module ``puzzles.py`` of a game offers; ``best_points(state)`` besides, where the task is to score."""

    def kind(self, state: S_contra, move: Move, /) -> str | None:
        """What a puzzle is about, if the game has a word of its own for it."""
        ...

    def twins(self, state: S_contra, /) -> Sequence[str]:
        """The same position seen otherwise (turned, mirrored, the sides exchanged), each as a text; itself too."""
        ...


def _no_queries() -> Mapping[str, Query[Any]]:
    return {}


@dataclass(frozen=True)
class GamePackage(Generic[S]):
    """One game: its rules, and where its other parts are imported from when they are wanted."""

    folder: str  # the package that holds all of it, and the folder ``text``: ``__name__`` of the declaring module
    rules: type[Game]
    view: Callable[[], GameView[S]]
    queries: Callable[[], Mapping[str, Query[S]]] = _no_queries  # by name, besides those that every game answers
    player_queries: frozenset[str] = frozenset()  # those that help: answered to the player to move alone
    simple_bot: Callable[[], SimpleBotModule[S]] | None = None
    strengths: Callable[[], Strengths[S]] | None = None
    hint_reasons: Callable[[], HintReasons[S]] | None = None
    kernel: Callable[[], Kernel] | None = None  # needs numba
    features: Callable[[], ModuleType] | None = None  # what its net sees; needs numba
    paper: Callable[[], PaperModule] | None = None  # to play it at a table of wood
    puzzles: Callable[[], PuzzleModule[S]] | None = None
    encoding: Callable[[], Encoding] | None = None  # moves and positions for programs that learn; needs numba
    listed: bool = True  # whether people are offered it; one that is not can still be loaded by its id

    @property
    def info(self) -> Info:
        """The facts of the game."""
        return self.rules.info
