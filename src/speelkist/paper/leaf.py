"""The rules of a game on one leaf: both sides of a sheet, two columns, in the largest letters that fit.

What only a screen or a terminal needs stays away: drawings in letters, and how moves are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import TypeAlias

from speelkist.core.registry import package_of
from speelkist.core.rules_text import rules_page
from speelkist.core.sheet import MARGIN, Font, Label, Paper, Sheet
from speelkist.i18n.markdown import Block, Line, parse_blocks, plain_text
from speelkist.i18n.phrases import Phrase

from .font import text_width

SIDES = 2
COLUMNS = 2
GAP = 7.0  # millimetres between columns
SIZES = [size / 100 for size in range(370, 199, -5)]  # of the letters, from large to small
LEADING = 1.22  # from line to line, in sizes
LEFT_OUT = ("notation",)  # sections by their anchor
BULLET = "•"

Word: TypeAlias = tuple[str, Font]
_DOT: Word = ("·", "sans")  # between the cells of a table
_DASH: Word = ("–", "sans")  # behind the first of them


@dataclass(frozen=True)
class _Run:
    """A line of the column as it will be printed."""

    words: tuple[Word, ...]
    size: float
    indent: float
    before: float  # free space above it, in millimetres
    keep: bool = False  # with what follows, on the same column: a heading


def rules_leaf(game: str, paper: Paper, lang: str) -> list[Sheet]:
    """One or two pages with the rules."""
    text = files(package_of(game).folder) / "text" / f"paper.{lang}.md"  # what only a set of paper needs
    blocks = list(_printed(parse_blocks(rules_page(game, lang) + "\n\n" + text.read_text(encoding="utf-8"))))
    for size in SIZES:
        pages = _lay_out(blocks, size, paper)
        if len(pages) <= SIDES:
            return pages
    raise AssertionError(f"the rules of {game} do not fit on a leaf")


def _printed(blocks: list[Block]) -> Iterator[Block]:
    skipping = False
    for block in blocks:
        if block["kind"] == "heading":
            skipping = block["anchor"] in LEFT_OUT
        if not skipping and block["kind"] != "drawing":
            yield block


def _lay_out(blocks: list[Block], size: float, paper: Paper) -> list[Sheet]:
    first = Sheet(paper, Phrase("paper.rules"))
    column_width = (first.free.width - GAP * (COLUMNS - 1)) / COLUMNS
    runs = [run for block in blocks for run in _runs(block, size, column_width)]
    pages, column, at = [first], 0, 0.0
    for index, run in enumerate(runs):
        need = run.before * (at > 0) + run.size * LEADING
        height = need + (runs[index + 1].size * LEADING if run.keep and index + 1 < len(runs) else 0)
        if at + height > first.free.height:
            column, at, need = column + 1, 0.0, run.size * LEADING
            if column == COLUMNS:
                pages.append(Sheet(paper, first.title))
                column = 0
        at += need
        left = MARGIN + column * (column_width + GAP) + run.indent
        pages[-1].draw(*_labels(run, left, MARGIN + at - run.size * (LEADING - 1)))
    return pages


def _labels(run: _Run, left: float, base: float) -> Iterator[Label]:
    """Neighbouring words in the same font are one label."""
    at = 0
    while at < len(run.words):
        font = run.words[at][1]
        until = next((i for i in range(at, len(run.words)) if run.words[i][1] != font), len(run.words))
        text = " ".join(word for word, _ in run.words[at:until])
        width = text_width(text, run.size, font)
        yield Label((left, base), text, run.size, font, anchor="start", width=width)
        left += width + text_width(" ", run.size)
        at = until


def _runs(block: Block, size: float, width: float) -> Iterator[_Run]:
    gap = size * 0.55
    if block["kind"] == "heading":
        large = size * (1.9 if block["level"] == 1 else 1.15)
        yield from _wrap([(word, "bold") for word in block["text"].split()], large, width, 0, size * 0.9, keep=True)
    elif block["kind"] == "paragraph" or block["kind"] == "quote":
        yield from _wrap(_words(block["line"]), size, width, 0, gap)
    elif block["kind"] == "list":
        for number, item in enumerate(block["items"], start=1):
            mark = f"{number}." if block["ordered"] else BULLET
            yield from _hanging(mark, _words(item), size, width, gap / 2)
    elif block["kind"] == "table":
        for row in block["rows"]:
            head: list[Word] = [(word, "bold") for word in plain_text(row[0]).split()]
            rest: list[Word] = [word for cell in row[1:] for word in (*_words(cell), _DOT)][:-1]
            yield from _hanging(BULLET, [*head, *([_DASH] if head and rest else []), *rest], size, width, gap / 2)


def _words(line: Line) -> list[Word]:
    """The words of a line. A style that ends within a word (``**Red**:``) takes the whole word along."""
    words: list[Word] = []
    glued = False
    for span in line:
        font: Font = "bold" if span["kind"] == "bold" else "italic" if span["kind"] == "italic" else "sans"
        for index, word in enumerate(span["text"].split()):
            if index == 0 and glued and words and not span["text"][0].isspace():
                words[-1] = (words[-1][0] + word, words[-1][1])
            else:
                words.append((word, font))
        glued = not span["text"][-1:].isspace()
    return words


def _hanging(mark: str, words: list[Word], size: float, width: float, before: float) -> Iterator[_Run]:
    indent = text_width("10. ", size)
    for index, run in enumerate(_wrap(words, size, width, indent, before)):
        if index == 0:
            # the mark stands out to the left: it is drawn as a run of its own without height
            yield _Run(((mark, "sans"),), size, 0, before, keep=True)
            yield _Run(run.words, size, indent, -size * LEADING)
        else:
            yield run


def _wrap(
    words: list[Word], size: float, width: float, indent: float, before: float, keep: bool = False
) -> Iterator[_Run]:
    space = text_width(" ", size)
    row: list[Word] = []
    taken = 0.0
    for word in words:
        needed = text_width(word[0], size, word[1])
        if row and indent + taken + space + needed > width:
            yield _Run(tuple(row), size, indent, before, keep)
            row, taken, before = [], 0.0, 0.0
        taken += needed + (space if row else 0)
        row.append(word)
    if row:
        yield _Run(tuple(row), size, indent, before, keep)
