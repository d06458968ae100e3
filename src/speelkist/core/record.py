"""A record is a game's one truth, as text a person can read and edit. docs/record-format.md describes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from speelkist.i18n.phrases import Phrase, Value

from .chance import SeededDice, commitment, nonce_commitment, read_seed
from .errors import BadRecord, SpeelkistError
from .game import CHANCE, Game, Outcome, State
from .json_reader import read_json
from .options import OptionValue, read_options
from .registry import check_version, game_class, load_version

FIRST_LINE = "Speelkist record 1"
LONGEST_RECORD = 2_000_000

# Results that the moves do not show: somebody gave up or ran out of time, or the game was broken off.
BY_AGREEMENT = ("resigned", "abandoned", "time")

# Whose nonce it is where no player has one: that of whoever let bots play each other.
TABLE_SIDE = "table"

_TAG = re.compile(r"([A-Z][A-Za-z0-9_ -]{0,60}):(?: (.*))?")
_NUMBER = re.compile(r"\d{1,9}\.(?:\s+|$)")
_RESULT = re.compile(r"([a-z0-9, ]+) \(([a-z][a-z0-9 _-]*)\)")
_REMARK = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True)
class Result:
    """A record's result: the sides that won (none: a draw) and why."""

    winners: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        return f"{', '.join(self.winners) or 'draw'} ({self.reason})"


@dataclass(frozen=True)
class Verification:
    """What was checked of the dice of a record, and found right; nothing else was."""

    throws: int  #: how many throws follow from the seed and the nonces
    promised: bool  #: whether the record has the seed's commitment, which the seed fits
    nonces: tuple[str, ...]  #: the sides whose nonces were part of the dice
    uncommitted: tuple[str, ...]  #: those of them for which the record has no commitment


@dataclass(frozen=True)
class Record:
    """A game as text: options, seats, every move in notation with chance included, and the result."""

    game: str  #: the game's id
    version: int  #: of the game's rules
    options: Mapping[str, OptionValue]
    moves: tuple[str, ...] = ()  #: every action in notation, chance included
    seats: Mapping[str, str] = field(default_factory=dict)  #: side -> name
    nonces: Mapping[str, str] = field(default_factory=dict)  #: side -> hexadecimal
    nonce_commitments: Mapping[str, str] = field(default_factory=dict)  #: side -> hexadecimal
    start: str | None = None  #: a position's JSON, when the game does not begin at its beginning
    result: Result | None = None
    tags: Mapping[str, str] = field(default_factory=dict)  #: Date, Commitment, Seed and all others
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)  #: where each move stood, for errors

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record. Whether its moves are legal is found out by ``replay``.

        :raises BadRecord: if the text is damaged; the sentence names the line.
        """
        return _parse(text)

    def load(self) -> Game:
        """The game of this record, in its version and under its options.

        :raises BadOption: if the game or an option is unknown.
        :raises BadRecord: if the version is unknown.
        """
        return load_version(self.game, self.version, self.options)

    def first(self) -> State:
        """The state before the first move.

        :raises BadPosition: if the position it starts from is impossible.
        """
        game = self.load()
        return game.start() if self.start is None else game.from_json(self.start)

    def replay(self) -> Iterator[State]:
        """Every state from the first to the last.

        :raises BadRecord: at a move that cannot be played, with its line; at the end, if the result does not follow.
        """
        state = self.first()
        yield state
        for index, move in enumerate(self.moves):
            try:
                state = state.play(move)
            except SpeelkistError as error:
                raise _bad("core.record.move", self._line(index), move=move[:60], why=error.phrase) from None
            yield state
        self._check_result(state)

    def last(self) -> State:
        """The state after the last move.

        :raises BadRecord: if the record does not replay.
        """
        *_, state = self.replay()
        return state

    def verify(self, seed: bytes) -> Verification:
        """Compare seed and nonces with their commitments and recompute every throw; what could be checked.

        :raises BadRecord: if the seed or a nonce does not fit its commitment, or a throw does not follow from them.
        """
        promised = self.tags.get("Commitment")
        if promised is not None and promised.lower() != commitment(seed):
            raise _bad("core.record.commitment", 0)
        for side, nonce in self.nonces.items():
            due = nonce_commitment(commitment(seed), bytes.fromhex(nonce))
            if self.nonce_commitments.get(side, due) != due:
                raise _bad("core.record.noncecommitment", 0, side=side)
        uncommitted = tuple(side for side in self.nonces if side not in self.nonce_commitments)
        return Verification(self._verify_throws(seed), promised is not None, tuple(self.nonces), uncommitted)

    def _verify_throws(self, seed: bytes) -> int:
        dice = SeededDice(seed, [bytes.fromhex(nonce) for nonce in self.nonces.values()])
        event = 0
        states = self.replay()
        before = next(states)
        for index, after in enumerate(states):
            if before.player == CHANCE:
                due = dice.draw(before, event)
                if before.play(due) != after:
                    line = self._line(index)
                    raise _bad("core.record.throw", line, n=event + 1, due=due.text, found=self.moves[index])
                event += 1
            before = after
        return event

    def __str__(self) -> str:
        """The record as text; ``parse`` reads it back to an equal one."""
        head = [FIRST_LINE, f"Game: {self.game}", f"Version: {self.version}"]
        usual = {option.name: option.default for option in game_class(self.game).info.options if option.in_position}
        head += [
            f"Option {name}: {_value_text(value)}"
            for name, value in self.options.items()
            if name not in usual or usual[name] != value  # as in a position
        ]
        head += [f"Seat {side}: {_one_line(name)}" for side, name in self.seats.items()]
        head += [f"Commitment {side}: {digest}" for side, digest in self.nonce_commitments.items()]
        head += [f"Nonce {side}: {nonce}" for side, nonce in self.nonces.items()]
        head += [f"{name}: {_one_line(value)}" for name, value in self.tags.items()]
        if self.start is not None:
            head.append(f"Start: {_one_line(self.start)}")
        if self.result is not None:
            head.append(f"Result: {self.result}")
        return "\n".join([*head, "", *_turns(self)]) + "\n"

    def _line(self, index: int) -> int:
        return self.lines[index] if index < len(self.lines) else 0

    def _check_result(self, state: State) -> None:
        if self.result is None or (state.outcome is None and self.result.reason in BY_AGREEMENT):
            return
        due = None if state.outcome is None else result_of(state.game, state.outcome)
        if due != self.result:
            raise _bad("core.record.result", 0, found=str(self.result), due=str(due or "-"))


def result_of(game: Game, outcome: Outcome) -> Result:
    """An outcome in a record's words."""
    return Result(tuple(game.side(player) for player in outcome.winners), outcome.reason)


