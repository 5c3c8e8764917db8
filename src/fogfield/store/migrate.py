"""Bringing the tables of a database to the version that this program knows."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from fogfield.store.faults import StoreError
from fogfield.store.tables import METADATA, VERSION, VERSION_TABLE


def version(connection: Connection, name: str) -> int:
    """Read the version of a database: 0 if it is empty; one that is not ours, or too new, is refused."""
    tables = set(inspect(connection).get_table_names())
    if VERSION_TABLE not in tables:
        if taken := tables & set(METADATA.tables):
            raise StoreError(
                f"{name} is a database of another program (it has a table {min(taken)}); choose another one"
            )
        return 0
    stamp = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608
    if stamp is None:
        return 0
    if not (isinstance(stamp, str) and stamp.isdecimal()):
        raise StoreError(f"{name} has a version that is not known here ({stamp!r}); choose another database")
    if int(stamp) > VERSION:
        raise StoreError(
            f"{name} was written by a newer Fogfield (version {int(stamp)} of the tables, this program has {VERSION}); "
            "use that one, or another database"
        )
    return int(stamp)


def upgrade(connection: Connection, to: int = VERSION) -> None:
    """Run the migrations that are missing, in the transaction of this connection."""
    from alembic import command  # takes long to load, and is rarely needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, f"{to:04}")
