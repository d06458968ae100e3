"""The protocol's types for the browser, made from the Python ones: ``python -m tools.protocol_types``.

msgspec tells the JSON schema of every message, json-schema-to-typescript (in web/node_modules) turns it into
TypeScript. A remark behind a field in the Python source becomes the field's comment.
"""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import typing
from dataclasses import is_dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from speelkist.core import view
from speelkist.server.ws import protocol
from speelkist.table import events
from speelkist.table.analysis import Analysis, Suggestion, TurningPoint
from speelkist.table.creation import TableRequest
from web.build import find_node

ROOT = Path(__file__).parents[1]
FILE = Path("web") / "src" / "net" / "protocol.ts"
GAMES = Path("web") / "src" / "games"
TRANSLATOR = ROOT / "web" / "node_modules" / "json-schema-to-typescript" / "dist" / "src" / "cli.js"
STYLE = ("--printWidth=120", "--bannerComment=", "--additionalProperties=false")

HEAD = """\
// What browser and server say to each other; docs/protocol.md tells it with examples.
//
// Made from src/speelkist/server/ws/protocol.py, the events of a table and core/view.py. Do not edit it; renew it with
//   python -m tools.protocol_types

export const PROTOCOL = {version};

"""

GAME_HEAD = """\
// Made from src/speelkist/games/{game}/extra.py. Do not edit it; renew it with
//   python -m tools.protocol_types

"""

# What Python leaves open, because a phrase may hold phrases.
BY_HAND: dict[str, Any] = {
    "Value": {
        "description": "A value in a sentence.",
        "anyOf": [
            {"type": "string"},
            {"type": "number"},
            {"$ref": "#/definitions/Phrase"},
            {"type": "array", "items": {"$ref": "#/definitions/Value"}},
        ],
    },
    "Phrase": {
        "description": "A sentence to be said in the reader's language.",
        "type": "object",
        "properties": {
            "key": {"type": "string"},
            "values": {"type": "object", "additionalProperties": {"$ref": "#/definitions/Value"}},
        },
        "required": ["key", "values"],
    },
    "Result": {
        "description": "How a game came out.",
        "type": "object",
        "properties": {
            "winners": {"description": "none: a draw", "type": "array", "items": {"type": "integer"}},
            "points": {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]},
            "reason": {"type": "string"},
            "say": {"$ref": "#/definitions/Phrase"},
            "earlier": {"$ref": "#/definitions/Result"},
        },
        "required": ["winners", "points", "reason"],
    },
}
NAMED = {"Point": view.Point, "PieceData": view.PieceData, "OptionData": events.OptionData}
ROOTS = ("TableRequest", "AnyEvent", "FromBrowser", "FromServer", "HintData", "Analysis")
UNIONS = {"AnyEvent": events.AnyEvent, "FromBrowser": protocol.FromBrowser, "FromServer": protocol.FromServer}


def files() -> dict[Path, str]:
    """All files that are made from Python types. Needs Node and what web/package-lock.json lists."""
    made = {FILE: HEAD.format(version=protocol.PROTOCOL) + _translate(schema())}
    for game in game_folders():
        made[GAMES / game / "protocol.ts"] = GAME_HEAD.format(game=game) + _translate(game_schema(game))
    return made


def game_folders() -> list[str]:
    """The games that have a board of their own in the browser and add something to boards or views."""
    folders = [folder.name for folder in (ROOT / GAMES).iterdir() if folder.is_dir()]
    return sorted(game for game in folders if find_spec(f"speelkist.games.{game}.extra"))


def _translate(schema: dict[str, Any]) -> str:
    node, _ = find_node()
    command = [node, str(TRANSLATOR), *STYLE]
    ended = subprocess.run(command, input=json.dumps(schema), capture_output=True, text=True, check=True)
    return ended.stdout.lstrip()


