"""Learning a game by doing: lessons and worked examples as data in the game's folder, and positions without a table.

Standard library alone and without I/O beyond the package's own files, so that a page without a server can run it too.
"""

from speelkist.i18n.phrases import register_phrases

register_phrases("learn", __name__)
