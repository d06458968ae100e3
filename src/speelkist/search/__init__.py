"""Searching a game tree: budgets, alpha-beta, expectimax and Monte Carlo tree search. Knows no game."""
