"""Record golden conversations anew: keeps what the client sends and writes what the session answers now.

`python tools/golden.py tests/games/jminesweeper/golden/*.txt`, then read the difference: every change of a byte is
a change that peers will see.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.golden import Step, lines, play, read
from support.host import FixedHost

from fogfield import games


def record(path: Path) -> None:
    """Play one file and write it again."""
    golden = read(path)
    name = path.parent.parent.name
    published = games.published(name)
    assert published
    session, codec = published.session(FixedHost(name, golden.seed)), published.codec()
    out = [line for line in path.read_text("ascii").splitlines() if line.startswith(("#", "seed: "))]
    for step, answer, closed in play(golden, session, codec):
        out += ["", *lines(step)]
        if answer:
            out += ["", *lines(Step("<", answer))]
        if closed:
            out += ["", "< EOF"]
    path.write_text("\n".join(out) + "\n", "ascii")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        record(Path(argument))
