"""What is seen of a game: a map that is drawn again after every change, or lines for a log."""

import sys
from collections.abc import Callable, Sequence

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
        client.listen(self.draw)

    def draw(self) -> None:
        """Show the present state."""
        if self._plain:
            self._log()
            return
        lines = [
            self._title(),
            *screen.picture(self._client.view, self._ahead(), colour=self._colour),
            "",
            *screen.LEGEND,
        ]
        lines.append(f"Last action: {self._client.last_action or 'none yet'}")
        start = "" if self._begun else "\x1b[2J"
        self._begun = True
        sys.stdout.write(f"{start}\x1b[H" + "".join(f"{line}\x1b[K\n" for line in lines) + "\x1b[J")
        sys.stdout.flush()

    def _title(self) -> str:
        client = self._client
        names = [clean(f"{one.first_name} {one.last_name}") for one in client.players]
        who = " against ".join(names) if len(names) > 1 else f"{names[0]} waits for an opponent" if names else ""
        treasure = "treasure found" if client.view.own.collected else "no treasure yet"
        real = "" if client.view.real else ", enemy's place is a guess"
        counted = f"action {client.view.actions} of {client.options.most_actions}"
        return f"{who}: {counted}, {_WORDS[client.state]}, {treasure}{real}"

    def _log(self) -> None:
        """Write the title as a line whenever it changes, and the map when it first is whole."""
        client = self._client
        title = f"{self._title()}; {client.last_action or 'no action yet'}"
        if title != self._said:
            self._said = title
            self.say(title)
        if client.view.land and not self._begun:
            self._begun = True
            self.say("\n".join([*screen.picture(client.view, colour=False), *screen.LEGEND]))

    def say(self, text: str) -> None:
        """Say something below it all."""
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
