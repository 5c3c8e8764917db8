"""Compares what players were told with what was stored: nothing that was answered is missing, nothing is half there.

Every record is played again. What a player was told must be the beginning of what the record says he was to be told;
what the record says that he did must be the beginning of what he asked for.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from support.host import FixedHost, hosts
from support.hunters import Caller, Hunt, Hunter
from support.load import Flown, Mined, Sailed

from fogfield import games
from fogfield.core import record
from fogfield.core.match import replay
from fogfield.core.proof import proves
from fogfield.core.record import Record
from fogfield.games.battleship import codec as ships
from fogfield.games.battleship import rules as battleship
from fogfield.games.battleship.messages import Attack as ShipAttack
from fogfield.games.battleship.messages import InitGrid
from fogfield.games.planefight import rules as planefight
from fogfield.games.planefight.messages import Attack, AttackResult, Bare, ExchangeMap
from fogfield.games.planefight.packets import packet
from fogfield.games.treasurehunt.messages import GameState, PlayerHalfMap, PlayerMove, PlayerState
from fogfield.games.treasurehunt.rules import Move, SendHalf
from fogfield.games.treasurehunt.state import DIRECTIONS, fields, map_nodes
from fogfield.games.treasurehunt.view import View
from fogfield.store.archive import Kept, Status
from fogfield.wire.session import CLOSE, Signal


def read(kept: Kept) -> Record[Any, Any]:
    """Read a stored match, and see that it is whole: every seat is taken, and every move possible."""
    game = games.game(kept.game)
    found = record.read(kept.lines(), game)
    replay(game, found)
    assert [one.number for one in kept.moves] == list(range(len(kept.moves)))
    if kept.status is not Status.WAITING:
        assert [one.seat for one in kept.seats] == list(range(game.seats)), kept
        assert kept.began is not None
    assert (kept.outcome is not None) == (kept.status is Status.OVER), kept
    return found


def begins(some: Sequence[Any], whole: Sequence[Any]) -> bool:
    """Say whether something is the beginning of something else."""
    return list(some) == list(whole[: len(some)])


def explains(said: Iterable[tuple[Any, bool]], did: Sequence[Any]) -> bool:
    """Say whether what was done is what was asked for, in order, but for some of which nobody was told."""
    ends = {0}
    for asked, sure in said:
        done = {end + 1 for end in ends if end < len(did) and did[end] == asked}
        ends = done if sure else done | ends
    return len(did) in ends


# --- JMinesweeper


def check_mined(played: Iterable[Mined], stored: Iterable[Kept]) -> None:
    by_size = {(one.options.columns, one.options.rows): (kept, one) for kept in stored for one in [read(kept)]}
    for game in played:
        found = by_size.pop((game.columns, game.rows), None)
        assert found or not game.screens, "a game that was shown is not stored"
        if found:
            _check_mined(game, *found)
    assert not by_size, "a game that nobody has begun"


def _check_mined(game: Mined, kept: Kept, stored: Record[Any, Any]) -> None:
    """Have the same packets answered again, by a session with the same seed: the screens are the same."""
    published = games.published("jminesweeper")
    host = FixedHost("jminesweeper", kept.seed)
    session: Any = published.session(host)  # type: ignore[union-attr]
    codec: Any = published.codec()  # type: ignore[union-attr]
    codec.receive(b"".join(game.sent))
    answered = 0
    for number in range(len(game.sent)):
        (screen,) = session.on(codec.next(), 0.0)
        if number < len(game.screens):
            assert screen.content == game.screens[number], "a screen that follows from no record"
            answered = host.matches[0].moves
    could = [move.action for move in host.matches[0].record.moves]
    did = [move.action for move in stored.moves]
    assert begins(could[:answered], did), f"{answered} moves were answered, {len(did)} are stored"
    assert begins(did, could), "a move that nobody made"


# --- Battleship


def check_sailed(played: Iterable[Sailed], stored: Iterable[Kept]) -> None:
    """A game is known by the boats. If nobody's were stored, it was told of to two players and to nobody else."""
    places: dict[tuple[int, ...], tuple[int, Kept, Record[Any, Any]]] = {}
    free = 0
    for kept in stored:
        found = read(kept)
        free += battleship.SEATS
        for move in found.moves:
            if isinstance(move.action, battleship.Place):
                places[tuple(cell.col + 1 for cell in move.action.boats)] = (move.seat, kept, found)
    for game in played:
        free -= 1
        if game.boats in places:
            seat, kept, found = places.pop(game.boats)
            told = _lines(kept.seed, found)[seat]
            assert begins(game.told, told), f"told {game.told}, stored {told}"
            did = [one.action.cell.col + 1 for one in found.moves[2:] if one.seat == seat]
            assert begins(did, game.attacks), "an attack that nobody made"
        else:
            assert begins(game.told, ["GAMEREADY", "INIT_GRID"]), f"told {game.told}, nothing is stored"
    assert not places, "boats that nobody has placed"
    assert free >= 0, "a game that was told of is not stored"


