"""A game's rules page, drawn for a terminal: headings, paragraphs, lists and tables, wrapped to its width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from textwrap import wrap

from speelkist.core import paint
from speelkist.core.rules_text import rules_page

_HEADING = re.compile(r"(#+)\s+(.*?)\s*(?:\{#([\w-]+)\})?\s*")
_ITEM = re.compile(r"(\s*)([-*]|\d+\.)\s+(.*)")
_ROW = re.compile(r"\s*\|(.*)\|\s*")
_RULE_OF_TABLE = re.compile(r"[\s|:-]+")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ITALIC = re.compile(r"(?<![\w*])[*_](?!\s)([^*_]+?)(?<!\s)[*_](?![\w*])")
_CODE = re.compile(r"`([^`]+)`")


@cache
def headings(id: str, lang: str) -> dict[str, str]:
    """The headings of a game's rules, by anchor."""
    found = (_HEADING.fullmatch(line) for line in rules_page(id, lang).splitlines())
    return {match[3]: _plain(match[2]) for match in found if match and match[3]}


def render(page: str, width: int, colour: bool) -> Iterator[str]:
    """The lines of a markdown page, wrapped, with its marks turned into ink or left out."""
    lines = page.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        heading = _HEADING.fullmatch(line)
        if line.startswith("```"):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("```")), len(lines))
            yield from (f"    {one}".rstrip() for one in lines[at + 1 : end])
            at = end + 1
        elif heading:
            yield from _heading(len(heading[1]), _plain(heading[2]), width, colour)
            at += 1
        elif _ROW.fullmatch(line):
            end = next((i for i in range(at, len(lines)) if not _ROW.fullmatch(lines[i])), len(lines))
            yield from _table(lines[at:end], width, colour)
            at = end
        elif not line.strip():
            yield ""
            at += 1
        else:
            end = next((i for i in range(at + 1, len(lines)) if _starts_anew(lines[i])), len(lines))
            yield from _paragraph(lines[at:end], width, colour)
            at = end


def _starts_anew(line: str) -> bool:
    """Whether a line does not belong to the paragraph or item before it."""
    return not line.strip() or line.startswith(("#", "```")) or bool(_ITEM.fullmatch(line) or _ROW.fullmatch(line))


def _heading(level: int, text: str, width: int, colour: bool) -> Iterator[str]:
    if level == 1:
        yield paint(text, "bold", colour)
        yield "═" * min(len(text), width)
    elif level == 2:
        yield paint(text, "bold", colour)
        yield "─" * min(len(text), width)
    else:
        yield paint(text, "bold", colour)


def _paragraph(lines: list[str], width: int, colour: bool) -> Iterator[str]:
    item = _ITEM.fullmatch(lines[0])
    if item:
        indent = " " * (2 + len(item[1]))
        mark = "•" if item[2] in "-*" else item[2]
        first, later = f"{indent}{mark} ", indent + " " * (len(mark) + 1)
        lines = [item[3], *lines[1:]]
    elif lines[0].startswith(">"):
        first = later = "  │ "
        lines = [line.lstrip("> ") for line in lines]
    else:
        first = later = ""
    yield from _wrapped(" ".join(line.strip() for line in lines), width, colour, first, later)


def _wrapped(text: str, width: int, colour: bool, first: str = "", later: str = "") -> list[str]:
    """Wrapped by what is seen; ink is put in afterwards, word by word, so that it never counts as width."""
    marked = _marked(text)
    plain = "".join(letter for letter, _ in marked)
    lines = wrap(
        plain,
        width,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    if not colour:
        return lines
    inked: list[str] = []
    inks = [ink for letter, ink in marked if not letter.isspace()]
    at = 0
    for number, line in enumerate(lines):
        indent = first if number == 0 else later
        cells: list[tuple[str, str]] = []
        for letter in line[len(indent) :]:
            if letter.isspace():  # a gap belongs to the words on both its sides, if their ink is the same
                cells.append((letter, inks[at] if at and inks[at - 1] == inks[at] else ""))
            else:
                cells.append((letter, inks[at]))
                at += 1
        runs = groupby(cells, key=lambda cell: cell[1])
        inked.append(indent + "".join(_ink("".join(letter for letter, _ in run), ink) for ink, run in runs))
    return inked


def _ink(text: str, inks: str) -> str:
    return paint(text, inks) if inks else text


def _marked(text: str) -> list[tuple[str, str]]:
    """Every letter with its ink."""
    text = _LINK.sub(r"\1", text)
    spans: list[tuple[str, str]] = []
    at = 0
    marks = [("bold", _BOLD), ("cyan", _CODE), ("dim", _ITALIC)]
    while at < len(text):
        found = [(match.start(), ink, match) for ink, mark in marks if (match := mark.search(text, at))]
        if not found:
            break
        start, ink, match = min(found, key=lambda one: one[0])
        spans += [(letter, "") for letter in text[at:start]]
        spans += [(letter, ink) for letter in match[1]]
        at = match.end()
    spans += [(letter, "") for letter in text[at:]]
    return spans


def _plain(text: str) -> str:
    return "".join(letter for letter, _ in _marked(text))


def _table(lines: list[str], width: int, colour: bool) -> Iterator[str]:
    """A table with the widths its cells need; where they need too much, the widest columns are wrapped."""
    rows = [
        [cell.strip() for cell in match[1].split("|")]
        for line in lines
        if (match := _ROW.fullmatch(line)) and not _RULE_OF_TABLE.fullmatch(line)
    ]
    count = max((len(row) for row in rows), default=0)
    rows = [row + [""] * (count - len(row)) for row in rows]
    widths = [max(len(_plain(row[at])) for row in rows) for at in range(count)]
    while sum(widths) + 3 * (count - 1) > width and max(widths) > 8:
        widths[widths.index(max(widths))] -= 1
    for number, row in enumerate(rows):
        cells = [_wrapped(cell, wide, False) or [""] for cell, wide in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells))):
            texts = [(cell[at] if at < len(cell) else "").ljust(wide) for cell, wide in zip(cells, widths, strict=True)]
            if number == 0:
                texts = [paint(text, "bold", colour) for text in texts]
            yield " │ ".join(texts).rstrip()
        if number == 0:
            yield "─┼─".join("─" * wide for wide in widths)
