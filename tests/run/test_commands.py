"""The commands of run.py for who works on the project: test, check, docs."""

import signal
import sys
from types import ModuleType

import pytest

from .project import Project

TELL = "import sys; print('told', sys.argv[1:]); sys.exit({})"


@pytest.fixture
def checks(project: Project, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A run.py whose steps only tell with what they were started; one check fails."""
    run = project.module()
    monkeypatch.setattr(run, "env_python", lambda: sys.executable)
    monkeypatch.setattr(run, "CHECKS", [("types", ["-c", TELL.format(0)]), ("lint", ["-c", TELL.format(3)])])
    monkeypatch.setattr(run, "PREPARATIONS", [("kernels", ["-c", TELL.format(4)])])
    monkeypatch.setattr(run, "TESTS", ("pytest", ["-c", TELL.format(0)]))
    monkeypatch.setattr(run, "DOCS", ["-c", TELL.format(0)])
    return run


def test_all_steps_run_and_what_failed_is_shown(checks: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.run_tests(["--slow"]) == 1
    lines = capfd.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("told")] == ["told []"] * 2 + ["told ['--slow']"]
    assert lines.index("== checks ==") < lines.index("== pytest ==") < lines.index("== summary ==")
    summary = {line.split()[0]: line for line in lines[lines.index("== summary ==") + 1 :]}
    assert "FAILED (exit code 3)" in summary["lint"]
    assert "FAILED (exit code 4)" in summary["kernels"]
    assert all(summary[title].endswith("ok") for title in ("types", "pytest"))


def test_with_a_path_only_pytest_runs(checks: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.run_tests(["tests/core", "-k", "foo"]) == 0
    assert capfd.readouterr().out.splitlines() == ["told ['tests/core', '-k', 'foo']"]


def test_check_runs_only_the_checks(checks: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.run_only_checks() == 1
    out = capfd.readouterr().out
    assert "types" in out and "lint" in out and "pytest" not in out and "kernels" not in out
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
