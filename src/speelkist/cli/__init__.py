"""The terminal program: play, replay, verify, perft, rules, games."""

from speelkist.core import register_phrases

register_phrases("cli", __name__)

from .main import main  # noqa: E402  (its modules say phrases, so the words come first)

__all__ = ["main"]
