"""What Python compiled once is taken from an archive the next time."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

from speelkist.local.compiled import CompiledModules


def write_source(folder: Path, text: str) -> None:
    """The module, as old as it always is."""
    folder.mkdir(exist_ok=True)
    path = folder / "spoken.py"
    path.write_text(text, encoding="utf-8")
    os.utime(path, (0, 0))


def word_of(folder: Path) -> str:
    """What the module says to a new Python."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", "import spoken; print(spoken.WORD)"]
    return subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout.strip()


def test_a_module_is_compiled_once(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    write_source(first, "WORD = 'one'\n")
    modules = CompiledModules(str(first))
    assert modules.pack() is None
    assert word_of(first) == "one"
    packed = modules.pack()
    assert packed is not None
    assert modules.pack() is None, "there is nothing new"

    write_source(second, "WORD = 'two'\n")  # of the same size and age: only what is compiled can tell them apart
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(second)
    assert word_of(second) == "one"
    assert CompiledModules(str(second)).pack() is None
