"""A player at the other end of the wire: it reads screens, and sends the packets that a person's keys would send."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fogfield.core.counting import count
from fogfield.core.errors import FogfieldError
from fogfield.core.grid import Cell, Grid
from fogfield.games.jminesweeper.bots import nearest_untried
from fogfield.games.jminesweeper.messages import ClientMessage, Command, ScreenContent, Start
from fogfield.games.jminesweeper.reading import Layout, Look, learn, printed, read
from fogfield.games.jminesweeper.rules import Options, bombs_for
from fogfield.kits.mines.solver import Choice, NoSolution, Proved, Solver
from fogfield.wire.canvas import Canvas

#: So many actions, and so many packets, are sent before a screen is looked at again.
MOST_ACTIONS, MOST_PACKETS = 64, 256
#: How often nothing may change on the screen, or the cursor be elsewhere, before the server is given up.
PATIENCE = 3


class Thought(NamedTuple):
    """What the solver makes of a board: what to open, what is certain, and all that is possible if that is little."""

    choice: Choice | None
    proved: Proved
    solutions: tuple[frozenset[Cell], ...]


class Player:
    """Plays one game, at one level of the solver. `result` is empty until the end: won, lost, or stuck.

    On difficulty 2 and 3, where games are seldom won, what is certain is marked before a risk is taken.
    """

    def __init__(self, start: Start, level: str, most_actions: int = MOST_ACTIONS) -> None:
        self.canvas = Canvas()
        self.result = ""
        #: Why it is stuck.
        self.reason = ""
        self.guesses = 0
        self._start = start
        self._level = level
        self._most = most_actions
        self._grid = Grid(start.rows, start.columns)
        self._bombs = bombs_for(Options(start.columns, start.rows, start.level))
        self._solver = Solver(start.rows, start.columns, self._bombs, free_marks=True)
        self._thought: tuple[dict[Cell, int], Thought] | None = None
        self._layout: Layout | None = None
        self._cursor = Cell(0, 0)
        self._tried: set[frozenset[Cell]] = set()
        self._look = Look({}, frozenset(), None, "", None)
        #: What is marked when all that was sent has arrived.
        self._expected: frozenset[Cell] = frozenset()
        self._stood_still = 0
        #: No game needs so many looks.
        self._looks_left = 10 * len(self._grid) + 1_000

    def begin(self) -> Sequence[ClientMessage]:
        """Give the packet that begins the game."""
        return (self._start,)

    def on(self, *screens: ScreenContent) -> Sequence[ClientMessage]:
        """Look at the screens after the last packets; gives the next packets, none after the end."""
        for screen in screens:
            self.canvas = printed(self.canvas, screen.content)
        try:
            self._layout = self._layout or learn(self.canvas, self._start.rows, self._start.columns)
            look = read(self.canvas, self._layout)
            self.result = look.ending or self._silent_ending(look)
            return () if self.result else self._next(look)
        except FogfieldError as error:  # a screen that cannot be, whatever is wrong with it
            return self._give_up(str(error))

    def said(self) -> str:
        """Say how far it got."""
        safe = len(self._grid) - self._bombs
        opened, marked = len(self._look.shown), len(self._look.marked)
        guesses, bombs = count(self.guesses, "guess", "guesses"), count(self._bombs, "bomb")
        if self.result == "won":
            return f"won: {'the only bomb' if self._bombs == 1 else f'all {bombs}'} marked, {guesses}"
        share = f"{opened} of {count(safe, 'safe cell')} open ({100 * opened // max(1, safe)} %)"
        why = f"; {self.reason}" if self.reason else ""
        return f"{self.result or 'not finished'}: {share}, {marked} of {bombs} marked, {guesses}{why}"

    def _silent_ending(self, look: Look) -> str:
        """Say how a game ended on a server without words: nothing is closed any more, and every bomb is in sight.

        It was won if the bombs are where marks were set, else they were shown since one of them was opened.
        """
        whole = len(look.shown) + len(look.marked) == len(self._grid)
        if not whole or len(look.marked) != self._bombs:
            return ""
        return "won" if look.marked == self._expected else "lost"

    def _give_up(self, why: str) -> Sequence[ClientMessage]:
        self.result, self.reason = "stuck", why
        return ()

    def _next(self, look: Look) -> Sequence[ClientMessage]:
        before, self._look = self._look, look
        self._looks_left -= 1
        same = (look.shown, look.marked) == (before.shown, before.marked)
        self._stood_still = self._stood_still + 1 if same else 0
        if self._stood_still > PATIENCE or not self._looks_left:
            return self._give_up("the server answers, but nothing changes on the screen")
        self._cursor = look.cursor or self._cursor
        if look.bombs is not None and look.bombs != self._bombs:
            self._count(look.bombs)
        try:
            return self._route(self._plan(look))
        except NoSolution:
            if self._solver.mines is None:
                raise
            self._count(None)  # there may be another number of bombs than the document says
            return self._route(self._plan(look))

    def _count(self, bombs: int | None) -> None:
        self._solver = Solver(self._grid.rows, self._grid.cols, bombs, free_marks=True)
        self._bombs = self._bombs if bombs is None else bombs
        self._thought = None

    def _plan(self, look: Look) -> dict[Cell, Sequence[Command]]:
        """Choose what to do: the cells, and the packets for each of them."""
        choice, proved, solutions = self._think(look.shown)
        mines, marked = frozenset(proved.mines), look.marked
        if choice is None or len(mines) == self._solver.mines:
            return _toggles(marked ^ mines)
        if not choice.risk:
            safe = (choice.cell,) if self._level == "simple" else (proved.safe or (choice.cell,))
            return _reveals(safe, marked)
        if self._start.level > 1 and mines - marked:
            return _toggles(mines - marked)
        self._tried.add(marked)  # if these were the bombs, the game would be over
        if aim := nearest_untried(solutions, marked, self._tried):
            return _toggles(aim ^ marked)
        self.guesses += 1
        return _reveals((choice.cell,), marked)

    def _think(self, shown: dict[Cell, int]) -> Thought:
        """Ask the solver; marks tell nothing new, so with the same cells open the thought stays the same."""
        if self._thought is None or self._thought[0] != shown:
            solver = self._solver
            solver.tell(shown.items())
            choice = solver.choose(self._level)
            guesses = choice is not None and choice.risk > 0 and self._level == "expert"
            solutions = tuple(solver.solutions()) if guesses else ()
            self._thought = shown, Thought(choice, solver.proved(), solutions)
        return self._thought[1]

    def _route(self, plan: dict[Cell, Sequence[Command]]) -> Sequence[ClientMessage]:
        """Go from cell to cell, always to the nearest; so much of it as is sent at once."""
        packets: list[ClientMessage] = []
        left, here = dict(plan), self._cursor
        self._expected = self._look.marked
        for _ in range(min(self._most, len(plan))):
            cell = min(left, key=lambda one: (_steps(here, one), one))
            if packets and len(packets) + _steps(here, cell) > MOST_PACKETS:
                break
            if Command.TOGGLE_BOMB_MARK in left[cell]:
                self._expected ^= {cell}
            packets += [*_way(here, cell), *left.pop(cell)]
            here = cell
        self._cursor = here
        return packets or self._give_up("there is nothing left to do, and the game is not over")


def _reveals(cells: Iterable[Cell], marked: frozenset[Cell]) -> dict[Cell, Sequence[Command]]:
    """Reveal cells; a mark on one is taken away before."""
    unmark = (Command.TOGGLE_BOMB_MARK,)
    return {cell: (*(unmark if cell in marked else ()), Command.REVEAL) for cell in cells}


def _toggles(cells: Iterable[Cell]) -> dict[Cell, Sequence[Command]]:
    return dict.fromkeys(cells, (Command.TOGGLE_BOMB_MARK,))


def _steps(one: Cell, other: Cell) -> int:
    return abs(one.row - other.row) + abs(one.col - other.col)


def _way(here: Cell, there: Cell) -> list[Command]:
    down, right = there.row - here.row, there.col - here.col
    vertical = Command.MOVE_DOWN if down > 0 else Command.MOVE_UP
    horizontal = Command.MOVE_RIGHT if right > 0 else Command.MOVE_LEFT
    return [vertical] * abs(down) + [horizontal] * abs(right)
