"""Acting at a match: what is asked for is read, and done if it may be."""

import contextlib
from typing import Any

from fogfield import games
from fogfield.core.errors import RecordError
from fogfield.core.game import AnyGame, Refusal
from fogfield.serve.api.guests import Guest
from fogfield.serve.api.problems import Problem, refused
from fogfield.serve.api.scenes import Scene
from fogfield.serve.api.seating import WAITING

BOT_PLAYS = Refusal("bot-plays", "a bot plays this seat for you; send it away first")


def read_move(scene: Scene, body: dict[str, Any]) -> Any:
    """Read an action."""
    if body.keys() != {"do"}:
        raise Problem(400, "a move is an object with `do`, and nothing else")
    try:
        return scene.game.notation.read_action(body["do"])
    except RecordError as error:
        if any(_reads(games.game(name), body["do"]) for name in games.names()):
            raise refused((Refusal("other-game", f"{scene.game.name} has no such action: {error}"),)) from None
        raise Problem(400, str(error)) from None


def _reads(game: AnyGame, action: Any) -> bool:
    with contextlib.suppress(RecordError):
        game.notation.read_action(action)
        return True
    return False


def act(scene: Scene, guest: Guest, action: Any, now: float) -> None:
    """Let somebody act; raises `Problem` with every reason if he may not."""
    chair = guest.player.chair
    if scene.match is None or chair is None:
        raise refused((WAITING,))
    if scene.played_by_bot(guest.player.seat):
        raise refused((BOT_PLAYS,))
    if refusals := scene.match.act(guest.player.seat, action, now):
        raise refused(refusals)
