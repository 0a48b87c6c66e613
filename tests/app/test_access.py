"""Who may see and do what at a table: roles, seats that pass from phone to phone, codes that cannot be guessed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from werkzeug.exceptions import NotFound, TooManyRequests

from app.pages.share import view as share
from app.tables import access, recording
from app.tables.access import Denied, Hidden
from app.tables.access.viewers import MOST_GUESSES
from app.tables.services import services
from app.web.addresses import whose
from solver.formats.load import load_edition
from solver.game.events import Entry, Retracted, Seat, TableOpened, TicketsRevealed
from solver.game.fold import fold
from solver.game.objections import objections
from tests.app.phones import Phone, as_phone, open_table, sit
from tests.app.running import ROOT

SECRET = {"ends": ["cadiz", "smolensk"], "points": 91}


@pytest.fixture
def ben(app, table) -> Phone:
    """Ben's phone: it has taken his seat."""
    phone = Phone(app, "ben's phone")
    sit(app, table, phone, "ben")
    return phone


@pytest.fixture
def watcher(app, table) -> Phone:
    """A phone that has joined and holds no seat."""
    phone = Phone(app, "watcher")
    with as_phone(app, phone):
        access.join(table.code)
    return phone


@pytest.fixture
def people(app, table, keeper, ben, watcher) -> dict[str, Phone]:
    """A phone of every kind: the keeper (Anna's seat), two players, a watcher, one that was never here."""
    cleo = Phone(app, "cleo's phone")
    sit(app, table, cleo, "cleo")
    return {"keeper": keeper, "ben": ben, "cleo": cleo, "watcher": watcher, "stranger": Phone(app, None)}


def viewer(app, table, phone):
    with as_phone(app, phone):
        return access.viewer_of(table)


@contextmanager
def denied(app, phone: Phone) -> Iterator[None]:
    with as_phone(app, phone), pytest.raises(Denied):
        yield


def test_whoever_opens_a_table_is_its_keeper_and_holds_all_seats(app, table, keeper):
    found = viewer(app, table, keeper)
    assert (found.role, found.seats, found.member) == ("keeper", ("anna", "ben", "cleo"), True)


def test_a_phone_that_was_never_here_watches(app, table):
    found = viewer(app, table, Phone(app, None))
    assert (found.device, found.role, found.member, found.plays) == (None, "watcher", False, False)


def test_joining_makes_a_device_that_lasts(app, table):
    with app.test_request_context():
        _table, found = access.join(table.code)
        assert found.member
        assert found.device == access.device_id()
        assert found.role == "watcher"
        assert access.make_device() == found.device


def test_a_taken_seat_leaves_the_phone_that_held_it(app, table, keeper, ben):
    assert viewer(app, table, ben).seats == ("ben",)
    assert viewer(app, table, ben).role == "player"
    assert viewer(app, table, keeper).seats == ("anna", "cleo")


def test_a_seat_of_another_phone_cannot_be_taken(app, table, ben, watcher):
    with denied(app, watcher):
        access.take_seat(table, "ben")
    with as_phone(app, watcher), pytest.raises(NotFound):
        access.take_seat(table, "nobody")
    assert viewer(app, table, ben).seats == ("ben",)


def test_a_seat_with_tickets_passes_only_by_an_offer(app, table, keeper, watcher):
    assert keeper.keep(table, "ben", SECRET).status_code == 201
    with denied(app, watcher):
        access.take_seat(table, "ben")
    with as_phone(app, keeper):
        token = access.offer_seat(table, "ben")
    with denied(app, watcher):
        access.take_seat(table, "ben", token=token + "x")
    with as_phone(app, watcher):
        access.take_seat(table, "ben", token=token)
    assert viewer(app, table, watcher).seats == ("ben",)
    assert any("tickets" in e["event"] for e in watcher.news(table)["entries"]), "its tickets came along"
    assert not any("tickets" in e["event"] for e in keeper.news(table)["entries"])


def test_tickets_taken_back_in_a_free_seat_stay_a_secret_of_whoever_entered_them(
    app, table, keeper, ben, watcher
):
    assert keeper.keep(table, "cleo", SECRET).status_code == 201
    assert keeper.add(table, {"type": "retracted", "target": 2}).status_code == 201
    with as_phone(app, watcher):
        access.take_seat(table, "cleo")
    assert "smolensk" not in watcher.get(f"/t/{table.code}/log.jsonl").text
    assert "smolensk" not in str(watcher.news(table))
    assert watcher.add(table, {"type": "retracted", "target": 3}).status_code == 403
    assert watcher.keep(table, "cleo", "brest--petrograd").status_code == 201
    assert "petrograd" in watcher.get(f"/t/{table.code}/log.jsonl").text


