"""The server: tables for browsers to sit at. ``speelkist serve`` runs it; docs/hosting.md tells how."""

from speelkist.core import register_words

register_words("server", __name__)
