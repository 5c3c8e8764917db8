"""Fill the generated parts of docs/: diagrams from session tables, examples from golden recordings.

`python tools/reference.py` rewrites them; a test fails while a page is not what this would write.
"""

import re
from pathlib import Path

from fogfield.games.battleship import session as battleship
from fogfield.games.jminesweeper.messages import PacketType
from fogfield.games.jminesweeper.session import TABLE, Phase, Step
from fogfield.games.planefight import stages as planefight

ROOT = Path(__file__).resolve().parent.parent

_AFTER = {Step.BEGIN: "PLAYING", Step.LEAVE: "[*]"}


def path(name: str) -> Path:
    """Give the page of a protocol."""
    return ROOT / "docs" / "reference" / f"{name}.md"


def jminesweeper_table() -> str:
    """Draw the session's table as a state diagram."""
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


def battleship_table() -> str:
    """Write the session's table as one of words."""
    rows = [f"| {phase.value} | {step.value} |" for phase, step in battleship.TABLE.items()]
    return "\n".join(["", "| phase | a line |", "|---|---|", *rows, ""])


def planefight_table() -> str:
    """Write the session's table as one of words: what each packet does in each stage."""
    lines = ["", "| stage | packet | what is done |", "|---|---|---|"]
    for stage, row in planefight.TABLE.items():
        steps: dict[planefight.Step, list[str]] = {}
        for kind, step in row.items():
            steps.setdefault(step, []).append(planefight.packet_name(kind))
        lines += [f"| {stage.value} | {', '.join(names)} | {step.value} |" for step, names in steps.items()]
    return "\n".join([*lines, ""])


TABLES = {"jminesweeper": jminesweeper_table, "battleship": battleship_table, "planefight": planefight_table}


def golden(name: str, recording: str) -> str:
    """Show a recording."""
    text = (ROOT / "tests" / "games" / name / "golden" / f"{recording}.txt").read_text("ascii")
    return f"```text\n{text.strip()}\n```"


def page(name: str) -> str:
    """Give a page with its generated parts as they should be."""
    text = re.sub(
        r"(<!-- table -->\n).*?(<!-- end of table -->)",
        lambda m: f"{m[1]}{TABLES[name]()}\n{m[2]}",
        path(name).read_text("utf-8"),
        flags=re.DOTALL,
    )
    return re.sub(
        r"(<!-- golden (\S+) -->\n).*?(<!-- end of golden -->)",
        lambda m: f"{m[1]}{golden(name, m[2])}\n{m[3]}",
        text,
        flags=re.DOTALL,
    )


if __name__ == "__main__":
    for one in TABLES:
        path(one).write_text(page(one), "utf-8")
