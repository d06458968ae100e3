"""run.py on a Python that is too old: it must still be able to say so."""

import ast

import pytest

from .project import ROOT, Project, assert_one_sentence


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
