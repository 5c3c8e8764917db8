"""A board for any terminal, and moves in words."""

from fogfield.core.chance import stream
from fogfield.core.game import Watcher
from fogfield.core.grid import Cell
from fogfield.core.record import Move
from fogfield.games.jminesweeper.picture import draw, say
from fogfield.games.jminesweeper.rules import Action, Options, Reveal, State, ToggleDebug, ToggleMark, apply, new
from fogfield.games.jminesweeper.view import view
from fogfield.wire.picture import Panel, Paper


def begun(columns: int = 8, rows: int = 8, level: int = 2) -> State:
    return new(Options(columns, rows, level), stream("fog", "board"))


def cell_of(state: State, *, bomb: bool) -> Cell:
    return next(cell for cell in state.field.grid if bool(state.bombs & state.field.bit(cell)) == bomb)


def panel(state: State, last: Action | None, viewer: int | Watcher = 0) -> Panel:
    (only,) = draw(view(state, viewer), Move(0.0, 0, last) if last else None, Paper()).panels
    return only


def words(state: State, action: Action) -> str:
    return say(view(apply(state, 0, action), 0), Move(0.0, 0, action))


def test_the_last_cell_is_in_brackets_and_reversed() -> None:
    state = apply(begun(), 0, ToggleMark(Cell(2, 3)))
    shown = panel(state, ToggleMark(Cell(2, 3)))
    assert "".join(char for char, _ in shown.lines[2]) == " ? ? ?[!]? ? ? ? "
    assert shown.focus == (2, 7)
    assert "reverse" in shown.lines[2][7][1].attributes


def test_a_wide_board_has_no_room_for_brackets() -> None:
    state = apply(begun(255, 255), 0, ToggleMark(Cell(254, 200)))
    shown = panel(state, ToggleMark(Cell(254, 200)))
    assert len(shown.lines) == 255
    assert "".join(char for char, _ in shown.lines[254]) == "?" * 200 + "!" + "?" * 54
    assert shown.focus == (254, 200)
    assert [col for col, (_, style) in enumerate(shown.lines[254]) if "reverse" in style.attributes] == [200]


def test_the_colours_are_those_of_the_screen() -> None:
    state = begun()
    bomb = cell_of(state, bomb=True)
    shown = panel(apply(state, 0, Reveal(bomb)), None)
    char, style = shown.lines[bomb.row][2 * bomb.col + 1]
    assert (char, style.ink, style.paper) == ("*", "97", "41")


def test_the_referee_sees_bombs_and_the_player_does_not() -> None:
    state = begun()
    signs = [{char for line in panel(state, None, who).lines for char, _ in line} for who in (Watcher.REFEREE, 0)]
    assert ["B" in one for one in signs] == [True, False]


def test_the_note_has_the_figures() -> None:
    assert panel(begun(), None).note == "8x8, level 2 medium, 16 bombs, 0 marks"
    debugging = apply(apply(begun(), 0, ToggleDebug()), 0, ToggleMark(Cell(0, 0)))
    assert panel(debugging, ToggleDebug()).note == "8x8, level 2 medium, 16 bombs, 1 mark, debug"


def test_moves_in_words() -> None:
    state = begun()
    bomb, free = cell_of(state, bomb=True), cell_of(state, bomb=False)
    assert words(state, Reveal(bomb)) == f"reveals row {bomb.row}, column {bomb.col}: a bomb"
    around = state.field.count(state.bombs, free)
    assert words(state, Reveal(free)) == f"reveals row {free.row}, column {free.col}: {around or 'no bomb around'}"
    assert words(state, ToggleMark(free)) == f"marks row {free.row}, column {free.col}"
    marked = apply(state, 0, ToggleMark(free))
    assert words(marked, ToggleMark(free)) == f"takes the mark from row {free.row}, column {free.col}"
    assert words(state, ToggleDebug()) == "switches debug mode on"
    assert words(apply(state, 0, ToggleDebug()), ToggleDebug()) == "switches debug mode off"
