"""Krabcek, by Paul Clark: a labyrinth, seven men each, and a tower of three."""

from speelkist.core import register

from .rules import Krabcek, KrabcekState

register(Krabcek, __name__)

__all__ = ["Krabcek", "KrabcekState"]
