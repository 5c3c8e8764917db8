import signal
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner
from support.live import FOGFIELD, clean_environment

from fogfield import __version__
from fogfield.cli import VERBS, cli
from fogfield.cli.numbers import Pace


def run(*arguments: str, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [FOGFIELD, *arguments], capture_output=True, text=True, timeout=30, check=False, env=clean_environment(**env)
    )


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_lists_the_verbs_with_examples(option: str) -> None:
    done = run(option)
    assert done.returncode == 0
    assert "Examples:" in done.stdout
    for verb in VERBS:
        assert f"\n  {verb} " in done.stdout


@pytest.mark.parametrize(
    "verb",
    [
        *([one] for one in VERBS),
        ["play", "jminesweeper"],
        ["play", "battleship"],
        ["play", "planefight"],
        ["play", "classic"],
        *(["db", one] for one in ("export", "import", "check", "upgrade")),
    ],
    ids=" ".join,
)
def test_every_verb_has_help_with_examples(verb: list[str]) -> None:
    done = run(*verb, "--help")
    assert done.returncode == 0
    assert "Examples:" in done.stdout
    assert f"fogfield {verb[0]}" in done.stdout.partition("Examples:")[2]


def test_version() -> None:
    assert run("--version").stdout == f"fogfield {__version__}\n"
    module = subprocess.run([sys.executable, "-m", "fogfield", "--version"], capture_output=True, text=True, check=True)
    assert module.stdout == f"fogfield {__version__}\n"


HEAVY = {
    "asyncio", "uvloop", "starlette", "uvicorn", "websockets", "lxml", "sqlalchemy", "aiosqlite", "alembic",
    "numpy", "numba", "structlog", "rich", "msgspec", "prometheus_client", "textual", "fogfield.serve",
    "fogfield.games",
}  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["serve", "--help"],
        ["play", "--help"],
        ["play", "classic", "--help"],
        ["replay", "--help"],
        ["alpha", "--help"],
        ["db", "import", "--help"],
        ["matches", "--help"],
    ],
    ids=" ".join,
)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        f"import sys; sys.argv = ['fogfield', *{arguments!r}]\n"
        "from fogfield.cli import main\n"
        "try: main()\n"
        "finally: print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "click" in loaded
    assert loaded & HEAVY == set()


@pytest.mark.parametrize(
    ("shell", "words"),
    [
        ("bash", {"COMP_WORDS": "fogfield s", "COMP_CWORD": "1"}),
        ("zsh", {"COMP_WORDS": "fogfield s", "COMP_CWORD": "1"}),
    ],
)
def test_shell_completion_completes_verbs(shell: str, words: dict[str, str]) -> None:
    done = run(_FOGFIELD_COMPLETE=f"{shell}_complete", **words)
    assert "serve" in done.stdout
    assert "play" not in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion_has_its_script(shell: str) -> None:
    assert "_FOGFIELD_COMPLETE" in run(_FOGFIELD_COMPLETE=f"{shell}_source").stdout


def test_completion_of_options() -> None:
    done = run(_FOGFIELD_COMPLETE="bash_complete", COMP_WORDS="fogfield play jminesweeper --", COMP_CWORD="3")
    assert "--columns" in done.stdout


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("fogfield serve --only j", "jminesweeper"),
        ("fogfield serve --port j", "jminesweeper="),
        ("fogfield serve --set limits.i", "limits.idle_s="),
    ],
)
def test_completion_of_values(words: str, completed: str) -> None:
    done = run(_FOGFIELD_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD="3")
    assert done.stdout == f"plain,{completed}\n"


@pytest.mark.parametrize("verb", ["serve", "play"])
def test_the_published_spelling_of_help_is_understood_everywhere(verb: str) -> None:
    assert run(verb, "-help").returncode == 0


def test_a_port_without_a_name_is_shown_how() -> None:
    assert "'9000' is not NAME=N; for example jminesweeper=9000" in run("serve", "--port", "9000").stderr


@pytest.mark.parametrize("arguments", [["sereve"], ["play", "chess"], ["serve", "--prot"], ["serve", "--port", "x"]])
def test_a_wrong_call_says_what_is_wrong_and_exits_with_2(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "Error: " in done.stderr
    assert "--help" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("pace", ["nan", "-nan", "inf", "-inf", "-0.1", "1e999"])
@pytest.mark.parametrize("game", ["classic", "jminesweeper"])
def test_a_pace_that_is_no_number_of_seconds_is_a_wrong_call(game: str, pace: str) -> None:
    done = CliRunner().invoke(cli, ["play", game, "--bot", "odds", f"--pace={pace}"])
    assert done.exit_code == 2
    assert "Invalid value for '--pace'" in done.output


def test_every_number_with_a_fraction_that_an_option_takes_is_read_by_a_type_that_knows_nan() -> None:
    found = [
        (context.command.name, one.name, one.type)
        for context in every_command(click.Context(cli))
        for one in context.command.params
        if isinstance(one.type, click.types.FloatParamType)
    ]
    assert {name for _, name, _ in found} == {"pace"}
    assert all(isinstance(kind, Pace) for *_, kind in found), found


def every_command(context: click.Context) -> Iterator[click.Context]:
    command = context.command
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from every_command(click.Context(found, parent=context))


#: Runs the command line, and interrupts it where a module is looked for.
INTERRUPTED = """
import sys
class Stop:
    wanted = sys.argv[1]
    def find_spec(self, name, *more):
        if name == self.wanted:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
from fogfield.__main__ import main
sys.argv = ["fogfield", "alpha"]
main()
"""


@pytest.mark.parametrize(("module", "status"), [("click", 130), ("fogfield.cli.alpha", -signal.SIGINT)])
def test_ctrl_c_while_it_begins_is_no_traceback(module: str, status: int) -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, module], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")
