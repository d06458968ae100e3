"""Compiling what the strongest players need, in a process of its own, while people play already.

Game by game everything is imported and one small thought is thought by each strength that needs a kernel; numba keeps
the outcome in the user's cache directory, where the workers find it. What cannot be compiled, or crashes the
process, is told as missing; nobody else is troubled.
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

NICENESS = 10  # whoever plays or thinks comes first
TRIES = 2  # a game that crashes the process so often is left out
STALE_DAYS = 30  # what was compiled from other sources, and for so long not used, is thrown away

Changed = Callable[["CompileStatus"], None]


@dataclass(frozen=True)
class CompileStatus:
    """How far it is: the games in which every strength can play, those to come, and why some never will."""

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


# --- in the process ---------------------------------------------------------------------------------------------------


def compile_game(id: str) -> dict[str, Phrase]:
    """Compile all that a game's strengths need; those that cannot play, each with the reason."""
    lacking = missing(id)
    nowhere = _nowhere_to_keep() if compiled_strengths(id) else None
    if nowhere is not None:  # every worker would compile for itself, in the middle of a game
        return dict.fromkeys(compiled_strengths(id), nowhere) | lacking
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


def _nowhere_to_keep() -> Phrase | None:
    """Why what is compiled would be lost, if it would."""
    try:
        from speelkist.compiled.jit import cache_root
    except Exception:  # noqa: BLE001  (a compiler that does not load is told of later, and better)
        return None
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return None
    except OSError:
        return Phrase("bots.missing.cache", folder=str(root))


def _compile_all(channel: ParentChannel, ids: list[str]) -> None:
    """The life of the process: it tells the game it begins with, and then what is missing in it."""
    import speelkist  # noqa: F401  (the games register themselves)

    lower_priority(NICENESS)
    for game in ids:
        channel.send((game, None))
        channel.send((game, compile_game(game)))
    with contextlib.suppress(ImportError):
        throw_away_stale()
    channel.send(("", None))


def throw_away_stale(days: float = STALE_DAYS) -> list[str]:
    """Mark what this process uses as used, and delete what nobody has used for long; which."""
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


# --- beside it --------------------------------------------------------------------------------------------------------


class Precompiler:
    """Looks after that process, and tells how far it is."""

    def __init__(self, changed: Changed, ids: list[str] | None = None) -> None:
        self.status = CompileStatus(waiting=tuple(games() if ids is None else ids))
        self._changed = changed
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="precompile")
        self._process: SupervisedProcess | None = None

    async def run(self) -> None:
        """Until every game is compiled, or known not to be."""
        crashes: dict[str, int] = {}
        while self.status.waiting:
            if await self._one_process():
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

    async def _one_process(self) -> bool:
        """Compile what is waiting; False if the process died over it."""
        loop = asyncio.get_running_loop()
        process = await loop.run_in_executor(self._thread, self._start)
        try:
            while True:
                game, lacking = await loop.run_in_executor(self._thread, process.receive)
                if not game:
                    return True
                if lacking is None:
                    self._now(replace(self.status, compiling=game))
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
        self._now(CompileStatus(ready, waiting, "", now.missing | ({game: lacking} if lacking else {})))

    def _now(self, status: CompileStatus) -> None:
        self.status = status
        self._changed(status)
