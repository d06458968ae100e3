"""Compiling with numba, and the cache on disk that makes it happen once."""

from __future__ import annotations

import hashlib
import logging
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])

log = logging.getLogger("speelkist.kernels")

_announce: list[Callable[[str], None]] = []
_announced: set[Path] = set()


def announce_compilation(say: Callable[[str], None]) -> None:
    """Call ``say`` with a name before anything of that name is compiled that is not in the cache; once a name."""
    _announce[:] = [say]


def inline_jit(function: Function) -> Function:
    """A part of a kernel: compiled together with each compiled function that calls it."""
    return cast("Function", numba.njit(nogil=True, error_model="numpy")(function))


def binding_jit(function: Function) -> Function:
    """A part that is given functions: it is copied into its caller, so that they are bound when that is compiled.

    A function that is handed over as a value is called through a pointer, and whoever does that cannot be cached.
    """
    return cast("Function", numba.njit(nogil=True, error_model="numpy", inline="always")(function))


def kernel_compiler(file: str) -> Callable[[Any], Callable[[Function], Function]]:
    """The decorator for compiled functions: ``compiled = kernel_compiler(__file__)``, and then ``@compiled(LEGAL)``.

    Numba looks at a function's own file only, so the cache's name holds a hash of the folder, the rules of its game
    and this package.
    """
    folder = cache_folder(Path(file).parent)

    def compiled(signature: Any) -> Callable[[Function], Function]:
        def decorate(function: Function) -> Function:
            return cast("Function", _compile(function, signature, folder))

        return decorate

    return compiled


def _compile(function: Callable[..., Any], signature: Any, folder: Path) -> object:
    if folder not in _announced and not any(folder.glob(f"**/*.{function.__name__}-*.nbi")):
        _announced.add(folder)
        for say in _announce:
            say(folder.name.rpartition("-")[0])
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
    except (numba.core.errors.NumbaError, AssertionError, NotImplementedError):
        raise  # our source is wrong, not the cache
    except Exception as error:  # noqa: BLE001  (a damaged cache shows itself in many ways)
        log.warning("the compiled kernels in %s cannot be read (%r); compiling anew", folder, error)
        shutil.rmtree(folder, ignore_errors=True)
        config.CACHE_DIR = str(_writable(folder))
        return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before


def cache_root() -> Path:
    """The directory of all compiled kernels."""
    return Path(platformdirs.user_cache_dir("speelkist")) / "kernels"


def cache_folder(folder: Path) -> Path:
    """The directory for what is compiled from the sources in ``folder`` as they are now."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    game = folder.parent if folder.name in ("kernel", "solver") else folder  # constants of the rules are compiled in
    for source in sorted({*folder.glob("*.py"), *game.glob("*.py"), *Path(__file__).parent.glob("*.py")}):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return _writable(cache_root() / f"{game.name}-{digest.hexdigest()[:16]}")


def _writable(folder: Path) -> Path:
    """``folder``, or a temporary directory if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return Path(tempfile.mkdtemp(prefix="speelkist-"))
    return folder
