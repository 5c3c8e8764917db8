"""The conversation as a table: where it stands, and what a packet does there. The protocol reference shows it."""

from collections.abc import Mapping
from enum import Enum

from fogfield.games.planefight.messages import Attack, AttackResult, Bare, ExchangeMap, GameInfo, Name


class Stage(Enum):
    """Where a conversation stands."""

    __hash__ = object.__hash__  # that of Enum is written in Python

    GREETING = "no request header yet"
    JOINING = "no Join yet; from a server, no Game-info"
    WAITING = "no opponent yet"
    PLACING = "not both are ready"
    FIGHTING = "the battle"
    SHOWING = "decided; the maps are being exchanged"
    OVER = "both maps were exchanged"
    CLOSED = "closed"


class Step(Enum):
    """What is done with a packet."""

    __hash__ = object.__hash__

    INVITE = "answer Game-info and Name"
    TAKE = "take the game that the server offers, and answer Name"
    CALL = "tell the other the name"
    READY = "tell the other that he is ready"
    ATTACK = "tell the other; his answer is the result"
    VOID = "answer void"
    LATE = "answer by the map that was shown"
    REPLY = "tell the other the result"
    SURRENDER = "tell the other, after the map if it is known"
    SHOW = "keep it until the battle is decided, then tell the other"
    LEAVE = "close; the other gets Give-up if the battle has not begun"
    IGNORE = "nothing"


#: The packets, and what their document calls them.
_KINDS: dict[object, str] = {
    Bare.JOIN: "Join",
    GameInfo: "Game-info",
    Name: "Name",
    Bare.GIVE_UP: "Give-up",
    Bare.READY: "Ready",
    Attack: "Attack",
    AttackResult: "Attack-result",
    Bare.SURRENDER: "Surrender",
    ExchangeMap: "Exchange-map",
}
_X = Step.IGNORE


def _row(*steps: Step) -> dict[object, Step]:
    return dict(zip(_KINDS, steps, strict=True))


_BEFORE = (Step.READY, Step.VOID, _X, Step.LEAVE, _X)
#: What a packet does in each stage.
TABLE: dict[Stage, Mapping[object, Step]] = {
    Stage.JOINING: _row(Step.INVITE, Step.TAKE, Step.CALL, Step.LEAVE, _X, Step.VOID, _X, Step.LEAVE, _X),
    Stage.WAITING: _row(Step.INVITE, _X, Step.CALL, Step.LEAVE, *_BEFORE),
    Stage.PLACING: _row(Step.INVITE, _X, Step.CALL, Step.LEAVE, *_BEFORE),
    Stage.FIGHTING: _row(_X, _X, Step.CALL, Step.LEAVE, _X, Step.ATTACK, Step.REPLY, Step.SURRENDER, Step.SHOW),
    Stage.SHOWING: _row(_X, _X, Step.CALL, Step.LEAVE, _X, Step.LATE, Step.REPLY, _X, Step.SHOW),
    Stage.OVER: _row(_X, _X, _X, Step.LEAVE, _X, Step.LATE, _X, _X, _X),
}


def packet_name(kind: object) -> str:
    """Give the published name of a packet."""
    return _KINDS[kind]
