"""A process for bots that may think long, or must be compiled first, in a game at the terminal.

While it is not ready the strongest bot that needs no compiling plays instead, and the person is told. Ctrl-C ends a
bot's thinking at once.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import replace

from speelkist.bots.factory import make_bot
from speelkist.bots.hints import why
from speelkist.bots.job import BotJob, BotReply, run_job
from speelkist.bots.process import ProcessDied
from speelkist.bots.strengths import STRENGTHS, derive_seed, missing, missing_notice, name_of
from speelkist.bots.worker_pool import Worker
from speelkist.core import CHANCE, Game, Move, State

from .terminal import Screen

STRONGEST = STRENGTHS[-1]
POLL_SECONDS = 0.1
SHOW_AFTER = 0.4  # bots that think shorter need no line on the screen
PREPARING_SECONDS = 900.0
THINKING_SECONDS = 120.0
PATIENCE = 3.0  # compiled kernels are loaded by then
TRIES = 2  # processes that may die before we give up


class BotProcess:
    """The process for one game, started when it is first needed."""

    def __init__(self, screen: Screen, game: Game, hurry: bool) -> None:
        self.screen = screen
        self._game = game
        self._hurry = hurry  # people wait: let a weaker bot play rather than wait for the compiler
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bot process")
        self._worker: Worker | None = None
        self._ready: Future[BotReply] | None = None
        self._died = 0
        self._announced: set[str] = set()

    def start(self) -> None:
        """Start the process, which compiles what this game needs in the background."""
        if self._ready is None and self._died < TRIES:
            state = self._game.start()
            while state.player == CHANCE:
                state = state.play(state.legal()[0])
            self._worker = Worker(run_job)
            self._ready = self._thread.submit(self._worker.run, self.new_job(state, STRONGEST, 0), PREPARING_SECONDS)

    def new_job(self, state: State, name: str, seed: int) -> BotJob:
        """A position to think about."""
        info = self._game.info
        return BotJob(info.id, info.version, dict(self._game.options), state.to_json(), name, seed)

    def ask(self, job: BotJob, who: str = "") -> BotReply:
        """The reply of the process, or at once that of a bot that needs no compiling."""
        if job.bot in missing(job.game):
            self._say_missing()
            return run_job(replace(job, compiled=False))
        self.start()
        if not self._is_ready(wait=not self._hurry or job.bot not in STRENGTHS, who=who):
            answer = run_job(replace(job, compiled=False))
            if self._ready is not None:
                self._say_once("thinking.preparing", name=name_of(job.bot), other=name_of(answer.by))
            return answer
        assert self._worker is not None
        try:
            reply = self._wait(self._thread.submit(self._worker.run, job, THINKING_SECONDS), who, None)
        except ProcessDied:
            self._on_death()
            return self.ask(job, who)
        assert reply is not None
        return reply

    def _is_ready(self, wait: bool, who: str) -> bool:
        if self._ready is None:
            return False
        patience = None if wait else 0.0 if self._announced else PATIENCE
        try:
            if self._wait(self._ready, who, patience) is None:
                return False
        except Exception:  # noqa: BLE001  (a compiler fails in many ways, and we can do without)
            self._on_death()
            return False
        return True

    def _say_missing(self) -> None:
        lacking = missing_notice(self._game.info.id)
        if lacking is not None and "missing" not in self._announced:
            self._announced.add("missing")
            self.screen.tell(lacking)

    def _wait(self, coming: Future[BotReply], who: str, patience: float | None) -> BotReply | None:
        """Wait, and show that a bot thinks; None if the patience ran out first. Ctrl-C ends the process."""
        begun = time.monotonic()
        shown = ""
        try:
            while True:
                try:
                    return coming.result(POLL_SECONDS if patience is None else min(POLL_SECONDS, patience))
                except NotYet:
                    if patience is not None and time.monotonic() - begun >= patience:
                        return None
                    if time.monotonic() - begun > SHOW_AFTER and sys.stdout.isatty():
                        dots = "." * (1 + int(2 * (time.monotonic() - begun)) % 3)
                        text = self.screen.word("thinking", who=who or name_of(STRONGEST)) + dots
                        print("\r" + text.ljust(len(shown)), end="", flush=True)
                        shown = text.ljust(len(shown))
        except KeyboardInterrupt:
            self.close()
            raise
        finally:
            if shown:
                print("\r" + " " * len(shown) + "\r", end="", flush=True)

    def _on_death(self) -> None:
        self._died += 1
        if self._worker is not None:
            self._worker.close()
        self._worker = self._ready = None
        if self._died == TRIES:
            self._say_once("thinking.without")

    def _say_once(self, key: str, **values: object) -> None:
        if key not in self._announced:
            self._announced.add(key)
            self.screen.say(key, "dim", **values)  # type: ignore[arg-type]

    def close(self) -> None:
        """End the process."""
        if self._worker is not None:
            self._worker.close()
        self._thread.shutdown(wait=False, cancel_futures=True)


class RemoteBot:
    """A bot that thinks in the bot process."""

    def __init__(self, bot_process: BotProcess, name: str, seed: int) -> None:
        make_bot(name, seed)  # refuses an unknown name
        self._bot_process = bot_process
        self._name = name
        self._seed = seed
        self._decisions = 0

    def choose(self, state: State) -> Move:
        """A move for the player to move."""
        job = self._bot_process.new_job(state, self._name, derive_seed(self._seed, self._decisions))
        self._decisions += 1
        who = state.game.side_name(state.player)
        move = state.resolve(self._bot_process.ask(job, who.say(self._bot_process.screen.lang)).move)
        assert isinstance(move, Move)
        return move


def advise(bot_process: BotProcess, state: State) -> list[tuple[Move, str, float | None]]:
    """The best moves with the reason, and the chance where one is known."""
    answer = bot_process.ask(replace(bot_process.new_job(state, STRONGEST, 0), hint=True))
    advice = []
    for suggestion in answer.moves:
        move = state.resolve(suggestion.move)
        assert isinstance(move, Move)
        advice.append((move, why(state, move).say(bot_process.screen.lang), suggestion.chance))
    return advice
