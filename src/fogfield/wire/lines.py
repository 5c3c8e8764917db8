"""Lines of text out of bytes, each with a limit. LF, CR LF and a lone CR end a line."""

from fogfield.wire.codec import Held


class Lines(Held):
    """The base of a codec whose messages are lines. Of a line that is too long only the beginning is kept."""

    __slots__ = ("_after_return", "_limit")

    def __init__(self, limit_bytes: int) -> None:
        super().__init__()
        self._limit = limit_bytes
        self._after_return = False  # a line feed that comes now belongs to a line that has been given already

    def line(self) -> bytes | None:
        """Give the next line without its end, or None until there is a whole one."""
        data = self._data
        if self._after_return and self.held:
            self._after_return = False
            self._at += data[self._at] == 0x0A
        ends = [end for end in (data.find(b"\n", self._at), data.find(b"\r", self._at)) if end >= 0]
        if not ends:
            if self.held > self._limit:
                del data[self._at + self._limit :]
            return None
        end = min(ends)
        found = bytes(data[self._at : min(end, self._at + self._limit)])
        self._after_return = data[end] == 0x0D
        self._at = end + 1
        return found
