"""Begin a new game from the template: ``python tools/new_game.py NAME [--title "Its Name"]``.

Copies the template's rules, texts, bots, kernel, tests and page, with all names replaced. The copy is a complete game
that runs at once; docs/adding-a-game.md tells how to go on. It needs nothing but Python.
"""

from __future__ import annotations

import argparse
import json
import keyword
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = "template"
FOLDERS = ("src/speelkist/games/{}", "tests/games/{}")
FILES = ("tests/browser/test_{}.py", "docs/games/{}.md")
NOT_COPIED = "new_game"  # lines that say this are about the template itself
COPIED_ENDINGS = {".py", ".json", ".md", ".txt", ".record"}


class Refused(Exception):
    """A name that cannot be given to a new game."""


def check_name(name: str, root: Path) -> None:
    """A game's name becomes a Python package, so it is a plain lower-case word that nothing else has yet."""
    if not re.fullmatch(r"[a-z][a-z0-9]{2,30}", name) or keyword.iskeyword(name):
        raise Refused(f"{name!r} cannot be a game's name: 3 to 31 small letters and digits, a letter first.")
    if name in own_parts(root):
        raise Refused(f"{name!r} is the name of a part of Speelkist.")
    taken = [path for path in targets(name, root) if path.exists()]
    if taken:
        raise Refused(f"{taken[0]} is there already.")


def own_parts(root: Path) -> set[str]:
    """Names that are taken: our packages and modules, and what our pages' texts begin with.

    The first part of every phrase's key says whose it is.
    """
    packages = {path.stem for path in (root / "src" / "speelkist").iterdir() if not path.name.startswith("_")}
    texts = json.loads((root / "web" / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
    return packages | {key.partition(".")[0] for key in texts}


def targets(name: str, root: Path) -> list[Path]:
    """The folders and files of a game."""
    return [root / pattern.format(name) for pattern in (*FOLDERS, *FILES)]


def copy_template(name: str, title: str, root: Path = ROOT) -> list[Path]:
    """Copy the template under a new name; the files that were made."""
    check_name(name, root)
    made = []
    for source, target in zip(targets(TEMPLATE, root), targets(name, root), strict=True):
        files = [source] if source.is_file() else sorted(path for path in source.rglob("*") if path.is_file())
        for file in files:
            if file.suffix in COPIED_ENDINGS:
                made.append(_copy(file, target / file.relative_to(source) if file != source else target, name, title))
    return made


def _copy(file: Path, target: Path, name: str, title: str) -> Path:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    text = "".join(line for line in lines if NOT_COPIED not in line)
    text = re.sub(rf'(: )"{TEMPLATE.title()}"', rf'\1"{title}"', text)  # by language; __all__ names the class
    text = text.replace(f"# {TEMPLATE.title()}\n", f"# {title}\n")
    text = text.replace(TEMPLATE.title(), name.title()).replace(TEMPLATE, name)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    shutil.copymode(file, target)
    return target


def make_playthrough(name: str, root: Path) -> None:
    """The playthrough holds digests of positions, which name their game."""
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    subprocess.run([sys.executable, "-m", "tools.playthroughs", name], cwd=root, env=environment, check=True)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Begin a new game as a copy of the template.")
    parser.add_argument("name", help="its id: small letters, such as halma")
    parser.add_argument("--title", help="its name for people; the id with a capital unless given")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    try:
        made = copy_template(given.name, given.title or given.name.title(), given.root)
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    make_playthrough(given.name, given.root)
    print(f"{len(made)} files; the new game is in {(given.root / FOLDERS[0].format(given.name))}.")
    print(f"  its tests:   .venv/bin/python -m pytest -q tests/games/{given.name} tests/laws -k {given.name}")
    print(f"  play it:     .venv/bin/python -m speelkist play {given.name}")
    print("  go on with docs/adding-a-game.md, step 3")
    return 0


if __name__ == "__main__":
    sys.exit(main())
