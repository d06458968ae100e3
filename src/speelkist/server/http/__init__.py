"""The HTTP side of the server: routes, access checks, rate limits."""
