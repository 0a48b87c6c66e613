"""Backup, restore and retention, on both databases: nothing acknowledged is missing, and half a file is none."""

from __future__ import annotations

import gzip
import json
import stat
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import select

from app.commands.backup import BackupError, backup, restore
from app.commands.retire import retire
from app.tables.store import Store, StoredEntry, connect, migrate, models
from solver import log_from_lines
from tests.app.running import ROOT, open_tables


@pytest.fixture
def store(database_url):
    engine = connect(database_url)
    migrate(engine)
    yield Store(engine)
    engine.dispose()


@pytest.fixture
def other(postgres, tmp_path):
    """An empty database of the other kind than the test may expect: SQLite and PostgreSQL by turns."""
    engines = [connect(f"sqlite:///{tmp_path / 'other.db'}"), connect(postgres.database())]
    yield engines
    for engine in engines:
        engine.dispose()


def everything(engine):
    with engine.connect() as connection:
        return {
            table.name: sorted(repr(dict(row._mapping)) for row in connection.execute(select(table)))
            for table in models.metadata.sorted_tables
        }


def turn(store, table, number):
    event = {"type": "turn_taken", "player": "anna", "text": "Ё" * (number % 5)}
    with store.writing(table.id) as log:
        log.append(event, entry_id=f"turn-{number:06}", seat="anna", device="anna")


@pytest.mark.postgres
def test_a_backup_restores_into_both_kinds_of_database(store, database_url, other, tmp_path):
    for table in open_tables(database_url, 3):
        turn(store, table, 1)
    for name in ("full.jsonl", "full.jsonl.gz"):
        file = tmp_path / name
        counts = backup(store.engine, file)
        assert (counts["tables"], counts["entries"]) == (3, 6)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert (
        json.loads(gzip.decompress((tmp_path / "full.jsonl.gz").read_bytes()).splitlines()[0])["version"] == 1
    )
    for engine, name in zip(other, ("full.jsonl", "full.jsonl.gz"), strict=True):
        assert restore(engine, tmp_path / name)["entries"] == 6
        assert everything(engine) == everything(store.engine)
        # New tables get numbers of their own.
        assert (
            len({table.id for table in open_tables(str(engine.url.render_as_string(hide_password=False)))})
            == 1
        )


def test_a_backup_taken_under_load_has_every_acknowledged_entry(store, database_url, tmp_path):
    tables = open_tables(database_url, 4)
    acknowledged: Counter[int] = Counter()
    going, lock = threading.Event(), threading.Lock()

    def write(table):
        number = 0
        while not going.is_set():
            number += 1
            turn(store, table, number)
            with lock:
                acknowledged[table.id] = number

    threads = [threading.Thread(target=write, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    try:
        while sum(acknowledged.values()) < 40:
            pass
        with lock:
            before = Counter(acknowledged)
        backup(store.engine, tmp_path / "busy.jsonl")
        after = Counter(acknowledged)
    finally:
        going.set()
        for thread in threads:
            thread.join()
    fresh = connect(f"sqlite:///{tmp_path / 'fresh.db'}")
    restore(fresh, tmp_path / "busy.jsonl")
    copy = Store(fresh)
    for table in tables:
        entries = copy.read(table.id)
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        assert before[table.id] <= len(entries) - 1 <= after[table.id] + 1
        assert entries == store.read(table.id)[: len(entries)]
    fresh.dispose()


@pytest.fixture
def small(tmp_path):
    """A small database, its backup, and an empty database to restore into."""
    url = f"sqlite:///{tmp_path / 'small.db'}"
    open_tables(url, 2)
    engine, empty = connect(url), connect(f"sqlite:///{tmp_path / 'empty.db'}")
    backup(engine, tmp_path / "small.jsonl")
    yield engine, empty, tmp_path / "small.jsonl"
    engine.dispose()
    empty.dispose()


def test_a_backup_is_restored_into_an_empty_database_alone(small):
    engine, _empty, file = small
    before = everything(engine)
    with pytest.raises(BackupError, match="not empty"):
        restore(engine, file)
    assert everything(engine) == before


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda data: data[: len(data) // 2], "line|middle|read"),
        (lambda data: data.replace(b'"anna"', b'"anne"', 1), "checksum"),
        (lambda data: b"\n".join([*data.splitlines()[:3], *data.splitlines()[4:]]) + b"\n", "checksum"),
        (lambda data: b"\n".join(data.splitlines()[:-1]) + b"\n", "ends in the middle"),
        (lambda data: data.replace(b'"revision":"0', b'"revision":"9', 1), "revision"),
        (lambda data: data.replace(b"stationmaster-backup", b"stationmaster-log", 1), "is no backup"),
        (lambda data: b"[]\n", "no object"),
        (lambda data: b"", "ends in the middle"),
        (lambda data: b"\xff\xfe{", "cannot be read"),
    ],
)
def test_a_spoiled_backup_is_refused_and_writes_nothing(small, spoil, says):
    _engine, empty, file = small
    file.write_bytes(spoil(file.read_bytes()))
    with pytest.raises(BackupError, match=says):
        restore(empty, file)
    assert not any(everything(empty).values())


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(small, tmp_path):
    engine, _empty, _file = small
    with pytest.raises(BackupError, match="No such file"):
        backup(engine, tmp_path / "nowhere" / "x.jsonl")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BackupError):
        backup(engine, tmp_path / "folder")
    assert not list(tmp_path.glob("*.part"))


