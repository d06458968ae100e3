"""What the system tells about processes."""

from __future__ import annotations

import contextlib
from pathlib import Path


def _stat(pid: int) -> list[str]:
    """The fields behind the name of a process: its state, its parent and more; none if there is no such process."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return []


def process_state(pid: int) -> str:
    """One letter, Z for one that has ended and that nobody has waited for; empty if it is gone."""
    return next(iter(_stat(pid)), "")


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    others = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return [other for other in others if _stat(other)[1:2] == [str(pid)]]
