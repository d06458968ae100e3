"""Dice: fixed by seed, nonces and event number, without bias; scripted dice; lots."""

import hashlib
import hmac
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speelkist.core import (
    BadOption,
    Match,
    Move,
    ScriptedDice,
    SeededDice,
    SeededRandom,
    commitment,
    fresh_seed,
    read_seed,
)

from .toy import Toy

SEED = bytes(range(32))


def by_hand(seed: bytes, nonces: list[bytes], event: int, n: int) -> int:
    """The documented construction, written out a second time with the standard library's other interface."""
    message = b"speelkist dice 1"
    for nonce in nonces:
        message += len(nonce).to_bytes(4, "big") + nonce
    key = hmac.new(seed, message, hashlib.sha256).digest()
    attempt = 0
    while True:
        block = hmac.new(key, event.to_bytes(8, "big") + attempt.to_bytes(4, "big"), hashlib.sha256).digest()
        x = int.from_bytes(block, "big")
        if x < (2**256 // n) * n:
            return x % n
        attempt += 1


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.binary(max_size=40), max_size=3),
    st.integers(0, 2**64 - 1),
    st.integers(1, 10**6) | st.integers(1, 2**255),
)
def test_a_throw_is_what_the_document_says(seed: bytes, nonces: list[bytes], event: int, n: int) -> None:
    assert SeededDice(seed, nonces).below(n, event) == by_hand(seed, nonces, event, n)


def test_known_answers() -> None:
    """So that neither the code nor the test above can change together unseen."""
    plain, with_nonces = SeededDice(SEED), SeededDice(SEED, [b"anna", b"", b"bert"])
    assert [plain.below(6, event) for event in range(12)] == [4, 5, 0, 3, 3, 4, 1, 5, 0, 1, 5, 3]
    assert [with_nonces.below(36, event) for event in range(8)] == [23, 21, 33, 32, 18, 20, 5, 30]
    assert plain.below(2**255 + 1, 2**63) == by_hand(SEED, [], 2**63, 2**255 + 1)


