"""A clock that was set is noticed, and believed again after a week."""

from __future__ import annotations

import pytest

from speelkist.server.wall_clock import BELIEVED_AFTER, WallClock, uptime

DAY = 86_400.0


@pytest.mark.parametrize("jump", [100 * DAY, -DAY, 2 * 3600.0])
def test_a_jump_is_told_for_a_week(jump: float) -> None:
    now, ahead = 1000.0, 0.0
    clock = WallClock(lambda: 1.7e9 + now + ahead, lambda: now)
    assert not clock.has_jumped()
    now += 30 * DAY
    assert not clock.has_jumped()
    ahead = jump
    assert clock.has_jumped()
    now += BELIEVED_AFTER / 2
    assert clock.has_jumped()
    now += BELIEVED_AFTER / 2
    assert not clock.has_jumped()
    ahead = 0.0  # and back
    assert clock.has_jumped()


def test_a_clock_that_is_corrected_a_little_has_not_jumped() -> None:
    now, ahead = 1000.0, 0.0
    clock = WallClock(lambda: now + ahead, lambda: now)
    ahead = 1800.0
    assert not clock.has_jumped()


def test_the_steady_clock_runs() -> None:
    assert uptime() <= uptime()
