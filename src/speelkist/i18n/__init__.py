"""Phrases: a key with values, said in a language when a person is to read it."""

from .phrases import LANGUAGES, Phrase, Refusal, Value, phrases_of, register_phrases

__all__ = ["LANGUAGES", "Phrase", "Refusal", "Value", "register_phrases", "phrases_of"]
