"""Every message byte for byte as the published library writes it, and everything that it reads."""

from typing import Any

import pytest

from fogfield.core.errors import WireError
from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.messages import (
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
    Terrain,
    TreasureState,
    UniqueGameIdentifier,
    UniquePlayerIdentifier,
)

HEAD = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
FILLER = "No error information available. Potentially, everything worked just fine."
MIRA = "0f6c7f1e-1111-4aaa-9bbb-223344556677"
JON = "9d3b0000-2222-4ccc-8ddd-fedcba987654"
GOOD = (
    f"<exceptionName>{FILLER}</exceptionName><exceptionMessage>{FILLER}</exceptionMessage><state>Okay</state>"
).encode()
XSI = b'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

STATE = GameState(
    (
        Participant(MIRA, "Mira", "Feld", "feldm06", PlayerState.MUST_ACT, False),
        Participant(JON, "Jon", "Berg & Tal", "bergj12", PlayerState.MUST_WAIT, True),
    ),
    (
        MapNode(3, 2, Terrain.GRASS, PositionState.ME, TreasureState.UNKNOWN, FortState.MINE),
        MapNode(12, 0, Terrain.WATER, PositionState.ENEMY),
    ),
    "5a0e6c2b-3333-4eee-8fff-001122334455",
)

ANSWERS: list[tuple[Any, bytes]] = [
    (
        UniqueGameIdentifier("k7Qz2"),
        b"<uniqueGameIdentifier><uniqueGameID>k7Qz2</uniqueGameID></uniqueGameIdentifier>",
    ),
    (Okay(), b"<responseEnvelope>" + GOOD + b"</responseEnvelope>"),
    (
        Okay(UniquePlayerIdentifier(MIRA)),
        b"<responseEnvelope>" + GOOD + b"<data " + XSI + b' xsi:type="uniquePlayerIdentifier"><uniquePlayerID>'
        + MIRA.encode() + b"</uniquePlayerID></data></responseEnvelope>",
    ),
    (
        Error("GameNotFound", "there is no game zzzzz"),
        b"<responseEnvelope><exceptionName>GameNotFound</exceptionName><exceptionMessage>" + b"there is no game zzzzz"
        b"</exceptionMessage><state>Error</state></responseEnvelope>",
    ),
    (
        Okay(GameState((), (), "s")),
        b"<responseEnvelope>" + GOOD + b"<data " + XSI + b' xsi:type="gameState"><players/><map><mapNodes/></map>'
        b"<gameStateId>s</gameStateId></data></responseEnvelope>",
    ),
    (
        Okay(STATE),
        b"<responseEnvelope>" + GOOD + b"<data " + XSI + b' xsi:type="gameState"><players><player><uniquePlayerID>'
        + MIRA.encode() + b"</uniquePlayerID><firstName>Mira</firstName><lastName>Feld</lastName><uaccount>feldm06"
        b"</uaccount><state>MustAct</state><collectedTreasure>false</collectedTreasure></player><player>"
        b"<uniquePlayerID>" + JON.encode() + b"</uniquePlayerID><firstName>Jon</firstName><lastName>Berg &amp; Tal"
        b"</lastName><uaccount>bergj12</uaccount><state>MustWait</state><collectedTreasure>true</collectedTreasure>"
        b"</player></players><map><mapNodes><mapNode><playerPositionState>MyPlayerPosition</playerPositionState>"
        b"<terrain>Grass</terrain><treasureState>NoOrUnknownTreasureState</treasureState><fortState>MyFortPresent"
        b"</fortState><X>3</X><Y>2</Y></mapNode><mapNode><playerPositionState>EnemyPlayerPosition"
        b"</playerPositionState><terrain>Water</terrain><treasureState>NoOrUnknownTreasureState</treasureState>"
        b"<fortState>NoOrUnknownFortState</fortState><X>12</X><Y>0</Y></mapNode></mapNodes></map><gameStateId>"
        b"5a0e6c2b-3333-4eee-8fff-001122334455</gameStateId></data></responseEnvelope>",
    ),
]  # fmt: skip

REQUESTS: list[tuple[Any, Any, bytes]] = [
    (
        PlayerRegistration("Mira", "Feld", "feldm06"),
        codec.read_registration,
        b"<playerRegistration><studentFirstName>Mira</studentFirstName>" + b"<studentLastName>Feld</studentLastName>"
        b"<studentUAccount>feldm06</studentUAccount></playerRegistration>",
    ),
    (
        PlayerHalfMap(MIRA, (HalfMapNode(0, 0, False, Terrain.WATER), HalfMapNode(3, 2, True, Terrain.GRASS))),
        codec.read_half_map,
        b"<playerHalfMap><uniquePlayerID>" + MIRA.encode() + b"</uniquePlayerID><playerHalfMapNodes><playerHalfMapNode>"
        b"<X>0</X><Y>0</Y><fortPresent>false</fortPresent><terrain>Water</terrain></playerHalfMapNode>"
        b"<playerHalfMapNode><X>3</X><Y>2</Y><fortPresent>true</fortPresent><terrain>Grass</terrain>"
        b"</playerHalfMapNode></playerHalfMapNodes></playerHalfMap>",
    ),
    (
        PlayerMove(MIRA, MoveCommand.RIGHT),
        codec.read_move,
        b"<playerMove><uniquePlayerID>" + MIRA.encode() + b"</uniquePlayerID><move>Right</move></playerMove>",
    ),
]


