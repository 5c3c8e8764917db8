"""Lines of text out of bytes, each with a limit. LF, CR LF and a lone CR end a line."""

import re

from fogfield.wire.codec import Held

_END = re.compile(rb"\r\n|[\r\n]")


class Lines(Held):
    """The base of a codec whose messages are lines. Of a line that is too long only the beginning is kept."""

    __slots__ = ("_after_return", "_limit")

    def __init__(self, limit_bytes: int) -> None:
        super().__init__()
        self._limit = limit_bytes
        self._after_return = False  # a line feed that comes now belongs to a line that has been given already

    def line(self) -> bytes | None:
        """Give the next line without its end, or None until there is a whole one."""
        data, begin = self._data, self._at
        if begin == len(data):
            return None
        if self._after_return:
            self._after_return = False
            begin = self._at = begin + (data[begin] == 0x0A)
        found = _END.search(data, begin)
        if found is None:
            if self.held > self._limit:
                del data[begin + self._limit :]
            return None
        end, self._at = found.span()
        self._after_return = found[0] == b"\r"
        return bytes(data[begin : min(end, begin + self._limit)])
