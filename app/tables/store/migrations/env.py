"""Alembic's entry point: runs the migrations inside the transaction that ``app.tables.store.migrate`` has begun."""

from alembic import context

from app.tables.store.models import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
