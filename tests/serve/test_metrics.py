"""What Prometheus is told: real servers, real games, real scrapes."""

import re
import sqlite3
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import prometheus_client
import pytest
from prometheus_client.parser import text_string_to_metric_families
from support.liveweb import JON, Guest
from support.measured import PROTOCOLS, Measured, measured
from support.peer import Peer, start
from support.sailor import BOTH_READY, Game, Sailor
from support.wait import eventually

from fogfield import games
from fogfield.games.jminesweeper.rules import Options
from fogfield.serve.settings import Limits
from fogfield.serve.tally import BOUNDS_S, ENDS

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "metrics.md"
LEFT, RIGHT, DOWN, REVEAL, MARK = (bytes((number,)) for number in (1, 2, 4, 5, 6))


def becomes(server: Measured, wanted: float, name: str, **labels: str) -> bool:
    return eventually(lambda: server.number(name, **labels) == wanted)


def refused(peer: Peer) -> bool:
    """Say whether the server has closed, in order or not."""
    try:
        return peer.eof()
    except ConnectionError:
        return True


# --- games and protocols


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_numbers_move_as_a_game_for_one_is_played(tmp_path: Path, loop: str) -> None:
    game, protocol = {"game": "jminesweeper"}, {"protocol": "jminesweeper"}
    with measured(tmp_path / "store.db", loop=loop) as server:
        assert server.number("fogfield_matches_open", **game) == 0
        with Peer(server.ports["jminesweeper"]) as peer:
            peer.send(start(10, 10, 1)).screen()
            for _ in range(4):
                peer.send(RIGHT).screen()
            peer.send(MARK).screen()
            assert server.number("fogfield_matches_open", **game) == 1
            assert server.number("fogfield_matches_begun_total", **game) == 1
            assert server.number("fogfield_seats", game="jminesweeper", kind="jminesweeper") == 1
            assert server.number("fogfield_connections_open", **protocol) == 1
            assert server.number("fogfield_messages_received_total", **protocol) == 6
            assert server.number("fogfield_messages_sent_total", **protocol) == 6
            assert server.number("fogfield_answer_seconds_count", **protocol) == 6
            assert server.number("fogfield_answer_seconds_sum", **protocol) > 0
            assert server.number("fogfield_store_entries_written_total") == 4  # made, sat, began, moved
            assert server.number("fogfield_store_commits_total") >= 2
            commits = server.number("fogfield_store_commits_total")
            assert 1 <= server.number("fogfield_store_commit_seconds_count") <= commits
            assert server.number("fogfield_store_health", state="fine") == 1
        assert becomes(server, 0, "fogfield_connections_open", **protocol)
        assert server.number("fogfield_connections_opened_total", **protocol) == 1
        assert server.number("fogfield_matches_open", **game) == 0
        assert server.number("fogfield_seats", game="jminesweeper", kind="jminesweeper") == 0


def test_ends_are_told_by_their_kind() -> None:
    with measured(battleship__opponent="pair") as server:
        with Peer(server.ports["jminesweeper"]) as peer:
            peer.send(start(3, 3, 3), *[REVEAL, RIGHT, REVEAL, RIGHT, REVEAL, DOWN, LEFT, LEFT] * 3)
            assert becomes(server, 1, "fogfield_matches_ended_total", game="jminesweeper", how="lost")
            peer.send(start(3, 3, 3))
            assert becomes(server, 2, "fogfield_matches_begun_total", game="jminesweeper")
        assert becomes(server, 1, "fogfield_matches_ended_total", game="jminesweeper", how="abandoned")
        with Sailor(server.ports["battleship"]) as a, Sailor(server.ports["battleship"]) as b:
            sides = [Game(a, Random(1)), Game(b, Random(2))]
            other = threading.Thread(target=sides[1].play)
            other.start()
            sides[0].play()
            other.join(20)
            assert server.number("fogfield_matches_ended_total", game="battleship", how="won") == 1
            assert server.number("fogfield_seats", game="battleship", kind="battleship") == 0
            for one in (a, b):
                one.say("REMATCH_OFFER")
            for one in (a, b):
                assert one.lines(2) == BOTH_READY
                one.say("INIT_GRID=1 2 3")
            assert all(one.line().startswith("URBOARD=") for one in (a, b))
            assert server.number("fogfield_seats", game="battleship", kind="battleship") == 2
        assert becomes(server, 1, "fogfield_matches_ended_total", game="battleship", how="forfeited")
        assert server.number("fogfield_matches_begun_total", game="battleship") == 2
        assert server.number("fogfield_matches_open", game="battleship") == 0


