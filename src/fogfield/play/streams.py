"""The three standard streams, whatever the caller has done to them."""

import errno
import os
import sys
from contextlib import suppress

#: The numbers that these signals have everywhere; the module that names them takes time to import.
SIGINT, SIGPIPE = 2, 13
#: The exit status when the output cannot be written; sysexits.h calls it EX_IOERR.
CANNOT_WRITE = 74
_UNWRITABLE = frozenset((errno.ENOSPC, errno.EIO, errno.EPIPE, errno.EBADF, errno.EDQUOT, errno.EFBIG))


class Ended(Exception):
    """A signal came that ends the program."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def open_all() -> None:
    """Have all three: a caller may have closed them, and then the next file or socket would get their numbers."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number, which is this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))


def end_by(number: int) -> int:
    """End as if a signal had not been caught, so that a shell sees what happened; gives the status if that fails."""
    import signal

    for stream in (sys.stdout, sys.stderr)[number == SIGPIPE :]:
        with suppress(OSError, ValueError):
            stream.flush()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return 128 + number


def unwritable(error: OSError) -> bool:
    """Say whether an error is about writing to a stream."""
    return error.errno in _UNWRITABLE


def give_up_output() -> None:
    """Forget what could not be written: it must go somewhere when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
