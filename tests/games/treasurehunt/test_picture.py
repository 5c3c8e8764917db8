"""The map as a watcher sees it, and moves in words."""

from games.treasurehunt.scene import SEED, begun, fields, play, walk

from fogfield.core.game import Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.record import Move as Recorded
from fogfield.games.treasurehunt.picture import draw, say
from fogfield.games.treasurehunt.rules import Action, Forfeit, Luck, Move, SendHalf, State
from fogfield.games.treasurehunt.view import view
from fogfield.kits.explore.land import Direction
from fogfield.wire.picture import Panel, Paper

UP = Move(Direction.UP)
HALF = SendHalf(fields())


def panel(state: State, viewer: Viewer, seat: int = 0, last: Action = UP) -> Panel:
    (only,) = draw(view(state, viewer), Recorded(0.0, seat, last), Paper()).panels
    return only


def text(shown: Panel) -> str:
    return "\n".join("".join(char for char, _ in line) for line in shown.lines)


def said(state: State, viewer: Viewer, seat: int, action: Action) -> str:
    return say(view(state, viewer), Recorded(0.0, seat, action))


def test_the_referee_sees_figures_castles_treasures_and_what_both_have_seen() -> None:
    state = walk(begun(), "RR", "LL")
    lines = text(panel(state, Watcher.REFEREE)).splitlines()
    assert lines[1] == " 0  $ . . . . . . . . . "
    assert lines[5] == " 4  . . . . C 1'. . . . "
    assert lines[6] == " 5  $ . . . . . . . . . "
    assert lines[10] == ' 9  . . . 2"X . . . . . '


def test_fields_that_both_have_seen_have_a_sign_of_their_own() -> None:
    state = begun()
    seen = [side._replace(seen=frozenset((Cell(0, 5),))) for side in state.sides]
    assert "'" not in text(panel(state, Watcher.REFEREE))
    assert text(panel(state._replace(sides=(seen[0], seen[1])), Watcher.REFEREE)).splitlines()[1][14:16] == ".:"


def test_a_seat_sees_neither_the_others_castle_nor_its_treasure_and_is_told_that_its_place_is_a_guess() -> None:
    shown = panel(walk(begun(), "RR", "LL"), 0)
    assert "X" not in text(shown)
    assert "$" not in text(shown)
    assert text(shown).count("2") == 1 + 2  # the figure, and the numbers of a row and a column
    assert shown.note == "action 6 of 320, the 2 is a guess"
    assert panel(walk(begun(), "RR", "LL"), 1).note == "action 6 of 320, the 1 is a guess"
    assert panel(walk(begun(), "RR", "LL"), Watcher.PUBLIC).note == "action 6 of 320"


def test_the_figure_that_moved_is_underlined_and_in_focus() -> None:
    shown = panel(walk(begun(), "RR", "LL"), Watcher.REFEREE, seat=1)
    assert shown.focus == (10, 10)
    char, style = shown.lines[10][10]
    assert char == "2"
    assert "underline" in style.attributes


def test_a_figure_that_the_viewer_does_not_see_is_not_in_focus() -> None:
    assert panel(walk(begun(), "RR", "LL"), Watcher.PUBLIC, seat=1).focus is None


def test_without_a_half_map_there_is_no_figure() -> None:
    state = play(State(SEED, Luck()), HALF)
    for viewer in (Watcher.REFEREE, Watcher.PUBLIC, 0, 1):
        assert "2" not in "".join(text(panel(state, viewer, last=HALF)).splitlines()[1:]).replace(" 2  ", "")
    assert text(panel(State(SEED), 0, last=HALF)) == "(no map yet)"


def test_whoever_has_the_treasure_is_named() -> None:
    state = begun()
    rich = state._replace(sides=(state.sides[0]._replace(collected=True), state.sides[1]))
    assert panel(rich, Watcher.PUBLIC).note == "action 2 of 320, player 1 has the treasure"


def test_moves_in_words() -> None:
    right = Move(Direction.RIGHT)
    begins, arrives = play(begun(), right), walk(begun(), "RR", "LL")
    assert said(play(State(SEED, Luck()), HALF), 1, 0, HALF) == "sends a half map"
    assert said(begins, 0, 0, right) == "moves right, command 1 of this step"
    assert said(arrives, 0, 0, right) == "moves right and reaches row 4, column 5"
    assert said(arrives, 1, 0, right) == said(arrives, Watcher.PUBLIC, 0, right) == "moves"
    assert said(play(begun(), Forfeit("fell asleep")), 1, 0, Forfeit("fell asleep")) == (
        "loses, and so the other has won: fell asleep"
    )


def test_whoever_takes_the_castle_is_said_to() -> None:
    state = begun()
    rich = state.sides[0]._replace(collected=True, figure=Cell(9, 3))
    state = play(state._replace(sides=(rich, state.sides[1])), Move(Direction.RIGHT), Move(Direction.UP))
    state = play(state, Move(Direction.RIGHT))
    assert state.ended
    assert said(state, 0, 0, Move(Direction.RIGHT)) == "moves right and takes the castle"
