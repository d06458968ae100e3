"""The best build as a problem for CP-SAT, straight from the law: no overlap, what touches meets in space, one piece.

It knows nothing of rows. Boxes in a block of space are true or false; faces follow from them.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, product

from ortools.sat.python import cp_model

from . import oracle

Face = tuple[str, int, int, int]
Range = tuple[int, int]  # from the first to the second, both included


class Model:
    """All piles in a block of space, x and y between given numbers and at most ``high`` boxes high."""

    def __init__(self, xs: Range, ys: Range, high: int) -> None:
        self.model = cp_model.CpModel()
        block = product(range(xs[0], xs[1] + 1), range(ys[0], ys[1] + 1), range(high))
        self.boxes = {(x, y, z): self.model.new_bool_var(f"{x},{y},{z}") for x, y, z in block}
        self.faces: dict[Face, cp_model.IntVar] = {}
        for (x, y, z), box in self.boxes.items():
            if z:
                self.model.add_implication(box, self.boxes[x, y, z - 1])
            for kind, beyond in (("T", (x, y, z + 1)), ("L", (x, y + 1, z)), ("R", (x + 1, y, z))):
                self.faces[kind, x, y, z] = self._seen(box, self.boxes.get(beyond), f"{kind}{x},{y},{z}")
        corners = {face: oracle.corners(*face) for face in self.faces}
        flat = {face: frozenset(map(oracle.flat, points)) for face, points in corners.items()}
        triangles, edges = defaultdict(list), defaultdict(list)
        for face, points in flat.items():
            for three in combinations(sorted(points), 3):
                if all(_near(*pair) for pair in combinations(three, 2)):
                    triangles[three].append(face)
            for pair in combinations(sorted(corners[face]), 2):
                if sum(abs(i - j) for i, j in zip(*pair, strict=True)) == 1:
                    edges[frozenset(map(oracle.flat, pair))].append(face)
        for same in triangles.values():
            self.model.add_at_most_one(self.faces[face] for face in same)
        self.joined: dict[Face, set[Face]] = defaultdict(set)
        for same in edges.values():
            for first, second in combinations(same, 2):
                if len(corners[first] & corners[second]) == 2:
                    self.joined[first].add(second)
                    self.joined[second].add(first)
                else:
                    self.model.add_bool_or(self.faces[first].negated(), self.faces[second].negated())

    def _seen(self, box: cp_model.IntVar, beyond: cp_model.IntVar | None, name: str) -> cp_model.IntVar:
        if beyond is None:
            return box
        face = self.model.new_bool_var(name)
        self.model.add_bool_and(box, beyond.negated()).only_enforce_if(face)
        self.model.add_bool_or(box.negated(), beyond).only_enforce_if(face.negated())
        return face

    def _apart(self, shown: set[Face]) -> set[Face]:
        """A piece of what is shown that does not hang together with the rest; empty if all does."""
        piece, waiting = set(), [min(shown)]
        while waiting:
            face = waiting.pop()
            if face not in piece:
                piece.add(face)
                waiting.extend(self.joined[face] & shown)
        return set() if piece == shown else piece

    def count(self, kind: str) -> cp_model.LinearExprT:
        """How many faces of a kind are seen."""
        return sum(face for (kind_of_face, *_), face in self.faces.items() if kind_of_face == kind)

    def lid(self, a: int, b: int) -> None:
        """A lid lies at this point of the picture."""
        self.model.add(
            sum(face for (kind, x, y, z), face in self.faces.items() if (kind, x - z, y - z) == ("T", a, b)) == 1
        )

    def most(self, value: cp_model.LinearExprT) -> int | None:
        """The most that something can be; None if there is no such pile."""
        self.model.maximize(value)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        while True:
            status = solver.solve(self.model)
            if status == cp_model.INFEASIBLE:
                return None
            assert status == cp_model.OPTIMAL
            piece = self._apart({face for face, seen in self.faces.items() if solver.boolean_value(seen)})
            if not piece:
                return round(solver.objective_value)
            # whatever shows this piece shows something that hangs on it too, for it is not all
            beside = set().union(*(self.joined[face] for face in piece)) - piece
            self.model.add_bool_or(
                *(self.faces[face].negated() for face in piece), *(self.faces[face] for face in beside)
            )


def _near(first: tuple[int, int], second: tuple[int, int]) -> bool:
    step = first[0] - second[0], first[1] - second[1]
    return step in {(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)}


def most_boxes(lids: int, left: int, right: int) -> int | None:
    """The most boxes that just these tiles show: as many columns as lids, none higher than its sides."""
    model = Model((0, lids - 1), (0, lids - 1), min(left, right))
    for kind, count in (("T", lids), ("L", left), ("R", right)):
        model.model.add(model.count(kind) == count)
    return model.most(sum(model.boxes.values()))


def most_worth(lids: Range, left: Range, right: Range, places: list[tuple[int, int]]) -> int | None:
    """The most of three times the boxes less the tiles, with open lids at these places."""
    high = min(left[1], right[1])
    best: int | None = None
    for height in range(1, high + 1):  # of the column under the first open lid
        x, y = places[0][0] + height - 1, places[0][1] + height - 1
        reach = lids[1] - 1
        model = Model((x - reach, x + reach), (y - reach, y + reach), high)
        for kind, (low, most) in (("T", lids), ("L", left), ("R", right)):
            model.model.add(model.count(kind) >= low)
            model.model.add(model.count(kind) <= most)
        model.model.add(model.faces["T", x, y, height - 1] == 1)
        for a, b in places:
            model.lid(a, b)
        worth = model.most(3 * sum(model.boxes.values()) - sum(model.faces.values()))
        if worth is not None and (best is None or worth > best):
            best = worth
    return best