def command(folder: Path, url: str, *arguments: object) -> tuple[int, str, str]:
    """Run an operator's command."""
    done = subprocess.run(
        [sys.executable, "-m", "app", *map(str, arguments)],
        env={
            "PATH": "",
            "DATABASE_URL": url,
            "SECRET_KEY": "a secret of the backups, long enough",
            "PYTHONPATH": str(ROOT),
        },
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def test_the_commands_say_what_they_did(tmp_path):
    url, there = f"sqlite:///{tmp_path / 'a.db'}", f"sqlite:///{tmp_path / 'b.db'}"
    assert command(tmp_path, url, "migrate")[:2] == (0, "The database was migrated.\n")
    assert command(tmp_path, url, "migrate")[1] == "The database is up to date.\n"
    open_tables(url, 2)
    assert command(tmp_path, url, "backup", "x.gz")[:2] == (0, "2 tables with 2 entries were written.\n")
    assert command(tmp_path, there, "restore", "x.gz")[:2] == (0, "2 tables with 2 entries were restored.\n")
    status, _out, said = command(tmp_path, there, "restore", "x.gz")
    assert (status, said) == (1, "The database is not empty; a backup is restored into a new one.\n")
    status, out, _said = command(tmp_path, url, "retire", "--days", 30)
    assert (status, out) == (0, "0 tables were exported and removed.\n")
    assert command(tmp_path, url, "retire")[0] == 2
    assert command(tmp_path, url, "retire", "--days", 0)[0] == 2
    status, _out, said = command(tmp_path, "postgresql://nobody:hidden@127.0.0.1:9/none", "backup", "y")
    assert status == 1
    assert "hidden" not in said


OLD, NEW = "2020-01-02T03:04:05.678Z", "9999-01-01T00:00:00Z"


def made(store, *, joined: str, entries: tuple[str, ...]):
    """Return a table that was last joined and written to at some times."""
    seats = [{"id": "anna", "name": "Аня", "colour": "red"}, {"id": "ben", "name": "Ben", "colour": "blue"}]
    table = store.create_table(
        edition="europe",
        opened={"type": "table_opened", "edition": "europe", "seats": seats},
        seats=["anna", "ben"],
        device="anna",
        opened_at=OLD,
        more=[
            StoredEntry(seq, f"turn-{seq:04}", at, "anna", "anna", {"type": "turn_taken", "player": "anna"})
            for seq, at in enumerate(entries, 2)
        ],
    )
    if joined:
        with store.engine.connect().execution_options(writing=True) as connection, connection.begin():
            column = models.members.c
            connection.execute(
                models.members.update().where(column.table_id == table.id).values(seen_at=joined)
            )
    return table


def test_a_retired_game_on_a_home_made_board_can_be_read_again(store, tmp_path):
    board = {"routes": [{"id": "ab", "ends": ["a", "b"], "length": 3}]}
    seats = [{"id": "anna", "name": "Anna", "colour": "red"}, {"id": "ben", "name": "Ben", "colour": "blue"}]
    table = store.create_table(
        edition="europe",
        opened={"type": "table_opened", "edition": "europe", "seats": seats, "board": board},
        seats=["anna", "ben"],
        device="anna",
        board=board,
        opened_at=OLD,
        more=[
            StoredEntry(
                2, "claim-01", OLD, None, "anna", {"type": "route_claimed", "player": "anna", "route": "ab"}
            ),
            StoredEntry(
                3,
                "ticket-1",
                OLD,
                None,
                "anna",
                {"type": "tickets_kept", "player": "anna", "tickets": [{"ends": ["a", "b"], "points": 5}]},
            ),
        ],
    )
    with store.engine.connect().execution_options(writing=True) as connection, connection.begin():
        connection.execute(models.members.update().values(seen_at=OLD))
    file = dict(retire(store, 30, tmp_path / "retired"))[table.code]
    state = log_from_lines(file.read_text(encoding="utf-8").splitlines()).state()
    assert state.owner == {"ab": "anna"}
    assert state.tickets["anna"][0].points == 5


def test_only_tables_that_nobody_has_touched_are_retired_and_their_logs_stay(store, tmp_path):
    old = made(store, joined=OLD, entries=(OLD, OLD))
    claims_the_future = made(store, joined=OLD, entries=(OLD, NEW))
    visited = made(store, joined="", entries=(OLD,))
    store.engine.dispose()
    with store.writing(visited.id) as log:
        log.append({"type": "turn_taken", "player": "ben"}, entry_id="turn-today", seat="ben", device="anna")
    folder = tmp_path / "retired"
    gone = dict(retire(store, 30, folder))
    assert set(gone) == {old.code, claims_the_future.code}
    assert store.find(old.code) is None
    assert store.find(visited.code) is not None
    assert len(store.read(visited.id)) == 3
    assert {
        row for rows in everything(store.engine).values() for row in rows if f"'table_id': {old.id}," in row
    } == set()
    file = gone[old.code]
    assert (file.name, stat.S_IMODE(file.stat().st_mode)) == (f"2020-01-02-{old.code}.jsonl", 0o600)
    log = log_from_lines(file.read_text(encoding="utf-8").splitlines())
    assert len(log.entries) == 3
    assert log.state().seat("anna").name == "Аня"
    assert dict(retire(store, 30, folder)) == {}
