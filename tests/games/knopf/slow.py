"""The rules a second time, written straight from the law with sets of (file, rank) and nothing clever."""

from __future__ import annotations

from itertools import product

Square = tuple[int, int]

WAYS = [way for way in product((-1, 0, 1), (-1, 0, 1)) if way != (0, 0)]


def name(square: Square) -> str:
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def in_order(squares: set[Square]) -> list[Square]:
    """a1 b1 .. j1 a2 .. j10"""
    return sorted(squares, key=lambda square: (square[1], square[0]))


def on_board(square: Square) -> bool:
    return 0 <= square[0] <= 9 and 0 <= square[1] <= 9


def go(square: Square, way: Square, distance: int) -> Square:
    return square[0] + distance * way[0], square[1] + distance * way[1]


def threatened(holes: tuple[str, ...], own: set[Square], enemy: set[Square]) -> set[Square]:
    """Every button looks in every direction: is the neighbour on the other side its partner?"""
    targets = set()
    for front in own:
        for way in WAYS:
            back = go(front, way, -1)
            if back not in own:
                continue
            reach = int(holes[front[1]][front[0]]) + int(holes[back[1]][back[0]])
            for distance in range(1, reach + 1):
                square = go(front, way, distance)
                if square in own:
                    break
                if square in enemy:
                    targets.add(square)
                    break
    return targets


def groups(buttons: set[Square]) -> list[set[Square]]:
    all_groups = []
    rest = set(buttons)
    for first in in_order(buttons):
        if first not in rest:
            continue
        group: set[Square] = set()
        todo = [first]
        while todo:
            square = todo.pop()
            if square in rest:
                rest.remove(square)
                group.add(square)
                todo += [go(square, way, 1) for way in WAYS]
        if len(group) >= 3:
            all_groups.append(group)
    all_groups.sort(key=lambda group: -len(group))
    return all_groups


def moves(holes: tuple[str, ...], own: set[Square], enemy: set[Square], forbidden: bool) -> list[tuple[Square, Square]]:
    every = []
    for start in in_order(own):
        count = int(holes[start[1]][start[0]])
        ends = set()
        for way in WAYS:
            for distance in [1, 2, 3, 4] if count == 4 else [count]:
                end = go(start, way, distance)
                if on_board(end) and end not in own and end not in enemy:
                    ends.add(end)
        every += [(start, end) for end in in_order(ends)]
    if forbidden:
        allowed = [(start, end) for start, end in every if not groups(own - {start} | {end})]
        return allowed or every
    return every


class SlowGame:
    """A game being played, changed in place."""

    def __init__(self, holes: tuple[str, ...], target: int, forbidden: bool, chooses: bool) -> None:
        self.holes = holes
        self.target = target
        self.forbidden = forbidden
        self.chooses = chooses
        ring = [(1 + i, 1) for i in range(7)] + [(8, 1 + i) for i in range(7)]
        ring += [(8 - i, 8) for i in range(7)] + [(1, 8 - i) for i in range(7)]
        self.buttons = [set(ring[0::2]), set(ring[1::2])]  # round the ring by turns, b2 red
        self.taken = [0, 0]
        self.turn = 0
        self.quiet = 0
        self.takes: list[Square] = []
        self.fixed: list[set[Square]] = []  # the groups as they stood when the turn began
        self.winner: int | None = None
        self.over = False

    @property
    def enemy(self) -> set[Square]:
        return self.buttons[1 - self.turn]

    @property
    def fines(self) -> list[set[Square]]:
        """What still stands of the groups that are still to be fined."""
        return [group & self.enemy for group in self.fixed if group & self.enemy]

    def begin_turn(self) -> None:
        """Threats and groups are fixed first, then something is taken."""
        self.takes = in_order(threatened(self.holes, self.buttons[self.turn], self.enemy))
        self.fixed = groups(self.enemy)
        if not self.chooses:
            while self.takes:
                self.take(self.takes[0])
        self.go_on()

    def take(self, square: Square) -> None:
        self.leave(square)
        self.takes = self.takes[self.takes.index(square) + 1 :]

    def leave(self, square: Square) -> None:
        self.enemy.remove(square)
        self.taken[self.turn] += 1
        self.quiet = 0

    def go_on(self) -> None:
        """After anything was taken, fined or left: is it over?"""
        if self.taken[self.turn] >= self.target:
            self.over, self.winner = True, self.turn
        elif self.quiet == 100 and not self.takes and not self.fines:
            self.over = True
            if self.taken[0] != self.taken[1]:
                self.winner = 0 if self.taken[0] > self.taken[1] else 1
        if self.over:
            self.takes, self.fixed = [], []

    def legal(self) -> list[str]:
        if self.over:
            return []
        if self.takes:
            return ["x" + name(square) for square in self.takes] + ["x-"]
        if self.fines:
            return ["!" + name(square) for square in in_order(self.fines[0])] + ["!-"]
        steps = moves(self.holes, self.buttons[self.turn], self.enemy, self.forbidden)
        return [f"{name(start)}-{name(end)}" for start, end in steps] or ["--"]

    def play(self, text: str) -> None:
        squares = {name(square): square for square in product(range(10), range(10))}
        if text == "x-":
            self.takes = []
        elif text.startswith("x"):
            self.take(squares[text[1:]])
        elif text.startswith("!"):
            group = next(group for group in self.fixed if group & self.enemy)
            self.fixed = self.fixed[self.fixed.index(group) + 1 :]
            if text != "!-":
                self.leave(squares[text[1:]])
        else:
            if text != "--":
                start, end = text.split("-")
                self.buttons[self.turn].remove(squares[start])
                self.buttons[self.turn].add(squares[end])
            self.quiet += 1
            self.turn = 1 - self.turn
            self.begin_turn()
            return
        self.go_on()
