"""A text on a screen of its own: the help, and what has no room below the board. It scrolls if it must."""

from collections.abc import Callable

from fogfield.play.classic.pages import BOLD, FAINT, Message, Page, whole
from fogfield.play.keys import Button, Event, Mouse
from fogfield.play.styled import paragraph, styled
from fogfield.play.viewport import Line

#: How many lines a key goes on; "page" is as many as there is room for.
_LINES = {"down": 1, "j": 1, "s": 1, "up": -1, "k": -1, "w": -1}
_PAGES = {"space": 1, "page down": 1, "page up": -1}
_ENDS = {"home": 0, "end": 1, "G": 1}
_WHEEL = {Button.WHEEL_UP: -3, Button.WHEEL_DOWN: 3}


class Reader:
    """Shows a text from some line on, as it is laid for the columns that there are.

    Keys that scroll do so while there is more than fits; all others go back.
    """

    def __init__(self, title: str, lay: Callable[[int], Message]) -> None:
        self._title = title
        self._lay = lay
        self._top = self._last = 0
        self._room = 1

    def press(self, event: Event) -> bool:
        """Scroll, if that is what a key or the mouse does; gives whether the reader stays."""
        if isinstance(event, Mouse):
            self._top += _WHEEL.get(event.button, 0)
        elif self._last and event in _LINES:
            self._top += _LINES[event]
        elif self._last and event in _PAGES:
            self._top += _PAGES[event] * max(1, self._room - 1)
        elif self._last and event in _ENDS:
            self._top = _ENDS[event] * self._last
        else:
            return False
        self._top = max(0, min(self._top, self._last))
        return True

    def page(self, cols: int, rows: int) -> Page:
        """Fill a screen."""
        lines: list[Line] = []
        for text, style in self._lay(cols - 2):
            lines += paragraph(text, cols - 2, style) if text else [[]]
        self._room = rows - 3  # beside the title, a blank line and the keys
        self._last = max(0, len(lines) - self._room)
        self._top = min(self._top, self._last)
        shown = lines[self._top : self._top + self._room]
        part = f"{self._top + 1}-{self._top + len(shown)}/{len(lines)}  arrows, Space  q back"
        body: list[Line] = [[*styled(" "), *line] for line in shown]
        body += [[] for _ in range(self._room - len(shown))]
        keys = styled(f" {whole(part if self._last else 'any key goes back', cols - 1)}", FAINT)
        return Page([styled(f" {whole(self._title, cols - 1)}", BOLD), [], *body, keys])
