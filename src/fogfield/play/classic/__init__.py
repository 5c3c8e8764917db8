"""Classic minesweeper in the terminal: `Face` plays, `Mind` thinks in another process, `pages` and `Reader` draw."""

import sys

from fogfield.play.classic.face import Face
from fogfield.play.classic.wish import Wish
from fogfield.play.terminal import Terminal


def play(wish: Wish) -> int:
    """Play on this process's terminal; gives the exit status."""
    with Terminal(mouse=True, asks=True) as terminal:
        face = Face(terminal, wish)
        face.run()
    sys.stdout.write(f"{face.last_words()}\n")
    return face.status
