"""Hints, boards that are made, and proofs."""

import itertools
import json
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from support.contract import contract

from fogfield import games
from fogfield.core.errors import OptionsError
from fogfield.core.grid import Cell, Grid
from fogfield.core.match import Match
from fogfield.games.classic import ADVICE, BELIEF, BOTS, GAME, MAKING, notation
from fogfield.games.classic.bots import shown
from fogfield.games.classic.rules import PLAYER, Mark, Options, Reveal, State
from fogfield.kits.mines.boards import NoBoard

CONTRACT = contract("classic")
STRENGTHS = ("any", "cell", "odds")


def made(seed: str = "fern", columns: int = 9, rows: int = 9, mines: int = 10) -> Options:
    """Make a board without a guess."""
    asked = {"columns": columns, "rows": rows, "mines": mines, "start": "noguess", "seed": seed}
    return MAKING.make(notation.ask(asked, Random(1)), lambda tries: "")


def hint(state: State, strength: str) -> Any:
    """Ask for a hint, and see that it has the form that was promised."""
    found = ADVICE.give(GAME.view(state, PLAYER), strength)
    jsonschema_rs.validate(ADVICE.schema, found)
    return found


def follows(grid: Grid, shown: dict[Cell, int], known: dict[Cell, bool], step: Any) -> bool:
    """Say whether a step follows from its numbers and what is known: lay the mines around them in all ways."""
    numbers = [Cell(*cell) for cell in step["numbers"]]
    unknown = sorted({near for one in numbers for near in grid.near(one) if near not in shown and near not in known})
    claimed = {Cell(*cell): mine for mine, name in ((True, "mines"), (False, "safe")) for cell in step[name]}
    for ways in itertools.product((False, True), repeat=len(unknown)):
        mines = {**known, **dict(zip(unknown, ways, strict=True))}
        right = all(sum(mines.get(near, False) for near in grid.near(one)) == shown[one] for one in numbers)
        if right and any(mines.get(cell) is not mine for cell, mine in claimed.items()):
            return False
    return True


def learn(known: dict[Cell, bool], step: Any) -> None:
    """Know what a step has proved."""
    known.update({Cell(*cell): True for cell in step["mines"]} | {Cell(*cell): False for cell in step["safe"]})


def test_a_board_without_a_guess_is_won_by_following_hints_whose_arguments_hold() -> None:
    state = GAME.new(made(), Random(1))
    while not GAME.outcome(state):
        assert hint(state, "any")["safe"]
        told = hint(state, "cell")
        assert told["risk"] == 0
        assert told["cell"] in told["steps"][-1]["safe"]
        seen, known = shown(GAME.view(state, PLAYER)), dict[Cell, bool]()
        for step in told["steps"]:
            assert step["text"]
            assert step["rule"] == "count" or follows(state.field.grid, seen, known, step)
            learn(known, step)
        state = GAME.apply(state, PLAYER, Reveal(Cell(*told["cell"])))
    assert GAME.outcome(state).winners == {PLAYER}  # type: ignore[union-attr]


def test_odds_are_told_for_closed_cells_and_are_certain_where_hints_are() -> None:
    state = GAME.new(made(), Random(1))
    told = hint(state, "odds")
    for row, line in enumerate(told["risks"]):
        for col, risk in enumerate(line):
            assert (risk is None) == bool(state.opened & state.field.bit(Cell(row, col)))
    row, col = hint(state, "cell")["cell"]
    assert told["risks"][row][col] == 0
    assert told["exact"]


def test_where_nothing_is_certain_the_best_guess_comes_with_its_risk() -> None:
    state = GAME.new(Options(2, 1, 1, "unsafe", "a"), Random(1))
    assert not hint(state, "any")["safe"]
    told = hint(state, "cell")
    assert (told["safe"], told["risk"], told["steps"]) == (False, 0.5, [])
    assert "50.0 % risk" in told["text"]


@pytest.mark.parametrize("start", ["safe", "zero"])
def test_before_the_first_cell_every_cell_is_safe_where_the_rule_says_so(start: str) -> None:
    state = GAME.new(Options(9, 9, 10, start), Random(1))
    assert [hint(state, one)["safe"] for one in STRENGTHS] == [True, True, True]
    assert hint(state, "odds")["risks"][4][4] == 0


@pytest.mark.parametrize(("start", "first"), [("unsafe", Cell(0, 0)), ("safe", Cell(0, 0)), ("zero", Cell(3, 3))])
def test_bots_and_hints_begin_where_most_games_of_a_start_rule_are_won(start: str, first: Cell) -> None:
    state = GAME.new(Options(9, 9, 10, start), Random(1))
    for school in BOTS.values():
        assert school().against("").choose(GAME.view(state, PLAYER), Random(1)) == Reveal(first)
    assert hint(state, "cell")["cell"] == [*first]


@pytest.mark.parametrize(("start", "risk"), [("unsafe", 10 / 81), ("safe", 0.0), ("zero", 0.0)])
def test_before_the_first_cell_it_is_believed_what_the_start_rule_promises(start: str, risk: float) -> None:
    believed = BELIEF(GAME.view(GAME.new(Options(9, 9, 10, start), Random(1)), PLAYER))
    assert believed.figures[0].value == pytest.approx(risk)


