"""The rules of this game on integer arrays; all of this folder needs numba."""
