"""A package speaks only phrases of its own layer or of one below, or it could not say them without what is above it."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "speelkist"
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS = next(contract["layers"] for contract in CONTRACTS if contract["type"] == "layers")
HEIGHT = {name: -place for place, layer in enumerate(LAYERS) for name in re.findall(r"\w+", layer)}
SPEAKING = {path.parent.parent.name for path in SOURCE.glob("*/text/phrases.en.json")}
KEY = re.compile(rf"({'|'.join(sorted(SPEAKING))})(\.[a-z_]+)+")


def too_high(package: str, tree: ast.AST) -> list[str]:
    """The keys in a module of a package that belong to a package above it."""
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    keys = [text for text in texts if KEY.fullmatch(text)]
    return [key for key in keys if HEIGHT[key.partition(".")[0]] > HEIGHT[package]]


def test_no_package_speaks_phrases_of_a_layer_above_it() -> None:
    assert {"core", "table", "server", "cli"} <= SPEAKING
    wrong = [
        f"{path.relative_to(SOURCE)}: {key}"
        for package in HEIGHT
        for path in (SOURCE / package).rglob("*.py")
        for key in too_high(package, ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert wrong == []


def test_a_phrase_from_above_is_noticed() -> None:
    spoken = ast.parse('Refused("server.failed"); Refused("table.full"); Refused("core.end.over"); "server name"')
    assert too_high("table", spoken) == ["server.failed"]
    assert too_high("local", spoken) == []
