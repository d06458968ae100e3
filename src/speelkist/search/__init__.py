"""Searches that know no game: they are given a kernel's functions. All but budget, advice and chunks need numba."""
