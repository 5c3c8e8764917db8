"""XML to messages and back. We write what the library 5.1.6 writes, byte for byte, and read what older ones do, too."""

import re
from enum import Enum
from functools import cache
from typing import TypeVar

from fogfield.core.errors import WireError
from fogfield.games.treasurehunt.messages import (
    NO_ERROR,
    ClientMessage,
    Error,
    FortState,
    GameState,
    HalfMapNode,
    MapNode,
    MoveCommand,
    Okay,
    Participant,
    PlayerHalfMap,
    PlayerMove,
    PlayerRegistration,
    PlayerState,
    PositionState,
    ServerMessage,
    Terrain,
    TreasureState,
    UniqueGameIdentifier,
    UniquePlayerIdentifier,
)
from fogfield.wire.xml import Element, document, escape, parse, tag

#: The longest message that a client sends, a half map, has about 6,000 bytes, pretty-printed perhaps 12,000.
MOST_REQUEST_BYTES = 65_536
#: A state of a game has about 20,000.
MOST_ANSWER_BYTES = 1 << 20
MOST_NAME = 50
_XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")

Literal = TypeVar("Literal", bound=Enum)

#: What older libraries wrote.
_OLDER: dict[str, Enum] = {
    "ShouldActNext": PlayerState.MUST_ACT,
    "ShouldWait": PlayerState.MUST_WAIT,
    "MyPosition": PositionState.ME,
    "MyTreasureIsPlacedHere": TreasureState.MINE,
}


# --- writing


def write_request(message: ClientMessage) -> bytes:
    """Write what a client sends."""
    if isinstance(message, PlayerRegistration):
        root = tag(
            "playerRegistration",
            _text("studentFirstName", message.first_name),
            _text("studentLastName", message.last_name),
            _text("studentUAccount", message.account),
        )
    elif isinstance(message, PlayerHalfMap):
        nodes = tag("playerHalfMapNodes", *map(_half_map_node, message.nodes))
        root = tag("playerHalfMap", _text("uniquePlayerID", message.player_id), nodes)
    else:
        assert message.move is not None, "nobody sends a move without a direction"
        root = tag("playerMove", _text("uniquePlayerID", message.player_id), tag("move", message.move.value))
    return document(root)


def _half_map_node(node: HalfMapNode) -> str:
    return (
        f"<playerHalfMapNode><X>{node.x}</X><Y>{node.y}</Y><fortPresent>{_flag(node.fort)}</fortPresent>"
        f"<terrain>{node.terrain.value}</terrain></playerHalfMapNode>"
    )


def write_answer(message: ServerMessage) -> bytes:
    """Write what a server answers."""
    if isinstance(message, UniqueGameIdentifier):
        return document(tag("uniqueGameIdentifier", _text("uniqueGameID", message.game_id)))
    if isinstance(message, Error):
        return document(_envelope(message.name, message.message, "Error"))
    return document(_envelope(NO_ERROR, NO_ERROR, "Okay", _data(message.data)))


def _envelope(name: str, message: str, state: str, data: str = "") -> str:
    return tag(
        "responseEnvelope", _text("exceptionName", name), _text("exceptionMessage", message), tag("state", state), data
    )


def _data(data: UniquePlayerIdentifier | GameState | None) -> str:
    if data is None:
        return ""
    if isinstance(data, UniquePlayerIdentifier):
        kind, inside = "uniquePlayerIdentifier", _text("uniquePlayerID", data.player_id)
    else:
        players = tag("players", *map(_participant, data.players))
        nodes = tag("map", tag("mapNodes", *map(_map_node, data.nodes)))
        kind, inside = "gameState", players + nodes + _text("gameStateId", data.state_id)
    return f'<data {_XSI} xsi:type="{kind}">{inside}</data>'


def _participant(player: Participant) -> str:
    return tag(
        "player",
        _text("uniquePlayerID", player.player_id),
        _text("firstName", player.first_name),
        _text("lastName", player.last_name),
        _text("uaccount", player.account),
        tag("state", player.state.value),
        tag("collectedTreasure", _flag(player.collected)),
    )


def _map_node(node: MapNode) -> str:
    return (
        f"<mapNode><playerPositionState>{node.position.value}</playerPositionState><terrain>{node.terrain.value}</terrain>"
        f"<treasureState>{node.treasure.value}</treasureState><fortState>{node.fort.value}</fortState>"
        f"<X>{node.x}</X><Y>{node.y}</Y></mapNode>"
    )


