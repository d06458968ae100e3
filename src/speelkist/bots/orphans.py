"""No process of ours goes on alone when the one that started it is gone, however it ended."""

from __future__ import annotations

import multiprocessing as mp
import os
import threading


def end_with_parent() -> None:
    """Called in a process that multiprocessing started: end at once when the one that started it ends."""
    parent = mp.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)  # in the middle of whatever it does: nobody wants the outcome any more

    threading.Thread(target=watch, daemon=True, name="speelkist orphan").start()
