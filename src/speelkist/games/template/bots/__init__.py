"""Bots for the race."""
