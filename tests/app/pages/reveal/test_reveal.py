"""Laying the tickets open: who is asked, what a form needs, and that nobody opens them by a tap."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from app.tables import confirming, recording
from solver.formats.load import load_edition
from solver.game.events import Entry, Seat, TableOpened, TicketsRevealed
from solver.game.fold import fold
from tests.app.phones import sit

REVEAL = {"type": "tickets_revealed"}
ASK = {"type": "reveal_asked"}


@pytest.fixture
def quick(monkeypatch):
    """Let a confirmation be answered at once."""
    monkeypatch.setattr(confirming, "DEAF_SECONDS", 0)


@pytest.fixture
def ben(app, phone, table):
    """A phone that holds Ben's seat."""
    ben = phone("ben")
    sit(app, table, ben, "ben")
    return ben


def token(keeper, table):
    """Return what the confirmation page signs."""
    page = keeper.get(f"/t/{table.code}/finish/reveal").text
    return re.search(r'name="confirm" value="([^"]+)"', page)[1]


def codes(answer):
    """Return the objections to an entry."""
    assert answer.status_code == 409, answer.text
    return [found["code"] for found in answer.get_json()["objections"]]


def bare(keeper, table, event):
    """Send an entry as it is, without asking before a reveal."""
    return keeper.add(table, event, overrule=[])


def is_open(app, table):
    with app.app_context():
        return recording.current(table)[0].revealed


def end(keeper, table):
    """Play the last round to its end: Anna runs out of trains, and everybody has one turn."""
    with keeper.app.app_context():
        board = recording.current(table)[0].board
    left, used = 45, set()
    for route in sorted(board.routes.values(), key=lambda r: -r.length):
        if (
            route.length <= left - 0
            and not used.intersection((route.id, *board.parallels[route.id]))
            and left > 2
        ):
            used.add(route.id)
            left -= route.length
            overrule = ["too-few-trains", "parallel-own", "parallel-closed"]
            assert keeper.claim(table, "anna", route.id, overrule=overrule).status_code == 201
    for player in ("ben", "cleo", "anna"):
        assert keeper.add(table, {"type": "turn_taken", "player": player}).status_code == 201


def test_a_form_without_the_confirmation_reveals_nothing(app, keeper, table, quick):
    bare(keeper, table, ASK)
    for fields in ({}, {"do": "reveal", "entry_id": "the-reveal"}, {"confirm": "x"}):
        assert keeper.form(f"/t/{table.code}/finish", **fields).status_code == 409
    assert keeper.form(f"/t/{table.code}/record", type="tickets_revealed", id="the-reveal").status_code == 400
    assert not is_open(app, table)


def test_a_confirmation_that_comes_too_quickly_reveals_nothing(app, keeper, table):
    bare(keeper, table, ASK)
    answer = keeper.form(f"/t/{table.code}/finish", confirm=token(keeper, table))
    assert answer.status_code == 409
    assert not is_open(app, table)


def test_on_one_phone_it_is_confirmed_twice(app, keeper, table, quick):
    first = token(keeper, table)
    assert keeper.form(f"/t/{table.code}/finish", confirm=first).status_code == 303
    assert not is_open(app, table)
    assert keeper.form(f"/t/{table.code}/finish", confirm=first).status_code == 409, (
        "a step is confirmed once"
    )
    assert not is_open(app, table)
    assert keeper.form(f"/t/{table.code}/finish", confirm=token(keeper, table)).status_code == 303
    assert is_open(app, table)


def test_a_confirmation_is_good_for_the_phone_that_asked(app, keeper, table, ben, quick):
    bare(keeper, table, ASK)
    assert ben.form(f"/t/{table.code}/finish", confirm=token(keeper, table)).status_code == 403


def test_before_the_last_turn_every_other_phone_says_yes(app, keeper, table, ben):
    assert codes(bare(keeper, table, REVEAL)) == ["reveal-not-asked"]
    assert ben.add(table, ASK).status_code == 403
    assert bare(keeper, table, ASK).status_code == 201
    assert codes(bare(keeper, table, REVEAL)) == ["reveal-unanswered"]
    assert keeper.add(table, {"type": "reveal_agreed", "player": "ben"}).status_code == 403
    assert "may all tickets be laid open" in ben.get(f"/t/{table.code}/finish").text
    assert ben.form(f"/t/{table.code}/finish/answer", answer="no").status_code == 303
    assert codes(bare(keeper, table, REVEAL)) == ["reveal-refused"]
    assert "no, keep the tickets closed" in keeper.get(f"/t/{table.code}/log").text
    assert ben.form(f"/t/{table.code}/finish/answer", answer="yes").status_code == 303
    assert bare(keeper, table, REVEAL).status_code == 201


@pytest.fixture
def later(monkeypatch):
    """Let the server believe that so many seconds have passed."""

    def pass_by(seconds):
        class Later(datetime):
            @classmethod
            def now(cls, tz=None):
                return datetime.now(UTC) + timedelta(seconds=seconds)

        monkeypatch.setattr(recording, "datetime", Later)

    return pass_by


