"""The games on paper: boards, pieces and rules as sheets to print in true size.

``sheets_of`` gives them as shapes; ``svg`` and ``pdf`` write them. The standard library is enough.
"""

from speelkist.i18n.phrases import register_phrases

from .sheets import sheets_of

register_phrases("paper", __name__)

__all__ = ["sheets_of"]
