"""The protocol's types for the browser, made from the Python ones: ``python -m tools.protocol_types``."""

from __future__ import annotations

import ast
import inspect
import re
import typing
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from speelkist.core import view
from speelkist.server.http import app
from speelkist.server.live import events
from speelkist.server.ws import protocol

FILE = Path("web") / "src" / "net" / "protocol.ts"
WIDTH = 120

HEAD = """\
// What browser and server say to each other; docs/protocol.md tells it with examples.
//
// Made from src/speelkist/server/protocol.py, events.py and core/view.py. Do not edit it; renew it with
//   python -m tools.protocol_types

export const PROTOCOL = {number};

/** A value in a sentence. */
export type Value = string | number | Phrase | Value[];

/** A sentence to be said in the reader's language. */
export interface Phrase {{
  key: string;
  values: Record<string, Value>;
}}

/** How a game came out. */
export interface Result {{
  winners: number[]; // none: a draw
  points: number[] | null;
  reason: string;
  say?: Phrase;
  earlier?: Result; // of a part that has a result of its own
}}
"""

PLAIN = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "Any": "unknown",
    "PhraseData": "Phrase",
    "Key": "string",
}
NAMED = {"Point": view.Point, "PieceData": view.PieceData, "OptionData": events.OptionData}
BY_HAND = {("ViewData", "result"): "Result | null"}  # what Python leaves open


def typescript() -> str:
    """The whole file."""
    parts = [HEAD.format(number=protocol.PROTOCOL)]
    parts += [f"export type {name} = {_runtime(kind)};\n" for name, kind in NAMED.items()]
    for module, union in ((view, None), (events, "AnyEvent"), (protocol, None)):
        parts += [_interface(one) for one in _classes(module)]
        if union is not None:
            parts.append(_union(union, typing.get_args(getattr(module, union))))
    parts += [_union(name, typing.get_args(getattr(protocol, name))) for name in ("FromBrowser", "FromServer")]
    parts.append(_interface(app.NewTable))
    return "\n".join(parts)


def _classes(module: ModuleType) -> list[type]:
    """The classes with fields that a module defines, in the order of its text."""
    own = [one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == module.__name__]
    return [one for one in own if (_is_struct(one) or typing.is_typeddict(one)) and one.__annotations__]


def _is_struct(one: type) -> bool:
    return issubclass(one, msgspec.Struct)


def _interface(one: type) -> str:
    about = " ".join((one.__doc__ or "").replace("``", "`").split())
    lines = [f"/** {about} */", f"export interface {one.__name__} {{"]
    config = getattr(one, "__struct_config__", None)
    if config is not None and config.tag is not None:
        lines.append(f"  {config.tag_field}: {_text(config.tag)};")
    remarks = _remarks(one)
    optional = _optional(one)
    for name, written in _annotations(one).items():
        node = ast.parse(written, mode="eval").body
        kind = BY_HAND.get((one.__name__, name)) or _written(node)
        mark = "?" if name in optional else ""
        remark = f" // {remarks[name]}" if name in remarks else ""
        lines.append(f"  {name}{mark}: {kind};{remark}")
    return "\n".join([*lines, "}", ""])


def _optional(one: type) -> set[str]:
    """The fields that may be left out."""
    if _is_struct(one):
        return {field.name for field in msgspec.structs.fields(one) if not field.required}
    return {name for name, written in _annotations(one).items() if written.startswith("NotRequired[")}


def _annotations(one: type) -> dict[str, str]:
    """The fields with their types as they are written."""
    return {name: str(getattr(written, "__forward_arg__", written)) for name, written in one.__annotations__.items()}


def _remarks(one: type) -> dict[str, str]:
    """What stands behind a field in the Python text."""
    return dict(re.findall(r"^    (\w+): .*?  # (.+)$", inspect.getsource(one), re.MULTILINE))


def _written(node: ast.expr) -> str:
    """An annotation, as it is written, in TypeScript."""
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=str() as text):
            return _text(text)
        case ast.Name(id=name):
            return PLAIN.get(name, name)
        case ast.BinOp(left=left, right=right):
            return f"{_written(left)} | {_written(right)}"
        case ast.Subscript(value=ast.Name(id=outer), slice=inner):
            return _of(outer, [_written(one) for one in (inner.elts if isinstance(inner, ast.Tuple) else [inner])])
    raise TypeError(f"no TypeScript for {ast.unparse(node)}")


def _of(outer: str, inner: list[str]) -> str:
    match outer:
        case "list":
            return f"({inner[0]})[]" if " | " in inner[0] else f"{inner[0]}[]"
        case "tuple":
            return f"[{', '.join(inner)}]"
        case "dict":
            return f"Record<{', '.join(inner)}>"
        case "Literal":
            return " | ".join(inner)
        case "NotRequired":
            return inner[0]
    raise TypeError(f"no TypeScript for {outer}")


def _runtime(kind: Any) -> str:
    """The same for a type that has no text of its own."""
    text = str(kind).replace("typing.", "") if typing.get_args(kind) else kind.__name__
    return _written(ast.parse(text, mode="eval").body)


def _union(name: str, kinds: tuple[type, ...]) -> str:
    """As prettier would lay it out."""
    names = [one.__name__ for one in kinds]
    line = f"export type {name} = {' | '.join(names)};"
    return line + "\n" if len(line) <= WIDTH else "\n  | ".join([f"export type {name} =", *names]) + ";\n"


def _text(text: object) -> str:
    return f'"{text}"'


if __name__ == "__main__":
    FILE.write_text(typescript(), encoding="utf-8")
    print(FILE)
