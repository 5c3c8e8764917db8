"""The first tables: matches, seats, moves, servers."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.sqlite import REAL
from sqlalchemy.types import TypeEngine

revision = "0001"
down_revision = None

_SECONDS: TypeEngine[float] = sa.Double().with_variant(REAL(), "sqlite")
_KEY: TypeEngine[int] = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_FORM = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "matches",
        sa.Column("key", _KEY, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("id", "game", "options", "seed", "service")),
        sa.Column("made", _SECONDS, nullable=False),
        sa.Column("extra", sa.Text, nullable=False),
        sa.Column("after", sa.Text),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("owner", sa.Text),
        *(sa.Column(name, _SECONDS) for name in ("began", "first_began", "think_s", "end_s")),
        sa.Column("outcome", sa.Text),
        sa.Column("ended", _SECONDS),
        sa.UniqueConstraint("id", name="matches_id"),
        sqlite_strict=True,
    )
    op.create_index("matches_by_time", "matches", ["made", "id"])
    op.create_index("matches_by_game", "matches", ["game", "made", "id"])
    op.create_index("matches_by_status", "matches", ["status", "made", "id"])
    op.create_table(
        "seats",
        sa.Column("match", _KEY, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("proof", sa.LargeBinary),
        sa.Column("extra", sa.Text, nullable=False),
        **_FORM,
    )
    op.create_index("seats_by_name", "seats", ["name", "match"])
    op.create_table(
        "moves",
        sa.Column("match", _KEY, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at_s", _SECONDS, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        **_FORM,
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.Text, primary_key=True),
        *(sa.Column(name, _SECONDS, nullable=False) for name in ("started", "seen", "until")),
        sa.Column("gone", sa.Integer, nullable=False),
        **_FORM,
    )
