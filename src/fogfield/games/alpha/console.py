"""The published program at a match that somebody else keeps: the same session, without a process."""

from collections.abc import Iterable, Sequence

from fogfield.games.alpha.codec import Codec
from fogfield.games.alpha.messages import Exit, Reply, Stream
from fogfield.games.alpha.session import Place, Transcript
from fogfield.wire.console import ERROR, OUTPUT, Said


class Console:
    """One run of the program, from its banner to its exit status."""

    def __init__(self, chair: Place) -> None:
        self._chair = chair
        self._codec = Codec()
        self._transcript = Transcript()
        self.exit_status: int | None = None

    def begin(self) -> Sequence[Said]:
        """Show the banner and the board; a board on which somebody has played before is shown as it is."""
        return self._say(self._transcript.begin(self._chair))

    def enter(self, text: str, now: float) -> Sequence[Said]:
        """Take lines; what follows the end of the game is heard by nobody."""
        said: list[Said] = []
        self._codec.receive(text.encode("utf-8", "replace"))
        for command in self._codec.commands():
            if self.exit_status is None:
                said += self._say(self._transcript.on(command, now))
        return said

    def _say(self, replies: Iterable[Reply]) -> list[Said]:
        said = []
        for reply in replies:
            if isinstance(reply, Exit):
                self.exit_status = reply.status
            else:
                said.append(Said(OUTPUT if reply.stream is Stream.OUTPUT else ERROR, reply.text))
        return said
