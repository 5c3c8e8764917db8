"""Nothing lies where something else does, in the two memories of the engine."""

import ast
import inspect
from itertools import pairwise

import pytest

from fogfield.kits.mines import machine
from fogfield.kits.mines.engine import layout, weighing

SOURCE = inspect.getsource(layout)


def places(begin: str, end: str) -> dict[str, int]:
    """The names that are given a number between two marks in the source, or up to its end, and what it is."""
    section = SOURCE[SOURCE.index(begin) : SOURCE.index(end) if end else None]
    found = {}
    for line in ast.parse(section).body:
        if isinstance(line, ast.Assign):
            (target,) = line.targets
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            found.update({one.id: getattr(layout, one.id) for one in names if isinstance(one, ast.Name)})
    return found


@pytest.mark.parametrize(
    ("begin", "end", "room"),
    [("# --- m: single values", "_HEAD = 128", 128), ("# --- f ---", "CHOOSE = 16", layout.CHOOSE)],
)
def test_single_values_have_a_place_of_their_own(begin: str, end: str, room: int) -> None:
    found = places(begin, end)
    assert len(found) > 10
    taken = sorted(found.values())
    assert len(set(taken)) == len(taken), "two names for one place"
    assert taken[0] >= 0
    assert taken[-1] < room
    if "AROUND" in found:
        assert not {layout.AROUND + k for k in range(1, 8)} & set(taken)


@pytest.mark.parametrize(("begin", "end"), [("# --- m: planes", "# An entry of the cache"), ("CHOOSE = 16", "")])
def test_planes_and_lists_follow_each_other(begin: str, end: str) -> None:
    found = places(begin, end)
    rooms = {name for name in found if name.endswith("ROOM") or name.startswith(("MOST_", "CACHE_"))}
    order = [value for name, value in found.items() if name not in rooms]
    assert len(order) > 8
    assert all(one < other for one, other in pairwise(order))


def test_lists_of_candidates_have_room_for_all_of_them() -> None:
    most = weighing.MOST_CANDIDATES + machine.MANY_OF_REST
    assert most < weighing.REST_CAND - layout.CAND
    assert most < weighing.CLOSE - weighing.REST_CAND