@pytest.mark.parametrize(("message", "root"), ANSWERS)
def test_answers_are_written_byte_for_byte_and_read_again(message: Any, root: bytes) -> None:
    data = codec.write_answer(message)
    assert data == HEAD + root
    read = codec.read_game_id if isinstance(message, UniqueGameIdentifier) else codec.read_answer
    assert read(data) == message


@pytest.mark.parametrize(("message", "read", "root"), REQUESTS)
def test_requests_are_written_byte_for_byte_and_read_again(message: Any, read: Any, root: bytes) -> None:
    assert codec.write_request(message) == HEAD + root
    assert read(HEAD + root) == message


def test_what_older_libraries_send_is_read() -> None:
    older = (
        b"<halfMap><halfMapNodes><halfMapNode><terrain>Grass</terrain><fortPresent>1</fortPresent><Y> 2 </Y><X>+3</X>"
    )
    older += b"<extra/></halfMapNode></halfMapNodes>\n<uniquePlayerID>a</uniquePlayerID></halfMap>"
    assert codec.read_half_map(older) == PlayerHalfMap("a", (HalfMapNode(3, 2, True, Terrain.GRASS),))
    named = b"<playerRegistration><studentID>x</studentID><studentLastName>y</studentLastName><studentFirstName>z"
    named += b"</studentFirstName></playerRegistration>"
    assert codec.read_registration(named) == PlayerRegistration("z", "y", "x")


def test_what_older_servers_answer_is_read() -> None:
    data = (
        b'<responseEnvelope xmlns:q="http://www.w3.org/2001/XMLSchema-instance"><state>Okay</state>'
        b'<data q:type="gameState"><gameStateId>s</gameStateId><players><player><uniquePlayerID>a</uniquePlayerID>'
        b"<studentID>x</studentID><state>ShouldActNext</state><collectedTreasure>0</collectedTreasure></player></players>"
        b"<map><mapNodes><mapNode><X>1</X><Y>2</Y><terrain>Mountain</terrain><playerPositionState>MyPosition"
        b"</playerPositionState><treasureState>MyTreasureIsPlacedHere</treasureState><fortState>nonsense</fortState>"
        b"</mapNode></mapNodes></map></data></responseEnvelope>"
    )
    answer = codec.read_answer(data)
    assert answer == Okay(
        GameState(
            (Participant("a", "", "", "x", PlayerState.MUST_ACT, False),),
            (MapNode(1, 2, Terrain.MOUNTAIN, PositionState.ME, TreasureState.MINE),),
            "s",
        )
    )
    assert codec.read_answer(b"<responseEnvelope/>") == Okay()
    assert codec.read_answer(b"<responseEnvelope><state>Error</state></responseEnvelope>") == Error("", "")
    bare = b"<responseEnvelope><data><uniquePlayerID>a</uniquePlayerID></data></responseEnvelope>"
    assert codec.read_answer(bare) == Okay(UniquePlayerIdentifier("a"))
    no_map = b"<responseEnvelope><data><players/></data></responseEnvelope>"
    assert codec.read_answer(no_map) == Okay(GameState((), (), ""))


def test_a_move_in_no_direction_is_read_as_none() -> None:
    for text in (b"<move>up</move>", b"<move> Up </move>", b"<move/>", b""):
        assert codec.read_move(b"<playerMove><uniquePlayerID>a</uniquePlayerID>" + text + b"</playerMove>").move is None


NODE = (
    b"<playerHalfMapNode><X>0</X><Y>0</Y><fortPresent>false</fortPresent><terrain>Water</terrain></playerHalfMapNode>"
)


@pytest.mark.parametrize(
    ("read", "data"),
    [
        (codec.read_registration, b"<playerMove/>"),
        (codec.read_registration, b"<playerRegistration/>"),
        (codec.read_registration, REQUESTS[0][2].replace(b"Mira", b"")),
        (codec.read_registration, REQUESTS[0][2].replace(b"Mira", b"x" * 51)),
        (codec.read_registration, REQUESTS[0][2].replace(b"Mira", "\N{GRINNING FACE}".encode() * 26)),
        (codec.read_move, b"<playerMove><move>Up</move></playerMove>"),
        (codec.read_half_map, b"<playerHalfMap/>"),
        *(
            (
                codec.read_half_map,
                b"<halfMap><uniquePlayerID>a</uniquePlayerID><halfMapNodes>" + wrong + b"</halfMapNodes></halfMap>",
            )
            for wrong in (
                NODE.replace(b"Water", b"Lava"),
                NODE.replace(b"<X>0</X>", b""),
                NODE.replace(b"<X>0", b"<X>0.5"),
                NODE.replace(b"<X>0", b"<X>1" + b"0" * 12),
                NODE.replace(b"false", b"no"),
            )
        ),
        (codec.read_answer, b"<html/>"),
        (codec.read_answer, b"<responseEnvelope><data><rawPlayers/></data></responseEnvelope>"),
        (codec.read_answer, ANSWERS[5][1].replace(b"MustAct", b"MustSleep")),
        (codec.read_answer, ANSWERS[5][1].replace(b"Water", b"Lava")),
        (codec.read_game_id, ANSWERS[1][1]),
        (codec.read_move, b"<playerMove>" + b" " * codec.MOST_REQUEST_BYTES + b"</playerMove>"),
    ],
)
def test_anything_else_is_an_error(read: Any, data: bytes) -> None:
    with pytest.raises(WireError):
        read(data)
