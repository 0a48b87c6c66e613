"""Tables, their logs, the phones that joined and the seats they hold."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=True),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("keeper", sa.String(64), nullable=False),
        sa.Column("locked", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("board", sa.JSON),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("entry_id", sa.String(64), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(64)),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False, server_default="1"),
        sa.Column("event", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_entries"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_entries_table_id"),
        sa.UniqueConstraint("table_id", "entry_id", name="uq_entries_table_id_entry_id"),
    )
    op.create_table(
        "members",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("seen_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "device", name="pk_members"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_members_table_id"),
    )
    op.create_index("ix_members_device", "members", ["device"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("sees_from", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
    )


def downgrade() -> None:
    """Drop them; the logs are lost."""
    for name in ("seats", "members", "entries", "tables"):
        op.drop_table(name)
