"""Our modules as this Python compiled them, so that the next start of a page need not compile them again."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path


class CompiledModules:
    """What Python keeps of the modules in a folder when it has compiled them."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._packed = len(self._files())

    def pack(self) -> bytes | None:
        """An archive to unpack over the folder; None if no module has been compiled since the last one."""
        paths = self._files()
        if len(paths) == self._packed:
            return None
        self._packed = len(paths)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for path in paths:
                info = zipfile.ZipInfo(path.relative_to(self._folder).as_posix())
                archive.writestr(info, path.read_bytes())
        return packed.getvalue()

    def _files(self) -> list[Path]:
        return sorted(self._folder.rglob("*.pyc"))
