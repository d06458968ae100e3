"""For hosts: rules about networks, and where running processes take commands."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "networks",
        sa.Column("network", sa.String(64), primary_key=True),
        sa.Column("banned", sa.Boolean, nullable=False),
        sa.Column("sockets", sa.Integer, nullable=True),
        sa.Column("tables_per_hour", sa.Integer, nullable=True),
        sa.Column("expires_at", sa.BigInteger, nullable=True),
        sa.Column("note", sa.String(200), nullable=False),
    )
    op.create_table(
        "processes",
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("port", sa.Integer, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
    )
