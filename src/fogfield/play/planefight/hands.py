"""What a player has in hand: the fleet while he places it, and the notes that he takes during the battle."""

from random import Random

from fogfield.core.grid import Cell, Grid
from fogfield.games.planefight.fleet import Options, Plane, place, yard
from fogfield.games.planefight.screen import Note
from fogfield.games.planefight.view import placement

FACINGS = ("up", "right", "down", "left")
STEPS = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1),
    "w": (-1, 0), "s": (1, 0), "a": (0, -1), "d": (0, 1),
    "k": (-1, 0), "j": (1, 0), "h": (0, -1), "l": (0, 1),
}  # fmt: skip
TURNS = {"+": 1, "=": 1, "]": 1, "-": -1, "_": -1, "[": -1}
_NEXT_NOTE = {None: Note.PLANE, Note.PLANE: Note.EMPTY, Note.EMPTY: Note.HEAD, Note.HEAD: None}


class Hand:
    """A cursor on a field, and a plane that can be turned."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.grid = Grid(options.rows, options.cols)
        self.cursor = Cell(options.rows // 2, options.cols // 2)
        self.turn = 0

    @property
    def plane(self) -> Plane:
        """The plane with its head at the cursor."""
        return Plane(self.cursor, self.turn)

    def move(self, key: str) -> None:
        """Move the cursor; over an edge it comes in at the opposite one."""
        down, right = STEPS[key]
        self.cursor = Cell((self.cursor.row + down) % self.grid.rows, (self.cursor.col + right) % self.grid.cols)

    def rotate(self, quarters: int) -> None:
        """Turn the plane, clockwise if the number is positive."""
        self.turn = (self.turn + quarters) % len(FACINGS)


class Placement(Hand):
    """A fleet that is being placed."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.planes: tuple[Plane, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether all planes stand."""
        return len(self.planes) == self.options.planes

    @property
    def here(self) -> Plane | None:
        """The plane whose head is at the cursor."""
        return next((plane for plane in self.planes if plane.head == self.cursor), None)

    @property
    def ghost(self) -> Plane | None:
        """The plane that could be put at the cursor, as far as one is still to be placed."""
        return None if self.complete or self.here else self.plane

    def why_not(self) -> str:
        """Say why no plane can be put at the cursor; nothing if one can."""
        field = yard(self.options)
        if self.complete:
            return "No more planes: y if you are ready, x on a plane to take it away."
        where = f"at {place(self.cursor)}, facing {FACINGS[self.turn]},"
        if not field.cells(self.plane):
            over = "overlap itself" if self.options.cross_border else "stick out of the field"
            return f"A plane {where} would {over}."
        if field.overlap([*self.planes, self.plane]):
            return f"A plane {where} would overlap another one."
        return ""

    def put(self) -> str:
        """Put the plane at the cursor, or take away the one whose head is there; says so if that is not possible."""
        if self.here:
            return self.remove()
        if why := self.why_not():
            return why
        self.planes = (*self.planes, self.plane)
        return ""

    def remove(self) -> str:
        """Take away the plane at the cursor, by whichever of its cells; it is then in hand again."""
        plane = yard(self.options).at(self.cursor, self.planes)
        if plane is None:
            return "There is no plane here."
        self.planes = tuple(one for one in self.planes if one != plane)
        self.turn = plane.turn
        return ""

    def shuffle(self, rng: Random) -> None:
        """Place all planes at random."""
        self.planes = placement(self.options, rng).planes

    def clear(self) -> None:
        """Take all planes away."""
        self.planes = ()


class Notebook(Hand):
    """What a player thinks of the other field."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.notes: dict[Cell, Note] = {}
        self.guesses: tuple[Plane, ...] = ()

    def note(self) -> None:
        """Go to the next kind of note at the cursor."""
        after = _NEXT_NOTE[self.notes.pop(self.cursor, None)]
        if after:
            self.notes[self.cursor] = after

    def guess(self) -> str:
        """Draw a guessed plane with its head at the cursor, or rub it out; says so if it cannot lie there."""
        here = [plane for plane in self.guesses if plane.head == self.cursor]
        if here and here[0].turn == self.turn:
            self.rub_out()
            return "Rubbed out."
        others = [plane for plane in self.guesses if plane not in here]
        if not yard(self.options).cells(self.plane):
            return f"No plane can have its head here facing {FACINGS[self.turn]}; turn it with [ and ]."
        if yard(self.options).overlap([*others, self.plane]):
            return "That would overlap another plane that you have drawn; x rubs it out."
        self.guesses = (*others, self.plane)
        return ""

    def rub_out(self) -> None:
        """Rub out what was noted or drawn at the cursor."""
        if self.notes.pop(self.cursor, None) is None:
            plane = yard(self.options).at(self.cursor, self.guesses)
            self.guesses = tuple(one for one in self.guesses if one != plane)
