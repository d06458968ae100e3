"""run.py, run for real: as a copy, in a small project of its own that needs no network."""

import ast
import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.samples import sample
from tests.support.shared import shared_folder

Started = subprocess.Popen[str]
Environ = dict[str, str]

ROOT = Path(__file__).parent.parent
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
OFFLINE = {"PIP_NO_INDEX": "0", "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_FIND_LINKS": ""}

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


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wheels")


@pytest.fixture(scope="module")
def empty_env(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment to copy: making one takes seconds."""
    base = getattr(sys, "_base_executable", sys.executable)

    def make(folder: Path) -> None:
        subprocess.run([base, "-m", "venv", str(folder / "env")], check=True)

    return shared_folder(tmp_path_factory, "empty-env", make) / "env"


@pytest.fixture
def project(tmp_path: Path, wheels: Path) -> Project:
    """A project that was never started, in a folder that is hard to write."""
    root = tmp_path / "Speelkist für alle"
    root.mkdir()
    return Project(root, wheels)


@pytest.fixture
def begun(project: Project, empty_env: Path) -> Project:
    """A project with an environment in which nothing is installed yet."""
    copy_env(empty_env, project.root)
    project.module().write_stamp("env")
    return project


@pytest.fixture(scope="module")
def ready_env(tmp_path_factory: pytest.TempPathFactory, wheels: Path, empty_env: Path) -> Path:
    """An environment to copy that run.py has set up; the folder it belongs to is its parent."""

    def make(root: Path) -> None:
        project = Project(root, wheels)
        copy_env(empty_env, root)
        project.module().write_stamp("env")
        assert project.run().code == 7

    return shared_folder(tmp_path_factory, "ready-env", make) / ".venv"


@pytest.fixture
def ready(project: Project, ready_env: Path) -> Project:
    """A project that has been set up, as if it had happened in its own folder."""
    copy_env(ready_env, project.root)
    (link,) = (project.root / ".venv").rglob("speelkist.pth")
    text = link.read_text(encoding="utf-8")
    link.unlink()  # it is shared with the copied one
    link.write_text(text.replace(ascii(str(ready_env.parent / "src")), ascii(str(project.root / "src"))), "utf-8")
    run = project.module()
    for part in ("env", "server", "fast", "pages"):
        (project.root / ".venv" / f"{part}.stamp").unlink()
        run.write_stamp(part)
    log = project.root / ".venv" / "set-up.log"
    log.unlink()
    log.write_bytes((ready_env / "set-up.log").read_bytes())
    return project


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


# Old Pythons


def test_it_parses_on_python_3_6() -> None:
    ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 6))


def test_every_annotation_that_python_3_6_cannot_evaluate_is_quoted() -> None:
    tree = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"))
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for annotation in [function.returns, *(argument.annotation for argument in function.args.args)]:
            assert annotation is None or isinstance(annotation, ast.Name | ast.Constant)


def test_it_asks_an_old_python_only_for_modules_of_the_standard_library_of_then() -> None:
    tree = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"))
    names = {name.name for node in tree.body if isinstance(node, ast.Import) for name in node.names}
    assert names <= {
        "errno", "hashlib", "importlib.util", "os", "shutil", "signal", "subprocess", "sys", "threading", "time",
    }  # fmt: skip
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


@pytest.mark.parametrize("version", [(3, 6), (3, 10), (3, 10, 13)])
def test_an_old_python_gets_a_sentence(project: Project, version: tuple[int, ...]) -> None:
    sentence = project.module().too_old(version)
    assert sentence.startswith("Speelkist needs Python 3.11 or newer")
    assert f"this is Python {version[0]}.{version[1]}" in sentence


@pytest.mark.parametrize("version", [(3, 11), (3, 12, 1), (4, 0)])
def test_a_new_python_gets_none(project: Project, version: tuple[int, ...]) -> None:
    assert project.module().too_old(version) == ""


def test_an_old_python_ends_with_code_2(project: Project) -> None:
    ended = project.run(after="sys.version_info = (3, 9, 0)")
    assert_one_sentence(ended, "Speelkist needs Python 3.11 or newer")
    assert not (project.root / ".venv").exists()


# Setting up and starting


def test_first_start_with_the_real_locks_and_pyproject(project: Project) -> None:
    """The one test that fetches: everything is as in Speelkist itself, but for the program.

    numba and its kin are large; run.py has installed them before these tests, so they are fetched again with --slow.
    """
    names = ["pyproject.toml", "hatch_build.py", "locks/server.txt", "README.md", "LICENSE"]
    for name in sample(names, slow=[*names, "locks/fast.txt"]):
        shutil.copy(ROOT / name, project.root / name)
    own_friend = PROGRAM.replace('__import__("friend")', '__import__("speelkist.friend").friend')
    project.write("src/speelkist/__main__.py", own_friend)
    project.write("src/speelkist/friend.py", "NAME = 'friend'\n")
    wheels = project.environ["PIP_FIND_LINKS"]
    project.environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    project.environ["PIP_FIND_LINKS"] = f"{wheels} {os.environ.get('PIP_FIND_LINKS', '')}"
    first = project.run("perft", "ü")
    assert first.code == 7, first.err
    assert "the first time takes about a minute" in first.err
    assert "arguments ['perft', '\\xfc'] utf8 1" in first.out

    project.remove_pip()
    in_plain_locale = project.run(environ={"LC_ALL": "C", "LANG": "C"})
    assert (in_plain_locale.code, in_plain_locale.err) == (7, "")


def test_the_exit_code_and_the_folder_are_those_of_the_program(ready: Project) -> None:
    ended = ready.run("a b", "ü")
    assert ended.code == 7
    assert f"folder {ready.root.parent}" in ended.out
    assert "arguments ['a b', '\\xfc'] utf8 1" in ended.out


def test_a_second_start_is_silent_and_calls_no_pip(ready: Project) -> None:
    before = ready.log()
    ready.remove_pip()
    ended = ready.run()
    assert (ended.code, ended.err) == (7, "")
    assert ready.log() == before


def test_pages_are_built_again_when_their_source_changes(ready: Project) -> None:
    assert ready.log().count("the pages are built") == 1
    ready.write("web/node_modules/some/file.js", "")
    assert ready.run().err == ""
    ready.write("web/src/page.ts", "// new\n")
    assert "building the pages" in ready.run().err
    assert ready.log().count("the pages are built") == 2


def test_pages_that_cannot_be_fetched_are_told_in_a_sentence(begun: Project) -> None:
    begun.write("web/build.py", "import sys; print('npm error code ENOTFOUND'); sys.exit(1)\n")
    assert_one_sentence(begun.run(), "package index cannot be reached")


@pytest.mark.parametrize("name", ["locks/server.txt", "locks/fast.txt", "pyproject.toml"])
def test_a_changed_file_is_installed_but_the_environment_stays(ready: Project, name: str) -> None:
    ready.write(name, (ready.root / name).read_text(encoding="utf-8") + "\n# changed\n")
    (ready.root / ".venv" / "kept").touch()
    ended = ready.run()
    assert ended.code == 7
    assert "  installing " in ended.err
    assert (ready.root / ".venv" / "kept").exists()


def break_interpreter(project: Project) -> None:
    python = Path(project.module().env_python())
    python.unlink()
    if not ON_WINDOWS:
        python.symlink_to(project.root / "a Python that was removed")


def change_python(project: Project) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "version_info", (3, 99, 0))
        project.module().write_stamp("env")


def move_folder(project: Project) -> None:
    project.root = project.root.rename(project.root.with_name("moved"))


def replace_by_file(project: Project) -> None:
    shutil.rmtree(project.root / ".venv")
    project.write(".venv", "")


@pytest.mark.parametrize("spoil", [break_interpreter, change_python, move_folder, replace_by_file])
def test_an_environment_that_cannot_serve_is_noticed_and_removed(
    begun: Project, spoil: Callable[[Project], None]
) -> None:
    assert begun.module().env_works()
    spoil(begun)
    run = begun.module()
    assert not run.env_works()
    assert not run.is_ready([])
    run.remove_env()
    assert not os.path.lexists(begun.root / ".venv")


def test_an_environment_that_cannot_serve_is_made_anew(begun: Project) -> None:
    break_interpreter(begun)
    ended = begun.run()
    assert "making a private Python environment" in ended.err
    assert ended.code == 7
    assert begun.run().err == ""


@pytest.fixture
def halfway(begun: Project) -> Iterator[tuple[Project, Started]]:
    """A project whose first set-up is under way; it goes on when the file `slow` is removed."""
    slow = begun.write("slow", "")
    child = begun.start()
    wait_for((begun.root / "building").exists)
    yield begun, child
    slow.unlink(missing_ok=True)
    if child.returncode is None:
        child.kill()
        child.communicate()


def test_an_interrupted_set_up_is_repaired(halfway: tuple[Project, Started]) -> None:
    project, child = halfway
    child.kill()
    child.communicate()
    (project.root / "slow").unlink()
    ended = project.run()
    assert "an earlier set-up was interrupted" in ended.err
    assert ended.code == 7
    assert project.run().err == ""


def test_two_starts_at_once_wait_for_each_other(halfway: tuple[Project, Started]) -> None:
    project, first = halfway
    second = project.start()
    assert second.stderr is not None
    assert "Another start is setting up" in second.stderr.readline()
    (project.root / "slow").unlink()
    assert Ended(first).code == 7
    ended = Ended(second)
    assert (ended.code, ended.err) == (7, "")
    assert project.log().count("--require-hashes -r locks/server.txt") == 1


@pytest.mark.skipif(ON_WINDOWS, reason="Windows has no signal that only the program would get")
def test_ctrl_c_is_the_affair_of_the_program(ready: Project) -> None:
    child = ready.start("wait")
    assert child.stdout is not None
    while "waiting" not in child.stdout.readline():
        pass
    os.killpg(child.pid, signal.SIGINT)
    ended = Ended(child)
    assert (ended.code, ended.err) == (5, "")


@pytest.mark.skipif(ON_WINDOWS, reason="Windows has no such signals")
def test_ending_run_py_ends_the_program(ready: Project) -> None:
    child = ready.start("wait")
    assert child.stdout is not None
    while "waiting" not in child.stdout.readline():
        pass
    child.terminate()
    assert Ended(child).code == 128 + signal.SIGTERM


@pytest.mark.skipif(ON_WINDOWS, reason="Windows has no such signals")
def test_ctrl_c_during_the_set_up_says_one_word(halfway: tuple[Project, Started]) -> None:
    _, child = halfway
    os.killpg(child.pid, signal.SIGINT)
    ended = Ended(child)
    assert ended.code == 130
    assert ended.err.splitlines()[-1] == "Stopped."
    assert "Traceback" not in ended.err


# Problems


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_python_without_venv(project: Project, missing: str) -> None:
    ended = project.run(after=f"sys.modules[{missing!r}] = None")
    assert_one_sentence(ended, "install the package python3-venv")


def test_no_network_and_then_network_again(begun: Project) -> None:
    ended = begun.run(environ=OFFLINE)
    assert_one_sentence(ended, "the package index cannot be reached", "check the internet connection")

    (begun.root / ".venv" / "kept").touch()
    assert begun.run().code == 7
    assert (begun.root / ".venv" / "kept").exists(), "a failed download is no reason to start afresh"


def test_no_network_does_not_hinder_what_is_ready(ready: Project) -> None:
    ready.write("locks/test.txt", "stranger==1.0 --hash=sha256:" + "0" * 64 + "\n")
    assert_one_sentence(ready.run("test", environ=OFFLINE), "the package index cannot be reached")
    ended = ready.run(environ=OFFLINE)
    assert (ended.code, ended.err) == (7, "")


def test_a_file_with_another_hash(begun: Project) -> None:
    begun.write("locks/server.txt", "friend==1.0 --hash=sha256:" + "0" * 64 + "\n")
    assert_one_sentence(begun.run(), "not the one Speelkist was tested with")


def test_a_machine_without_numba_plays_all_the_same(begun: Project) -> None:
    begun.write("locks/fast.txt", "numba==99 --hash=sha256:" + "0" * 64 + "\n")
    first = begun.run()
    assert first.code == 7
    assert "no numba for this kind of machine" in first.err
    assert begun.run().err == ""


def test_a_failure_nobody_thought_of_shows_the_end_of_the_log(begun: Project) -> None:
    begun.write("broken", "")
    ended = begun.run()
    assert "RuntimeError: the reason of the failure" in ended.err
    assert ended.err.splitlines()[-1].startswith("The set-up failed")
    assert ended.code == 2


def test_a_missing_file(project: Project) -> None:
    (project.root / "locks" / "server.txt").unlink()
    assert_one_sentence(project.run(), "locks/server.txt is missing")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk(project: Project) -> None:
    (project.root / ".venv.lock").symlink_to("/dev/full")
    assert_one_sentence(project.run(), "The disk is full")


@pytest.mark.skipif(ON_WINDOWS, reason="on Windows a folder cannot be closed this way")
def test_a_folder_that_cannot_be_written(project: Project) -> None:
    project.root.chmod(0o555)
    # root may write anywhere, so root becomes nobody first
    ended = project.run(after="import os; os.geteuid() or os.setuid(65534)")
    assert_one_sentence(ended, "may not write in", str(project.root))


@pytest.mark.parametrize(
    ("printed", "sentence"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "disk is full",
        ),
        ("OSError: [WinError 112] There is not enough space on the disk", "disk is full"),
        (
            "created successfully because ensurepip is not available.  On Debian/Ubuntu systems",
            "python3-venv",
        ),
        ("Error: [Errno 13] Permission denied: '.venv'", "may not write"),
        ("Failed to establish a new connection: [Errno 11001] getaddrinfo failed", "cannot be reached"),
        ("NameResolutionError: [Errno -3] Temporary failure in name resolution", "cannot be reached"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "tested with"),
    ],
)
def test_what_pip_and_venv_print_is_understood(project: Project, printed: str, sentence: str) -> None:
    assert sentence in str(project.module().problem_in(f"first line\n{printed}\nlast line"))


def test_a_console_that_lacks_letters_is_no_problem(project: Project) -> None:
    (project.root / "locks" / "server.txt").unlink()
    project.root = project.root.rename(project.root.with_name("Спилкист"))
    ended = project.run(environ={"PYTHONIOENCODING": "cp1252"})
    assert_one_sentence(ended, "locks/server.txt is missing")


# The checks

TELL = "import sys; print('told', sys.argv[1:]); sys.exit({})"


@pytest.fixture
def checks(project: Project, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A run.py whose steps only tell with what they were started; one check fails."""
    run = project.module()
    monkeypatch.setattr(run, "env_python", lambda: sys.executable)
    monkeypatch.setattr(run, "CHECKS", [("types", ["-c", TELL.format(0)]), ("lint", ["-c", TELL.format(3)])])
    monkeypatch.setattr(run, "SYSTEM", ("system", ["-c", TELL.format(0)]))
    monkeypatch.setattr(run, "TESTS", ("pytest", ["-c", TELL.format(0)]))
    monkeypatch.setattr(run, "DOCS", ["-c", TELL.format(0)])
    return run


def test_all_steps_run_and_what_failed_is_shown(checks: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.run_tests(["--slow"]) == 1
    lines = capfd.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("told")] == ["told []", "told []", "told ['--slow']"]
    assert lines.index("== checks ==") < lines.index("== pytest ==") < lines.index("== summary ==")
    summary = {line.split()[0]: line for line in lines[lines.index("== summary ==") + 1 :]}
    assert "FAILED (exit code 3)" in summary["lint"]
    assert all(summary[title].endswith("ok") for title in ("types", "system", "pytest"))


def test_with_a_path_only_pytest_runs(checks: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.run_tests(["tests/core", "-k", "foo"]) == 0
    assert capfd.readouterr().out.splitlines() == ["told ['tests/core', '-k', 'foo']"]


def test_check_runs_only_the_checks(checks: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.run_only_checks() == 1
    out = capfd.readouterr().out
    assert "types" in out and "lint" in out and "pytest" not in out
    checks.CHECKS.pop()
    assert checks.run_only_checks() == 0


def test_docs_are_served_unless_something_else_is_asked(checks: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        assert (checks.run_docs([]), checks.run_docs(["build"])) == (0, 0)
    finally:
        signal.signal(signal.SIGINT, before)
    assert capfd.readouterr().out.splitlines() == ["told ['serve']", "told ['build']"]


def test_what_every_command_needs_is_set_up_first(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(checks, "set_up", asked.append)
    assert checks.main(["test", "tests/core"]) == 0
    assert checks.main(["check"]) == 1
    assert asked == [["server", "fast", "pages", "test"]] * 2
    assert "told ['tests/core']" in capfd.readouterr().out
