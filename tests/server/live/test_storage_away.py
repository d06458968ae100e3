"""While the database is away everybody is told so, and the log says it once a second, not with a traceback each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from speelkist.server.live.service import LiveService
from speelkist.table.errors import Refused
from tests.support.in_process import open_live_service
from tests.support.live_tables import ANS, create_table, play_move

Ask = Callable[[LiveService, str], Awaitable[Any]]

ASKED: dict[str, Ask] = {
    "list": lambda live, _: live.lists.tables_of(ANS, lambda _: None),
    "code": lambda live, table_id: live.device_codes.create(table_id, ANS, 0),
    "claim": lambda live, _: live.device_codes.claim("A" * 10, ANS, "r"),
    "delete": lambda live, table_id: live.deletion.delete(table_id, ANS),
    "delete for the host": lambda live, table_id: live.deletion.delete_for_host(table_id),
    "move": play_move,
}


class AwayEngine:
    """An engine of a database that does not answer."""

    def connect(self) -> Any:
        """No connection."""
        raise OperationalError("select", {}, ConnectionRefusedError("nobody listens there"))

    begin = connect


def test_whatever_is_asked_of_a_database_that_is_away_is_refused_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with open_live_service(tmp_path / "tables.db", delete_playing=True) as live:
            table_id = await create_table(live)
            engine, live.store.engine = live.store.engine, AwayEngine()  # type: ignore[assignment]

            async def fail(*_: Any) -> None:
                raise OperationalError("insert", {}, OSError("disk I/O error"))

            live.store._writer.write = fail  # type: ignore[method-assign, assignment]
            for name, ask in ASKED.items():
                with pytest.raises(Refused) as refused:
                    await ask(live, table_id)
                assert refused.value.phrase.key == "server.store.failed", name
            live.store.engine = engine

    asyncio.run(work())
    errors = [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")]
    assert len(errors) == 1 and not errors[0].exc_info, errors
