"""deploy/: the unit is valid and safe, the settings exist, dashboards and alerts ask for what the server tells."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import dashboard
import pytest

from fogfield.serve.settings import Settings, load
from fogfield.warm import CACHE_VARIABLE

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "fogfield.service"
ENVIRONMENT = DEPLOY / "fogfield.env.example"
INSTALLED = "/opt/fogfield/bin/fogfield"
#: The worst that `systemd-analyze security` may say, on its scale to 10, here times ten.
MOST_EXPOSED = 15


# --- the unit


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, as if the server were installed where it says: verifying looks whether the program is there."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("needs systemd")
    path = tmp_path / UNIT.name
    text = UNIT.read_text("utf-8")
    assert text.count(INSTALLED) == 1
    program = Path(sys.executable).with_name("fogfield")
    path.write_text(text.replace(INSTALLED, f'"{program}"'), "utf-8")  # there may be blanks in its path
    return path


def analyze(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


def test_systemd_understands_the_unit(unit: Path) -> None:
    done = analyze("verify", "--man=no", str(unit))
    assert (done.returncode, done.stderr) == (0, "")


def test_systemd_does_not_understand_a_unit_with_a_slip(unit: Path) -> None:
    unit.write_text(unit.read_text("utf-8").replace("NoNewPrivileges", "NoNewPrivilege"), "utf-8")
    assert "NoNewPrivilege" in analyze("verify", "--man=no", str(unit)).stderr


def test_systemd_understands_what_the_guide_adds_for_compiled_code(unit: Path) -> None:
    (addition,) = re.findall(r"```ini\n(.*?)```", (DEPLOY / "README.md").read_text("utf-8"), re.DOTALL)
    unit.write_text(f"{unit.read_text('utf-8')}\n{addition}", "utf-8")
    done = analyze("verify", "--man=no", str(unit))
    assert (done.returncode, done.stderr) == (0, "")
    assert "MemoryDenyWriteExecute=no" in addition
    assert CACHE_VARIABLE in addition


def test_the_unit_leaves_little_to_attack(unit: Path) -> None:
    done = analyze("security", "--offline=yes", f"--threshold={MOST_EXPOSED}", "--no-pager", str(unit))
    if "unrecognized option" in done.stderr:
        pytest.skip("needs systemd 250")
    print(*done.stdout.splitlines()[-1:])
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_unit_keeps_what_was_promised() -> None:
    lines = UNIT.read_text("utf-8").splitlines()
    promised = {
        "DynamicUser=yes",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "Restart=on-failure",
        "StateDirectory=fogfield",
    }
    assert promised <= set(lines)
    files = next(int(line.partition("=")[2]) for line in lines if line.startswith("LimitNOFILE="))
    assert files > 2 * Settings().limits.connections


def test_the_settings_of_the_unit_and_of_the_example_exist(tmp_path: Path) -> None:
    unit = re.findall(r"^Environment=(\w+)=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE)
    example = re.findall(r"^#?(FOGFIELD_\w+)=(.*)$", ENVIRONMENT.read_text("utf-8"), re.MULTILINE)
    assert len(unit) == 3
    assert len(example) >= 6
    settings = load(flags={}, environment=dict(unit))
    assert (settings.log_format, settings.store.address) == ("json", "%S/fogfield/fogfield.db")
    assert not settings.compile_solver, "compiled code cannot be run under MemoryDenyWriteExecute"
    assert load(flags={}, environment=dict(unit) | dict(example)).host == "0.0.0.0"


def test_only_comments_and_settings_are_in_the_example() -> None:
    for line in ENVIRONMENT.read_text("utf-8").splitlines():
        assert not line or line.startswith("#") or re.fullmatch(r"FOGFIELD_\w+=\S+", line), line


def test_the_installed_program_is_the_one_that_the_guide_installs() -> None:
    guide = (DEPLOY / "README.md").read_text("utf-8")
    assert f"python3 -m venv {Path(INSTALLED).parent.parent}\n" in guide
    for file in re.findall(r"(?:cp|-r) (\S+)", guide):
        assert (ROOT / file).exists(), file


def test_the_guide_says_how_to_get_the_fast_engine() -> None:
    guide = (DEPLOY / "README.md").read_text("utf-8")
    assert "pip install --no-deps --require-hashes -r requirements/fast.txt" in guide
    folders = re.findall(rf"{CACHE_VARIABLE}=(\S+)", guide)
    assert len(folders) == 2
    assert len(set(folders)) == 1, "what is compiled in one folder is looked for in another"


# --- dashboard and alerts


def documented() -> dict[str, tuple[str, set[str]]]:
    """What the server tells, by name: the type and the labels. Another test compares that page with a real server."""
    page = (ROOT / "docs" / "reference" / "metrics.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]*) \|", page, re.MULTILINE)
    return {name: (kind, set(re.findall(r"`(\w+)`", labels)) | {"instance", "job"}) for name, kind, labels in rows}


def asked(expression: str) -> list[tuple[str, set[str]]]:
    """Find the metrics of an expression, each with the labels that it is chosen by."""
    found = re.findall(r"\b((?:fogfield|process)_\w+)(?:\{([^}]*)\})?", expression)
    return [(name, set(re.findall(r"(\w+)=", chosen))) for name, chosen in found]


def wrong(expression: str, legend: str = "") -> list[str]:
    """Say what an expression asks for that no server tells."""
    known, faults = documented(), []
    used = {label for group in re.findall(r"\bby \(([^)]*)\)", expression) for label in group.split(", ")}
    used |= set(re.findall(r"\{\{ ?(?:\$labels\.)?(\w+) ?\}\}", legend))
    labels: set[str] = set()
    for name, chosen in asked(expression):
        base = re.sub(r"_(bucket|sum|count)$", "", name)
        kind, has = known.get(name) or known.get(base) or ("", set())
        if not kind or (kind == "histogram") != (base != name):
            faults.append(f"there is no {name}")
        labels |= has | ({"le"} if name.endswith("_bucket") else set())
        faults += [f"{name} has no label {label}" for label in chosen - has]
    return faults + [f"nothing has a label {label}" for label in used - labels]


def board() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((DEPLOY / "grafana-dashboard.json").read_text("utf-8"))
    return data


def panels() -> list[dict[str, Any]]:
    return [panel for panel in board()["panels"] if panel["type"] != "row"]


def test_the_dashboard_is_what_its_tool_writes() -> None:
    assert (DEPLOY / "grafana-dashboard.json").read_text("utf-8") == dashboard.text(), "run: python tools/dashboard.py"


@pytest.mark.parametrize("panel", panels(), ids=lambda panel: f"{panel['id']}: {panel['title']}")
def test_a_panel_asks_for_what_the_server_tells_and_says_what_it_shows(panel: dict[str, Any]) -> None:
    assert panel["title"]
    assert panel["description"].endswith(".")
    assert panel["fieldConfig"]["defaults"]["unit"]
    for target in panel["targets"]:
        assert wrong(target["expr"], target["legendFormat"]) == []
        assert target["expr"].count("(") == target["expr"].count(")")
        assert target["datasource"] == panel["datasource"] == {"type": "prometheus", "uid": "${source}"}
        assert 'instance=~"$instance"' in target["expr"]


def test_every_metric_has_its_panel() -> None:
    shown = {name for panel in panels() for one in panel["targets"] for name, _ in asked(one["expr"])}
    shown |= {name.removesuffix("_bucket") for name in shown}
    assert documented().keys() <= shown


def test_panels_have_places_and_numbers_of_their_own() -> None:
    taken: set[tuple[int, int]] = set()
    everything = board()["panels"]
    assert len({panel["id"] for panel in everything}) == len(everything)
    for panel in everything:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken, panel["title"]
        assert place["x"] + place["w"] <= 24
        taken |= cells


def test_what_no_server_tells_is_noticed() -> None:
    assert wrong("sum by (game) (fogfield_matches_open)", "{{game}}") == []
    assert wrong("fogfield_matches_opened") == ["there is no fogfield_matches_opened"]
    assert wrong("fogfield_answer_seconds") == ["there is no fogfield_answer_seconds"]
    assert wrong("fogfield_seats", "{{colour}}") == ["nothing has a label colour"]
    assert wrong('fogfield_seats{seat="1"}') == ["fogfield_seats has no label seat"]


def test_prometheus_is_told_where_to_ask_and_the_alerts_ask_for_what_there_is() -> None:
    yaml: Any = pytest.importorskip("yaml")
    config = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))
    (job,) = config["scrape_configs"]
    assert (job["job_name"], job["metrics_path"]) == ("fogfield", "/metrics")
    (file,) = config["rule_files"]
    rules = yaml.safe_load((DEPLOY / file).read_text("utf-8"))["groups"][0]["rules"]
    assert len({rule["alert"] for rule in rules}) == len(rules) >= 6
    for rule in rules:
        texts = rule["annotations"]
        assert rule["labels"]["severity"] in ("page", "warn")
        assert texts.keys() == {"summary", "description"}
        legend = texts["summary"] if asked(rule["expr"]) else ""
        assert wrong(rule["expr"], legend) == [], rule["alert"]


def test_what_the_unit_starts_knows_this_verb() -> None:
    command = re.search(r"^ExecStart=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE)
    assert command
    program, *arguments = command[1].split()
    assert program == INSTALLED
    installed = shutil.which("fogfield", path=str(Path(sys.executable).parent))
    assert installed
    done = subprocess.run([installed, *arguments, "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
