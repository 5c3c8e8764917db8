"""Settings: flag over environment over TOML file over default. Every fault is named with its place, all at once."""

import difflib
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fogfield import games, warm
from fogfield.core.errors import FogfieldError
from fogfield.wire.published import Choice, Seconds, Setting, Whole

ENVIRONMENT = "FOGFIELD_"
CONFIG_VARIABLE = "FOGFIELD_CONFIG"
#: Variables of ours that are no settings of the server.
_OTHERS = (CONFIG_VARIABLE, warm.CACHE_VARIABLE)


#: The service that is no game's own: the JSON API.
WEB = "web"
WEB_PORT = 8000
WEB_SETTINGS: Mapping[str, Setting] = {
    "grace_s": Seconds(120.0, "how long a player may not be heard of before he has left"),
    "rate": Whole(300, 1, 1_000_000, "requests and messages in a second from one address; twice as many at once"),
    "most_bytes": Whole(65_536, 1_024, 1 << 20, "the longest body of a request, and the longest message"),
    "seats": Whole(5_000, 1, 1_000_000, "seats that are taken at once"),
    "seats_per_address": Whole(1_000, 1, 1_000_000, "seats that are taken at once from one address"),
    "watchers": Whole(1_000, 1, 1_000_000, "live sockets at one match"),
}


class SettingsError(FogfieldError):
    """One or more settings are unknown or have a bad value."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one process gives to its peers."""

    #: Connections in all, and from one address (a whole class may share one).
    connections: int = 5_000
    connections_per_address: int = 2_500
    #: Silence after which a connection is closed. Generous: the published JMinesweeper client leaves one open.
    idle_s: float = 3_600.0
    #: How long a peer may leave our answers unread.
    stall_s: float = 30.0
    #: Unread input of a connection; a peer that sends more is slowed down, not cut off.
    held_bytes: int = 4_096
    #: Unsent output of a connection; above this nothing more is answered until the peer reads.
    unsent_bytes: int = 131_072
    #: How long a process for hints, boards, beliefs or bots stays when nobody needs it; another is started then.
    helpers_idle_s: float = 300.0


