"""Matches between bots, and what their scores prove."""
