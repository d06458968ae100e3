"""The rules of Cubus: one picture that all build on, one tile a turn, and whoever makes most of the fewest tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from speelkist.core import CHANCE, PASS, Game, Info, JsonReader, Move, Option, Outcome, Phrase, Refusal, State

from . import end_game, position
from .board import KINDS, START, Picture, Pile, Place, Reading, Tile, read
from .build_generator import good_builds, knows_build
from .build_rules import (
    ALL_TILES,
    NO_TILES,
    BuildContext,
    CheckedBuild,
    Counts,
    add,
    common,
    less,
    picture_counts,
    with_item,
)
from .notation import DRAWS, NO, Build, Take, first, give_up, knock, read_build
from .refusals import misplaced
from .terminal import draw_state

MOST_BOXES = 64  # 16 tiles of each kind show at most 4 x 4 x 4 boxes (Loomis and Whitney)


class Cubus(Game):
    """Cubus with its options."""

    info: ClassVar[Info] = Info(
        id="cubus",
        name={"en": "Cubus", "nl": "Cubus"},
        designer="Reinhold Wittig",
        published="1987; Kallmeyer 2005",
        sides=(),
        players=(2, 6),
        chance=True,
        # Every build adds a box, so there are fewer than 64; at most 6 turns pass between two of them once the
        # 45 tiles are drawn; a turn is a draw, a build or pass, 5 answers and a showing; then leftovers and demolition.
        longest=1 + (45 + MOST_BOXES * 6) * 8 + 6 + MOST_BOXES,
        version=1,
        scoring="points",
        answers_out_of_turn=True,
        answer_seconds=15,
        kernel_strengths=("master",),
        options=(
            Option("players", 2, low=2, high=6),
            Option("knocking", True),
            Option("young", False),
            Option("leftovers", "none", choices=("none", "lowest", "best")),
            Option("demolition", False),
        ),
    )

    @property
    def players(self) -> int:
        """How many play."""
        return int(str(self.options["players"]))

    @property
    def answers_out_of_turn(self) -> bool:
        """Whether there is a pass to knock after."""
        return self.options["knocking"] is True

    @property
    def young(self) -> bool:
        """Whether it is the game for younger children."""
        return self.options["young"] is True

    @property
    def tiles(self) -> Counts:
        """All tiles of the game."""
        return (*ALL_TILES[:3], 0) if self.young else ALL_TILES

    def start(self) -> CubusState:
        """The starting box, and the lots still to be cast."""
        return CubusState(
            game=self,
            player=CHANCE,
            phase="first",
            outcome=None,
            hands=(NO_TILES,) * self.players,
            stock=less(self.tiles, picture_counts(START, 0)),
            scores=(0,) * self.players,
            demolition_scores=(0,) * self.players,
        )

    def read(self, picture: Iterable[Tile | tuple[str, int, int]]) -> Reading:
        """The pile and box count that a set of tiles shows, or why it is unsound."""
        tiles = []
        for given in picture:
            tile = position.checked_tile(given)
            if isinstance(tile, Refusal):
                return Reading(None, tile)
            tiles.append(tile)
        return read(tiles)

    def draw(self, pile: Pile | str) -> Picture:
        """The picture of a pile (or of its notation); a pile that cannot be laid in whole tiles raises BadPosition."""
        return position.drawn(pile)

    def _read(self, data: JsonReader) -> CubusState:
        return position.read_state(self, data)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CubusState(State):
    """A position of Cubus. Counts of tiles go by left sides, right sides, closed lids, open lids."""

    game: Cubus
    player: int
    phase: str
    outcome: Outcome | None
    hands: tuple[Counts, ...]
    stock: Counts
    scores: tuple[int, ...]
    demolition_scores: tuple[int, ...]
    pile: Pile = START
    open: tuple[Place, ...] = ()  # where the open lids lie in the picture
    turn: int | None = None  # who is on, also while a tile is drawn for them; nobody before the lots
    first: int | None = None
    round: int = 1
    passes: int = 0  # in a row, with the stock empty
    passer: int | None = None
    knocker: int | None = None
    shown: tuple[str, ...] = ()  # what was shown for the leftovers so far, from the first player on
    last_builder: int | None = None  # the demolition begins at their left
    _takes: list[Take] = field(default_factory=list, init=False, repr=False, compare=False)
    _known: list[bool] = field(default_factory=list, init=False, repr=False, compare=False)

    # --- what can be done -------------------------------------------------------------------------------------------

    def resolve(self, move: Move | str) -> Move | Refusal:
        """The legal move that is meant, or why there is none. A build is judged by itself, not looked up."""
        return State.resolve(self, move.text if isinstance(move, Move) else move)

    def _moves(self) -> Sequence[Move]:
        """Lots and draws in order of player and of KINDS; in a decision the way out first, then the builds.

        Build, leftovers: ``--``; show: ``knock:i?``; each followed by at most 64 builds of the generator, by points
        and then by notation. Without knocking there is no ``--`` beside a build. Knock: ``no``, ``knock:i``.
        Demolition: by x, then y.
        """
        if self.phase == "first":
            return [first(player) for player in range(self.game.players)]
        if self.phase == "draw":
            return [draw for draw, count in zip(DRAWS, self.stock, strict=True) if count]
        if self.phase == "knock":
            return [NO, knock(self.player)]
        if self.phase == "demolish":
            return self.takes()
        builds = [Build(deal.pile, deal.open) for deal in good_builds(self.site())]
        return builds if builds and self.checks_duty() else [self.way_out(), *builds]

    def checks_duty(self) -> bool:
        """Whether the table itself sees to it that a player who can build does: nobody else could knock."""
        return self.phase == "build" and not self.game.options["knocking"]

    def must_build(self) -> bool:
        """Whether a pass is refused: the table checks, and it knows a build."""
        if not self.checks_duty():
            return False
        if not self._known:
            self._known.append(knows_build(self.site()))
        return self._known[0]

    def why_no_help(self) -> Refusal | None:
        """While a pass is answered everybody looks for themselves: that is the risk of a knock."""
        return Refusal("cubus.knock.blind") if self.phase == "knock" else None

    def foregone(self) -> str | None:
        """What nobody is asked, as nothing can be built any more."""
        return end_game.foregone(self)

    def way_out(self) -> Move:
        """What whoever may build can do instead."""
        return give_up(self.player) if self.phase == "show" else PASS

    def site(self) -> BuildContext:
        """Where the next build would be made, and with which tiles."""
        return BuildContext(self.pile, self.open, self._hand(), self.game.young)

    def _hand(self) -> Counts:
        if self.phase == "leftovers":
            together = NO_TILES
            for hand in self.hands:
                together = add(together, hand)
            return together
        owner = self.passer if self.phase == "show" else self.turn
        return NO_TILES if owner is None else self.hands[owner]

    def takes(self) -> list[Take]:
        """The boxes that may be taken in demolition: those without an open lid first of all."""
        if not self._takes:
            self._takes.extend(end_game.list_takes(self))
        return self._takes

    def _weights(self) -> Sequence[int] | None:
        return None if self.phase == "first" else [count for count in self.stock if count]

    def _resolve(self, text: str) -> Move | Refusal:
        if self.phase in ("build", "show", "leftovers"):
            if text == self.way_out().text:
                return Refusal("cubus.pass.duty") if self.must_build() else self.way_out()
            if text.startswith("build"):
                build = read_build(text)
                if isinstance(build, Refusal):
                    return build
                deal = self.site().judge(build.pile, build.open)
                return deal if isinstance(deal, Refusal) else Build(deal.pile, deal.open)
            return self._explain(text)
        return State._resolve(self, text)

    def _explain(self, text: str) -> Move | Refusal:
        return misplaced(self, text)

    # --- what it leads to -------------------------------------------------------------------------------------------

    def _after(self, move: Move) -> CubusState:
        if self.phase == "first":
            player = int(move.text.removeprefix("first:"))
            return replace(self, phase="draw", turn=player, first=player)
        if self.phase == "draw":
            return self._drawn(move.text[1])
        if self.phase == "knock":
            return self._answered(move)
        if self.phase == "show":
            return self._showed(move)
        if self.phase == "leftovers":
            return end_game.use_leftovers(self, move)
        if isinstance(move, Take):
            return end_game.take_box(self, move.place)
        if isinstance(move, Build):
            assert self.turn is not None
            return self.with_build(move, by=self.turn)._next_turn(self.turn)
        return self._passed()

    def _drawn(self, kind: str) -> CubusState:
        assert self.turn is not None
        counts = tuple(int(kind == other) for other in KINDS)
        tile: Counts = counts[0], counts[1], counts[2], counts[3]
        hands = with_item(self.hands, self.turn, add(self.hands[self.turn], tile))
        after = replace(self, hands=hands, stock=less(self.stock, tile))
        if self.round == 1:  # everybody draws once before anybody builds
            return after._next_turn(self.turn)
        return replace(after, phase="build", player=self.turn)

    def with_build(self, build: Build, by: int) -> CubusState:
        """The build made with the tiles of whoever is on, for the points of ``by``."""
        deal = self.site().judge(build.pile, build.open)
        assert isinstance(deal, CheckedBuild)
        return replace(
            self,
            pile=deal.pile,
            open=deal.open,
            hands=self._pay(deal.added, by),
            scores=with_item(self.scores, by, self.scores[by] + deal.points),
            last_builder=by,
            passes=0,
        )

    def _pay(self, added: Counts, by: int) -> tuple[Counts, ...]:
        """The hands without the tiles of a build; of the leftovers first one's own, then on from the first player."""
        if self.phase != "leftovers":
            owner = self.passer if self.phase == "show" else by
            assert owner is not None
            return with_item(self.hands, owner, less(self.hands[owner], added))
        hands = self.hands
        for player in (by, *self.in_order()):
            have = hands[player]
            give = common(have, added)
            hands = with_item(hands, player, less(have, give))
            added = less(added, give)
        return hands

    def _passed(self) -> CubusState:
        assert self.turn is not None
        after = replace(self, passes=self.passes + (not any(self.stock)))
        if not self.game.options["knocking"]:
            return after._next_turn(self.turn)
        on_left = self.left_of(self.turn)
        return replace(after, phase="knock", passer=self.turn, turn=on_left, player=on_left)

    def _answered(self, answer: Move) -> CubusState:
        assert self.passer is not None and self.turn is not None
        if answer != NO:
            return replace(self, phase="show", knocker=self.turn)
        on_left = self.left_of(self.turn)
        if on_left == self.passer:
            return self._next_turn(self.passer)
        return replace(self, turn=on_left, player=on_left)

    def _showed(self, move: Move) -> CubusState:
        assert self.passer is not None and self.knocker is not None
        if isinstance(move, Build):
            after = self.with_build(move, by=self.knocker)
        else:
            scores = tuple(score + 2 * (who != self.knocker) for who, score in enumerate(self.scores))
            after = replace(self, scores=scores)
        return after._next_turn(self.passer)

    def _next_turn(self, after: int) -> CubusState:
        """The left neighbour is on, or the building is over."""
        if self.passes >= self.game.players:
            return end_game.end_building(self)
        turn = self.left_of(after)
        drawing = any(self.stock)
        return replace(
            self,
            turn=turn,
            phase="draw" if drawing else "build",
            player=CHANCE if drawing else turn,
            round=self.round + (turn == self.first),
            passer=None,
            knocker=None,
        )

    # --- knocking from afar: whoever is first counts, and time up means no ---

    def points(self) -> tuple[int, ...]:
        """The points of every player so far, those of a demolition apart."""
        return self.scores

    def out_of_turn(self, player: int, move: str) -> tuple[tuple[int, str], ...]:
        """A knock by somebody whose answer is not due yet: those before them are taken to say no."""
        still = self._unanswered()
        if player not in still or move != knock(player).text:
            return ()
        return (*((other, NO.text) for other in still[: still.index(player)]), (player, move))

    def on_timeout(self) -> tuple[tuple[int, str], ...]:
        """Whoever has not answered a pass says no."""
        return tuple((player, NO.text) for player in self._unanswered())

    def _unanswered(self) -> list[int]:
        if self.phase != "knock" or self.turn is None or self.passer is None:
            return []
        count = (self.passer - self.turn) % self.game.players
        return [(self.turn + step) % self.game.players for step in range(count)]

    # --- points and order -------------------------------------------------------------------------------------------

    def result(self) -> Outcome:
        """The outcome as the points stand: of the building, or of the demolition with the building beside it."""
        return end_game.result(self)

    def left_of(self, player: int) -> int:
        """Who is on after a player."""
        return (player + 1) % self.game.players

    def in_order(self) -> list[int]:
        """The players in turn order, from the first."""
        begin = self.first or 0
        return [(begin + step) % self.game.players for step in range(self.game.players)]

    # --- how it looks -----------------------------------------------------------------------------------------------

    def prompt(self) -> Phrase:
        """What has to be done now."""
        if self.phase == "over":
            return Phrase("core.end.over")
        if self.turn is None:
            return Phrase("cubus.ask.first")
        passer = self.game.side_name(self.passer if self.passer is not None else self.turn)
        return Phrase(f"cubus.ask.{self.phase}", player=self.game.side_name(self.turn), passer=passer)

    def draw(self, colour: bool = False, lang: str = "en") -> str:
        """The picture, hands, stock and points, for a terminal."""
        return draw_state(self, colour, lang)

    def _data(self) -> dict[str, Any]:
        return position.data(self)

    def _value(self) -> tuple[Any, ...]:
        return (
            self.game,
            self.phase,
            self.turn,
            self.first,
            self.round,
            self.pile,
            self.open,
            self.hands,
            self.stock,
            self.scores,
            self.demolition_scores,
            self.passes,
            self.passer,
            self.knocker,
            self.shown,
            self.last_builder,
        )
