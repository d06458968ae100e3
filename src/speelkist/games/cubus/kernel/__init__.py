"""Cubus at the level of counts, compiled, for programs that learn."""
