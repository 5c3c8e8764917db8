"""Lines <-> messages. Our server ends its lines with LF, our client with CR LF, and both read either."""

import re

from fogfield.games.battleship.messages import (
    Attack,
    Board,
    ClientMessage,
    ClientWord,
    Grid,
    InitGrid,
    ServerMessage,
    ServerWord,
    Unknown,
)
from fogfield.wire.lines import Lines

#: Longer lines mean nothing; the longest that does is far shorter.
LINE_LIMIT_BYTES = 1_024

#: A number as the published server reads it: `+3` and `003` are three. Nine digits are more than any grid has.
_NUMBER = re.compile(r"[+-]?0*[0-9]{1,9}", re.ASCII)
_BLANKS = re.compile(r"[ \t]+")
_SERVER_WORDS = {word.value: word for word in ServerWord}
_CLIENT_WORDS = {word.value: word for word in ClientWord}
_GRIDS = {grid.value: grid for grid in Grid}
_LINES = {word: (f"{word.value}\n".encode(),) for word in ServerWord}
_BOARDS = {grid: f"{grid.value}=".encode() for grid in Grid}


class ServerCodec(Lines):
    """The server's side."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(LINE_LIMIT_BYTES + 1)  # so that one which was cut can be told

    def next(self) -> ClientMessage | None:
        """Give the next message of the client."""
        line = self.line()
        if line is None:
            return None
        text = line.decode("utf-8", "replace")
        return _client_message(text) if len(line) <= LINE_LIMIT_BYTES else Unknown(text)

    def encode(self, message: ServerMessage) -> tuple[bytes, ...]:
        """Give the line of a message."""
        if isinstance(message, Board):
            return _BOARDS[message.grid], message.cells.encode(), b"\n"
        return (f"{message.text}\n".encode(),) if isinstance(message, Unknown) else _LINES[message]


class ClientCodec(Lines):
    """The client's side. It reads what servers mean: a payload behind a word that needs none does not matter."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(LINE_LIMIT_BYTES)

    def next(self) -> ServerMessage | None:
        """Give the next message of the server."""
        line = self.line()
        if line is None:
            return None
        text = line.decode("utf-8", "replace")
        word, _, payload = text.partition("=")
        if word in _GRIDS:
            return Board(_GRIDS[word], payload)
        return _SERVER_WORDS.get(word) or Unknown(text)

    def encode(self, message: ClientMessage) -> tuple[bytes, ...]:
        """Give the line of a message."""
        if isinstance(message, InitGrid):
            return (f"INIT_GRID={' '.join(map(str, message.cells))}\r\n".encode(),)
        if isinstance(message, Attack):
            return (f"ATTACK={message.cell}\r\n".encode(),)
        return (f"{message.text if isinstance(message, Unknown) else message.value}\r\n".encode(),)


def _client_message(text: str) -> ClientMessage:
    word, equals, payload = text.partition("=")
    if text in _CLIENT_WORDS:
        return _CLIENT_WORDS[text]
    if word == "INIT_GRID" and equals:
        numbers = _BLANKS.split(payload.strip(" \t"))
        if all(map(_NUMBER.fullmatch, numbers)):
            return InitGrid(tuple(map(int, numbers)))
    elif word == "ATTACK" and _NUMBER.fullmatch(payload):
        return Attack(int(payload))
    return Unknown(text)
