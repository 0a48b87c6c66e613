"""After the reveal nobody who comes by can change who has won; what is handed on lets people look, and nothing else."""

from __future__ import annotations

import re

import pytest

from app.tables.services import services
from tests.app.phones import Phone, open_table, sit


@pytest.fixture
def host(app):
    return Phone(app, "phone of the host")


@pytest.fixture
def finished(app, host):
    """A table of three after the reveal: Ben sits at a phone of his own, the other seats are the host's."""
    table = open_table(app, host)
    ben = Phone(app, "phone of ben")
    sit(app, table, ben, "ben")
    assert host.claim(table, "anna", "dieppe-paris-1", id="claim-of-anna").status_code == 201
    assert host.claim(table, "ben", "berlin-danzig-1", id="claim-of-ben").status_code == 201
    reveal(host, ben, table)
    return table, ben


def reveal(host, ben, table):
    """Reveal with the yes of the other phone."""
    host.add(table, {"type": "reveal_asked"})
    ben.add(table, {"type": "reveal_agreed", "player": "ben"})
    assert host.add(table, {"type": "tickets_revealed"}).status_code == 201


def owners(app, table):
    with app.app_context():
        return dict(services().snapshots.of(table.id).state.owner)


def test_a_stranger_finds_no_free_seat_strikes_nothing_and_claims_nothing(app, finished):
    table, _ben = finished
    before = owners(app, table)
    stranger = Phone(app, "phone of a stranger")
    stranger.get(f"/j/{table.code}")
    page = stranger.get(f"/j/{table.code}").text
    assert page.count('<button class="seatbtn" disabled>') == 3, "no seat is offered"
    for seat in ("anna", "ben", "cleo"):
        assert stranger.form(f"/j/{table.code}", seat=seat).status_code in (403, 404)
    stranger.form(f"/j/{table.code}")  # he may still come in and watch
    for event in (
        {"type": "retracted", "target": 2},
        {"type": "route_claimed", "player": "anna", "route": "kyiv-warszawa-1"},
        {"type": "tickets_kept", "player": "anna", "tickets": ["brest--petrograd"]},
        {"type": "seat_changed", "player": "anna", "name": "Zoe", "colour": "red"},
    ):
        assert stranger.add(table, event).status_code == 403, event
        sent = {"id": "stranger-1", "event": event}
        assert stranger.client.post(f"/api/v1/tables/{table.code}/entries", json=sent).status_code == 403
    assert owners(app, table) == before


def test_a_seat_mends_its_own_tickets_and_the_rest_is_the_hosts(app, host, finished):
    table, ben = finished
    mine = {"type": "tickets_kept", "player": "ben", "tickets": ["athina--edinburgh"]}
    theirs = {"type": "tickets_kept", "player": "anna", "tickets": ["brest--petrograd"]}
    claim = {"type": "route_claimed", "player": "ben", "route": "kyiv-warszawa-1"}
    assert ben.add(table, mine).status_code == 201
    with app.app_context():
        last = services().snapshots.of(table.id).state.seq
    assert ben.add(table, {"type": "retracted", "target": last}).status_code == 201
    for event in (theirs, claim, {"type": "retracted", "target": 2}):
        assert ben.add(table, event).status_code == 403, event
    assert host.add(table, claim).status_code == 201


def test_share_hands_on_an_address_without_the_code(app, host, finished):
    table, ben = finished
    for phone in (host, ben):
        page = phone.get(f"/t/{table.code}/sheet").text
        link = re.search(r'href="([^"]+)"[^>]*id="share"', page)
        assert link
        assert "/s/" in link[1]
        assert table.code not in link[1]
        title = re.search(r'id="share" data-title="([^"]*)"', page)
        assert title
        assert table.code not in title[1]
        seen = Phone(app, None).get(link[1].replace("http://localhost", ""))
        assert seen.status_code == 200
        assert table.code not in seen.text


def test_before_the_reveal_there_is_nothing_to_hand_on(app, host):
    table = open_table(app, host)
    page = host.get(f"/t/{table.code}/sheet").text
    assert 'id="share"' not in page
    assert "data-share" not in page
