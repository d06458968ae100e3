"""The modules of a page: compiled when the pages are built, and a standard library with all that ours import."""

from __future__ import annotations

import ast
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

from speelkist.core.browser_archive import pack_modules, pack_sources
from web.compile import LEFT_OUT, compiled_archive

SOURCES = {
    "spoken/__init__.py": '"""Never shown."""\nfrom .word import WORD\n',
    "spoken/word.py": "WORD = 'compiled'\n",
    "spoken/word.txt": "a text\n",
    "encodings/cp1252.py": "",  # sheets to print need it: an encoding is found by its name, not by an import
    "pdb.py": "1 / 0\n",
    "encodings/koi8_r.py": "",
}


def packed(files: dict[str, str]) -> bytes:
    """An archive of sources, with its folders."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.mkdir("spoken")
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def test_modules_are_imported_from_the_archive_without_their_sources(tmp_path: Path) -> None:
    archive = tmp_path / "modules.zip"
    archive.write_bytes(compiled_archive(packed(SOURCES)))
    with zipfile.ZipFile(archive) as files:
        assert files.namelist() == ["spoken/__init__.pyc", "spoken/word.pyc", "spoken/word.txt", "encodings/cp1252.pyc"]
    command = [sys.executable, "-c", "import spoken; print(spoken.WORD, spoken.__doc__)"]
    environ = os.environ | {"PYTHONPATH": str(archive)}
    said = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["compiled", "None"]


def imported_modules(source: bytes) -> set[str]:
    """The first parts of the names of all modules that a source imports from elsewhere."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return {name.partition(".")[0] for name in names}


def test_what_our_modules_import_is_not_left_out() -> None:
    with zipfile.ZipFile(io.BytesIO(pack_sources())) as archive:
        modules = [name for name in archive.namelist() if name.endswith(".py")]
        wanted = {name for module in modules for name in imported_modules(archive.read(module))}
    assert "json" in wanted
    assert {name for name in wanted if LEFT_OUT.match(f"{name}.py")} == set()


def test_a_module_that_has_changed_since_is_shipped_as_source(tmp_path: Path) -> None:
    sources = {"speelkist/same.py": "1\n", "speelkist/changed.py": "2\n"}
    compiled = tmp_path / "modules.zip"
    compiled.write_bytes(compiled_archive(packed(sources)))
    sources["speelkist/changed.py"] = "3\n"
    with zipfile.ZipFile(io.BytesIO(pack_modules(packed(sources), compiled))) as archive:
        assert archive.namelist() == ["speelkist/same.pyc", "speelkist/changed.py"]
        assert archive.read("speelkist/changed.py") == b"3\n"
    with zipfile.ZipFile(io.BytesIO(pack_modules(packed(sources), tmp_path / "none.zip"))) as archive:
        assert archive.namelist() == list(sources)
