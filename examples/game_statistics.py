"""How a game goes under random and under better play: lengths, ends, who wins, how many moves there are.

    python examples/game_statistics.py kriskras [--games 2000] [--pairs 10] [--strength friend] [--plot FILE.png]

Random games run in compiled code; the others are played by one of the five strengths on both sides. With --plot (needs
matplotlib) the lengths are drawn; without it they are printed as bars.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

import numpy as np

import speelkist
from speelkist import fast
from speelkist.bots import make_bot

BINS = 12


def random_games(game: speelkist.Game, n: int) -> tuple[list[int], Counter[int]]:
    """The lengths of random games and how often each player won; -1 is a draw."""
    played = fast.playouts(game, n, seed=1)
    return played.lengths.tolist(), Counter(played.winners.tolist())


def strong_games(game: speelkist.Game, n: int, strength: str) -> tuple[list[int], Counter[int], list[int]]:
    """The same of games between two bots of a strength, and how many moves they had to choose from."""
    lengths, winners, choices = [], Counter[int](), []
    for number in range(n):
        dice = speelkist.SeededDice.from_number(number)
        seats = [make_bot(strength, seed=2 * number + seat) for seat in range(game.players)]
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
    """The lengths of all kinds of games in one picture."""
    import matplotlib as mpl  # type: ignore[import-not-found, unused-ignore]

    mpl.use("Agg")
    import matplotlib.pyplot as plt  # type: ignore[import-not-found, unused-ignore]

    _, axes = plt.subplots()
    for name, lengths in by_name.items():
        axes.hist(lengths, bins=30, density=True, alpha=0.5, label=name)
    axes.set_xlabel("actions of players")
    axes.legend()
    plt.savefig(path, dpi=120)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--strength", default="friend")
    parser.add_argument("--plot")
    given = parser.parse_args(arguments)
    game = speelkist.load(given.game)
    random_lengths, random_winners = random_games(game, given.games)
    lengths, winners, choices = strong_games(game, 2 * given.pairs, given.strength)
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
