"""Conformance checks for any game, also for games that live outside this package."""
