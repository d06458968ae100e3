"""The server: tables for browsers to sit at. ``speelkist serve`` runs it; docs/hosting.md tells how."""

from speelkist.core import register_phrases

register_phrases("server", __name__)
