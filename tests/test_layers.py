"""The contracts of import-linter name every package that they are about: a new one is not forgotten."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "speelkist"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
IMPORTED_AS = {"open_spiel": "pyspiel", "tensorboardx": "tensorboardX"}


def contract(name: str) -> dict[str, Any]:
    """The contract of this name."""
    contracts: list[dict[str, Any]] = PYPROJECT["tool"]["importlinter"]["contracts"]
    return next(contract for contract in contracts if contract["name"] == name)


def modules(folder: Path) -> set[str]:
    """The modules and packages in a folder, by their full name."""
    paths = [path for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()]
    dotted = ".".join(folder.relative_to(SOURCE.parent).parts)
    return {f"{dotted}.{path.stem}" for path in paths if not path.stem.startswith("__")}


def test_sql_is_forbidden_everywhere_but_in_storage() -> None:
    named = set(contract("SQL only in storage")["source_modules"])
    everywhere = modules(SOURCE) - {"speelkist.server"} | modules(SOURCE / "server")
    assert named == everywhere - {"speelkist.server.storage"}


def test_what_runs_anywhere_is_kept_from_every_package_that_an_extra_installs() -> None:
    extras = PYPROJECT["project"]["optional-dependencies"]
    requirements = [text for extra in extras.values() for text in extra if not text.startswith("speelkist[")]
    names = {re.split(r"[\[<>=]", requirement)[0].replace("-", "_") for requirement in requirements}
    forbidden = contract("What runs anywhere needs the standard library alone")["forbidden_modules"]
    assert sorted({IMPORTED_AS.get(name, name) for name in names}) == sorted(forbidden)
