"""Which position of a record is shown, and when the next one is due. Time is passed in."""

from collections.abc import Sequence

#: How fast it can be played; 1 is as fast as it was.
SPEEDS = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)
#: Nobody waits longer for a move than this.
LONGEST_WAIT_S = 2.0
#: Whoever was away for longer than this, with the program stopped, goes on where he was.
_AWAY_S = 1.0


class Deck:
    """Plays a record: from position to position, at the times of the record."""

    def __init__(self, times: Sequence[float], position: int = 0) -> None:
        self._times = times
        self._speed = SPEEDS.index(1.0)
        self._due = 0.0
        self.position = position
        self.playing = False

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self._times) - 1

    @property
    def speed(self) -> str:
        """How fast it is played, in writing."""
        speed = SPEEDS[self._speed]
        return f"x{speed:g}" if speed >= 1 else f"x1/{1 / speed:g}"

    def toggle(self, now: float) -> None:
        """Play or pause; at the end play from the beginning."""
        self.playing = not self.playing
        if self.playing:
            if self.position == self.last:
                self.position = 0
            self._due = now + self._gap()
            self.playing = self.last > 0

    def faster(self, by: int, now: float) -> None:
        """Change the speed by so many steps, down too; the move that is due next is waited for anew."""
        self._speed = max(0, min(self._speed + by, len(SPEEDS) - 1))
        self._due = now + self._gap()

    def go(self, position: int) -> None:
        """Show another position, and pause."""
        self.playing = False
        self.position = max(0, min(position, self.last))

    def tick(self, now: float) -> None:
        """Show what is due by now. Moves follow the record, not the time that drawing takes: it never falls behind."""
        if now - self._due > _AWAY_S:
            self._due = now
        while self.playing and self._due <= now:
            self.position += 1
            self._due += self._gap()
            self.playing = self.position < self.last

    def wait_s(self, now: float) -> float | None:
        """Say how long nothing is due; None if nothing will be."""
        return max(0.0, self._due - now) if self.playing else None

    def _gap(self) -> float:
        """Give how long the next move is waited for."""
        if self.position >= self.last:
            return 0.0
        took_s = self._times[self.position + 1] - self._times[self.position]
        return min(took_s / SPEEDS[self._speed], LONGEST_WAIT_S)