def test_an_offer_is_good_for_one_seat_of_one_holder_at_one_table(app, table, keeper, ben, watcher):
    with as_phone(app, ben):
        token = access.offer_seat(table, "ben")
    other = open_table(app, keeper)
    other_ben = Phone(app, "other")
    sit(app, other, other_ben, "ben")
    for wrong_table, seat in ((other, "ben"), (table, "cleo")):
        keeper.keep(table, "cleo", SECRET)
        with denied(app, watcher):
            access.take_seat(wrong_table, seat, token=token)
    with as_phone(app, watcher):
        access.take_seat(table, "ben", token=token)
    with denied(app, Phone(app, "third")):
        access.take_seat(table, "ben", token=token)


def test_only_the_phone_that_holds_a_seat_can_offer_it(app, table, keeper, ben, watcher):
    for phone in (keeper, watcher):
        with denied(app, phone):
            access.offer_seat(table, "ben")


def test_the_keeper_frees_a_seat_but_its_tickets_stay_secret_and_are_taken_back(app, table, keeper, ben):
    seq = ben.keep(table, "ben", SECRET).get_json()["seq"]
    with as_phone(app, keeper):
        access.free_seat(table, "ben")
    assert viewer(app, table, keeper).holds("ben")
    assert "smolensk" not in str(keeper.news(table))
    assert {"seq": seq, "event": {"type": "secret"}} in keeper.news(table)["entries"]
    with as_phone(app, keeper):
        state, _entries = recording.seen(table, access.viewer_of(table))
        assert not state.tickets.get("ben"), "they do not count any more"
    assert ben.keep(table, "ben", SECRET).status_code == 403
    assert keeper.keep(table, "ben", SECRET).status_code == 201, "they are entered anew"
    assert str(keeper.news(table)).count("smolensk") == 1


def test_freed_tickets_cannot_be_put_in_force_again_by_the_next_holder(app, table, keeper, ben):
    ben.keep(table, "ben", SECRET)
    with as_phone(app, keeper):
        access.free_seat(table, "ben")
    last = keeper.news(table)["seq"]
    found = keeper.add(table, {"type": "retracted", "target": last})
    assert found.status_code == 403
    assert "smolensk" not in found.text


def test_seats_are_freed_by_the_keeper_alone(app, table, ben, watcher):
    for phone in (ben, watcher, Phone(app, None)):
        with denied(app, phone):
            access.free_seat(table, "cleo")


def test_the_keeper_passes_on_the_role_and_loses_it(app, table, keeper, ben):
    with denied(app, ben):
        access.offer_keeper(table)
    with as_phone(app, keeper):
        token = access.offer_keeper(table)
    with denied(app, ben):
        access.take_keeper(table, "no token")
    with as_phone(app, ben):
        access.take_keeper(table, token)
    assert viewer(app, table, ben).keeper
    assert viewer(app, table, keeper).role == "player"
    with denied(app, keeper):
        access.set_locked(table, True)
    with denied(app, keeper):
        access.take_keeper(table, token)


def test_a_locked_table_keeps_strangers_out_and_nobody_else(app, table, keeper, ben, watcher):
    with denied(app, ben):
        access.set_locked(table, True)
    with as_phone(app, keeper):
        access.set_locked(table, True)
    for phone, status in (
        (keeper, 200),
        (ben, 200),
        (watcher, 200),
        (Phone(app, None), 403),
        (Phone(app, "x"), 403),
    ):
        for what in ("entries", "stream"):
            found = phone.get(f"/t/{table.code}/{what}", buffered=False)
            assert found.status_code == status, (phone.device, what)
            found.close()
    with denied(app, Phone(app, "x")):
        access.join(table.code)
    with denied(app, Phone(app, "x")):
        access.take_seat(table, "anna")
    with as_phone(app, keeper):
        token = access.offer_seat(table, "anna")
    with denied(app, Phone(app, "x")):
        access.visit(table.code, offer=token + "x")
    with as_phone(app, Phone(app, "x")):
        access.visit(table.code, offer=token)
        access.take_seat(table, "anna", token=token)


