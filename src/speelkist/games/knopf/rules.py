"""The rules of Kopf oder Knopf, as they are played at the table."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from speelkist.core import OVER, PASS, BadOption, Game, Info, JsonReader, Move, Option, Outcome, Phrase, Refusal, State

from . import notation, refusals, terminal
from .board import (
    BUTTONS,
    ENOUGH,
    FINES,
    LET_BE,
    MOST_GROUPS,
    NAME,
    STANDARD,
    TAKES,
    Board,
    Fine,
    Step,
    Take,
    board,
    grouped,
    grouping,
    groups,
    is_group,
    names,
    random_holes,
    squares,
    start_buttons,
    threatened,
)

QUIET_LIMIT = 100  # so many turns without a button leaving the board end the game
# At most 13 + 14 buttons leave the board: with 14 of a side gone the game is over. Before each of the 27 are
# at most QUIET_LIMIT turns (after the last a button leaves or the game ends), and each may be an action of its own. In
# a turn there is a move besides, every group may be let be, and the taking may be ended.
LEAVING = 2 * BUTTONS - 1
LONGEST = LEAVING + (LEAVING * QUIET_LIMIT + 1) * (1 + MOST_GROUPS + 1)


class Knopf(Game):
    """Kopf oder Knopf under its options."""

    info = Info(
        id="knopf",
        name={"en": "Kopf oder Knopf", "nl": "Kopf oder Knopf"},
        designer="Manfred Ludwig",
        published="F.X. Schmid, 1992",
        sides=("red", "blue"),
        players=(2, 2),
        chance=False,
        longest=LONGEST,
        constants={"quiet_limit": QUIET_LIMIT, "buttons": BUTTONS, "short_target": 8},
        version=1,
        kernel_strengths=("club", "master"),
        options=(
            Option("target", default=10, low=1, high=BUTTONS),
            Option("taking", default="all", choices=("all", "choose"), in_position=True),
            Option("groups", default="fine", choices=("fine", "forbidden")),
            Option("holes", default="standard", choices=("standard", "random"), items=10),
            Option("seed", default=0, low=0, high=2**53 - 1),
        ),
    )

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        holes = self.options["holes"]
        if isinstance(holes, tuple):
            wrong = notation.wrong_row(holes)
            if wrong is not None:
                raise BadOption(Phrase("knopf.boards.row", rank=wrong + 1, found=holes[wrong][:20]))
            if holes == STANDARD:
                self.options = MappingProxyType({**self.options, "holes": "standard"})
        elif holes == "random":
            holes = random_holes(self.number("seed"))
        else:
            holes = STANDARD
        self.board: Board = board(holes)
        self.target = self.number("target")
        self.quiet_limit = self.number("quiet_limit")
        self.forbids_groups = self.options["groups"] == "forbidden"
        self.lets_choose = self.options["taking"] == "choose"

    def start(self) -> KnopfState:
        """Twenty-eight buttons on the second ring; red begins, and nothing is threatened yet."""
        return _turn(self, 0, start_buttons(), (0, 0), 0)

    def _read(self, data: JsonReader) -> KnopfState:
        position = notation.read(data, self.lets_choose, self.quiet_limit)
        game = self
        if (position.holes, position.target, position.groups) != (
            self.board.holes,
            self.target,
            self.options["groups"],
        ):
            game = Knopf(
                holes=position.holes,
                target=position.target,
                groups=position.groups,
                **self.position_options,
            )
        over = position.phase == "over"
        return KnopfState(
            game=game,
            player=OVER if over else position.turn,
            phase=position.phase,
            outcome=_outcome(game, position.taken) if over else None,
            turn=position.turn,
            buttons=position.buttons,
            taken=position.taken,
            takes=position.takes,
            fines=position.fines,
            quiet=position.quiet,
        )


class Threat(NamedTuple):
    """A pair, the enemy button it threatens, how far beyond the pair that stands, and how far it may."""

    pair: tuple[str, str]
    target: str
    distance: int
    reach: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KnopfState(State):
    """A position during or after the taking: something to take, a fine or a move is due, or the game is over."""

    game: Knopf
    player: int
    phase: str  # take, fine, move or over
    outcome: Outcome | None
    turn: int  # whose turn it is, or was when the game ended
    buttons: tuple[int, int]  # red's and blue's squares, as sets of bits (board.py)
    taken: tuple[int, int]  # what red and blue have taken from each other
    takes: int  # the enemy buttons that may still be taken this turn; only in phase take
    fines: tuple[int, ...]  # what stands of the enemy groups that may still be fined this turn, in that order
    quiet: int  # moves and passes since a button last left the board
    just_taken: tuple[str, ...] = ()  # as this turn began; kept until its first action, not part of the value

    @property
    def due(self) -> int:
        """How many buttons the player to move may still take and fine this turn."""
        return self.takes.bit_count() + sum(bool(group & ~self.takes) for group in self.fines)

    def threats(self, player: int) -> tuple[Threat, ...]:
        """All threats of a player as the buttons stand now, whoever's turn it is."""
        on = self.game.board
        own, enemy = self.buttons[player], self.buttons[1 - player]
        threats = []
        for line, reached in on.lines:
            for low in squares(own & own >> line):
                ahead, back = (side & (own | enemy) for side in reached[low])
                near_ahead = ahead & -ahead
                near_back = 1 << back.bit_length() - 1 if back else 0
                for target, end in ((near_ahead, low << line), (near_back, low)):
                    if target & enemy:
                        steps = abs(target.bit_length() - end.bit_length()) // line
                        pair = NAME[low], NAME[low << line]
                        threats.append(Threat(pair, NAME[target], steps, on.reach(low, low << line)))
        return tuple(threats)

    def groups(self, player: int) -> tuple[tuple[str, ...], ...]:
        """A player's groups of three or more buttons, in the order in which they would be fined."""
        return tuple(tuple(names(group)) for group in groups(self.buttons[player]))

    def makes_group(self, move: Move) -> bool:
        """Whether a group of three or more own buttons stands after a move."""
        return isinstance(move, Step) and bool(grouped(self.buttons[self.turn] ^ move.start ^ move.end))

    def prompt(self) -> Phrase:
        """What has to be done now."""
        side = self.game.side_name(self.turn)
        if self.phase == "take":
            return Phrase("knopf.ask.take", side=side, squares=", ".join(names(self.takes)))
        if self.phase == "fine":
            group = names(self.fines[0])
            # who sees buttons that are no group wonders where it is: then the question tells
            key = "knopf.ask.fine" if is_group(self.fines[0]) else "knopf.ask.fine.left"
            return Phrase(key, side=side, n=len(group), squares=", ".join(group))
        if self.phase == "over":
            return Phrase("knopf.ask.over")
        return Phrase("knopf.ask.pass" if self.legal()[0] is PASS else "knopf.ask.move", side=side)

    def draw(self, colour: bool = False, lang: str = "en") -> str:
        """The board with its holes, the buttons and what is threatened."""
        return terminal.draw(self, colour, lang)

    def annotation(self, move: Move, after: State) -> str:
        """The buttons taken at the start of the turn, and those whose taking ends the game after it."""
        takings = [self.just_taken]
        if isinstance(after, KnopfState) and after.outcome is not None:
            takings.append(after.just_taken)
        return "; ".join(" ".join(("x", *taking)) for taking in takings if taking)

    def after(self, move: Move) -> KnopfState:
        """The state after a legal move; typed, so that bots and hints need not ask what it is."""
        return self._after(move)

    def _moves(self) -> list[Move]:
        """Taking and fines: the buttons from a1 to j10, and last to leave the rest or the group. Moves: button by
        button from a1 to j10, and of one button its end squares from a1 to j10. Without any move: the pass."""
        if self.phase == "take":
            return [*(TAKES[square] for square in squares(self.takes)), ENOUGH]
        if self.phase == "fine":
            return [*(FINES[square] for square in squares(self.fines[0])), LET_BE]
        if self.game.forbids_groups:
            lonely = self._steps_without_group()
            if lonely:
                return lonely
        table = self.game.board.steps
        own = self.buttons[self.turn]
        occupied = own | self.buttons[1 - self.turn]
        moves: list[Move] = [move for square in squares(own) for end, move in table[square] if not end & occupied]
        return moves or [PASS]

    def _steps_without_group(self) -> list[Move]:
        """The moves after which no group of three or more own buttons stands."""
        table = self.game.board.steps
        own = self.buttons[self.turn]
        occupied = own | self.buttons[1 - self.turn]
        steps: list[Move] = []
        for square in squares(own):
            others = own ^ square
            if not grouped(others):
                closed = occupied | grouping(others)
                steps += [move for end, move in table[square] if not end & closed]
        return steps

    def _after(self, move: Move) -> KnopfState:
        if isinstance(move, Step):
            return self._passed_on(move.start | move.end)
        if isinstance(move, Take):
            return self._without(move.square, self.takes & -(move.square << 1), self.fines)  # later squares only
        if isinstance(move, Fine):
            return self._without(move.square, 0, self.fines[1:])
        if move == ENOUGH:
            return self._without(0, 0, self.fines)
        if move == LET_BE:
            return self._without(0, 0, self.fines[1:])
        return self._passed_on(0)

    def _passed_on(self, moved: int) -> KnopfState:
        """The other's turn, after a move from one square to another or a pass."""
        turn = self.turn
        own, enemy = self.buttons[turn] ^ moved, self.buttons[1 - turn]
        buttons = (own, enemy) if turn == 0 else (enemy, own)
        return _turn(self.game, 1 - turn, buttons, self.taken, self.quiet + 1)

    def _without(self, gone: int, takes: int, fines: tuple[int, ...]) -> KnopfState:
        """The same turn after a button has left the board, or none: what is left to take and to fine."""
        turn = self.turn
        return _rest_of_turn(
            self.game,
            turn,
            _without(self.buttons, 1 - turn, gone),
            _more(self.taken, turn, gone.bit_count()),
            0 if gone else self.quiet,
            takes,
            _standing(fines, gone),
        )

    def _explain(self, text: str) -> Move | Refusal:
        return refusals.explain(self, text)

    def _value(self) -> tuple[Any, ...]:
        game = self.game
        rules = game.board.holes, game.target, game.forbids_groups
        return rules, self.phase, self.turn, self.buttons, self.taken, self.takes, self.fines, self.quiet

    def _data(self) -> dict[str, Any]:
        return notation.data(self)


