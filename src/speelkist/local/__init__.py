"""Tables without a server: the same messages as over a socket, answered in the browser's own page or by a program.

It needs the standard library alone, so that it runs in a browser (Pyodide). ``session`` and ``requests`` take the
messages and requests of a client; ``tables`` keeps the tables in a ``store``.
"""

from speelkist import learn, paper  # noqa: F401  (their phrases)
from speelkist.core import register_phrases

register_phrases("server", "speelkist.server")  # both refuse in the same words; this loads nothing of the server
