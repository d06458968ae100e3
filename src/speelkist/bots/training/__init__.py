"""Training of a game's evaluation by games against itself; needs numba, the extra ``fast``."""

from .trainer import Progress, Settings, Trainer, settings_of

__all__ = ["Progress", "Settings", "Trainer", "settings_of"]
