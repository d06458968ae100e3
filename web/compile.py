"""Makes an archive of sources, Pyodide's standard library or our modules, one of compiled modules.

To compile what a start needs takes Pyodide three seconds, at every start, and memory that it never gives back. Only its
own Python can do it, so compile.mjs runs this file in Pyodide while the pages are built. Standard library only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import marshal
import re
import zipfile

OPTIMIZE = 2  # no docstrings: nobody reads them in a page, and they would take memory
UNCHECKED = (1).to_bytes(4, "little")  # PEP 552: known by a hash that need not be checked
# What a page has no use for: debuggers, test runners, processes, mail and other servers, XML, command lines, rare
# encodings, what there is in C too. Each worker of a page holds the rest in its memory.
LEFT_OUT = re.compile(
    r"(_pydatetime|_pyio|_pyrepl|_sysconfigdata\w*|argparse|bdb|cProfile|cmd|configparser|ctypes|difflib|doctest|ftplib"
    r"|http|idlelib|imaplib|lib2to3|mailbox|mimetypes|modulefinder|multiprocessing|optparse|pdb|pickletools|plistlib"
    r"|poplib|profile|pstats|pydoc|pydoc_data|smtplib|statistics|sysconfig|tarfile|tkinter|tomllib|trace|tracemalloc"
    r"|turtle|unittest|uuid|wsgiref|xml|xmlrpc)[./]"
    r"|asyncio/(proactor_|windows_|tools|__main__)|concurrent/futures/(process|interpreter)|email/(?!__init__)"
    r"|encodings/(?!__init__|aliases|ascii|charmap|cp1252|cp437|idna|iso8859_1\.|latin_1|punycode|raw_|unicode_|utf_)"
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
            data = sources.read(source)
            info = zipfile.ZipInfo(source.filename)
            info.compress_type = zipfile.ZIP_DEFLATED
            if source.filename.endswith(".py"):
                info.filename += "c"
                info.comment = hashlib.sha256(data).hexdigest()[:16].encode()  # of which source it is
                data = compiled_module(source.filename, data)
            archive.writestr(info, data)
    return packed.getvalue()


def compiled_module(name: str, source: bytes) -> bytes:
    """The content of the .pyc file of a source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=OPTIMIZE)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(source) + marshal.dumps(code)
