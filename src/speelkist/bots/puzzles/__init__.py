"""Puzzles looked for in games of strong players, and proved far beyond the strength that plays."""
