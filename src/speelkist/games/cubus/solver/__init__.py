"""The search for the best build; needs numba."""
