"""The bots of this game: the simple one and the five strengths."""
