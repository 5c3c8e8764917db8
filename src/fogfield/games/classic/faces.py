"""The character that a cell shows: those of JMinesweeper, and `~` for a question mark."""

from enum import Enum

from fogfield.kits.mines.field import Field

HIDDEN, EMPTY, MINE, FLAG, QUESTION = b"?", b".", b"B", b"!", b"~"
FLAGGED_MINE, WRONG_FLAG, EXPLODED = b"@", b"/", b"*"

# A cell while it is painted is one byte: the mines around it, plus what it is.
_OPEN, _FLAG, _MINE, _QUESTION = 16, 32, 64, 128


class Sight(Enum):
    """How much of the truth is shown."""

    FOG = "what was opened"
    TRUTH = "everything"


def _face(code: int, sight: Sight) -> int:
    around = code & 15
    digit = b"%d" % around if around else EMPTY
    flagged, mine = bool(code & _FLAG), bool(code & _MINE)
    if code & _OPEN:
        face = EXPLODED if mine else digit
    elif sight is Sight.FOG:
        face = FLAG if flagged else QUESTION if code & _QUESTION else HIDDEN
    elif mine:
        face = FLAGGED_MINE if flagged else MINE
    else:
        face = WRONG_FLAG if flagged else HIDDEN
    return face[0]


_FACES = {sight: bytes(_face(code, sight) for code in range(256)) for sight in Sight}


def paint(
    field: Field, rows: tuple[int, int], sight: Sight, *, mines: int, opened: int, flags: int, questions: int
) -> list[bytes]:
    """Give the faces from one row to another, all their cells at once."""
    codes = (
        field.counts(mines, *rows)
        + field.spread(opened, *rows) * _OPEN
        + field.spread(flags, *rows) * _FLAG
        + field.spread(mines, *rows) * _MINE
        + field.spread(questions, *rows) * _QUESTION
    )
    return [row.translate(_FACES[sight]) for row in field.cut(codes, *rows)]
