"""Kris-kras (Kreuz und Quer) by Sicco van Huelst, Pelikan 1975."""

from speelkist.core import register

from .rules import Kriskras, KriskrasState

__all__ = ["Kriskras", "KriskrasState"]

register(Kriskras, __name__)
