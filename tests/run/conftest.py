"""Small projects in every state of their set-up, and environments to copy."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.shared import shared_folder

from .project import Project, copy_env


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
