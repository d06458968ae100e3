"""All sheets of a game: what it draws itself, then its rules on one leaf; each with a footer."""

from __future__ import annotations

from speelkist.core.errors import BadOption
from speelkist.core.registry import game_class, package_of
from speelkist.core.sheet import MARGIN, PAPERS, Label, Paper, Sheet, Style, line

from .font import text_width
from .leaf import rules_leaf

RULER = 50.0  # millimetres: with this line anybody can check that nothing was scaled
LETTERS = 2.9
GREY = "#6b645c"


def sheets_of(game: str, paper: str, lang: str) -> list[Sheet]:
    """The sheets of a game on paper of a size (``a4``, ``letter``), its rules in a language.

    :raises BadOption: there is no such game or size, or the game has nothing to print.
    """
    module = package_of(game).paper
    if module is None:
        raise BadOption("paper.none", game=game)
    sheets = [*module().sheets(paper_size(paper)), *rules_leaf(game, paper_size(paper), lang)]
    name = game_class(game).info.name[lang]
    for number, sheet in enumerate(sheets, start=1):
        _add_footer(sheet, f"{name} {number}/{len(sheets)}: {sheet.title.say(lang)}")
    return sheets


def paper_size(name: str) -> Paper:
    """A size of paper by its name.

    :raises BadOption: it is not one of ours.
    """
    try:
        return PAPERS[name]
    except KeyError:
        raise BadOption("paper.size", given=name[:40], sizes=", ".join(PAPERS)) from None


def _add_footer(sheet: Sheet, words: str) -> None:
    left, right = MARGIN, sheet.paper.width - MARGIN
    base = sheet.paper.height - MARGIN
    start = right - RULER
    sheet.draw(
        Label((left, base), words, LETTERS, anchor="start", width=text_width(words, LETTERS)),
        line([(start, base - 1.2), (start, base), (right, base), (right, base - 1.2)], Style(line=GREY, width=0.3)),
        Label((start + RULER / 2, base - 1), f"{RULER:.0f} mm", 2.4, colour=GREY),
    )
