"""Record golden conversations anew: keeps what the client sends and writes what the session answers now.

`python tools/golden.py tests/games/jminesweeper/golden/*.txt`, then read the difference: every change of a byte is
a change that peers will see.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.golden import Step, lines, play, read


def record(path: Path) -> None:
    """Play one file and write it again."""
    golden = read(path)
    out = [line for line in path.read_text("ascii").splitlines() if line.startswith(("#", "seed: ", "set: "))]
    for step, said in play(golden, path.parent.parent.name):
        out += ["", *lines(step)]
        for peer, one in said.items():
            if one.data:
                out += ["", *lines(Step("<", one.data, peer=peer))]
            if one.closed:
                out += ["", *lines(Step("<", b"", eof=True, peer=peer))]
    path.write_text("\n".join(out) + "\n", "ascii")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        record(Path(argument))
