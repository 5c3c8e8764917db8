"""How strong the bots of Treasure Hunt are: games won, commands that they need, and how long they think."""

import argparse
import statistics
import time
from random import Random
from typing import Any, NamedTuple

from rich.progress import Progress

from bench import report
from bench.report import Bar
from fogfield.games.treasurehunt import rules
from fogfield.games.treasurehunt.bots import BOTS, Expert, Explorer
from fogfield.games.treasurehunt.presets import Options, half_rules
from fogfield.games.treasurehunt.rules import CAPTURED, LUCK, Luck, Move, SendHalf, State
from fogfield.games.treasurehunt.view import view
from fogfield.kits.explore.halves import HalfMap, random_half

Row = dict[str, Any]
SEED = Options()
#: What we promise (games won, in per cent): the map is its own or random, the opponent is on a random one.
WINS = {("own", "nearest"): 93, ("own", "lookout"): 85, ("own", "dummy"): 97, ("random", "nearest"): 75}
MOVES = {("own", "nearest"): 50, ("random", "nearest"): 64}
LONGEST_S = 0.25


class Player(NamedTuple):
    """Who plays, and on which half map."""

    bot: Explorer
    half: HalfMap
    rng: Random


class Game(NamedTuple):
    """A game from the first player's side; both play on to their end, so that a defeat cuts nothing off."""

    won: bool
    #: Commands until the castle was taken; None if that took too many.
    moves: int | None
    treasure: int | None
    other_moves: int | None
    #: For each command, by the clock on the wall and by that of the processor, which others at work do not disturb.
    thinking_s: list[tuple[float, float]]


def play(players: tuple[Player, Player], luck: Luck, forgetful: bool = False) -> Game:
    """Play until both have taken the castle, even if the other has won before; a broken rule stops everything."""
    state = State(SEED, luck)
    ends: list[int | None] = [None, None]
    treasure: int | None = None
    thinking_s: list[tuple[float, float]] = []
    while state.actions < SEED.most_actions and None in ends:
        seat = rules.turn(state)
        if state.sides[seat].half is None:
            state = rules.apply(state, seat, SendHalf(players[seat].half.fields()))
            continue
        if ends[seat] is not None:  # it waits for the other
            state = state._replace(actions=state.actions + 1)
            continue
        begun, busy = time.perf_counter(), time.thread_time()
        if forgetful:
            players[seat].bot.over(view(state, seat), players[seat].rng)
        action = players[seat].bot.choose(view(state, seat), players[seat].rng)
        if seat == 0:
            thinking_s.append((time.perf_counter() - begun, time.thread_time() - busy))
        assert isinstance(action, Move)
        if refused := rules.refusals(state, seat, action):
            raise AssertionError(f"{type(players[seat].bot).__name__} lost by a rule: {refused}")
        state = rules.apply(state, seat, action)
        if treasure is None and state.sides[0].collected:
            treasure = _moves(state.actions, luck, 0)
        if state.ended and state.ended.reason == CAPTURED:
            ends[seat] = state.actions
        state = state._replace(ended=None)
    mine, other = ends
    won = mine is not None and (other is None or mine < other)
    if mine is None and other is None:
        won = rules.turn(state) == 1
    return Game(won, _of(mine, luck, 0), treasure, _of(other, luck, 1), thinking_s)


def _moves(actions: int, luck: Luck, seat: int) -> int:
    """Give the commands of a seat, which has sent a half map before."""
    return (actions - 2 + (luck.starter == seat)) // 2


def _of(actions: int | None, luck: Luck, seat: int) -> int | None:
    return None if actions is None else _moves(actions, luck, seat)


