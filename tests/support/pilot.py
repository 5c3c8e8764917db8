"""A planeFight peer with a real socket: it keeps its fleet to itself, answers by it, and plays whole games."""

from random import Random

from support.peer import Peer

from fogfield.core.grid import Cell, Grid
from fogfield.games.planefight.codec import Codec
from fogfield.games.planefight.fleet import Answer, Fleet, Options
from fogfield.games.planefight.messages import (
    Attack,
    AttackResult,
    Bare,
    ExchangeMap,
    GameInfo,
    Header,
    Message,
    Name,
)
from fogfield.games.planefight.view import placement


class Pilot(Peer):
    """One connection to a planeFight server."""

    def __init__(self, port: int, *, receive_buffer: int | None = None) -> None:
        super().__init__(port, receive_buffer=receive_buffer)
        self._codec = Codec()
        self.opponent = ""

    def hear(self) -> Message | None:
        """Read one message; None at the end."""
        while (message := self._codec.next()) is None:
            piece = self.sock.recv(65_536)
            if not piece:
                assert self._codec.held == 0
                return None
            self._codec.receive(piece)
        return message

    def event(self) -> Message | None:
        """Read the next message that is no name: those come whenever they come."""
        while isinstance(message := self.hear(), Name):
            self.opponent = message.playername
        return message

    def hears(self, count: int) -> list[Message | None]:
        """Read so many messages that are no names."""
        return [self.event() for _ in range(count)]

    def rest(self) -> list[Message]:
        """Read everything until the server closes."""
        found = []
        while message := self.event():
            found.append(message)
        return found

    def say(self, *messages: Message) -> "Pilot":
        """Send messages in one write."""
        self.send(b"".join(piece for one in messages for piece in self._codec.encode(one)))
        return self

    def join(self, name: str, *fields: tuple[str, str]) -> GameInfo:
        """Greet and join; gives the game."""
        assert isinstance(self.hear(), Header)
        self.say(Header(fields=fields), Bare.JOIN)
        info = self.hear()
        assert isinstance(info, GameInfo)
        called = self.hear()
        assert isinstance(called, Name)
        self.opponent = called.playername
        self.say(Name(name))
        return info


class Flight:
    """Plays one seat through to the end, and checks that everything it is told belongs to this game."""

    def __init__(self, pilot: Pilot, name: str, rng: Random, *fields: tuple[str, str]) -> None:
        self.pilot = pilot
        self.info = pilot.join(name, *fields)
        info = self.info
        self.options = Options(info.h, info.w, info.n, info.cross_border, info.completely_destroy)
        self.fleet = Fleet(self.options, placement(self.options, rng).planes)
        self.map = ExchangeMap(tuple((head.col, head.row, turn) for head, turn in self.fleet.planes))
        self.log: list[tuple[str, int, int, int]] = []
        self.result = ""
        self._cells = rng.sample(list(Grid(info.h, info.w)), info.h * info.w)
        self._lost: set[Cell] = set()
        self._found = 0
        self._asked: Cell | None = None

    def play(self) -> str:
        """Play to the end; gives who won."""
        self.pilot.say(Bare.READY)
        while not self.result:
            message = self.pilot.event()
            if message is Bare.READY:
                if not self.info.server_first:
                    self._attack()
            elif isinstance(message, Attack):
                self._answer(Cell(message.y, message.x))
            else:
                assert isinstance(message, AttackResult), message
                self._told(message.res)
        self._end()
        return self.result

    def _attack(self) -> None:
        self._asked = self._cells.pop()
        self.pilot.say(Attack(self._asked.col, self._asked.row))

    def _answer(self, cell: Cell) -> None:
        answer = self.fleet.answer(cell, frozenset(self._lost))
        self.log.append(("theirs", cell.col, cell.row, answer))
        if answer is Answer.DESTROY:
            self._lost.add(cell)
        if len(self._lost) == self.options.planes:
            self.pilot.say(AttackResult(answer), self.map)
            self.result = "lost"
        else:
            self.pilot.say(AttackResult(answer))
            self._attack()

    def _told(self, res: int) -> None:
        assert self._asked is not None, "a result that nobody asked for"
        self.log.append(("mine", self._asked.col, self._asked.row, res))
        self._asked = None
        self._found += res == Answer.DESTROY
        if self._found == self.options.planes:
            self.result = "won"
            self.pilot.say(self.map)

    def _end(self) -> None:
        """Take the other's map."""
        told = self.pilot.event()
        assert isinstance(told, ExchangeMap)
        self.other = told


def same_game(first: Flight, second: Flight) -> bool:
    """Say whether two sides have seen the same game."""
    turned = [("theirs" if who == "mine" else "mine", *rest) for who, *rest in second.log]
    fair = first.map == second.other and second.map == first.other
    return fair and [tuple(one) for one in turned] == first.log and {first.result, second.result} == {"won", "lost"}
