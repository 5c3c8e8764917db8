"""What happened in a planeFight match, in words."""

from collections import deque
from typing import NamedTuple

from fogfield.core.game import Seat
from fogfield.core.grid import Cell
from fogfield.games.planefight import rules
from fogfield.games.planefight.fleet import Answer, Options, place
from fogfield.games.planefight.session import NOBODY_YET
from fogfield.games.planefight.view import View
from fogfield.play.styled import clean

ANSWERS = {Answer.VOID: "void", Answer.HIT: "HIT", Answer.DESTROY: "DESTROYED"}


WON = "You have won."
#: What somebody is called who is not here yet, or has no name.
SOMEBODY = "somebody"


def called(name: str) -> str:
    """Give an opponent's name as it can be shown."""
    return SOMEBODY if name == NOBODY_YET else clean(name) or SOMEBODY


class Raid(NamedTuple):
    """An attack, by whom, and its answer if there is one."""

    turn: int
    seat: Seat
    cell: Cell
    answer: Answer | None


def raids(view: View) -> list[Raid]:
    """Give all attacks in the order of their answers, those without one last."""
    waiting: tuple[deque[Cell], deque[Cell]] = (deque(), deque())
    found: list[Raid] = []
    for seat, said in view.story:
        if isinstance(said, rules.Attack):
            waiting[seat].append(said.cell)
        elif isinstance(said, rules.Reply):
            found.append(Raid(len(found) + 1, 1 - seat, waiting[1 - seat].popleft(), said.answer))
    return found + [Raid(len(found) + 1, seat, cell, None) for seat in (0, 1) for cell in waiting[seat]]


def game(options: Options) -> str:
    """Say what is played."""
    modes = [
        f"{options.rows}x{options.cols}",
        count(options.planes),
        *(["cross-border"] if options.cross_border else []),
        *(["completely-destroy"] if options.completely_destroy else []),
    ]
    return ", ".join(modes)


def count(planes: int) -> str:
    """Count planes."""
    return "1 plane" if planes == 1 else f"{planes} planes"


def raid(one: Raid, names: tuple[str, str]) -> str:
    """Say what an attack did."""
    assert one.answer is not None, "only what was answered is told"
    answer = ANSWERS[one.answer]
    return f"turn {one.turn}: {names[one.seat]} attacked {place(one.cell)}: {answer}"


def verdict(view: View, other: str) -> str:
    """Say who has won, and why, to one of the players; nothing if the battle is not decided."""
    if not view.decided:
        return ""
    won = view.seat in view.decided.winners
    if view.decided.reason == rules.SURRENDERED:
        return f"You won: {other} surrendered." if won else f"You surrendered: {other} has won."
    planes = "the only plane" if view.options.planes == 1 else f"all {view.options.planes} planes"
    yours = "your only plane was" if view.options.planes == 1 else f"all {view.options.planes} of your planes were"
    if view.decided.reason == rules.DESTROYED:
        return f"You won: you destroyed {planes} of {other}." if won else f"You lost: {yours} destroyed."
    return f"You {'won' if won else 'lost'}: {view.decided.reason}."


def has_won(view: View | None) -> bool:
    """Say whether the player has won, be it by something else than the battle: as if the other broke the protocol."""
    return bool(view and view.outcome and view.seat in view.outcome.winners)


def after_failure(view: View | None, failure: str) -> list[str]:
    """Say what a game comes to that was ended by something else than the battle, and what to do."""
    said = [
        WON if has_won(view) else "Nobody has won.",
        "There is no way back into this game; the same command starts a new one.",
    ]
    if "understood" in failure:
        said.append("Ask what the other side runs: it must speak version 0.3 of the planeFight protocol.")
    return said


def findings(view: View, names: tuple[str, str]) -> list[str]:
    """Say what was found out about the maps, with names instead of numbers. While a map is awaited it is not missed."""
    if not view.decided:
        return []
    faults = view.outcome.faults if view.outcome else ()
    players = {f"player {seat + 1}": name for seat, name in enumerate(names)}
    parts = [fault.partition(": ") for fault in faults]
    return [f"{players.get(who, who)}: {text}" for who, _, text in parts]


def map_missing(view: View) -> bool:
    """Say whether the other's map is still to come."""
    return view.decided is not None and view.outcome is None


def news(view: View, other: str) -> str:
    """Say what the last attack of each did."""
    last = [one for one in raids(view) if one.answer is not None][-2:]
    told = []
    for one in last:
        assert one.answer is not None
        told.append(f"{'You' if one.seat == view.seat else other}: {place(one.cell)} {ANSWERS[one.answer]}.")
    return "  ".join(told) or "The battle begins!"
