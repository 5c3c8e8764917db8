"""A table for the terminal and the same figures as JSON."""

import json
import math
import platform
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Bar:
    """A promise: a figure, and the most that it may be, or the least."""

    what: str
    figure: float
    most: float = math.inf
    least: float = -math.inf

    @property
    def kept(self) -> bool:
        """Whether the promise holds."""
        return self.least <= self.figure <= self.most

    def row(self) -> dict[str, Any]:
        """Give it as a row of a table."""
        bar = f"at most {self.most:g}" if self.most < math.inf else f"at least {self.least:g}"
        return {"bar": self.what, "figure": self.figure, "promised": bar, "kept": "yes" if self.kept else "NO"}

    def as_json(self) -> dict[str, Any]:
        """Give it as it is kept."""
        limit = {"most": self.most} if self.most < math.inf else {"least": self.least}
        return {"what": self.what, "figure": self.figure, **limit, "kept": self.kept}


def quantile(values: list[float], share: float) -> float:
    """Give the value below which such a share of them lies."""
    return sorted(values)[min(len(values) - 1, math.floor(share * len(values)))]


def show(title: str, rows: list[dict[str, Any]]) -> None:
    """Print rows, all with the same keys, as a table."""
    table = Table(title=title, title_justify="left")
    for key in rows[0]:
        table.add_column(key, justify="left" if isinstance(rows[0][key], str) else "right")
    for row in rows:
        table.add_row(*(f"{value:,.2f}" if isinstance(value, float) else f"{value}" for value in row.values()))
    Console(width=None if sys.stdout.isatty() else 140).print(table)


def write(name: str, tables: dict[str, list[dict[str, Any]]], bars: list[Bar]) -> Path:
    """Keep the figures."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    machine = {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}
    kept = [bar.as_json() for bar in bars]
    path.write_text(json.dumps({"machine": machine, "bars": kept, **tables}, indent=1) + "\n")
    return path