def _text(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>"


def _flag(value: bool) -> str:
    return "true" if value else "false"


# --- reading what a client sends


def read_registration(data: bytes) -> PlayerRegistration:
    """Read a registration; the library refuses names that are empty or too long."""
    root = _root(data, MOST_REQUEST_BYTES, "playerRegistration")
    names = (
        _word(root, "studentFirstName"),
        _word(root, "studentLastName"),
        _word(root, "studentUAccount", "studentID"),
    )
    for name in names:
        length = len(name.encode("utf-16-le")) // 2  # as Java counts them
        if not 1 <= length <= MOST_NAME:
            raise WireError(f"a name must have 1 to {MOST_NAME} characters, not {length}")
    return PlayerRegistration(*names)


def read_half_map(data: bytes) -> PlayerHalfMap:
    """Read a half map, right or wrong."""
    root = _root(data, MOST_REQUEST_BYTES, "playerHalfMap", "halfMap")
    nodes = root.find("playerHalfMapNodes", "halfMapNodes")
    children = nodes.all("playerHalfMapNode", "halfMapNode") if nodes else ()
    return PlayerHalfMap(_word(root, "uniquePlayerID"), tuple(map(_read_half_map_node, children)))


def _read_half_map_node(node: Element) -> HalfMapNode:
    terrain = _literal(node, Terrain, "terrain")
    if terrain is None:
        raise WireError("a field without terrain")
    return HalfMapNode(_number(node, "X"), _number(node, "Y"), _truth(node, "fortPresent"), terrain)


def read_move(data: bytes) -> PlayerMove:
    """Read a move; a direction that is none of the four is None, as in the library."""
    root = _root(data, MOST_REQUEST_BYTES, "playerMove")
    return PlayerMove(_word(root, "uniquePlayerID"), _literal(root, MoveCommand, "move"))


# --- reading what a server answers


def read_game_id(data: bytes) -> UniqueGameIdentifier:
    """Read the id of a new game."""
    return UniqueGameIdentifier(_word(_root(data, MOST_ANSWER_BYTES, "uniqueGameIdentifier"), "uniqueGameID"))


def read_answer(data: bytes) -> Okay | Error:
    """Read an envelope. One without a state is a good one, as in the library."""
    root = _root(data, MOST_ANSWER_BYTES, "responseEnvelope")
    state = root.find("state")
    if state is not None and state.text == "Error":
        names = (_word(root, "exceptionName", need=False), _word(root, "exceptionMessage", need=False))
        return Error(*names)
    inside = root.find("data")
    if inside is None:
        return Okay()
    kind = inside.attributes.get("type", "").rpartition(":")[2]
    if kind == "uniquePlayerIdentifier" or (not kind and inside.find("uniquePlayerID")):
        return Okay(UniquePlayerIdentifier(_word(inside, "uniquePlayerID")))
    if kind == "gameState" or inside.find("players"):
        return Okay(_read_state(inside))
    raise WireError(f"an answer with data of the kind {kind!r}, which nobody knows")


def _read_state(data: Element) -> GameState:
    players, whole = data.find("players"), data.find("map")
    nodes = whole.find("mapNodes") if whole else None
    return GameState(
        tuple(map(_read_participant, players.all("player"))) if players else (),
        tuple(map(_read_map_node, nodes.all("mapNode"))) if nodes else (),
        _word(data, "gameStateId", need=False),
    )


def _read_participant(player: Element) -> Participant:
    state = _literal(player, PlayerState, "state")
    if state is None:
        raise WireError("a player without a state")
    return Participant(
        _word(player, "uniquePlayerID"),
        _word(player, "firstName", need=False),
        _word(player, "lastName", need=False),
        _word(player, "uaccount", "studentID", need=False),
        state,
        _truth(player, "collectedTreasure"),
    )


def _read_map_node(node: Element) -> MapNode:
    terrain = _literal(node, Terrain, "terrain")
    if terrain is None:
        raise WireError("a field without terrain")
    return MapNode(
        _number(node, "X"),
        _number(node, "Y"),
        terrain,
        _literal(node, PositionState, "playerPositionState") or PositionState.NOBODY,
        _literal(node, TreasureState, "treasureState") or TreasureState.UNKNOWN,
        _literal(node, FortState, "fortState") or FortState.UNKNOWN,
    )


# --- parts


def _root(data: bytes, limit_bytes: int, *names: str) -> Element:
    root = parse(data, limit_bytes)
    if root.name not in names:
        raise WireError(f"a message {root.name!r} instead of {' or '.join(names)}")
    return root


def _word(parent: Element, *names: str, need: bool = True) -> str:
    found = parent.find(*names)
    if found is None and need:
        raise WireError(f"{parent.name} without {names[0]}")
    return found.text if found else ""


def _literal(parent: Element, kind: type[Literal], name: str) -> Literal | None:
    """Read one of a few words, exactly as it is written; None for any other."""
    found = _words(kind).get(_word(parent, name, need=False))
    return found if isinstance(found, kind) else None


@cache
def _words(kind: type[Enum]) -> dict[str, Enum]:
    return {one.value: one for one in kind} | {word: one for word, one in _OLDER.items() if isinstance(one, kind)}


def _number(parent: Element, name: str) -> int:
    text = _word(parent, name).strip()
    if not _WHOLE.fullmatch(text):
        raise WireError(f"{name} must be a whole number, not {text[:20]!r}")
    return int(text)


def _truth(parent: Element, name: str) -> bool:
    text = _word(parent, name).strip()
    if text not in ("true", "false", "1", "0"):
        raise WireError(f"{name} must be true or false, not {text[:20]!r}")
    return text in ("true", "1")
