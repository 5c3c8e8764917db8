"""What programs and browsers get of both fields."""

from random import Random
from typing import Any

import pytest

from fogfield.core.errors import OptionsError
from fogfield.core.game import Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.games.planefight import GAME
from fogfield.games.planefight.fleet import Answer, Options, Plane
from fogfield.games.planefight.rules import Action, Attack, Place, Ready, Reply, Show, Surrender

UP = Plane(Cell(0, 2), 0)


def played(*moves: tuple[int, Action]) -> Match[Any, Any, Any, Any]:
    match = Match(GAME, Options(5, 5, 1), "dawn")
    for seat, action in moves:
        assert match.act(seat, action, 0.0) == ()
    return match


def shown(match: Match[Any, Any, Any, Any], viewer: Viewer) -> Any:
    return GAME.notation.write_view(match.view(viewer))


def test_a_view_shows_the_own_planes_and_what_was_attacked() -> None:
    match = played(
        (0, Place((UP,))), (1, Ready()),
        (0, Attack(Cell(4, 4))), (1, Reply(Answer.VOID)), (1, Attack(Cell(1, 2))), (0, Attack(Cell(2, 2))),
    )  # fmt: skip
    assert shown(match, 0) == {
        "options": {"rows": 5, "cols": 5, "planes": 1, "cross_border": False, "completely_destroy": False},
        "seat": 0,
        "to_act": [1],
        "phase": "fighting",
        "turn": 3,
        "ready": [True, True],
        "boards": [["..H..", "PPxPP", "..P..", ".PPP.", "....."], [".....", ".....", ".....", ".....", "....o"]],
        "fleets": [[[0, 2, 0]], None],
        "shots": [[[4, 4, 0]], [[1, 2, 1]]],
        "attacks": [[2, 2], None],
        "destroyed": [0, 0],
        "decided": None,
        "outcome": None,
    }
    assert shown(match, Watcher.PUBLIC)["boards"][0] == [".....", "..x..", ".....", ".....", "....."]


def test_a_view_shows_a_map_as_it_was_told_even_if_it_cannot_be() -> None:
    match = played((0, Place((UP,))), (1, Ready()), (0, Surrender()))
    assert shown(match, 1)["phase"] == "showing"
    assert shown(match, 1)["decided"] == {"winners": [1], "reason": "the other surrendered"}
    assert match.act(1, Show((Plane(Cell(60_000, 3), 200),)), 0.0) == ()
    view = shown(match, Watcher.PUBLIC)
    assert view["fleets"] == [[[0, 2, 0]], [[60_000, 3, 200]]]
    assert view["boards"][1] == ["....."] * 5
    assert view["outcome"]["faults"]


def test_a_head_that_was_hit_is_told_from_a_hit() -> None:
    match = played((0, Place((UP,))), (1, Place((UP,))), (0, Attack(Cell(3, 2))), (1, Attack(Cell(0, 2))))
    assert shown(match, Watcher.PUBLIC)["boards"][0][0] == "..X.."
    assert shown(match, Watcher.PUBLIC)["boards"][1][3] == ".PxP."


def test_a_crowd_of_planes_is_refused_without_a_search() -> None:
    with pytest.raises(OptionsError, match=r"planes 3 not in 1-2: each needs room for 4x5 cells here"):
        GAME.notation.ask({"rows": 5, "cols": 8, "planes": 3}, Random(1))
