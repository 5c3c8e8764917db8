"""A bot in the player's place: nobody needs a terminal, and every event is a line."""

import secrets
import select
from collections.abc import Callable
from random import Random

from fogfield.bots import Rival
from fogfield.games.planefight.rules import Phase
from fogfield.games.planefight.view import View
from fogfield.play.duel import Duel
from fogfield.play.planefight import words
from fogfield.play.styled import clean

WON, LOST, FAILED = 0, 1, 3


class BotFace:
    """Lets a bot play a match, and says what happens."""

    def __init__(self, duel: Duel, bot: Rival, me: str, say: Callable[[str], None]) -> None:
        self._duel = duel
        self._bot = bot
        self._me = clean(me)
        self._say = say
        self._rng = Random(secrets.randbits(64))  # noqa: S311 (a bot's luck)
        self._told = 0
        self._begun = False

    def run(self) -> int:
        """Play; gives the exit status."""
        duel = self._duel
        try:
            while not duel.over:
                self._act()
                if not duel.over:
                    self._wait()
                self._tell()
        finally:
            if not duel.over:
                duel.leave()
        return self._end()

    def _act(self) -> None:
        """Let the bot act as long as it is its turn."""
        view: View | None = self._duel.view
        while view and view.seat in view.to_act and view.phase in (Phase.PLACING, Phase.FIGHTING):
            refusals = self._duel.act(self._bot.choose(view, self._rng))
            assert not refusals, f"a bot chose what it may not do: {refusals}"
            self._tell()
            view = self._duel.view

    def _wait(self) -> None:
        if self._duel.sock and select.select([self._duel.sock], [], [], self._duel.wait_s)[0]:
            self._duel.receive()
        if not self._duel.over:
            self._duel.go_on()

    def _names(self, view: View) -> tuple[str, str]:
        other = words.called(self._duel.opponent)
        return (self._me, other) if view.seat == 0 else (other, self._me)

    def _tell(self) -> None:
        """Say what is new."""
        view: View | None = self._duel.view
        if view is None:
            return
        names = self._names(view)
        if not self._begun and all(view.ready):
            self._begun = True
            self._say(f"{names[0]} (begins) against {names[1]}: {words.game(view.options)}")
        answered = [one for one in words.raids(view) if one.answer is not None]
        for one in answered[self._told :]:
            self._say(words.raid(one, names))
        self._told = len(answered)

    def _end(self) -> int:
        view: View | None = self._duel.view
        if view is None or view.decided is None:
            self._say(self._duel.failure)
            return WON if words.has_won(view) else FAILED
        names = self._names(view)
        self._bot.over(view, self._rng)
        won = view.seat in view.decided.winners
        when = f" in turn {view.turn - 1}" if view.turn > 1 else ""
        self._say(f"{names[min(view.decided.winners)]} has won ({view.decided.reason}){when}")
        for finding in words.findings(view, names):
            self._say(f"audit: {finding}")
        return WON if won else LOST
