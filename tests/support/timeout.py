"""How long a test waits."""

TIMEOUT = 60.0  # seconds: only what is broken takes so long, also on a busy machine
