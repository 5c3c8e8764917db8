"""Alembic runs this for every migration; the connection comes from store/migrate.py."""

from alembic import context

from fogfield.store.tables import METADATA, VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
)
with context.begin_transaction():
    context.run_migrations()