def _lines(seed: str, found: Record[Any, Any]) -> list[list[str]]:
    """Have the moves made again, by sessions at both seats; gives what each is told."""
    both = hosts("battleship", seed)
    published = games.published("battleship")
    sessions: list[Any] = [published.session(host) for host in both]  # type: ignore[union-attr]
    told: list[list[str]] = [[], []]

    def tell(seat: int, event: Any) -> None:
        replies = [one for one in sessions[seat].on(event, 0.0) if one is not CLOSE]
        told[seat] += [b"".join(ships.ServerCodec().encode(one)).decode().rstrip("\n") for one in replies]
        while woken := [one for one in (0, 1) if both[one].woken()]:
            for one in woken:
                tell(one, Signal.CHANGED)

    for seat in (0, 1):
        tell(seat, Signal.OPEN)
    for move in found.moves:
        if isinstance(move.action, battleship.Place):
            tell(move.seat, InitGrid(tuple(cell.col + 1 for cell in move.action.boats)))
        else:
            tell(move.seat, ShipAttack(move.action.cell.col + 1))
    return told


# --- planeFight


def check_flown(played: Iterable[Flown], stored: Iterable[Kept]) -> None:
    """A game is known by the names; who was told something before his name arrived has a seat without one."""
    seats = [(seat.name, seat.seat, found) for kept in stored for found in [read(kept)] for seat in kept.seats]
    named = {name: (seat, found) for name, seat, found in seats if name}
    nameless = [(seat, found) for name, seat, found in seats if not name]
    for game in sorted(played, key=lambda one: len(one.told), reverse=True):
        if game.name in named:
            seat, found = named.pop(game.name)
            told = without_goodbye(game.told, _told(seat, found))
            assert begins(told, _told(seat, found)), f"told {game.told}, stored {_told(seat, found)}"
            _check_said(game, seat, found)
        elif without_goodbye(game.told, []):
            whole = [(one, _told(*one)) for one in nameless]
            fitting = [one for one, stored in whole if begins(without_goodbye(game.told, stored), stored)]
            assert fitting, f"told {game.told}, nothing is stored"
            nameless.remove(fitting[0])
    assert not named, "somebody who never came"


def without_goodbye(told: list[Any], stored: list[Any]) -> list[Any]:
    """Leave out what the server says when it sends somebody away: nobody's attack stays without an answer."""
    told = list(told)
    while told and not begins(told, stored) and told[-1] in (AttackResult(0), ExchangeMap(()), Bare.GIVE_UP):
        told.pop()
    return told


def _told(seat: int, found: Record[Any, Any]) -> list[Any]:
    view = replay(games.game("planefight"), found).view(seat)
    return [packet(view, event) for event in view.story if event.seat != seat]


def _check_said(game: Flown, seat: int, found: Record[Any, Any]) -> None:
    own = [one.action for one in found.moves if one.seat == seat]
    attacks = [(one.cell.col, one.cell.row) for one in own if isinstance(one, planefight.Attack)]
    replies = [int(one.answer) for one in own if isinstance(one, planefight.Reply)]
    assert begins(attacks, [(one.x, one.y) for one in game.said if isinstance(one, Attack)])
    assert begins(replies, [one.res for one in game.said if isinstance(one, AttackResult)])


# --- the Treasure Hunt


