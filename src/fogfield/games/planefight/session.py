"""The conversation, as a table: one peer, on whichever side of the wire it is.

A session acts for its peer at a match, and tells it what the other seat said. Who sits there makes no difference:
another peer with a session of its own, a bot, or the player at this terminal. So our server, our hosting player and our
joining player are the same conversation; only who joins whom differs.
"""

import math
from collections import deque
from collections.abc import Sequence
from typing import TypeAlias

from fogfield import __version__
from fogfield.core.game import Refusal
from fogfield.core.grid import Cell
from fogfield.core.match import LATE as LATE_REFUSAL
from fogfield.core.outcome import ABANDONED, Outcome, nobody, won
from fogfield.core.table import Player
from fogfield.games.planefight import messages as wire
from fogfield.games.planefight import rules
from fogfield.games.planefight.fleet import Answer
from fogfield.games.planefight.messages import VERSION, AttackResult, Bare, ExchangeMap, GameInfo, Header, Message, Name
from fogfield.games.planefight.packets import game_info, late_answer, offered, options_of, packet, shown
from fogfield.games.planefight.rules import SEATS, Attack, Ready, Reply, Show, Surrender
from fogfield.games.planefight.stages import TABLE, Stage, Step
from fogfield.games.planefight.view import View
from fogfield.wire.session import CLOSE, Close, Host, Signal

Answered: TypeAlias = Message | Close

AGENT = f"Fogfield {__version__}"
#: The header in which our client asks our server for a bot of a certain level; others ignore it.
OPPONENT = "Opponent"
#: How long a peer may take to send its header, and to join (or to tell the game).
GREETING_S = 30.0
#: The published server loses what comes together with the header, so a client waits a moment; if that was lost, too, it
#: tries once more.
JOIN_AFTER_S = 0.1
JOIN_AGAIN_AFTER_S = 2.0
#: The published program never closes after a game, and draws its last page when it has the map.
CLOSE_AFTER_S = 1.0
#: More attacks than this nobody sends while one of his is unanswered.
MOST_HELD = 8
#: What a player reads as his opponent's name until there is one.
NOBODY_YET = "(waiting for an opponent)"
NAMELESS = "(no name)"

LOST = "the connection was lost"
GAVE_UP = "a player gave up"
NO_ANSWER = "a program did not answer in time"
LATE = "a player ran out of time"
BROKE = "a player broke the protocol"


_STAGES = {
    rules.Phase.PLACING: Stage.PLACING,
    rules.Phase.FIGHTING: Stage.FIGHTING,
    rules.Phase.SHOWING: Stage.SHOWING,
    rules.Phase.OVER: Stage.OVER,
}


