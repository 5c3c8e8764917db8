"""Opening: addresses, versions, and what is refused with a sentence."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from support.databases import Postgres
from support.stored import made, opened, run, whole

from fogfield.store import database, migrate, tables
from fogfield.store.address import default_address, parse
from fogfield.store.database import StoreError, open_store


def refused(address: str, **options: bool) -> str:
    """Open what cannot be opened; gives the sentence."""

    async def work() -> None:
        async with opened(address, **options):
            pass

    with pytest.raises(StoreError) as caught:
        run(work)
    assert str(caught.value).count("\n") == 0
    return str(caught.value)


def stamp(address: str, version: str) -> None:
    """Write another version into a database."""

    async def work() -> None:
        async with opened(address) as store, store.engine.begin() as connection:
            await connection.execute(text("UPDATE fogfield_version SET version_num=:v"), {"v": version})

    run(work)


@pytest.mark.parametrize(
    ("address", "path", "url", "shown"),
    [
        ("a/b.db", "a/b.db", "", "a/b.db"),
        ("sqlite:///a/b.db", "a/b.db", "", "a/b.db"),
        ("sqlite:////a/b c%.db", "/a/b c%.db", "", "/a/b c%.db"),
        ("postgresql://u:secret@h:5433/d", None, "postgresql://u:secret@h:5433/d", "postgresql://h:5433/d"),
        ("postgres://u@h/d?host=/run", None, "postgresql://u@h/d?host=/run", "postgresql://h/d"),
    ],
)
def test_an_address_is_a_path_or_a_server(address: str, path: str | None, url: str, shown: str) -> None:
    found = parse(address)
    assert (found.path and str(found.path), found.url, str(found)) == (path, url, shown)


@pytest.mark.parametrize("address", ["", " ", "mysql://u:secret@h/d", "sqlite://", "sqlite:///", "sqlite://x", "a\0b"])
def test_any_other_address_is_refused_and_tells_no_password(address: str) -> None:
    with pytest.raises(StoreError, match="it is a path") as caught:
        parse(address)
    assert "secret" not in str(caught.value)


def test_the_file_is_in_the_data_folder_of_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert default_address() == "sqlite:////home/ann/.local/share/fogfield/fogfield.db"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_address() == "sqlite:////data/fogfield/fogfield.db"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_address() == "sqlite:////home/ann/Library/Application Support/fogfield/fogfield.db"


def test_folders_are_made_and_only_their_owner_may_read(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(str(tmp_path / "new" / "odd name?%.db")) as store:
            store.journal.write(made("a"))
            await store.journal.flush()

    run(work)
    path = tmp_path / "new" / "odd name?%.db"
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0
    with contextlib.closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_tables_are_those_that_the_migrations_make(address: str) -> None:
    def difference(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"version_table": tables.VERSION_TABLE})
        return list(compare_metadata(context, tables.METADATA))

    async def work() -> None:
        async with opened(address) as store, store.engine.connect() as connection:
            assert await connection.run_sync(difference) == []

    run(work)


def test_the_version_is_that_of_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [f"{tables.VERSION:04}"]


def test_a_database_from_a_newer_version_is_refused(address: str) -> None:
    stamp(address, "0099")
    for options in ({"serving": True}, {"serving": False}):
        said = refused(address, **options)
        assert "was written by a newer Fogfield (version 99 of the tables, this program has" in said
        assert said.endswith("use that one, or another database")


def test_a_database_with_an_odd_version_is_refused(address: str) -> None:
    stamp(address, "odd")
    assert "has a version that is not known here ('odd')" in refused(address)


def test_a_database_from_an_older_version_is_migrated_by_a_server_with_a_notice(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no older version yet; so this one is made one number newer, with a migration that does nothing."""

    async def before() -> None:
        async with opened(address) as store:
            assert store.notice == ""
            store.journal.write(made("a"))

    def stamped(connection: Connection) -> None:
        connection.execute(text("UPDATE fogfield_version SET version_num='0002'"))

    async def after() -> None:
        async with opened(address) as store:
            assert "were migrated from version 1 to 2" in store.notice
            assert await store.archive.read("a")
        async with opened(address) as store:
            assert store.notice == ""

    run(before)
    for module in (database, migrate):
        monkeypatch.setattr(module, "VERSION", 2)
    monkeypatch.setattr(migrate, "upgrade", stamped)
    said = refused(address, serving=False)
    assert "was written by an older Fogfield (version 1 of the tables, this program has 2)" in said
    assert "run: fogfield db upgrade" in said
    run(after)


