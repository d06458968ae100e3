"""The chest without a server, in a real browser, from a plain file server under a path."""
