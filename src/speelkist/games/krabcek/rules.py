"""Krabcek: the rules. Two players send three sizes of men through a labyrinth and stack them, or shut each other in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from speelkist.core import (
    CHANCE,
    OVER,
    BadNotation,
    BadOption,
    BadPosition,
    Game,
    IllegalMove,
    Info,
    JsonReader,
    Move,
    Option,
    Outcome,
    Phrase,
    Refusal,
    SeededRandom,
    State,
)

from .board import TYPES, Labyrinth, labyrinth
from .boxes import GATES, NAMES, TILES, fitting_corners
from .legal import list_moves
from .moves import (
    JOINED,
    TOWER,
    WIDTH,
    ChooseGate,
    Enter,
    FirstThrow,
    Fly,
    Lay,
    Piece,
    Switch,
    Throw,
    Walk,
    choose_gate,
    first_throw,
    lay,
    throw,
)
from .places import tile_place
from .position import read_position, write_position
from .refusals import explain
from .set_up import GATE_ORDER, SIDES, STOCK, wrong_tile
from .terminal import draw

# Why no game is longer: a turn in which a piece comes on (14 pieces) or combines without winning (each of 4 Middlemen
# at most once) is no idle turn. Before each of these 18 turns fewer than the idle limit pass, after the last as many:
# 19 x that limit, turns of a throw and a move, after 16 tiles, 7 gates and the first throw, the first turn's too.
MOST_IDLE = 500  # the highest idle limit
_LONGEST = TILES + (GATES - 1) + 1 + 2 * 19 * MOST_IDLE - 1

# How the question puts it: Black one, White two, Black two, White two.
GATE_STEPS = ("", ".first", ".second", ".first", ".second", ".first", ".second")

_THROWS = tuple(throw(number) for number in range(1, 7))
_FIRST_THROWS = tuple(first_throw(black, white) for black in range(1, 7) for white in range(1, 7) if black != white)


class Krabcek(Game):
    """The game with its tiles and its way of laying them out chosen."""

    info = Info(
        id="krabcek",
        name={"en": "Krabcek", "nl": "Krabcek"},
        designer="Paul Clark",
        published="Push the Button, 2004",
        sides=SIDES,
        players=(2, 2),
        chance=True,
        longest=_LONGEST,
        version=1,
        kernel_strengths=("club", "master"),
        options=(
            Option("tiles", "figures", choices=("figures", "tight")),
            Option("layout", "chance", choices=("chance", "random"), items=TILES),
            Option("seed", 0, low=0, high=2**53 - 1),
            Option("idle_limit", 150, low=10, high=MOST_IDLE, in_position=True),
        ),
    )

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.idle_limit = self.number("idle_limit")  # after so many idle turns it is a draw
        layout = self.options["layout"]
        wrong = wrong_tile(layout) if isinstance(layout, tuple) else None
        if wrong is not None:
            raise BadOption(wrong)

    def start(self) -> KrabcekState:
        """Before the first tile is laid, or, where the layout is known, before the first gate is chosen."""
        tile_set = str(self.options["tiles"])
        layout = self.options["layout"]
        if layout == "chance":
            return _set_up(self, Labyrinth(tile_set, ()), CHANCE, "layout")
        tiles = layout if isinstance(layout, tuple) else _random_tiles(self.options["seed"])
        return _set_up(self, labyrinth(tile_set, tiles), GATE_ORDER[0], "gates")

    def _read(self, data: JsonReader) -> KrabcekState:
        """The position says which tiles it has; how the next layout is made stays as it is."""
        position = read_position(self, data)
        game = type(self)(**{**self.options, "tiles": position.maze.tile_set})
        player = {"gates": position.turn, "move": position.turn, "over": OVER}.get(position.phase, CHANCE)
        taken = sum(1 << box for own in position.pieces for box, _ in own)
        state = KrabcekState(
            game,
            player,
            position.phase,
            None,
            position.maze,
            position.gates,
            position.turn,
            position.throw,
            position.pieces,
            position.hands,
            position.idle,
            taken,
        )
        if position.phase == "over":
            return _ended(state)
        return state._thrown(state.turn, state.throw) if position.phase == "move" else state


def _random_tiles(seed: object) -> tuple[str, ...]:
    """Sixteen tiles as the set-up lays them: shuffled, each turned one of the two ways that fit."""
    assert isinstance(seed, int)
    rng = SeededRandom("krabcek layout", seed)
    types = [kind for kind, count in TYPES.items() for _ in range(count)]
    rng.shuffle(types)
    return tuple(f"{kind}-{rng.choice(fitting_corners(index))}" for index, kind in enumerate(types))


def special_move(state: KrabcekState) -> str:
    """What besides walking and entering a throw allows, as the ending of a phrase's key."""
    if state.throw == 6 and any(isinstance(move, Switch) for move in state.legal()):
        return ".switch"
    if state.throw == 5 and any(isinstance(move, Fly) for move in state.legal()):
        return ".fly"
    return ""


