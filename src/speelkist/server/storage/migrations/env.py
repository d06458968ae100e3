"""Alembic runs this file; the connection to migrate comes from ``database.prepare``."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    transactional_ddl=True,  # on SQLite too: a revision that fails leaves nothing behind
    render_as_batch=True,  # SQLite alters a table by making it anew
)
context.run_migrations()
