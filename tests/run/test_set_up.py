"""Setting up and starting, for real: run.py as a copy, in a small project of its own that needs no network."""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .project import ON_WINDOWS, PROGRAM, ROOT, Ended, Project, Started, assert_one_sentence, wait_for

pytestmark = pytest.mark.long


@pytest.mark.slow  # run.py has just made the environment of these tests from the same locks
def test_first_start_with_the_real_locks_and_pyproject(project: Project) -> None:
    """The one test that fetches: everything is as in Speelkist itself, but for the program."""
    for name in ("pyproject.toml", "hatch_build.py", "locks/server.txt", "locks/fast.txt", "README.md", "LICENSE"):
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
