"""The toy game is there for every test of the core, and gone afterwards."""

from collections.abc import Iterator

import pytest

from tests.core.toy import Toy, toy_registered


@pytest.fixture(autouse=True)
def toy() -> Iterator[type[Toy]]:
    """The toy game, registered."""
    with toy_registered() as game:
        yield game
