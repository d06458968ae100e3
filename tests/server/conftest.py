"""A server for the tests of a file, where they do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .harness import House, house
from .needs import Cluster, running_postgres


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server; each test makes databases of its own in it."""
    with running_postgres() as cluster:
        yield cluster
