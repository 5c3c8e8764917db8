"""What is seen of a game: a map that is drawn again after every change, or lines for a log."""

import os
import sys
from collections.abc import Callable, Sequence
from textwrap import wrap

from fogfield.core.grid import Cell
from fogfield.games.treasurehunt import screen
from fogfield.games.treasurehunt.client import Client
from fogfield.games.treasurehunt.messages import PlayerState
from fogfield.play.styled import clean

_WORDS = {
    PlayerState.MUST_ACT: "our turn",
    PlayerState.MUST_WAIT: "the other's turn",
    PlayerState.WON: "WON",
    PlayerState.LOST: "LOST",
}


class Show:
    """Listens to a client and shows what it knows."""

    def __init__(self, client: Client, ahead: Callable[[], Sequence[Cell]], *, plain: bool, colour: bool) -> None:
        self._client = client
        self._ahead = ahead
        self._plain = plain
        self._colour = colour
        self._begun = False
        self._said = ""
        self._hint: tuple[str, ...] = ()
        client.listen(self.draw)

    def draw(self) -> None:
        """Show the present state, from the first one on."""
        if not self._client.players:
            return
        if self._plain:
            self._log()
            return
        lines = self._lines()
        start = "" if self._begun else "\x1b[2J"
        self._begun = True
        sys.stdout.write(f"{start}\x1b[H" + "".join(f"{line}\x1b[K\n" for line in lines) + "\x1b[J")
        sys.stdout.flush()

    def _lines(self) -> list[str]:
        """Give what is seen, line by line, or what it would need."""
        view = self._client.view
        cols, rows = _size()
        picture = screen.picture(view, self._ahead(), colour=self._colour)
        hint = self._hint if len(self._client.players) < 2 else ()
        texts = [
            "",
            *(line[:cols] for line in (*screen.LEGEND, f"Last action: {self._client.last_action or 'none yet'}")),
            *(piece for line in hint for piece in wrap(line, cols)),
        ]
        wide, high = max(map(len, screen.picture(view, colour=False))), 2 + len(picture) + len(texts)
        if cols < wide or rows <= high:
            return [text[:cols] for text in ("too small:", f"{wide}x{high + 1} needed")]
        return [self._names()[:cols], self._status()[:cols], *picture, *texts]

    def _names(self) -> str:
        names = [clean(f"{one.first_name} {one.last_name}") for one in self._client.players]
        return " against ".join(names) if len(names) > 1 else f"{''.join(names)} waits for an opponent"

    def _status(self) -> str:
        client = self._client
        treasure = "treasure found" if client.view.own.collected else "no treasure yet"
        theirs = ", the enemy has his" if client.view.other.collected else ""
        real = "" if client.view.real else ", enemy's place is a guess"
        if client.trouble:
            return f"asking again: {clean(client.trouble)}"
        counted = f"action {client.view.actions} of {client.options.most_actions}"
        return f"{counted}, {_WORDS[client.state]}, {treasure}{theirs}{real}"

    def _log(self) -> None:
        """Write how it stands whenever that changes, and the map when it first is whole and at the end."""
        client = self._client
        title = f"{self._names()}: {self._status()}; {client.last_action or 'no action yet'}"
        if title != self._said:
            self._said = title
            self.say(title)
        if client.view.land and (client.over or not self._begun):
            self._begun = True
            self.say("\n".join([*screen.picture(client.view, colour=False), *screen.LEGEND]))

    def waits(self, *hint: str) -> None:
        """Say what to do while nobody else is there."""
        self._hint = hint
        self.say("\n".join(hint))

    def say(self, text: str) -> None:
        """Say something below it all."""
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def _size() -> tuple[int, int]:
    """Give the columns and lines of the terminal."""
    try:
        cols, rows = os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        cols = rows = 0
    return cols or 80, rows or 24
