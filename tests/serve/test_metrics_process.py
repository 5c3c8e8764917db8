"""The whole process, as a user starts it: its numbers are on the web port."""

import urllib.request
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from support.live import served
from support.wait import eventually


def page(port: int) -> dict[str, float]:
    """Everything that the server tells, summed over labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
        families = text_string_to_metric_families(answer.read().decode())
        found: dict[str, float] = {}
        for sample in (sample for family in families for sample in family.samples):
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
        return found


def test_a_server_tells_its_numbers_on_the_web_port(tmp_path: Path) -> None:
    with served(name="web", FOGFIELD_STORE_ADDRESS=str(tmp_path / "store.db")) as server:
        first = page(server.port)
        assert first["fogfield_build_info"] == 1
        assert first["fogfield_store_health"] == 1
        assert first["process_open_fds"] > 3
        assert eventually(lambda: page(server.port)["fogfield_loop_delay_seconds_count"] >= 2)
        assert page(server.port)["fogfield_messages_sent_total"] >= first["fogfield_messages_sent_total"] + 2
