"""A small project with a copy of run.py, which needs no network."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

Started = subprocess.Popen[str]
Environ = dict[str, str]

ROOT = Path(__file__).parents[2]
ON_WINDOWS = sys.platform == "win32"

# The small project's program: it tells how it was started, and waits or fails when it is asked to.
PROGRAM = """
import os, sys, time
print("folder", os.getcwd())
print("arguments", ascii(sys.argv[1:]), "utf8", sys.flags.utf8_mode)
print("friend", __import__("friend").NAME)
if sys.argv[1:] == ["wait"]:
    try:
        print("waiting", flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        sys.exit(5)
sys.exit(7)
"""

# Its build back end. A file `slow` makes it wait until the file is gone, a file `broken` makes it fail.
BACKEND = """
import os, sys, time, zipfile
def build_editable(folder, config_settings=None, metadata_directory=None):
    if os.path.exists("broken"):
        raise RuntimeError("the reason of the failure")
    while os.path.exists("slow"):
        open("building", "w").close()
        time.sleep(0.05)
    name = "speelkist-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        wheel.writestr("speelkist.pth", "import sys; sys.path.append(%s)" % ascii(os.path.abspath("src")))
        info = "speelkist-0.1.0.dist-info/"
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: speelkist\\nVersion: 0.1.0\\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "RECORD", "")
    return name
"""

# An index at a port where nobody answers.
OFFLINE = {"PIP_RETRIES": "0", "PIP_NO_INDEX": "0", "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_FIND_LINKS": ""}

PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""


def make_wheel(folder: Path, name: str) -> str:
    """Make a package of one line, and give the line of a lock file that asks for it."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", f"NAME = {name!r}\n")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return f"{name}==1.0 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


class Project:
    """A small project with a copy of run.py."""

    def __init__(self, root: Path, wheels: Path) -> None:
        self.root = root
        inherited = os.environ.items()
        self.environ = {name: value for name, value in inherited if not name.startswith(("PIP_", "PYTHON"))}
        self.environ.update(PIP_NO_INDEX="1", PIP_FIND_LINKS=wheels.as_uri(), PIP_CONFIG_FILE=os.devnull)
        self.write("src/speelkist/__init__.py", '__version__ = "0.1.0"\n')
        self.write("src/speelkist/__main__.py", PROGRAM)
        self.write("backend.py", BACKEND)
        self.write("pyproject.toml", PYPROJECT)
        self.write("locks/server.txt", make_wheel(wheels, "friend"))
        self.write("locks/fast.txt", make_wheel(wheels, "numba"))
        self.write("locks/node.txt", "")
        self.write("web/build.py", "print('the pages are built')\n")
        shutil.copy(ROOT / "run.py", root)

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def start(self, *arguments: str, after: str = "", environ: Environ | None = None) -> Started:
        """Start run.py from another folder, if asked for with a statement before its main function."""
        path = str(self.root / "run.py")
        load = f"import sys, runpy; run = runpy.run_path({path!a}); {after}; sys.exit(run['main'](sys.argv[1:]))"
        return Started(
            [sys.executable, *(["-c", load] if after else [path]), *arguments],
            env=self.environ | (environ or {}),
            cwd=self.root.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )

    def run(self, *arguments: str, after: str = "", environ: Environ | None = None) -> "Ended":
        """Start run.py and wait for its end."""
        return Ended(self.start(*arguments, after=after, environ=environ))

    def module(self) -> ModuleType:
        """This project's run.py, to call its functions."""
        spec = importlib.util.spec_from_file_location("run_of_a_project", self.root / "run.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def log(self) -> str:
        return (self.root / ".venv" / "set-up.log").read_text(encoding="utf-8")

    def remove_pip(self) -> None:
        """Without pip the environment can run the program, but nothing can be installed any more."""
        for pip in (self.root / ".venv").rglob("site-packages/pip"):
            shutil.rmtree(pip)


class Ended:
    """What a started run.py has left behind."""

    def __init__(self, child: Started) -> None:
        self.out, self.err = child.communicate(timeout=120)
        self.code = child.returncode


def copy_env(source: Path, root: Path) -> None:
    """Copy an environment; its files are shared, which is much quicker, and nothing writes into them."""
    shutil.copytree(source, root / ".venv", symlinks=True, copy_function=share)


def share(source: str, target: str) -> None:
    """Let two names mean one file, where the system can."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)


def wait_for(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end, "it did not happen within a minute"
        time.sleep(0.02)


def assert_one_sentence(ended: Ended, *words: str) -> None:
    """A problem is told in the last line, without a traceback, and with exit code 2."""
    assert "Traceback" not in ended.err
    last = ended.err.splitlines()[-1]
    for word in words:
        assert word in last
    assert ended.code == 2
