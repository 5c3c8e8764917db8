"""Chances and cells in words."""

from fogfield.core.grid import Cell


def percent(chance: float, digits: int = 1) -> str:
    """Tell a chance in percent; only what is certain is told as 0 or 100 %."""
    least = 10.0**-digits
    if 0.0 < chance < least / 100:
        return f"below {least:.{digits}f} %"
    if 1.0 - least / 100 < chance < 1.0:
        return f"above {100 - least:.{digits}f} %"
    return f"{100 * chance:.{digits}f} %"


def named(cell: Cell) -> str:
    """Name a cell as players count, from 1."""
    return f"row {cell.row + 1}, column {cell.col + 1}"
