"""Both grids as a watcher sees them, and moves in words."""

from fogfield.core.game import Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.record import Move
from fogfield.games.battleship.picture import draw, say
from fogfield.games.battleship.rules import Action, Attack, Options, Place, State, apply
from fogfield.games.battleship.view import view
from fogfield.wire.picture import Drawing, Paper

PLACES = (Place((Cell(0, 0), Cell(0, 1), Cell(0, 2))), Place((Cell(0, 4), Cell(0, 9), Cell(0, 15))))
HIT, MISS = Attack(Cell(0, 4)), Attack(Cell(0, 15))


def after(*actions: Action) -> State:
    state = State(Options())
    for number, action in enumerate((*PLACES, *actions)):
        state = apply(state, number % 2, action)
    return state


def drawn(state: State, viewer: Viewer, last: Action, seat: int, rows: int = 40) -> Drawing:
    return draw(view(state, viewer), Move(0.0, seat, last), Paper(rows))


def texts(drawing: Drawing) -> list[str]:
    return ["\n".join("".join(char for char, _ in line) for line in panel.lines) for panel in drawing.panels]


def test_the_referee_sees_all_boats_and_a_seat_only_its_own() -> None:
    state = after(HIT)
    everything, first, public = (texts(drawn(state, who, HIT, 0)) for who in (Watcher.REFEREE, 0, Watcher.PUBLIC))
    assert [text.count("O") for text in everything] == [3, 2]
    assert [text.count("O") for text in first] == [3, 0]
    assert [text.count("O") for text in public] == [0, 0]


def test_the_attacked_cell_is_in_brackets_on_the_other_grid_and_in_focus() -> None:
    for rows in (40, 8):
        own, other = drawn(after(HIT), 0, HIT, 0, rows).panels
        assert own.focus is None
        assert other.focus is not None
        line, column = other.focus
        assert "".join(char for char, _ in other.lines[line][column - 1 : column + 2]) == "[X]"
        assert (other.seat, other.note) == (1, "1/3 hit")


def test_a_picture_that_would_not_fit_is_low() -> None:
    high, low = (drawn(after(HIT), 0, HIT, 0, rows).panels[0].lines for rows in (40, 8))
    assert (len(high), len(low)) == (10, 7)


def test_before_the_boats_are_placed_the_picture_says_so() -> None:
    state = apply(State(Options()), 0, PLACES[0])
    assert [panel.note for panel in drawn(state, Watcher.REFEREE, PLACES[0], 0).panels] == ["0/3 hit", "placing"]


def test_moves_in_words() -> None:
    assert say(view(after(), 0), Move(0.0, 1, PLACES[1])) == "places the boats"
    assert say(view(after(HIT), 0), Move(0.0, 0, HIT)) == "attacks cell 5: hit"
    assert say(view(after(HIT, MISS), 0), Move(0.0, 1, MISS)) == "attacks cell 16: miss"
