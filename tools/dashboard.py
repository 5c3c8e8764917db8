"""Writes deploy/grafana-dashboard.json: one line here for each panel. Run it after a change of the panels below."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

PATH = Path(__file__).parent.parent / "deploy" / "grafana-dashboard.json"
SOURCE = {"type": "prometheus", "uid": "${source}"}
#: The grid of Grafana has so many columns.
COLUMNS = 24
HERE = 'instance=~"$instance"'


class Query(NamedTuple):
    """A line of a panel; `{}` stands for the servers that were chosen."""

    expression: str
    legend: str = ""


class Panel(NamedTuple):
    """A panel. `kind` is Grafana's; `unit` is one of Grafana's units."""

    title: str
    kind: str
    unit: str
    about: str
    queries: tuple[Query, ...]
    width: int = 8
    options: dict[str, Any] = {}  # noqa: RUF012 (nobody changes it)


def per_second(metric: str, *labels: str) -> str:
    """Say how often something happens in a second, for each value of the labels."""
    return f"{summed(labels)} (rate({metric}{{{HERE}}}[$__rate_interval]))"


def now(metric: str, *labels: str) -> str:
    """Say how many there are, over all servers."""
    return f"{summed(labels)} ({metric}{{{HERE}}})"


def summed(labels: tuple[str, ...]) -> str:
    """Give the sum by labels."""
    return f"sum by ({', '.join(labels)})" if labels else "sum"


def quantiles(metric: str, *labels: str) -> tuple[Query, ...]:
    """Draw the median and the 99th percentile of a histogram."""
    name = " ".join(f"{{{{{label}}}}}" for label in labels)
    return tuple(
        Query(
            f"histogram_quantile({part}, {per_second(f'{metric}_bucket', *labels, 'le')})",
            f"{name} {word}".strip(),
        )
        for part, word in ((0.5, "median"), (0.99, "99 %"))
    )


def curve(title: str, unit: str, about: str, *queries: Query, width: int = 8, stacked: bool = False) -> Panel:
    """Make a panel of curves."""
    custom: dict[str, Any] = {"fillOpacity": 20 if stacked else 5, "showPoints": "never", "lineWidth": 1}
    if stacked:
        custom["stacking"] = {"mode": "normal", "group": "A"}
    return Panel(title, "timeseries", unit, about, queries, width, {"custom": custom})


def figure(title: str, unit: str, about: str, expression: str, **more: Any) -> Panel:
    """Make a panel of one figure."""
    return Panel(title, "stat", unit, about, (Query(expression),), 4, more)


def steps(*colours: tuple[float | None, str]) -> dict[str, Any]:
    """Colour a figure from these values on."""
    return {"mode": "absolute", "steps": [{"value": value, "color": colour} for value, colour in colours]}


def _state(state: str) -> str:
    return f'max by (instance) (fogfield_store_health{{{HERE}, state="{state}"}})'


_P99 = quantiles("fogfield_answer_seconds")[1].expression
_STATES = {
    "0": {"text": "fine", "color": "green"},
    "1": {"text": "failing", "color": "orange"},
    "2": {"text": "down", "color": "red"},
}
_HEALTH = {"0": {"text": "cannot store", "color": "red"}, "1": {"text": "fine", "color": "green"}}
BAD_FROM_ONE = steps((None, "green"), (1, "red"))

ROWS: dict[str, tuple[Panel, ...]] = {
    "At a glance": (
        figure("Open matches", "short", "Matches that are being played.", now("fogfield_matches_open")),
        figure("Connections", "short", "Connections that are open.", now("fogfield_connections_open")),
        figure("Requests", "reqps", "Messages that are read.", per_second("fogfield_messages_received_total")),
        figure(
            "Answers, 99 %", "s", "99 of 100 answers take less, the wait for the store included.", _P99,
            thresholds=steps((None, "green"), (0.05, "orange"), (0.25, "red")),
        ),
        figure(
            "Store", "none", "Whether moves can be stored on all servers.",
            f'min(fogfield_store_health{{{HERE}, state="fine"}})',
            thresholds=steps((None, "red"), (1, "green")), mappings=[{"type": "value", "options": _HEALTH}],
        ),
        figure(
            "Faults in a day", "short", "Exceptions of the program; the log has a traceback for each.",
            f"sum(increase(fogfield_faults_total{{{HERE}}}[1d]))", thresholds=BAD_FROM_ONE,
        ),
    ),
    "Games": (
        curve(
            "Open matches", "short", "Matches that are being played.",
            Query(now("fogfield_matches_open", "game"), "{{game}}"), stacked=True,
        ),
        curve(
            "Seats", "short", "Seats of open matches, by how they are played.",
            Query(now("fogfield_seats", "kind"), "{{kind}}"), stacked=True,
        ),
        curve(
            "Waiting", "short", "Tables that wait for players.",
            Query(now("fogfield_tables_waiting", "game"), "{{game}}"),
        ),
        curve(
            "Matches begin", "ops", "Matches that begin, or go on after a restart, in a second.",
            Query(per_second("fogfield_matches_begun_total", "game"), "{{game}}"),
            Query(per_second("fogfield_matches_resumed_total", "game"), "{{game}}, resumed"),
        ),
        curve(
            "Matches end", "ops", "How matches end, in a second.",
            Query(per_second("fogfield_matches_ended_total", "how"), "{{how}}"), stacked=True,
        ),
        curve(
            "Bots think", "s", "How long bots take to choose, the wait for their process included.",
            *quantiles("fogfield_bot_thinking_seconds", "game"),
        ),
    ),
    "Protocols": (
        curve(
            "Connections", "short", "Connections that are open.",
            Query(now("fogfield_connections_open", "protocol"), "{{protocol}}"), stacked=True,
        ),
        curve(
            "Connections come", "cps", "Connections that are let in, in a second.",
            Query(per_second("fogfield_connections_opened_total", "protocol"), "{{protocol}}"),
        ),
        curve(
            "Connections refused", "cps", "Connections that a limit keeps out, in a second.",
            Query(per_second("fogfield_connections_refused_total", "protocol", "limit"), "{{protocol}} {{limit}}"),
        ),
        curve(
            "Messages", "mps", "Messages that are read and given out, in a second.",
            Query(per_second("fogfield_messages_received_total", "protocol"), "{{protocol}} in"),
            Query(per_second("fogfield_messages_sent_total", "protocol"), "{{protocol}} out"),
        ),
        curve(
            "Answers", "s", "From the arrival of a request until its answer is written, the wait for the store too.",
            *quantiles("fogfield_answer_seconds", "protocol"),
        ),
        Panel(
            "Answers by their time", "heatmap", "s", "How many answers take how long.",
            (Query(per_second("fogfield_answer_seconds_bucket", "le"), "{{le}}"),),
        ),
    ),
    "Store": (
        Panel(
            "Health", "state-timeline", "none", "The state that the store of a server is in.",
            (Query(f"{_state('failing')} + 2 * {_state('down')}", "{{instance}}"),),
            options={"mappings": [{"type": "value", "options": _STATES}]},
        ),
        curve(
            "Lag", "s", "How long the oldest entry has waited for the disk.",
            Query(f"max by (instance) (fogfield_store_lag_seconds{{{HERE}}})", "{{instance}}"),
        ),
        curve(
            "Waiting", "short", "Entries that are not on disk yet.",
            Query(f"max by (instance) (fogfield_store_entries_waiting{{{HERE}}})", "{{instance}}"),
        ),
        curve(
            "Written", "ops", "Entries and transactions in a second.",
            Query(per_second("fogfield_store_entries_written_total"), "entries"),
            Query(per_second("fogfield_store_commits_total"), "transactions"),
        ),
        curve(
            "Entries in a transaction", "short", "How many matches share one wait for the disk.",
            Query(
                f"{per_second('fogfield_store_entries_written_total')} / {per_second('fogfield_store_commits_total')}",
                "entries",
            ),
        ),
        curve("Transactions", "s", "How long transactions take.", *quantiles("fogfield_store_commit_seconds")),
    ),
    "Process": (
        curve(
            "CPU", "percentunit", "Of one core; the server itself uses no more than one.",
            Query(per_second("process_cpu_seconds_total", "instance"), "{{instance}}"),
        ),
        curve(
            "Memory", "bytes", "Memory in use, and addresses that are only reserved.",
            Query(now("process_resident_memory_bytes", "instance"), "{{instance}}"),
            Query(now("process_virtual_memory_bytes", "instance"), "{{instance}}, reserved"),
        ),
        curve(
            "Open files", "short", "Every connection is one.",
            Query(now("process_open_fds", "instance"), "{{instance}}"),
            Query(now("process_max_fds", "instance"), "{{instance}}, most"),
        ),
        curve(
            "The loop is late", "s", "How much later than it should the event loop comes back.",
            *quantiles("fogfield_loop_delay_seconds", "instance"),
        ),
        curve(
            "Faults", "short", "Exceptions of the program.",
            Query(f"sum by (where) (increase(fogfield_faults_total{{{HERE}}}[$__rate_interval]))", "{{where}}"),
        ),
        Panel(
            "Runs for", "stat", "s", "Seconds since each server was started, and its version.",
            (
                Query(
                    f"(time() - process_start_time_seconds{{{HERE}}}) "
                    f"* on (instance) group_left (version) fogfield_build_info{{{HERE}}}",
                    "{{instance}} {{version}}",
                ),
            ),
        ),
    ),
}  # fmt: skip


def panels() -> Iterator[dict[str, Any]]:
    """Give the panels with their places, a row after the other."""
    number, top = 0, 0
    for title, row in ROWS.items():
        number += 1
        place = {"h": 1, "w": COLUMNS, "x": 0, "y": top}
        yield {"id": number, "type": "row", "title": title, "collapsed": False, "gridPos": place, "panels": []}
        top += 1
        left, height = 0, 4 if row[0].kind == "stat" else 8
        for panel in row:
            if left + panel.width > COLUMNS:
                left, top = 0, top + height
            number += 1
            yield _panel(panel, number, {"h": height, "w": panel.width, "x": left, "y": top})
            left += panel.width
        top += height


def _panel(panel: Panel, number: int, place: dict[str, int]) -> dict[str, Any]:
    targets = [
        {
            "refId": chr(ord("A") + index),
            "datasource": SOURCE,
            "expr": query.expression,
            "legendFormat": query.legend or "__auto",
            "format": "heatmap" if panel.kind == "heatmap" else "time_series",
        }
        for index, query in enumerate(panel.queries)
    ]
    options: dict[str, Any] = {}
    if panel.kind == "timeseries":
        options = {
            "legend": {"displayMode": "list", "placement": "bottom"},
            "tooltip": {"mode": "multi", "sort": "desc"},
        }
    elif panel.kind == "stat":
        options = {"reduceOptions": {"calcs": ["lastNotNull"]}, "colorMode": "value", "graphMode": "area"}
    elif panel.kind == "heatmap":
        options = {"calculate": False, "yAxis": {"unit": panel.unit}, "color": {"scheme": "Blues", "mode": "scheme"}}
    return {
        "id": number,
        "type": panel.kind,
        "title": panel.title,
        "description": panel.about,
        "datasource": SOURCE,
        "gridPos": place,
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0, **panel.options}, "overrides": []},
        "options": options,
        "targets": targets,
    }


def dashboard() -> dict[str, Any]:
    """Give the whole dashboard. Which Prometheus is asked, and for which servers, is chosen on the page."""
    servers = {
        "name": "instance",
        "label": "server",
        "type": "query",
        "datasource": SOURCE,
        "query": {"query": "label_values(fogfield_build_info, instance)", "refId": "servers"},
        "refresh": 2,
        "multi": True,
        "includeAll": True,
        "allValue": ".*",
        "current": {"text": "All", "value": "$__all"},
    }
    source = {"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"}
    return {
        "title": "Fogfield",
        "uid": "fogfield",
        "description": "Games, protocols, the store and the process of Fogfield servers.",
        "tags": ["fogfield", "games"],
        "schemaVersion": 39,
        "editable": True,
        "graphTooltip": 1,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "timezone": "browser",
        "templating": {"list": [source, servers]},
        "annotations": {"list": []},
        "panels": list(panels()),
    }


def text() -> str:
    """Give the file."""
    return json.dumps(dashboard(), indent=2) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")
    print(f"wrote {PATH.name}")
