"""A Battleship peer with a real socket: reads lines, checks them, and plays whole games by itself."""

from random import Random

from support.peer import Peer

BOTH_READY = ["GAMEREADY", "INIT_GRID"]


class Sailor(Peer):
    """One connection to a Battleship server."""

    def __init__(self, port: int, *, receive_buffer: int | None = None) -> None:
        super().__init__(port, receive_buffer=receive_buffer)
        self._rest = b""

    def line(self) -> str:
        """Read one line; empty at the end."""
        while b"\n" not in self._rest:
            piece = self.sock.recv(65_536)
            if not piece:
                assert self._rest == b""
                return ""
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        assert not line.endswith(b"\r")
        return line.decode("ascii")

    def lines(self, count: int) -> list[str]:
        """Read so many lines."""
        return [self.line() for _ in range(count)]

    def rest(self) -> list[str]:
        """Read everything until the server closes."""
        return list(iter(self.line, ""))

    def say(self, *lines: str) -> "Sailor":
        """Send lines as the published client ends them."""
        self.send(b"".join(line.encode() + b"\r\n" for line in lines))
        return self


class Game:
    """Plays one seat through to the result, and checks that everything it is told belongs to this game."""

    def __init__(self, sailor: Sailor, rng: Random) -> None:
        self.sailor = sailor
        self.boats = sorted(rng.sample(range(1, 17), 3))
        self._targets = rng.sample(range(1, 17), 16)
        self._own = ["O" if cell in self.boats else "~" for cell in range(1, 17)]
        self._other = ["~"] * 16
        self._attack = 0
        self.log: list[tuple[str, int, bool]] = []
        self.result = ""

    def step(self) -> bool:
        """Take one line from the server and answer it; says whether the game goes on."""
        line = self.sailor.line()
        word, _, payload = line.partition("=")
        if word == "INIT_GRID":
            self.sailor.say("INIT_GRID=" + " ".join(map(str, self.boats)))
        elif word == "ATTACK":
            self._attack = self._targets.pop()
            self.sailor.say(f"ATTACK={self._attack}")
        elif word in ("HIT", "MISS"):
            self._result(word == "HIT")
        elif word == "URBOARD":  # the first one shows what was placed, and nothing has been shot yet
            assert payload == "".join(self._own), (payload, self._own)
        elif word in ("UWON", "ULOST"):
            self.result = word
            return False
        else:
            assert word in ("GAMEREADY", "WAIT"), line
        return True

    def _result(self, hit: bool) -> None:
        word, _, board = self.sailor.line().partition("=")
        mine = word == "OPPONENTBOARD"
        assert mine or word == "URBOARD"
        cells = self._other if mine else self._own
        changed = [place for place in range(16) if board[place] != cells[place]]
        assert len(changed) == 1, (board, cells)
        (place,) = changed
        if mine:
            assert place + 1 == self._attack
        else:
            assert hit == (place + 1 in self.boats)
        cells[place] = "X" if hit else "*"
        assert board == "".join(cells)
        self.log.append(("mine" if mine else "theirs", place + 1, hit))

    def play(self) -> str:
        """Play to the end."""
        while self.step():
            pass
        return self.result


def same_game(first: Game, second: Game) -> bool:
    """Say whether two sides have seen the same game."""
    turned = [("theirs" if who == "mine" else "mine", cell, hit) for who, cell, hit in second.log]
    return first.log == turned and {first.result, second.result} == {"UWON", "ULOST"}
