"""The record of a match: what it was started with, then every move, one JSON line each.

Replaying a record gives the same state, bit for bit: the first line has the seed, the rules have no other
source of chance, and a move is data. The format is versioned by the first key of the first line.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from fogfield.core.errors import RecordError
from fogfield.core.game import Action, Game, Options, Seat
from fogfield.core.outcome import Outcome

FORMAT = 1

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Move(Generic[Action]):
    """One accepted action, with the seconds since the match began."""

    at_s: float
    seat: Seat
    action: Action


@dataclass(slots=True)
class Record(Generic[Options, Action]):
    """A match on paper. `end` is set once it is over."""

    game: str
    options: Options
    seed: str
    moves: list[Move[Action]] = field(default_factory=list)
    end: Outcome | None = None


def write(record: Record[Options, Action], game: Game[Options, S, Action, V]) -> Iterator[str]:
    """Give the lines of a record, without line ends."""
    notation = game.notation
    yield _line(fogfield=FORMAT, game=record.game, options=notation.write_options(record.options), seed=record.seed)
    for move in record.moves:
        yield _line(at=move.at_s, seat=move.seat, do=notation.write_action(move.action))
    if record.end is not None:
        yield _line(end=record.end.as_json())


def read(lines: Iterable[str], game: Game[Options, S, Action, V]) -> Record[Options, Action]:
    """Read the lines of a record. A line that does not belong there is named by its number."""
    numbered = enumerate(lines, 1)
    number, first = next(numbered, (1, ""))
    match _object(number, first):
        case {"fogfield": 1, "game": str(name), "options": options, "seed": str(seed)}:
            if name != game.name:
                raise RecordError(f"line 1: this is a record of {name}, not of {game.name}")
            record: Record[Options, Action] = Record(name, game.notation.read_options(options), seed)
        case {"fogfield": other} if other != FORMAT:
            raise RecordError(f"line 1: format {other!r} is not known here, only {FORMAT}")
        case _:
            raise RecordError("line 1: a record begins with fogfield, game, options and seed")
    for number, line in numbered:
        if record.end is not None:
            raise RecordError(f"line {number}: nothing may follow the end")
        match _object(number, line):
            case {"at": float(at_s) | int(at_s), "seat": int(seat), "do": action}:
                record.moves.append(Move(float(at_s), seat, game.notation.read_action(action)))
            case {"end": end}:
                record.end = Outcome.from_json(end)
            case _:
                raise RecordError(f"line {number}: a move has at, seat and do; the last line has end")
    return record


def _line(**fields: Any) -> str:
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False)


def _object(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {number}: not JSON ({error})") from None
