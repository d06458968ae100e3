"""The database: the event log, its writers, queries, migrations and maintenance."""
