"""Our modules as an archive for a browser that runs Python itself."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from importlib.resources import files
from pathlib import Path

PACKAGE = Path(str(files("speelkist")))
# What a browser has no use for: what needs a compiler, a socket or a terminal. The server's phrases are needed.
LEFT_OUT = re.compile(
    r"web/|cli/|compiled/|testing/|research/|server/(?!__init__\.py|text/)|games/\w+/kernel/|(.*/)?__pycache__/"
)


def pack_modules() -> bytes:
    """The archive; the same sources give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(PACKAGE.rglob("*")):
            name = path.relative_to(PACKAGE).as_posix()
            if path.is_file() and not LEFT_OUT.match(name):
                info = zipfile.ZipInfo(f"speelkist/{name}", (1980, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, path.read_bytes())
    return packed.getvalue()


def digest(data: bytes) -> str:
    """By which a file is known to have changed."""
    return hashlib.sha256(data).hexdigest()[:16]
