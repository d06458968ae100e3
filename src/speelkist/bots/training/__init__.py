"""Training of a game's evaluation by games against itself; needs numba, the extra ``fast``."""

from speelkist.bots.training_settings import Settings

from .trainer import Progress, Trainer, settings_of

__all__ = ["Progress", "Settings", "Trainer", "settings_of"]
