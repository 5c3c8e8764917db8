"""What programs and browsers get of a field, and that a small move costs little of it."""

from operator import is_not
from time import perf_counter
from typing import Any

from fogfield.core.changes import apply, changes
from fogfield.core.game import Watcher
from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.games.jminesweeper import GAME
from fogfield.games.jminesweeper.notation import NOTATION
from fogfield.games.jminesweeper.rules import Options, Reveal, ToggleDebug, ToggleMark


def shown(match: Match[Any, Any, Any, Any], viewer: Any = 0) -> Any:
    return NOTATION.write_view(match.view(viewer))


def test_a_view_is_a_text_for_each_row_with_the_figures_beside_it() -> None:
    match = Match(GAME, Options(4, 2, 1), "dawn")
    assert shown(match) == {
        "options": {"columns": 4, "rows": 2, "level": 1},
        "seat": 0,
        "to_act": [0],
        "board": ["????", "????"],
        "bombs": 1,
        "marks": 0,
        "debug": False,
        "outcome": None,
    }
    match.act(0, ToggleDebug(), 0.0)
    assert "".join(shown(match)["board"]).count("B") == 1
    assert shown(match, Watcher.PUBLIC)["board"] == ["????", "????"]
    assert shown(match, Watcher.PUBLIC)["seat"] is None


def test_a_mark_on_the_largest_field_changes_one_row_and_one_figure() -> None:
    match = Match(GAME, Options(255, 255, 2), "dawn")
    before = shown(match)
    match.act(0, ToggleMark(Cell(100, 7)), 0.0)
    after = shown(match)
    patch = changes(before, after)
    assert [(one["op"], one["path"]) for one in patch] == [("replace", "/board/100"), ("replace", "/marks")]
    assert apply(patch, before) == after
    assert sum(map(is_not, before["board"], after["board"])) == 1


def test_a_view_of_the_largest_field_takes_less_than_drawing_it_by_hand() -> None:
    match = Match(GAME, Options(255, 255, 2), "dawn")
    match.act(
        0,
        Reveal(next(cell for cell in match.state.field.grid if not match.state.bombs & match.state.field.bit(cell))),
        0.0,
    )
    before = shown(match)

    def told() -> None:
        changes(before, shown(match))

    def by_hand() -> None:
        [[chr(face) for face in row] for row in match.view(0).faces]

    assert fastest(told) < fastest(by_hand)


def fastest(work: Any) -> float:
    found = []
    for _ in range(7):
        start = perf_counter()
        work()
        found.append(perf_counter() - start)
    return min(found)
