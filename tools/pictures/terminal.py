"""Draws docs/pictures/terminal.svg: a moment of a game at the terminal, as the program prints it.

python tools/pictures/terminal.py
"""

import re
from html import escape
from pathlib import Path

import speelkist

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = "krabcek"
SEED = bytes(31) + b"\x05"
ACTIONS = 150

COLOURS = {"31": "#c0392b", "32": "#3f7d3f", "33": "#a8761b", "34": "#2f5d8a", "35": "#8a4f7d", "36": "#2b7a78"}
PAPER, TEXT, FAINT = "#f6f1e7", "#3a332b", "#9a8f80"
WIDE, HIGH, EDGE = 8.4, 17, 22


def moment() -> list[str]:
    """The board after some actions, and what is asked then."""
    from speelkist.bots import SimpleBot

    dice, player = speelkist.SeededDice(SEED), SimpleBot(1)
    state = speelkist.load(GAME).start()
    for _ in range(ACTIONS):
        state = state.play(dice.draw(state) if state.player == speelkist.CHANCE else player.choose(state))
    while state.player == speelkist.CHANCE:
        state = state.play(dice.draw(state))
    advice = player.advise(state)
    side = state.game.side_name(state.player)
    return [
        *state.draw(colour=True).splitlines(),
        "",
        f"\x1b[1m{state.prompt()}\x1b[0m",
        f"{side}> hint",
        f"Try {advice.move}: {advice.reason}",
        f"{side}> {advice.move}",
    ]


def style(codes: str) -> str:
    """The attributes of a terminal's colour codes."""
    attributes = []
    for code in codes.split(";"):
        if code == "1":
            attributes.append('font-weight="bold"')
        elif code in ("2", "90"):
            attributes.append(f'fill="{FAINT}"')
        elif code in COLOURS:
            attributes.append(f'fill="{COLOURS[code]}"')
    return " ".join(attributes)


def svg(lines: list[str]) -> str:
    """The lines as a picture. Every run is put at its own column, so that no font can shift the board."""
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    width, height = max(map(len, plain)) * WIDE + 2 * EDGE, len(lines) * HIGH + 2 * EDGE
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}">',
        "<title>A game of Krabcek at the terminal</title>",
        f'<rect width="100%" height="100%" rx="10" fill="{PAPER}"/>',
        f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="{TEXT}">',
    ]
    for row, line in enumerate(lines):
        y = EDGE + HIGH * (row + 0.75)
        column, codes = 0, ""
        for part in re.split(r"(\x1b\[[\d;]*m)", line):
            if part.startswith("\x1b"):
                codes = part[2:-1]
                continue
            for word in re.finditer(r"\S+", part):
                x = EDGE + (column + word.start()) * WIDE
                long = len(word[0]) * WIDE
                out.append(
                    f'<text x="{x:.1f}" y="{y:.1f}" textLength="{long:.1f}" {style(codes)}>{escape(word[0])}</text>'
                )
            column += len(part)
    return "\n".join([*out, "</g>", "</svg>", ""])


if __name__ == "__main__":
    (ROOT / "docs" / "pictures" / "terminal.svg").write_text(svg(moment()), encoding="utf-8")