@pytest.mark.parametrize("what", ["seat", "keeper"])
def test_an_offer_that_was_taken_lets_nobody_in(app, table, keeper, ben, what):
    with as_phone(app, keeper):
        access.set_locked(table, True)
        token = access.offer_seat(table, "anna") if what == "seat" else access.offer_keeper(table)
    link = f"/j/{table.code}/seat/anna/{token}" if what == "seat" else f"/j/{table.code}/keeper/{token}"
    taking = f"/j/{table.code}" if what == "seat" else f"/j/{table.code}/keeper"
    dora, third = Phone(app, "dora's phone"), Phone(app, "third")
    assert third.get(link).status_code == 200
    assert third.form(f"/j/{table.code}", token=token).status_code == 403, (
        "an offer is no ticket for watching"
    )
    assert dora.form(taking, seat="anna", token=token).status_code == 303
    assert third.get(link).status_code == 403
    for fields in ({"seat": "anna", "token": token}, {"token": token}):
        assert third.form(taking, **fields).status_code == 403
    assert third.get(f"/t/{table.code}").status_code == 403
    # It passes back: the first link opens nothing all the same.
    with as_phone(app, dora):
        back = access.offer_seat(table, "anna") if what == "seat" else access.offer_keeper(table)
    assert keeper.form(taking, seat="anna", token=back).status_code == 303
    assert third.form(taking, seat="anna", token=token).status_code == 403
    assert not viewer(app, table, third).member


def test_the_keeper_sends_away_who_only_watches(app, table, keeper, ben, watcher):
    share = f"/t/{table.code}/share"
    assert "watching phone" not in keeper.get(share).text, "joining is open, they could come back"
    keeper.form(share, do="lock")
    assert "Send 1 watching phone away" in keeper.get(share).text
    assert "watching phone" not in ben.get(share).text
    assert ben.form(share, do="send-away").status_code == 403
    assert watcher.get(share).status_code == 200
    keeper.form(share, do="send-away")
    assert watcher.get(share).status_code == 200, "it is asked about once more"
    keeper.sure(share, do="send-away")
    assert watcher.get(share).status_code == 403
    assert [phone.get(share).status_code for phone in (keeper, ben)] == [200, 200]
    assert "watching phone" not in keeper.get(share).text


def test_options_are_the_keepers(app, table, keeper, ben):
    with denied(app, ben):
        access.set_options(table, hide_totals=True)
    with as_phone(app, keeper):
        access.set_options(table, hide_totals=True)
        found, seen = access.visit(table.code)
        state, _ = recording.current(table)
        assert not access.may_see_totals(seen, state, found)
    keeper.add(table, {"type": "tickets_revealed"})
    with as_phone(app, keeper):
        assert access.may_see_totals(seen, recording.current(table)[0], found)


CLAIM = {"type": "route_claimed", "player": "anna", "route": "dieppe-paris-1"}
NAME = {"type": "seat_changed", "player": "ben", "name": "Benno", "colour": "blue"}
TICKET = {"type": "tickets_kept", "player": "ben", "tickets": ["brest--petrograd"]}


