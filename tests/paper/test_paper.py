"""The games on paper: every part is there, in true size, within the margins, on both sizes of paper."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from math import dist
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from speelkist.core import games
from speelkist.core.errors import BadOption
from speelkist.core.sheet import MARGIN, PAPERS, Disc, Label, Polygon, Shape, Sheet
from speelkist.paper import sheets_of
from speelkist.paper.font import encode, text_width
from speelkist.paper.pdf import pdf
from speelkist.paper.sheets import RULER
from speelkist.paper.svg import svg
from tests.cli.runner import speelkist

POINT = 25.4 / 72  # in millimetres
EVERY = [(game, paper, lang) for game in games() for paper in PAPERS for lang in ("en", "nl")]


def corners(shape: Shape) -> Iterator[tuple[float, float]]:
    if isinstance(shape, Polygon):
        yield from shape.points
    elif isinstance(shape, Disc):
        (x, y), radius = shape.centre, shape.radius
        yield from ((x - radius, y - radius), (x + radius, y + radius))
    else:
        width = text_width(shape.text, shape.size, shape.font)
        left = shape.at[0] - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
        yield from ((left, shape.at[1] - shape.size * 0.72), (left + width, shape.at[1]))


def polygons(sheets: list[Sheet], sides: int) -> list[Polygon]:
    return [s for sheet in sheets for s in sheet.shapes if isinstance(s, Polygon) and len(s.points) == sides]


def squares(sheets: list[Sheet], side: float) -> int:
    """How many different squares of that size are drawn."""
    return sum(len(corners_of_squares(sheet, side)) for sheet in sheets)


def corners_of_squares(sheet: Sheet, side: float) -> set[tuple[float, float]]:
    return {
        shape.points[0]
        for shape in polygons([sheet], 4)
        if dist(shape.points[0], shape.points[1]) == pytest.approx(side)
        and dist(shape.points[1], shape.points[2]) == pytest.approx(side)
        and shape.points[0][1] == shape.points[1][1]
        and shape.points[1][0] == shape.points[2][0]
    }


@pytest.mark.parametrize(("game", "paper", "lang"), EVERY)
def test_everything_lies_within_the_margins(game: str, paper: str, lang: str) -> None:
    for sheet in sheets_of(game, paper, lang):
        assert sorted((sheet.paper.width, sheet.paper.height)) == sorted((PAPERS[paper].width, PAPERS[paper].height))
        for shape in sheet.shapes:
            for x, y in corners(shape):
                assert MARGIN - 6 <= x <= sheet.paper.width - MARGIN + 0.01, (sheet.title, shape)
                assert MARGIN - 0.01 <= y <= sheet.paper.height - MARGIN + 0.01, (sheet.title, shape)


@pytest.mark.parametrize(("game", "paper", "lang"), EVERY)
def test_the_rules_are_one_leaf_in_letters_that_can_be_read(game: str, paper: str, lang: str) -> None:
    leaf = [sheet for sheet in sheets_of(game, paper, lang) if sheet.title.key == "paper.rules"]
    assert 1 <= len(leaf) <= 2
    sizes = Counter(shape.size for sheet in leaf for shape in sheet.shapes if isinstance(shape, Label))
    assert sizes.most_common(1)[0][0] >= 2.6, "below 7.5 points nobody reads"
    words = " ".join(shape.text for sheet in leaf for shape in sheet.shapes if isinstance(shape, Label))
    assert ("Spelen met deze set" if lang == "nl" else "Playing with this set") in words
    assert encode(words).count(b"?") == words.count("?"), "the font has every letter"


def test_krabcek_has_sixteen_tiles_sixteen_markers_and_fourteen_men() -> None:
    sheets = sheets_of("krabcek", "a4", "en")[:2]
    assert squares(sheets, 62) == 16
    markers = [p for p in polygons(sheets, 4) if dist(p.points[1], p.points[2]) == pytest.approx(28)]
    assert len(markers) == 16
    men = Counter(s.radius for sheet in sheets for s in sheet.shapes if isinstance(s, Disc) and s.style.width < 0.5)
    assert men == {4.5: 8, 6.5: 4, 8.5: 2}
    assert "Quick set-up." in all_text(sheets_of("krabcek", "a4", "en"))


def test_knopf_has_its_board_and_28_rings() -> None:
    (board,) = sheets_of("knopf", "letter", "en")[:1]
    assert squares([board], 18) == 100
    assert sum(isinstance(s, Disc) and s.radius == 7.2 for s in board.shapes) == 28
    holes = sum(isinstance(s, Disc) and s.radius == 1.3 for s in board.shapes)
    numbers = sum(int(s.text) for s in board.shapes if isinstance(s, Label) and s.text in "1234")
    assert holes == numbers


def test_cubus_has_48_rhombi_of_28_mm() -> None:
    (tiles,) = sheets_of("cubus", "a4", "en")[:1]
    rhombi = [
        p
        for p in polygons([tiles], 4)
        if all(dist(a, b) == pytest.approx(28) for a, b in zip(p.points, p.points[1:], strict=False))
    ]
    assert len(rhombi) == 48
    for rhombus in rhombi:
        assert dist(rhombus.points[1], rhombus.points[3]) == pytest.approx(28)  # an angle of sixty degrees
    assert Counter(r.style.fill for r in rhombi) == {"#c9894f": 16, "#8f5a33": 16, "#f1d9a8": 16}


def test_kriskras_has_a_field_over_two_sheets_and_22_fighters() -> None:
    upper, lower, fighters = sheets_of("kriskras", "letter", "nl")[:3]
    assert upper.paper.width > upper.paper.height
    assert squares([upper], 15) == 9 * 17
    assert squares([lower], 15) == 8 * 17
    strips = [p for p in polygons([fighters], 4) if dist(p.points[1], p.points[2]) == pytest.approx(66)]
    assert len(strips) == 22


def all_text(sheets: list[Sheet]) -> str:
    return " ".join(shape.text for sheet in sheets for shape in sheet.shapes if isinstance(shape, Label))


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("game", games())
def test_the_millimetres_of_the_file_are_true(game: str, paper: str) -> None:
    """Read from the PDF itself: the size of each page, and the ruler at its foot, after the scale is applied."""
    sheets = sheets_of(game, paper, "en")
    file = pdf(sheets, game)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file)
    assert len(boxes) == len(sheets)
    for (width, height), sheet in zip(boxes, sheets, strict=True):
        assert float(width) * POINT == pytest.approx(sheet.paper.width, abs=0.01)
        assert float(height) * POINT == pytest.approx(sheet.paper.height, abs=0.01)
    for packed in re.findall(rb"stream\n(.*?)\nendstream", file, re.DOTALL):
        drawing = zlib.decompress(packed).decode()
        scale = float(drawing.split()[2])
        ruler = re.findall(r"w \[\] 0 d ([\d.]+) [\d.]+ m [\d.]+ [\d.]+ l ([\d.]+) [\d.]+ l [\d.]+ [\d.]+ l S", drawing)
        start, end = map(float, ruler[-1])
        assert (end - start) * scale * POINT == pytest.approx(RULER, abs=0.01)
    offsets = [int(entry) for entry in re.findall(rb"^(\d{10}) 00000 n ", file, re.MULTILINE)]
    for number, offset in enumerate(offsets, start=1):
        assert file[offset:].startswith(b"%d 0 obj" % number)


POLYGON = re.compile(r"w \[[\d. ]*\] 0 d ((?:[\d.]+ [\d.]+ [ml] )+)(?:h |b|s|f|S|B)")


def parts_in_file(game: str, paper: str) -> Counter[tuple[float, ...]]:
    """The outlines with four corners in the PDF itself: the lengths of their sides in millimetres, each place once."""
    parts = set()
    for number, packed in enumerate(
        re.findall(rb"stream\n(.*?)\nendstream", pdf(sheets_of(game, paper, "en"), game), re.DOTALL)
    ):
        drawing = zlib.decompress(packed).decode()
        scale = float(drawing.split()[2]) * POINT
        for path in POLYGON.findall(drawing):
            numbers = [float(word) * scale for word in path.split() if word not in "ml"]
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            if len(points) == 4:
                sides = [dist(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
                parts.add((number, tuple(round(x) for x in points[0]), tuple(round(side, 1) for side in sides)))
    return Counter(sides for _, _, sides in parts)


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize(
    ("game", "width", "height", "count"),
    [
        ("krabcek", 62, 62, 16),  # tiles
        ("krabcek", 14, 28, 16),  # markers with their backs
        ("knopf", 18, 18, 100),  # squares
        ("cubus", 28, 28, 48),  # rhombi
        ("kriskras", 15, 15, 289),  # squares, over two sheets
        ("kriskras", 13, 66, 22),  # fighters with both feet
    ],
)
def test_every_part_has_its_millimetres_in_the_file(
    game: str, paper: str, width: float, height: float, count: int
) -> None:
    assert parts_in_file(game, paper)[(width, height, width, height)] == count


def test_the_picture_of_a_sheet_has_its_size_and_escapes_its_words() -> None:
    sheet = sheets_of("cubus", "letter", "en")[0]
    root = ET.fromstring(svg(sheet, 'tiles "<&>"'))
    assert (root.get("width"), root.get("height")) == ("215.9mm", "279.4mm")
    assert root.get("aria-label") == 'tiles "<&>"'


def test_the_command_writes_a_file_and_tells_of_it(tmp_path: Path) -> None:
    path = tmp_path / "spel.pdf"
    answer = speelkist("--lang", "nl", "print", "knopf", str(path), "--paper", "letter")
    assert path.read_bytes().startswith(b"%PDF-1.7")
    assert answer.out == f"In {path} staan 3 bladzijden. Druk ze af op 100 % (ware grootte), het liefst op karton.\n"


def test_what_cannot_be_printed_is_refused_in_one_sentence(tmp_path: Path) -> None:
    assert speelkist("print", "template", str(tmp_path / "x.pdf"), code=2).err == "template has nothing to print.\n"
    speelkist("print", "chess", code=2)
    assert speelkist("print", "cubus", str(tmp_path / "no" / "x.pdf"), code=2).err.startswith(
        "There is no folder to put"
    )
    with pytest.raises(BadOption) as refused:
        sheets_of("cubus", "a5", "en")
    assert str(refused.value) == "There is no paper called a5; choose one of a4, letter."
