"""What server processes that share a database tell each other. A message is one line of JSON.

A message is only a hint, even where it brings the events along: the event log stays the truth.
"""

from __future__ import annotations

import logging

import msgspec

from speelkist.table.words import Word

log = logging.getLogger("speelkist.cluster")


class InlineEvent(msgspec.Struct, array_like=True, frozen=True):
    """A stored event without a secret, as its JSON."""

    version: int
    at: int
    data: str
    request: str | None = None


class EventsStored(msgspec.Struct, tag_field="type", tag="events", frozen=True, omit_defaults=True):
    """A table has reached this version. ``events`` may bring the new events along, so that nobody has to read them.

    ``update`` may bring along what those who watch the table are sent, so that nobody has to work it out again.
    """

    table_id: str
    version: int
    events: tuple[InlineEvent, ...] = ()
    update: msgspec.Raw = msgspec.Raw()


class TableDeleted(msgspec.Struct, tag_field="type", tag="deleted", frozen=True):
    """A table was deleted with everything in it."""

    table_id: str


class TableChanged(msgspec.Struct, tag_field="type", tag="changed", frozen=True):
    """Something about a table changed that is no event: it was archived, or opened again."""

    table_id: str


class NetworkRulesChanged(msgspec.Struct, tag_field="type", tag="networks", frozen=True):
    """The host has decided something about a network."""


class PresenceQuery(msgspec.Struct, tag_field="type", tag="presence_query", frozen=True):
    """A process has loaded a table and asks who is connected to it elsewhere."""

    process: str
    table_id: str


class PresenceReport(msgspec.Struct, tag_field="type", tag="presence", frozen=True):
    """Who is connected to a table through one process."""

    process: str
    table_id: str
    seats: tuple[int, ...]
    spectators: int


class WordPublished(msgspec.Struct, tag_field="type", tag="word", frozen=True):
    """Somebody at one process says a word to everybody at their table."""

    process: str
    table_id: str
    seat: int
    word: Word


PresenceMessage = PresenceQuery | PresenceReport
ClusterMessage = EventsStored | TableDeleted | TableChanged | NetworkRulesChanged | WordPublished | PresenceMessage

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[ClusterMessage] = msgspec.json.Decoder(ClusterMessage)


def encode_message(message: ClusterMessage) -> str:
    """A message as one line."""
    return _encode(message).decode()


def decode_message(text: str) -> ClusterMessage | None:
    """A message, or None if it cannot be read: perhaps it comes from another version of the server."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError as error:  # also of messages with wrong fields
        log.warning("a message of another process cannot be read: %s", error)
        return None