def test_a_database_is_not_migrated_while_another_server_uses_it(pg: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        address = pg.database()
        async with opened(address):
            for module in (database, migrate):
                monkeypatch.setattr(module, "VERSION", 2)
            with pytest.raises(StoreError, match="must be migrated, but another server uses them; stop that one"):
                await open_store(address, serving=True)

    run(work)


def test_many_may_make_the_tables_at_the_same_time(pg: Postgres) -> None:
    async def work() -> None:
        address = pg.database()
        stores = await asyncio.gather(*(open_store(address, serving=True) for _ in range(4)))
        for store in stores:
            await store.close()

    run(work)


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("CREATE TABLE matches (winner)")
    connection.close()
    said = refused(str(tmp_path / "other.db"))
    assert "is a database of another program (it has a table matches); choose another one" in said


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann, " * 1000)
    assert "the database file is no database" in refused(str(tmp_path / "letter.txt"))


def test_what_does_not_exist_is_refused_to_readers(tmp_path: Path, pg: Postgres) -> None:
    assert "there is no database" in refused(str(tmp_path / "none.db"), create=False, serving=False)
    assert not (tmp_path / "none.db").exists()
    assert "there are no matches in" in refused(pg.database(), create=False, serving=False)


def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refused(str(tmp_path / "file" / "fogfield.db")).endswith("/file is no folder")
    assert refused(str(tmp_path / "file" / "deeper" / "fogfield.db")).endswith("cannot be made: Not a directory")
    assert refused(str(tmp_path)) == f"{tmp_path} is a folder, not a database"


def test_a_lock_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "fogfield.db.lock").mkdir()
    assert refused(str(tmp_path / "fogfield.db")).endswith("fogfield.db.lock cannot be made: Is a directory")
    assert refused(str(tmp_path / ("x" * 300))).endswith("cannot be made: File name too long")


def test_a_server_that_is_not_there_is_refused(tmp_path: Path, pg: Postgres) -> None:
    assert refused(f"postgresql://fog@/none?host={tmp_path}").endswith("the database does not answer")
    assert refused(pg.database().replace("@/fog", "@/no")).endswith("the database does not exist")
    assert "the address of the store cannot be used" in refused("postgresql://h:port/d")


def test_postgresql_without_its_driver_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert refused("postgresql://h/d").endswith("install it with: pip install 'fogfield[pg]'")


def test_a_process_that_closed_its_store_ends(address: str) -> None:
    code = (
        "import asyncio, sys\n"
        "from fogfield.store.database import open_store\n"
        "async def go():\n"
        "    store = await open_store(sys.argv[1], serving=True)\n"
        "    print(await store.archive.find())\n"
        "    await store.close()\n"
        "asyncio.run(go())\n"
    )
    done = subprocess.run([sys.executable, "-c", code, address], capture_output=True, text=True, check=True, timeout=30)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_lock_goes_with_its_process(tmp_path: Path) -> None:
    address = str(tmp_path / "fogfield.db")
    code = (
        "import asyncio, os, sys\n"
        "from fogfield.store.database import open_store\n"
        "async def go():\n"
        "    await open_store(sys.argv[1], serving=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(go())\n"
    )
    done = subprocess.run([sys.executable, "-c", code, address], check=False, timeout=30)
    assert done.returncode == -9
    assert Path(f"{address}.lock").exists()

    async def work() -> None:
        async with opened(address):
            pass

    run(work)


def test_who_may_not_write_the_file_can_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        address = str(tmp_path / "fogfield.db")
        async with opened(address) as store:
            for entry in whole("a"):
                store.journal.write(entry)
        monkeypatch.setattr("os.access", lambda *_: False)
        async with opened(address, serving=False, create=False) as store:
            assert [one.match for one in await store.archive.find()] == ["a"]
            with pytest.raises(DBAPIError, match="readonly"):
                async with store.engine.begin() as connection:
                    await connection.execute(text("DELETE FROM matches"))

    run(work)
    assert [path.name for path in tmp_path.iterdir() if not path.name.endswith(".lock")] == ["fogfield.db"]
