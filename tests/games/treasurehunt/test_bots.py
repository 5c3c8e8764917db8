"""The bots: never against the rules, no more than a view, and as strong as they say. All with fixed seeds."""

import pickle
from random import Random

import pytest
from games.treasurehunt.scene import PICTURE, SEED, begun, fields, luck_of, play, walk

from fogfield.core.grid import Cell
from fogfield.games.treasurehunt import bots
from fogfield.games.treasurehunt.belief import ENTERED, IMPOSSIBLE, castle_chances, moves_of_other, unseen
from fogfield.games.treasurehunt.bots import BOTS, Expert, Explorer, Nearest
from fogfield.games.treasurehunt.presets import PRESETS, Options, half_rules
from fogfield.games.treasurehunt.rules import Action, Luck, Move, SendHalf, State, apply, new, refusals, turn
from fogfield.games.treasurehunt.view import View, directions, view
from fogfield.kits.explore.halves import broken_rules
from fogfield.kits.explore.land import Direction, Ways, ways


@pytest.fixture(autouse=True)
def _quick_designs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "TRIES", 6)
    monkeypatch.setattr(bots, "HASTY_TRIES", 3)


def match(names: tuple[str, str], seed: int, options: Options = SEED) -> tuple[State, list[Action]]:
    """Play a whole game."""
    rng, state, actions = Random(seed), new(options, Random(seed)), []
    players = [BOTS[name]().against("somebody") for name in names]
    while not state.ended:
        seat = turn(state)
        assert players[1 - seat].choose(view(state, 1 - seat), rng) is None
        action = players[seat].choose(view(state, seat), rng)
        assert action is not None
        assert refusals(state, seat, action) == ()
        actions.append(action)
        state = apply(state, seat, action)
    return state, actions


