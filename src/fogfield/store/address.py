"""Where the database is: a file of SQLite, or a PostgreSQL server."""

from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from fogfield.store.faults import StoreError
from fogfield.store.folders import data_folder


class Address(NamedTuple):
    """A file, or else the address of a PostgreSQL server."""

    path: Path | None
    url: str = ""

    def __str__(self) -> str:
        """Give what may be shown and logged: no password."""
        if self.path:
            return str(self.path)
        parts = urlsplit(self.url)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"


def default_address() -> str:
    """Give the address of the database in this user's data folder."""
    return f"sqlite:///{data_folder() / 'fogfield.db'}"


def parse(address: str) -> Address:
    """Read an address: a path, sqlite:///path or postgresql://user@host/name."""
    scheme, colon, rest = address.partition("://")
    if not colon:
        if not address.strip() or "\0" in address:
            raise StoreError("the address of the store is empty; it is a path, or postgresql://user@host/name")
        return Address(Path(address).expanduser())
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1 and "\0" not in rest:
        return Address(Path(rest[1:]).expanduser())
    if scheme in ("postgresql", "postgres"):
        return Address(None, f"postgresql://{rest}")
    raise StoreError(
        f"a store has no address that begins with {scheme!r}; it is a path, sqlite:///path or postgresql://user@host/name"
    )
