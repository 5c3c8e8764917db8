"""Both fields as a watcher sees them, and moves in words."""

from fogfield.core.game import Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.record import Move
from fogfield.games.planefight.fleet import Answer, Options, Plane
from fogfield.games.planefight.picture import draw, say
from fogfield.games.planefight.rules import Action, Attack, Place, Ready, Reply, Show, State, Surrender, apply
from fogfield.games.planefight.view import view
from fogfield.wire.picture import Drawing, Paper

SMALL = Options(rows=5, cols=5, planes=1)
FLEET = (Plane(Cell(0, 2), 0),)
HEAD, BODY, VOID = Attack(Cell(0, 2)), Attack(Cell(1, 2)), Attack(Cell(4, 4))


def after(*moves: tuple[int, Action]) -> State:
    state = State(SMALL)
    for seat, action in moves:
        state = apply(state, seat, action)
    return state


PLACED = ((0, Place(FLEET)), (1, Place(FLEET)))
FOREIGN = ((0, Place(FLEET)), (1, Ready()))


def drawn(viewer: Viewer, *moves: tuple[int, Action], boxes: bool = True) -> Drawing:
    return draw(view(after(*moves), viewer), Move(0.0, *moves[-1]), Paper(boxes=boxes))


def said(*moves: tuple[int, Action], viewer: Viewer = Watcher.PUBLIC) -> str:
    return say(view(after(*moves), viewer), Move(0.0, *moves[-1]))


def text(drawing: Drawing, seat: int) -> str:
    return "\n".join("".join(char for char, _ in line) for line in drawing.panels[seat].lines)


def test_fleets_are_seen_by_those_who_may_see_them() -> None:
    heads = [
        [text(drawn(viewer, *PLACED), seat).count("▲") for seat in (0, 1)]
        for viewer in (Watcher.REFEREE, Watcher.PUBLIC, 0, 1)
    ]
    assert heads == [[1, 1], [0, 0], [1, 0], [0, 1]]


def test_a_terminal_without_boxes_gets_ascii() -> None:
    assert text(drawn(Watcher.REFEREE, *PLACED, boxes=False), 0).isascii()


def test_the_attacked_cell_is_in_brackets_on_the_other_field_and_in_focus() -> None:
    own, other = drawn(Watcher.PUBLIC, *PLACED, (0, BODY)).panels
    assert own.focus is None
    assert other.focus is not None
    line, column = other.focus
    assert "".join(char for char, _ in other.lines[line][column - 1 : column + 2]) == "(X)"
    assert (other.seat, other.note) == (1, "0/1 lost")


def test_an_answer_shows_the_attack_that_it_answers() -> None:
    own, other = drawn(Watcher.PUBLIC, *FOREIGN, (0, VOID), (1, Reply(Answer.VOID))).panels
    assert own.focus is None
    assert other.focus == drawn(Watcher.PUBLIC, *FOREIGN, (0, VOID)).panels[1].focus


def test_who_is_not_ready_is_placing() -> None:
    assert [panel.note for panel in drawn(0, (0, Place(FLEET))).panels] == ["0/1 lost", "placing"]


def test_moves_in_words() -> None:
    assert said((0, Place(FLEET))) == "is ready"
    assert said((0, Ready())) == "is ready"
    assert said(*PLACED, (0, BODY)) == "attacks (2,1): hit"
    assert said(*PLACED, (0, VOID)) == "attacks (4,4): void"
    assert said(*PLACED, (0, HEAD)) == "attacks (2,0): destroyed"
    assert said(*FOREIGN, (0, VOID)) == "attacks (4,4)"
    assert said(*FOREIGN, (0, VOID), (1, Reply(Answer.HIT))) == "answers: hit"
    assert said(*PLACED, (1, Attack(Cell(4, 4), hasty=True))) == "attacks (4,4) out of turn: void"
    assert said(*PLACED, (0, Surrender())) == "surrenders"


def test_a_map_that_is_kept_back_is_not_told() -> None:
    assert said(*FOREIGN, (1, Show(FLEET))) == "does something that is still hidden"
    assert said(*FOREIGN, (0, Surrender()), (1, Show(FLEET))) == "shows the map"
