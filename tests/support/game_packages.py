"""Changing what a game offers, for as long as one test lasts."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from speelkist.core import registry
from speelkist.core.package import GamePackage


def change_package(monkeypatch: pytest.MonkeyPatch, game: str, **parts: Any) -> None:
    """Let a game offer other parts than it declares; None takes one away."""
    monkeypatch.setitem(registry._packages, game, replace(registry.package_of(game), **parts))


def change_info(monkeypatch: pytest.MonkeyPatch, game: str, **facts: Any) -> None:
    """Let a game state other facts."""
    rules = registry.game_class(game)
    monkeypatch.setattr(rules, "info", replace(rules.info, **facts))


def module(**names: Any) -> Any:
    """A loader of a made-up module."""
    return lambda: SimpleNamespace(**names)


def register_for_test(monkeypatch: pytest.MonkeyPatch, package: GamePackage[Any]) -> None:
    """One more game, or another in the place of one that there is."""
    monkeypatch.setitem(registry._packages, package.info.id, package)
