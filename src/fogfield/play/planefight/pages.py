"""The pages of a planeFight game: what is where on the screen. Nothing here reads or writes."""

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from fogfield.core.grid import Cell
from fogfield.games.planefight import screen
from fogfield.games.planefight.fleet import Answer, place
from fogfield.games.planefight.screen import MARKS, NOTES, Field, Note, Pens, Window
from fogfield.games.planefight.view import View
from fogfield.play.planefight import words
from fogfield.play.planefight.hands import FACINGS, Hand, Notebook, Placement
from fogfield.play.styled import beside, ends, fit, flow, paragraph, styled
from fogfield.play.viewport import Line
from fogfield.wire.canvas import Style

LEAST_COLS, LEAST_ROWS = 40, 12
_GAP = 2
_PANEL = 24
#: A small field gets so many columns all the same, so that names can be read above it.
_NAMES = 26
#: Beside one field there is room for more.
_WIDE_PANEL = 33

BOLD = Style(attributes=frozenset({"bold"}))
FAINT = Style(attributes=frozenset({"faint"}))
GOOD = Style(ink="32", attributes=frozenset({"bold", "reverse"}))
CALM = Style(attributes=frozenset({"reverse"}))
BAD = Style(ink="31", attributes=frozenset({"bold", "reverse"}))
WARNING = Style(ink="33", attributes=frozenset({"bold"}))


class Area(NamedTuple):
    """Where the cells of a field are on the screen."""

    row: int
    col: int
    window: Window

    def cell(self, row: int, col: int) -> Cell | None:
        """Give the cell that is shown at a place of the screen."""
        shown = self.window
        down, right = row - self.row, (col - self.col) // 2
        inside = 0 <= down < shown.rows and 0 <= right < shown.cols
        return Cell(shown.top + down, shown.left + right) if inside else None


class Page(NamedTuple):
    """A screen full of lines, and where the fields are on it: the player's own, and the other's."""

    lines: list[Line]
    own: Area | None = None
    other: Area | None = None


class Sight(NamedTuple):
    """What is drawn: the match, what both are called, and what is to be said."""

    view: View
    me: str
    other: str
    #: What is to be done now, and what was said last.
    status: str
    message: str = ""

    @property
    def seat(self) -> int:
        """The player's own seat."""
        assert self.view.seat is not None, "whoever only watches has another screen"
        return self.view.seat