def test_too_high_a_number_is_thrown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Below 6 the highest four of the 2**256 numbers would favour 0 to 3, so they do not count."""
    blocks = iter([2**256 - 1, 2**256 - 4, 2**256 - 5])
    asked: list[tuple[int, int]] = []

    def number(_: SeededDice, event: int, attempt: int) -> int:
        asked.append((event, attempt))
        return next(blocks)

    monkeypatch.setattr(SeededDice, "_number", number)
    assert SeededDice(SEED).below(6, 9) == (2**256 - 5) % 6 == 5
    assert asked == [(9, 0), (9, 1), (9, 2)]


def test_a_large_die_rejects_about_as_often_as_it_should() -> None:
    """Just above half of the range nearly every second block is rejected; the numbers stay in range."""
    n = 2**255 + 1
    dice = SeededDice(SEED)
    assert all(0 <= dice.below(n, event) < n for event in range(50))


def test_all_sides_are_equally_likely() -> None:
    dice = SeededDice(SEED)
    count = Counter(dice.below(6, event) for event in range(6000))
    chi_square = sum((count[side] - 1000) ** 2 / 1000 for side in range(6))
    assert chi_square < 20.5  # one seed in a thousand would exceed it, and this one is fixed


def test_nonces_and_their_borders_matter() -> None:
    def throws(nonces: list[bytes]) -> list[int]:
        return [SeededDice(SEED, nonces).below(10**9, event) for event in range(3)]

    variants: list[list[bytes]] = [[], [b""], [b"ab"], [b"a", b"b"], [b"", b"ab"], [b"b", b"a"]]
    assert len({tuple(throws(nonces)) for nonces in variants}) == len(variants)


def test_events_do_not_depend_on_each_other() -> None:
    state = Toy().start()
    forwards, backwards = SeededDice(SEED), SeededDice(SEED)
    first = [forwards.draw(state, event) for event in range(20)]
    assert [backwards.draw(state, event) for event in reversed(range(20))] == first[::-1]


def test_without_a_number_the_next_event_is_drawn() -> None:
    state = Toy().start()
    dice = SeededDice(SEED)
    numbered = [SeededDice(SEED).draw(state, event) for event in range(6)]
    assert [dice.draw(state) for _ in range(4)] == numbered[:4]
    dice.draw(state, 1)
    assert dice.draw(state) == numbered[2]


def test_unequal_odds_are_kept() -> None:
    state = Toy().start()
    dice = SeededDice(SEED)
    count = Counter(dice.draw(state).text for _ in range(6000))
    expected = {"1": 3000, "2": 2000, "3": 1000}
    assert sum((count[outcome] - due) ** 2 / due for outcome, due in expected.items()) < 13.8


def test_the_number_counts_through_the_outcomes_in_order() -> None:
    state = Toy().start()
    for event in range(30):
        number = SeededDice(SEED).below(6, event)
        assert SeededDice(SEED).draw(state, event).text == "111223"[number]


def test_dice_are_for_chance_only() -> None:
    state = Toy().start().play("2")
    with pytest.raises(ValueError, match="chance states only"):
        SeededDice(SEED).draw(state)


def test_an_undone_game_throws_the_same_again() -> None:
    dice = SeededDice(SEED)
    match = Match(Toy(length=9))
    thrown = []
    for _ in range(4):
        thrown.append(match.throw(dice).text)
        match.play("creep" if match.state.why_not("creep") is None else match.state.legal()[0])
    while match.undo():
        pass
    assert match.moves == [Move(thrown[0])]  # before the first decision lies the first throw
    match.play("rest")
    assert match.throw(dice).text == thrown[1]


def test_scripted_dice_fall_as_written() -> None:
    state = Toy().start()
    dice = ScriptedDice(["3", "1"])
    assert [dice.draw(state).text, dice.draw(state).text] == ["3", "1"]
    assert dice.draw(state, 0).text == "3"
    assert dice.draw(state).text == "1"
    with pytest.raises(BadOption, match="only 2 throws"):
        dice.draw(state)
    with pytest.raises(BadOption, match="only one throw"):
        ScriptedDice(["3"]).draw(state, 1)


def test_scripted_dice_cannot_fall_as_no_dice_can() -> None:
    with pytest.raises(BadOption):
        ScriptedDice(["7"]).draw(Toy().start())


def test_lots_repeat_by_seed_and_purpose() -> None:
    def some(purpose: str, seed: int) -> list[int]:
        rng = SeededRandom(purpose, seed)
        return [rng.below(1000) for _ in range(5)]

    assert some("a", 1) == some("a", 1)
    assert len({tuple(some(purpose, seed)) for purpose in "ab" for seed in (0, 1)}) == 4


def test_lots_choose_and_shuffle_evenly() -> None:
    rng = SeededRandom("test", 0)
    assert Counter(rng.choice("ab") for _ in range(400))["a"] == pytest.approx(200, abs=45)
    orders: Counter[str] = Counter()
    for _ in range(1200):
        items = list("abc")
        rng.shuffle(items)
        orders["".join(items)] += 1
    assert len(orders) == 6
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 20.5


def test_seeds() -> None:
    assert len(fresh_seed()) == 32
    assert fresh_seed() != fresh_seed()
    assert SeededDice.fresh().below(10**30, 0) != SeededDice.fresh().below(10**30, 0)
    assert read_seed(f"  {SEED.hex().upper()}\n") == SEED
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize("text", ["", "00", "0" * 63, "0" * 65, "x" * 64, "0" * 66, "é" * 64])
def test_a_wrong_seed_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="64 hexadecimal digits"):
        read_seed(text)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_dice_take_32_bytes_only(length: int) -> None:
    with pytest.raises(BadOption):
        SeededDice(bytes(length))


def test_the_odds_of_the_toy_are_exact() -> None:
    assert sum(Toy().start().odds().values()) == Fraction(1)


@pytest.mark.parametrize("seed", [1, "1", None, b"short", [0] * 32])
def test_what_is_no_seed_is_refused_with_a_sentence(seed: object) -> None:
    with pytest.raises(BadOption, match=r"32 bytes.*from_number"):
        SeededDice(seed)  # type: ignore[arg-type]


def test_a_number_makes_dice_for_experiments() -> None:
    def throws(number: int) -> list[int]:
        dice = SeededDice.from_number(number)
        return [dice.below(1000, event) for event in range(5)]

    assert throws(1) == throws(1) != throws(2)
