"""Searches that know no game: they are given a kernel's functions. All but budget, advice and chunks need numba."""

from speelkist.core import register_phrases

register_phrases("search", __name__)
