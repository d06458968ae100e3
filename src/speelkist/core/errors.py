"""Every error of ours is a ValueError whose text is a sentence fit for a player."""

from __future__ import annotations

from speelkist.i18n.phrases import Phrase, Value


class SpeelkistError(ValueError):
    """The parent of all our errors: a ValueError whose text is a sentence for a player.

    ``phrase`` holds the key and the values, so that it can be said in Dutch too.
    """

    def __init__(self, phrase: Phrase | str, **values: Value) -> None:
        self.phrase = phrase if isinstance(phrase, Phrase) else Phrase(phrase, **values)
        super().__init__(self.phrase.say())

    def say(self, lang: str = "en") -> str:
        """The sentence in a language: ``en`` or ``nl``."""
        return self.phrase.say(lang)

    def __reduce__(self) -> tuple[type[SpeelkistError], tuple[Phrase]]:
        return type(self), (self.phrase,)  # errors cross process borders whole


class IllegalMove(SpeelkistError):
    """A move that is well written but breaks a rule here."""


class BadNotation(SpeelkistError):
    """A text that is no move of this game."""


class BadPosition(SpeelkistError):
    """A position that cannot be read, or is impossible."""


class BadOption(SpeelkistError):
    """An unknown game, an unknown option, or a value that is not allowed."""


class BadRecord(SpeelkistError):
    """A record that is damaged or does not replay."""


class BadWeights(SpeelkistError):
    """A weights file that is missing, damaged, or made for other features."""


class BadQuery(SpeelkistError):
    """A question about a position that its game does not answer, or not with these arguments."""
