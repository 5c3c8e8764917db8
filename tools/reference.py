"""Fill the generated parts of docs/: diagrams from session tables, examples from golden recordings.

`python tools/reference.py` rewrites them; a test fails while a page is not what this would write.
"""

import re
from pathlib import Path

from fogfield.games.jminesweeper.messages import PacketType
from fogfield.games.jminesweeper.session import TABLE, Phase, Step

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "jminesweeper.md"
GOLDEN = ROOT / "tests" / "games" / "jminesweeper" / "golden"

_AFTER = {Step.BEGIN: "PLAYING", Step.LEAVE: "[*]"}


def diagram() -> str:
    """Draw the session's table as a state diagram and as a table of words."""
    arrows = ["stateDiagram-v2", "    [*] --> NO_GAME"]
    for phase in Phase:
        steps: dict[tuple[Step, str], list[str]] = {}
        for kind, step in TABLE[phase].items():
            steps.setdefault((step, _AFTER.get(step, phase.name)), []).append(PacketType(kind).name)
        for (step, after), kinds in steps.items():
            arrows.append(f"    {phase.name} --> {after}: {_packets(kinds)} / {step.value}")
        if Step.ACT in TABLE[phase].values():
            arrows.append(f"    {phase.name} --> OVER: a bomb revealed, or every bomb marked")
    return "```mermaid\n" + "\n".join(arrows) + "\n```"


def _packets(kinds: list[str]) -> str:
    """Name packets shortly: the four moves are one word."""
    short = ["MOVE_*" if kind.startswith("MOVE_") else kind for kind in kinds]
    return ", ".join(dict.fromkeys(short))


def golden(name: str) -> str:
    """Show a recording."""
    return "```text\n" + (GOLDEN / f"{name}.txt").read_text("ascii").strip() + "\n```"


def page(text: str) -> str:
    """Give a page with its generated parts as they should be."""
    text = re.sub(
        r"(<!-- table -->\n).*?(<!-- end of table -->)", lambda m: f"{m[1]}{diagram()}\n{m[2]}", text, flags=re.DOTALL
    )
    return re.sub(
        r"(<!-- golden (\S+) -->\n).*?(<!-- end of golden -->)",
        lambda m: f"{m[1]}{golden(m[2])}\n{m[3]}",
        text,
        flags=re.DOTALL,
    )


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