def measure(
    ours: str, other: str, pool: list[HalfMap], games: int, progress: Progress, seed: int, forgetful: bool
) -> Row:
    """Play against somebody on random half maps, in all forms and orders; ours come from a pool if there is one."""
    name = "own" if pool else "random"
    task = progress.add_task(f"{ours} on {name} maps against {other}", total=games)
    rng, played = Random(f"{seed} {other} {name}"), []
    schools = BOTS[ours](), BOTS[other]()
    for number in range(games):
        halves = [random_half(half_rules(SEED), rng) for _ in range(2)]
        assert halves[0]
        assert halves[1]
        mine = pool[number // 8 % len(pool)] if pool else halves[0]
        numbers = [rng.randrange(LUCK) for _ in range(5)]
        luck = Luck(number & 1, bool(number & 2), number >> 2 & 1, (numbers[0], numbers[1]), fog=numbers[2])
        players = (
            Player(schools[0].against(""), mine, Random(numbers[3])),
            Player(schools[1].against(""), halves[1], Random(numbers[4])),
        )
        played.append(play(players, luck, forgetful))
        progress.advance(task)
    progress.remove_task(task)
    return _row(ours, name, other, played)


def _row(ours: str, name: str, other: str, played: list[Game]) -> Row:
    done = [one.moves for one in played if one.moves is not None]
    everything = [1000 if one.moves is None else one.moves for one in played]
    treasures = [one.treasure for one in played if one.treasure is not None]
    others = [1000 if one.other_moves is None else one.other_moves for one in played]
    times_s = [seconds for one in played for seconds in one.thinking_s]
    games = len(played)
    return {
        "bot": ours, "map": name, "against": other, "games": games,
        "won, %": 100 * sum(one.won for one in played) / games,
        "treasure": statistics.mean(treasures) if treasures else float("nan"),
        "moves": statistics.mean(done) if done else float("nan"),
        "median": statistics.median(everything), "done, %": 100 * len(done) / games,
        "other's median": statistics.median(others),
        "other done, %": 100 * sum(one.other_moves is not None for one in played) / games,
        "think, ms": 1000 * statistics.mean(wall for wall, _ in times_s),
        "longest, ms": 1000 * max(wall for wall, _ in times_s),
        "longest CPU, ms": 1000 * max(cpu for _, cpu in times_s),
    }  # fmt: skip


def bars(rows: list[Row]) -> list[Bar]:
    """Give what is promised."""
    found = []
    for row in rows:
        key = (row["map"], row["against"])
        if row["bot"] != "expert":
            continue
        what = f"expert, {row['map']} maps, against {row['against']}"
        if key in WINS:
            found.append(Bar(f"{what}: won, %", row["won, %"], least=WINS[key]))
        if key in MOVES:
            found.append(Bar(f"{what}: moves", row["moves"], most=MOVES[key]))
        found.append(Bar(f"{what}: longest thought, CPU ms", row["longest CPU, ms"], most=1000 * LONGEST_S))
    return found


def designed(count: int, seed: int, progress: Progress) -> list[HalfMap]:
    """Let the expert design half maps."""
    task = progress.add_task("half maps", total=count)
    found = []
    for number in range(count):
        found.append(Expert().prepare(SEED, Random(f"{seed} {number}")))
        progress.advance(task)
    progress.remove_task(task)
    return found


def case(kind: str, other: str, games: int, pool: int) -> Row:
    """Measure one line of the table."""
    with Progress(disable=True) as progress:
        own = designed(pool, 1, progress) if kind == "own" else []
        return measure("expert", other, own, games, progress, seed=1, forgetful=False)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--pool", type=int, default=100, help="half maps of the expert, each for several games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", choices=BOTS, default="expert")
    parser.add_argument("--map", choices=("own", "random"))
    parser.add_argument("--against", choices=BOTS)
    parser.add_argument("--forgetful", action="store_true", help="the bots have to plan anew for every command")
    asked = parser.parse_args()
    begun, rows = time.perf_counter(), []
    with Progress(transient=True) as progress:
        for kind in [asked.map] if asked.map else ["random", "own"]:
            pool = designed(asked.pool, asked.seed, progress) if kind == "own" else []
            if pool:
                print(f"{len(pool)} half maps, {(time.perf_counter() - begun) / len(pool):.2f} s each at most")
            rows += [
                measure(asked.bot, other, pool, asked.games, progress, asked.seed, asked.forgetful)
                for other in ([asked.against] if asked.against else ["nearest", "lookout", "dummy"])
            ]
    report.show("Games of Treasure Hunt", rows)
    kept = bars(rows)
    if kept:
        report.show("Bars", [one.row() for one in kept])


if __name__ == "__main__":
    main()
