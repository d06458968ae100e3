"""The sheets of a game as a client gets them: pictures, or one file."""

from __future__ import annotations

from functools import cache

from speelkist.core import game_class

from .pdf import pdf
from .sheets import paper_size, sheets_of
from .svg import svg


def check_paper(game: str, size: str) -> None:
    """Only what exists is made and kept below.

    :raises BadOption: there is no such game, or no such size of paper.
    """
    paper_size(size)
    game_class(game)


@cache
def pictures(game: str, size: str, lang: str) -> list[str]:
    """Each sheet as a picture in true size."""
    return [svg(sheet, sheet.title.say(lang)) for sheet in sheets_of(game, size, lang)]


@cache
def pdf_file(game: str, size: str, lang: str) -> bytes:
    """All of them as a PDF file."""
    return pdf(sheets_of(game, size, lang), game_class(game).info.name[lang])
