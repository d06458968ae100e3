"""What browser and server say to each other over the socket. docs/protocol.md tells it with examples.

Every message is a JSON object whose ``say`` names its kind. What a client asks for carries an ``id`` of its own choice;
the answer carries the same. Types for the browser are made from this file (tools/protocol_types.py).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from speelkist.core.view import Board, Change, PhraseData, ViewData
from speelkist.table.analysis import Suggestion
from speelkist.table.clock import ClockState
from speelkist.table.words import Word

PROTOCOL = 1
LONGEST_MESSAGE = 64 * 1024

Key: TypeAlias = str


class Message(msgspec.Struct, frozen=True, tag_field="say", omit_defaults=True):
    """Anything that goes over the socket."""


# --- from the browser ---------------------------------------------------------------------------------------------


class Hello(Message, tag="hello", frozen=True):
    """The first message: which protocol, and the browser's own secret key."""

    protocol: int
    key: Key


class Watch(Message, tag="watch", frozen=True):
    """Show me this table from now on; I have seen its events up to ``seen``."""

    id: str
    table: str
    seen: int = 0


class Unwatch(Message, tag="unwatch", frozen=True):
    """I no longer watch this table."""

    id: str
    table: str


class Sit(Message, tag="sit", frozen=True):
    """I take a seat: this one, or (-1) any free one. I commit to the nonce that I will add to the dice."""

    id: str
    table: str
    seat: int
    name: str
    commitment: str = ""  # SHA-256 over the seed's commitment and the nonce; it may also come later


class Commit(Message, tag="commit", frozen=True):
    """I commit to the nonce of my seats; where nobody else has to, I reveal it at once."""

    id: str
    table: str
    commitment: str
    nonce: str = ""


class Reveal(Message, tag="reveal", frozen=True):
    """Everybody has committed: this is my nonce."""

    id: str
    table: str
    nonce: str


class Rename(Message, tag="rename", frozen=True):
    """I take another name."""

    id: str
    table: str
    seat: int
    name: str


class Play(Message, tag="play", frozen=True):
    """I make a move, having seen the table up to event ``seen``."""

    id: str
    table: str
    seat: int
    seen: int
    move: str


class Undo(Message, tag="undo", frozen=True):
    """I want my last decision back."""

    id: str
    table: str
    seat: int
    seen: int


class Answer(Message, tag="answer", frozen=True):
    """I agree, or not, to the undo that was asked for."""

    id: str
    table: str
    seat: int
    seen: int
    yes: bool


class Resign(Message, tag="resign", frozen=True):
    """I give up."""

    id: str
    table: str
    seat: int


class Keep(Message, tag="keep", frozen=True):
    """I do not agree to have this game deleted; or I no longer ask for it."""

    id: str
    table: str
    seat: int


class GiveToBot(Message, tag="give_to_bot", frozen=True):
    """Let a bot play for somebody who is away."""

    id: str
    table: str
    seat: int
    bot: str


class Reclaim(Message, tag="reclaim", frozen=True):
    """I am back in my seat."""

    id: str
    table: str
    seat: int


class Rematch(Message, tag="rematch", frozen=True):
    """Once more, with the sides swapped; on ``another`` board, where it is laid from a number."""

    id: str
    table: str
    another: bool = False


class Code(Message, tag="code", frozen=True):
    """Give me a code with which another device of mine can take over my seat."""

    id: str
    table: str
    seat: int


class Claim(Message, tag="claim", frozen=True):
    """This device has such a code."""

    id: str
    code: str


class Query(Message, tag="query", frozen=True):
    """Tell me more about the position: ``describe`` it, the ``route`` of a move, and what else the game declares."""

    id: str
    table: str
    name: str
    args: dict[str, Any] = {}
    actions: int | None = None  # of the position after so many moves and throws; otherwise of the present one


class SayWord(Message, tag="word", frozen=True):
    """Say one of the ready words for my seat to everybody at the table."""

    id: str
    table: str
    seat: int
    word: Word


class Hint(Message, tag="hint", frozen=True):
    """What would you do in my place? The answer's data are ``HintData``."""

    id: str
    table: str
    seat: int


class Analyse(Message, tag="analyse", frozen=True):
    """How did this game go? For a game that is over; the answer's data are ``AnalysisData``."""

    id: str
    table: str


# What becomes events of a table.
TableCommand: TypeAlias = Sit | Commit | Reveal | Rename | Play | Undo | Answer | Resign | Keep | GiveToBot | Reclaim