def test_bots_have_seats_and_their_thinking_is_measured() -> None:
    with measured(battleship__opponent="bot") as server, Sailor(server.ports["battleship"]) as sailor:
        game = Game(sailor, Random(1))
        assert game.step()  # it is ready
        assert server.number("fogfield_seats", game="battleship", kind="bot") == 1
        assert server.number("fogfield_seats", game="battleship", kind="battleship") == 1
        game.play()
        assert server.number("fogfield_seats", game="battleship", kind="bot") == 0
        thoughts = server.number("fogfield_bot_thinking_seconds_count", game="battleship")
        assert thoughts >= 2
        assert server.number("fogfield_bot_thinking_seconds_sum", game="battleship") > 0


def test_bots_that_think_in_another_process_are_measured_with_their_wait_for_it() -> None:
    with measured() as server:
        home, players = server.houses["planefight"], []

        def sit() -> None:
            published = games.published("planefight")
            assert published is not None
            assert published.options is not None
            table = home.room.table(published.options(home.settings), public=False)
            for _ in range(2):
                players.append(home.bot("expert", ""))
                table.sit(players[-1], server.loop.time())

        server.call(sit)
        labels = {"game": "planefight"}
        assert eventually(lambda: server.number("fogfield_bot_thinking_seconds_count", **labels) >= 1, within_s=60)
        assert server.number("fogfield_seats", kind="bot", **labels) == 2
        server.call(lambda: players[0].leave(server.loop.time()))
        assert server.number("fogfield_seats", kind="bot", **labels) == 0


def test_who_waits_is_told_and_who_is_refused() -> None:
    with measured(limits=Limits(connections_per_address=1), battleship__opponent="pair") as server:
        with Sailor(server.ports["battleship"]):
            assert becomes(server, 1, "fogfield_tables_waiting", game="battleship")
            for name in ("jminesweeper", "treasurehunt"):
                with Peer(server.ports[name]) as peer:
                    assert refused(peer)
                labels = {"protocol": name, "limit": "limits.connections_per_address"}
                assert becomes(server, 1, "fogfield_connections_refused_total", **labels)
        assert becomes(server, 0, "fogfield_tables_waiting", game="battleship")


def test_http_requests_are_counted_and_measured() -> None:
    protocol = {"protocol": "treasurehunt"}
    with measured() as server:
        with Guest(server.ports["treasurehunt"]) as guest:
            guest.create().register().state()
            assert server.number("fogfield_messages_received_total", **protocol) == 3
            assert server.number("fogfield_messages_sent_total", **protocol) == 3
            assert server.number("fogfield_answer_seconds_count", **protocol) == 3
            assert server.number("fogfield_connections_open", **protocol) == 1
            assert server.number("fogfield_tables_waiting", game="treasurehunt") == 1
        assert becomes(server, 0, "fogfield_connections_open", **protocol)
        assert server.number("fogfield_connections_opened_total", **protocol) == 1


def test_a_match_that_goes_on_after_a_restart_is_resumed_not_begun(tmp_path: Path) -> None:
    path, game = tmp_path / "store.db", {"game": "treasurehunt"}
    with measured(path) as server, Guest(server.ports["treasurehunt"]) as first:
        first.create().register()
        with Guest(server.ports["treasurehunt"], first.game_id) as second:
            second.register(JON)
        assert server.number("fogfield_matches_begun_total", **game) == 1
    with measured(path) as server:
        assert server.number("fogfield_matches_resumed_total", **game) == 1
        assert server.number("fogfield_matches_begun_total", **game) == 0
        assert server.number("fogfield_matches_open", **game) == 1
        assert server.number("fogfield_seats", game="treasurehunt", kind="treasurehunt") == 2


def test_faults_are_counted_where_they_happen() -> None:
    with measured(faults=True, battleship__opponent="bot") as server:
        with Guest(server.ports["treasurehunt"]) as guest:
            guest.create().register()
            hunt = server.services["treasurehunt"].desk._hunts[guest.game_id]  # type: ignore[attr-defined]
            hunt.state = None
            assert guest.ask("GET", f"/games/{guest.game_id}/states/{guest.player_id}")[0] == 500
            del hunt.state
        with Peer(server.ports["jminesweeper"]) as peer:
            peer.send(start(3, 3, 1)).screen()
            for connection in server.services["jminesweeper"].connections:  # type: ignore[attr-defined]
                connection._session = None
            peer.send(RIGHT)
            assert peer.eof()
        assert server.number("fogfield_faults_total", where="treasurehunt") == 1
        assert server.number("fogfield_faults_total", where="jminesweeper") >= 1
        assert server.number("fogfield_faults_total", where="battleship") == 0
        server.houses["battleship"].lobby._kinds = {"hunter": lambda: _BrokenSchool()}
        with Sailor(server.ports["battleship"]):
            assert eventually(lambda: server.number("fogfield_faults_total", where="bots") >= 1)


