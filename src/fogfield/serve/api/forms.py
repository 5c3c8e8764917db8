"""The forms of what is asked for: used to judge requests, and shown in the OpenAPI description."""

from fogfield import games
from fogfield.core import schema
from fogfield.core.advice import STRENGTHS
from fogfield.serve.api.guests import MOST_TOKEN
from fogfield.serve.house import MOST_NAME, NAME_LENGTH, NAME_LETTERS

#: The games that have boards which take a search.
MADE = tuple(name for name in games.names() if games.making(name))
OPPONENTS = ("anyone", "invite", "bot")
STATUSES = ("waiting", "playing", "over")
MOST_SEATS = 2
MOST_WAIT_S = 30
MOST_THINK_S = 86_400
MOST_PACE_MS = 5_000
MOST_LINE = 4_000
MOST_CODE = 32
MOST_LISTED = 100
MOST_SCENES = 200
#: Numbers of moves are smaller.
MOST_NUMBER = 10_000_000

NAME = schema.text(MOST_NAME, "what the others read")
SEAT = schema.whole(0, MOST_SEATS - 1, "the seat that is wished for; without it, any that is free")
CODE = schema.text(MOST_CODE, "the code of an invitation")
GAME = schema.one_word(games.names(), "the name of a game")
BOT = schema.text(MOST_NAME, "the name of a bot of this game; without it, the best one")
THINK_S = schema.whole(
    0, MOST_THINK_S, "seconds for each action of every seat, 0 for no limit; without it, as always in this game"
)
BOT_AFTER_S = schema.whole(1, MOST_THINK_S, "seconds after which a bot comes if nobody has")

#: A place in a list: a time, and the name of a match.
CURSOR = f"^[0-9]{{1,12}}([.][0-9]{{1,9}})?_[{NAME_LETTERS}]{{{NAME_LENGTH}}}$"

BOARD = schema.text(NAME_LENGTH, "a board that was made (`/api/boards`), instead of options; it is good for one match")

#: POST /api/matches, without `options`, which have a form for each game.
NEW_MATCH = {
    "type": "object",
    "properties": {
        "game": GAME,
        "name": NAME,
        "seat": SEAT,
        "opponent": schema.one_word(OPPONENTS, "who plays against you: anybody who wants the same, a friend, a bot"),
        "bot": BOT,
        "bot_after_s": BOT_AFTER_S,
        "think_s": THINK_S,
        "board": BOARD,
    },
    "required": ["game"],
    "additionalProperties": False,
}
#: POST /api/matches/{id}/seats.
TAKE_SEAT = {
    "type": "object",
    "properties": {"name": NAME, "seat": SEAT, "code": CODE},
    "additionalProperties": False,
}
#: POST /api/invitations/{code}.
ACCEPT = {"type": "object", "properties": {"name": NAME, "seat": SEAT}, "additionalProperties": False}
#: POST /api/matches/{id}/seats/me/bot.
STAND_IN = {
    "type": "object",
    "properties": {
        "bot": BOT,
        "pace_ms": schema.whole(0, MOST_PACE_MS, "milliseconds that it waits before each action; 300 without it"),
    },
    "additionalProperties": False,
}
#: POST /api/matches/{id}/terminal.
LINE = {
    "type": "object",
    "properties": {"line": schema.text(MOST_LINE, "what was typed, without the end of the line")},
    "required": ["line"],
    "additionalProperties": False,
}
#: POST /api/boards, without `options`, which have a form for each game.
NEW_BOARD = {
    "type": "object",
    "properties": {"game": schema.one_word(MADE, "the name of a game whose boards can be made")},
    "required": ["game"],
    "additionalProperties": False,
}
#: POST /api/matches/{id}/rematch, without `options`.
REMATCH = {"type": "object", "properties": {"board": BOARD}, "additionalProperties": False}
#: Nothing is asked for but the thing itself.
NOTHING = {"type": "object", "properties": {}, "additionalProperties": False}

LIST = {
    "game": GAME,
    "status": schema.one_word(STATUSES, "how far they are; without it, those that are not over"),
    "player": schema.text(MOST_NAME, "the name of somebody who plays in them"),
    "limit": schema.whole(1, MOST_LISTED, "how many at most; 50 without it"),
    "before": {**schema.text(64, "`more` of the list of which this is the continuation"), "pattern": CURSOR},
}
#: A cell in a query.
NEAR = "^[0-9]{1,3},[0-9]{1,3}$"
HINT = {
    "strength": schema.one_word(tuple(STRENGTHS), "how much it tells; `any` without it"),
    "near": {
        **schema.text(7, "where you look, `ROW,COLUMN` from 0: of many safe cells one that is near is shown"),
        "pattern": NEAR,
    },
}
WAIT = {"wait_s": schema.whole(0, MOST_WAIT_S, "how long the answer waits for the end of the search; 0 without it")}
LOOK = {
    "after": schema.text(32, "a version that is known already: the answer waits for another one, up to `wait_s`"),
    "wait_s": schema.whole(0, MOST_WAIT_S, "how long that wait may be; 0 without it"),
}
SCENES = {
    "viewer": schema.one_word(("everything", "public", "0", "1"), "as whom to look; `everything` without it"),
    "from": schema.whole(0, MOST_NUMBER, "after how many moves the first view is; 0 without it"),
    "count": schema.whole(1, MOST_SCENES, "how many views at most; 100 without it"),
}
LOOKS = schema.whole(0, MOST_SEATS - 1, "through whose eyes to look; 0 without it")
BELIEF = {"seat": LOOKS, "move": schema.whole(0, MOST_NUMBER, "after how many moves; 0 without it")}
CURVES = {"seat": LOOKS}
TOKEN = schema.text(MOST_TOKEN, "the token of a seat")
