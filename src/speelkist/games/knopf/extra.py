"""What Kopf oder Knopf adds to the drawing and to a position; the browser's types are made from these."""

from __future__ import annotations

from typing import TypedDict


class BoardExtra(TypedDict):
    """What Kopf oder Knopf adds to the drawing."""

    holes: list[str]  # ten rows of ten digits, rank 1 first


class ThreatData(TypedDict):
    """A pair, the enemy button it threatens, how many squares beyond the pair that stands, and how far it reaches."""

    pair: tuple[str, str]
    target: str
    distance: int
    reach: int


class ViewExtra(TypedDict):
    """What Kopf oder Knopf adds to a position."""

    taken: list[int]  # how many buttons red and blue have taken
    target: int  # so many win
    quiet: int  # turns without a taken button
    quiet_end: int  # so many of them end the game
    groups: list[list[list[str]]]
    takes: list[str]  # what may still be taken, where that is chosen
    fines: list[list[str]]  # what stands of the groups that may still be fined, in that order
    makes_group: list[str]  # moves that bring three or more buttons of one side together
    threats: list[list[ThreatData]]  # those of red and those of blue
