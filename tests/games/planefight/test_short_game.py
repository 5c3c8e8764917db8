"""The short game that was replayed against the published program, byte for byte, in both roles.

5x5, one plane each. Ann hosts and begins, her plane's head is at (2,0), facing up; Bo joins, his is at (2,4), facing
down. Bo wins on turn 4.
"""

from games.planefight.scene import Scene

from fogfield.core.grid import Cell
from fogfield.core.outcome import won
from fogfield.games.planefight.fleet import Plane
from fogfield.games.planefight.rules import DESTROYED, Attack, Place
from fogfield.games.planefight.session import ClientSession, ServerSession
from fogfield.wire.session import CLOSE, Signal

ANN, BO = Place((Plane(Cell(0, 2), 0),)), Place((Plane(Cell(4, 2), 2),))

CLIENT_HEADER = bytes.fromhex(
    "504c4159205a6a6c3337277320706c616e6546696768742070726f746f636f6c20302e332e300d0a"
    "557365722d4167656e743a20426f27732070726f6772616d20312e300d0a0d0a"
)
SERVER_HEADER = bytes.fromhex(
    "504c4159205a6a6c3337277320706c616e6546696768742070726f746f636f6c20302e332e300d0a"
    "557365722d4167656e743a20416e6e27732070726f6772616d20312e300d0a0d0a"
)
JOIN = bytes.fromhex("00000000 6a6f696e")
GAME_INFO = bytes.fromhex("0000000b 676d6966 0005 0005 0001 04 11223344")
NAME_ANN = bytes.fromhex("00000003 6e616d65 416e6e")
NAME_BO = bytes.fromhex("00000002 6e616d65 426f")
READY = bytes.fromhex("00000000 61727264")
VOID, HIT, DESTROY = (bytes.fromhex(f"00000001 72736c74 {number:02x}") for number in range(3))
MAP_ANN = bytes.fromhex("00000005 6d796d70 0002 0000 00")
MAP_BO = bytes.fromhex("00000005 6d796d70 0002 0004 02")


def attack(x: int, y: int) -> bytes:
    return bytes.fromhex(f"00000004 6174616b {x:04x} {y:04x}")


def test_as_the_server_we_send_these_bytes() -> None:
    scene = Scene(
        lambda host: ServerSession(host, "Ann's program 1.0", gid=0x11223344), "Ann", rows=5, columns=5, planes=1
    )
    assert scene.sent(scene.greeting) == SERVER_HEADER
    assert scene.feed(CLIENT_HEADER) == b""
    assert scene.feed(JOIN) == GAME_INFO + NAME_ANN
    assert scene.feed(NAME_BO) == b""
    assert scene.sent(scene.act(ANN)) == READY
    assert scene.feed(READY) == b""
    assert scene.sent(scene.act(Attack(Cell(1, 2)))) == attack(2, 1)
    assert scene.feed(HIT) == b""
    assert scene.feed(attack(0, 0)) == VOID
    assert scene.sent(scene.act(Attack(Cell(4, 0)))) == attack(0, 4)
    assert scene.feed(VOID) == b""
    assert scene.feed(attack(2, 0)) == DESTROY + MAP_ANN
    assert scene.feed(MAP_BO) == b""
    assert scene.view.outcome == won(1, reason=DESTROYED)
    assert scene.host.ours.others == ("Bo",)
    assert scene.later(0.9) == []
    assert scene.later(0.2) == [CLOSE]


def test_as_the_client_we_send_these_bytes() -> None:
    scene = Scene(lambda host: ClientSession(host, "Bo's program 1.0"), "Bo")
    assert scene.sent(scene.greeting) == CLIENT_HEADER
    assert scene.feed(SERVER_HEADER) == b""
    assert scene.sent(scene.later(0.11)) == JOIN
    assert scene.feed(GAME_INFO) == NAME_BO
    assert scene.feed(NAME_ANN) == b""
    assert scene.feed(READY) == b""
    assert scene.sent(scene.act(BO)) == READY
    assert scene.feed(attack(2, 1)) == HIT
    assert scene.sent(scene.act(Attack(Cell(0, 0)))) == attack(0, 0)
    assert scene.feed(VOID) == b""
    assert scene.feed(attack(0, 4)) == VOID
    assert scene.sent(scene.act(Attack(Cell(0, 2)))) == attack(2, 0)
    assert scene.feed(DESTROY) == MAP_BO
    assert scene.view.outcome is None
    assert scene.feed(MAP_ANN) == b""
    assert scene.view.outcome == won(1, reason=DESTROYED)
    assert scene.tell(Signal.EOF) == [CLOSE]