@pytest.mark.long
@pytest.mark.parametrize("options", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("name", BOTS)
def test_no_bot_ever_breaks_a_rule(name: str, options: Options) -> None:
    for seed in range(2):
        match((name, "nearest"), seed, options)


def test_the_same_chance_gives_the_same_game() -> None:
    assert match(("expert", "lookout"), 5) == match(("expert", "lookout"), 5)


@pytest.mark.long
def test_the_expert_beats_the_dummy_and_most_others() -> None:
    def won(other: str) -> int:
        ends = [match(("expert", other), seed)[0].ended for seed in range(8)]
        return sum(end is not None and end.winners == {0} for end in ends)

    assert won("dummy") >= 7
    assert won("nearest") >= 5


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_has_forgotten_everything_still_plays_by_the_rules(name: str) -> None:
    """So is a bot that thinks in another process: a copy of it that never comes back."""
    rng, state = Random(4), begun(Luck(treasures=(luck_of(Cell(0, 7)), 0)))
    fresh = pickle.dumps(BOTS[name]().against(""))
    while not state.ended:
        bot: Explorer = pickle.loads(fresh) if turn(state) == 0 else Nearest()
        action = bot.choose(view(state, turn(state)), rng)
        assert action is not None
        assert refusals(state, turn(state), action) == ()
        state = play(state, action)
    assert name == "dummy" or state.sides[0].collected


def test_a_step_that_has_begun_is_finished() -> None:
    state = walk(begun(), "U")
    for name in BOTS:
        assert BOTS[name]().against("").choose(view(state, 0), Random(1)) == Move(Direction.UP)


def test_what_was_seen_is_gone_to_by_a_shortest_way() -> None:
    state = walk(begun(Luck(treasures=(luck_of(Cell(3, 5)), 0))), "UUUUU")
    for bot in (Expert(), bots.Lookout(), Nearest()):
        here, rng = state, Random(1)
        for _ in range(5):
            action = bot.choose(view(here, 0), rng)
            assert isinstance(action, Move)
            here = walk(here, action.direction.name[0])
        assert here.sides[0].collected


def test_a_plan_is_kept_until_there_is_news(monkeypatch: pytest.MonkeyPatch) -> None:
    planned: list[int] = []
    search = Expert.search

    def counted(self: Expert, view: View, the: Ways, here: int, rng: Random) -> list[int]:
        planned.append(view.actions)
        return search(self, view, the, here, rng)

    monkeypatch.setattr(Expert, "search", counted)
    bot, rng, state = Expert(), Random(1), begun(Luck(treasures=(luck_of(Cell(0, 9)), 0)))
    while not state.sides[0].collected:
        action = bot.choose(view(state, 0), rng)
        assert isinstance(action, Move)
        state = walk(state, action.direction.name[0])
    assert planned == [2]


def test_who_has_nothing_to_find_moves_anyway() -> None:
    """With a seam that is closed there is no way to the castle."""
    state = begun(Luck(treasures=(luck_of(Cell(4, 5)), 0)))
    assert state.land is not None
    wet = state.land._replace(text=state.land.text[:50] + "~" * 20 + state.land.text[70:])
    state = walk(state._replace(land=wet), "RR")
    assert state.sides[0].collected
    for bot in (Expert(), bots.Lookout(), Nearest()):
        action = bot.choose(view(state, 0), Random(1))
        assert action is not None
        assert refusals(state, 0, action) == ()


def test_an_explorer_of_no_kind_knows_no_way() -> None:
    with pytest.raises(NotImplementedError):
        Explorer().choose(view(begun(), 0), Random(1))


# --- half maps


@pytest.mark.parametrize("options", PRESETS.values(), ids=PRESETS)
def test_the_expert_designs_half_maps_that_keep_the_rules(options: Options) -> None:
    for half in (Expert().prepare(options, Random(2)), Expert().half(options, Random(3))):
        assert broken_rules(half_rules(options), half.fields()) == ()


def test_a_prepared_half_map_is_sent_once_and_then_a_hasty_one() -> None:
    bot = Expert()
    half = bot.prepare(SEED, Random(1))
    bot.keep(SEED, half)
    action = bot.choose(view(State(SEED), 0), Random(3))
    assert action == SendHalf(half.fields())
    assert bot.half(SEED, Random(3)) == Expert().half(SEED, Random(3)) != half


def test_a_half_map_that_a_copy_may_have_sent_is_not_sent_again() -> None:
    bot = Expert()
    bot.keep(SEED, bot.prepare(SEED, Random(1)))
    first = pickle.loads(pickle.dumps(bot)).half(SEED, Random(2))
    bot.over(view(begun(), 0), Random(3))
    assert bot.half(SEED, Random(4)) != first


# --- what is believed


def test_what_is_left_to_search_is_the_unseen_grass_without_the_own_castle() -> None:
    seen = view(walk(begun(), "UU"), 0)
    assert seen.own.half is not None
    assert seen.other.half is not None
    grass = PICTURE.count(".")
    assert len(unseen(seen, seen.own.half)) == grass - 1
    assert len(unseen(seen, seen.other.half)) == grass + 1


@pytest.mark.parametrize(("starter", "hidden", "made"), [(0, 16, 7), (1, 16, 7), (1, 15, 7), (0, 15, 6)])
def test_the_commands_of_the_other_are_counted_until_its_position_is_true(starter: int, hidden: int, made: int) -> None:
    state = begun(Luck(starter=starter), Options(hidden_actions=hidden))
    sent = 0
    while state.actions < hidden:
        sent += turn(state) == 1
        state = play(state, Move(state.sides[turn(state)].heading or _any(state)))
    assert sent == made
    assert moves_of_other(view(state, 0)) == made


def _any(state: State) -> Direction:
    return directions(view(state, turn(state)))[0]


def test_a_castle_is_no_farther_from_the_first_true_position_than_its_owner_can_have_come() -> None:
    state = begun()
    assert set(castle_chances(view(state, 0)).values()) == {1.0}
    state = walk(state, "UUDDUUD", "UUUUULL")
    seen = view(state, 0)
    assert seen.real
    assert state.land is not None
    chances = castle_chances(seen)
    costs = ways(state.land).distances(state.land.number(seen.other.trail[0]))
    assert all((chance == IMPOSSIBLE) == (costs[number] > 7) for number, chance in chances.items())
    assert chances[state.land.number(state.sides[1].fort)] > 0.5


def test_fields_that_the_other_enters_in_search_of_its_treasure_are_hardly_its_castle() -> None:
    state = walk(begun(Luck(treasures=(0, luck_of(Cell(4, 8))))), "UUDDUUDDUUDD", "RRRRLLLLRRRR")
    seen = view(state, 0)
    assert state.land is not None
    before = castle_chances(seen._replace(sides=(seen.sides[0], seen.sides[1]._replace(trail=seen.sides[1].trail[:1]))))
    after = castle_chances(seen)
    entered = {state.land.number(cell) for cell in seen.other.trail[1:]}
    assert entered
    for number in entered & before.keys():
        assert after[number] < before[number] * ENTERED * 1.01
    found = walk(state, "UUDDUUDDUU", "RRRRRRLLLL")
    assert found.sides[1].collected
    known = view(found, 0).other
    assert known.searched < len(known.trail)
    with_all = castle_chances(view(found, 0)._replace(sides=(view(found, 0).sides[0], known._replace(collected=False))))
    assert castle_chances(view(found, 0)) != with_all


def test_half_maps_of_other_bots_are_random() -> None:
    halves = {Nearest().half(SEED, Random(seed)) for seed in range(5)}
    assert len(halves) == 5
    assert fields()
