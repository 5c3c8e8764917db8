"""What Prometheus is told: the numbers of `serve/tally.py`, the store and the process, read when it asks.

No label holds a word that a peer has said: games, protocols, limits and ends have names of ours, and a kind of player
that we do not know is called `other`. docs/reference/metrics.md lists everything.
"""

import asyncio
import platform
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fogfield import __version__
from fogfield.serve.house import House
from fogfield.serve.tally import BOUNDS_S, Running, Timings, Traffic
from fogfield.store.journal import Health, Journal

#: Who plays beside the peers of our protocols.
OTHER_KINDS = ("bot", "web")
#: The label of a player who came in no way that we know.
OTHER = "other"


class Counting(Protocol):
    """A service, as far as its numbers go."""

    name: str
    traffic: Traffic


class Metrics(Collector):
    """All numbers of one process. `houses` and `services` are looked at anew each time."""

    def __init__(
        self, running: Running, houses: Iterable[House], services: Iterable[Counting], journal: Journal | None = None
    ) -> None:
        self._running = running
        self._houses = houses
        self._services = services
        self._journal = journal
        self._commits = Timings()
        if journal:
            journal.on_commit(self._commits.add)
        self._registry = CollectorRegistry()  # the library's own would be one for all servers of a process
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def render(self) -> tuple[bytes, str]:
        """Give all numbers as Prometheus reads them, and the type of that text."""
        return generate_latest(self._registry), CONTENT_TYPE_LATEST

    def route(self, path: str = "/metrics") -> Route:
        """Give a route for a Starlette application."""

        async def answer(request: Request) -> Response:  # on the loop, where the numbers are, not in a thread
            body, content_type = self.render()
            return Response(body, media_type=None, headers={"content-type": content_type})

        return Route(path, answer, methods=["GET"])

    def collect(self) -> Iterator[Metric]:
        """Read everything once."""
        yield _build()
        yield from _of_games(tuple(self._houses), {*OTHER_KINDS, *(one.name for one in self._services)})
        yield from _of_protocols({one.name: one.traffic for one in self._services})
        yield self._faults()
        yield from _of_the_store(self._journal, self._commits)
        yield _times(
            "fogfield_loop_delay_seconds",
            "How much later than it should the event loop came back, looked at twice a second.",
            {(): self._running.delays},
        )

    def _faults(self) -> Metric:
        found: Counter[str] = Counter(loop=self._running.faults)
        found["bots"] = sum(house.plays.faults for house in self._houses)
        found.update({one.name: one.traffic.faults for one in self._services})
        return _counter("fogfield_faults", "Exceptions of ours, each with a traceback in the log.", "where", found)


def _build() -> Metric:
    family = GaugeMetricFamily(
        "fogfield_build_info", "What runs; the value is always 1.", labels=("version", "python", "loop")
    )
    loop = type(asyncio.get_running_loop()).__module__.partition(".")[0]
    family.add_metric((__version__, platform.python_version(), loop), 1)
    return family


def _of_games(houses: tuple[House, ...], kinds: set[str]) -> Iterator[Metric]:
    plays = {house.game.name: house.plays for house in houses}
    live = {house.game.name: len(house.live) for house in houses}
    waiting = {house.game.name: len(house.room.waiting) for house in houses}
    yield _gauge("fogfield_matches_open", "Matches that are being played.", "game", live)
    yield _gauge("fogfield_tables_waiting", "Tables that wait for players.", "game", waiting)
    begun = {name: one.begun for name, one in plays.items()}
    resumed = {name: one.resumed for name, one in plays.items()}
    yield _counter("fogfield_matches_begun", "Matches that began.", "game", begun)
    yield _counter("fogfield_matches_resumed", "Matches that went on after a server was gone.", "game", resumed)
    ended = CounterMetricFamily(
        "fogfield_matches_ended", "Matches that ended: won, lost, forfeited or abandoned.", labels=("game", "how")
    )
    for name, one in plays.items():
        for how, count in one.ended.items():
            ended.add_metric((name, how), count)
    yield ended
    seats = GaugeMetricFamily(
        "fogfield_seats", "Seats of open matches, by how they are played.", labels=("game", "kind")
    )
    for name, one in plays.items():
        for kind, count in sorted(_known(one.seats, kinds).items()):
            seats.add_metric((name, kind), count)
    yield seats
    yield _times(
        "fogfield_bot_thinking_seconds",
        "How long bots took to choose, the wait for the process that they think in included.",
        {(name,): one.thinking for name, one in plays.items()},
        "game",
    )


