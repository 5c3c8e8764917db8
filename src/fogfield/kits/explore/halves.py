"""Half maps: the rules that they keep, everything that is wrong with one, and random ones without a fault."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from fogfield.core.counting import count
from fogfield.core.grid import Cell, Grid
from fogfield.kits.explore.land import Land, Terrain, Ways, bits

#: Random maps that are thrown away before we say that there is none.
MOST_TRIES = 20_000


class Field(NamedTuple):
    """One field of a half map, as somebody sends it."""

    cell: Cell
    terrain: Terrain
    fort: bool = False


class HalfRules(NamedTuple):
    """What a half map must keep. Long sides are its first and last rows, short sides its first and last columns."""

    rows: int = 5
    cols: int = 10
    mountains: int = 5
    grass: int = 24
    water: int = 7
    forts: int = 1
    most_water_long: int = 4
    most_water_short: int = 2
    least_water_long: int = 0
    least_water_short: int = 0


class Broken(NamedTuple):
    """A rule that a half map breaks: a word for programs, a sentence for people, and the fields concerned."""

    code: str
    text: str
    cells: tuple[Cell, ...] = ()


class HalfMap(NamedTuple):
    """A half map without a fault."""

    land: Land
    forts: tuple[Cell, ...]

    def fields(self) -> tuple[Field, ...]:
        """Give its fields, row by row."""
        land = self.land
        cells = Grid(land.rows, land.cols)
        return tuple(Field(cell, land.at(cell), cell in self.forts) for cell in cells)


def sides(rules: HalfRules) -> list[tuple[str, tuple[Cell, ...], int, int]]:
    """Give the four sides: name, fields, and the least and the most water there. Corners belong to two sides."""
    rows, cols = range(rules.rows), range(rules.cols)
    along = (rules.least_water_long, rules.most_water_long)
    across = (rules.least_water_short, rules.most_water_short)
    return [
        ("top", tuple(Cell(0, col) for col in cols), *along),
        ("bottom", tuple(Cell(rules.rows - 1, col) for col in cols), *along),
        ("left", tuple(Cell(row, 0) for row in rows), *across),
        ("right", tuple(Cell(row, rules.cols - 1) for row in rows), *across),
    ]


def broken_rules(rules: HalfRules, fields: Sequence[Field]) -> tuple[Broken, ...]:
    """Say everything that is wrong. A field that is sent twice counts as it was sent first; missing ones as nothing."""
    grid = Grid(rules.rows, rules.cols)
    known: dict[Cell, Field] = {}
    for field in fields:
        if field.cell in grid:
            known.setdefault(field.cell, field)
    return (
        *_wrong_fields(rules, fields, grid),
        *_wrong_counts(rules, known),
        *_wrong_forts(rules, fields),
        *_islands(rules, known),
        *_wrong_sides(rules, known),
    )


def _wrong_fields(rules: HalfRules, fields: Sequence[Field], grid: Grid) -> Iterable[Broken]:
    counts = Counter(field.cell for field in fields)
    size = f"{rules.cols}x{rules.rows}"
    if len(fields) != len(grid):
        yield Broken("field-count", f"a half map has {count(len(grid), 'field')}, not {len(fields)}")
    if outside := tuple(sorted(cell for cell in counts if cell not in grid)):
        yield Broken("field-outside", f"{count(len(outside), 'field lies', 'fields lie')} outside of {size}", outside)
    if twice := tuple(sorted(cell for cell, count in counts.items() if count > 1)):
        yield Broken("field-twice", f"{count(len(twice), 'field was', 'fields were')} sent more than once", twice)
    if missing := tuple(cell for cell in grid if cell not in counts):
        yield Broken(
            "field-missing", f"{count(len(missing), f'field of {size} is', f'fields of {size} are')} missing", missing
        )


def _wrong_counts(rules: HalfRules, known: dict[Cell, Field]) -> Iterable[Broken]:
    counts = Counter(field.terrain for field in known.values())
    for terrain, name, least in (
        (Terrain.MOUNTAIN, "mountain", rules.mountains),
        (Terrain.GRASS, "grass", rules.grass),
        (Terrain.WATER, "water", rules.water),
    ):
        if counts[terrain] < least:
            cells = tuple(sorted(cell for cell, field in known.items() if field.terrain is terrain))
            yield Broken(
                f"too-little-{name}",
                f"{count(least, f'{name} field is', f'{name} fields are')} needed, not {counts[terrain]}",
                cells,
            )


def _wrong_forts(rules: HalfRules, fields: Sequence[Field]) -> Iterable[Broken]:
    forts = tuple(field.cell for field in fields if field.fort)
    if len(forts) != rules.forts:
        yield Broken("fort-count", f"a half map has {count(rules.forts, 'fort')}, not {len(forts)}", forts)
    if wet := tuple(field.cell for field in fields if field.fort and field.terrain is not Terrain.GRASS):
        yield Broken("fort-place", "a fort stands on grass only", wet)


def _islands(rules: HalfRules, known: dict[Cell, Field]) -> Iterable[Broken]:
    """Find what cannot be reached from the largest part of the land."""
    grid = Grid(rules.rows, rules.cols)
    ways = Ways(Land(rules.rows, rules.cols, "".join(known[cell].terrain if cell in known else "~" for cell in grid)))
    left = sum(1 << number for number, char in enumerate(ways.land.text) if char != Terrain.WATER)
    parts = []
    while left:
        parts.append(ways.reached_from(next(bits(left))))
        left &= ~parts[-1]
    parts.sort(key=int.bit_count)
    if cut_off := tuple(ways.land.cell(number) for part in parts[:-1] for number in bits(part)):
        yield Broken(
            "island", f"{count(len(cut_off), 'field')} cannot be reached from the others", tuple(sorted(cut_off))
        )


def _wrong_sides(rules: HalfRules, known: dict[Cell, Field]) -> Iterable[Broken]:
    for name, cells, least, most in sides(rules):
        wet = tuple(cell for cell in cells if cell in known and known[cell].terrain is Terrain.WATER)
        if len(wet) > most:
            yield Broken("border-water", f"the {name} side may have {count(most, 'water field')}, not {len(wet)}", wet)
        if len(wet) < least:
            yield Broken("border-dry", f"the {name} side needs {count(least, 'water field')} and has {len(wet)}", wet)


class Checker:
    """Says quickly whether terrain keeps the rules, for those who try many."""

    def __init__(self, rules: HalfRules) -> None:
        self._rules = rules
        self._sides = [
            (sum(1 << cell.row * rules.cols + cell.col for cell in cells), least, most)
            for _, cells, least, most in sides(rules)
        ]
        self._all = (1 << rules.rows * rules.cols) - 1
        self._not_first = self._all & ~self._sides[2][0]
        self._not_last = self._all & ~self._sides[3][0]

    def good(self, text: str) -> bool:
        """Say whether the terrain is right; forts are another matter."""
        rules = self._rules
        if text.count("^") < rules.mountains or text.count(".") < rules.grass:
            return False
        wet = int(text[::-1].translate(_WET), 2)
        if wet.bit_count() < rules.water:
            return False
        return all(least <= (wet & side).bit_count() <= most for side, least, most in self._sides) and self._joined(wet)

    def _joined(self, wet: int) -> bool:
        """Say whether all that is dry hangs together, by flooding it from one field."""
        dry, cols = self._all & ~wet, self._rules.cols
        found, before = dry & -dry, 0
        while found != before:
            before = found
            found |= found << cols | found >> cols | (found & self._not_last) << 1 | (found & self._not_first) >> 1
            found &= dry
        return found == dry


_WET = str.maketrans({"~": "1", ".": "0", "^": "0"})


def random_half(rules: HalfRules, rng: Random) -> HalfMap | None:
    """Draw a half map: a few mountains and water fields more than there must be, anywhere, and forts anywhere on grass.

    Every such map is as likely as any other with as many mountains and water fields. None if none was found.
    """
    checker, size = Checker(rules), rules.rows * rules.cols
    for _ in range(MOST_TRIES):
        mountains, water = rules.mountains + rng.randint(0, 3), rules.water + rng.randint(0, 2)
        if size - mountains - water < rules.grass:
            mountains, water = rules.mountains, rules.water
        chars = ["^"] * mountains + ["~"] * water + ["."] * (size - mountains - water)
        rng.shuffle(chars)
        text = "".join(chars)
        if checker.good(text):
            land = Land(rules.rows, rules.cols, text)
            grass = land.cells(Terrain.GRASS)
            return HalfMap(land, tuple(rng.sample(grass, rules.forts))) if len(grass) >= rules.forts else None
    return None
