"""Finds names in our code that GLOSSARY.md forbids.

    python tools/glossary.py [FOLDER ...]     list the places, with the file and line

The forbidden words and the allowed gerunds are read from the tables in GLOSSARY.md. In Python a name is what the syntax
tree binds: modules, classes, functions, arguments, variables, attributes. In TypeScript, JavaScript and Svelte it is
any identifier outside strings and comments. These are not looked at: texts for people have words of their own.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (
    "src/speelkist",
    "tests",
    "benchmarks",
    "tools",
    "docs",
    "examples",
    "web",
    "run.py",
    "hatch_build.py",
)
SUFFIXES = {".py", ".ts", ".js", ".mjs", ".svelte"}
NOT_OURS = {"node_modules", "_build", ".vitest"}
SKIPPED = ("src/speelkist/web/",)
ALLOWED = tomllib.loads((ROOT / "tests" / "glossary_allowed.toml").read_text(encoding="utf-8"))
EXCEPTIONS: list[dict[str, str]] = ALLOWED.get("allowed", [])  #: reviewed: a word in the names of a package

_ROW = re.compile(r"^\| `(?P<word>[a-z]+)` \| (?P<where>everywhere|part|name|module) \|", re.MULTILINE)
_GERUNDS = re.compile(r"^Gerunds that are things: (?P<words>.*)\.$", re.MULTILINE)
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_BEFORE_REGEX = set("(,=:[!&|?{};+-*%~^<>")


@dataclass(frozen=True)
class Glossary:
    """What GLOSSARY.md forbids: each word with where, and modules named by a gerund but these."""

    words: dict[str, str]
    gerunds: frozenset[str]

    @classmethod
    def parse(cls, text: str) -> Glossary:
        """Read the tables of GLOSSARY.md."""
        rows = [(match["word"], match["where"]) for match in _ROW.finditer(text)]
        gerunds = _GERUNDS.search(text)
        if not rows or gerunds is None:
            raise ValueError("GLOSSARY.md has no table of forbidden words, or no line of gerunds")
        return cls(words=dict(rows), gerunds=frozenset(re.findall(r"`(\w+)`", gerunds["words"])))

    def forbidden_word(self, name: str) -> str | None:
        """The forbidden word in a name, or None. A name that begins with `test_` is a sentence."""
        words = [match.group().lower() for match in _WORD.finditer(name)]
        kinds = {"everywhere"} if name.startswith("test_") else {"everywhere", "part"}
        if len(words) == 1:
            kinds.add("name")
        return self._first_of(words, kinds)

    def forbidden_module(self, stem: str) -> str | None:
        """The forbidden word or the gerund that a module is named by, or None; `test_` in front does not count."""
        words = [match.group().lower() for match in _WORD.finditer(stem.removeprefix("test_"))]
        last = words[-1] if words else ""
        if last.endswith("ing") and len(last) > 5 and last not in self.gerunds:
            return last
        return self._first_of(
            words, {"everywhere", "part", "name", "module"} if len(words) == 1 else {"everywhere", "part"}
        )

    def _first_of(self, words: list[str], kinds: set[str]) -> str | None:
        forms = (form for word in words for form in _forms(word))
        return next((form for form in forms if self.words.get(form) in kinds), None)


@dataclass(frozen=True, order=True)
class Place:
    """A forbidden word: the file (relative to the root), the line, the name it stands in, the word."""

    file: str
    line: int
    name: str
    word: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.name} ({self.word})"


def load_glossary() -> Glossary:
    """The glossary of this project."""
    return Glossary.parse((ROOT / "GLOSSARY.md").read_text(encoding="utf-8"))


def files_read(folders: tuple[str, ...] = FOLDERS, root: Path = ROOT) -> list[Path]:
    """Our files of code in some folders, without built pages."""
    files = [file for folder in folders for file in _files(root / folder)]
    return [file for file in files if not file.relative_to(root).as_posix().startswith(SKIPPED)]


def scan(folders: tuple[str, ...] = FOLDERS, root: Path = ROOT) -> list[Place]:
    """All forbidden names, each once a file."""
    glossary = load_glossary()
    files = files_read(folders, root)
    return [place for file in files for place in scan_file(glossary, file, file.relative_to(root).as_posix())]


def is_in(place: Place, package: str) -> bool:
    """Whether a place lies in a package: a folder or a file."""
    return place.file == package or place.file.startswith(package.rstrip("/") + "/")


def is_allowed(place: Place) -> bool:
    """Whether a reviewed exception covers a place."""
    return any(is_in(place, entry["package"]) and place.word == entry["word"] for entry in EXCEPTIONS)


def scan_file(glossary: Glossary, file: Path, relative: str) -> list[Place]:
    """The forbidden names of one file, each once, at its first line."""
    text = file.read_text(encoding="utf-8")
    names = python_names(text) if file.suffix == ".py" else web_names(text, svelte=file.suffix == ".svelte")
    first: dict[str, Place] = {}
    for name, line in names:
        word = glossary.forbidden_word(name)
        if word is not None and name not in first:
            first[name] = Place(relative, line, name, word)
    stem = file.name.split(".")[0]
    module_word = glossary.forbidden_module(stem)
    if module_word is not None:
        first[f"module {stem}"] = Place(relative, 1, f"module {stem}", module_word)
    return sorted(first.values())


def python_names(text: str) -> Iterator[tuple[str, int]]:
    """Every name that Python source binds, with its line."""
    for node in ast.walk(ast.parse(text)):
        line = getattr(node, "lineno", 1)
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, line
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, line
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                yield name, line
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name, line
            case _:
                pass


def web_names(text: str, *, svelte: bool) -> Iterator[tuple[str, int]]:
    """Every identifier of TypeScript, or of a Svelte component's scripts and of the braces in its markup."""
    if not svelte:
        yield from _identifiers(text, 0, len(text))
        return
    rest = re.sub(r"<style.*?</style>|<!--.*?-->", lambda match: _blank(match.group()), text, flags=re.DOTALL)
    for script in re.finditer(r"<script[^>]*>(.*?)</script>", rest, re.DOTALL):
        yield from _identifiers(rest, script.start(1), script.end(1))
    markup = re.sub(r"<script[^>]*>.*?</script>", lambda match: _blank(match.group()), rest, flags=re.DOTALL)
    position = markup.find("{")
    while position >= 0:
        end = _closing_brace(markup, position)
        yield from _identifiers(markup, position + 1, end)
        position = markup.find("{", end + 1)


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    files: list[Path] = []
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if name not in NOT_OURS]
        files += [Path(folder, name) for name in names if Path(name).suffix in SUFFIXES]
    return sorted(files)


