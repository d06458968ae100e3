"""A table made again from its log: what it costs, and that it is the same."""

from __future__ import annotations

from dataclasses import dataclass, fields

import pytest

from speelkist.core.match import CHECKPOINT_EVERY
from speelkist.games.kriskras.rules import KriskrasState
from speelkist.table import commands, undo
from speelkist.table import events as ev
from speelkist.table.replay import replay, undone_moves
from speelkist.table.table import MAX_EVENTS, PendingEvent, Table
from tests.support.dice import SEED, settle

from .tables import ANS, BOB, apart, lay, refused, sit_all


@dataclass
class Logged:
    """An event as a server's log has it."""

    version: int
    at: int
    event: ev.AnyEvent
    secret: str | None
    request: str | None = None


class LoggedTable:
    """A table whose events are kept."""

    def __init__(self, *owners: str) -> None:
        self.table = lay("kriskras")
        self.log = [Logged(1, self.table.at, self.table.created, f'{{"seed": "{SEED}"}}')]
        for seat in (0, 1):
            self.take_in(commands.sit(self.table, owners[seat % len(owners)], seat, f"P{seat}"))
        for event in settle(self.table):
            version = len(self.log) + 1
            self.log.append(Logged(version, 1000 * version, event.event, event.secret))

    def take_in(self, pending: list[PendingEvent]) -> None:
        """Let it have happened."""
        for event in pending:
            version, at = self.table.version + 1, self.table.at + 1000
            self.table.apply(event, version, at)
            self.log.append(Logged(version, at, event.event, event.secret))

    def play(self, choice: int = 0) -> None:
        """Make a legal move."""
        table = self.table
        seat, legal = table.state.player, table.state.legal()
        owner = table.seats[seat].owner or ""
        self.take_in(commands.play(table, owner, seat, table.version, legal[choice % len(legal)].text))

    def undo(self) -> None:
        """Take the last decision back."""
        self.take_in(undo.undo(self.table, ANS, 0, self.table.version))


def count_moves(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every move that is made from now on."""
    made: list[str] = []
    after = KriskrasState._after

    def counted(state: KriskrasState, move: object) -> KriskrasState:
        made.append(str(move))
        return after(state, move)  # type: ignore[arg-type]

    monkeypatch.setattr(KriskrasState, "_after", counted)
    return made


def test_going_back_makes_only_the_moves_behind_the_nearest_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    logged = LoggedTable(ANS)
    while len(logged.table.actions) < 90:
        logged.play()
    made = count_moves(monkeypatch)
    for actions in (87, 50, 48, 3):
        made.clear()
        logged.take_in([PendingEvent(ev.Undone(0, actions))])
        assert len(made) == actions % CHECKPOINT_EVERY
        assert len(logged.table.actions) == actions


def test_a_log_full_of_undos_costs_the_moves_that_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    logged = LoggedTable(ANS)
    for _ in range(12):
        logged.play()
    for count in range(60):
        for _ in range(1 + count % 4):
            logged.undo()
        for _ in range(1 + count % 4):
            logged.play(count)
    assert len(logged.log) > 400
    made = count_moves(monkeypatch)
    restored = replay(logged.table.id, logged.log)
    assert made == logged.table.actions
    assert same(restored, logged.table)


def test_a_table_from_its_log_is_the_same_after_every_event() -> None:
    logged = LoggedTable(ANS)
    for count in range(30):
        logged.play(count)
        if count % 3 == 2:
            logged.undo()
    for length in range(3, len(logged.log) + 1):
        step_by_step = Table(logged.table.id)
        for entry in logged.log[:length]:
            step_by_step.apply(PendingEvent(entry.event, entry.secret), entry.version, entry.at)
        assert same(replay(logged.table.id, logged.log[:length]), step_by_step)


def same(table: Table, other: Table) -> bool:
    """Whether two tables cannot be told apart."""
    names = [
        field.name for field in fields(Table) if field.name not in ("match", "_dice", "_begun", "_is_remote", "_view")
    ]
    different = [name for name in names if getattr(table, name) != getattr(other, name)]
    return not different and (table.state, table.actions, table.view()) == (other.state, other.actions, other.view())


def test_moves_undone_by_a_later_undo_are_found() -> None:
    move, throw = ev.Moved(0, "b2-c2-c3"), ev.Thrown(0, "r1g1")
    assert undone_moves([move, throw, ev.Undone(0, 1), move, ev.Renamed(0, "x"), move]) == {1}
    assert undone_moves([move, throw, move, ev.Undone(0, 2), move, ev.Undone(0, 0), throw]) == {0, 1, 2, 4}


def test_a_full_table_takes_no_more_but_can_be_ended() -> None:
    table = apart("kriskras")
    table.version = MAX_EVENTS // 2
    with refused("table.full"):
        table.require_capacity(commands.rename(table, BOB, 1, "Bo"))
    seat = table.state.player
    move = commands.play(table, (ANS, BOB)[seat], seat, table.version, table.state.legal()[0].text)
    table.require_capacity(move)
    table.version = MAX_EVENTS
    with refused("table.full"):
        table.require_capacity(move)
    table.require_capacity(commands.resign(table, ANS, 0))


def test_nobody_is_renamed_when_the_game_is_over() -> None:
    table = sit_all(lay("kriskras"), ANS, BOB)
    table.ended = ev.Ended([0], "resigned", SEED)
    with refused("core.end.over"):
        commands.rename(table, ANS, 0, "Anna")
    table.archived = True
    with refused("table.archived"):
        commands.rename(table, ANS, 0, "Anna")
