"""Record golden conversations anew: keeps what the client sends and writes what the session answers now.

`python tools/golden.py tests/games/jminesweeper/golden/*.txt`, then read the difference: every change of a byte is
a change that peers will see.
"""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.golden import Step, lines, read
from support.host import FixedHost

from fogfield import games
from fogfield.core.errors import WireError
from fogfield.wire.session import CLOSE, Signal


def record(path: Path) -> None:
    """Play one file and write it again."""
    golden = read(path)
    name = path.parent.parent.name
    published = games.published(name)
    assert published
    session, codec = published.session(FixedHost(name, golden.seed)), published.codec()
    out = [line for line in path.read_text("ascii").splitlines() if line.startswith(("#", "seed: "))]
    for step in golden.steps:
        if step.arrow == "<":
            continue
        out += ["", *lines(step)]
        replies: list[Any] = []
        try:
            codec.receive(step.data)
            while (message := codec.next()) is not None and CLOSE not in replies:
                replies += session.on(message, 0.0)
            if step.eof:
                replies += session.on(Signal.EOF, 0.0)
        except WireError:
            replies.append(CLOSE)
        answer = b"".join(piece for reply in replies if reply is not CLOSE for piece in codec.encode(reply))
        if answer:
            out += ["", *lines(Step("<", answer))]
        if CLOSE in replies:
            out += ["", "< EOF"]
            break
    path.write_text("\n".join(out) + "\n", "ascii")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        record(Path(argument))
