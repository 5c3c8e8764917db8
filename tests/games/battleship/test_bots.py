"""The bots: fair, strong against habits, and not to be exploited. All by numbers with fixed seeds."""

import statistics
from collections import Counter
from collections.abc import Callable
from random import Random

from fogfield.core.game import Watcher
from fogfield.core.grid import Cell
from fogfield.core.outcome import ABANDONED, won
from fogfield.games.battleship.bots import (
    BOTS,
    IDEAS,
    MATCHES,
    OPPONENTS,
    Hunter,
    Hunters,
    Memory,
    Past,
    elsewhere,
    habit,
    mean_attacks,
)
from fogfield.games.battleship.rules import SUNK, Attack, Options, Place, Shot, State, apply, end, outcome
from fogfield.games.battleship.view import view

Placing = Callable[[], tuple[int, ...]]


def attacks(hunter: Hunter, placing: Placing, rng: Random) -> int:
    """Play a match against somebody who places like this and never hits; gives the attacks that were needed."""
    state = apply(State(Options()), 1, Place(tuple(Cell(0, cell) for cell in placing())))
    placed = hunter.choose(view(state, 0), rng)
    assert isinstance(placed, Place)
    state = apply(state, 0, placed)
    water = [Cell(0, cell) for cell in range(16) if Cell(0, cell) not in placed.boats]
    count = 0
    while not outcome(state):
        chosen = hunter.choose(view(state, 0), rng)
        assert isinstance(chosen, Attack)
        state = apply(state, 0, chosen)
        count += 1
        if not outcome(state):
            assert hunter.choose(view(state, 0), rng) is None
            state = apply(state, 1, Attack(water[count - 1]) if count <= 13 else _rest(state))
    hunter.over(view(state, 0), rng)
    return count


def _rest(state: State) -> Attack:
    """Attack what is left, boats too, but never the last of them: nobody gets that far."""
    done = {shot.cell for shot in state.shots if shot.seat == 1}
    return Attack(next(Cell(0, cell) for cell in range(16) if Cell(0, cell) not in done))


def anywhere(rng: Random) -> Placing:
    return lambda: tuple(rng.sample(range(16), 3))


def series(placing: Callable[[Random, Memory], Placing], matches: int, rounds: int) -> list[list[int]]:
    found = []
    for seed in range(rounds):
        rng, memory = Random(seed), Memory()
        hunter = Hunter(memory)
        found.append([attacks(hunter, placing(rng, memory), rng) for _ in range(matches)])
    return found


def test_the_mean_against_chance_is_a_matter_of_counting() -> None:
    assert mean_attacks(Options(16, 3)) == 12.75
    assert mean_attacks(Options(2, 1)) == 1.5


def test_after_five_games_the_same_three_cells_are_found_in_fewer_than_five_attacks() -> None:
    games = series(lambda rng, memory: lambda: (2, 7, 11), matches=12, rounds=60)
    later = [count for one in games for count in one[5:]]
    assert statistics.mean(later) < 5
    assert statistics.mean(one[5] for one in games) < 5


def test_against_chance_it_is_no_worse_than_anything_else() -> None:
    counts = [count for one in series(lambda rng, memory: anywhere(rng), matches=20, rounds=40) for count in one]
    error = statistics.stdev(counts) / len(counts) ** 0.5
    assert abs(statistics.mean(counts) - 12.75) < 3 * error
    assert error < 0.12


def test_two_layouts_in_turn_are_told_apart_by_the_first_hit() -> None:
    games = series(lambda rng, memory: lambda: rng.choice([(0, 1, 2), (13, 14, 15)]), matches=20, rounds=30)
    assert statistics.mean(count for one in games for count in one[10:]) < 4.2


def test_somebody_who_always_goes_where_nobody_looked_is_found_out() -> None:
    def placing(rng: Random, memory: Memory) -> Placing:
        def place() -> tuple[int, ...]:
            last = memory.matches[-1].attacked if memory.matches else frozenset()
            return tuple(sorted(range(16), key=lambda cell: (Cell(0, cell) in last, rng.random()))[:3])

        return place

    games = series(placing, matches=25, rounds=15)
    assert statistics.mean(count for one in games for count in one[10:]) < 10


def test_somebody_who_knows_its_ideas_gains_nothing_in_the_long_run() -> None:
    """He places where both ideas look last: a bot that believed in one of them would need 16 attacks every time."""

    def placing(rng: Random, memory: Memory) -> Placing:
        def place() -> tuple[int, ...]:
            scores = [
                sum(pair)
                for pair in zip(habit(memory.matches, "~" * 16), elsewhere(memory.matches, "~" * 16), strict=True)
            ]
            return tuple(sorted(range(16), key=lambda cell: (scores[cell], rng.random()))[:3])

        return place

    games = series(placing, matches=20, rounds=16)
    assert statistics.mean(count for one in games for count in one[10:]) < 13.5