def _known(seats: Mapping[str, int], kinds: set[str]) -> Counter[str]:
    """Give the seats by the kinds that there are; a word that we do not know must not become a label."""
    found: Counter[str] = Counter()
    for kind, count in seats.items():
        found[kind if kind in kinds else OTHER] += count
    return found


def _of_protocols(traffic: Mapping[str, Traffic]) -> Iterator[Metric]:
    def each(number: Callable[[Traffic], int]) -> dict[str, int]:
        return {name: number(one) for name, one in traffic.items()}

    label = "protocol"
    yield _gauge(
        "fogfield_connections_open", "Connections that are open.", label, each(lambda one: one.opened - one.closed)
    )
    yield _counter("fogfield_connections_opened", "Connections that were let in.", label, each(lambda one: one.opened))
    refused = CounterMetricFamily(
        "fogfield_connections_refused", "Connections that a limit kept out.", labels=(label, "limit")
    )
    for name, one in traffic.items():
        for limit, count in sorted(one.refused.items()):
            refused.add_metric((name, limit), count)
    yield refused
    yield _counter(
        "fogfield_messages_received", "Messages or requests that were read.", label, each(lambda one: one.received)
    )
    yield _counter(
        "fogfield_messages_sent", "Messages or answers that were given out.", label, each(lambda one: one.sent)
    )
    yield _times(
        "fogfield_answer_seconds",
        "From the arrival of a request until its answer is written, the wait for the store included.",
        {(name,): one.answers for name, one in traffic.items()},
        label,
    )


def _of_the_store(journal: Journal | None, commits: Timings) -> Iterator[Metric]:
    """Tell of the store; without one, the names are there and have no numbers."""
    health = GaugeMetricFamily("fogfield_store_health", "1 for the state that the store is in.", labels=("state",))
    for state in Health if journal else ():
        health.add_metric((state.value,), journal is not None and journal.health is state)
    yield health
    told: tuple[tuple[type[Any], str, str, Callable[[Journal], float]], ...] = (
        (GaugeMetricFamily, "lag_seconds", "How long the oldest entry has waited.", lambda one: one.lag_s),
        (GaugeMetricFamily, "entries_waiting", "Entries that are not on disk yet.", lambda one: one.waiting),
        (CounterMetricFamily, "entries_written", "Entries that are on disk.", lambda one: one.durable),
        (CounterMetricFamily, "commits", "Transactions, signs of life included.", lambda one: one.groups),
    )
    for kind, name, text, number in told:
        family = kind(f"fogfield_store_{name}", text, labels=())
        if journal:
            family.add_metric((), number(journal))
        yield family
    what = "How long transactions took, tries that failed not included."
    yield _times("fogfield_store_commit_seconds", what, {(): commits} if journal else {})


def _gauge(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=(label,))
    for key, value in values.items():
        family.add_metric((key,), value)
    return family


def _counter(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    family = CounterMetricFamily(name, text, labels=(label,))
    for key, value in values.items():
        family.add_metric((key,), value)
    return family


def _times(name: str, text: str, values: Mapping[tuple[str, ...], Timings], *labels: str) -> Metric:
    family = HistogramMetricFamily(name, text, labels=labels)
    for key, timings in values.items():
        count, buckets = 0, []
        for bound, here in zip((*map(str, BOUNDS_S), "+Inf"), timings.counts, strict=True):
            count += here
            buckets.append((bound, float(count)))
        family.add_metric(key, buckets, timings.total_s)
    return family
