"""A game's rules page in a terminal: with rich where it is installed and colour is wanted, otherwise as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from textwrap import wrap
from typing import TYPE_CHECKING

from speelkist.core.rules_text import rules_page
from speelkist.i18n.markdown import Block, ItemList, Line, Table, parse_blocks, plain_text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

STYLES = {"text": "", "bold": "bold", "italic": "italic", "code": "cyan", "link": ""}
UNDERLINES = {1: "═", 2: "─"}  # by the level of the heading


@cache
def headings(id: str, lang: str) -> dict[str, str]:
    """The headings of a game's rules, by anchor."""
    blocks = parse_blocks(rules_page(id, lang))
    return {block["anchor"]: block["text"] for block in blocks if block["kind"] == "heading" and block["anchor"]}


def render(page: str, width: int, colour: bool) -> Iterator[str]:
    """The lines of a Markdown page, wrapped to a width, with a blank line between its blocks."""
    draw = _rich_lines if colour and find_spec("rich") is not None else _plain_lines
    for number, block in enumerate(parse_blocks(page)):
        if number:
            yield ""
        yield from draw(block, width)


# Plain text


def _plain_lines(block: Block, width: int) -> Iterator[str]:
    if block["kind"] == "heading":
        yield block["text"]
        if block["level"] in UNDERLINES:
            yield UNDERLINES[block["level"]] * min(len(block["text"]), width)
    elif block["kind"] == "drawing":
        yield from (f"    {line}".rstrip() for line in block["text"].splitlines())
    elif block["kind"] == "list":
        for mark, item in _marked_items(block):
            yield from _wrapped(item, width, f"  {mark} ", " " * (len(mark) + 3))
    elif block["kind"] == "table":
        yield from _plain_table(block, width)
    else:
        indent = "  │ " if block["kind"] == "quote" else ""
        yield from _wrapped(block["line"], width, indent, indent)


def _marked_items(block: ItemList) -> list[tuple[str, Line]]:
    return [(f"{number}." if block["ordered"] else "•", item) for number, item in enumerate(block["items"], 1)]


def _wrapped(line: Line, width: int, first: str = "", later: str = "") -> list[str]:
    return wrap(
        plain_text(line),
        width,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _plain_table(block: Table, width: int) -> Iterator[str]:
    """A table with the widths its cells need; where they need too much, the widest columns are wrapped."""
    rows = [block["head"], *block["rows"]]
    count = len(block["head"])
    widths = [max(len(plain_text(row[at])) for row in rows) for at in range(count)]
    while sum(widths) + 3 * (count - 1) > width and max(widths) > 8:
        widths[widths.index(max(widths))] -= 1
    for number, row in enumerate(rows):
        cells = [_wrapped(cell, wide) or [""] for cell, wide in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells))):
            texts = [(cell[at] if at < len(cell) else "").ljust(wide) for cell, wide in zip(cells, widths, strict=True)]
            yield " │ ".join(texts).rstrip()
        if number == 0:
            yield "─┼─".join("─" * wide for wide in widths)


# With rich


def _rich_lines(block: Block, width: int) -> Iterator[str]:
    from rich.console import Console

    console = Console(width=width, force_terminal=True, color_system="standard", highlight=False)
    with console.capture() as capture:
        console.print(_renderable(block))
    yield from (line.rstrip() for line in capture.get().splitlines())


def _renderable(block: Block) -> RenderableType:
    from rich import box
    from rich.padding import Padding
    from rich.table import Table as Grid
    from rich.text import Text

    if block["kind"] == "heading":
        underline = UNDERLINES.get(block["level"])
        return Text(block["text"] + (f"\n{underline * len(block['text'])}" if underline else ""), "bold")
    if block["kind"] == "drawing":
        return Padding(Text(block["text"]), (0, 0, 0, 4))
    if block["kind"] == "list":
        items = Grid.grid(padding=(0, 1, 0, 0))
        for mark, item in _marked_items(block):
            items.add_row("", mark, _rich_text(item))
        return Padding(items, (0, 0, 0, 1))
    if block["kind"] == "table":
        table = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
        for cell in block["head"]:
            table.add_column(_rich_text(cell), overflow="fold")
        for row in block["rows"]:
            table.add_row(*(_rich_text(cell) for cell in row))
        return table
    return Padding(_rich_text(block["line"]), (0, 0, 0, 4 if block["kind"] == "quote" else 0))


def _rich_text(line: Line) -> Text:
    from rich.text import Text

    return Text.assemble(*((span["text"], STYLES[span["kind"]]) for span in line))