def _turn(game: Knopf, turn: int, buttons: tuple[int, int], taken: tuple[int, int], quiet: int) -> KnopfState:
    """A player's turn begins: what their pairs threaten and which enemy groups stand is fixed, before any taking."""
    enemy = buttons[1 - turn]
    prey = threatened(game.board, buttons[turn], enemy)
    fines = groups(enemy)
    if not prey or game.lets_choose:
        return _rest_of_turn(game, turn, buttons, taken, quiet, prey, fines)
    return _rest_of_turn(
        game,
        turn,
        _without(buttons, 1 - turn, prey),
        _more(taken, turn, prey.bit_count()),
        0,
        0,
        _standing(fines, prey),
        tuple(names(prey)),
    )


def _standing(fines: tuple[int, ...], gone: int) -> tuple[int, ...]:
    """What stands of each group, without the groups of which nothing does."""
    return tuple(left for group in fines if (left := group & ~gone))


def _rest_of_turn(
    game: Knopf,
    turn: int,
    buttons: tuple[int, int],
    taken: tuple[int, int],
    quiet: int,
    takes: int,
    fines: tuple[int, ...],
    just_taken: tuple[str, ...] = (),
) -> KnopfState:
    """The state in which a turn goes on: with the taking, a fine or the move, unless the game is over."""
    phase: Literal["take", "fine", "move", "over"] = "take" if takes else "fine" if fines else "move"
    if taken[turn] >= game.target:
        phase, takes, fines = "over", 0, ()
    elif phase == "move" and quiet >= game.quiet_limit:
        phase = "over"
    over = phase == "over"
    return KnopfState(
        game=game,
        player=OVER if over else turn,
        phase=phase,
        outcome=_outcome(game, taken) if over else None,
        turn=turn,
        buttons=buttons,
        taken=taken,
        takes=takes,
        fines=fines,
        quiet=quiet,
        just_taken=just_taken,
    )


def _outcome(game: Knopf, taken: tuple[int, int]) -> Outcome:
    """Who wins when the game ends here: the one with the target; after a long quiet the one who took more."""
    reason = "target" if max(taken) >= game.target else "quiet"
    winners = () if taken[0] == taken[1] else (taken.index(max(taken)),)
    return Outcome(winners, reason, taken)


def _without(buttons: tuple[int, int], player: int, gone: int) -> tuple[int, int]:
    red, blue = buttons
    return (red & ~gone, blue) if player == 0 else (red, blue & ~gone)


def _more(taken: tuple[int, int], player: int, number: int) -> tuple[int, int]:
    red, blue = taken
    return (red + number, blue) if player == 0 else (red, blue + number)