def _turns(record: Record) -> list[str]:
    """One line a turn: the throw, then what was done with it, with the reader's remarks."""
    lines: list[str] = []
    line: list[str] = []
    state = record.first()
    for index, text in enumerate(record.moves):
        mover = state.player
        move = state.resolve(text)
        if isinstance(move, Phrase):
            raise _bad("core.record.move", record._line(index), move=text[:60], why=move)
        after = state.play(move)
        remark = state.annotation(move, after)
        line.append(f"{text} {{{remark}}}" if remark else text)
        if mover != CHANCE and after.player != mover:
            lines.append(" | ".join(line))
            line = []
        state = after
    if line:
        lines.append(" | ".join(line))
    width = len(str(len(lines)))
    return [f"{number:>{width}}. {text}" for number, text in enumerate(lines, 1)]


def _one_line(text: str) -> str:
    return " ".join(re.split(r"[\r\n]+", text)).strip()


def _value_text(value: OptionValue) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def _bad(key: str, line: int, **values: Value) -> BadRecord:
    phrase = Phrase(key, **values)
    return BadRecord(Phrase("core.record.at", line=line, why=phrase) if line else phrase)


def _parse(text: str) -> Record:
    if not isinstance(text, str) or len(text) > LONGEST_RECORD:
        raise _bad("core.record.long", 0, n=LONGEST_RECORD)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].strip() != FIRST_LINE:
        raise _bad("core.record.first", 1, expected=FIRST_LINE)
    tags, body = _parse_tags(lines)
    where = {name: line for name, (_, line) in tags.items()}
    moves, at = _parse_moves(lines, body)
    game = _take(tags, "Game")
    version = _take(tags, "Version")
    if not re.fullmatch(r"[0-9]{1,6}", version):
        raise _bad("core.record.number", where["Version"], tag="Version")
    read = _Tags()
    for name, (value, line) in tags.items():
        read.add(name, value, line)
    record = Record(
        game=game,
        version=int(version),
        options=read.options,
        moves=tuple(moves),
        seats=read.seats,
        nonces=read.nonces,
        nonce_commitments=read.nonce_commitments,
        start=read.start,
        result=read.result,
        tags=read.others,
        lines=tuple(at),
    )
    return _checked(record, where)


