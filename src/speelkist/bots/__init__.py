"""Bots: programs that play. They sit at a table like any person and see what everybody sees."""

from speelkist.core import register_phrases
from speelkist.search.advice import Advice, Choice
from speelkist.search.budget import Budget, Cancelled

from .factory import BOTS, Bot, is_bot, make_bot
from .hints import hint
from .random_bot import RandomBot
from .simple_bot import SimpleBot
from .strengths import STRENGTHS, CannotPlay, StrengthBot, missing_notice, rank

register_phrases("bots", __name__)

__all__ = [
    "BOTS",
    "STRENGTHS",
    "Advice",
    "Bot",
    "Budget",
    "Cancelled",
    "CannotPlay",
    "Choice",
    "RandomBot",
    "SimpleBot",
    "StrengthBot",
    "hint",
    "is_bot",
    "make_bot",
    "missing_notice",
    "rank",
]
