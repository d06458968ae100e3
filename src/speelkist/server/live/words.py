"""A word from a seat to everybody at its table: shown at once, stored nowhere."""

from __future__ import annotations

from speelkist.server.cluster.messages import WordPublished
from speelkist.server.cluster.presence import Publisher
from speelkist.server.token_bucket import TokenBucket
from speelkist.server.ws.protocol import WordSaid, encode
from speelkist.table.errors import Refused
from speelkist.table.words import Word

from .registry import LiveTable, TableRegistry

WORDS_AT_ONCE = 3
SECONDS_A_WORD = 6.0  # after that


class TableWords:
    """Passes words on to whoever watches a table, at this process and at the others."""

    def __init__(self, registry: TableRegistry, publisher: Publisher) -> None:
        self._registry = registry
        self._publisher = publisher

    async def say(self, table_id: str, owner: str, seat: int, word: Word) -> int:
        """Say a word for a seat; the table's version, which stays what it was.

        :raises Refused: the seat is somebody else's, or too much was said.
        """
        live = await self._registry.get(table_id)
        live.table.require_owner(owner, seat)
        if not _bucket(live, seat).take():
            raise Refused("server.limit.words")
        self._show(live, seat, word)
        self._publisher.publish(WordPublished(self._publisher.process, table_id, seat, word))
        return live.table.version

    def on_remote_word(self, message: WordPublished) -> None:
        """A word was said at another process. It counts here too: nobody says more by coming through two of them."""
        live = self._registry.tables.get(message.table_id)
        if live is None or message.process == self._publisher.process or message.seat >= len(live.table.seats):
            return
        _bucket(live, message.seat).take()
        self._show(live, message.seat, message.word)

    def _show(self, live: LiveTable, seat: int, word: Word) -> None:
        live.send_all(encode(WordSaid(live.table.id, seat, word)))


def _bucket(live: LiveTable, seat: int) -> TokenBucket:
    """What a seat may still say."""
    return live.words.setdefault(seat, TokenBucket(1 / SECONDS_A_WORD, WORDS_AT_ONCE))
