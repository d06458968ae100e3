"""A database of its own for each test of several processes."""

from __future__ import annotations

import itertools

import pytest

from tests.support.postgres import PostgresServer

_count = itertools.count()


@pytest.fixture
def db(postgres: PostgresServer) -> str:
    """The URL of a new PostgreSQL database."""
    return postgres.new_database(f"tables{next(_count)}")