def check_hunts(hunts: Iterable[Hunt], stored: Iterable[Kept]) -> None:
    by_code = {json.loads(kept.extra)["code"]: kept for kept in stored}
    for hunt in hunts:
        if not hunt.game_id:
            continue
        assert hunt.game_id in by_code, "a game that was told of is not stored"
        kept = by_code[hunt.game_id]
        found = read(kept)
        for hunter in hunt.hunters:
            if hunter.player_id:
                _check_hunter(hunter, kept, found)
            else:
                assert not hunter.states


def _check_hunter(hunter: Hunter, kept: Kept, found: Record[Any, Any]) -> None:
    (seat,) = (one.seat for one in kept.seats if one.proof and proves(hunter.player_id, one.proof))
    did = [move.action for move in found.moves if move.seat == seat]
    assert explains([(_action(one), sure) for one, sure in hunter.said], did), "an answered move is not stored"
    _check_states(hunter, seat, found)
    if hunter.result or hunter.forgotten:
        assert found.end, "a game that was over, or that nobody knows any more, is open"
    if hunter.result:
        assert found.end
        assert (seat in found.end.winners) == (hunter.result is PlayerState.WON)


def _check_states(hunter: Hunter, seat: int, found: Record[Any, Any]) -> None:
    """Every state that he was shown is one of the record's, and they came in its order."""
    shown = list(dict.fromkeys(_seen(state, hunter.player_id) for state in hunter.states))
    hunter.states.clear()
    game = games.game("treasurehunt")
    views: list[View] = []
    match = replay(game, Record(found.game, found.options, found.seed))
    for move in found.moves:
        views.append(match.view(seat))
        assert not match.act(move.seat, move.action, move.at_s)
    if found.end:
        match.close(found.end, found.end_s)
    views.append(match.view(seat))
    at = 0
    for one in shown:
        if one[0] or one[1:] != (PlayerState.MUST_WAIT, None):  # else the other was still missing
            while at < len(views) and one[:2] != _could_see(views[at], seat):
                at += 1
            assert at < len(views), "a state that follows from no record"


def _seen(state: GameState, player_id: str) -> tuple[Any, ...]:
    mine = next(one for one in state.players if one.player_id == player_id)
    other = next((one.state for one in state.players if one is not mine), None)
    return frozenset(state.nodes), mine.state, other


def _could_see(view: View, seat: int) -> tuple[Any, ...]:
    if view.outcome:
        state = PlayerState.WON if seat in view.outcome.winners else PlayerState.LOST
    else:
        state = PlayerState.MUST_ACT if seat in view.to_act else PlayerState.MUST_WAIT
    return frozenset(map_nodes(view)), state


def _action(message: Any) -> Any:
    if isinstance(message, PlayerHalfMap):
        return SendHalf(fields(tuple(dict.fromkeys(message.nodes))))
    assert isinstance(message, PlayerMove)
    assert message.move
    return Move(DIRECTIONS[message.move])


# --- the API


def check_callers(callers: Iterable[Caller], stored: Iterable[Kept]) -> None:
    by_name = {kept.match: kept for kept in stored}
    game = games.game("battleship")
    for caller in callers:
        if not caller.match:
            continue
        assert caller.match in by_name, "a match that was told of is not stored"
        found = read(by_name[caller.match])
        did = [game.notation.write_action(move.action) for move in found.moves if move.seat == caller.seat]
        assert explains(caller.said, did), "an answered move is not stored"
        _check_views(caller, found)
        if caller.outcome:
            assert found.end, "a match that was over is open"
            assert caller.outcome["winners"] == sorted(found.end.winners)


def _check_views(caller: Caller, found: Record[Any, Any]) -> None:
    """Every view that he was shown is one of the record's, and they came in its order."""
    game = games.game("battleship")
    match = replay(game, Record(found.game, found.options, found.seed))
    could = [game.notation.write_view(match.view(caller.seat))]
    for move in found.moves:
        assert not match.act(move.seat, move.action, move.at_s)
        could.append(game.notation.write_view(match.view(caller.seat)))
    could = json.loads(json.dumps(could))
    at = 0
    for view in caller.views:
        while at < len(could) and could[at] != view:
            at += 1
        assert at < len(could), "a view that follows from no record"
    caller.views.clear()
