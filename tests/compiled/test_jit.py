"""Compiling takes seconds, so whoever waits for it is told; what is in the cache is not announced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from numba import types

from speelkist.compiled import jit


@pytest.fixture
def announced() -> Iterator[list[str]]:
    """The names that were announced while a test runs."""
    before, seen = jit._announce[:], jit._announced.copy()
    names: list[str] = []
    jit.announce_compilation(names.append)
    yield names
    jit._announce[:] = before
    jit._announced.clear()
    jit._announced.update(seen)


def _double(number: int) -> int:
    return 2 * number


def _triple(number: int) -> int:
    return 3 * number


def test_what_is_compiled_is_announced_once_and_what_is_cached_is_not(tmp_path: Path, announced: list[str]) -> None:
    folder = tmp_path / "draughts-0123456789abcdef"
    folder.mkdir()
    signature = types.int64(types.int64)
    for function in (_double, _triple):
        jit._compile(function, signature, folder)
    assert announced == ["draughts"]
    jit._announced.clear()  # as in the next process
    for function in (_double, _triple):
        jit._compile(function, signature, folder)
    assert announced == ["draughts"]
