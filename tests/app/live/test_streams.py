"""Streams in one process: who is told what and when, caps, ends, and news from other processes."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import replace

import pytest

from app import Settings, create_app
from app.tables import access
from app.tables.live.hub import Hub, TooManyStreams
from app.tables.live.news import Mark
from app.tables.live.stream import BEAT, events
from app.tables.services import services
from app.tables.store import Store, connect
from app.web.addresses import whose
from tests.app.conftest import SECRET
from tests.app.phones import Phone, as_phone, sit


@pytest.fixture
def settings(database_url):
    return Settings(
        database_url,
        SECRET,
        testing=True,
        warm=False,
        table_streams=4,
        device_streams=2,
        heartbeat_seconds=0.05,
    )


class Listener:
    """Reads a stream as a browser does; ``next`` gives the news, skipping everything else."""

    def __init__(self, app, table, device, after=0, view=""):
        with app.app_context():
            self.services = services()
        self.watch = self.services.hub.watch(table.id, device or "address")
        self.services.notifier.start()
        self.events = events(self.services, self.watch, device, Mark(after, view))
        assert next(self.events).startswith("retry:")

    def next(self):
        """Return the next news, or None when the stream has ended."""
        for event in self.events:
            if "data: " in event:
                lines = dict(line.split(": ", 1) for line in event.strip().splitlines())
                return json.loads(lines["data"])
        return None

    def silent(self):
        """Whether nothing but heartbeats comes for a while."""
        return all(next(self.events) == BEAT for _ in range(3))


def test_a_stream_begins_with_what_is_there_and_goes_on_with_what_comes(app, table, keeper):
    keeper.claim(table, "anna", "dieppe-paris-1")
    stream = Listener(app, table, "keeper", after=1)
    assert [e["seq"] for e in stream.next()["entries"]] == [2]
    assert stream.silent()
    keeper.claim(table, "ben", "berlin-danzig-1")
    assert [e["seq"] for e in stream.next()["entries"]] == [3]


def test_what_happens_between_registering_and_reading_is_not_lost(app, table, keeper):
    with app.app_context():
        found = services()
    watch = found.hub.watch(table.id, "x")
    keeper.claim(table, "anna", "dieppe-paris-1")
    stream = events(found, watch, None, Mark(1))
    next(stream)
    assert '"seq":2' in next(stream)


def test_a_stream_that_waits_holds_no_connection(app, table):
    streams = [Listener(app, table, f"phone-{i}") for i in range(4)]
    for stream in streams:
        stream.next()
    pool = streams[0].services.store.engine.pool
    held = (
        0 if streams[0].services.store.postgres else 1
    )  # SQLite's notifier keeps one, PostgreSQL's is its own
    deadline = time.monotonic() + 5
    while pool.checkedout() != held and time.monotonic() < deadline:
        time.sleep(0.01)
    assert pool.checkedout() == held


def test_a_seat_that_moves_is_told_to_both_phones(app, table, keeper):
    keeper.keep(table, "ben", {"ends": ["cadiz", "smolensk"], "points": 91})
    old, new = Listener(app, table, "keeper"), Listener(app, table, "ben's phone")
    assert "smolensk" in str(old.next())
    assert "smolensk" not in str(new.next())
    with as_phone(app, keeper):
        token = access.offer_seat(table, "ben")
    with as_phone(app, Phone(app, "ben's phone")):
        access.take_seat(table, "ben", token)
    mine, theirs = old.next(), new.next()
    assert mine["reset"]
    assert "smolensk" not in str(mine)
    assert theirs["reset"]
    assert "smolensk" in str(theirs)


def test_the_reveal_sends_everything_that_was_hidden(app, table, keeper):
    ben = Phone(app, "ben's phone")
    sit(app, table, ben, "ben")
    ben.keep(table, "ben", {"ends": ["cadiz", "smolensk"], "points": 91})
    stream = Listener(app, table, None)
    assert stream.next()["entries"][1] == {"seq": 2, "event": {"type": "secret"}}
    keeper.add(table, {"type": "tickets_revealed"})
    told = stream.next()
    assert told["reset"]
    assert "smolensk" in str(told["entries"][1])


def test_a_closed_table_ends_the_streams_of_strangers(app, table, keeper):
    mine, strange = Listener(app, table, "keeper"), Listener(app, table, None)
    mine.next(), strange.next()
    with as_phone(app, keeper):
        access.set_locked(table, True)
    assert strange.next() is None
    assert mine.next()["entries"] == []


def test_a_stream_ends_itself_and_leaves_the_hub(app, table, settings):
    stream = Listener(app, table, "keeper")
    found = stream.services
    brief = replace(found, settings=replace(settings, stream_seconds=0.1))
    stream.events = events(brief, stream.watch, "keeper", Mark(0))
    while stream.next() is not None:
        pass
    assert found.hub.count() == 0


def test_a_stream_resumes_where_its_browser_stopped(app, table, keeper):
    keeper.claim(table, "anna", "dieppe-paris-1")
    first = keeper.get(f"/t/{table.code}/stream", buffered=False)
    chunks = iter(first.response)
    next(chunks)
    mark = next(chunks).decode().splitlines()[0].removeprefix("id: ")
    first.close()
    keeper.claim(table, "ben", "berlin-danzig-1")
    again = keeper.get(f"/t/{table.code}/stream?after=0", headers={"Last-Event-ID": mark}, buffered=False)
    chunks = iter(again.response)
    next(chunks)
    told = json.loads(next(chunks).decode().split("data: ")[1])
    again.close()
    assert (told["reset"], [e["seq"] for e in told["entries"]]) == (False, [3])


def test_a_full_table_sends_further_phones_to_the_poll(app, table):
    streams = [Listener(app, table, f"phone-{i}") for i in range(4)]
    refused = Phone(app, "fifth").get(f"/t/{table.code}/stream")
    assert refused.status_code == 503
    assert refused.headers["Retry-After"]
    streams[0].events.close()
    opened = Phone(app, "fifth").get(f"/t/{table.code}/stream", buffered=False)
    assert opened.status_code == 200
    opened.close()


def test_news_from_another_process_arrive(app, table, keeper, settings):
    other = create_app(settings)
    stream = Listener(other, table, "keeper", after=1)
    stream.next()
    assert keeper.claim(table, "anna", "dieppe-paris-1").status_code == 201
    assert [e["seq"] for e in stream.next()["entries"]] == [2]
    stream.services.close()
    stream.services.store.engine.dispose()


def test_the_notifier_looks_only_at_tables_that_are_watched(app, table, keeper, database_url):
    with app.app_context():
        found = services()
    elsewhere = Store(connect(database_url))
    stream = Listener(app, table, "keeper", after=1)
    stream.next()
    other = elsewhere.create_table(
        edition="europe",
        opened={"type": "table_opened", "edition": "europe", "seats": []},
        seats=["a"],
        device="z",
    )
    with elsewhere.writing(other.id) as log:
        log.change(locked=True)
    assert stream.silent()
    assert found.hub.watched() == [table.id]
    elsewhere.engine.dispose()


def hub(**caps):
    return Hub(
        **{"streams": 100, "table_streams": 100, "device_streams": 100, "address_streams": 100, **caps}
    )


def test_the_oldest_stream_of_a_phone_gives_way():
    found = hub(device_streams=2)
    watches = [found.watch(1, "phone") for _ in range(3)]
    assert [watch.over for watch in watches] == [True, False, False]
    assert found.count() == 2


def test_the_process_has_a_cap_and_a_left_stream_frees_its_place():
    found = hub(streams=2)
    with found.watch(1, "a"):
        second = found.watch(2, "b")
        with pytest.raises(TooManyStreams):
            found.watch(3, "c")
    found.watch(3, "c")
    found.leave(second)
    found.leave(second)
    assert found.watched() == [3]


def test_one_address_never_has_all_streams():
    found = hub(streams=10, address_streams=3)
    mine = [found.watch(table, f"phone {table}", "mine") for table in range(3)]
    with pytest.raises(TooManyStreams):
        found.watch(4, "another phone", "mine")
    others = [found.watch(1, f"a phone of {address}", address) for address in ("b", "c", "d")]
    found.leave(mine[0])
    found.leave(mine[0])
    found.watch(4, "another phone", "mine")
    with pytest.raises(TooManyStreams):
        found.watch(5, "one more", "mine")
    assert not any(watch.over for watch in (*mine[1:], *others))


def test_a_phone_that_opens_its_page_anew_keeps_its_place_at_a_full_address():
    """Its oldest stream goes, so its newest takes no place of anybody else."""
    found = hub(device_streams=2, address_streams=2)
    watches = [found.watch(1, "phone", "mine") for _ in range(4)]
    assert [watch.over for watch in watches] == [True, True, False, False]
    with pytest.raises(TooManyStreams):
        found.watch(1, "another phone", "mine")


def test_a_full_address_is_told_politely_and_polls(app, table):
    with app.app_context():
        found = services()
    for number in range(found.settings.address_streams):
        found.hub.watch(100 + number, f"phone {number}", whose("2001:db8::1"))
    late = {"environ_base": {"REMOTE_ADDR": "2001:db8::99"}}
    refused = Phone(app, None).get(f"/t/{table.code}/stream", **late)
    assert (refused.status_code, refused.get_json()["code"]) == (503, "busy")
    assert int(refused.headers["Retry-After"]) > 0
    assert Phone(app, None).get(f"/t/{table.code}/entries", **late).status_code == 200
    elsewhere = {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}
    opened = Phone(app, None).get(f"/t/{table.code}/stream", **elsewhere)
    assert opened.status_code == 200
    opened.close()


def test_only_a_new_revision_wakes():
    found = hub()
    watch, other = found.watch(1, "a"), found.watch(2, "a")
    found.wake(1, 5)
    assert watch.wait(0)
    found.wake(1, 5)
    found.wake(1, 4)
    assert not watch.wait(0)
    found.wake(1, 6)
    assert watch.wait(0)
    assert not other.wait(0)


def test_a_closing_hub_ends_streams_and_opens_no_more():
    found = hub()
    watch = found.watch(1, "a")
    woken = threading.Event()
    thread = threading.Thread(target=lambda: (watch.wait(30), woken.set()))
    thread.start()
    found.close()
    assert woken.wait(5)
    assert watch.over
    with pytest.raises(TooManyStreams):
        found.watch(1, "b")
    thread.join()