@pytest.mark.parametrize(
    ("event", "who"),
    [
        (CLAIM, "keeper ben cleo"),
        ({"type": "turn_taken", "player": "cleo"}, "keeper ben cleo"),
        ({"type": "retracted", "target": 2}, "keeper ben cleo"),
        (NAME, "keeper ben"),
        (TICKET, "ben"),
        ({"type": "retracted", "target": 3}, "ben"),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_what_each_role_may_record(table, people, event, who):
    keeper, ben = people["keeper"], people["ben"]
    assert keeper.claim(table, "anna", "berlin-danzig-1").get_json()["seq"] == 2
    assert ben.keep(table, "ben", SECRET).get_json()["seq"] == 3
    for name in people.keys() - who.split():
        found = people[name].add(table, event)
        assert found.status_code == 403, name
        assert found.mimetype == "application/problem+json"
        assert "smolensk" not in found.text
    for name in who.split():
        found = people[name].add(table, event)
        assert found.status_code == 201, (name, found.text)
        # Taken back at once, so that the next one finds the same table. The seat or the keeper may do that.
        undo = {"type": "retracted", "target": found.get_json()["seq"]}
        assert 201 in {ben.add(table, undo).status_code, keeper.add(table, undo).status_code}


def test_after_the_reveal_tickets_are_entered_by_their_seat_and_the_host(app, table, keeper, ben, watcher):
    keeper.add(table, {"type": "tickets_revealed"})
    assert keeper.keep(table, "ben", SECRET).status_code == 201
    assert ben.keep(table, "ben", SECRET).status_code == 201
    assert ben.keep(table, "anna", SECRET).status_code == 403
    assert watcher.keep(table, "anna", SECRET).status_code == 403


def test_the_opening_cannot_be_taken_back(table, keeper):
    assert keeper.add(table, {"type": "retracted", "target": 1}).status_code == 409


def test_a_secret_entry_and_what_takes_it_back_are_bare_numbers_to_others(app, table, keeper, ben):
    first = ben.keep(table, "ben", SECRET).get_json()["seq"]
    second = ben.add(table, {"type": "retracted", "target": first, "reason": "smolensk"}).get_json()["seq"]
    third = ben.add(table, {"type": "retracted", "target": second}).get_json()["seq"]
    secret = [{"seq": seq, "event": {"type": "secret"}} for seq in (first, second, third)]
    assert keeper.news(table, after=first - 1)["entries"] == secret
    assert [e["event"]["type"] for e in ben.news(table, after=first - 1)["entries"]] == [
        "tickets_kept",
        "retracted",
        "retracted",
    ]
    keeper.add(table, {"type": "tickets_revealed"})
    assert [e["event"]["type"] for e in keeper.news(table)["entries"][1:4]] == [
        "tickets_kept",
        "retracted",
        "retracted",
    ]


def test_the_state_of_a_phone_holds_no_tickets_of_other_seats(app, table, keeper, ben):
    ben.keep(table, "ben", SECRET)
    keeper.keep(table, "anna", "brest--petrograd")
    with as_phone(app, keeper):
        seen = access.viewer_of(table)
        state, entries = recording.seen(table, seen)
        full, _ = recording.current(table)
    assert set(full.tickets) == {"anna", "ben"}
    assert set(state.tickets) == {"anna"}
    assert access.visible_tickets(seen, full, "ben") is None
    assert [t.id for t in access.visible_tickets(seen, full, "anna")] == ["brest--petrograd"]
    assert sum(isinstance(entry, Hidden) for entry in entries) == 1


def test_the_reveal_cannot_be_taken_back(app, table, keeper, ben):
    ben.keep(table, "ben", SECRET)
    seq = keeper.add(table, {"type": "tickets_revealed"}).get_json()["seq"]
    assert "smolensk" in str(keeper.news(table))
    assert ben.add(table, {"type": "retracted", "target": seq}).status_code == 403
    refused = keeper.add(table, {"type": "retracted", "target": seq}, overrule=["reveal-stays"])
    assert refused.status_code == 409
    assert [found["code"] for found in refused.get_json()["objections"]] == ["reveal-stays"]


def test_an_old_log_with_a_reveal_taken_back_means_what_it_meant():
    edition = load_edition("europe")
    opened = TableOpened("europe", (Seat("anna", "Anna", "red"), Seat("ben", "Ben", "blue")))
    events = (opened, TicketsRevealed(), Retracted(2))
    state = fold(edition, [Entry(n, "", None, f"e{n}", event) for n, event in enumerate(events, 1)])
    assert not state.revealed
    assert [found.code for found in objections(state, Retracted(3))] == ["reveal-stays"]


def guessed(app, times, **environ):
    """Return a phone that has tried so many wrong codes, and what it was told the last time."""
    phone = Phone(app, None)
    for _ in range(times):
        told = phone.get("/t/ZZZZZZ/entries", environ_base=environ).status_code
    return phone, told


def most_wrong(app):
    """Return how many wrong codes are answered as such, and after how many typed codes let nobody new in."""
    with app.app_context():
        tries = services().settings.wrong_codes
    return tries, tries * MOST_GUESSES


def test_who_has_the_right_code_comes_in_behind_an_address_that_tries_wrong_ones(app, table):
    tries, most = most_wrong(app)
    guesser, told = guessed(app, tries)
    assert told == 404
    waits = guesser.get("/t/ZZZZZZ/entries")
    assert waits.status_code == 429
    assert int(waits.headers["Retry-After"]) > 0
    newcomer = Phone(app, None)
    assert newcomer.get(f"/join?code={table.code}").status_code == 303
    assert newcomer.form(f"/j/{table.code}").status_code == 303
    guessed(app, most - tries - 2)
    with as_phone(app, Phone(app, None)):
        access.join(table.code)


def test_guessing_ends_all_the_same(app, table):
    """Or whoever tries without end would be told by every table that he finds."""
    _tries, most = most_wrong(app)
    guesser, told = guessed(app, most + 1)
    assert told == 429
    locked = guesser.get(f"/t/{table.code}/entries")
    assert locked.status_code == 429, "or the lock would betray a right guess"
    with as_phone(app, guesser), pytest.raises(TooManyRequests):
        access.join(table.code)
    elsewhere = guesser.get(f"/t/{table.code}/entries", environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert elsewhere.status_code == 200


@pytest.mark.parametrize("page", ["/share", "/qr.svg"])
def test_the_code_read_off_a_phone_is_no_guess(app, table, keeper, monkeypatch, page):
    """The QR code brings a mark along; whoever comes with it may be behind any address."""
    drawn = []
    monkeypatch.setattr(share, "_qr", lambda address: drawn.append(address) or b"")
    assert keeper.get(f"/t/{table.code}{page}").status_code == 200
    guessed(app, most_wrong(app)[1] + 1)
    link = urlsplit(drawn[-1])
    newcomer = Phone(app, None)
    assert newcomer.get(link.path).status_code == 429
    for wrong in ("", "0" * 20, "é"):
        assert newcomer.get(f"{link.path}?k={wrong}").status_code == 429
    assert newcomer.get(f"{link.path}?{link.query}").status_code == 200
    assert newcomer.form(f"/j/{table.code}", seat="cleo").status_code == 303
    assert newcomer.claim(table, "cleo", "dieppe-paris-1").status_code == 201
    other = open_table(app, Phone(app, "another keeper"))
    assert newcomer.get(f"/j/{other.code}?{link.query}").status_code == 429, "it is the mark of one table"


def test_an_offered_seat_is_no_guess(app, table, ben):
    with as_phone(app, ben):
        token = access.offer_seat(table, "ben")
    guessed(app, most_wrong(app)[1] + 1)
    link = f"/j/{table.code}/seat/ben/{token}"
    assert Phone(app, None).get(link).status_code == 200


@pytest.mark.parametrize("fresh", [lambda n: f"2001:db8:0:7::{n:x}", lambda n: f"2001:db8:0:7:{n:x}::1"])
def test_a_network_by_ipv6_is_one_address(app, table, fresh):
    """Any device takes new addresses out of its network as it likes."""
    tries, _most = most_wrong(app)
    phone = Phone(app, None)
    told = [
        phone.get("/t/ZZZZZZ/entries", environ_base={"REMOTE_ADDR": fresh(n)}).status_code
        for n in range(1, tries + 2)
    ]
    assert told == [404] * tries + [429]
    elsewhere = phone.get("/t/ZZZZZZ/entries", environ_base={"REMOTE_ADDR": "2001:db8:0:8::1"})
    assert elsewhere.status_code == 404


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:7:1:2:3:4", "2001:db8:0:7::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_by_what_an_address_is_counted(address, counted):
    assert whose(address) == counted


def test_nothing_else_asks_whose_address_it_is():
    """One answer for all limits: another one would count otherwise."""
    for path in (ROOT / "app").rglob("*.py"):
        asks = path.read_text(encoding="utf-8").count("remote_addr")
        allowed = path.name in ("addresses.py", "operations.py")  # whether a caller is this very machine
        assert not asks or allowed, path


def test_a_phone_at_the_table_plays_on_behind_an_address_that_is_locked_out(app, keeper, table):
    with app.app_context():
        tries = services().settings.wrong_codes
    ben = Phone(app, "ben")
    sit(app, table, ben, "ben")
    guesser = Phone(app, "guesser")
    most = tries * MOST_GUESSES
    assert [guesser.get("/t/ZZZZZZ/entries").status_code for _ in range(most + 1)][-1] == 429
    assert guesser.get(f"/t/{table.code}/entries").status_code == 429
    for phone in (keeper, ben):
        assert phone.get(f"/t/{table.code}/entries").status_code == 200
        assert phone.get("/t/ZZZZZZ/entries").status_code == 429
    assert ben.claim(table, "ben", "dieppe-paris-1").status_code == 201
