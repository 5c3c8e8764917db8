"""What programs and browsers get of both grids."""

from typing import Any

from fogfield.core.game import Viewer, Watcher
from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.games.battleship import GAME
from fogfield.games.battleship.rules import Attack, Options, Place


def test_a_view_shows_the_own_boats_and_what_was_attacked() -> None:
    match = Match(GAME, Options(4, 1), "dawn")

    def shown(viewer: Viewer) -> Any:
        return GAME.notation.write_view(match.view(viewer))

    match.act(1, Place((Cell(0, 2),)), 0.0)
    assert (shown(1)["boards"], shown(0)["boards"]) == (["~~~~", "~~O~"], ["~~~~", "~~~~"])
    assert (shown(0)["placed"], shown(0)["to_act"]) == ([False, True], [0])
    match.act(0, Place((Cell(0, 0),)), 0.0)
    for seat, col in ((0, 3), (1, 1), (0, 1)):
        match.act(seat, Attack(Cell(0, col)), 0.0)
    assert shown(0) == {
        "options": {"cells": 4, "boats": 1},
        "seat": 0,
        "to_act": [1],
        "placed": [True, True],
        "boards": ["O*~~", "~*~*"],
        "shots": [[3, 1], [1]],
        "outcome": None,
    }
    match.act(1, Attack(Cell(0, 0)), 0.0)
    assert shown(Watcher.PUBLIC)["boards"] == ["X*~~", "~*O*"]
    assert shown(Watcher.PUBLIC)["outcome"] == {"winners": [1], "reason": "sank every boat"}
