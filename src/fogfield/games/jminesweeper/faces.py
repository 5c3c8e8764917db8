"""The character that a cell shows. Four are published (B ? . and digits); the others must differ from them."""

from enum import Enum

from fogfield.kits.mines.field import Field

HIDDEN = b"?"
EMPTY = b"."
BOMB = b"B"
MARK = b"!"
MARKED_BOMB = b"@"
WRONG_MARK = b"/"
EXPLODED = b"*"

# A cell while it is painted is one byte: the bombs around it, plus what it is.
_OPEN, _MARK, _BOMB, _HIT = 16, 32, 64, 128


class Sight(Enum):
    """How much of the truth is shown."""

    FOG = "what was opened"
    DEBUG = "what was opened, and the hidden bombs"
    TRUTH = "everything, with the marks over it"


def _face(code: int, sight: Sight) -> int:
    marked, bomb = bool(code & _MARK), bool(code & _BOMB)
    around = code & 15
    digit = b"%d" % around if around else EMPTY
    if code & _OPEN:
        face = digit
    elif sight is Sight.FOG:
        face = MARK if marked else HIDDEN
    elif code & _HIT:
        face = EXPLODED
    elif bomb:
        face = MARKED_BOMB if marked else BOMB
    elif sight is Sight.DEBUG:
        face = MARK if marked else HIDDEN
    else:
        face = WRONG_MARK if marked else digit
    return face[0]


_FACES = {sight: bytes(_face(code, sight) for code in range(256)) for sight in Sight}


def paint(
    field: Field, rows: tuple[int, int], sight: Sight, *, bombs: int, opened: int, marks: int, hit: int
) -> list[bytes]:
    """Give the faces from one row to another, all their cells at once."""
    codes = (
        field.counts(bombs, *rows)
        + field.spread(opened, *rows) * _OPEN
        + field.spread(marks, *rows) * _MARK
        + field.spread(bombs, *rows) * _BOMB
        + field.spread(hit, *rows) * _HIT
    )
    return [row.translate(_FACES[sight]) for row in field.cut(codes, *rows)]
