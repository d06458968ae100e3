"""The games, one folder each. A folder here is a game: it registers itself when it is imported."""

from importlib import import_module
from pkgutil import iter_modules

for _folder in iter_modules(__path__):
    if _folder.ispkg:
        import_module(f"{__name__}.{_folder.name}")
