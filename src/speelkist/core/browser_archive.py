"""Our modules as an archive for a browser that runs Python itself."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from importlib.resources import files
from pathlib import Path

PACKAGE = Path(str(files("speelkist")))
COMPILED = PACKAGE / "web" / "modules.zip"  # our modules as Pyodide compiled them when the pages were built
# What a browser has no use for: what needs a compiler, a socket or a terminal. The server's phrases are needed.
LEFT_OUT = re.compile(
    r"web/|cli/|compiled/|testing/|research/|server/(?!__init__\.py|text/)|games/\w+/kernel/|(.*/)?__pycache__/"
)


def pack_sources() -> bytes:
    """All that a browser needs of this package; the same sources give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(PACKAGE.rglob("*")):
            name = path.relative_to(PACKAGE).as_posix()
            if path.is_file() and not LEFT_OUT.match(name):
                _add(archive, f"speelkist/{name}", path.read_bytes())
    return packed.getvalue()


def pack_modules(packed_sources: bytes = b"", compiled: Path = COMPILED) -> bytes:
    """The same with compiled modules; one that has changed since the pages were built stays a source."""
    packed = io.BytesIO()
    modules = _compiled_modules(compiled)
    with (
        zipfile.ZipFile(io.BytesIO(packed_sources or pack_sources())) as sources,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for source in sources.infolist():
            if not source.is_dir():
                data = sources.read(source)
                module = modules.get((f"{source.filename}c", digest(data)))
                _add(archive, source.filename if module is None else f"{source.filename}c", module or data)
    return packed.getvalue()


def _compiled_modules(path: Path) -> dict[tuple[str, str], bytes]:
    """By their name and the digest of their source."""
    if not path.is_file():
        return {}
    with zipfile.ZipFile(path) as archive:
        return {(info.filename, info.comment.decode()): archive.read(info) for info in archive.infolist()}


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data)


def digest(data: bytes) -> str:
    """By which a file is known to have changed."""
    return hashlib.sha256(data).hexdigest()[:16]
