"""The command ``speelkist``: games in the terminal, and what a host runs."""

from speelkist.core import register_phrases

register_phrases("cli", __name__)

from .main import main  # noqa: E402  (its modules say phrases, so the words come first)

__all__ = ["main"]
