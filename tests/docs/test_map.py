"""The documents for contributors name files that are there."""

import re
from pathlib import Path

import pytest

import speelkist

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "docs/adding-a-game.md", "docs/adding-an-option.md"]
DOCUMENTS += [f"docs/decisions/{path.name}" for path in sorted(ROOT.glob("docs/decisions/0*.md"))]
BASES = [ROOT, ROOT / "src" / "speelkist", ROOT / "web" / "src"]
# In the guides a name may also be one inside a game's folders.
BASES += [
    base / "games" / game for base in (ROOT / "src" / "speelkist", ROOT / "tests") for game in ("template", "krabcek")
]
BASES.append(ROOT / "web" / "src" / "games" / "krabcek")
MADE = ("build/", "dist/", "src/speelkist/web/", "weights.txt")  # by our own commands
EXAMPLE = "halma"  # the game that the guide makes

PATH = re.compile(r"`([a-z.<][\w.<>-]*(?:/[\w.<>*-]+)*/?)`")


def paths(text: str) -> list[str]:
    """What stands in backticks and is a path: it has a slash, or the ending of a file."""
    return [name for name in PATH.findall(text) if "/" in name or name.endswith((".py", ".ts", ".md", ".svelte"))]


def exists(name: str) -> bool:
    """Whether a path is there, below the root, the package or the client; `<id>` stands for some game."""
    if "<id>" in name:
        return any(exists(name.replace("<id>", game)) for game in speelkist.games())
    if EXAMPLE in name:
        return exists(name.replace(EXAMPLE, "template"))
    return any((base / name).exists() or (base / f"{name}.py").exists() for base in BASES)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_that_is_named_is_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    assert [name for name in paths(text) if not name.startswith(MADE) and not exists(name)] == []
