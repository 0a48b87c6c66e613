"""Recording: one act in, one entry or all objections out, whoever else records at the same moment."""

from __future__ import annotations

import contextlib
import random
import threading
from collections import Counter

import pytest
from sqlalchemy import event

from app import Settings, create_app
from app.tables import access, recording
from app.tables.live.news import Mark
from app.tables.live.stream import events
from app.tables.services import services
from app.tables.snapshots import Snapshots
from app.tables.store import Store, connect
from solver.game.errors import InvalidInput
from solver.game.events import RouteClaimed, Seat
from solver.game.fold import fold
from tests.app.conftest import SECRET
from tests.app.phones import Phone, as_phone, open_table, sit

# A race for the whole board runs out of trains; that is not what is tested.
PLAYED_OVER = ("too-few-trains", "parallel-own", "parallel-closed", "turn-not-left")


@pytest.fixture
def settings(database_url):
    return Settings(database_url, SECRET, testing=True, warm=False)


def test_two_phones_racing_for_one_route_500_times(app, keeper):
    """Exactly one of the two wins every time, and the other is told which entry was first."""
    races, ben = 0, Phone(app, "ben's phone")
    while races < 500:
        table = open_table(app, keeper)
        sit(app, table, ben, "ben")
        routes = routes_of(app, table)[: 500 - races]
        races += len(routes)
        outcomes = {
            name: race(app, table, phone, name, routes) for name, phone in (("anna", keeper), ("ben", ben))
        }
        threads = [thread for thread, _ in outcomes.values()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with app.app_context():
            state, entries = recording.current(table)
        assert [entry.seq for entry in entries] == list(range(1, len(routes) + 2))
        for route in routes:
            found = {name: got[route] for name, (_, got) in outcomes.items()}
            (winner,) = [name for name, got in found.items() if isinstance(got, recording.Recorded)]
            assert state.owner[route] == winner
            (loser,) = [got for got in found.values() if isinstance(got, recording.Refused)]
            (taken,) = [o for o in loser.objections if o.code == "route-taken"]
            assert not taken.overrulable
        assert not state.idle
    assert races == 500


def routes_of(app, table):
    """Return the ids of all routes of a table's board."""
    with app.app_context():
        return list(recording.rules_of(table)[1].routes)


def race(app, table, phone, player, routes):
    """Return a thread that claims every route for a player, and what came of it; both racers keep step."""
    got: dict[str, object] = {}
    viewer = access.Viewer(phone.device, keeper=False, seats=(player,), member=True)
    step = steps.setdefault(table.id, threading.Barrier(2))

    def run():
        with app.app_context():
            for route in routes:
                step.wait()
                event = RouteClaimed(player, route, overruled=PLAYED_OVER)
                got[route] = recording.record(table, viewer, event, entry_id=f"{player}-{route}")

    return threading.Thread(target=run), got


steps: dict[int, threading.Barrier] = {}


def test_the_snapshot_kept_in_memory_is_what_a_fresh_fold_gives(app, table, keeper):
    routes = ["dieppe-paris-1", "berlin-danzig-1", "berlin-essen-1"]
    for player, route in zip(("anna", "ben", "cleo"), routes, strict=True):
        seq = keeper.claim(table, player, route).get_json()["seq"]
        with app.app_context():
            state, entries = recording.current(table)
            edition, board = recording.rules_of(table)
        assert state == fold(edition, entries, board)
        assert state.seq == seq
    keeper.add(table, {"type": "retracted", "target": 3})
    with app.app_context():
        assert Counter(recording.current(table)[0].owner.values()) == {"anna": 1, "cleo": 1}


def test_a_second_process_folds_the_same(app, table, keeper, settings):
    from app import create_app

    keeper.claim(table, "anna", "dieppe-paris-1")
    elsewhere = create_app(settings)
    with elsewhere.app_context():
        assert recording.current(table)[0].owner == {"dieppe-paris-1": "anna"}
    keeper.claim(table, "ben", "berlin-danzig-1")
    with elsewhere.app_context():
        assert len(recording.current(table)[0].owner) == 2
        services().close()
        services().store.engine.dispose()


def test_overruled_rules_are_kept_when_they_were_broken_and_only_then(table, keeper):
    keeper.claim(table, "anna", "berlin-frankfurt-1")
    refused = keeper.claim(table, "anna", "berlin-frankfurt-2")
    assert refused.status_code == 409
    codes = [o["code"] for o in refused.get_json()["objections"]]
    assert "parallel-own" in codes
    entry = keeper.claim(table, "anna", "berlin-frankfurt-2", overrule=[*codes, "too-few-trains"]).get_json()
    assert sorted(entry["event"]["overruled"]) == sorted(codes)
    plain = keeper.claim(table, "anna", "berlin-danzig-1", overrule=["too-few-trains"]).get_json()
    assert "overruled" not in plain["event"]


def test_what_leaves_the_log_without_a_meaning_cannot_be_overruled(table, keeper):
    keeper.claim(table, "anna", "dieppe-paris-1")
    refused = keeper.claim(table, "ben", "dieppe-paris-1", overrule=["route-taken"])
    assert refused.status_code == 409
    assert keeper.claim(table, "ben", "no-such-route", overrule=["route-unknown"]).status_code == 409


def test_a_table_needs_an_edition_that_exists_and_players_who_can_be_told_apart(app, keeper):
    seats = [Seat("anna", "Anna", "red"), Seat("ben", "Anna", "red")]
    with as_phone(app, keeper):
        with pytest.raises(InvalidInput):
            recording.open_table("atlantis", seats)
        refused = recording.open_table("europe", seats)
        assert isinstance(refused, recording.Refused)
        assert {o.code for o in refused.objections} == {"seat-twice", "colour-twice"}
        assert services().store.recent("keeper") == []


def test_a_home_made_board_is_played_as_it_is(app, keeper):
    board = {
        "id": "home", "title": {"en": "Home"},
        "cities": [{"id": c, "name": {"en": c.upper()}, "x": x, "y": 0.5} for c, x in (("a", 0.2), ("b", 0.8))],
        "routes": [{"id": "ab", "ends": ["a", "b"], "length": 3, "colour": "gray", "ferry": 0, "tunnel": False}],
    }  # fmt: skip
    seats = [Seat("anna", "Anna", "red"), Seat("ben", "Ben", "blue")]
    with as_phone(app, keeper):
        table = recording.open_table("europe", seats, board=board)
    assert keeper.claim(table, "anna", "ab").status_code == 201
    assert keeper.claim(table, "ben", "dieppe-paris-1").status_code == 409


def test_two_processes_never_keep_what_is_not_there(settings, app, keeper):
    """Claims, retractions and seats that pass, now here, now there: whoever is asked knows what a fresh reader knows."""
    chance, other = random.Random(1), create_app(settings)
    table = open_table(app, keeper)
    phones = [Phone(app, "ben's phone"), Phone(other, "ben's phone")]
    keepers = [keeper, Phone(other, keeper.device)]
    routes = routes_of(app, table)
    for step in range(60):
        here = chance.choice((0, 1))
        match chance.randrange(4):
            case 0:
                keepers[here].add(table, {"type": "retracted", "target": chance.randrange(2, step + 3)})
            case 1 if step > 5:
                giver, taker = chance.sample((keepers[here], phones[here]), 2)
                pass_seat(table, giver, taker)
            case _:
                keepers[here].claim(table, chance.choice(("anna", "ben")), chance.choice(routes))
        fresh = Snapshots(Store(connect(settings.database_url))).of(table.id)
        for asked in (app, other):
            with asked.app_context():
                assert services().snapshots.of(table.id) == fresh
    assert fresh.state.seq > 20
    assert fresh.table.revision > fresh.state.seq, "a seat has passed"
    with other.app_context():
        services().close()
        services().store.engine.dispose()


def pass_seat(table, giver, taker):
    """Let a phone offer Ben's seat to another one, if it has it."""
    with as_phone(giver.app, giver):
        try:
            token = access.offer_seat(table, "ben")
        except access.Denied:
            return
    with as_phone(taker.app, taker):
        access.take_seat(table, "ben", token)


def test_a_claim_is_written_in_a_few_statements_and_told_without_any(app, table, keeper):
    keeper.claim(table, "anna", "dieppe-paris-1")
    with app.app_context():
        found = services()
    streams = []
    for name in ("anna", "ben", "cleo"):
        streams.append(events(found, found.hub.watch(table.id, name), name, Mark(2)))
        assert "retry" in next(streams[-1])
        assert '"seq":2' in next(streams[-1])
    with statements(found.store.engine) as written:
        keeper.claim(table, "ben", "berlin-danzig-1")
    assert len([line for line in written if "BEGIN" not in line]) <= 6, written
    with statements(found.store.engine) as read:
        assert all('"seq":3' in next(stream) for stream in streams)
    assert read == []


@contextlib.contextmanager
def statements(engine):
    """Collect what is sent to the database while the block runs."""
    seen = []

    def note(_connection, _cursor, statement, *_more):
        seen.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield seen
    event.remove(engine, "before_cursor_execute", note)


def test_a_full_log_can_still_be_ended(app, keeper, table, monkeypatch):
    """What is left of it is for taking back and for the reveal: nobody fills a table so that its game has no end."""
    monkeypatch.setattr(recording, "MAX_ENTRIES", recording.RESERVED + 3)
    for route in ("berlin-danzig-1", "dieppe-paris-1"):
        assert keeper.claim(table, "anna", route, overrule=PLAYED_OVER).status_code == 201
    assert keeper.claim(table, "anna", "frankfurt-paris-1", overrule=PLAYED_OVER).status_code == 403
    assert keeper.add(table, {"type": "retracted", "target": 3}).status_code == 201
    assert keeper.add(table, {"type": "tickets_revealed"}).status_code == 201
