"""The one clock for what is stored and sent."""

from __future__ import annotations

import time

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
