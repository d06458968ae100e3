"""The tables of the database. The migrations in ``migrations/`` bring older databases here."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("archived_at", sa.BigInteger, nullable=True),
)

# The truth. ``version`` counts the events of a table from 1; ``secret`` is for the server alone; ``request`` is a
# digest of the id that the client gave its command. The foreign key makes sure that no event follows a deleted table,
# whichever process deleted it. It is checked at the commit, because a new table is stored with its first events.
events = sa.Table(
    "events",
    metadata,
    sa.Column(
        "table_id",
        sa.String(16),
        sa.ForeignKey("tables.table_id", name="events_of_a_table", deferrable=True, initially="DEFERRED"),
        primary_key=True,
    ),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=True),
    sa.Column("request", sa.String(64), nullable=True),
)

# Which tables a browser has a seat at, by the hash of its key: so that it can list them.
owners = sa.Table(
    "owners",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(16), primary_key=True),
)

# One-time codes that move a seat to another device, by their hash.
device_codes = sa.Table(
    "device_codes",
    metadata,
    sa.Column("code", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
)

# What a host has decided about networks (203.0.113.0/24): banned, or with limits of their own (None: those of the
# settings).
networks = sa.Table(
    "networks",
    metadata,
    sa.Column("network", sa.String(64), primary_key=True),
    sa.Column("banned", sa.Boolean, nullable=False),
    sa.Column("sockets", sa.Integer, nullable=True),
    sa.Column("tables_per_hour", sa.Integer, nullable=True),
    sa.Column("expires_at", sa.BigInteger, nullable=True),
    sa.Column("note", sa.String(200), nullable=False),
    sa.Column("rate", sa.Integer, nullable=True),
)

# Where running server processes take a host's commands: a port of 127.0.0.1 and the token that opens it.
processes = sa.Table(
    "processes",
    metadata,
    sa.Column("process", sa.String(16), primary_key=True),
    sa.Column("port", sa.Integer, nullable=False),
    sa.Column("token", sa.String(64), nullable=False),
)
