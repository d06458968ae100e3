"""Compiles what the strongest bots need, in a process of its own, while people play already.

Game by game everything is imported and each strength that needs a kernel thinks for a moment; numba keeps the result in
the user's cache directory, where the workers find it. What cannot be compiled, or crashes the process, is reported as
missing and disturbs nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from speelkist.core import CHANCE, Phrase, games, load
from speelkist.search.budget import Budget

from .process import ParentChannel, ProcessDied, SupervisedProcess, lower_priority
from .strengths import STRENGTHS, CannotPlay, compiled_strengths, missing, name_of, rank

log = logging.getLogger("speelkist.precompile")

NICENESS = 10  # games and bots come first
TRIES = 2  # a game that crashes the process this often is left out
STALE_DAYS = 30  # what was compiled from other sources and not used for so long is deleted

Changed = Callable[["CompileStatus"], None]


@dataclass(frozen=True)
class CompileStatus:
    """Progress: the games in which every strength can play, those to come, and why some never will."""

    ready: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    compiling: str = ""
    missing: dict[str, dict[str, Phrase]] = field(default_factory=dict)  # by game and strength; found out for good

    @property
    def lacking(self) -> tuple[str, ...]:
        """The strengths that cannot play everywhere now."""
        names = {name for reasons in self.missing.values() for name in reasons}
        if self.waiting:
            names.update(name for game in self.waiting for name in compiled_strengths(game))
        return tuple(name for name in STRENGTHS if name in names)

    @property
    def instead(self) -> str:
        """Who plays for them."""
        if not self.lacking:
            return ""
        below = STRENGTHS[: STRENGTHS.index(self.lacking[0])]
        return below[-1] if below else "simple"

    def notice(self) -> Phrase | None:
        """One line about what will stay missing."""
        for reasons in self.missing.values():
            names = tuple(name_of(name) for name in reasons)
            other, why = name_of(self.instead), next(iter(reasons.values()))
            return Phrase("bots.missing.line", names=names, why=why, n=len(names), other=other)
        return None


# In the process


def compile_game(id: str) -> dict[str, Phrase]:
    """Compile all that a game's strengths need; those that cannot play, each with the reason."""
    lacking = missing(id)
    problem = _no_cache() if compiled_strengths(id) else None
    if problem is not None:  # every worker would compile for itself, in the middle of a game
        return dict.fromkeys(compiled_strengths(id), problem) | lacking
    state = load(id).start()
    while state.player == CHANCE:
        state = state.play(state.legal()[0])
    for strength in compiled_strengths(id):
        if strength in lacking:
            continue
        try:
            rank(state, strength, 0, Budget(simulations=1), strict=True)
        except CannotPlay as error:
            lacking[strength] = error.phrase
        except Exception as error:  # noqa: BLE001  (a compiler fails in many ways)
            lacking[strength] = Phrase("bots.missing.broken", why=f"{type(error).__name__}: {error}"[:120])
    return lacking


def _no_cache() -> Phrase | None:
    """Why compiled code cannot be kept, if it cannot."""
    try:
        from speelkist.compiled.jit import cache_root
    except Exception:  # noqa: BLE001  (a compiler that does not load is reported later, and better)
        return None
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return None
    except OSError:
        return Phrase("bots.missing.cache", folder=str(root))


def _compile_all(channel: ParentChannel, ids: list[str]) -> None:
    """In the process: announce each game it begins with, and then what is missing in it."""
    import speelkist  # noqa: F401  (the games register themselves)

    lower_priority(NICENESS)
    for game in ids:
        channel.send((game, None))
        channel.send((game, compile_game(game)))
    with contextlib.suppress(ImportError):
        delete_stale()
    channel.send(("", None))


def delete_stale(days: float = STALE_DAYS) -> list[str]:
    """Mark what this process uses as used, and delete what has not been used for long; returns what was deleted."""
    from speelkist.compiled.jit import cache_folder, cache_root

    ours = [module for name, module in sys.modules.items() if name.startswith("speelkist.")]
    for folder in {Path(str(module.__file__)).parent for module in ours if hasattr(module, "compiled")}:
        with contextlib.suppress(OSError):
            os.utime(cache_folder(folder))
    gone = []
    root = cache_root()
    for folder in root.iterdir() if root.is_dir() else ():
        with contextlib.suppress(OSError):
            if folder.stat().st_mtime < time.time() - days * 86_400:
                shutil.rmtree(folder)
                gone.append(folder.name)
    return gone


# In the parent


class Precompiler:
    """Supervises that process and reports its progress."""

    def __init__(self, changed: Changed, ids: list[str] | None = None) -> None:
        self.status = CompileStatus(waiting=tuple(games() if ids is None else ids))
        self._changed = changed
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="precompile")
        self._process: SupervisedProcess | None = None

    async def run(self) -> None:
        """Run until every game is compiled, or known not to be."""
        crashes: dict[str, int] = {}
        while self.status.waiting:
            if await self._run_process():
                break
            game = self.status.compiling or self.status.waiting[0]
            crashes[game] = crashes.get(game, 0) + 1
            log.warning("the process that compiles %s died", game)
            if crashes[game] == TRIES:
                why = Phrase("bots.missing.broken", why="it crashes")
                self._done(game, dict.fromkeys(compiled_strengths(game), why))
        notice = self.status.notice()
        if notice is not None:
            log.warning("%s", notice.say())

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run_process(self) -> bool:
        """Compile what is waiting; False if the process died over it."""
        loop = asyncio.get_running_loop()
        process = await loop.run_in_executor(self._thread, self._start)
        try:
            while True:
                game, lacking = await loop.run_in_executor(self._thread, process.receive)
                if not game:
                    return True
                if lacking is None:
                    self._set_status(replace(self.status, compiling=game))
                else:
                    self._done(game, lacking)
        except ProcessDied:
            return False
        finally:
            process.close()

    def _start(self) -> SupervisedProcess:
        self._process = SupervisedProcess(_compile_all, list(self.status.waiting))
        return self._process

    def _done(self, game: str, lacking: dict[str, Phrase]) -> None:
        now = self.status
        waiting = tuple(other for other in now.waiting if other != game)
        ready = now.ready if lacking else (*now.ready, game)
        self._set_status(CompileStatus(ready, waiting, "", now.missing | ({game: lacking} if lacking else {})))

    def _set_status(self, status: CompileStatus) -> None:
        self.status = status
        self._changed(status)
