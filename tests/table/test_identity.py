"""Table ids, keys and codes: what is made and what is refused."""

from __future__ import annotations

import pytest

from speelkist.core import SpeelkistError
from speelkist.table.identity import code_hash, is_table_id, new_code, new_table_id, owner_hash


def test_table_ids_are_short_distinct_and_never_a_word() -> None:
    made = {new_table_id() for _ in range(500)}
    assert len(made) == 500
    assert all(is_table_id(table_id) and not table_id.isalpha() for table_id in made)


@pytest.mark.parametrize("text", ["", "abcd234", "abcd23456", "ABCD2345", "abcd234l", "abcd2340", "ābcd2345"])
def test_a_text_that_is_no_table_id_is_refused(text: str) -> None:
    assert not is_table_id(text)


def test_a_key_is_stored_as_a_hash_of_its_own() -> None:
    hashes = {owner_hash("k" * 22), owner_hash("k" * 23), owner_hash("K" * 22)}
    assert len(hashes) == 3
    assert all(len(text) == 64 and "k" * 4 not in text for text in hashes)


@pytest.mark.parametrize("key", ["", "k" * 21, "k" * 129, "k" * 21 + " ", "k" * 21 + "é", "k" * 22 + "\n"])
def test_a_key_that_could_be_guessed_or_is_odd_is_refused(key: str) -> None:
    with pytest.raises(SpeelkistError, match="A key is 22 to 128"):
        owner_hash(key)


def test_a_code_is_read_without_regard_to_case_and_hyphens() -> None:
    code = new_code()
    assert len(code) == 10
    assert code_hash(code) == code_hash(f" {code[:5].lower()}-{code[5:]}\n") != code_hash(new_code())
