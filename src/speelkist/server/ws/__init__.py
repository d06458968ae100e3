"""WebSocket sessions and the messages they exchange."""
