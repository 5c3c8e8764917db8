"""A player who sees only what the program prints, and types commands: a bot in front of the published program."""

import re
from random import Random

from fogfield.games.alpha.bots import SweeperBot
from fogfield.games.alpha.rules import PLAYER, Action
from fogfield.games.alpha.view import View

_ROUNDS = re.compile(r" Rounds Completed: (\d+)\n\n((?: \d \|(?:.{3}\|)+\n)+)")
_CELL = re.compile(r".(.).\|")


def read_block(text: str) -> View | None:
    """Read the last board that was printed; None if there is none. Whoever reads it does not know the mines."""
    blocks = _ROUNDS.findall(text)
    if not blocks:
        return None
    rounds, rows = blocks[-1]
    squares = tuple("".join(_CELL.findall(row.partition("|")[2])) for row in rows.splitlines())
    return View(PLAYER, squares, frozenset(), int(rounds), None)


class Typist:
    """Reads what is printed, and types what a bot of one level chooses."""

    def __init__(self, level: str) -> None:
        self._bot = SweeperBot(level)
        self._rng = Random(1)  # noqa: S311 (it leaves nothing to chance)
        self._heard = ""

    def hear(self, text: str) -> None:
        """Read on."""
        self._heard += text

    def line(self) -> str:
        """Type the next command, without its line end; nothing if there is nothing to do."""
        view = read_block(self._heard)
        self._heard = ""
        action = self._bot.choose(view, self._rng) if view else None
        return _written(action) if action else ""


def _written(action: Action) -> str:
    verb, cell = action
    return f"{verb.value[0]} {cell.row} {cell.col}" if cell else verb.value
