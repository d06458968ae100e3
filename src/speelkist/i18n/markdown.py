"""The small Markdown that rules pages use, parsed once for the terminal and the browser.

Headings with anchors, paragraphs, quotes, lists, tables and drawings in letters; within a line bold, italic, code and
links to anchors. The blocks are plain data, ready for JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal, NotRequired, TypeAlias, TypedDict


class Span(TypedDict):
    """A piece of a line in one style."""

    kind: Literal["text", "bold", "italic", "code", "link"]
    text: str
    anchor: NotRequired[str]  # of a link within the page


Line: TypeAlias = list[Span]


class Heading(TypedDict):
    """A heading; ``anchor`` is empty where the page gives none."""

    kind: Literal["heading"]
    level: int
    text: str
    anchor: str


class Paragraph(TypedDict):
    """Running text, or a quote."""

    kind: Literal["paragraph", "quote"]
    line: Line


class ItemList(TypedDict):
    """A list of items, numbered from 1 if it is ordered."""

    kind: Literal["list"]
    ordered: bool
    items: list[Line]


class Table(TypedDict):
    """A table; every row has as many cells as the head."""

    kind: Literal["table"]
    head: list[Line]
    rows: list[list[Line]]


class Drawing(TypedDict):
    """Lines that are shown as they are, in a typewriter font.

    Where a ``figure`` is named (behind the first word of the fence), a client that can draws that instead.
    """

    kind: Literal["drawing"]
    text: str
    figure: NotRequired[str]


Block: TypeAlias = Heading | Paragraph | ItemList | Table | Drawing

_HEADING = re.compile(r"(#+)\s+(.*?)\s*(?:\{#([\w-]+)\})?\s*")
_ITEM = re.compile(r"\s*([-*]|\d+\.)\s+(.*)")
_ROW = re.compile(r"\s*\|(.*)\|\s*")
_TABLE_RULE = re.compile(r"[\s|:-]+")
_SPANS = re.compile(
    r"\*\*(?P<bold>.+?)\*\*"
    r"|`(?P<code>[^`]+)`"
    r"|(?<![\w*])(?P<mark>[*_])(?!\s)(?P<italic>[^*_]+?)(?<!\s)(?P=mark)(?![\w*])"
    r"|\[(?P<link>[^\]]+)\]\((?P<target>[^)]*)\)"
)


def parse_blocks(text: str) -> list[Block]:
    """The blocks of a page, in their order."""
    return list(_blocks(text.splitlines()))


def parse_line(text: str) -> Line:
    """A line in its pieces. A link that leads out of the page is plain text."""
    spans: Line = []
    at = 0
    for match in _SPANS.finditer(text):
        _add_text(spans, text[at : match.start()])
        at = match.end()
        if match["link"] is None:
            kind: Literal["bold", "code", "italic"] = (
                "bold" if match["bold"] is not None else "code" if match["code"] is not None else "italic"
            )
            spans.append({"kind": kind, "text": match[kind]})
        elif match["target"].startswith("#"):
            spans.append({"kind": "link", "text": match["link"], "anchor": match["target"][1:]})
        else:
            _add_text(spans, match["link"])
    _add_text(spans, text[at:])
    return spans


def plain_text(line: Line) -> str:
    """A line without its styles."""
    return "".join(span["text"] for span in line)


def _add_text(spans: Line, text: str) -> None:
    if not text:
        return
    if spans and spans[-1]["kind"] == "text":
        spans[-1]["text"] += text
    else:
        spans.append({"kind": "text", "text": text})


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = _end(lines, at + 1, lambda later: later.startswith("```"))
            yield _drawing(line, lines[at + 1 : end])
            at = end + 1
        elif heading := _HEADING.fullmatch(line):
            text = plain_text(parse_line(heading[2]))
            yield {"kind": "heading", "level": len(heading[1]), "text": text, "anchor": heading[3] or ""}
            at += 1
        elif _ROW.fullmatch(line):
            end = _end(lines, at, lambda later: not _ROW.fullmatch(later))
            yield _table(lines[at:end])
            at = end
        elif item := _ITEM.fullmatch(line):
            ordered = item[1][0].isdigit()
            end = _end(lines, at, partial(_ends_list, ordered))
            yield {"kind": "list", "ordered": ordered, "items": _items(lines[at:end])}
            at = end
        else:
            end = _end(lines, at + 1, _starts_block)
            is_quote = line.startswith(">")
            texts = [part.lstrip("> ") if is_quote else part.strip() for part in lines[at:end]]
            yield {"kind": "quote" if is_quote else "paragraph", "line": parse_line(" ".join(texts))}
            at = end


def _drawing(fence: str, lines: Sequence[str]) -> Drawing:
    drawing: Drawing = {"kind": "drawing", "text": "\n".join(lines)}
    _, _, figure = fence.removeprefix("```").strip().partition(" ")
    return {**drawing, "figure": figure} if figure else drawing


def _end(lines: Sequence[str], begin: int, ends: Callable[[str], object]) -> int:
    return next((at for at in range(begin, len(lines)) if ends(lines[at])), len(lines))


def _starts_block(line: str) -> bool:
    """Whether a line does not belong to the paragraph before it."""
    return not line.strip() or line.startswith(("#", "```")) or bool(_ITEM.fullmatch(line) or _ROW.fullmatch(line))


def _ends_list(ordered: bool, line: str) -> bool:
    item = _ITEM.fullmatch(line)
    if item:
        return item[1][0].isdigit() is not ordered
    return _starts_block(line)


def _items(lines: Sequence[str]) -> list[Line]:
    texts: list[str] = []
    for line in lines:
        item = _ITEM.fullmatch(line)
        if item:
            texts.append(item[2])
        else:
            texts[-1] += " " + line.strip()
    return [parse_line(text) for text in texts]


def _table(lines: Sequence[str]) -> Table:
    rows = [
        [parse_line(cell.strip()) for cell in row[1].split("|")]
        for line in lines
        if (row := _ROW.fullmatch(line)) and not _TABLE_RULE.fullmatch(line)
    ]
    count = max((len(row) for row in rows), default=0)
    head, *rest = [row + [[] for _ in range(count - len(row))] for row in rows] or [[]]
    return {"kind": "table", "head": head, "rows": rest}
