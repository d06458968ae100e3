"""A host who wants to choose the throws, by every way that was ever open: he is caught, or gains nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from speelkist.core import BadRecord, commitment, fresh_seed, nonce_commitment
from speelkist.table import commands, settlement
from speelkist.table.history import record
from tests.support.dice import NONCES, WANTED, first_throw, promise_of

from .tables import ANS, BOB, honest_record, lay, refused, take_in


def ground_seed(nonces: list[str]) -> bytes:
    """A seed that throws what the host wants, found by trying: one in 36 does."""
    for _ in range(5000):
        seed = fresh_seed()
        if first_throw(seed, nonces) == WANTED:
            return seed
    raise AssertionError("no seed in 5000")


def test_a_seed_ground_after_the_nonce_was_shown_is_not_the_promised_one() -> None:
    kept = honest_record()
    seed = ground_seed(list(kept.nonces.values()))
    cheated = replace(kept, moves=(*kept.moves[:1], WANTED), result=None)
    with pytest.raises(BadRecord, match="not the one that was promised"):
        cheated.verify(seed)
    # they write the hash of their seed into the record: then no player has committed to anything under it
    forged = replace(cheated, tags={**kept.tags, "Commitment": commitment(seed)})
    with pytest.raises(BadRecord, match="not the one they committed to"):
        forged.verify(seed)


def test_before_the_nonce_is_shown_a_ground_seed_gains_nothing() -> None:
    """The host sees the player's commitment only, and their own must stand before it: they can only guess."""
    hits = 0
    for trial in range(100):
        guessed = f"{trial:032x}"  # what they hope the player's nonce to be
        seed = ground_seed([guessed])
        drawn = fresh_seed()[:16].hex()
        hits += first_throw(seed, [drawn]) == WANTED
    assert hits <= 15  # 100/36 are due by chance; more than 15 come less than once in ten million runs


def test_the_promise_cannot_come_after_the_players_commitment() -> None:
    nonce = bytes.fromhex(NONCES[0])
    first, second = commitment(fresh_seed()), commitment(fresh_seed())
    assert nonce_commitment(first, nonce) != nonce_commitment(second, nonce)


def test_a_changed_throw_or_nonce_in_the_record_is_named() -> None:
    kept = honest_record()
    seed = bytes.fromhex(kept.tags["Seed"])
    assert kept.verify(seed).uncommitted == ()
    other = "r1g1" if kept.moves[1] != "r1g1" else "r2g2"
    with pytest.raises(BadRecord, match="should be"):
        replace(kept, moves=(kept.moves[0], other), result=None).verify(seed)
    with pytest.raises(BadRecord, match="not the one they committed to"):
        replace(kept, nonces={"white": "00" * 16}).verify(seed)


def test_a_record_without_commitments_says_what_was_not_checked() -> None:
    kept = honest_record()
    seed = bytes.fromhex(kept.tags["Seed"])
    assert replace(kept, nonce_commitments={}).verify(seed).uncommitted == ("white",)
    bare = replace(kept, tags={}, nonce_commitments={}).verify(seed)
    assert (bare.promised, bare.uncommitted) == (False, ("white",))


def test_a_host_who_plays_himself_cannot_choose_his_nonce_knowing_the_others() -> None:
    """Bob plays with the host, who knows the seed. Ans has shown her nonce; Bob's had to be fixed before."""
    table = lay("kriskras")
    take_in(table, commands.sit(table, ANS, 0, "Ans", promise_of(NONCES[0])))
    take_in(table, commands.sit(table, BOB, 1, "Bob", promise_of(NONCES[1])))
    take_in(table, settlement.reveal(table, ANS, NONCES[0]))
    wanted = next(
        nonce
        for nonce in (f"{number:032x}" for number in range(5000))
        if first_throw(table.seed, [NONCES[0], nonce]) == WANTED
    )
    with refused("table.dice.other"):
        settlement.reveal(table, BOB, wanted)
    with refused("table.dice.committed"):
        settlement.commit(table, BOB, promise_of(wanted))
    # they have their seat freed and sit down again: what Ans has shown is void by then, and Ans draws another
    take_in(table, settlement.free_silent(table))
    take_in(table, commands.sit(table, BOB, 1, "Bob", promise_of(wanted)))
    with refused("table.dice.early"):
        settlement.reveal(table, BOB, wanted)
    take_in(table, settlement.commit(table, ANS, promise_of(NONCES[2])))
    take_in(table, settlement.reveal(table, BOB, wanted))
    take_in(table, settlement.reveal(table, ANS, NONCES[2]))
    assert list(record(table).nonces.values()) == [NONCES[2], wanted]
    assert record(table).tags["Restarts"] == "1"  # and everybody can see that it happened
