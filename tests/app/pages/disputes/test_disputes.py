"""Who is right: record against table, and the log step by step."""

from __future__ import annotations

import re

import pytest

from app.tables import recording
from solver.game.fold import fold
from tests.app.phones import open_table, sit


def state_of(app, table):
    with app.app_context():
        return recording.current(table)[0]


@pytest.fixture
def played(keeper, table):
    """A table with a claim of six spaces, one of three, and a taken-back one."""
    for player, route in (
        ("anna", "frankfurt-paris-1"),
        ("ben", "berlin-danzig-1"),
        ("cleo", "dieppe-paris-1"),
    ):
        assert keeper.claim(table, player, route, overrule=["turn-not-left"]).status_code == 201
    return table


def readings(app, table, **more):
    """Return the query of an audit in which everything agrees, but for ``more``."""
    state = state_of(app, table)
    found = {}
    for player in state.players:
        found[f"trains-{player}"] = str(state.trains_left(player))
        found[f"marker-{player}"] = str(state.route_points(player) % 100)
    return {**found, **{name.replace("_", "-"): str(value) for name, value in more.items()}}


def test_what_agrees_is_said_to_agree(app, keeper, played):
    page = keeper.get(f"/t/{played.code}/audit", query_string=readings(app, played)).text
    assert "Record and table agree." in page
    assert '<article class="correction">' not in page


def test_a_marker_that_is_off_alone_is_looked_at_before_the_record(app, keeper, played):
    """Nothing is offered to be changed before the fold that says what else it might be."""
    query = readings(app, played, marker_anna=31)
    page = keeper.get(f"/t/{played.code}/audit", query_string=query).text
    found = page.split('id="found"')[1]
    first = found.split("<details")[0]
    assert (
        "Anna: the trains agree, the marker does not. It stands on 31 and by the record belongs on" in first
    )
    assert "Take back" not in first
    assert "Write down" not in first


