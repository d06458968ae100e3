"""The workflows and hooks name what is there, and leave the work to run.py and our own tools."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.system import PROGRAMS

yaml: Any = pytest.importorskip("yaml")

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def jobs(path: Path) -> dict[str, Any]:
    """The jobs of a workflow."""
    loaded: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return loaded


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_only_calls_run_py(path: Path) -> None:
    for job in jobs(path).values():
        commands = [step["run"] for step in job["steps"] if "run" in step]
        assert any("run.py" in command for command in commands)
        for command in commands:
            assert re.match(r"(sudo apt-get|python3? run\.py) ", command), command
            for name in re.findall(r"(?:tests|web|docs)/[\w./-]+", command):
                assert (ROOT / name).exists(), name


def test_all_promised_systems_and_versions_are_tested() -> None:
    both = jobs(ROOT / ".github" / "workflows" / "test.yml")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for job in both.values():
        versions = job["strategy"]["matrix"]["python"]
        assert versions == ["3.11", "3.12", "3.13", "3.14"]
        assert project["requires-python"] == f">={versions[0]}"
    systems = {job["runs-on"] for job in both.values()} | set(both["others"]["strategy"]["matrix"]["os"])
    assert {"ubuntu-latest", "macos-latest", "windows-latest"} <= systems


def test_linux_has_every_program_that_a_test_needs() -> None:
    steps = jobs(ROOT / ".github" / "workflows" / "test.yml")["linux"]["steps"]
    [installed] = [
        step["run"].partition("install --yes ")[2].split() for step in steps if "apt-get" in step.get("run", "")
    ]
    installed = [{"chromium-browser": "chromium"}.get(package, package) for package in installed]  # its name on Ubuntu
    assert [program.name for program in PROGRAMS if not set(program.packages) & set(installed)] == []


def test_hooks_call_our_own_tools_only() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repository["repo"] for repository in config["repos"]] == ["local"]
    for hook in config["repos"][0]["hooks"]:
        script, *arguments = hook["entry"].split()
        assert (ROOT / script).exists()
        assert [name for name in arguments if name.startswith("tests/") and not (ROOT / name).exists()] == []
