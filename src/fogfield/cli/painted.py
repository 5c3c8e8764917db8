"""What rich draws, as a text: it is written like everything else then, also where the output is closed or full."""

import io
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType


def painted(*things: "RenderableType", width: int | None = None) -> str:
    """Draw things, one below the other, in colour if standard output is a terminal.

    Elsewhere they are so many columns wide; without a width, no line is broken anywhere.
    """
    from rich.console import Console

    terminal = sys.stdout.isatty()
    text = io.StringIO()
    console = Console(file=text, highlight=False, force_terminal=terminal or None, width=None if terminal else width)
    for thing in things:
        console.print(thing, soft_wrap=width is None)
    return text.getvalue()
