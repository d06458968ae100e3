"""The games for programs that learn: encodings and many games at once; the adapters for other libraries are beside it.

    speelkist.research                 Encoder, VectorGames; needs the extra ``fast``
    speelkist.research.gymnasium_env   a vector environment of Gymnasium
    speelkist.research.pettingzoo_env  an AEC environment of PettingZoo
    speelkist.research.openspiel_game  a Python game of OpenSpiel

The last three need the extra ``research``.
"""

import speelkist.fast  # noqa: F401  (announces what is compiled)
from speelkist.compiled.encoding import Plane
from speelkist.core import register_phrases

from .encoder import Encoder
from .vector_games import VectorGames

register_phrases("research", __name__)

__all__ = ["Encoder", "Plane", "VectorGames"]
