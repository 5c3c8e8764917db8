"""Records for tests, made from matches that chance plays with a seed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from support.contract import AnyMatch, random_match

from fogfield import games
from fogfield.core import record
from fogfield.core.grid import Cell
from fogfield.games.alpha.rules import Options as AlphaOptions
from fogfield.games.battleship.rules import Options as BattleshipOptions
from fogfield.games.classic.rules import Options as ClassicOptions
from fogfield.games.jminesweeper.rules import Options as MinesOptions
from fogfield.games.planefight.fleet import Options as PlanesOptions
from fogfield.games.treasurehunt.presets import Options as HuntOptions

#: A usual size of every game.
OPTIONS: dict[str, Any] = {
    "alpha": AlphaOptions(6, 8, (Cell(0, 3), Cell(4, 4), Cell(5, 7))),
    "battleship": BattleshipOptions(),
    "classic": ClassicOptions(columns=9, rows=9, mines=4),
    "jminesweeper": MinesOptions(columns=20, rows=10, level=1),
    "planefight": PlanesOptions(),
    "treasurehunt": HuntOptions(),
}
#: With these chance wins, after more than ten moves.
_SEEDS = {"classic": 211}


def played(name: str, most: int = 400) -> AnyMatch:
    """A match that chance plays, a second for each move."""
    return random_match(games.game(name), OPTIONS[name], _SEEDS.get(name, 7), most)


def lines_of(match: AnyMatch, names: Sequence[str] = ()) -> list[str]:
    """The lines of a match's record, with the players' names if there are any."""
    seats = [{"seat": seat, "kind": "web", "name": name} for seat, name in enumerate(names)]
    match.record.about = {"id": "m1", "seats": seats} if names else None
    return list(record.write(match.record, match.game))


def written(path: Path, lines: Sequence[str]) -> str:
    """Write a record to a file; gives its path."""
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return str(path)
