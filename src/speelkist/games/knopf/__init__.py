"""Kopf oder Knopf: pairs of buttons take along their line, as far as the holes under them say."""

from speelkist.core import register

from .rules import Knopf, KnopfState, Threat

register(Knopf, __name__)

__all__ = ["Knopf", "KnopfState", "Threat"]
