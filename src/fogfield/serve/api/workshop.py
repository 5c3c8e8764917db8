"""Boards that take a search: made in another process, told how far they are, and given up if nobody asks any more.

Whoever has a board made learns its name, and never what is on it: the name is what a match is begun with.
"""

import asyncio
import contextlib
from typing import Any

import structlog

from fogfield import games
from fogfield.core.counting import count
from fogfield.core.errors import FogfieldError
from fogfield.core.game import Refusal
from fogfield.serve.api.problems import AGAIN_S, Problem, nowhere, refused
from fogfield.serve.clerk import Clerk, Limit, Stopped, TooLong
from fogfield.serve.gate import party_of
from fogfield.serve.house import draw_name
from fogfield.serve.settings import WEB
from fogfield.serve.thinking import IDLE_S

_log = structlog.get_logger()

#: No search takes longer; one for which a request waits is shorter.
SEARCH_S = 30.0
AT_ONCE_S = 5.0
#: So long a request waits for its turn, before that; and then for the process, if that has to be started.
TURN_S = 5.0
#: So long a request waits for the last board that is tried.
LAST_S = 1.0
#: A search looks at the time only now and then.
GRACE_S = 5.0
#: No proof takes longer.
PROVE_S = 10.0
NO_SUCH_BOARD = "there is no such board; it may have been taken, or given up because nobody asked for it"
GIVEN_UP = "the search was given up, because nobody wanted the board any more"
LONGER = "a longer search can be asked for at /api/boards"
#: So many boards may be asked for and not be taken yet, of all and of one address.
MOST_BOARDS = 64
MOST_OF_ONE = 4
#: A board for which nobody has asked for so long is given up.
UNASKED_S = 20.0


class Job:
    """One board that is made: `status` is "making", "ready" or "failed"."""

    def __init__(self, game: str, options: Any, asked: Any, address: str, now: float) -> None:
        self.name = draw_name()
        self.game = game
        self.options = options
        #: What was asked for, which a rematch asks for again.
        self.asked = asked
        self.party = party_of(address)
        self.status = "making"
        #: Whether its turn has come, and whether it is searched for: a process may have to start before.
        self.called = asyncio.Event()
        self.begun = False
        self.tries = 0
        self.text = ""
        #: When somebody asked for it last.
        self.used = now
        #: How many wait for it in a request.
        self.waiters = 0
        self.task: asyncio.Task[None] | None = None

    def tell(self, tries: int) -> None:
        """Note that the search is under way, and how many boards were tried."""
        self.begun = True
        self.tries = tries

    def as_json(self) -> dict[str, Any]:
        """Write how far it is."""
        return {
            "board": self.name, "game": self.game, "status": self.status, "tries": self.tries, "text": self.text,
        }  # fmt: skip