def test_a_wrong_flag_is_told_only_if_no_other_cell_is_safe() -> None:
    state = GAME.new(made(), Random(1))
    first = Cell(*hint(state, "cell")["cell"])
    flagged = GAME.apply(state, PLAYER, Mark(first))
    assert Cell(*hint(flagged, "cell")["cell"]) != first
    only = GAME.new(Options(2, 1, 0, "unsafe", "a"), Random(1))
    only = GAME.apply(only, PLAYER, Mark(Cell(0, 0)))
    only = GAME.apply(only, PLAYER, Mark(Cell(0, 1)))
    assert "the flag there is wrong" in hint(only, "cell")["text"]


@pytest.mark.parametrize("seed", range(8))
def test_two_states_that_look_the_same_give_the_same_hints_to_the_byte(seed: int) -> None:
    rng = Random(seed)
    match = Match(GAME, Options(9, 9, 12, "safe"), f"seed {seed}", now=0.0)
    for _ in range(3):
        found = CONTRACT.explore(match.state, rng)
        assert found is not None
        assert not match.act(*found, 0.0)
    twin = CONTRACT.twin(match.state, match, rng)
    assert twin is not None
    views = GAME.view(match.state, PLAYER), GAME.view(twin, PLAYER)
    assert views[0] == views[1]
    assert (match.state.mines, match.state.seed) != (twin.mines, twin.seed)
    for strength in STRENGTHS:
        one, other = (json.dumps(ADVICE.give(view, strength)) for view in views)
        assert one == other


def test_jminesweeper_gives_hints_too_and_debug_mode_tells_it_nothing() -> None:
    game, advice = games.game("jminesweeper"), games.advice("jminesweeper")
    assert advice is not None
    match = Match(game, game.notation.ask({"columns": 9, "rows": 9, "level": 1}, Random(3)), "a seed", now=0.0)
    plain = advice.give(match.view(0), "odds")
    jsonschema_rs.validate(advice.schema, plain)
    assert not match.act(0, game.notation.read_action(["debug"]), 0.0)
    assert advice.give(match.view(0), "odds") == plain


# --- boards without a guess


def test_the_same_seed_makes_the_same_board_and_another_seed_another() -> None:
    assert made("fern") == made("fern")
    assert made("fern").laid != made("moss").laid


def test_what_is_asked_for_without_a_seed_gets_one_by_chance_and_no_mines() -> None:
    asked = {"start": "noguess"}
    one, other = (notation.ask(asked, Random(seed)) for seed in (1, 2))
    assert one.seed
    assert one.seed != other.seed
    assert MAKING.needed(one)
    assert not one.laid
    assert GAME.faults(one) == ("a board without a guess brings its first cell and all its mines with it",)
    assert not MAKING.needed(notation.ask({"start": "zero"}, Random(1)))


@pytest.mark.parametrize(("mines", "why"), [(80, "do not fit"), (33, "40 % mines"), (0, "without mines")])
def test_a_board_that_cannot_be_made_is_refused_before_anybody_searches(mines: int, why: str) -> None:
    with pytest.raises(OptionsError, match=why):
        notation.ask({"start": "noguess", "mines": mines}, Random(1))


def test_a_search_that_is_stopped_says_how_far_it_came() -> None:
    asked = {"columns": 30, "rows": 16, "mines": 144, "start": "noguess", "seed": "fern"}
    with pytest.raises(NoBoard, match=r"enough: of 4 boards of 30x16 with 144 mines \(30 %\) none could be solved"):
        MAKING.make(notation.ask(asked, Random(1)), lambda tries: "enough")


def test_the_public_options_and_views_of_a_made_board_hold_neither_mines_nor_seed() -> None:
    options = made()
    view = GAME.view(GAME.new(options, Random(1)), PLAYER)
    told = json.dumps([notation.public_options(options), notation.NOTATION.write_view(view)])
    assert "laid" not in told
    assert "fern" not in told
    assert "first" not in told
    assert notation.read_options(notation.write_options(options)) == options


def test_the_proof_of_a_board_opens_everything_step_by_step_and_rests_only_on_what_is_open() -> None:
    options = made()
    proof = MAKING.prove(options)
    jsonschema_rs.validate(MAKING.schema, proof)
    grid, mines = Grid(9, 9), set(options.laid)
    around = {cell: sum(near in mines for near in grid.near(cell)) for cell in grid}
    opened: set[Cell] = set()
    known: dict[Cell, bool] = {}

    def open_(cell: Cell) -> None:
        if cell in opened:
            return
        assert cell not in mines
        opened.add(cell)
        for near in grid.near(cell) if not around[cell] else ():
            open_(near)

    open_(Cell(*proof["first"]))
    for step in proof["steps"]:
        assert {Cell(*cell) for cell in step["numbers"]} <= opened
        assert follows(grid, {cell: around[cell] for cell in opened}, known, step)
        learn(known, step)
        for cell in step["safe"]:
            open_(Cell(*cell))
    assert len(opened) == 81 - 10
    assert MAKING.promised(options)
    assert not MAKING.promised(Options(9, 9, 10))


def test_the_cell_that_a_board_opens_by_itself_counts_as_one_action() -> None:
    assert GAME.view(GAME.new(Options(9, 9, 10), Random(1)), PLAYER).actions == 0
    state = GAME.new(made(), Random(1))
    assert GAME.view(state, PLAYER).actions == 1
    state = GAME.apply(state, PLAYER, Mark(next(iter(state.field.cells(state.mines)))))
    assert GAME.view(state, PLAYER).actions == 2