FromBrowser: TypeAlias = (
    Hello
    | Watch
    | Unwatch
    | Sit
    | Commit
    | Reveal
    | Rename
    | Play
    | Undo
    | Answer
    | Resign
    | Keep
    | GiveToBot
    | Reclaim
    | Rematch
    | Code
    | Claim
    | Query
    | SayWord
    | Hint
    | Analyse
)

# --- from the server ----------------------------------------------------------------------------------------------


class CompileStatusData(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far the computer is: its strongest players have to be compiled once, while people play already."""

    ready: list[str]  # the games in which every strength can play
    waiting: list[str] = []  # the games that are still to be compiled, or cannot be
    compiling: str = ""  # the one that is being compiled now
    missing: list[str] = []  # the strengths that cannot play those games
    instead: str = ""  # who plays for them
    why: PhraseData | None = None  # if it will stay so: a sentence


class Welcome(Message, tag="welcome", frozen=True):
    """Answers hello."""

    protocol: int
    version: str
    compile_status: CompileStatusData
    now: int  # the server's time, in milliseconds since 1970: a browser's own may differ


class CompileStatusChanged(Message, tag="compile_status", frozen=True):
    """The computer is further than it was."""

    compile_status: CompileStatusData


class NumberedEvent(msgspec.Struct, frozen=True):
    """An event with its version and the time it was stored, in milliseconds since 1970."""

    version: int
    at: int
    event: msgspec.Raw  # as it is on disk


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has a seat now."""

    side: str
    name: str = ""
    taken: bool = False
    bot: str = ""  # the one that plays for it, if one does
    present: bool = False


class Snapshot(Message, tag="snapshot", frozen=True):
    """A table as it stands, with the events that the browser had not seen."""

    table: str
    version: int
    events: list[NumberedEvent]
    seats: list[SeatView]
    yours: list[int]
    state: str  # waiting, playing, over, archived
    board: Board
    view: ViewData
    last: list[str]  # the cells of the last move
    deadline: int | None = None  # until when those asked may answer, in milliseconds since 1970
    clock: ClockState | None = None  # where there is a clock: the time that everybody has
    away: list[int] = []  # since when each seat's owner has been away; 0: they are there; none: nobody is away


class Update(Message, tag="update", frozen=True):
    """Events that have just been stored, what they changed, and the table after them."""

    table: str
    version: int
    events: list[NumberedEvent]
    changes: list[Change]
    view: ViewData
    last: list[str]
    parts: list[int] = []  # how many of the changes each move and throw made, in their order
    seats: list[SeatView] | None = None  # only when somebody sat down, left or changed
    yours: list[int] | None = None  # then too
    board: Board | None = None  # only when the drawing changed
    state: str = ""  # only when it changed
    deadline: int | None = None
    clock: ClockState | None = None


class Presence(Message, tag="presence", frozen=True):
    """Who is there now; this is no event."""

    table: str
    present: list[bool]
    watchers: int
    away: list[int] = []  # since when each seat's owner has been away; 0: they are there; none: nobody is away


class WordSaid(Message, tag="word_said", frozen=True):
    """Somebody says one of the ready words; this is no event, and nobody is shown it later."""

    table: str
    seat: int
    word: Word


class Accepted(Message, tag="accepted", frozen=True):
    """Done: the version of the table that it made, and what was asked for."""

    id: str
    version: int = 0
    data: Any = None


class Rejected(Message, tag="rejected", frozen=True):
    """Not done: the rule, with its values, and the sentence in English."""

    id: str
    why: PhraseData
    sentence: str


class HintData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot would do: up to three moves, the best first, which also stands by itself."""

    move: str
    reason: PhraseData
    moves: list[Suggestion]
    by: str  # the strength that thought
    chance: float | None = None


class Progress(Message, tag="progress", frozen=True):
    """What was asked for with this id takes a while: so much of it is done."""

    id: str
    done: int
    of: int


class TableDeleted(Message, tag="table_deleted", frozen=True):
    """A table that this browser watched has been deleted."""

    table: str


class Closing(Message, tag="closing", frozen=True):
    """The server closes this socket; come back after so many milliseconds."""

    reason: str
    after: int = 0


FromServer: TypeAlias = (
    Welcome
    | CompileStatusChanged
    | Snapshot
    | Update
    | Presence
    | WordSaid
    | Accepted
    | Rejected
    | Progress
    | TableDeleted
    | Closing
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromBrowser).decode