def _forms(word: str) -> tuple[str, ...]:
    """A word, and its singular where it may be a plural."""
    forms = [word]
    if word.endswith("es"):
        forms.append(word[:-2])
    if word.endswith("s"):
        forms.append(word[:-1])
    return tuple(forms)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _identifiers(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """The identifiers between two places of TypeScript source."""
    line, counted = text.count("\n", 0, start) + 1, start
    for kind, begin, stop in _tokens(text, start, end):
        if kind == "name":
            line, counted = line + text.count("\n", counted, begin), begin
            yield text[begin:stop], line


def _closing_brace(text: str, opening: int) -> int:
    """Where the brace at ``opening`` is closed; the end of the text if it is not."""
    depth = 0
    for kind, begin, _ in _tokens(text, opening, len(text)):
        if kind == "{":
            depth += 1
        elif kind == "}":
            depth -= 1
            if depth == 0:
                return begin
    return len(text)


def _tokens(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """A plain tokenizer of TypeScript: names and braces; strings, comments and regular expressions are passed over.

    The expressions inside a template string are given as well, with their braces.
    """
    position, before = start, "("
    templates: list[int] = []  # for each open ${ the depth of braces inside it
    while position < end:
        char = text[position]
        if char.isspace():
            position += 1
            continue
        begin = position
        if text.startswith("//", position):
            newline = text.find("\n", position, end)
            position = end if newline < 0 else newline
            continue
        if text.startswith("/*", position):
            position = _after(text, "*/", position + 2, end)
            continue
        if char in "\"'":
            position = _end_of_string(text, position + 1, end, char)
        elif char == "`" or (char == "}" and templates and templates[-1] == 0):
            if char == "}":
                templates.pop()
                yield "}", begin, begin + 1
            position = _end_of_string(text, position + 1, end, "`")
            if text[position - 2 : position] == "${":
                templates.append(0)
                yield "{", position - 1, position
                before = "{"
                continue
        elif char == "/" and before in _BEFORE_REGEX:
            position = _end_of_regex(text, position + 1, end)
        elif name := _IDENTIFIER.match(text, position, end):
            position = name.end()
            yield "name", begin, position
        else:
            position += 1
            if char in "{}":
                if templates:
                    templates[-1] += 1 if char == "{" else -1
                yield char, begin, position
        before = "(" if text[begin:position] in {"return", "typeof", "case"} else text[position - 1]


def _after(text: str, mark: str, position: int, end: int) -> int:
    place = text.find(mark, position, end)
    return end if place < 0 else place + len(mark)


def _end_of_string(text: str, position: int, end: int, quote: str) -> int:
    """After the closing quote; in a template string also after an opening ``${``."""
    while position < end:
        if text[position] == "\\":
            position += 2
        elif text[position] == quote:
            return position + 1
        elif quote == "`" and text.startswith("${", position):
            return position + 2
        else:
            position += 1
    return end


def _end_of_regex(text: str, position: int, end: int) -> int:
    in_class = False
    while position < end and text[position] != "\n":
        char = text[position]
        if char == "\\":
            position += 1
        elif char == "[":
            in_class = True
        elif char == "]":
            in_class = False
        elif char == "/" and not in_class:
            return position + 1
        position += 1
    return position


def main(arguments: list[str]) -> int:
    """List the places that nothing excuses; exit code 1 if there are any."""
    places = [place for place in scan(tuple(arguments) or FOLDERS) if not is_allowed(place)]
    for place in places:
        print(place)
    return 1 if places else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
