"""A bot in a package as pip leaves it, declared by an entry point."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from speelkist.bots import own_bots

MODULE = """
class LastMove:
    def __init__(self, seed):
        pass

    def choose(self, state):
        return state.legal()[-1]
"""


@contextmanager
def added_bot(folder: Path) -> Iterator[str]:
    """Its name, while it is installed; the workers of a server have the path of this process."""
    facts = folder / "lasting-1.0.dist-info"
    facts.mkdir(parents=True)
    (folder / "lasting_bots.py").write_text(MODULE)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: lasting\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[speelkist.bots]\nlasting = lasting_bots:LastMove\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        own_bots.installed_bots.cache_clear()
        yield "lasting"
    own_bots.installed_bots.cache_clear()
    sys.modules.pop("lasting_bots", None)