class Conversation:
    """What both sides of the wire have in common."""

    def __init__(self, host: Host, agent: str = AGENT, bot: str = "") -> None:
        self._host = host
        self._fields = (("User-Agent", agent), *([(OPPONENT, bot)] if bot else []))
        self._player: Player | None = None
        self._stage = Stage.GREETING
        self._since = 0.0
        self._asked = math.inf  # since when the peer owes an answer
        self._alarm = math.inf
        self._ready = False  # the peer said so, perhaps before there was an opponent
        self._took_part = False  # and the match knows it
        self._called = ""
        self._told = 0  # how much of the story
        self._name_told: str | None = None
        self._map_told = False
        self._map: Show | None = None  # that of the peer, before the battle is decided
        self._consoled = False  # the peer has won without a fight, and was told so
        self._held: deque[wire.Attack] = deque()
        self._joins = 0  # how often we asked for a game
        #: The version in which both speak: the smaller one. And how the peer introduced itself.
        self.version = VERSION
        self.peer = Header()
        #: Why the conversation ended before the game did, for people.
        self.failure = ""

    def on(self, event: Message | Signal, now: float) -> Sequence[Answered]:
        """Answer what happened."""
        if self._stage is Stage.CLOSED:
            return ()
        if isinstance(event, Signal):
            replies = self._signal(event, now)
        elif self._stage is Stage.GREETING:
            replies = self._greet(event, now) if isinstance(event, Header) else ()
        else:
            replies = self._take(event, now)
        if replies and replies[-1] is CLOSE:
            return replies
        replies = [*replies, *self._news(now)]
        self._be_woken()
        return replies

    def _enter(self, stage: Stage, now: float) -> None:
        if stage is not self._stage:
            self._stage, self._since = stage, now

    # --- what happens beside packets

    def _signal(self, signal: Signal, now: float) -> Sequence[Answered]:
        if signal is Signal.OPEN:
            self._since = now
            return (Header(VERSION, self._fields),)
        if signal is Signal.TICK:
            self._alarm = math.inf
            return self._tick(now)
        if signal is Signal.EOF:
            self.failure = self.failure or "The connection was closed by the other side."
            return self._leave(now, nobody(LOST), gone=True)
        if signal is not Signal.CHANGED:
            self._map_told |= signal is Signal.LOST  # a map would tell that the battle was decided
            return self._leave(now, ABANDONED)
        return ()

    def _tick(self, now: float) -> Sequence[Answered]:
        if now < self._deadline():
            return ()
        if self._stage is Stage.OVER:
            return self._leave(now, ABANDONED)
        if self._stage in (Stage.GREETING, Stage.JOINING, Stage.WAITING):
            self.failure = "The other side did not answer."
            return self._leave(now, ABANDONED)
        if now >= self._asked + self._host.settings["answer_s"]:
            return self._leave(now, nobody(NO_ANSWER))
        return self._leave(now, self._defeat(LATE))

    def _deadline(self) -> float:
        """Give the moment until which we wait for the peer."""
        stage, settings = self._stage, self._host.settings
        if stage is Stage.CLOSED:
            return math.inf
        if stage in (Stage.GREETING, Stage.JOINING):
            return self._since + GREETING_S
        if stage is Stage.WAITING:
            return float(self._since + settings["idle_s"])
        if stage is Stage.OVER:
            return self._since + CLOSE_AFTER_S
        assert self._player is not None
        assert self._player.chair is not None
        return float(min(self._player.chair.deadline, self._asked + settings["answer_s"]))

    def _be_woken(self) -> None:
        """Have ourselves woken at the deadline, or before: who answers in time needs no new alarm for each answer."""
        when = self._deadline()
        if when < self._alarm:
            self._alarm = when
            self._host.wake_at(when)

    # --- what the peer says

    def _greet(self, header: Header, now: float) -> Sequence[Answered]:
        """Compare versions: those of another major or minor number are not understood (SPEC #11)."""
        self.peer = header
        self.version = min(VERSION, header.version)
        if header.version[:2] != VERSION[:2]:
            theirs, ours = (".".join(map(str, one)) for one in (header.version, VERSION))
            self.failure = f"The other side speaks version {theirs} of the protocol, which {ours} does not understand."
            return self._leave(now, ABANDONED)
        self._enter(Stage.JOINING, now)
        return ()

    def _take(self, message: Message, now: float) -> Sequence[Answered]:
        if isinstance(message, Header):
            return ()
        step = TABLE[self._stage][message if isinstance(message, Bare) else type(message)]
        if isinstance(message, wire.Attack):
            return self._take_attack(message, step, now)
        if step in (Step.INVITE, Step.TAKE):
            return self._join(message, now)
        if step is Step.LEAVE:
            self.failure = "The other player gave up this game."
            return self._leave(now, nobody(GAVE_UP), gone=True)
        if step is not Step.IGNORE:
            self._hear(message, now)
        return ()

    def _hear(self, message: Message, now: float) -> None:
        """Do at the match what the peer said."""
        if isinstance(message, Name):
            self._called = message.playername
            if self._player:
                self._player.call(self._called)
        elif isinstance(message, AttackResult):
            self._reply(message, now)
        elif isinstance(message, ExchangeMap):
            self._map = shown(message, self._view().options)
            self._show_map(now)
        elif message is Bare.SURRENDER:
            self._show_map(now, surrenders=True)
            self._act(Surrender(), now)
        else:
            self._ready = True

    def _show_map(self, now: float, *, surrenders: bool = False) -> None:
        """Show the map that the peer sent last, once the battle is decided or he is about to surrender."""
        if self._map and (surrenders or self._view().decided):
            self._act(self._map, now)
            self._map = None

    def _join(self, message: Message, now: float) -> Sequence[Answered]:
        """Answer a Join, or a Game-info."""
        raise NotImplementedError

    def _sit(self, player: Player, now: float) -> None:
        self._player = player
        player.call(self._called)
        self._enter(Stage.WAITING, now)

    def _act(self, action: rules.Action, now: float) -> tuple[Refusal, ...]:
        assert self._player is not None
        assert self._player.chair is not None, "the table lets nobody act without a match"
        return self._player.chair.act(action, now)

    def _reply(self, result: AttackResult, now: float) -> None:
        """Take an answer. One that nobody asked for says nothing, and one that nobody knows is void (SPEC #14)."""
        known = result.res in tuple(Answer)
        if not self._act(Reply(Answer(result.res) if known else Answer.VOID), now):
            self._asked = math.inf

    # --- attacks of the peer

    def _take_attack(self, attack: wire.Attack, step: Step, now: float) -> Sequence[Answered]:
        if step is Step.VOID:
            return (AttackResult(Answer.VOID),)
        self._held.append(attack)  # it is made when the one before was answered
        return self._leave(now, self._defeat(BROKE)) if len(self._held) > MOST_HELD else ()

    def _attack(self, view: View, now: float) -> Sequence[Answered]:
        """Make the attack that waits first. It gets its answer, even when it is too late."""
        x, y = self._held[0]
        over = view.decided or view.outcome
        if not over and (refusals := self._act(Attack(Cell(y, x), hasty=True), now)):
            return self._leave(now, self._defeat(LATE if LATE_REFUSAL in refusals else BROKE))
        self._held.popleft()
        return (AttackResult(late_answer(view, Cell(y, x))),) if over else ()

    # --- what the peer is told

    def _news(self, now: float) -> Sequence[Answered]:
        """Give everything that the peer does not know yet."""
        player = self._player
        if player is None:
            return ()
        told: list[Answered] = self._name()
        if player.chair is None:
            return told
        if self._ready and not self._took_part:
            self._took_part = not self._act(Ready(), now)  # else it is tried again with the next news
        while not told or told[-1] is not CLOSE:
            view = self._view()
            assert view.seat is not None
            told += self._retell(view, now)
            if view.decided and self._map:
                self._show_map(now)
                continue
            if not self._held or view.attacks[view.seat] is not None:
                break
            told += self._attack(view, now)
        return told

    def _name(self) -> list[Answered]:
        assert self._player is not None
        others = self._player.others
        name = "".join(char for char in "".join(others) if char.isprintable())
        if not name:
            name = NAMELESS if others and self._told else self._name_told or NOBODY_YET
        if name == self._name_told:
            return []
        self._name_told = name
        return [Name(name)]

    def _retell(self, view: View, now: float) -> list[Answered]:
        """Tell what the other said since last time, and whether it is over."""
        told: list[Answered] = []
        for event in view.story[self._told :]:
            if event.seat != view.seat:
                told.append(packet(view, event))
                self._map_told |= isinstance(event.said, Show)
                if isinstance(event.said, Attack):
                    self._asked = now
        self._told = len(view.story)
        if view.outcome and not view.decided and not self._consoled:
            self.failure = self.failure or "The other player left."
            if view.seat not in view.outcome.winners:  # as always before the battle
                return [*told, *self._leave(now, view.outcome)]
            told += self._console(view)
        self._enter(_STAGES[view.phase], now)
        if view.decided:  # from now on only the map is waited for
            self._asked = min(self._asked, now) if view.seat in view.to_act else math.inf
        return told

    def _console(self, view: View) -> list[Answered]:
        """Tell somebody that he has won because the other may not go on: by a surrender, which is the word for it."""
        self._consoled = True
        assert view.seat is not None
        unanswered = len(self._held) + (view.attacks[view.seat] is not None)
        self._held.clear()
        self._map_told = True
        return [*[AttackResult(Answer.VOID)] * unanswered, ExchangeMap(()), Bare.SURRENDER]

    # --- the end

    def _leave(self, now: float, outcome: Outcome, *, gone: bool = False) -> Sequence[Answered]:
        """Close. `gone` says that it was the peer who went.

        What it asked is answered before, since the published program would wait for it for ever.
        """
        before, self._stage = self._stage, Stage.CLOSED
        unanswered = len(self._held)
        self._held.clear()
        gives_up = before in (Stage.WAITING, Stage.PLACING) or (before is Stage.JOINING and self._joins > 0)
        view = self._view() if self._player and self._player.chair else None
        if view and view.seat is not None:
            unanswered += view.attacks[view.seat] is not None and not self._consoled
        if view and view.phase is rules.Phase.SHOWING:
            if view.seat in view.to_act and self._act(Show(()), now):
                assert self._player is not None  # even for that it was too late
                assert view.decided is not None
                fault = f"player {(view.seat or 0) + 1}: no map was shown"
                self._player.leave(now, view.decided._replace(faults=(fault,)))
        elif self._player:
            self._player.leave(now, outcome)
        replies: list[Answered] = [AttackResult(Answer.VOID)] * unanswered
        if view and view.decided and not (self._map_told or gone):  # the published program needs one for its last page
            replies.append(ExchangeMap(()))
        return [*replies, *([Bare.GIVE_UP] if gives_up and not gone else []), CLOSE]

    def _defeat(self, why: str) -> Outcome:
        """Say that the peer has lost; before the battle nobody can."""
        view = self._view()
        return won(SEATS - 1 - (view.seat or 0), reason=why) if all(view.ready) else nobody(why)

    def _view(self) -> View:
        assert self._player is not None
        assert self._player.chair is not None
        view: View = self._player.chair.view()
        return view


