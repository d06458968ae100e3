"""Makes the files in locks/ anew, from the extras in pyproject.toml and from locks/*.in; needs uv (pip install uv).

    python tools/locks.py [--upgrade]    without --upgrade, versions change only where they must

Every lock has the hash of every file for every platform. Afterwards run: python3 run.py test
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LOCKS = Path(__file__).resolve().parent.parent / "locks"
COMPILE = ["uv", "pip", "compile", "--universal", "--python-version", "3.11", "--generate-hashes", "--no-header"]

# Each lock, the extras and files it is made from, and the locks that it must agree with: these come first.
SOURCES: list[tuple[str, list[str], list[str], list[str]]] = [
    ("server", ["server"], ["build.in"], []),
    ("fast", ["fast"], [], ["server"]),
    ("postgres", ["postgres"], [], ["server"]),
    ("docs", [], ["docs.in"], ["server", "fast"]),
    ("test", ["all", "research", "ray"], ["build.in", "test.in"], ["server", "fast", "postgres", "docs"]),
    ("node", [], ["node.in"], []),
]


def command_for(extras: list[str], files: list[str], others: list[str], lock: str) -> list[str]:
    """How uv is started for one lock."""
    command = [*COMPILE, *files]
    for extra in extras:
        command += ["../pyproject.toml", "--extra", extra]
    for other in others:
        command += ["--constraint", f"{other}.txt"]
    return [*command, "--output-file", f"{lock}.txt"]


def main(arguments: list[str]) -> int:
    """Make all locks; stops at the first that cannot be made."""
    for lock, extras, files, others in SOURCES:
        code = subprocess.call(
            [*command_for(extras, files, others, lock), *arguments], cwd=LOCKS, stdout=subprocess.DEVNULL
        )
        if code:
            return code
        print(f"locks/{lock}.txt")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
