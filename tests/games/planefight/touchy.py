"""A peer like the published program: it breaks when it is told what it cannot bear, and then says what that was.

Each complaint is an item of the list of things that freeze or kill the published program.
"""

from typing import Any

from fogfield.core.grid import Cell
from fogfield.games.planefight.codec import OUR_HEADER_BYTES, Codec
from fogfield.games.planefight.fleet import Options, Plane, yard
from fogfield.games.planefight.messages import Attack, AttackResult, Bare, ExchangeMap, GameInfo, Header, Message, Name
from fogfield.wire.session import CLOSE


class Broken(AssertionError):
    """It would freeze or die now."""


class Touchy:
    """Listens to everything that one connection is told, and knows what its own side has said."""

    def __init__(self) -> None:
        self.options: Options | None = None
        self.joined = self.ready = self.told_ready = False
        self.attacks = self.results = self.asked = self.answered = 0
        self.maps = 0
        self.decided = False
        self.closed = False
        self._greeted = False

    def says(self, message: Any) -> None:
        """Note what this side sends."""
        self.joined |= message is Bare.JOIN
        self.ready |= message is Bare.READY and self.options is not None
        self.attacks += isinstance(message, Attack)
        self.answered += isinstance(message, AttackResult) and self.answered < self.asked

    def hears(self, *told: Any, gone: bool = False) -> None:
        """Take what it is told in one write."""
        for number, message in enumerate(told):
            self._check(not self.closed, "something after the end")
            if message is CLOSE:
                self.closed = True
                self._check(gone or self.results == self.attacks, "closed with an attack unanswered")
                self._check(gone or not self.decided or self.maps > 0, "closed without a map after the end")
                continue
            self._hear(message, told[number + 1 :])

    def _hear(self, message: Message, rest: tuple[Any, ...]) -> None:
        data = b"".join(Codec().encode(message))
        if not self._greeted:
            self._check(isinstance(message, Header), "no header first")
            assert len(data) < OUR_HEADER_BYTES
            self._greeted = True
            return
        self._check(self.joined, "something between the header and Join")
        if isinstance(message, GameInfo):
            self._check(bool(rest) and isinstance(rest[0], Name), "a game without a name")
            self.options = Options(message.h, message.w, message.n, message.cross_border, message.completely_destroy)
        elif message is Bare.READY:
            self._check(not self.told_ready, "a second Ready")
            self.told_ready = True
        elif isinstance(message, AttackResult):
            self.results += 1
            self._check(self.results <= self.attacks, "a result that nobody asked for")
            self._check(message.res in (0, 1, 2), "a result that nobody knows")
        elif isinstance(message, (Attack, ExchangeMap)):
            self._fight(message)
        elif message is Bare.SURRENDER:
            self.decided = True
        else:
            self._check(isinstance(message, Name) or message is Bare.GIVE_UP, f"what is {message}?")
            self._check(not isinstance(message, Name) or len(data) <= 8 + 127, "a long name")

    def _fight(self, message: Attack | ExchangeMap) -> None:
        assert self.options
        self._check(self.told_ready and self.ready, "the battle before both are ready")
        if isinstance(message, Attack):
            self.asked += 1
            self._check(message.x < self.options.cols and message.y < self.options.rows, "an attack off the board")
            return
        self.maps += 1
        planes = [Plane(Cell(y, x), d) for x, y, d in message.planes]
        self._check(all(map(yard(self.options).cells, planes)), "a plane that cannot be there")
        self._check(len(planes) <= self.options.planes, "too many planes")

    def _check(self, fine: bool, complaint: str) -> None:
        if not fine:
            raise Broken(complaint)
