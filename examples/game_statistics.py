"""How a game goes under random and under better play: lengths, ends, who wins, how many moves there are.

    python examples/game_statistics.py kriskras [--games 2000] [--pairs 10] [--strength friend] [--plot FILE.svg]

Random games run in compiled code, but for a game that has none, as Cubus; the others are played by one of the five
strengths on both sides. The lengths are printed as bars, with --plot also drawn.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import speelkist
from speelkist import fast
from speelkist.bots import make_bot
from speelkist.core.registry import package_of

BINS = 12
WIDTH, HEIGHT = 720, 300  # of the picture
COLOURS = ("#2f6f8f", "#c8782a")


def random_games(game: speelkist.Game, n: int) -> tuple[list[int], Counter[int]]:
    """The lengths of random games and how often each player won; -1 is a draw."""
    if package_of(game.info.id).kernel is None:
        lengths, winners, _ = bot_games(game, n, "random")
        return lengths, winners
    played = fast.playouts(game, n, seed=1)
    return played.lengths.tolist(), Counter(played.winners.tolist())


def bot_games(game: speelkist.Game, n: int, bot: str) -> tuple[list[int], Counter[int], list[int]]:
    """The same of games between bots of one kind, and how many moves they had to choose from."""
    lengths, winners, choices = [], Counter[int](), []
    for number in range(n):
        dice = speelkist.SeededDice.from_number(number)
        seats = [make_bot(bot, seed=game.players * number + seat) for seat in range(game.players)]
        state, plies = game.start(), 0
        while state.outcome is None:
            if state.player == speelkist.CHANCE:
                state = state.play(dice.draw(state))
            else:
                choices.append(len(state.legal()))
                state, plies = state.play(seats[state.player].choose(state)), plies + 1
        lengths.append(plies)
        winners[state.outcome.winners[0] if len(state.outcome.winners) == 1 else -1] += 1
    return lengths, winners, choices


def bars(lengths: Sequence[int]) -> str:
    """A histogram in text."""
    counts, edges = np.histogram(lengths, BINS)
    widest = max(1, int(counts.max()))
    lines = []
    for count, low, high in zip(counts, edges, edges[1:], strict=False):
        lines.append(f"{low:7.0f} - {high:5.0f}  {'█' * int(40 * count / widest)} {count}")
    return "\n".join(lines)


def plot(path: str, by_name: dict[str, Sequence[int]]) -> None:
    """The shares of the lengths of all kinds of games in one picture."""
    longest = max(max(lengths) for lengths in by_name.values())
    shares = {name: np.histogram(lengths, BINS, (0, longest))[0] / len(lengths) for name, lengths in by_name.items()}
    top = max(float(each.max()) for each in shares.values())
    wide = WIDTH / BINS / len(shares)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -30 {WIDTH + 20} {HEIGHT + 60}" font-size="14">']
    for number, (name, each) in enumerate(shares.items()):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<text x="{150 * number}" y="-12" fill="{colour}">{name}</text>')
        for place, share in enumerate(each):
            left, high = (place * len(shares) + number) * wide, HEIGHT * share / top
            parts.append(
                f'<rect x="{left:.1f}" y="{HEIGHT - high:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{colour}"/>'
            )
    parts.append(f'<path d="M0 {HEIGHT}H{WIDTH}" stroke="black"/><text y="{HEIGHT + 20}">0</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT + 20}" text-anchor="middle">actions of players</text>')
    parts.append(f'<text x="{WIDTH}" y="{HEIGHT + 20}" text-anchor="end">{longest}</text></svg>')
    Path(path).write_text("\n".join(parts), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, help="random ones; otherwise 2000, or 20 of a game that is not compiled")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--strength", default="friend")
    parser.add_argument("--plot")
    given = parser.parse_args(arguments)
    game = speelkist.load(given.game)
    random_lengths, random_winners = random_games(
        game, given.games or (20 if package_of(given.game).kernel is None else 2000)
    )
    lengths, winners, choices = bot_games(game, 2 * given.pairs, given.strength)
    by_name: dict[str, Sequence[int]] = {"random": random_lengths, given.strength: lengths}
    for name, seen, won in (("random", random_lengths, random_winners), (given.strength, lengths, winners)):
        shares = ", ".join(
            f"{game.side(p) if p >= 0 else 'draw'} {100 * won[p] / len(seen):.1f} %" for p in sorted(won)
        )
        print(f"{name}: {len(seen)} games, {np.mean(seen):.1f} actions on average; {shares}")
        print(bars(seen))
    print(f"moves to choose from ({given.strength}): {np.mean(choices):.1f} on average, {max(choices)} at most")
    if given.plot:
        plot(given.plot, by_name)


if __name__ == "__main__":
    main()
