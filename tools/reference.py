"""Fill the generated parts of docs/: diagrams of sessions, examples from golden recordings, tables of schemas.

`python tools/reference.py` rewrites them; a test fails while a page is not what this would write.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fogfield import games
from fogfield.games.battleship import session as battleship
from fogfield.games.jminesweeper.messages import PacketType
from fogfield.games.jminesweeper.session import TABLE, Phase, Step
from fogfield.games.planefight import stages as planefight
from fogfield.serve.api.openapi import description

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


VIEWS = path("views")


def views() -> str:
    """Give the page on views with the tables of all games as they should be."""
    tables = "\n\n".join(_game(name) for name in games.names())
    return re.sub(
        r"(<!-- games -->\n).*?(<!-- end of games -->)",
        lambda m: f"{m[1]}\n{tables}\n\n{m[2]}",
        VIEWS.read_text("utf-8"),
        flags=re.DOTALL,
    )


def _game(name: str) -> str:
    notation = games.game(name).notation
    lines = [
        f"## {name}",
        "",
        notation.view_schema["description"],
        "",
        "| view | is | |",
        "|---|---|---|",
        *_parts(notation.view_schema),
    ]
    lines += ["", "| ask for | is | default | |", "|---|---|---|---|"]
    for part, known in notation.asked_schema["properties"].items():
        lines.append(
            f"| `{part}` | {_kind(known)} | `{json.dumps(known['default'])}` | {known.get('description', '')} |"
        )
    lines += ["", "| action | |", "|---|---|"]
    lines += [f"| `{_action(form)}` | {form.get('description', '')} |" for form in notation.action_schema["oneOf"]]
    return "\n".join(lines)


def _parts(schema: dict[str, Any], before: str = "") -> Iterator[str]:
    """Give a line for each part of an object and of the objects in it; those of options are told elsewhere."""
    for name, part in schema["properties"].items():
        yield f"| `{before}{name}` | {_kind(part)} | {part.get('description', '')} |"
        inner = next(
            (one for one in (part, *part.get("oneOf", ()), part.get("items", {})) if "properties" in one), None
        )
        if inner and name not in ("options", "outcome", "decided"):
            yield from _parts(inner, f"{before}{name}{'[]' if 'items' in part else ''}.")


def _kind(schema: dict[str, Any]) -> str:
    """Say in a few words what a value is."""
    if "oneOf" in schema:
        return " or ".join(_kind(one) for one in schema["oneOf"])
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(one)}`" for one in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(_kind(one) for one in schema['prefixItems'])}]"
    if schema["type"] == "array":
        return f"list of {_kind(schema['items'])}"
    if schema.get("maximum") is not None:
        return f"{schema['minimum']} to {schema['maximum']}"
    kind = str(schema["type"])
    return {"integer": "number", "string": "text", "boolean": "true or false"}.get(kind, kind)


def _action(form: dict[str, Any]) -> str:
    """Show the form of an action."""
    word, *parts = form["prefixItems"]
    said = [json.dumps(word["const"]), *map(_kind, parts)]
    said += [_kind(form["items"]), "..."] if "items" in form else []
    return f"[{', '.join(said).replace('`', '')}]"


API = path("api")


def api() -> str:
    """Give the page on the API with the table of its endpoints as it should be."""
    rows = ["", "| ask | |", "|---|---|"]
    for where, methods in description()["paths"].items():
        rows += [
            f"| `{method.upper()} {where}` | {one['summary']} |"
            for method, one in methods.items()
            if method != "parameters"
        ]
    return re.sub(
        r"(<!-- endpoints -->\n).*?(<!-- end of endpoints -->)",
        lambda m: m[1] + "\n".join([*rows, "", m[2]]),
        API.read_text("utf-8"),
        flags=re.DOTALL,
    )


if __name__ == "__main__":
    API.write_text(api(), "utf-8")
    VIEWS.write_text(views(), "utf-8")
    for one in TABLES:
        path(one).write_text(page(one), "utf-8")