def game_schema(game: str) -> dict[str, Any]:
    """The JSON schema of what a game adds to the drawing and to a position."""
    module = import_module(f"speelkist.games.{game}.extra")
    kinds = _classes(module)
    _, definitions = msgspec.json.schema_components(kinds, ref_template="#/definitions/{name}")
    definitions = _older(definitions)
    for kind in kinds:
        _describe(definitions[kind.__name__], kind)
    return {
        "title": "Extra",
        "description": "What the game adds to the drawing and to a position.",
        "type": "object",
        "properties": {"board": _reference("BoardExtra"), "view": _reference("ViewExtra")},
        "required": ["board", "view"],
        "definitions": definitions,
    }


def schema() -> dict[str, Any]:
    """The JSON schema of all messages."""
    kinds = [kind for module in (view, events, protocol) for kind in _classes(module)]
    kinds += [Suggestion, TurningPoint, Analysis, TableRequest]
    _, definitions = msgspec.json.schema_components(kinds, ref_template="#/definitions/{name}")
    named = {name: msgspec.json.schema(kind) for name, kind in NAMED.items()}
    definitions = _older(_name(definitions, named))
    for kind in kinds:
        _describe(definitions[kind.__name__], kind)
    definitions["ViewData"]["properties"]["result"] = _either("Result")
    definitions["NumberedEvent"]["properties"]["event"] = _reference("AnyEvent")
    for name, union in UNIONS.items():
        definitions[name] = {"oneOf": [_reference(kind.__name__) for kind in typing.get_args(union)]}
    return {
        "title": "Protocol",
        "description": "All that crosses the wire: a request for a table, messages both ways, and the data of answers.",
        "type": "object",
        "properties": {name: _reference(name) for name in ROOTS},
        "required": list(ROOTS),
        "definitions": definitions | _older(named) | BY_HAND,
    }


def _classes(module: ModuleType) -> list[type]:
    """The classes with fields that a module defines, in the order of its text."""
    own = [kind for kind in vars(module).values() if inspect.isclass(kind) and kind.__module__ == module.__name__]
    return [kind for kind in own if _has_fields(kind) and kind.__annotations__]


def _has_fields(kind: type) -> bool:
    return hasattr(kind, "__struct_config__") or typing.is_typeddict(kind) or is_dataclass(kind)


def _describe(definition: dict[str, Any], kind: type) -> None:
    """Add the remarks of the source, and say Phrase where Python has a plain dictionary of that name."""
    remarks = dict(re.findall(r"^    (\w+): .*?  # (.+)$", _source(kind), re.MULTILINE))
    definition["description"] = " ".join((kind.__doc__ or "").replace("``", "`").split())
    if is_dataclass(kind) and kind is not TableRequest:  # these are sent with all their fields
        definition["required"] = list(definition["properties"])
    for name, field in definition.get("properties", {}).items():
        field.pop("default", None)
        if "PhraseData" in str(kind.__annotations__.get(name, "")):
            definition["properties"][name] = field = _phrases(str(kind.__annotations__[name]))
        if name in remarks:
            field["description"] = remarks[name]


def _source(kind: type) -> str:
    try:
        return inspect.getsource(kind)
    except OSError:  # a TypedDict that is made by a call, for a key that is no name in Python
        return ""


def _phrases(written: str) -> dict[str, Any]:
    if "list[" in written:
        return {"type": "array", "items": _reference("Phrase")}
    return _either("Phrase") if "None" in written else {"allOf": [_reference("Phrase")]}


def _name(schema: Any, named: dict[str, Any]) -> Any:
    """The same schema, with a reference wherever one of the named ones is written out."""
    for name, meaning in named.items():
        if schema == meaning:
            return _reference(name)
    if isinstance(schema, dict):
        return {key: _name(part, named) for key, part in schema.items()}
    return [_name(part, named) for part in schema] if isinstance(schema, list) else schema


def _older(schema: Any) -> Any:
    """The same schema with tuples as json-schema-to-typescript knows them: it reads an older draft than msgspec's."""
    if isinstance(schema, list):
        return [_older(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _older(part) for key, part in schema.items()}
    if "prefixItems" in parts:
        parts |= {"items": parts.pop("prefixItems"), "additionalItems": False}
    return parts


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/definitions/{name}"}


def _either(name: str) -> dict[str, Any]:
    return {"anyOf": [_reference(name), {"type": "null"}]}


if __name__ == "__main__":
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")
        print(file)
