"""Minesweeper Alpha as a process: arguments, three streams, an exit status. What is said stands in games/alpha.

This is the console script `minesweeper-alpha` (console.py), and `fogfield alpha` when it is given a seed file. Nothing
that takes long to import is imported here, so that the first prompt is there at once.
"""

import os
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from fogfield.core.game import Refusal
from fogfield.core.outcome import ABANDONED, Outcome
from fogfield.games.alpha import rules, scan, view
from fogfield.games.alpha.codec import Codec
from fogfield.games.alpha.messages import PROMPT, Command, Exit, Misuse, NoSeedFile, SeedFile, Start, Stream
from fogfield.games.alpha.seedfile import LIMIT_BYTES
from fogfield.games.alpha.session import Transcript
from fogfield.play import streams
from fogfield.wire.session import Signal

if TYPE_CHECKING:  # the solver is loaded only if somebody lets a bot play
    from fogfield.games.alpha.player import Typist

_PIECE_BYTES = 1 << 16
#: So many bytes has a character in UTF-8 at most.
_LONGEST_CHARACTER = 4


def run(arguments: Sequence[str], typist: "Typist | None" = None, *, only_commands: bool = False) -> int:
    """Play a game as the published program does, from its arguments to its exit status.

    A typist types instead of the player, who then sees what was printed, or only what was typed.
    """
    try:
        streams.open_all()
        for number in range(3):
            os.set_blocking(number, True)
        return _converse(Transcript(_Alone), _start(arguments), typist, only_commands)
    except KeyboardInterrupt:
        return streams.end_by(streams.SIGINT)
    except streams.Ended as ended:
        return streams.end_by(ended.number)
    except BrokenPipeError:
        return streams.end_by(streams.SIGPIPE)
    except OSError as error:
        _complain(f"minesweeper-alpha: the output cannot be written ({error.strerror})\n".encode())
        return streams.CANNOT_WRITE


class _Alone:
    """A game that nobody records or watches; it takes the place of a chair."""

    def __init__(self, options: rules.Options) -> None:
        self._state = rules.new(options)

    @classmethod
    def open(cls, options: rules.Options, now: float) -> "_Alone":
        return cls(options)

    def act(self, action: rules.Action, now: float) -> tuple[Refusal, ...]:
        refusals = rules.refusals(self._state, rules.PLAYER, action)
        if not refusals:
            self._state = rules.apply(self._state, rules.PLAYER, action)
        return refusals

    def view(self) -> view.View:
        return view.view(self._state, rules.PLAYER)

    def leave(self, now: float) -> None:
        self._state = rules.end(self._state, ABANDONED)

    @property
    def outcome(self) -> Outcome | None:
        return rules.outcome(self._state)


def read_seed(path: str) -> str:
    """Read a seed file, but no more of it than any board needs; raises `OSError`."""
    with open(path, "rb") as file:  # noqa: PTH123 (importing pathlib would take a tenth of the time to the prompt)
        decoder = getincrementaldecoder("utf-8")("replace")
        text = decoder.decode(file.read(LIMIT_BYTES))
        return scan.whole_words(text, follows=decoder.decode(file.read(_LONGEST_CHARACTER), final=True))


def _start(arguments: Sequence[str]) -> Start:
    """Look at the arguments and read the seed file."""
    if len(arguments) != 1:
        return Misuse.ARGUMENTS
    (path,) = arguments
    try:
        return SeedFile(read_seed(path))
    except OSError as error:
        return NoSeedFile(os.fsencode(path).decode("utf-8", "surrogateescape"), error.strerror or str(error))


def _converse(transcript: Transcript, start: Start, typist: "Typist | None", only_commands: bool) -> int:
    """Carry what is said in both directions, until there is an exit status."""
    codec, output = Codec(), _Output()
    if typist:
        read = _chosen(output, typist, only_commands)
    else:
        read = _typed(output) if os.isatty(0) and os.isatty(1) else _piped(output)
    for event in chain((start,), _events(codec, read)):
        for reply in transcript.on(event, 0.0):
            if isinstance(reply, Exit):
                output.flush()
                return reply.status
            if typist and reply.stream is Stream.OUTPUT:
                typist.hear(reply.text)
                if only_commands:
                    continue
            output.say(reply.stream, *codec.encode(reply))
    raise AssertionError("the end of the input ends every transcript")


def _events(codec: Codec, read: Callable[[], bytes]) -> Iterator[Command | Signal]:
    """Give all commands of the input, then its end."""
    while data := read():
        codec.receive(data)
        yield from codec.commands()
    codec.close()
    yield from codec.commands()
    yield Signal.EOF


def _piped(output: "_Output") -> Callable[[], bytes]:
    """Read what is there, after everything was said. An input that is closed, or cannot be read, has ended."""

    def read() -> bytes:
        output.flush()
        try:
            return os.read(0, _PIECE_BYTES)
        except OSError:
            return b""

    return read


def _chosen(output: "_Output", typist: "Typist", only_commands: bool) -> Callable[[], bytes]:
    """Read what a typist types, and show it if nothing else is shown; if he has nothing to type, the input ends."""

    def read() -> bytes:
        line = typist.line()
        typed = f"{line}\n".encode() if line else b""
        if only_commands:
            output.say(Stream.OUTPUT, typed)
        output.flush()
        return typed

    return read


def _typed(output: "_Output") -> Callable[[], bytes]:
    """Read lines from a terminal; its line editor shows the prompt, and shows it again when it must."""
    from fogfield.play.editor import Editor

    editor = Editor()

    def read() -> bytes:
        output.flush(but=PROMPT.text.encode())
        return editor.read(PROMPT.text)

    return read


class _Output:
    """Standard output, kept back until an error is said, the input is waited for, or there is much of it."""

    def __init__(self) -> None:
        self._held = bytearray()

    def say(self, stream: Stream, data: bytes) -> None:
        """Say something on one of the two streams, in order."""
        if stream is Stream.OUTPUT:
            self._held += data
        if stream is Stream.ERROR or len(self._held) > _PIECE_BYTES:
            self.flush()
        if stream is Stream.ERROR:
            _complain(data)

    def flush(self, but: bytes = b"") -> None:
        """Write what is kept back, but for something at its end."""
        held, self._held = memoryview(self._held.removesuffix(but)), bytearray()
        while held:
            held = held[os.write(Stream.OUTPUT.value, held) :]


def _complain(data: bytes) -> None:
    """Write an error. If nobody can hear it there is nobody to tell, and the game goes on."""
    with suppress(OSError):
        while data:
            data = data[os.write(Stream.ERROR.value, data) :]
