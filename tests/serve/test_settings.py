from pathlib import Path

import pytest

from fogfield.serve.settings import Given, Limits, Settings, SettingsError, load


def given(**values: object) -> dict[str, Given]:
    return {key.replace("__", "."): Given(value, f"--set {key}") for key, value in values.items()}


def write(folder: Path, text: str) -> str:
    path = folder / "fogfield.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_without_anything_the_defaults_hold() -> None:
    settings = load(flags={}, environment={})
    assert settings == Settings()
    assert settings.host == "127.0.0.1"
    assert settings.port("jminesweeper") == 9999
    assert "jminesweeper" in settings.protocols


def test_flag_beats_environment_beats_file(tmp_path: Path) -> None:
    config = write(tmp_path, "[limits]\nidle_s = 1\nstall_s = 1\nconnections = 1\n")
    environment = {"FOGFIELD_LIMITS_IDLE_S": "2", "FOGFIELD_LIMITS_STALL_S": "2"}
    settings = load(flags=given(limits__idle_s="3"), environment=environment, config=config)
    assert settings.limits == Limits(idle_s=3.0, stall_s=2.0, connections=1)


def test_every_setting_can_stand_in_the_file(tmp_path: Path) -> None:
    config = write(
        tmp_path,
        """
        host = "::1"
        only = ["jminesweeper"]
        loop = "asyncio"
        solver = { compile = false }
        log = { level = "debug", format = "json" }
        [limits]
        connections = 10
        connections_per_address = 5
        idle_s = 1.5
        stall_s = 2
        held_bytes = 128
        unsent_bytes = 2048
        helpers_idle_s = 7
        [jminesweeper]
        port = 0
        """,
    )
    assert load(flags={}, environment={}, config=config) == Settings(
        host="::1",
        only=("jminesweeper",),
        chosen={"jminesweeper.port": 0},
        limits=Limits(10, 5, 1.5, 2.0, 128, 2048, 7.0),
        loop="asyncio",
        compile_solver=False,
        log_level="debug",
        log_format="json",
    )


def test_the_file_may_be_named_by_the_environment(tmp_path: Path) -> None:
    config = write(tmp_path, 'host = "0.0.0.0"')
    assert load(flags={}, environment={"FOGFIELD_CONFIG": config}).host == "0.0.0.0"


def test_the_folder_of_compiled_code_may_be_named_by_the_environment_too() -> None:
    assert load(flags={}, environment={"FOGFIELD_CACHE": "/somewhere"}) == Settings()


def test_a_protocol_has_settings_of_its_own(tmp_path: Path) -> None:
    config = write(tmp_path, '[battleship]\nopponent = "bot"\nthink_s = 30\n')
    found = load(flags={}, environment={"FOGFIELD_BATTLESHIP_IDLE_S": "5"}, config=config).of("battleship")
    assert found == {"opponent": "bot", "opponent_after_s": 10.0, "bot": "hunter", "think_s": 30.0, "idle_s": 5.0}


@pytest.mark.parametrize(
    ("key", "value", "must"),
    [("opponent", "nobody", "one of pair-then-bot, pair, bot"), ("think_s", "0", "a number of seconds above 0")],
)
def test_bad_settings_of_a_protocol_are_named(key: str, value: str, must: str) -> None:
    with pytest.raises(SettingsError, match=f"--set: battleship.{key} must be {must}, not '{value}'"):
        load(flags={f"battleship.{key}": Given(value, "--set")}, environment={})


def test_numbers_and_switches_of_a_protocol_can_be_given_as_text_or_as_values(tmp_path: Path) -> None:
    config = write(tmp_path, "[planefight]\nrows = 12\ncross_border = true\n")
    environment = {"FOGFIELD_PLANEFIGHT_COLUMNS": "9", "FOGFIELD_PLANEFIGHT_COMPLETELY_DESTROY": "Yes"}
    found = load(flags={}, environment=environment, config=config).of("planefight")
    assert (found["rows"], found["columns"], found["planes"]) == (12, 9, 3)
    assert (found["cross_border"], found["completely_destroy"]) == (True, True)


