"""Public members have docstrings, and those that raise say what."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import speelkist
from speelkist import bots, core, testing


def public_modules() -> list[ModuleType]:
    """The modules whose members are public; the compiled one where numba is installed."""
    modules: list[ModuleType] = [speelkist, core, bots, testing]
    try:
        from speelkist import fast
    except ModuleNotFoundError:
        return modules
    return [*modules, fast]


def members(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Every function, class and method that a module makes public, with its name."""
    for name in module.__all__:
        member = getattr(module, name)
        if inspect.isfunction(member):
            yield f"{module.__name__}.{name}", member
        elif inspect.isclass(member):
            yield f"{module.__name__}.{name}", member
            for attribute, value in vars(member).items():
                function = _function_of(value)
                if (
                    function is not None
                    and function.__qualname__ == f"{member.__qualname__}.{attribute}"
                    and attribute[0] != "_"
                ):
                    yield f"{module.__name__}.{name}.{attribute}", function


def _function_of(value: object) -> Any:
    if isinstance(value, classmethod | staticmethod):
        return value.__func__
    if isinstance(value, property):
        return value.fget
    return value if inspect.isfunction(value) else None


def raises(function: Any) -> bool:
    """Whether a function has a ``raise`` of its own; a class, whether making one has."""
    if inspect.isclass(function):
        file = inspect.getsourcefile(function)
        makers = [vars(function).get(name) for name in ("__init__", "__post_init__")]
        # not those that a dataclass or a protocol made
        return any(raises(made) for made in makers if inspect.isfunction(made) and made.__code__.co_filename == file)
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return any(isinstance(node, ast.Raise) and node.exc is not None for node in ast.walk(tree))


MEMBERS = dict(member for module in public_modules() for member in members(module))


def test_there_are_public_members() -> None:
    assert {"speelkist.load", "speelkist.State.play", "speelkist.Record.parse", "speelkist.bots.hint"} <= set(MEMBERS)


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_a_public_member_says_what_it_is_and_what_it_raises(name: str) -> None:
    text = inspect.getdoc(MEMBERS[name])
    assert text, "it has no docstring"
    if raises(MEMBERS[name]):
        assert ":raises " in text


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("speelkist.load", "BadOption"),
        ("speelkist.State.play", "IllegalMove"),
        ("speelkist.State.play", "BadNotation"),
        ("speelkist.Game.from_json", "BadPosition"),
        ("speelkist.Record.parse", "BadRecord"),
        ("speelkist.Record.replay", "BadRecord"),
        ("speelkist.Match.play", "IllegalMove"),
    ],
)
def test_what_is_raised_further_down_is_told_too(name: str, error: str) -> None:
    assert f":raises {error}:" in (inspect.getdoc(MEMBERS[name]) or "")
