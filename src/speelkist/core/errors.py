"""Every error of ours is a ValueError whose text is a sentence fit for a player."""

from __future__ import annotations

from speelkist.i18n.phrases import Phrase, Value


class SpeelkistError(ValueError):
    """The parent of all our errors; ``phrase`` holds key and values, so that it can be said in Dutch too."""

    def __init__(self, phrase: Phrase | str, **values: Value) -> None:
        self.phrase = phrase if isinstance(phrase, Phrase) else Phrase(phrase, **values)
        super().__init__(self.phrase.say())

    def say(self, lang: str = "en") -> str:
        """The sentence in the given language."""
        return self.phrase.say(lang)

    def __reduce__(self) -> tuple[type[SpeelkistError], tuple[Phrase]]:
        return type(self), (self.phrase,)  # errors cross process borders whole


class IllegalMove(SpeelkistError):
    """A move that is written well but breaks a rule here."""


class BadNotation(SpeelkistError):
    """A text that is no move of this game."""


class BadPosition(SpeelkistError):
    """A position that cannot be read or cannot be."""


class BadOption(SpeelkistError):
    """An unknown game, an unknown option, or a value outside its range."""


class BadRecord(SpeelkistError):
    """A record that is damaged or does not replay."""


class BadWeights(SpeelkistError):
    """Weights that are not there, or cannot be trusted."""


class BadQuery(SpeelkistError):
    """A question about a position that its game does not answer, or not with these arguments."""