@dataclass
class _Tags:
    """The tags of a record by what they are about; the names of options and sides are not checked yet."""

    options: dict[str, OptionValue] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    nonces: dict[str, str] = field(default_factory=dict)
    nonce_commitments: dict[str, str] = field(default_factory=dict)
    start: str | None = None
    result: Result | None = None
    others: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, value: str, line: int) -> None:
        """Read the tag of a line."""
        match name.split(" ", 1):
            case ["Option", about] if about:
                self.options[about] = _parse_option(value, line)
            case ["Seat", about] if about:
                self.seats[about] = value
            case ["Nonce", about] if about:
                if not re.fullmatch(r"([0-9a-f]{2}){0,64}", value):
                    raise _bad("core.record.nonce", line)
                self.nonces[about] = value
            case ["Commitment", about] if about:
                if not re.fullmatch(r"[0-9a-f]{64}", value):
                    raise _bad("core.record.hash", line)
                self.nonce_commitments[about] = value
            case ["Start"]:
                self.start = value
            case ["Result"]:
                self.result = _parse_result(value, line)
            case _:
                self.others[name] = value


def _checked(record: Record, where: Mapping[str, int]) -> Record:
    """The record with its options filled up, so that two records of the same game are equal."""
    tag = "Game"
    try:
        info = game_class(record.game).info
        tag = "Version"
        check_version(record.game, record.version)
        for name, value in record.options.items():
            tag = f"Option {name}"
            read_options(record.game, info.options, {name: value})
        tag = "Game"  # options that do not go together
        record.load()
        tag = "Start"
        game = record.first().game  # a position says itself under which options it is played
        tag = "Seed"
        read_seed(record.tags.get("Seed", "00" * 32))
    except SpeelkistError as error:
        raise BadRecord("core.record.at", line=where.get(tag, 1), why=error.phrase) from None
    sides = [game.side(player) for player in range(game.players)]
    seats = [(f"Seat {side}", side) for side in record.seats]
    seats += [(f"Nonce {side}", side) for side in record.nonces if side != TABLE_SIDE]
    seats += [(f"Commitment {side}", side) for side in record.nonce_commitments if side != TABLE_SIDE]
    seats += [("Result", side) for side in (record.result.winners if record.result else ())]
    for tag, side in seats:
        if side not in sides:
            raise _bad("core.record.side", where[tag], side=side, sides=", ".join(sides))
    order = [*sides, TABLE_SIDE]
    nonces = {side: record.nonces[side] for side in order if side in record.nonces}
    commitments = {side: record.nonce_commitments[side] for side in order if side in record.nonce_commitments}
    return replace(record, options=dict(game.options), nonces=nonces, nonce_commitments=commitments)


def _parse_tags(lines: list[str]) -> tuple[dict[str, tuple[str, int]], int]:
    """The tags with their lines, up to the first empty line; where the moves begin."""
    tags: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            return tags, number
        if line.startswith("#"):
            continue
        match = _TAG.fullmatch(line.rstrip())
        if match is None:
            raise _bad("core.record.tag", number)
        if match[1] in tags:
            raise _bad("core.record.twice", number, tag=match[1])
        tags[match[1]] = (match[2] or "").strip(), number
    return tags, len(lines)


def _parse_moves(lines: list[str], body: int) -> tuple[list[str], list[int]]:
    moves: list[str] = []
    at: list[int] = []
    for number, line in enumerate(lines[body:], body + 1):
        text = _REMARK.sub(" ", line.partition("#")[0]).strip()
        if "{" in text or "}" in text:
            raise _bad("core.record.brace", number)
        text = _NUMBER.sub("", text, count=1)
        if not text:
            continue
        for move in text.split("|"):
            if not move.strip():
                raise _bad("core.record.empty", number)
            moves.append(" ".join(move.split()))
            at.append(number)
    return moves, at


def _take(tags: dict[str, tuple[str, int]], name: str) -> str:
    if name not in tags:
        raise _bad("core.record.missing", 0, tag=name)
    return tags.pop(name)[0]


def _parse_option(value: str, line: int) -> OptionValue:
    try:
        option = read_json(value)
    except ValueError:
        raise _bad("core.record.option", line) from None
    return tuple(option) if isinstance(option, list) else option


def _parse_result(value: str, line: int) -> Result:
    match = _RESULT.fullmatch(value)
    if match is None:
        raise _bad("core.record.resultform", line)
    winners = () if match[1] == "draw" else tuple(side.strip() for side in match[1].split(","))
    return Result(winners, match[2])
