"""The race in compiled code; needs numba."""