def test_its_own_boats_lie_anywhere_with_the_same_chance() -> None:
    """Chi-square over 10,000 placements, by cell and by pair, also against an opponent that it knows well."""
    rng, memory = Random(7), Memory()
    hunter = Hunter(memory)
    for _ in range(10):
        attacks(hunter, lambda: (2, 7, 11), rng)
    cells: Counter[int] = Counter()
    fleets: Counter[tuple[int, ...]] = Counter()
    for _ in range(10_000):
        placed = hunter.choose(view(State(Options()), 0), rng)
        assert isinstance(placed, Place)
        fleet = tuple(sorted(boat.col for boat in placed.boats))
        fleets[fleet] += 1
        cells.update(fleet)
    by_cell = chi_square([cells[cell] for cell in range(16)], 30_000 / 16)
    by_fleet = chi_square([fleets[one] for one in all_fleets()], 10_000 / 560)
    assert by_cell < 37.7  # 15 degrees of freedom, one in a thousand
    assert by_fleet < 668  # 559 degrees of freedom, one in a thousand


def all_fleets() -> list[tuple[int, ...]]:
    return [(a, b, c) for a in range(16) for b in range(a + 1, 16) for c in range(b + 1, 16)]


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def test_only_this_match_and_the_past_are_used() -> None:
    """After an end from outside a view shows the boats; while it goes on, it does not, and nothing else is asked."""
    state = State(Options())
    for seat in (0, 1):
        state = apply(state, seat, Place((Cell(0, 0), Cell(0, 1), Cell(0, 2))))
    chosen = {Hunter(Memory()).choose(view(state, 0), Random(seed)) for seed in range(200)}
    assert len(chosen) == 16


def placed_alike() -> State:
    state = State(Options())
    for seat in (0, 1):
        state = apply(state, seat, Place((Cell(0, 0), Cell(0, 1), Cell(0, 2))))
    return state


def test_a_match_that_was_broken_off_teaches_nothing() -> None:
    """Somebody could teach it anything otherwise: he places, leaves, and places elsewhere when it counts."""
    memory = Memory()
    hunter = Hunter(memory)
    broken = apply(placed_alike(), 0, Attack(Cell(0, 1)))
    for state in (end(State(Options()), ABANDONED), end(broken, won(0, reason="the other left")), broken):
        for viewer in (0, Watcher.PUBLIC):
            hunter.over(view(state, viewer), Random(1))
    assert not memory.matches
    assert memory.saved == {}


def test_half_known_boats_are_remembered_and_ideas_not_judged_by_them() -> None:
    """A client that lost has seen only some of the other's boats."""
    seen = view(placed_alike(), 0)._replace(
        boards=("X" * 3 + "~" * 13, "~X" + "~" * 14),
        shots=(Shot(0, Cell(0, 1), True),),
        outcome=won(1, reason=SUNK),
    )
    memory = Memory()
    Hunter(memory).over(seen, Random(1))
    assert list(memory.matches) == [Past(Options(), frozenset({Cell(0, 1)}), frozenset({Cell(0, 1)}))]
    assert memory.saved == {}


def test_habits_fade() -> None:
    old, new = (Past(Options(), frozenset({Cell(0, cell)}), frozenset()) for cell in (3, 8))
    scores = habit([old, new], "~" * 16)
    assert scores[8] > scores[3] > 0


def test_a_school_remembers_opponents_apart_and_not_for_ever() -> None:
    school = Hunters()
    first = school.against("10.0.0.1")
    attacks(first, lambda: (2, 7, 11), Random(1))
    assert school.against("10.0.0.1")._memory is first._memory
    assert school.against("10.0.0.2")._memory is not first._memory
    for number in range(OPPONENTS):
        school.against(f"other {number}")
    assert len(school._memories) == OPPONENTS
    school.against("other 1")
    school.against("one more")
    assert "other 1" in school._memories
    assert "other 0" not in school._memories
    assert school.against("10.0.0.1")._memory is not first._memory


def test_memory_of_one_opponent_has_an_end() -> None:
    memory = Memory()
    hunter, rng = Hunter(memory), Random(3)
    for _ in range(MATCHES + 5):
        attacks(hunter, anywhere(rng), rng)
    assert len(memory.matches) == MATCHES


def test_the_ideas_and_the_bots_have_names() -> None:
    assert list(BOTS) == ["hunter"]
    assert list(IDEAS) == ["anywhere", "habit", "elsewhere"]