def test_a_claim_that_does_not_lie_there_leads_to_its_entry_and_can_be_taken_back(app, keeper, played):
    query = readings(app, played, trains_ben=45, marker_ben=0)
    page = keeper.get(f"/t/{played.code}/audit", query_string=query).text
    assert page.count('<article class="correction">') == 1
    seq = state_of(app, played).claimed_at["berlin-danzig-1"]
    assert f"/t/{played.code}/history?at={seq}" in page
    assert f'name="target" value="{seq}"' in page
    fields = {"target": str(seq), "reason": "Audit", "entry_id": "entry-audit-1", "back": "/elsewhere"}
    answer = keeper.form(f"/t/{played.code}/history", **fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/elsewhere")
    assert "berlin-danzig-1" not in state_of(app, played).owner
    assert "Record and table agree." in keeper.get(f"/t/{played.code}/audit", query_string=query).text


def test_a_forgotten_claim_leads_to_the_sheet_that_writes_it_down(app, keeper, played):
    query = readings(app, played, trains_cleo=44 - 8, marker_cleo=22)
    page = keeper.get(f"/t/{played.code}/audit", query_string=query).text
    assert page.count('<article class="correction">') == 1
    link = re.search(rf'href="(/t/{played.code}\?route=petrograd-stockholm-1[^"]*)"', page)[1]
    sheet = keeper.get(link.replace("&amp;", "&")).text
    assert "Petrograd – Stockholm" in sheet


def test_what_cannot_have_been_counted_is_refused_in_words(app, keeper, played):
    for value in ("46", "-1", "x", "²"):
        page = keeper.get(f"/t/{played.code}/audit", query_string={"trains-anna": value}).text
        assert "Anna: trains left must be a number from 0 to 45." in page
    page = keeper.get(f"/t/{played.code}/audit?marker-ben=1.5").text
    assert "Ben: the marker must stand on a number from 0 to 99." in page
    page = keeper.get(f"/t/{played.code}/audit?marker-ben=150").text
    assert "Ben: the score track ends at 99. For 150 enter 50." in page
    assert "Record and table" not in page


def test_a_watcher_may_compare_but_not_take_back(app, phone, keeper, played):
    query = readings(app, played, trains_ben=45, marker_ben=0)
    page = phone(None).get(f"/t/{played.code}/audit", query_string=query).text
    assert '<article class="correction">' in page
    assert 'name="target"' not in page
    answer = phone("watcher").form(f"/t/{played.code}/history", target="3", entry_id="entry-watch-1")
    assert answer.status_code == 403


def test_covered_points_are_not_told_by_the_form(app, keeper):
    table = open_table(app, keeper, 3, hide_totals=True)
    keeper.claim(table, "anna", "frankfurt-paris-1")
    page = keeper.get(f"/t/{table.code}/audit").text
    assert 'class="record"' in page
    assert page.split('class="record"')[1].count('<th scope="col"') == 1


# Step by step ------------------------------------------------------------------------------------------------------


def test_the_board_after_any_entry_is_what_the_log_says(app, keeper, played):
    keeper.add(played, {"type": "retracted", "target": 3, "reason": "a slip"})
    with app.app_context():
        state, entries = recording.current(played)
    for at in range(1, state.seq + 1):
        page = keeper.get(f"/t/{played.code}/history?at={at}").text
        then = fold(state.edition, [e for e in entries if e.seq <= at])
        drawn = set(re.findall(r'class="[^"]*claimed p-\w+[^"]*" id="r-([^"]+)"', page))
        assert drawn == set(then.owner), at
    page = keeper.get(f"/t/{played.code}/history?at=3").text
    assert f"Taken back by entry {state.seq}: a slip" in page


def test_an_entry_says_from_whose_phone_it_came(app, phone, keeper, played):
    ben = phone("ben")
    sit(app, played, ben, "ben")
    assert ben.claim(played, "ben", "danzig-warszawa-1", overrule=["turn-not-left"]).status_code == 201
    page = keeper.get(f"/t/{played.code}/history").text
    assert "Recorded from Ben’s phone." in page


def test_an_entry_of_a_phone_with_several_seats_is_said_to_be_theirs(app, phone, keeper, played):
    """Nobody's own phone wrote it: one phone for all says nothing but the time."""
    page = keeper.get(f"/t/{played.code}/history").text
    assert "<time" in page
    assert "Recorded from" not in page
    ben = phone("ben")
    for seat in ("ben", "cleo"):
        sit(app, played, ben, seat)
    assert ben.claim(played, "ben", "danzig-warszawa-1", overrule=["turn-not-left"]).status_code == 201
    assert "Recorded from the phone of Ben and Cleo." in keeper.get(f"/t/{played.code}/history").text


def test_a_station_takes_no_points_from_a_total_that_never_had_them(keeper, played):
    """What counts is the stations in stock at the end (R_EU): no total falls by 4 when one is built."""
    keeper.add(
        played, {"type": "station_built", "player": "anna", "city": "roma", "overruled": ["turn-not-left"]}
    )
    for page in ("/log", "/history"):
        assert "Roma" in keeper.get(f"/t/{played.code}{page}").text
        assert "−4" not in keeper.get(f"/t/{played.code}{page}").text


def test_an_overruled_rule_stands_beside_its_entry_with_the_ruling(app, keeper):
    table = open_table(app, keeper, 2)
    keeper.claim(table, "anna", "frankfurt-paris-1")
    done = keeper.claim(table, "ben", "frankfurt-paris-2", overrule=["parallel-closed"])
    assert done.status_code == 201, done.text
    page = keeper.get(f"/t/{table.code}/history").text
    assert "The table played over a rule." in page
    assert "/rulings#" in page.split('class="entry')[1].split("</section>")[0]


def test_what_is_secret_stays_secret_at_every_step(app, phone, keeper, played):
    assert keeper.keep(played, "anna", "cadiz--stockholm").status_code == 201
    seq = state_of(app, played).seq
    ben = phone("ben")
    sit(app, played, ben, "ben")
    page = ben.get(f"/t/{played.code}/history?at={seq}").text
    assert "Something secret." in page
    assert "ticket kept" not in page
    assert "Anna: 1 ticket kept" in keeper.get(f"/t/{played.code}/history?at={seq}").text
    assert 'name="target"' not in page


def test_what_rules_forbid_to_take_back_is_explained(app, keeper, played):
    answer = keeper.form(f"/t/{played.code}/history", target="1", entry_id="entry-first-1")
    assert answer.status_code == 409
    assert 'class="objections"' in answer.text
    for target in ("", "x", "999999999999999"):
        assert keeper.form(
            f"/t/{played.code}/history", target=target, entry_id=f"entry-x{len(target):08}"
        ).status_code in (409, 422, 400)


@pytest.mark.parametrize("at", ["0", "-4", "x", "", "99999999999", "²"])
def test_a_strange_step_shows_some_step(keeper, played, at):
    assert keeper.get(f"/t/{played.code}/history?at={at}").status_code == 200


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    "page", ["audit?trains-anna=3&marker-anna=9", "history", "whatif", "ask", "takehome"]
)
def test_every_page_in_both_languages(keeper, played, page, language):
    answer = keeper.get(f"/t/{played.code}/{page}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'lang="{language}"' in answer.text


# Taking back with what follows -------------------------------------------------------------------------------------


def test_the_log_says_why_an_entry_was_taken_back(keeper, played):
    assert (
        keeper.form(
            f"/t/{played.code}/history", target="3", reason="laid twice", entry_id="entry-why-1"
        ).status_code
        == 303
    )
    log = keeper.get(f"/t/{played.code}/log").text
    assert "Taken back: laid twice" in log.split('id="e3"')[1].split("</li>")[0]
    assert "laid twice" in log.split('id="e5"')[1].split("</li>")[0]


@pytest.fixture
def resting(keeper, table):
    """A claim (2), what was taken up again (3), and the claim of it by somebody else (4)."""
    assert keeper.claim(table, "anna", "berlin-danzig-1").status_code == 201
    event = {"type": "retracted", "target": 2}
    assert keeper.add(table, event).status_code == 201
    assert keeper.claim(table, "ben", "berlin-danzig-1", overrule=["turn-not-left"]).status_code == 201
    return table


@pytest.mark.parametrize("way", ["history", "record"])
def test_who_puts_back_what_others_rest_on_is_warned_first(app, keeper, resting, way):
    fields = {
        "history": {"target": "3", "entry_id": "entry-warn-1"},
        "record": {"type": "retracted", "target": "3", "id": "entry-warn-1", "again": "1", "back": "log"},
    }[way]
    answer = keeper.form(f"/t/{resting.code}/{way}", **fields)
    assert answer.status_code == 409
    assert "1 later entry rests on this." in answer.text
    assert "Ben: Berlin – Danzig" in answer.text
    assert state_of(app, resting).owner == {"berlin-danzig-1": "ben"}
    told = re.search(r'name="warned" value="([^"]*)"', answer.text)[1]
    assert told == "4"
    go_on = keeper.form(
        f"/t/{resting.code}/history", target="3", warned=told, reason="it was Anna", entry_id="entry-warn-2"
    )
    assert go_on.status_code == 303
    assert state_of(app, resting).owner == {"berlin-danzig-1": "anna"}


def test_a_warning_of_fewer_entries_is_not_enough(keeper, resting):
    answer = keeper.form(f"/t/{resting.code}/history", target="3", warned="9", entry_id="entry-warn-3")
    assert answer.status_code == 409


def go_back(phone, table, at, last, entry_id="entry-back-1", **more):
    """Take everything back to an entry."""
    return phone.form(f"/t/{table.code}/history/back", at=str(at), last=str(last), entry_id=entry_id, **more)


def test_everything_is_taken_back_to_an_entry_at_once(app, keeper, played):
    then = state_of(app, played)
    for event in ({"type": "retracted", "target": 2}, {"type": "retracted", "target": 5}):
        assert keeper.add(played, event).status_code == 201
    assert keeper.claim(played, "ben", "paris-zurich-1", overrule=["turn-not-left"]).status_code == 201
    page = keeper.get(f"/t/{played.code}/history?at=4").text
    assert "Take everything back to here" in page
    shown = keeper.get(f"/t/{played.code}/history/back?at=4").text
    assert "Ben: Paris – Zürich" in shown
    assert "Entry 2" not in shown, "what was put back already holds"
    before = state_of(app, played).seq
    answer = go_back(keeper, played, 4, before, reason="the wrong game")
    assert answer.status_code == 303
    now = state_of(app, played)
    assert (now.owner, now.stations, now.turn) == (then.owner, then.stations, then.turn)
    seq = now.seq
    assert go_back(keeper, played, 4, before).status_code == 303, "sent again"
    assert state_of(app, played).seq == seq
    assert "the wrong game" in keeper.get(f"/t/{played.code}/log").text


@pytest.mark.parametrize("at", range(1, 8))
def test_the_table_is_as_it_was(app, keeper, played, at):
    keeper.add(played, {"type": "retracted", "target": 3})
    keeper.add(played, {"type": "retracted", "target": 5})
    keeper.add(played, {"type": "retracted", "target": 6})
    with app.app_context():
        state, entries = recording.current(played)
    then = fold(state.edition, entries[:at], state.board)
    answer = go_back(keeper, played, at, state.seq)
    now = state_of(app, played)
    assert answer.status_code == 303 or (answer.status_code == 400 and now.seq == state.seq)
    assert (now.owner, now.turn, now.claimed_at) == (then.owner, then.turn, then.claimed_at)


def test_what_was_recorded_meanwhile_is_shown_before_it_is_taken_back(app, keeper, played):
    last = state_of(app, played).seq
    assert keeper.claim(played, "ben", "paris-zurich-1", overrule=["turn-not-left"]).status_code == 201
    answer = go_back(keeper, played, 2, last)
    assert answer.status_code == 409
    assert "Something was recorded meanwhile." in answer.text
    assert "Paris – Zürich" in answer.text
    assert len(state_of(app, played).owner) == 4


def test_all_is_taken_back_or_nothing(app, phone, keeper, played):
    ben = phone("ben")
    sit(app, played, ben, "ben")
    assert ben.keep(played, "ben", "berlin--london").status_code == 201
    last = state_of(app, played).seq
    for other, words in ((keeper, "is secret"), (phone("stranger"), "")):
        page = other.get(f"/t/{played.code}/history/back?at=2")
        assert words in page.text
        assert "<form class=" not in page.text
        assert "history/back" not in other.get(f"/t/{played.code}/history?at=2").text
        assert go_back(other, played, 2, last).status_code == 403
    assert keeper.add(played, {"type": "tickets_revealed"}).status_code == 201
    assert "cannot be taken back from this phone" in ben.get(f"/t/{played.code}/history/back?at=2").text
    last = state_of(app, played).seq
    assert go_back(ben, played, 2, last).status_code == 403
    assert go_back(keeper, played, 2, last, entry_id="entry-back-9").status_code == 409, "a reveal stays"
    assert (state_of(app, played).seq, state_of(app, played).revealed) == (last, True)


def test_the_page_says_what_stays_and_what_helps(app, keeper, played):
    assert keeper.add(played, {"type": "tickets_revealed"}).status_code == 201
    page = keeper.get(f"/t/{played.code}/history/back?at=2").text
    assert "cannot be taken back from this phone" not in page, "it is the reveal that stays, on every phone"
    assert "data-irrevocable" not in page
    assert keeper.add(played, {"type": "result_shown"}).status_code == 201
    shown = state_of(app, played).result_entry
    page = keeper.get(f"/t/{played.code}/history/back?at=2").text
    assert f"entry {shown}" in page.lower()
    assert "data-irrevocable" not in page


@pytest.mark.parametrize("at", ["", "0", "x", "99999999999", "4"])
def test_nothing_behind_an_entry_is_said_so(keeper, played, at):
    page = keeper.get(f"/t/{played.code}/history/back?at={at}")
    assert page.status_code == 200
    if at != "0":
        assert "Nothing behind this entry is in force." in page.text
    assert go_back(keeper, played, 4, 4).status_code == 400
