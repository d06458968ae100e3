"""How the actions of Krabcek are numbered for programs that learn; docs/research/krabcek.md tells it.

A piece is named by its kind and its place among the player's pieces of that kind, in order of boxes: a slot. Nine slots
are enough: four Skinnyboys, two Middlemen, two little stacks, and the Bigboy, alone or with a Middleman.

ids   which slot walks to which box; which piece enters to which box; which two slots change places; flights from gate
      to gate; gates to choose
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Final

import numpy as np

from speelkist.games.krabcek.boxes import GATES
from speelkist.games.krabcek.moves import PIECES

from .layout import BOXES

FIRST_SLOT = np.array([0, 4, 8, 6, 8, 8], np.int64)  # by kind; a tower ends the game
# The same in one number, SLOT_BITS for each kind: so the next slots of all kinds are counted without an array.
SLOT_BITS: Final = 4
SLOT_MASK: Final = (1 << SLOT_BITS) - 1
FIRST_SLOTS: Final = sum(int(slot) << SLOT_BITS * kind for kind, slot in enumerate(FIRST_SLOT))
SLOTS, WALKERS = 9, 8  # the Bigboy does not walk
SLOT_KIND = (0, 0, 0, 0, 1, 1, 3, 3, 2)
SLOT_NAMES = tuple(f"{PIECES[kind]} {1 + slot - (0, 4, 8, 6)[kind]}" for slot, kind in enumerate(SLOT_KIND))
PAIRS = [pair for pair in combinations(range(SLOTS), 2) if SLOT_KIND[pair[0]] != SLOT_KIND[pair[1]]]
PAIR_ID = np.full((SLOTS, SLOTS), -1, np.int64)
for _number, (_first, _second) in enumerate(PAIRS):
    PAIR_ID[_first, _second] = PAIR_ID[_second, _first] = _number
FLIGHTS = list(permutations(range(GATES), 2))
FLIGHT_ID = np.full((GATES, GATES), -1, np.int64)
for _number, _ends in enumerate(FLIGHTS):
    FLIGHT_ID[_ends] = _number

ENTERS = WALKERS * BOXES
SWITCHES = ENTERS + 3 * BOXES
FLIES = SWITCHES + len(PAIRS)
CHOICES = FLIES + len(FLIGHTS)
NUM_ACTIONS = CHOICES + GATES
