"""Compiling beside the server: how far it is, what is missing, and that a crash troubles nobody."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import pytest

from speelkist.bots import precompile
from speelkist.bots.precompile import CompileStatus, Precompiler, compile_game, delete_stale
from speelkist.bots.process import ParentChannel
from speelkist.core import Phrase

PATIENCE = 60.0
COMPILED = ("club", "master")


def run(precompiler: Precompiler) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(PATIENCE):
            await precompiler.run()

    try:
        asyncio.run(in_time())
    finally:
        precompiler.close()


def tells(channel: ParentChannel, ids: list[str]) -> None:
    """In place of the process: one game is fine, one is not, and then it dies over the third."""
    for game in ids:
        channel.send((game, None))
        if game == "crashes":
            os._exit(11)
        lacking = {"master": Phrase("bots.missing.package", name="numba")} if game == "lacks" else {}
        channel.send((game, lacking))
    channel.send(("", None))


def test_it_tells_how_far_it_is_and_a_crash_costs_one_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompile, "_compile_all", tells)
    monkeypatch.setattr(precompile, "compiled_strengths", lambda _: COMPILED)
    announced: list[CompileStatus] = []
    run(precompiler := Precompiler(announced.append, ["fine", "lacks", "crashes", "last"]))
    compiled = [status.compiling for status in announced if status.compiling]
    assert compiled == ["fine", "lacks", "crashes", "crashes", "last"]
    assert precompiler.status.ready == ("fine", "last")
    assert not precompiler.status.waiting
    assert set(precompiler.status.missing) == {"lacks", "crashes"}
    assert announced[0].lacking == COMPILED and announced[0].instead == "friend"
    notice = precompiler.status.notice()
    assert notice is not None
    for lang in ("en", "nl"):
        assert "\n" not in notice.say(lang) and "numba" in notice.say(lang)


def test_where_all_is_well_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompile, "_compile_all", tells)
    run(precompiler := Precompiler(lambda _: None, ["fine"]))
    assert (precompiler.status.lacking, precompiler.status.instead, precompiler.status.notice()) == ((), "", None)


def test_without_numba_the_plain_strengths_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("speelkist.bots.strengths.find_spec", without_numba)
    lacking = compile_game("knopf")
    assert tuple(lacking) == COMPILED
    assert "numba" in lacking["master"].say("en")


def test_where_nothing_can_be_kept_nothing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = pytest.importorskip("speelkist.compiled.jit")
    (tmp_path / "file").touch()
    monkeypatch.setattr(kernels, "cache_root", lambda: tmp_path / "file" / "kernels")
    lacking = compile_game("knopf")
    assert tuple(lacking) == COMPILED
    assert str(tmp_path) in lacking["master"].say("nl")


def without_numba(name: str) -> Any:
    from importlib.util import find_spec

    return None if name == "numba" else find_spec(name)


def test_a_closed_one_ends_its_process() -> None:
    async def work() -> None:
        precompiler = Precompiler(lambda _: None, ["knopf"])
        task = asyncio.create_task(precompiler.run())
        while precompiler._process is None:
            await asyncio.sleep(0.01)
        task.cancel()
        precompiler.close()
        async with asyncio.timeout(PATIENCE):
            while precompiler._process.is_alive():
                await asyncio.sleep(0.01)

    asyncio.run(work())


def test_what_was_compiled_from_other_sources_is_thrown_away_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels = pytest.importorskip("speelkist.compiled.jit")
    monkeypatch.setattr(kernels, "cache_root", lambda: tmp_path)
    (tmp_path / "knopf-new").mkdir()
    old = tmp_path / "knopf-old"
    old.mkdir()
    (old / "kernel.nbi").touch()
    long_ago = time.time() - 40 * 86_400
    os.utime(old, (long_ago, long_ago))
    assert delete_stale() == ["knopf-old"]
    assert (tmp_path / "knopf-new").is_dir() and not old.exists()