@dataclass(frozen=True, slots=True)
class Storing:
    """Where matches are kept, and how."""

    #: A file, an address of SQLite or PostgreSQL, or `off`; nothing: a file in the user's data directory.
    address: str = ""
    #: Wait for the disk itself, so that nothing is lost by a power cut.
    sync: bool = True
    #: How long moves may wait for a store that does not work before players are told.
    patience_s: float = 3.0
    #: After so much silence another server on the same database takes over what this one plays.
    lease_s: float = 15.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything `fogfield serve` can be told."""

    host: str = "127.0.0.1"
    only: tuple[str, ...] = ()
    #: What was chosen for a protocol, by its key: `battleship.port`, `battleship.think_s`.
    chosen: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = Limits()
    store: Storing = Storing()
    #: Have the engine of the solver compiled in the background, where numba is installed.
    compile_solver: bool = True
    loop: str = "auto"
    log_level: str = "info"
    log_format: str = "auto"

    @property
    def protocols(self) -> tuple[str, ...]:
        """The names of the protocols to serve."""
        return self.only or service_names()

    def port(self, name: str) -> int:
        """Give the port of a protocol: the one that was set, else the published one."""
        port: int = self.chosen.get(f"{name}.port", _spoken(name)[0])
        return port

    def of(self, name: str) -> dict[str, Any]:
        """Give the settings of a protocol of its own: those that were chosen, and defaults for the rest."""
        return {key: self.chosen.get(f"{name}.{key}", one.default) for key, one in _spoken(name)[1].items()}


class Given(NamedTuple):
    """A value before it is judged, and where it was found."""

    value: Any
    where: str


def protocol_names() -> tuple[str, ...]:
    """Give the names of the games that have a published protocol."""
    return tuple(name for name in games.names() if games.published(name))


def service_names() -> tuple[str, ...]:
    """Give the names that `--only` and `--port` choose among."""
    return (*protocol_names(), WEB)


def _spoken(name: str) -> tuple[int, Mapping[str, Setting]]:
    """Give the usual port of a service, and what can be chosen for it."""
    if name == WEB:
        return WEB_PORT, WEB_SETTINGS
    published = games.published(name)
    return (published.port, published.settings) if published else (0, {})


def load(
    *,
    flags: Mapping[str, Given],
    environment: Mapping[str, str] | None = None,
    config: str | None = None,
) -> Settings:
    """Put the settings together, `flags` being the strongest. Flags and environment give text, the file TOML values."""
    environment = os.environ if environment is None else environment
    faults: list[str] = []
    given: dict[str, Given] = {}
    config = config or environment.get(CONFIG_VARIABLE)
    if config:
        given.update(_from_file(config))
    given.update(_from_environment(environment, faults))
    given.update(flags)
    values = {key: _judge(key, one, faults) for key, one in given.items()}
    if faults:
        raise SettingsError("\n".join(faults))
    settings = _settings(values)
    if faults := [fault for name in settings.protocols for fault in _impossible(name, settings)]:
        raise SettingsError("\n".join(faults))
    return settings


def _impossible(name: str, settings: Settings) -> list[str]:
    """Say what is wrong with a game that a protocol would offer to everybody who comes."""
    published = games.published(name) if name != WEB else None
    if published is None or published.options is None:
        return []
    return [f"{name}: {fault}" for fault in games.game(name).faults(published.options(settings.of(name)))]


def _settings(values: Mapping[str, Any]) -> Settings:
    limits = {key.partition(".")[2]: value for key, value in values.items() if key.startswith("limits.")}
    store = {key.partition(".")[2]: value for key, value in values.items() if key in _STORE}
    renamed = {"log.level": "log_level", "log.format": "log_format", "solver.compile": "compile_solver"}
    plain = {renamed.get(key, key): value for key, value in values.items() if key in _RULES and key not in _GROUPED}
    chosen = {key: value for key, value in values.items() if key not in _RULES}
    return Settings(chosen=chosen, limits=Limits(**limits), store=Storing(**store), **plain)


# --- where values come from


def _from_file(config: str) -> dict[str, Given]:
    try:
        text = Path(config).read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise SettingsError(f"{config}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{config}: not a TOML file: {error}") from None
    lines = _lines(text)
    return {key: Given(value, _where(config, lines, key)) for key, value in _flat(data)}


def _where(config: str, lines: Mapping[str, int], key: str) -> str:
    """Name the line of a key, or of the inline table that it stands in."""
    while key not in lines and "." in key:
        key = key.rpartition(".")[0]
    return f"{config}, line {lines[key]}" if key in lines else config


def _from_environment(environment: Mapping[str, str], faults: list[str]) -> dict[str, Given]:
    variables = {ENVIRONMENT + key.upper().replace(".", "_"): key for key in _known()}
    found = {}
    for name, value in environment.items():
        if name in variables:
            found[variables[name]] = Given(value, f"environment variable {name}")
        elif name.startswith(ENVIRONMENT) and name not in _OTHERS:
            near = difflib.get_close_matches(name, variables, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            faults.append(f"environment variable {name}: there is no such setting{hint}")
    return found


def _flat(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, dict) and (value or any(known.startswith(f"{prefix}{key}.") for known in _known())):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _lines(text: str) -> dict[str, int]:
    """Find the line of every key; tomllib does not tell."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\[?([^\[\]]+)\]", line):
            table = re.sub(r"[\s\"']", "", header[1]) + "."
            found.setdefault(table[:-1], number)
        elif key := re.match(r"\s*([\w.\"' -]+?)\s*=", line):
            found.setdefault(table + re.sub(r"[\s\"']", "", key[1]), number)
    return found


# --- what values may be


class Bad(Exception):
    """What a value must be instead."""


