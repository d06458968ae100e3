"""The first schema: tables, their events, the owners of their seats, and codes that move a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "tables",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("archived_at", sa.BigInteger, nullable=True),
    )
    op.create_table(
        "events",
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
    op.create_table(
        "owners",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
    )
    op.create_table(
        "device_codes",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
