"""The contract of a game: a value that holds everything the rest of the house may ask of it.

A game folder makes one `Game` and gives it the name `GAME`. Its functions are pure: they get values and give
values, with no clock, no print and no random numbers other than those of the stream that `new` is handed.
Four types go through it: Options, State, Action and View, each a frozen dataclass of the game's own.
"""

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from fogfield.core.outcome import Outcome

if TYPE_CHECKING:  # only games that draw numbers need it at run time
    from random import Random

Options = TypeVar("Options")
State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View")

#: A place at the table, counted from 0. Whoever can answer may sit there: a TCP peer, a browser, a bot.
Seat: TypeAlias = int


class Watcher(Enum):
    """Viewers without a seat."""

    PUBLIC = "public"  # knows what everybody may know
    REFEREE = "referee"  # knows everything: for records, replays and the time after the end


#: Who looks: a seat, or somebody beside the table.
Viewer: TypeAlias = Seat | Watcher


class Refusal(NamedTuple):
    """One reason why an action is not possible: a stable code for programs, a sentence for people."""

    code: str
    text: str


#: The reasons that every game has.
OVER = Refusal("over", "the game is over")
NOT_SEATED = Refusal("not-seated", "there is no such seat")


class Notation(NamedTuple, Generic[Options, Action, View]):
    """How options, actions and views are written: plain JSON values, and what is read comes back the same.

    The readers raise `RecordError` for anything that their schema, a JSON Schema (2020-12), does not allow.
    """

    #: Options as a record keeps them. They may hold secrets: nobody who plays or watches is told them.
    write_options: Callable[[Options], Any]
    read_options: Callable[[Any], Options]
    options_schema: dict[str, Any]
    write_action: Callable[[Action], Any]
    read_action: Callable[[Any], Action]
    action_schema: dict[str, Any]
    #: A view: an object with `options` (as `public_options` gives them), `seat`, `to_act`, `outcome`, and more.
    #: It may share parts with those written before, so that changes are found quickly: nobody changes it.
    write_view: Callable[[View], Any]
    view_schema: dict[str, Any]
    #: Options without secrets, for everybody.
    public_options: Callable[[Options], Any]
    #: The options of a new match, from what somebody asks for: `{}` is enough. What he leaves to chance is drawn.
    #: Raises `RecordError` for what its schema does not allow, and may raise `OptionsError` as a match does.
    ask: Callable[[Any, "Random"], Options]
    #: What may be asked for, with the defaults; it is narrower than options where large ones would take long to check.
    asked_schema: dict[str, Any]

    @property
    def defaults(self) -> dict[str, Any]:
        """What a match is like if nobody asks for anything else."""
        return {name: part["default"] for name, part in self.asked_schema["properties"].items()}


class Game(NamedTuple, Generic[Options, State, Action, View]):
    """One game, as a value."""

    name: str
    seats: int
    #: Everything that is wrong with options, as sentences; nothing if a game can start with them.
    faults: Callable[[Options], tuple[str, ...]]
    #: The first state. All chance of the game comes from this stream.
    new: Callable[[Options, "Random"], State]
    #: The seats that may act now; empty when the game is over.
    to_act: Callable[[State], frozenset[Seat]]
    #: All that is wrong with an action, as values; empty if it may be applied.
    refusals: Callable[[State, Seat, Action], tuple[Refusal, ...]]
    #: The next state. Only for actions without refusals.
    apply: Callable[[State, Seat, Action], State]
    #: The state after an end from outside: a player left, or his time ran out. From then on `outcome` says so, unless
    #: the game knows that nobody can have won yet.
    end: Callable[[State, Outcome], State]
    #: How it ended, or None while it goes on.
    outcome: Callable[[State], Outcome | None]
    #: What a viewer may know: the only door for secrets.
    view: Callable[[State, Viewer], View]
    #: Any sensible action of whoever has this view, drawn at random; None if there is nothing to do.
    choose: Callable[[View, "Random"], Action | None]
    #: No match has more moves than this; random play with `choose` ends before.
    bound: Callable[[Options], int]
    notation: Notation[Options, Action, View]


#: A game whose types do not matter here, as in a registry.
AnyGame: TypeAlias = Game[Any, Any, Any, Any]