def test_after_two_minutes_the_host_goes_on_and_the_log_names_who_did_not_answer(
    app, keeper, table, ben, later
):
    bare(keeper, table, ASK)
    later(118)
    assert codes(bare(keeper, table, {**REVEAL, "without": ["ben"]})) == ["reveal-unanswered"]
    later(121)
    done = bare(keeper, table, REVEAL)
    assert done.status_code == 201
    assert done.get_json()["event"]["without"] == ["ben"]
    assert "No answer from: Ben." in keeper.get(f"/t/{table.code}/log").text


def test_a_no_is_not_outwaited(keeper, table, ben, later):
    bare(keeper, table, ASK)
    ben.add(table, {"type": "reveal_refused", "player": "ben"})
    later(500)
    assert codes(bare(keeper, table, REVEAL)) == ["reveal-refused"]


def test_a_question_lapses_with_the_next_turn_for_good(keeper, table, ben, later):
    asked = bare(keeper, table, ASK).get_json()["seq"]
    turn = keeper.claim(table, "anna", "dieppe-paris-1").get_json()["seq"]
    assert keeper.add(table, {"type": "retracted", "target": turn}).status_code == 201
    later(500)
    assert codes(bare(keeper, table, REVEAL)) == ["reveal-not-asked"]
    assert codes(keeper.add(table, {"type": "retracted", "target": asked})) == ["answer-stays"]


def test_after_the_last_turn_the_host_reveals_alone(app, keeper, table, ben):
    end(keeper, table)
    assert codes(bare(keeper, table, ASK)) == ["reveal-needs-no-question"]
    assert bare(keeper, table, REVEAL).status_code == 201
    assert is_open(app, table)


def test_the_result_is_shown_by_an_entry_and_makes_the_totals_final(app, keeper, table, ben):
    keeper.claim(table, "anna", "dieppe-paris-1")
    assert codes(keeper.add(table, {"type": "result_shown"})) == ["not-revealed"]
    keeper.add(table, REVEAL)
    assert "The result is not shown yet" in keeper.get("/").text
    assert "The host has not shown the result yet." in ben.get(f"/t/{table.code}/finish").text
    assert "The result is not shown yet" in ben.get(f"/t/{table.code}/tv").text
    assert ben.keep(table, "ben", "brest--petrograd").status_code == 201
    assert ben.add(table, {"type": "result_shown"}).status_code == 403
    assert keeper.form(f"/t/{table.code}/finish/result", entry_id="show-the-result").status_code == 303
    for page in (f"/t/{table.code}", f"/t/{table.code}/tv", "/"):
        assert "Winner: " in ben.get(page).text, page
    assert ben.get(f"/t/{table.code}/state.json").get_json()["resultShown"] is True
    assert keeper.get(f"/api/v1/tables/{table.code}").get_json()["result_shown"] is True
    assert codes(ben.keep(table, "ben", "berlin--london")) == ["result-shown"]
    with app.app_context():
        entry = recording.current(table)[0].result_entry
    assert keeper.add(table, {"type": "retracted", "target": entry}).status_code == 201
    assert ben.keep(table, "ben", "berlin--london").status_code == 201


def test_a_log_from_before_the_entry_shows_its_result_with_the_reveal():
    edition = load_edition("europe")
    opened = TableOpened("europe", (Seat("anna", "Anna", "red"), Seat("ben", "Ben", "blue")))
    for event, shown in ((TicketsRevealed(), True), (TicketsRevealed(show_later=True), False)):
        state = fold(edition, [Entry(1, "", None, "e1", opened), Entry(2, "", None, "e2", event)])
        assert state.result_shown is shown


def test_freeing_a_seat_is_asked_about_once_more(app, keeper, table, ben):
    share = f"/t/{table.code}/share"
    assert "the phone loses the seat" in keeper.form(share, do="free", seat="ben").text
    assert ben.claim(table, "ben", "dieppe-paris-1").status_code == 201
    assert keeper.sure(share, do="free", seat="ben").status_code == 303
    assert ben.claim(table, "ben", "berlin-danzig-1").status_code == 403


def test_every_page_of_an_asked_phone_leads_to_the_answer(phone, keeper, table, ben):
    link = f'href="/t/{table.code}/finish"'
    pages = [f"/t/{table.code}/{path}" for path in ("log", "share", "tickets/ben", "sheet", "recount")]
    assert not any("The host asks" in ben.get(page).text for page in pages)
    bare(keeper, table, ASK)
    for page in pages:
        asked, other = (one.get(page, follow_redirects=True).text for one in (ben, keeper))
        assert "The host asks: may all tickets be laid open before the last turn?" in asked, page
        assert re.search(rf"{link}[^>]*>.*<b>Answer</b>", asked), page
        assert "<b>Answer</b>" not in other, page
    keeper.claim(table, "anna", "dieppe-paris-1")
    assert not any("<b>Answer</b>" in ben.get(page).text for page in pages), "the question has lapsed"


def test_until_the_result_is_shown_totals_are_called_not_final(phone, keeper, table):
    bare(keeper, table, ASK)
    keeper.add(table, REVEAL)
    home = keeper.get(f"/t/{table.code}/takehome").text
    public = re.search(r"/s/[\w.-]+", home)[0]
    places = [
        f"/t/{table.code}/sheet",
        f"/t/{table.code}/sheet.csv",
        "/results",
        public,
        f"/t/{table.code}/board.svg",
    ]
    assert all("Not final yet" in keeper.get(place).text for place in places)
    keeper.add(table, {"type": "result_shown"})
    assert not any("Not final yet" in keeper.get(place).text for place in places)
