"""Counting, and writing a game out."""

from speelkist.core import Record, perft, playthrough

from .toy import Toy


def test_perft_counts_sequences() -> None:
    start = Toy().start()
    assert [perft(start, depth) for depth in range(4)] == [1, 3, 6, 18]
    assert perft(Toy(length=2).start(), 2) == 5  # with a 3 one can only rest
    assert perft(Toy(length=2).start(), 3) == 3 + 3 + 3 + 3  # of these five ways one has ended the race


def test_a_playthrough_shows_every_value() -> None:
    record = Record("toy", 3, {"length": 2}, ("2", "creep"))
    assert list(playthrough(record)) == [
        "== 0",
        "snails at 0 and 0",
        "player: chance",
        "phase: throw",
        "ask: The die is thrown. / Er wordt gegooid.",
        "legal (3): 1 (1/2) | 2 (1/3) | 3 (1/6)",
        f"json: {record.first().to_json()}",
        "> 2",
        "== 1",
        "snails at 0 and 0",
        "player: 0",
        "phase: move",
        "ask: Creep or rest. / Kruip of rust.",
        "legal (2): creep | rest",
        f"json: {record.first().play('2').to_json()}",
        "> creep",
        "== 2",
        "snails at 2 and 0",
        "player: -2",
        "phase: over",
        "ask: The race is over. / De race is voorbij.",
        "legal (0): ",
        f"json: {record.last().to_json()}",
        "outcome: Outcome(winners=(0,), reason='home', points=(2, 0), earlier=None)",
    ]
