"""A sheet as SVG: for the browser, which prints it in true size."""

from __future__ import annotations

from html import escape

from speelkist.core.sheet import Disc, Label, Polygon, Shape, Sheet, Style

FONTS = "Helvetica, Arial, 'Liberation Sans', sans-serif"


def svg(sheet: Sheet, label: str) -> str:
    """The whole sheet; ``label`` says to a screen reader what is on it."""
    width, height = _number(sheet.paper.width), _number(sheet.paper.height)
    body = "".join(_element(shape) for shape in sheet.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}" font-family="{FONTS}" '
        f'stroke-linejoin="round">{body}</svg>'
    )


def _element(shape: Shape) -> str:
    if isinstance(shape, Polygon):
        name = "polyline" if shape.open else "polygon"
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
        return f'<{name} points="{points}"{_style(shape.style)}/>'
    if isinstance(shape, Disc):
        x, y = shape.centre
        return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(shape.radius)}"{_style(shape.style)}/>'
    return _text(shape)


def _text(label: Label) -> str:
    look = {"sans": "", "bold": ' font-weight="700"', "italic": ' font-style="italic"'}[label.font]
    anchor = "" if label.anchor == "start" else f' text-anchor="{label.anchor}"'
    width = f' textLength="{_number(label.width)}" lengthAdjust="spacingAndGlyphs"' if label.width else ""
    x, y = label.at
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(label.size)}" fill="{label.colour}"'
        f"{look}{anchor}{width}>{escape(label.text, quote=False)}</text>"
    )


def _style(style: Style) -> str:
    line = f' stroke="{style.line}" stroke-width="{_number(style.width)}"' if style.width else ""
    dash = f' stroke-dasharray="{_number(style.dash)}"' if style.dash else ""
    return f' fill="{style.fill or "none"}"{line}{dash}'


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
