"""Sheets as a PDF file: lines, circles and text in the standard fonts are all that a sheet needs.

Written here rather than with a library: the libraries bring an image library along, and this also runs in a browser's
Python, where only the standard library is. docs/decisions tells more.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

from speelkist.core.sheet import Disc, Label, Polygon, Sheet, Style

from .font import encode, text_width

POINTS_PER_MM: Final = 72 / 25.4
FONTS: Final = {"sans": "Helvetica", "bold": "Helvetica-Bold", "italic": "Helvetica-Oblique"}
ROUND: Final = 0.5522847498  # how far the handles of a quarter circle's curve stand out, in radii


def pdf(sheets: Sequence[Sheet], title: str) -> bytes:
    """A file with a page for each sheet, each in its own size."""
    file = _File()
    fonts = {
        name: file.add(f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>")
        for name, font in FONTS.items()
    }
    resources = "<< /Font << " + " ".join(f"/{name} {number} 0 R" for name, number in fonts.items()) + " >> >>"
    parent = file.reserve()
    pages = []
    for sheet in sheets:
        content = file.add_stream(_content(sheet))
        box = f"[0 0 {sheet.paper.width * POINTS_PER_MM:.3f} {sheet.paper.height * POINTS_PER_MM:.3f}]"
        pages.append(
            file.add(
                f"<< /Type /Page /Parent {parent} 0 R /MediaBox {box} /Resources {resources} /Contents {content} 0 R >>"
            )
        )
    kids = " ".join(f"{page} 0 R" for page in pages)
    file.put(parent, f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode())
    # Whoever opens it to print is not to have it fitted to the page: sizes are true.
    root = file.add(f"<< /Type /Catalog /Pages {parent} 0 R /ViewerPreferences << /PrintScaling /None >> >>")
    info = file.add(f"<< /Title {_hex_text(title)} /Producer (Speelkist) >>")
    return file.finish(root, info)


class _File:
    """The numbered objects of a PDF file."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserve(self) -> int:
        self._objects.append(b"")
        return len(self._objects)

    def put(self, number: int, content: bytes) -> None:
        self._objects[number - 1] = content

    def add(self, content: str) -> int:
        number = self.reserve()
        self.put(number, content.encode("ascii"))
        return number

    def add_stream(self, content: bytes) -> int:
        packed = zlib.compress(content, 9)
        number = self.reserve()
        head = f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
        self.put(number, head + packed + b"\nendstream")
        return number

    def finish(self, root: int, info: int) -> bytes:
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        places = []
        for number, content in enumerate(self._objects, start=1):
            places.append(len(out))
            out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
        start = len(out)
        size = len(self._objects) + 1
        out += f"xref\n0 {size}\n0000000000 65535 f \n".encode()
        for place in places:
            out += f"{place:010d} 00000 n \n".encode()
        out += f"trailer\n<< /Size {size} /Root {root} 0 R /Info {info} 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
        return bytes(out)


def _content(sheet: Sheet) -> bytes:
    """The drawing, in millimetres with y running down; text is turned back, or it would hang on its head."""
    scale = POINTS_PER_MM
    parts = [f"1 j {scale:.6f} 0 0 {-scale:.6f} 0 {sheet.paper.height * scale:.4f} cm".encode()]
    for shape in sheet.shapes:
        if isinstance(shape, Label):
            parts.append(_text(shape))
        else:
            parts.append(f"{_paint_state(shape.style)} {_path(shape)} {_paint(shape)}".encode())
    return b"\n".join(parts)


def _path(shape: Polygon | Disc) -> str:
    if isinstance(shape, Polygon):
        (x, y), *rest = shape.points
        return f"{x:.3f} {y:.3f} m " + " ".join(f"{x:.3f} {y:.3f} l" for x, y in rest)
    (x, y), r = shape.centre, shape.radius
    k = r * ROUND
    corners = [(x + r, y), (x, y + r), (x - r, y), (x, y - r), (x + r, y)]
    handles = [
        ((x + r, y + k), (x + k, y + r)),
        ((x - k, y + r), (x - r, y + k)),
        ((x - r, y - k), (x - k, y - r)),
        ((x + k, y - r), (x + r, y - k)),
    ]
    curves = [
        " ".join(f"{value:.3f}" for point in (*pair, end) for value in point) + " c"
        for pair, end in zip(handles, corners[1:], strict=True)
    ]
    return f"{x + r:.3f} {y:.3f} m " + " ".join(curves)


def _paint(shape: Polygon | Disc) -> str:
    is_open = isinstance(shape, Polygon) and shape.open
    filled, lined = bool(shape.style.fill) and not is_open, bool(shape.style.width)
    if is_open:
        return "S" if lined else "n"
    return {(True, True): "b", (True, False): "f", (False, True): "s", (False, False): "n"}[filled, lined]


def _paint_state(style: Style) -> str:
    dash = f"[{style.dash:.2f}] 0 d" if style.dash else "[] 0 d"
    fill = f"{_rgb(style.fill)} rg " if style.fill else ""
    return f"{fill}{_rgb(style.line)} RG {style.width:.3f} w {dash}"


def _text(label: Label) -> bytes:
    width = label.width or text_width(label.text, label.size, label.font)
    left = label.at[0] - {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    place = f"1 0 0 -1 {left:.3f} {label.at[1]:.3f} Tm"
    head = f"{_rgb(label.colour)} rg BT /{label.font} {label.size:.3f} Tf {place} <"
    return head.encode() + encode(label.text).hex().encode() + b"> Tj ET"


def _rgb(colour: str) -> str:
    return " ".join(f"{int(colour[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5))


def _hex_text(text: str) -> str:
    return f"<{('﻿' + text).encode('utf-16-be').hex()}>"
