"""The table needs nothing but Python: a game of each kind in an interpreter without any installed package."""

import subprocess
import sys
from pathlib import Path

import pytest

import speelkist

SOURCES = Path(speelkist.__file__).parent.parent

# Plays a game with two people at one screen to its end: a refused command, an undo that is played again, a rematch.
SCRIPT = """
import json, sys
sources, game, start = sys.argv[1], sys.argv[2], sys.argv[3] or None
assert not [path for path in sys.path if "site-packages" in path]
sys.path.insert(0, sources)
import speelkist
from speelkist.core import commitment, fresh_seed, nonce_commitment
from speelkist.table import commands, history, settlement, undo
from speelkist.table.errors import Refused
from speelkist.table.events import Created
from speelkist.table.table import PendingEvent, Table

def take_in(table, pending):
    for event in pending:
        table.apply(event, table.version + 1, at=table.version)

def make(table_id, seats, reserved=None):
    table, seed = Table(table_id), fresh_seed()
    loaded = speelkist.load(game)
    created = Created(game, loaded.info.version, {}, seats, commitment(seed), start)
    take_in(table, [PendingEvent(created, json.dumps({"seed": seed.hex(), "reserved": reserved}))])
    return table

table = make("bare2345", ["person", "person"])
for seat in (0, 1):
    take_in(table, commands.sit(table, "ans", seat, "Ans"))
if table.contributors:
    promise = nonce_commitment(table.created.commitment, bytes(16))
    take_in(table, settlement.commit(table, "ans", promise, bytes(16).hex()))
try:
    commands.play(table, "ans", table.state.player, table.version, "no such move")
except Refused as refused:
    assert str(refused) and refused.phrase.say("nl")
else:
    raise AssertionError("not refused")
try:
    commands.play(table, "eve", table.state.player, table.version, "--")
except Refused as refused:
    assert refused.phrase.key == "table.seat.not_yours" and str(refused)
count = 0
while table.ended is None:
    count += 1
    move = table.state.legal()[-1 if count % 3 else 0].text
    before, played = table.state, len(table.actions)
    take_in(table, commands.play(table, "ans", table.state.player, table.version, move))
    if count == 5 and table.ended is None:
        after, actions = table.state, table.actions
        take_in(table, undo.undo(table, "ans", before.player, table.version))
        assert table.state == before and len(table.actions) == played
        take_in(table, commands.play(table, "ans", before.player, table.version, move))
        assert table.state == after and table.actions == actions
    assert table.view()["board"]
seats, by = commands.rematch_seats(table, "ans")
following = make("bare3456", [seat.planned for seat in seats], [seat.reserved for seat in seats])
take_in(table, commands.rematch(table, following.id, by))
take_in(following, commands.sit(following, "ans", -1, "Ans"))
record = history.record(table)
throws = record.verify(bytes.fromhex(table.ended.seed)).throws
assert len(history.proof(table)["throws"]) == throws
assert history.position_at(table, len(table.actions))["view"]["pieces"] == table.view()["pieces"]
assert not {"msgspec", "numpy", "numba", "sqlalchemy"} & set(sys.modules)
print(len(table.actions), table.ended.reason)
"""


@pytest.mark.parametrize("game", speelkist.games())
def test_a_whole_game_needs_no_installed_package(game: str) -> None:
    start = ""
    if game == "cubus":  # from where the pile is taken down: a whole building takes long
        from tests.games.cubus.examples import POSITIONS

        start = POSITIONS["demolition"]
    command = [sys.executable, "-I", "-S", "-c", SCRIPT, str(SOURCES), game, start]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 5
