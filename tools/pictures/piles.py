"""Draw the piles on the rules pages of Cubus anew: ``python -m tools.pictures.piles``.

A drawing there begins with ```` ```text piles 1@0,0 2@0,0 ````, the piles that it shows, or with ``steps`` where each
follows from the one before. A browser draws them with the board's own tiles; for everybody else the same piles stand
there in letters, and this writes them.
"""

from __future__ import annotations

import re
from pathlib import Path

from speelkist.games.cubus import Cubus
from speelkist.games.cubus.terminal import draw_picture

PAGES = sorted((Path(__file__).parents[2] / "src/speelkist/games/cubus/text").glob("rules.*.md"))
WIDTH = 72
GAP = 3
_FIGURE = re.compile(r"^(```text (?:piles|steps) (.*))\n(?:.*\n)*?```$", re.MULTILINE)


def renewed(page: str) -> str:
    """The page with its piles drawn anew."""
    return _FIGURE.sub(lambda figure: f"{figure[1]}\n{draw_piles(figure[2].split())}\n```", page)


def draw_piles(piles: list[str]) -> str:
    """Piles side by side, as many in a row as there is room for; they stand on one line."""
    rows: list[list[list[str]]] = [[]]
    for pile in piles:
        picture = draw_picture(Cubus().draw(pile))
        if rows[-1] and _width(rows[-1]) + GAP + _width([picture]) > WIDTH:
            rows.append([])
        rows[-1].append(picture)
    return "\n\n".join("\n".join(_side_by_side(row)) for row in rows)


def _width(pictures: list[list[str]]) -> int:
    return sum(max(map(len, picture)) for picture in pictures) + GAP * (len(pictures) - 1)


def _side_by_side(pictures: list[list[str]]) -> list[str]:
    height = max(map(len, pictures))
    lines = [""] * height
    for picture in pictures:
        wide = max(map(len, picture))
        padded = [""] * (height - len(picture)) + picture
        lines = [line + part.ljust(wide) + " " * GAP for line, part in zip(lines, padded, strict=True)]
    return [line.rstrip() for line in lines]


def main() -> None:
    """Write every page that has changed."""
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        if renewed(page) != page:
            path.write_text(renewed(page), encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