class ServerSession(Conversation):
    """The peer joins: our server, or a player who hosts."""

    def __init__(self, host: Host, agent: str = AGENT, gid: int = 0) -> None:
        super().__init__(host, agent)
        self._gid = gid

    def _join(self, message: Message, now: float) -> Sequence[Answered]:
        """Invite whoever joins, and again if he asks again before the battle (SPEC #13)."""
        if message is not Bare.JOIN:
            return ()
        options = options_of(self._host.settings)
        if self._player is None:
            self._sit(self._host.seek(options, now, bot=self.peer.field(OPPONENT)), now)
        assert self._player is not None
        self._name_told = None  # so that it follows
        return (game_info(options, server_first=self._player.seat != 0, gid=self._gid),)


class ClientSession(Conversation):
    """The peer is the server: a player who joins."""

    def __init__(self, host: Host, agent: str = AGENT, bot: str = "") -> None:
        super().__init__(host, agent, bot)

    def _deadline(self) -> float:
        if self._stage is Stage.JOINING and self._joins < 2:
            return self._since + (JOIN_AGAIN_AFTER_S if self._joins else JOIN_AFTER_S)
        return super()._deadline()

    def _tick(self, now: float) -> Sequence[Answered]:
        if self._stage is Stage.JOINING and self._joins < 2:
            if now < self._deadline():
                return ()
            self._joins += 1
            return (Bare.JOIN,)
        return super()._tick(now)

    def _join(self, message: Message, now: float) -> Sequence[Answered]:
        """Take the game that the server offers, unless nobody could play it."""
        if not isinstance(message, GameInfo):
            return ()
        options = offered(message)
        if faults := rules.faults(options):
            self.failure = f"The server offers a game that cannot be played: {', '.join(faults)}."
            return *(() if self._joins else (Bare.GIVE_UP,)), *self._leave(now, ABANDONED)
        self._sit(self._host.seek(options, now, seat=0 if message.server_first else 1), now)
        return ()
