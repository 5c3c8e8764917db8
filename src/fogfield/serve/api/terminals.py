"""Terminals of those who play a game that is a program with lines of text: all that was said and typed."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from fogfield import games
from fogfield.core.game import OVER
from fogfield.serve.api.guests import Guest
from fogfield.serve.api.problems import Problem, nowhere, refused
from fogfield.serve.api.scenes import Scene
from fogfield.serve.api.seating import WAITING
from fogfield.wire.console import Console, Said

#: What was typed; the other streams are those of the program.
INPUT = "input"
#: So many characters are kept of what was said, so that a page that comes back can show it.
MOST_KEPT = 100_000


class Terminal:
    """One run of a program for one guest."""

    def __init__(self, match: str, console: Console) -> None:
        self.match = match
        self._console = console
        self._said: deque[Said] = deque()
        self._kept = 0
        self._keep(console.begin())

    def enter(self, line: str, now: float) -> dict[str, Any]:
        """Take a line that was typed; gives what is new on the screen."""
        if self._console.exit_status is not None:
            raise refused((OVER,))
        if line.splitlines() not in ([], [line]):
            raise Problem(400, "line must be one line, without its end")
        said = [Said(INPUT, f"{line}\n"), *self._console.enter(f"{line}\n", now)]
        self._keep(said)
        return self._write(said)

    def everything(self) -> dict[str, Any]:
        """Give all that is kept."""
        return self._write(self._said)

    def _keep(self, said: Sequence[Said]) -> None:
        self._said.extend(said)
        self._kept += sum(len(one.text) for one in said)
        while self._kept > MOST_KEPT:
            self._kept -= len(self._said.popleft().text)

    def _write(self, said: Sequence[Said] | deque[Said]) -> dict[str, Any]:
        return {"said": [one._asdict() for one in said], "exit": self._console.exit_status}


def terminal(scene: Scene, guest: Guest) -> Terminal:
    """Give the terminal of a guest; it is switched on when he looks at it first."""
    make = games.console(scene.game.name)
    if make is None:
        raise nowhere(f"{scene.game.name} is not played with lines of text")
    if scene.match is None or guest.player.chair is None:
        raise refused((WAITING,))
    if guest.player.chair.match != scene.name:  # he plays the next one already
        raise refused((OVER,))
    found = guest.terminal
    if found is None or found.match != scene.name:
        found = guest.terminal = Terminal(scene.name, make(guest.player.chair))
    return found
