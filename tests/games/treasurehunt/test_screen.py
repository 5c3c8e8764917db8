"""What is seen of a game: the whole map with every sign, half a map, none; in colour and in plain ASCII."""

import re

import pytest
from games.treasurehunt.scene import SEED, begun, fields

from fogfield.core.grid import Cell
from fogfield.games.treasurehunt import screen
from fogfield.games.treasurehunt.rules import Luck, SendHalf, State, apply
from fogfield.games.treasurehunt.view import View, view

CASTLE, OTHER = Cell(4, 4), Cell(9, 4)


def seen(*cells: Cell, **known: Cell | None) -> View:
    """A view with both halves, the enemy nowhere, and what the test adds: of us, or with `enemy_` of the enemy."""
    shown = view(begun(), 0)
    own = {name: cell for name, cell in known.items() if not name.startswith("enemy_")}
    other = {"figure": None} | {
        name.removeprefix("enemy_"): cell for name, cell in known.items() if name.startswith("enemy_")
    }
    sides = (shown.own._replace(seen=frozenset(cells), **own), shown.other._replace(**other))  # type: ignore[arg-type]
    return shown._replace(sides=sides)


def field(shown: View, cell: Cell, *ahead: Cell) -> str:
    """The two characters of a field."""
    line = screen.picture(shown, ahead, colour=False)[cell.row + 1]
    at = 4 + 2 * cell.col
    return line.ljust(80)[at : at + 2]


def test_a_high_map_is_drawn_whole_with_numbers_beside_it() -> None:
    assert screen.picture(seen(), colour=False) == [
        "    0 1 2 3 4 5 6 7 8 9",
        " 0  . . . . . . . . . .",
        " 1  . ~ ~ . ~ ~ . ~ ~ .",
        " 2  . ^ ^ ^ ^ ^ . . . .",
        " 3  . . ~ . . . . . . .",
        " 4  . . . . @ . . . . .",
        " 5  . . . . . . . . . .",
        " 6  . ~ ~ . ~ ~ . ~ ~ .",
        " 7  . ^ ^ ^ ^ ^ . . . .",
        " 8  . . ~ . . . . . . .",
        " 9  . . . . . . . . . .",
    ]


def test_a_wide_map_is_drawn_whole_with_everything_that_is_known() -> None:
    shown = view(begun(Luck(wide=True)), 0)
    own = shown.own._replace(
        figure=Cell(3, 3), treasure=Cell(0, 0), seen=frozenset((Cell(3, 3), Cell(4, 3), Cell(0, 0)))
    )
    other = shown.other._replace(figure=Cell(0, 19), fort=Cell(4, 14))
    shown = shown._replace(sides=(own, other))
    way = (Cell(3, 2), Cell(2, 2))
    assert screen.picture(shown, way, colour=False) == [
        "    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9",
        " 0  $'. . . . . . . . . . . . . . . . . . E",
        " 1  . ~ ~ . ~ ~ . ~ ~ . . ~ ~ . ~ ~ . ~ ~ .",
        " 2  . ^ ^+^ ^ ^ . . . . . ^ ^ ^ ^ ^ . . . .",
        " 3  . . ~+@'. . . . . . . . ~ . . . . . . .",
        " 4  . . . .'C . . . . . . . . . X . . . . .",
    ]


@pytest.mark.parametrize(
    ("shown", "cell", "drawn"),
    [
        (seen(figure=Cell(4, 3)), Cell(4, 3), "@ "),
        (seen(figure=Cell(4, 3)), CASTLE, "C "),
        (seen(figure=Cell(4, 3), enemy_figure=Cell(4, 3)), Cell(4, 3), "& "),
        (seen(enemy_figure=Cell(4, 3)), Cell(4, 3), "E "),
        (seen(figure=Cell(4, 3), enemy_figure=CASTLE), CASTLE, "E "),
        (seen(enemy_fort=OTHER), OTHER, "X "),
        (seen(enemy_fort=OTHER, figure=OTHER), OTHER, "@ "),
        (seen(treasure=Cell(0, 0)), Cell(0, 0), "$ "),
        (seen(treasure=Cell(0, 0), enemy_figure=Cell(0, 0)), Cell(0, 0), "E "),
        (seen(), Cell(0, 0), ". "),
        (seen(), Cell(1, 1), "~ "),
        (seen(), Cell(2, 1), "^ "),
        (seen(Cell(2, 1)), Cell(2, 1), "^'"),
        (seen(Cell(2, 1), Cell(4, 4)), Cell(4, 4), "@'"),
    ],
)
def test_every_sign_has_its_place_and_the_most_important_one_is_seen(shown: View, cell: Cell, drawn: str) -> None:
    assert field(shown, cell) == drawn


