"""Makes Pyodide's standard library, which comes as sources, an archive of compiled modules.

To compile what a start needs takes Pyodide three seconds, at every start. Only its own Python can do it, so stdlib.mjs
runs this file in Pyodide while the pages are built. Standard library only.
"""

from __future__ import annotations

import importlib.util
import io
import marshal
import re
import zipfile

OPTIMIZE = 2  # no docstrings: nobody reads them in a page, and they would take memory
UNCHECKED = (1).to_bytes(4, "little")  # PEP 552: known by a hash that need not be checked
# What a page has no use for: debuggers, test runners, processes, mail and other servers, XML.
LEFT_OUT = re.compile(
    r"(_pyrepl|bdb|cProfile|cmd|ctypes|doctest|ftplib|idlelib|imaplib|lib2to3|mailbox|multiprocessing|pdb|poplib|profile"
    r"|pstats|pydoc|pydoc_data|smtplib|tkinter|trace|turtle|unittest|wsgiref|xml|xmlrpc)[./]"
)


def compiled_archive(library: bytes) -> bytes:
    """An archive of sources as one of compiled modules, of this Python; what is no source stays as it is."""
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(library)) as sources,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
    ):
        for source in sources.infolist():
            if source.is_dir() or LEFT_OUT.match(source.filename):
                continue
            name, data = source.filename, sources.read(source)
            if name.endswith(".py"):
                name, data = f"{name}c", compiled_module(name, data)
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return packed.getvalue()


def compiled_module(name: str, source: bytes) -> bytes:
    """The content of the .pyc file of a source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=OPTIMIZE)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(source) + marshal.dumps(code)
