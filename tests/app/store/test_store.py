"""Tables and their logs, on both databases: numbers without holes, one writer a table, ids that count once."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from hypothesis import given
from hypothesis import strategies as st

from app.tables.store import SeatHold, Store, Table, connect, migrate, normal_code
from app.tables.store.migrate import configuration, newest
from app.tables.store.models import metadata
from app.tables.store.records import ALPHABET, CODE_LENGTH

OPENED = {"type": "table_opened", "edition": "europe", "seats": []}


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """An empty store on one of the databases."""
    engine = connect(database_url)
    migrate(engine)
    yield Store(engine)
    engine.dispose()


@pytest.fixture
def table(store: Store) -> Table:
    """A table of two seats, opened by the phone ``k``."""
    return store.create_table(edition="europe", opened=OPENED, seats=["anna", "ben"], device="k")


def append(store, table, entry_id, device="k", **event):
    with store.writing(table.id) as log:
        return log.append({"type": "turn_taken", **event}, entry_id=entry_id, seat=None, device=device)


def test_a_new_table_has_one_entry_and_its_keeper_holds_every_seat(store, table):
    assert [(entry.seq, entry.event) for entry in store.read(table.id)] == [(1, OPENED)]
    assert store.holds(table.id).seats == {"anna": SeatHold("k"), "ben": SeatHold("k")}
    assert store.find(table.code) == table == store.table(table.id)


def test_entries_are_numbered_from_one_and_read_back_as_written(store, table):
    written = [append(store, table, f"id-{i}", player="anna", тест="Ж") for i in range(5)]
    assert [entry.seq for entry in written] == [2, 3, 4, 5, 6]
    assert store.read(table.id)[1:] == written
    assert store.read(table.id, after=4) == written[3:]


def test_an_id_sent_again_finds_the_first_entry_unchanged(store, table):
    first = append(store, table, "same", player="anna")
    revision = store.table(table.id).revision
    again = append(store, table, "same", device="other", player="ben")
    assert again == first
    assert len(store.read(table.id)) == 2
    assert store.table(table.id).revision == revision, "nothing changed, so nobody is woken"


def test_the_same_id_at_another_table_is_another_entry(store, table):
    other = store.create_table(edition="europe", opened=OPENED, seats=["anna"], device="k")
    assert append(store, table, "same").seq == append(store, other, "same").seq == 2


def test_a_failure_takes_the_whole_block_back_and_leaves_no_hole(store, table):
    def fail():
        with store.writing(table.id) as log:
            log.append({"type": "turn_taken"}, entry_id="lost", seat=None, device="k")
            log.give_seat("anna", SeatHold("x"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert append(store, table, "kept").seq == 2
    assert store.holds(table.id).seats["anna"].device == "k"


def test_many_writers_of_one_table_leave_no_hole_and_no_double(store, table):
    def write(name):
        for i in range(20):
            append(store, table, f"{name}-{i}")

    threads = [threading.Thread(target=write, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = store.read(table.id)
    assert [entry.seq for entry in entries] == list(range(1, 122))
    assert len({entry.id for entry in entries}) == 121
    assert store.table(table.id).revision == 121


def test_writers_of_one_table_come_one_after_the_other(store, table):
    """Whoever holds a table sees nobody else's entry appear while it holds it."""
    steps: list[str] = []
    inside = threading.Event()

    def second():
        inside.wait()
        with store.writing(table.id) as log:
            steps.append(f"second sees {log.seq}")

    thread = threading.Thread(target=second)
    thread.start()
    with store.writing(table.id) as log:
        inside.set()
        log.append({"type": "turn_taken"}, entry_id="a", seat=None, device="k")
        thread.join(0.2)
        steps.append("first leaves")
    thread.join()
    assert steps == ["first leaves", "second sees 2"]


def test_another_process_sees_what_was_written(store, table, database_url):
    elsewhere = Store(connect(database_url))
    assert append(elsewhere, table, "there").seq == 2
    assert append(store, table, "here").seq == 3
    assert elsewhere.read(table.id) == store.read(table.id)
    elsewhere.engine.dispose()


def test_every_change_of_a_table_has_a_revision_of_its_own(store, table):
    seen = [table.revision]
    changes = [
        lambda log: log.join("x"),
        lambda log: log.give_seat("ben", SeatHold("x", 3)),
        lambda log: log.change(locked=True),
        lambda log: log.change(keeper="x", options={"hide_totals": True}),
        lambda log: log.append({"type": "turn_taken"}, entry_id="a", seat="ben", device="x"),
    ]
    for change in changes:
        with store.writing(table.id) as log:
            change(log)
        assert store.revisions([table.id]) == {table.id: log.table.revision}
        seen.append(log.table.revision)
    assert seen == sorted(set(seen))
    now, entries, holds = store.since(table.id, 1)
    assert (now.locked, now.keeper, now.options) == (True, "x", {"hide_totals": True})
    assert [entry.seat for entry in entries] == ["ben"]
    assert holds.members == {"k", "x"}
    assert holds.seats["ben"] == SeatHold("x", 3, passed=1)


def test_a_phone_finds_its_tables_again_the_last_one_first(store, table):
    second = store.create_table(edition="usa", opened=OPENED, seats=["a"], device="k")
    strange = store.create_table(edition="usa", opened=OPENED, seats=["a"], device="z")
    assert [t.id for t in store.recent("k")] == [second.id, table.id]
    with store.writing(strange.id) as log:
        log.join("k")
    assert strange.id in [t.id for t in store.recent("k")]
    assert store.recent("nobody") == []


def test_codes_are_short_unlike_and_found_however_they_are_typed(store):
    codes = {store.create_table(edition="e", opened=OPENED, seats=["a"], device="k").code for _ in range(30)}
    assert len(codes) == 30
    for code in codes:
        assert re.fullmatch(f"[{ALPHABET}]{{{CODE_LENGTH}}}", code)
        assert store.find(f" {code[:3].lower()}-{code[3:]} ").code == code
    assert store.find("") is None


def test_no_code_has_letters_that_are_taken_for_others():
    assert not set(ALPHABET) & set("0O1ILUV")
    assert normal_code("ксв 3-нт") == "KCB3HT"


@given(st.text(max_size=30))
def test_any_text_can_be_asked_for_as_a_code(text):
    assert normal_code(normal_code(text)) == normal_code(text)


def test_migrations_end_where_the_models_stand(database_url):
    engine = connect(database_url)
    assert newest() == ScriptDirectory.from_config(configuration()).get_current_head()
    assert migrate(engine)
    assert not migrate(engine), "a second start has nothing to do"
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_two_processes_that_start_together_migrate_once(database_url):
    engines = [connect(database_url) for _ in range(3)]
    faults: list[Exception] = []

    def start(engine):
        try:
            migrate(engine)
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=start, args=(engine,)) for engine in engines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert all(not migrate(engine) for engine in engines)
    for engine in engines:
        engine.dispose()