def test_the_plan_stands_beside_its_fields_and_before_what_was_seen() -> None:
    shown = seen(Cell(4, 3), Cell(4, 2))
    assert field(shown, Cell(4, 3), Cell(4, 3)) == ".+"
    assert field(shown, Cell(4, 2), Cell(4, 3)) == ".'"
    assert field(shown, Cell(4, 1), Cell(4, 3)) == ". "


@pytest.mark.parametrize(
    ("luck", "corner"),
    [
        (Luck(), Cell(0, 0)),
        (Luck(first=1), Cell(5, 0)),
        (Luck(first=1, wide=True), Cell(0, 10)),
    ],
)
def test_one_half_is_drawn_where_it_will_be_and_the_rest_is_empty(luck: Luck, corner: Cell) -> None:
    shown = view(apply(State(SEED, luck), 0, SendHalf(fields())), 0)
    shown = shown._replace(sides=(shown.own, shown.other._replace(figure=None)))
    lines = screen.picture(shown, colour=False)
    assert len(lines) == 1 + corner.row + 5
    assert lines[corner.row + 5].index("@") == 4 + 2 * (corner.col + 4)
    assert all(not line[3:].strip() for line in lines[1 : corner.row + 1])
    assert all(not line[3 : 4 + 2 * corner.col].strip() for line in lines[1:])


def test_only_the_enemys_half_shows_no_figure_of_ours() -> None:
    shown = view(apply(State(SEED, Luck(starter=1)), 1, SendHalf(fields())), 0)
    shown = shown._replace(sides=(shown.own._replace(figure=Cell(0, 0)), shown.other))
    text = "\n".join(screen.picture(shown, colour=False))
    assert "@" not in text
    assert "&" not in text
    assert "C" not in text
    assert text.count("E") == 1


def test_without_a_map_it_says_so() -> None:
    assert screen.picture(view(State(SEED), 0), colour=False) == ["(no map yet)"]
    assert screen.picture(view(State(SEED), 0), colour=True) == ["(no map yet)"]


def test_in_colour_it_is_the_same_picture_and_every_colour_ends_with_its_sign() -> None:
    shown = seen(Cell(4, 3), figure=Cell(4, 3), enemy_figure=Cell(0, 9), enemy_fort=OTHER, treasure=Cell(0, 0))
    plain, colour = (screen.picture(shown, (Cell(4, 2),), colour=wanted) for wanted in (False, True))
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in colour] == plain
    assert "\x1b" not in "".join(plain)
    assert "".join(plain).isascii()
    for line in colour[1:]:
        assert re.fullmatch(r"[ \d]{4}(\x1b\[[0-9;]+m[^\x1b]\x1b\[0m[ '+])+", line)


def test_every_sign_has_a_colour_of_its_own() -> None:
    both = seen(figure=Cell(4, 3), enemy_figure=Cell(4, 3))
    one = seen(figure=Cell(4, 3), enemy_figure=Cell(0, 9), enemy_fort=OTHER, treasure=Cell(0, 0))
    text = "".join(screen.picture(both, colour=True) + screen.picture(one, colour=True))
    inks = {sign: ink for ink, sign in re.findall(r"\x1b\[([0-9;]+)m([^\x1b])\x1b\[0m", text)}
    assert set(inks) == set(".^~@E&CX$")
    assert len(set(inks.values())) == len(inks)


def test_the_legend_explains_every_sign_and_fits_into_80_columns() -> None:
    legend = "   ".join(screen.LEGEND)
    explained = {item.split(" ", 1)[0]: item.split(" ", 1)[1] for item in legend.split("   ")}
    assert explained == {
        "@": "we", "E": "enemy", "&": "both", "C": "our castle", "X": "enemy castle", "$": "treasure",
        ".": "grass", "^": "mountain", "~": "water", "'": "seen", "+": "our plan",
    }  # fmt: skip
    assert all(len(line) < 80 and line.isascii() for line in screen.LEGEND)