def _set_up(game: Krabcek, maze: Labyrinth, player: int, phase: str) -> KrabcekState:
    turn = -1 if player == CHANCE else player
    return KrabcekState(game, player, phase, None, maze, ((), ()), turn, 0, ((), ()), (STOCK, STOCK), 0, 0)


def _ended(state: KrabcekState) -> KrabcekState:
    """A position of phase ``over`` with its outcome worked out; refused if nothing ended it."""
    for player, own in enumerate(state.pieces):
        if any(kind == TOWER for _, kind in own):
            if state.throw or state.idle:
                raise BadPosition("krabcek.position.tower_last")
            return replace(state, turn=-1, outcome=Outcome((player,), "krabcek"))
    if state.idle == state.game.idle_limit:
        return replace(state, turn=-1, outcome=Outcome((), "idle"))
    blocked = state._thrown(state.turn, state.throw) if state.throw else state
    if blocked.outcome is None:
        raise BadPosition(state.game.phrase("position.over"))
    return blocked


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KrabcekState(State):
    """A position. Gates and boxes are numbers (boxes.py), so are kinds of pieces (moves.py)."""

    game: Krabcek
    player: int
    phase: str  # layout, gates, first, throw, move, over
    outcome: Outcome | None
    maze: Labyrinth
    gates: tuple[tuple[int, ...], tuple[int, ...]]  # each player's, in the order chosen
    turn: int  # whose turn it is, also while the die rolls; -1 before the first throw and after the end
    throw: int  # 0 when there is none
    pieces: tuple[tuple[Piece, ...], tuple[Piece, ...]]  # each player's (box, kind), by box
    hands: tuple[tuple[int, ...], tuple[int, ...]]  # each player's Skinnyboys, Middlemen, Bigboys
    idle: int  # turns in a row in which no piece came on and none combined
    taken: int  # the occupied boxes as a set; follows from ``pieces``

    def _moves(self) -> Sequence[Move]:
        """In this order: tiles by type, then turn (NW, NE before SE, SW); gates by number; first throws by Black's,
        then White's number; throws by number. A turn's moves: entries by kind (Skinnyboy, Middleman, Bigboy), gate and
        end box; walks by start and end box; switches by their two boxes; flights by start and end gate. Boxes
        stand in the order of their numbers: G, H, V, T, in each by row, column, letter e y r t.
        """
        if self.phase == "throw":
            return _THROWS
        if self.phase == "move":
            return list_moves(
                self.maze, self.gates, self.pieces[self.turn], self.hands[self.turn], self.taken, self.turn, self.throw
            )
        if self.phase == "gates":
            chosen = self.gates[0] + self.gates[1]
            return [choose_gate(gate) for gate in range(GATES) if gate not in chosen]
        if self.phase == "first":
            return _FIRST_THROWS
        left = self._types_left()
        return [lay(kind, corner) for kind in left if left[kind] for corner in fitting_corners(len(self.maze.tiles))]

    def _weights(self) -> Sequence[int] | None:
        """A tile's type goes by what is left of each, its turn is even; dice are fair."""
        if self.phase != "layout":
            return None
        left = self._types_left()
        return [left[move.type] for move in self.legal() if isinstance(move, Lay)]

    def _types_left(self) -> dict[str, int]:
        laid = [token[0] for token in self.maze.tiles]
        return {kind: count - laid.count(kind) for kind, count in TYPES.items()}

    def _after(self, move: Move) -> KrabcekState:
        if isinstance(move, Throw):
            return self._thrown(self.turn, move.number)
        if isinstance(move, Walk | Enter | Switch | Fly):
            return self._moved(move)
        if isinstance(move, FirstThrow):
            starter = 0 if move.black < move.white else 1
            return self._thrown(starter, min(move.black, move.white))
        if isinstance(move, ChooseGate):
            return self._chosen(move.gate)
        assert isinstance(move, Lay)
        return self._laid(move.text)

    def _laid(self, token: str) -> KrabcekState:
        tiles = (*self.maze.tiles, token)
        if len(tiles) < TILES:
            return replace(self, maze=Labyrinth(self.maze.tile_set, tiles))
        maze = labyrinth(self.maze.tile_set, tiles)
        return replace(self, maze=maze, player=GATE_ORDER[0], turn=GATE_ORDER[0], phase="gates")

    def _chosen(self, gate: int) -> KrabcekState:
        black, white = self.gates
        gates = (black, (*white, gate)) if self.turn else ((*black, gate), white)
        chosen = gates[0] + gates[1]
        if len(chosen) < GATES - 1:
            chooser = GATE_ORDER[len(chosen)]
            return replace(self, gates=gates, player=chooser, turn=chooser)
        last = sum(range(GATES)) - sum(chosen)  # the eighth is Black's without asking
        return replace(self, gates=((*gates[0], last), gates[1]), player=CHANCE, turn=-1, phase="first")

    def _thrown(self, turn: int, number: int) -> KrabcekState:
        """The die shows a number; who cannot move with it has lost."""
        moves = list_moves(self.maze, self.gates, self.pieces[turn], self.hands[turn], self.taken, turn, number)
        if moves:
            player, phase, outcome = turn, "move", None
        else:
            player, phase, outcome = OVER, "over", Outcome((1 - turn,), "block")
        after = KrabcekState(
            self.game,
            player,
            phase,
            outcome,
            self.maze,
            self.gates,
            turn,
            number,
            self.pieces,
            self.hands,
            self.idle,
            self.taken,
        )
        object.__setattr__(after, "_legal", tuple(moves))  # they are known already
        return after

    def _moved(self, move: Walk | Enter | Switch | Fly) -> KrabcekState:
        turn = self.turn
        own = dict(self.pieces[turn])
        hands = self.hands
        taken = self.taken
        idle = self.idle + 1
        made = -1
        if isinstance(move, Switch):
            own[move.first], own[move.second] = own[move.second], own[move.first]
        else:
            if isinstance(move, Enter):
                kind = move.kind
                hand = tuple(count - (single == kind) for single, count in enumerate(hands[turn]))
                hands = (hands[0], hand) if turn else (hand, hands[1])
                idle = 0
            else:
                kind = own.pop(move.start)
                taken ^= 1 << move.start
            if not isinstance(move, Fly) and move.joins:
                kind = made = JOINED[kind, own[move.end]]
                idle = 0
            own[move.end] = kind
            taken |= 1 << move.end
        mine = tuple(sorted(own.items()))
        pieces = (self.pieces[0], mine) if turn else (mine, self.pieces[1])
        if made == TOWER:
            player, phase, outcome, after = OVER, "over", Outcome((turn,), "krabcek"), -1
        elif idle == self.game.idle_limit:
            player, phase, outcome, after = OVER, "over", Outcome((), "idle"), -1
        else:
            player, phase, outcome, after = CHANCE, "throw", None, 1 - turn
        return KrabcekState(
            self.game, player, phase, outcome, self.maze, self.gates, after, 0, pieces, hands, idle, taken
        )

    def route(self, move: Move | str) -> tuple[str, ...]:
        """The boxes a legal move touches in order: of all free routes the first by name, beginning where the piece
        stands or with its gate. A Switch or a flight has its two boxes, other moves have none.
        """
        legal = self.resolve(move)
        if isinstance(legal, Refusal):
            raise (BadNotation if legal.rule == "notation" else IllegalMove)(legal)
        return self.path(legal)

    def path(self, move: Move) -> tuple[str, ...]:
        """The same for a move that is known to be legal."""
        boxes: tuple[int, ...] = ()
        if isinstance(move, Walk):
            width = WIDTH[dict(self.pieces[self.turn])[move.start]]
            boxes = self.maze.first_route(move.start, move.end, width, self.throw, self.taken)
        elif isinstance(move, Enter):
            boxes = self.maze.first_route(move.gate, move.end, WIDTH[move.kind], self.throw - 1, self.taken)
        elif isinstance(move, Switch):
            boxes = move.first, move.second
        elif isinstance(move, Fly):
            boxes = move.start, move.end
        return tuple([NAMES[box] for box in boxes])

    def prompt(self) -> Phrase:
        if self.phase == "layout":
            return Phrase("krabcek.ask.layout", tile=tile_place(len(self.maze.tiles)))
        if self.turn < 0 or self.phase == "over":
            return Phrase(f"krabcek.ask.{self.phase}")
        key = f"krabcek.ask.{self.phase}"
        if self.phase == "gates":
            key += GATE_STEPS[len(self.gates[0]) + len(self.gates[1])]
        elif self.phase == "move":
            key += special_move(self)
        return Phrase(key, side=self.game.side_name(self.turn), throw=self.throw)

    def draw(self, colour: bool = False, lang: str = "en") -> str:
        return draw(self, colour, lang)

    def _explain(self, text: str) -> Move | Refusal:
        return explain(self, text)

    def _value(self) -> tuple[Any, ...]:
        return (
            self.maze.tile_set,
            self.maze.tiles,
            self.phase,
            self.turn,
            self.throw,
            self.gates,
            self.pieces,
            self.hands,
            self.idle,
        )

    def _data(self) -> dict[str, Any]:
        return write_position(self)
