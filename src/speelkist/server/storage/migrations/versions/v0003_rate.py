"""For hosts: a network may have a rate of messages of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column."""
    op.add_column("networks", sa.Column("rate", sa.Integer, nullable=True))
