"""What run.py says when something fails."""

from pathlib import Path

import pytest

from .project import OFFLINE, ON_WINDOWS, Project, assert_one_sentence

pytestmark = pytest.mark.long


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
