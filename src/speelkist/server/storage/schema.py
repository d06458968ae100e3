"""The tables of the database. Migrations in ``migrations/`` bring older databases here."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("archived_at", sa.BigInteger, nullable=True),
)

# The truth. ``secret`` is for the server alone; ``request`` is the client's own id of what it asked for. No event can
# come behind a deleted table, whichever process deleted it; checked at the commit, since a table comes with its events.
events = sa.Table(
    "events",
    metadata,
    sa.Column(
        "table_id",
        sa.String(16),
        sa.ForeignKey("tables.id", name="events_of_a_table", deferrable=True, initially="DEFERRED"),
        primary_key=True,
    ),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=True),
    sa.Column("request", sa.String(64), nullable=True),
)

# Which tables a browser sits at, by the hash of its key: so that it can list them.
holders = sa.Table(
    "holders",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(16), primary_key=True),
)

# One-time codes to move a chair to another device, by their hash.
codes = sa.Table(
    "codes",
    metadata,
    sa.Column("code", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
)
