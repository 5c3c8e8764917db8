"""The tables as they are now. What made them so is in migrations/; a test compares the two."""

from sqlalchemy import BigInteger, Column, Double, Index, Integer, LargeBinary, MetaData, Table, Text, UniqueConstraint
from sqlalchemy.dialects.sqlite import REAL
from sqlalchemy.types import TypeEngine

#: The version of the tables: the number of the last migration.
VERSION = 1
#: Where the database keeps that number.
VERSION_TABLE = "fogfield_version"

METADATA = MetaData()
#: Seconds; SQLite's strict tables know eight bytes by another name.
_SECONDS: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")

#: Matches have a number of their own inside. It grows, so what is played now lies together in other tables; with ids
#: drawn at random it would not (two million moves on SQLite took 59 s of processor time, and so take 8).
_KEY: TypeEngine[int] = BigInteger().with_variant(Integer(), "sqlite")

#: A match as it was made, how it is going and who plays it on. `began` moves with every pause, `first_began` stays.
MATCHES = Table(
    "matches", METADATA,
    Column("key", _KEY, primary_key=True),
    Column("id", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("service", Text, nullable=False),
    Column("made", _SECONDS, nullable=False),
    Column("extra", Text, nullable=False),
    Column("after", Text),
    Column("status", Integer, nullable=False),
    Column("owner", Text),
    Column("began", _SECONDS),
    Column("first_began", _SECONDS),
    Column("think_s", _SECONDS),
    Column("end_s", _SECONDS),
    Column("outcome", Text),
    Column("ended", _SECONDS),
    UniqueConstraint("id", name="matches_id"),
    Index("matches_by_time", "made", "id"),
    Index("matches_by_game", "game", "made", "id"),
    Index("matches_by_status", "status", "made", "id"),
    sqlite_strict=True,
)  # fmt: skip

#: Who sits where.
SEATS = Table(
    "seats", METADATA,
    Column("match", _KEY, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("proof", LargeBinary),
    Column("extra", Text, nullable=False),
    Index("seats_by_name", "name", "match"),
    sqlite_strict=True, sqlite_with_rowid=False,
)  # fmt: skip

#: Every accepted move. The rows of one match lie together, so a whole match is one short walk.
MOVES = Table(
    "moves", METADATA,
    Column("match", _KEY, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at_s", _SECONDS, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    sqlite_strict=True, sqlite_with_rowid=False,
)  # fmt: skip

#: The servers that own matches: their last sign of life by their own clock, and until when that counts by the
#: database's. One that is `gone` may write nothing more; its row stays while its matches need `seen`.
SERVERS = Table(
    "servers", METADATA,
    Column("id", Text, primary_key=True),
    Column("started", _SECONDS, nullable=False),
    Column("seen", _SECONDS, nullable=False),
    Column("until", _SECONDS, nullable=False),
    Column("gone", Integer, nullable=False),
    sqlite_strict=True, sqlite_with_rowid=False,
)  # fmt: skip
