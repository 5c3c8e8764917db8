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
#: No match lasts so many seconds.
_AGES = 1e12

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
    """A match on paper. `end` is set once it is over, `end_s` seconds after it began.

    `about` is what its keeper knows of it beside the game, as JSON: dates, who sat where. Replaying ignores it.
    """

    game: str
    options: Options
    seed: str
    moves: list[Move[Action]] = field(default_factory=list)
    end: Outcome | None = None
    end_s: float = 0.0
    about: dict[str, Any] | None = None


def write(record: Record[Options, Action], game: Game[Options, S, Action, V]) -> Iterator[str]:
    """Give the lines of a record, without line ends."""
    notation = game.notation
    about = {} if record.about is None else {"match": record.about}
    options = notation.write_options(record.options)
    yield _line(fogfield=FORMAT, game=record.game, options=options, seed=record.seed, **about)
    for move in record.moves:
        yield _line(at=move.at_s, seat=move.seat, do=notation.write_action(move.action))
    if record.end is not None:
        yield _line(at=record.end_s, end=record.end.as_json())


def read(lines: Iterable[str], game: Game[Options, S, Action, V]) -> Record[Options, Action]:
    """Read the lines of a record. A line that does not belong there is named by its number."""
    record: Record[Options, Action] | None = None
    for number, line in enumerate(lines, 1):
        try:
            if record is None:
                record = _read_head(_object(line), game)
            else:
                _read_line(_object(line), record, game)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None
    if record is None:
        raise RecordError("line 1: there is none")
    return record


def _read_head(data: Any, game: Game[Options, S, Action, V]) -> Record[Options, Action]:
    match data:
        case {"fogfield": version} if type(version) is not int or version != FORMAT:
            raise RecordError(f"format {version!r} is not known here, only {FORMAT}")
        case {"fogfield": _, "game": str(name), "options": options, "seed": str(seed), **rest} if rest.keys() <= {
            "match"
        }:
            if name != game.name:
                raise RecordError(f"this is a record of {name}, not of {game.name}")
            about: Any = rest.get("match")
            if "match" in rest and type(about) is not dict:
                raise RecordError("match, if it is there, is an object")
            return Record(name, game.notation.read_options(options), seed, about=about)
    raise RecordError("a record begins with fogfield, game, options and seed; match may follow")


def _read_line(data: Any, record: Record[Options, Action], game: Game[Options, S, Action, V]) -> None:
    if record.end is not None:
        raise RecordError("nothing may follow the end")
    match data:
        case {"at": at, "seat": seat, "do": action, **rest} if type(seat) is int and not rest:
            record.moves.append(Move(_seconds(at, record), seat, game.notation.read_action(action)))
        case {"at": at, "end": end, **rest} if not rest:
            record.end, record.end_s = Outcome.from_json(end), _seconds(at, record)
        case _:
            raise RecordError("a move has at, seat and do; the last line has at and end")


def _seconds(at: Any, record: Record[Options, Action]) -> float:
    """Read a time: a number that is not before the move before."""
    before = record.moves[-1].at_s if record.moves else 0.0
    if type(at) not in (int, float) or not before <= at < _AGES:
        raise RecordError(f"at must be a number of seconds, {before:g} or more, not {str(at)[:20]}")
    return float(at)


def _line(**fields: Any) -> str:
    return json.dumps(fields, separators=(",", ":"), allow_nan=False)


def _object(line: str) -> Any:
    try:
        return json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON ({error})") from None


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")
