"""The web app: tables and seats, the event log, the protocol, storage."""
