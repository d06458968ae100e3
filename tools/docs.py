"""Builds the documentation site from docs/ and the documents at the root, and serves it.

    python tools/docs.py build [FOLDER]         build it into build/docs, or into FOLDER
    python tools/docs.py serve [--port PORT]    build it, then serve it on this machine until Ctrl-C

A warning is an error: a link that leads nowhere, a page that nothing leads to, a docstring that cannot be read.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "build" / "docs"
FIRST_PAGE = (
    '<!doctype html><meta charset="utf-8"><title>Speelkist</title><meta http-equiv="refresh" content="0; url=docs/">\n'
)


def build(output: Path = OUTPUT, root: Path = ROOT) -> int:
    """Build the site of the project at ``root``; the exit code is 0 if all of it is in order."""
    command = [sys.executable, "-m", "sphinx", "--conf-dir", str(root / "docs"), "--builder", "html"]
    command += ["--fail-on-warning", "--quiet", "--doctree-dir", str(output / ".doctrees")]
    code = subprocess.call([*command, str(root), str(output)], cwd=root)
    if code == 0:
        (output / "index.html").write_text(FIRST_PAGE, encoding="utf-8")
    return code


def serve(port: int) -> int:
    """Serve the built site on this machine until Ctrl-C."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(OUTPUT))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"The documentation is at http://127.0.0.1:{server.server_port}/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def main(arguments: list[str]) -> int:
    """Build, and serve if that is asked for."""
    parser = argparse.ArgumentParser(prog="tools/docs.py", description="Build the documentation site, and serve it.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="build the site").add_argument("folder", nargs="?", type=Path, default=OUTPUT)
    serving = commands.add_parser("serve", help="build the site and serve it on this machine")
    serving.add_argument("--port", type=int, default=8000, help="8000 if not given; 0 takes any free port")
    chosen = parser.parse_args(arguments)
    if chosen.command == "build":
        code = build(chosen.folder)
        if code == 0:
            print(f"The documentation is in {chosen.folder}.")
        return code
    return build() or serve(chosen.port)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
