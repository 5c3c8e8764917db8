"""What can go wrong with a database, in plain words, and whether it helps to try again."""

import contextlib
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from fogfield.core.errors import FogfieldError


class StoreError(FogfieldError):
    """The store cannot do what was asked: a sentence for a person, with what to do next where there is something."""


class Replaced(Exception):
    """The database file is no longer the one that was opened."""


class Fault(NamedTuple):
    """Why the database refused, in a sentence; `hopeless` if it always will, `odd` if we do not know why."""

    why: str
    hopeless: bool = False
    odd: bool = False


_SQLITE = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "the database is locked by another program",
    sqlite3.SQLITE_LOCKED: "the database is locked by another program",
    sqlite3.SQLITE_CANTOPEN: "the database file cannot be opened",
    sqlite3.SQLITE_READONLY: "the database file may not be written",
    sqlite3.SQLITE_PERM: "the database file may not be written",
    sqlite3.SQLITE_IOERR: "the disk of the database does not work",
    sqlite3.SQLITE_CORRUPT: "the database file is damaged; restore it from a backup",
    sqlite3.SQLITE_NOTADB: "the database file is no database; restore it from a backup",
}
#: SQLite maps 32 KiB of shared memory beside the file; a full disk says no to that in a way of its own.
_SQLITE_IOERR_SHMSIZE = sqlite3.SQLITE_IOERR | 19 << 8

#: The codes of PostgreSQL: five characters, the first two are a class.
_POSTGRES = {
    "53100": "the disk of the database is full",
    "55P03": "the database is locked by another program",
    "57014": "the database is locked by another program",
    "40": "the database is busy with others",
    "28": "the database refuses the user or the password",
    "3D": "the database does not exist",
    "25": "the database may only be read",
    "53": "the database has no room for another connection",
    "57": "the database is shutting down or starting",
    "42": "the tables of the database are missing or not ours",
}
GONE = "the database does not answer"


def explain(error: BaseException) -> Fault:
    """Say what an error of a driver means."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    if isinstance(error, Replaced):
        return Fault("the database file was moved, deleted or replaced; put it back")
    if isinstance(error, sqlite3.Error):
        return _explain_sqlite(error)
    if isinstance(code := getattr(error, "sqlstate", None), str):
        if code[:2] in ("22", "23"):
            return Fault(f"the database refuses a value ({error})", hopeless=True)
        return Fault(_POSTGRES.get(code) or _POSTGRES.get(code[:2]) or GONE)
    if isinstance(error, OSError | EOFError | TimeoutError):
        return Fault(GONE)
    if isinstance(error, ValueError | TypeError | OverflowError):  # a driver could not even encode it
        return Fault(f"a value cannot be written ({error})", hopeless=True)
    if type(error).__module__.startswith("asyncpg"):  # which may not be installed
        return Fault(GONE)
    return Fault(f"{GONE} ({type(error).__name__})", odd=True)


def _explain_sqlite(error: sqlite3.Error) -> Fault:
    code = getattr(error, "sqlite_errorcode", None)
    if code == _SQLITE_IOERR_SHMSIZE:
        return Fault(_SQLITE[sqlite3.SQLITE_FULL])
    if code is not None and code & 0xFF in _SQLITE:
        return Fault(_SQLITE[code & 0xFF])
    if isinstance(error, sqlite3.OperationalError):
        return Fault(f"the database does not work ({error})")
    return Fault(f"the database refuses a value ({error})", hopeless=True)


@contextlib.contextmanager
def in_words(what: str) -> Iterator[None]:
    """Turn errors of the drivers into a sentence that begins like this."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError, Replaced) as error:
        raise StoreError(f"{what}: {explain(error).why}") from error
    except Exception as error:
        if type(error).__module__.startswith("asyncpg"):
            raise StoreError(f"{what}: {explain(error).why}") from error
        raise