class Workshop:
    """Makes boards."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._clerk = Clerk(SEARCH_S + GRACE_S, MOST_BOARDS, idle_s=idle_s)
        #: For those whose request waits: they must not stand behind long searches.
        self._quick = Clerk(AT_ONCE_S + LAST_S, MOST_BOARDS, idle_s=idle_s)
        self._prover = Clerk(PROVE_S, idle_s=idle_s)
        self._jobs: dict[str, Job] = {}
        self._loop = asyncio.get_running_loop()

    def begin(self, game: str, options: Any, asked: Any, address: str) -> Job:
        """Begin to make a board; one that takes no search is ready at once."""
        limit = Limit(SEARCH_S, f"the search has ended, as none may take longer than {SEARCH_S:g} seconds")
        return self._begin(game, options, asked, address, self._clerk, limit)

    def _begin(self, game: str, options: Any, asked: Any, address: str, clerk: Clerk, limit: Limit) -> Job:
        job = Job(game, options, asked, address, self._loop.time())
        if len(self._jobs) >= MOST_BOARDS:
            raise Problem(503, "too many boards are being made; try again later", headers=_AGAIN)
        if sum(one.party == job.party for one in self._jobs.values()) >= MOST_OF_ONE:
            raise Problem(429, "your address has as many boards as one may have; take or drop one", headers=_AGAIN)
        self._jobs[job.name] = job
        if is_unmade(game, options):
            job.task = self._loop.create_task(self._make(job, clerk, limit))
        else:
            job.status = "ready"
        return job

    async def _make(self, job: Job, clerk: Clerk, limit: Limit) -> None:
        try:
            job.options = await clerk.make(job.party, job.game, job.options, limit, job.called.set, job.tell)
            job.status = "ready"
        except TooLong as error:
            tried = f"{limit.why}; {count(job.tries, 'board was', 'boards were')} tried"
            job.status, job.text = "failed", tried if job.begun else str(error)
        except FogfieldError as error:
            job.status, job.text = "failed", str(error)
        except asyncio.CancelledError:
            job.status, job.text = "failed", GIVEN_UP
            raise
        except Exception:
            _log.exception("fault", protocol=WEB)
            job.status, job.text = "failed", "a fault of the server's; it is in its log"

    async def at_once(self, game: str, options: Any, address: str) -> Any:
        """Complete options while a request waits; raises `Problem` if that is not possible, or takes too long."""
        if not is_unmade(game, options):
            return options
        limit = Limit(AT_ONCE_S, f"a request waits for no more than {AT_ONCE_S:g} seconds, and {LONGER}")
        job = self._begin(game, options, None, address, self._quick, limit)
        assert job.task is not None, "it is searched for"
        job.waiters += 1
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(job.called.wait(), TURN_S)
            if not job.called.is_set():
                raise Problem(503, "others are being served; try again in a little while", headers=_AGAIN)
            await asyncio.wait((job.task,))  # it has a limit, from when the process is there
            if self._quick.stopped:
                raise Problem(503, str(Stopped()), headers=_AGAIN)
            if not job.begun:
                raise Problem(503, job.text, headers=_AGAIN)
            return self.ready(job.name, game).options
        finally:
            self.drop(job.name)

    async def prove(self, game: str, options: Any, address: str) -> Any:
        """Give the proof of a board; raises `Problem` if there is none, or it takes too long."""
        making = games.making(game)
        if making is None or not making.promised(options):
            raise nowhere("nothing was promised of this board, so there is nothing to prove")
        try:
            return await self._prover.prove(party_of(address), game, options)
        except FogfieldError as error:
            raise Problem(503, str(error), headers=_AGAIN) from None

    def find(self, name: str) -> Job:
        """Give a board by its name; raises `Problem` if there is none."""
        job = self._jobs.get(name)
        if job is None:
            raise nowhere(NO_SUCH_BOARD)
        job.used = self._loop.time()
        return job

    async def wait(self, job: Job, wait_s: float) -> None:
        """Wait until a search has ended, for so many seconds at most."""
        if job.task and wait_s:
            job.waiters += 1
            try:
                await asyncio.wait((job.task,), timeout=wait_s)
            finally:
                job.waiters -= 1
                job.used = self._loop.time()

    def ready(self, name: str, game: str) -> Job:
        """Give a board that is ready; whoever begins a match with it drops it then, so that nobody else gets it."""
        job = self._jobs.get(name)
        if job is None:
            raise refused((Refusal("no-such-board", NO_SUCH_BOARD),))
        if job.game != game:
            raise refused((Refusal("other-game", f"this is a board of {job.game}"),))
        if job.status == "making":
            raise refused((Refusal("making", "this board is not made yet"),))
        if job.status == "failed":
            raise refused((Refusal("no-board", job.text),))
        return job

    def drop(self, name: str | None) -> None:
        """Give a board up, if there is one and it is still there."""
        job = self._jobs.pop(name, None) if name else None
        if job and job.task:
            job.task.cancel()

    def check(self, now: float) -> None:
        """Give up what nobody asks for."""
        for job in tuple(self._jobs.values()):
            if not job.waiters and now - job.used > UNASKED_S:
                self.drop(job.name)

    async def stop(self) -> None:
        """Make no more; whoever waits is told so."""
        for clerk in (self._clerk, self._quick, self._prover):
            clerk.stop()
        tasks = [job.task for job in self._jobs.values() if job.task]
        await asyncio.gather(*tasks, return_exceptions=True)


_AGAIN = (("retry-after", str(AGAIN_S)),)


def is_unmade(game: str, options: Any) -> bool:
    """Say whether options are only complete after a search."""
    making = games.making(game)
    return making is not None and making.needed(options)
