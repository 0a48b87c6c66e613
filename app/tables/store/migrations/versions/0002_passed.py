"""How often a seat, and the keeper's role, passed to another phone: an offer is good for one time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Count from now on."""
    for table in ("tables", "seats"):
        op.add_column(table, sa.Column("passed", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Count no more."""
    for table in ("tables", "seats"):
        with op.batch_alter_table(table) as batch:
            batch.drop_column("passed")
