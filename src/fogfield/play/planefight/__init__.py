"""The planeFight client: who plays whom, and how it is shown."""

import socket
import sys

from fogfield.bots import Rival, schools
from fogfield.core.errors import FogfieldError
from fogfield.games.planefight import GAME, PUBLISHED
from fogfield.games.planefight.codec import Codec
from fogfield.games.planefight.session import ClientSession, ServerSession
from fogfield.play import hosting
from fogfield.play.connect import connect
from fogfield.play.duel import BotDuel, Duel, PeerDuel
from fogfield.play.planefight.bot import FAILED, BotFace
from fogfield.play.planefight.face import Face
from fogfield.play.planefight.wish import Wish
from fogfield.play.terminal import Terminal

COMMAND = "fogfield play planefight"


def play(wish: Wish) -> int:
    """Play; gives the exit status."""
    if not wish.bot:
        return _play_on_screen(wish)
    try:
        while True:
            duel, wish = _duel(wish)
            status = BotFace(duel, _bot(wish.bot, wish.host), wish.name, _say).run()
            if duel.view is not None or not wish.hosts:  # else somebody came who wanted no game
                return status
    except FogfieldError as error:
        sys.stderr.write(f"fogfield: {error}\n")
        return FAILED


def _play_on_screen(wish: Wish) -> int:
    """Play on a full screen, and leave the last words where they can be read."""
    listener = hosting.listen(wish.port) if wish.hosts else None
    sock = _join(wish) if wish.host else None
    last: list[str] = []
    status = 1
    try:
        with Terminal(mouse=True, asks=True) as terminal:
            face = Face(terminal, wish.name)
            played = False
            while not played:
                if listener:
                    wish = wish._replace(port=listener.getsockname()[1])
                    sock = face.wait_for_friend(listener, _invitation(listener))
                if wish.hosts and not sock:
                    break
                duel = _against_peer(wish, sock) if sock else _against_bot(wish)
                try:
                    played = face.play(duel, hosts=wish.hosts)
                finally:
                    last = face.last_words()
                listener = hosting.listen(wish.port) if not played else None
            status = face.status
    finally:
        if listener:
            listener.close()
        (sys.stderr if status == 1 else sys.stdout).write("".join(f"{line}\n" for line in last))
    return status


def _duel(wish: Wish) -> tuple[Duel, Wish]:
    """Begin what a bot is to play; a port that was left open is known then."""
    if wish.hosts:
        with hosting.listen(wish.port) as listener:
            wish = wish._replace(port=listener.getsockname()[1])
            _say(f"Waiting for somebody who joins with: {_invitation(listener)}")
            return _against_peer(wish, hosting.accept(listener)), wish
    return (_against_peer(wish, _join(wish)) if wish.host else _against_bot(wish)), wish


def _join(wish: Wish) -> socket.socket:
    _say(f"Connecting to {wish.host}, port {wish.port}/tcp ...")
    return connect(wish.host, wish.port)


def _against_peer(wish: Wish, sock: socket.socket) -> PeerDuel:
    if not wish.hosts:
        return PeerDuel(GAME, wish.name, sock, Codec(), lambda host: ClientSession(host, bot=wish.against))
    settings = {
        "rows": wish.options.rows,
        "columns": wish.options.cols,
        "planes": wish.options.planes,
        "cross_border": wish.options.cross_border,
        "completely_destroy": wish.options.completely_destroy,
    }
    return PeerDuel(GAME, wish.name, sock, Codec(), ServerSession, settings=settings, seat=wish.other_seat)


def _against_bot(wish: Wish) -> BotDuel:
    bot, called = _bot(wish.against, wish.name), f"{wish.against} bot"
    return BotDuel(GAME, wish.name, bot, called, wish.options, seat=wish.other_seat)


def _bot(level: str, opponent: str) -> Rival:
    return schools(GAME.name)[level]().against(opponent)


def _invitation(listener: socket.socket) -> str:
    return hosting.invitation(COMMAND, listener, PUBLISHED.port)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
