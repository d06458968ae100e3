"""The players of five strengths, a module a game, each with one function ``ranked``."""