def _text_of(*choices: str) -> Any:
    def rule(value: Any) -> str:
        if value not in choices:
            raise Bad(f"one of {', '.join(choices)}")
        return str(value)

    return rule


def _host(value: Any) -> str:
    if not isinstance(value, str) or not value.strip(" []"):
        raise Bad("an address or a host name")
    return value.strip(" []")  # as IPv6 addresses are written with a port


def _address(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Bad("a file, an address like postgresql://user@host/database, or off")
    return value.strip()


def _only(value: Any) -> tuple[str, ...]:
    wanted = value.replace(",", " ").split() if isinstance(value, str) else value
    names = service_names()
    if not isinstance(wanted, list) or not wanted or any(one not in names for one in wanted):
        raise Bad(f"one or more of {', '.join(names)}")
    return tuple(dict.fromkeys(wanted))


def _whole(least: int, most: int) -> Any:
    def rule(value: Any) -> int:
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,12}", value.strip()):
            value = int(value)
        if type(value) is not int or not least <= value <= most:
            raise Bad(f"a whole number from {least} to {most}")
        return value

    return rule


def _seconds(value: Any) -> float:
    try:
        seconds = float(value) if type(value) in (int, float, str) else -1.0
    except (ValueError, OverflowError):
        seconds = -1.0
    if not 0 < seconds < 1e9:  # NaN fails this too
        raise Bad("a number of seconds above 0")
    return seconds


_SWITCH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def _on_or_off(value: Any) -> bool:
    found = value if type(value) is bool else _SWITCH.get(str(value).strip().lower())
    if found is None:
        raise Bad("true or false")
    return found


_LIMITS = {
    "limits.connections": _whole(1, 1_000_000),
    "limits.connections_per_address": _whole(1, 1_000_000),
    "limits.idle_s": _seconds,
    "limits.stall_s": _seconds,
    "limits.held_bytes": _whole(64, 1 << 20),
    "limits.unsent_bytes": _whole(1_024, 1 << 26),
    "limits.helpers_idle_s": _seconds,
}
_STORE = {
    "store.address": _address,
    "store.sync": _on_or_off,
    "store.patience_s": _seconds,
    "store.lease_s": _seconds,
}
_GROUPED = {**_LIMITS, **_STORE}
_RULES = {
    "host": _host,
    "only": _only,
    "loop": _text_of("auto", "asyncio", "uvloop"),
    "solver.compile": _on_or_off,
    "log.level": _text_of("debug", "info", "warning", "error"),
    "log.format": _text_of("auto", "human", "json"),
    **_GROUPED,
}


def keys() -> tuple[str, ...]:
    """Give the keys of all settings."""
    return tuple(_known())


@cache
def _known() -> dict[str, Any]:
    """Give the rule of every key; each protocol has a port and what it names itself."""
    known = dict(_RULES)
    for name in service_names():
        known[f"{name}.port"] = _whole(0, 65_535)
        for key, setting in _spoken(name)[1].items():
            known[f"{name}.{key}"] = _rule(setting)
    return known


def _rule(setting: Setting) -> Any:
    if isinstance(setting, Choice):
        return _text_of(*setting.words)
    if isinstance(setting, Whole):
        return _whole(setting.least, setting.most)
    return _seconds if isinstance(setting, Seconds) else _on_or_off


def _judge(key: str, given: Given, faults: list[str]) -> Any:
    rule = _known().get(key)
    if rule is None:
        faults.append(f"{given.where}: there is no setting {key!r}{_nearest(key)}")
        return None
    try:
        return rule(given.value)
    except Bad as bad:
        faults.append(f"{given.where}: {key} must be {bad}, not {given.value!r}")
        return None


def _nearest(key: str) -> str:
    known: Iterable[str] = _known()
    near = difflib.get_close_matches(key, known, 1, cutoff=0.75)
    return f"; did you mean {near[0]!r}?" if near else f"; there are: {', '.join(known)}"