class _BrokenSchool:
    slow = False

    def against(self, opponent: str) -> Any:
        return object()


# --- what labels may hold


def test_no_word_of_a_peer_gets_into_a_label(tmp_path: Path) -> None:
    with measured(tmp_path / "store.db", battleship__opponent="bot") as server:
        server.call(lambda: server.houses["jminesweeper"].open(Options(3, 3, 1), 0.0, 'evil"} 1\n'))
        with Guest(server.ports["treasurehunt"]) as guest, Sailor(server.ports["battleship"]) as sailor:
            guest.create().register()
            Game(sailor, Random(1)).play()
            page = server.page()
        assert server.number("fogfield_seats", game="jminesweeper", kind="other") == 1
    allowed = {
        "game": set(PROTOCOLS),
        "protocol": set(PROTOCOLS),
        "kind": {*PROTOCOLS, "bot", "web", "other"},
        "how": set(ENDS.values()),
        "where": {*PROTOCOLS, "loop", "bots"},
        "state": {"fine", "failing", "down"},
        "limit": {"limits.connections", "limits.connections_per_address"},
        "le": {*map(str, BOUNDS_S), "+Inf"},
    }
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            for label, value in sample.labels.items():
                assert value in allowed.get(label, {value}), sample
                assert label in allowed or family.name == "fogfield_build_info"
    assert "127.0.0.1" not in page
    assert "Mira" not in page


def test_every_metric_is_documented_with_its_type_its_labels_and_its_meaning(tmp_path: Path) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]*) \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    documented = {name: (kind, set(re.findall(r"`(\w+)`", labels)), text) for name, kind, labels, text in rows}
    limits, told = Limits(connections_per_address=1), {}
    with measured(tmp_path / "store.db", limits=limits) as server, Sailor(server.ports["battleship"]):
        assert becomes(server, 1, "fogfield_tables_waiting", game="battleship")
        with Peer(server.ports["battleship"]) as peer:
            assert refused(peer)
            server.call(lambda: server.houses["jminesweeper"].open(Options(3, 3, 1), 0.0, "web"))
            for family in text_string_to_metric_families(server.page()):
                name = f"{family.name}_total" if family.type == "counter" else family.name
                labels = {label for sample in family.samples for label in sample.labels} - {"le"}
                told[name] = (family.type, labels, family.documentation)
    assert told.keys() == documented.keys()
    for name in told:
        assert told[name] == documented[name]


def test_the_registry_of_the_library_has_nothing_of_ours() -> None:
    with measured(), measured() as second:
        assert second.number("fogfield_build_info", **_build(second)) == 1
        assert b"fogfield" not in prometheus_client.generate_latest(prometheus_client.REGISTRY)


def _build(server: Measured) -> dict[str, str]:
    families = {one.name: one for one in text_string_to_metric_families(server.page())}
    return dict(families["fogfield_build_info"].samples[0].labels)


# --- time


def test_the_wait_for_a_locked_store_is_seen_and_belongs_to_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with measured(path, patience_s=60) as server, Peer(server.ports["jminesweeper"]) as peer:
        peer.send(start(10, 10, 1)).screen()
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        peer.send(REVEAL)
        assert becomes(server, 1, "fogfield_store_health", state="failing")
        assert server.number("fogfield_store_health", state="fine") == 0
        assert server.number("fogfield_store_entries_waiting") >= 1
        lag_s = server.number("fogfield_store_lag_seconds")
        assert 0 < lag_s <= time.monotonic() - began
        assert server.number("fogfield_answer_seconds_count", protocol="jminesweeper") == 1
        other.close()
        peer.screen()
        assert becomes(server, 1, "fogfield_store_health", state="fine")
        assert becomes(server, 0, "fogfield_store_entries_waiting")
        assert becomes(server, 0, "fogfield_store_lag_seconds")
        assert server.number("fogfield_answer_seconds_count", protocol="jminesweeper") == 2
        assert server.number("fogfield_answer_seconds_sum", protocol="jminesweeper") >= lag_s


def test_a_request_that_cannot_be_stored_is_counted_too(tmp_path: Path) -> None:
    path, protocol = tmp_path / "store.db", {"protocol": "jminesweeper"}
    port = "jminesweeper"
    with (
        measured(path, patience_s=0.1) as server,
        Peer(server.ports[port]) as first,
        Peer(server.ports[port]) as second,
    ):
        for peer in (first, second):
            peer.send(start(10, 10, 1)).screen()
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        first.send(MARK)
        assert becomes(server, 1, "fogfield_store_health", state="down")
        second.send(MARK)
        assert becomes(server, 4, "fogfield_messages_received_total", **protocol)
        other.close()
        assert becomes(server, 1, "fogfield_store_health", state="fine")
