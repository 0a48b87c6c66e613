"""A database that lost its end is told; one that is whole, restored or retired is not."""

from __future__ import annotations

import shutil

from app.commands.backup import backup, restore
from app.tables.store import Store, connect, migrate

EVENT = {"type": "table_opened", "edition": "usa", "seats": [], "house_rules": {}, "board": None}


def opened(path):
    store = Store(connect(f"sqlite:///{path}"))
    migrate(store.engine)
    return store


def create(store):
    return store.create_table(edition="usa", opened=EVENT, seats=["a"], device="phone")


def claim(store, table, number):
    with store.writing(table.id) as log:
        log.append({"type": "turn_taken"}, entry_id=f"entry-{number:04}", seat=None, device="phone")


def test_a_database_without_the_file_of_its_last_writes_is_told_and_stays_told(tmp_path):
    store = opened(tmp_path / "kept.db")
    table = create(store)
    store.engine.dispose()  # the last connection writes everything into the database itself
    store = opened(tmp_path / "kept.db")
    for number in range(5):
        claim(store, table, number)
    # As somebody copies a database who does not know of its -wal file.
    for name in ("kept.db", "kept.db-mark"):
        shutil.copy(tmp_path / name, tmp_path / name.replace("kept", "copied"))
    assert store.examine() == ""
    copied = opened(tmp_path / "copied.db")
    assert copied.examine().startswith(
        "the end of the database is missing: table 1 was at revision 6, now at 1;"
    )
    claim(copied, table, 99)
    again = opened(tmp_path / "copied.db")
    assert again.examine() != "", "going on does not wipe out the evidence"
    (tmp_path / "copied.db-mark").unlink()
    assert again.examine() == ""


def test_a_lost_table_is_missed_and_a_removed_one_is_not(tmp_path):
    store = opened(tmp_path / "kept.db")
    store.engine.dispose()
    store = opened(tmp_path / "kept.db")
    first, second = create(store), create(store)
    shutil.copy(tmp_path / "kept.db", tmp_path / "copied.db")
    shutil.copy(tmp_path / "kept.db-mark", tmp_path / "copied.db-mark")
    assert "table 2 was at revision 1, now at None" in opened(tmp_path / "copied.db").examine()
    with store.writing(second.id) as log:
        log.remove()
    assert store.examine() == ""
    claim(store, first, 1)
    assert store.examine() == ""


def test_a_damaged_database_is_told(tmp_path):
    store = opened(tmp_path / "kept.db")
    table = create(store)
    for number in range(200):
        claim(store, table, number)
    store.engine.dispose()
    path = tmp_path / "kept.db"
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)
    path.write_bytes(data)
    assert Store(connect(f"sqlite:///{path}")).examine().startswith("the database is damaged")


def test_a_restored_backup_is_measured_by_no_mark_of_what_was_there_before(tmp_path):
    store = opened(tmp_path / "kept.db")
    table = create(store)
    backup(store.engine, tmp_path / "early.jsonl")
    claim(store, table, 1)
    store.engine.dispose()
    for path in tmp_path.glob("kept.db*"):
        if not path.name.endswith("-mark"):
            path.unlink()
    restore(connect(f"sqlite:///{tmp_path / 'kept.db'}"), tmp_path / "early.jsonl")
    assert opened(tmp_path / "kept.db").examine() == ""


def test_readiness_tells_it(app, client):
    from app.tables.services import services

    assert client.get("/readyz").status_code == 200
    with app.app_context():
        services().store.damage = "the end of the database is missing"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "the end of the database is missing\n")
