"""Compiled games for researchers: the public door to ``speelkist.compiled``. Needs the extra ``fast``.

What is not yet in the user's cache is compiled first, which takes seconds; a line on standard error says so.
"""

import sys

from .compiled.jit import announce_compilation


def _say(name: str) -> None:
    what = "what all games share" if name == "compiled" else name
    print(f"speelkist: compiling {what}, once, which takes some seconds ...", file=sys.stderr, flush=True)


announce_compilation(_say)

from .compiled.playouts import Batch, Playouts, batch, load_kernel, playouts  # noqa: E402  (compiles: announced first)

__all__ = ["Batch", "Playouts", "batch", "load_kernel", "playouts"]
