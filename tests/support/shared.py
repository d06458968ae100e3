"""Folders that are made once for all test processes of a run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def shared_folder(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """The folder of this name, filled by ``make`` in the first test process that asks for it; nobody may change it."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent  # each process has its own folder in there
    folder = root / name
    with FileLock(root / f"{name}.lock"):
        is_made = root / f"{name}.made"
        if not is_made.exists():
            shutil.rmtree(folder, ignore_errors=True)  # an attempt before may have failed
            folder.mkdir()
            make(folder)
            is_made.touch()
    return folder
