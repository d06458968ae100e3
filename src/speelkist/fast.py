"""Compiled games for researchers: the public door to ``speelkist.compiled``. Needs the extra ``fast``."""

from .compiled.playouts import Batch, Playouts, batch, load_kernel, playouts

__all__ = ["Batch", "Playouts", "batch", "load_kernel", "playouts"]
