"""Classic minesweeper in the terminal: `Face` plays, `Mind` thinks in another process, `pages` draw."""

import sys
import time

from fogfield.play.classic import words
from fogfield.play.classic.face import Face
from fogfield.play.classic.wish import Wish
from fogfield.play.terminal import Terminal


def play(wish: Wish) -> int:
    """Play on this process's terminal; gives the exit status."""
    with Terminal(mouse=True, asks=True) as terminal:
        face = Face(terminal, wish)
        face.run()
    sys.stdout.write(f"{words.last(face.game, time.monotonic(), wish.bot)}\n")
    return face.status
