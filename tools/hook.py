#!/usr/bin/env python3
"""Runs one check of the pre-commit hooks with the tools of .venv and web/node_modules, whatever Python starts it.

python tools/hook.py ruff|pytest|mypy ARGUMENTS ... [FILES]
python tools/hook.py prettier --check [FILES]
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
PRETTIER = ROOT / "web" / "node_modules" / "prettier" / "bin" / "prettier.cjs"


def command_for(name: str, arguments: list[str]) -> list[str]:
    """The command that runs a tool. Ends with a sentence if the tool is not there."""
    if name == "prettier":
        node = shutil.which("node")
        if node is None or not PRETTIER.exists():
            sys.exit("prettier is not there: run `npm ci` in web/ first")
        return [node, str(PRETTIER), *(argument.removeprefix("web/") for argument in arguments)]
    if not PYTHON.exists():
        sys.exit("there is no .venv: run `python3 run.py test --version` first")
    return [str(PYTHON), "-m", name, *arguments]


def main(arguments: list[str]) -> int:
    """Run the tool in its folder; its exit code is ours."""
    folder = ROOT / "web" if arguments[0] == "prettier" else ROOT  # where prettier finds its settings
    return subprocess.call(command_for(arguments[0], arguments[1:]), cwd=folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