@pytest.mark.parametrize(
    ("key", "value", "must"),
    [
        ("rows", "4", "a whole number from 5 to 127"),
        ("planes", "26", "a whole number from 1 to 25"),
        ("cross_border", "perhaps", "true or false"),
        ("first", "me", "one of random, first-come, last-come"),
    ],
)
def test_bad_numbers_and_switches_are_named(key: str, value: str, must: str) -> None:
    with pytest.raises(SettingsError, match=f"planefight.{key} must be {must}, not '{value}'"):
        load(flags={f"planefight.{key}": Given(value, "--set")}, environment={})


def test_a_game_that_cannot_begin_is_refused_before_the_server_starts_unless_it_is_not_served() -> None:
    flags = {"planefight.rows": Given("5", "--set"), "planefight.columns": Given("5", "--set")}
    with pytest.raises(SettingsError, match="planefight: 3 planes do not fit on 5x5"):
        load(flags=flags, environment={})
    assert load(flags=flags | given(only="battleship"), environment={}).protocols == ("battleship",)


def test_all_faults_are_named_at_once_with_their_places(tmp_path: Path) -> None:
    config = write(tmp_path, '# ours\nhots = "x"\n\n[limits]\nidle_s = "soon"\n"connections" = 0\n[chess]\nport = 1\n')
    environment = {"FOGFIELD_LIMITS_STALL": "1", "FOGFIELD_LOG_LEVEL": "loud"}
    with pytest.raises(SettingsError) as caught:
        load(flags=given(only="chess,jminesweeper"), environment=environment, config=config)
    text = str(caught.value).splitlines()
    assert text == [
        "environment variable FOGFIELD_LIMITS_STALL: there is no such setting; did you mean FOGFIELD_LIMITS_STALL_S?",
        f"{config}, line 2: there is no setting 'hots'; did you mean 'host'?",
        f"{config}, line 5: limits.idle_s must be a number of seconds above 0, not 'soon'",
        f"{config}, line 6: limits.connections must be a whole number from 1 to 1000000, not 0",
        next(line for line in text if "line 8" in line and "there is no setting 'chess.port'" in line),
        "environment variable FOGFIELD_LOG_LEVEL: log.level must be one of debug, info, warning, error, not 'loud'",
        next(line for line in text if line.startswith("--set only: only must be one or more of ")),
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("host", ""),
        ("host", 3),
        ("only", []),
        ("only", 3),
        ("loop", "twisted"),
        ("limits.idle_s", "nan"),
        ("limits.idle_s", "-1"),
        ("limits.idle_s", True),
        ("limits.idle_s", 10**400),
        ("host", "[]"),
        ("limits.connections", "1.5"),
        ("limits.connections", True),
        ("limits.connections", "9" * 5000),
        ("limits.held_bytes", 1),
        ("jminesweeper.port", 65536),
        ("jminesweeper.port", "-1"),
        ("limits", "x"),
    ],
)
def test_bad_values_are_refused(key: str, value: object) -> None:
    with pytest.raises(SettingsError, match="--set"):
        load(flags={key: Given(value, f"--set {key}")}, environment={})


def test_faults_in_an_inline_table_are_named_with_its_line(tmp_path: Path) -> None:
    config = write(tmp_path, '\n\nlog = { level = "loud", colour = 1 }\n[[jminesweeper]]\nport = 1\n')
    with pytest.raises(SettingsError) as caught:
        load(flags={}, environment={}, config=config)
    lines = str(caught.value).splitlines()
    assert [line.partition(":")[0] for line in lines[:2]] == [f"{config}, line 3"] * 2
    assert lines[2].startswith(f"{config}, line 4: there is no setting 'jminesweeper'")


def test_an_empty_table_is_judged_by_its_name(tmp_path: Path) -> None:
    assert load(flags={}, environment={}, config=write(tmp_path, "[limits]\n[jminesweeper]\n")) == Settings()
    with pytest.raises(SettingsError, match="line 2: there is no setting 'attic'"):
        load(flags={}, environment={}, config=write(tmp_path, "\n[attic]\n"))


@pytest.mark.parametrize(
    "text", ["host = ", "host = 'a'\nhost = 'b'", "\x00", "a = " + "9" * 5001, "a = " + "[" * 5000]
)
def test_what_is_no_toml_is_named_with_its_file(tmp_path: Path, text: str) -> None:
    config = write(tmp_path, text)
    with pytest.raises(SettingsError, match=r"fogfield\.toml: not a TOML file"):
        load(flags={}, environment={}, config=config)


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b'host = "\xff"')
    with pytest.raises(SettingsError, match="not a TOML file"):
        load(flags={}, environment={}, config=str(path))