class Pages:
    """Draws pages for a terminal of some size, and remembers how far the fields are scrolled."""

    def __init__(self, pens: Pens = screen.BOXES) -> None:
        self._pens = pens
        self._cols, self._rows = 80, 24
        self._own: Window | None = None
        self._other: Window | None = None

    def resize(self, cols: int, rows: int) -> None:
        """Draw for a terminal of this size from now on."""
        self._cols, self._rows = cols, rows

    @property
    def too_small(self) -> Page | None:
        """A page that says so, if the terminal is too small for the others."""
        if self._cols >= LEAST_COLS and self._rows >= LEAST_ROWS:
            return None
        texts = ("too small:", f"{LEAST_COLS}x{LEAST_ROWS} needed")
        return Page([fit(styled(text), self._cols) for text in texts][: self._rows])

    # --- pages without a field

    def notice(self, title: str, sentences: Sequence[str], keys: str, style: Style = CALM) -> Page:
        """Say something: a heading, sentences, and what can be pressed."""
        lines = [styled(f" {title} ", style), []]
        for sentence in sentences:
            lines += [*paragraph(sentence, self._cols - 2), []]
        return Page([*lines[: self._rows - 1], styled(keys[: self._cols], FAINT)])

    # --- placing

    def placing(self, sight: Sight, placement: Placement, *, ready: bool) -> Page:
        """Show the player's own field while the fleets are being placed."""
        options = sight.view.options
        field = Field(
            options,
            placement.planes,
            ghost=None if ready else placement.ghost,
            cursor=None if ready else placement.cursor,
        )
        if ready:
            badge = styled(f" READY - waiting for {sight.other} ", CALM)
        else:
            badge = styled(f" PLACE YOUR PLANES: {len(placement.planes)} of {options.planes} ", GOOD)
        width = 2 * options.cols + screen.BESIDE
        about = self._about(sight, placement, ready=ready)
        high = self._rows - 1 - len(self._foot(sight, []))  # so many lines are left for the field and what is beside it
        panel = self._cols - width - _GAP >= _WIDE_PANEL and len(about) <= high
        keys = flow(READY_KEYS if ready else PLACING_KEYS, self._cols - 2)
        foot = self._foot(sight, keys if ready or not panel else [])
        height, air = self._body(sight, foot)
        self._own = screen.window(options, height, min(width, self._cols), self._own, placement.cursor)
        drawn = screen.picture(field, self._own, self._pens)
        body = [styled(f"    {sight.me}"[: self._cols], BOLD), *drawn]
        if panel:
            body = beside((body, width), (about, self._cols - width - _GAP))
            air = min(air, self._rows - 1 - len(body) - len(foot))
        title = self._title(sight, badge)
        top = len(title[: 1 + (air > 1)])
        down, right = screen.first_cell(options)
        lines = self._stack(title, body, foot, air)
        return Page(lines, own=Area(top + 1 + down, right, self._own))

    def _about(self, sight: Sight, placement: Placement, *, ready: bool) -> list[Line]:
        """Say who plays whom, what stands already, and which keys do what."""
        view = sight.view
        theirs = "ready" if view.ready[1 - sight.seat] else "still placing"
        if sight.other == words.SOMEBODY:
            theirs = "not here yet"
        first = "You attack first." if sight.seat == 0 else f"{sight.other} attacks first."
        lines = [styled(""), styled(f"Opponent: {sight.other}", BOLD), styled(f"          {theirs}"), styled(first), []]
        lines.append(styled(f"{len(placement.planes)} of {words.count(view.options.planes)} placed", BOLD))
        if ready:
            return lines
        lines += [styled(f"Facing {FACINGS[placement.turn]}"), []]
        return lines + [styled(line) for line in PLACING_HELP]

    # --- the battle, and its end

    def battle(self, sight: Sight, notebook: Notebook, *, mine: bool) -> Page:
        """Show both fields during the battle; `mine` says whether it is the player's turn."""
        badge = styled(f" Turn {sight.view.turn}: {'YOUR TURN' if mine else f'turn of {sight.other}'} ",
                       GOOD if mine else CALM)  # fmt: skip
        own, other = self._fields(sight, notebook)
        other = other._replace(notes=notebook.notes, guesses=notebook.guesses, cursor=notebook.cursor)
        keys = flow(BATTLE_KEYS, self._cols - 2)
        return self._both(sight, badge, own, other, (own.last, notebook.cursor), keys)

    def end(self, sight: Sight, hand: Hand, sentences: Sequence[str]) -> Page:
        """Show both fields with everything on them, and who has won."""
        view = sight.view
        assert view.decided is not None
        won = view.seat in view.decided.winners
        badge = styled(" YOU WON " if won else " YOU LOST ", GOOD if won else BAD)
        own, other = self._fields(sight, hand)
        found = [line for sentence in sentences for line in wrap(sentence, self._cols - 2)]
        page = self._both(sight, badge, own, other, (hand.cursor, hand.cursor), [*found, *END_KEYS])
        if page.own and page.own.window != Window(0, 0, view.options.rows, view.options.cols):
            page = self._both(sight, badge, own, other, (hand.cursor, hand.cursor), [*found, *SCROLL_KEYS])
        return page

    def _fields(self, sight: Sight, hand: Hand) -> tuple[Field, Field]:
        view, seat = sight.view, sight.seat
        fields = []
        for owner in (seat, 1 - seat):
            chart = view.chart(1 - owner)
            shots = chart.shots
            last = view.attacks[1 - owner] or (shots[-1].cell if shots else None)
            fields.append(Field(view.options, view.fleets[owner] or (), marks=chart.marks, last=last))
        return fields[0], fields[1]

    def _both(
        self,
        sight: Sight,
        badge: Line,
        own: Field,
        other: Field,
        places: tuple[Cell | None, Cell | None],
        keys: Sequence[str],
    ) -> Page:
        options = sight.view.options
        width = max(_NAMES, 2 * options.cols + screen.BESIDE)
        panel = self._cols >= 2 * width + 2 * _GAP + _PANEL
        foot = self._foot(sight, keys if panel else [*keys, *flow(LEGEND, self._cols - 2)])
        height, air = self._body(sight, foot)
        room = min(width, (self._cols - _GAP) // 2)
        self._own = screen.window(options, height, room, self._own, places[0])
        self._other = screen.window(options, height, room, self._other, places[1])
        blocks = []
        for field, shown, owner, name in (
            (own, self._own, sight.seat, f"{sight.me} (you)"),
            (other, self._other, 1 - sight.seat, sight.other),
        ):
            lost = f"{sight.view.destroyed[owner]}/{options.planes} lost"
            head = ends(styled(f"    {name}", BOLD), styled(f"{lost} "), room)
            blocks.append(([head, *screen.picture(field, shown, self._pens)], room))
        if panel:
            blocks.append((self._log(sight, height)[: height + 1], self._cols - 2 * room - 2 * _GAP))
        title = self._title(sight, badge)
        lines = self._stack(title, beside(*blocks, gap=_GAP), foot, air)
        down, right = screen.first_cell(options)
        top = 1 + (air > 1) + 1 + down
        return Page(lines, Area(top, right, self._own), Area(top, room + _GAP + right, self._other))

    def _log(self, sight: Sight, height: int) -> list[Line]:
        """Explain the signs, and list the last attacks, the newest first."""
        lines = [
            styled(""),
            _legend("", MARKS[Answer.VOID], " void   ", MARKS[Answer.HIT], " hit"),
            _legend("", MARKS[Answer.DESTROY], " head hit: destroyed"),
            styled("( ) the last attack"),
            styled("(x,y) column, row"),
            _legend("your notes: ", NOTES[Note.PLANE], " plane"),
            _legend("  ", NOTES[Note.EMPTY], " empty  ", NOTES[Note.HEAD], " head"),
            [],
            styled("Last attacks", BOLD),
        ]
        for one in reversed(words.raids(sight.view)[-max(1, height - len(lines)) :]):
            who = "you" if one.seat == sight.seat else "they"
            answer = words.ANSWERS[one.answer] if one.answer is not None else "..."
            lines.append(styled(f"{one.turn:3} {who:4} {place(one.cell)} {answer}"))
        return lines

    # --- parts of pages

    def _title(self, sight: Sight, badge: Line) -> list[Line]:
        return [ends(styled(f" planeFight  {words.game(sight.view.options)}", BOLD), badge, self._cols), []]

    def _foot(self, sight: Sight, keys: Sequence[str]) -> list[Line]:
        """Put what is to be done, what was said and the keys below the fields; few lines where there are few."""
        lines = [styled(f" {sight.status}", BOLD), styled(f" {sight.message}", WARNING)]
        options = sight.view.options
        most = self._rows - 4 - screen.height(options, options.rows)  # so many, and the field is whole
        most = most if most > 0 else max(1, (self._rows - LEAST_ROWS) // 4)
        return lines + [styled(f" {text}", FAINT) for text in keys[:most]]

    def _body(self, sight: Sight, foot: Sequence[Line]) -> tuple[int, int]:
        """Give how many lines a field has, and how many blank lines are left."""
        room = self._rows - 2 - len(foot)
        whole = screen.height(sight.view.options, sight.view.options.rows)
        return min(room, whole), max(0, room - whole)

    def _stack(self, title: list[Line], body: Sequence[Line], foot: Sequence[Line], air: int) -> list[Line]:
        """Put the parts below each other, with blank lines between them if there is room."""
        blank: list[Line] = [[]]
        lines = [*title[: 1 + (air > 1)], *body, *(blank if air else []), *foot]
        return [fit(line, self._cols) for line in lines[: self._rows]]


PLACING_KEYS = (
    "arrows move", "[ ] turn", "Enter put or take away", "x remove", "r random", "c clear", "y READY", "q give up",
)  # fmt: skip
READY_KEYS = ("q give up",)
PLACING_HELP = (
    "arrows, h j k l   move",
    "[ ] + - wheel     turn",
    "Enter, click      put a plane, or",
    "                  take it away",
    "x   remove        c   clear all",
    "r   random        q   give up",
    "y   READY, when all are placed",
)
BATTLE_KEYS = (
    "arrows move", "Enter attack", "n note", "p draw a plane", "[ ] turn it", "x rub out", "S surrender", "q quit",
)  # fmt: skip
END_KEYS = ("any key leaves",)
SCROLL_KEYS = ("arrows scroll, any other key leaves",)
LEGEND = ("o void", "X hit", "# destroyed", "( ) last attack", "notes:", "? plane", "/ empty", "H head")


def _legend(*parts: str | tuple[str, Style]) -> Line:
    line: Line = []
    for part in parts:
        line += styled(part) if isinstance(part, str) else [part]
    return line
