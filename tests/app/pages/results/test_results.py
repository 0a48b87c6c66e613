"""Played games: who had how many points, the best of each board; only for phones that were at the table."""

from __future__ import annotations

import re

import pytest

from app.tables.services import services
from app.tables.store import StoredEntry
from tests.app.phones import open_table

REVEAL = {"type": "tickets_revealed"}


def played(app, keeper, claims, edition="europe"):
    """Open a table, claim routes, and lay the tickets open."""
    table = open_table(app, keeper, players=2, edition=edition)
    for player, route in claims:
        assert keeper.claim(table, player, route).status_code == 201
    assert keeper.add(table, REVEAL).status_code == 201
    return table


def words(html: str) -> str:
    """Return what a person reads."""
    return " ".join(re.sub(r"<[^>]+>", " ", html.partition("<main")[2].partition("</main")[0]).split())


def test_one_table_that_cannot_be_read_leaves_the_others_where_they_are(app, keeper, phone):
    seats = [{"id": "anna", "name": "Anna", "colour": "red"}, {"id": "ben", "name": "Ben", "colour": "blue"}]
    opened = {"type": "table_opened", "edition": "europe", "seats": seats}
    no_sense = {
        "type": "tickets_kept",
        "player": "anna",
        "tickets": [{"ends": ["nowhere", "atlantis"], "points": 5}],
    }
    whole = played(app, keeper, [("anna", "dieppe-paris-1")])
    with app.app_context():
        store = services().store
        for bad in (no_sense, {"type": "retracted", "target": 1}):
            row = StoredEntry(2, "entry-02", "2026-11-30T18:04:06Z", None, keeper.device, bad)
            broken = store.create_table(
                edition="europe", opened=opened, seats=["anna", "ben"], device=keeper.device, more=[row]
            )
            for path in (f"/t/{broken.code}", f"/j/{broken.code}", f"/api/v1/tables/{broken.code}"):
                answer = phone("other").get(path)
                assert (answer.status_code, "cannot be read" in answer.text) == (500, True)
    home = keeper.get("/")
    assert home.status_code == 200
    assert home.text.count("This table cannot be shown") == 2
    assert whole.code in home.text
    assert whole.code in keeper.get("/results").text


def test_a_phone_without_games_is_told_what_will_stand_there(keeper, phone):
    assert "laid open" in phone(None).get("/results").text
    assert "laid open" in keeper.get("/results").text


def test_games_stand_by_board_with_the_winner_first_and_the_best_of_all(app, keeper):
    played(app, keeper, [("anna", "dieppe-paris-1"), ("ben", "petrograd-stockholm-1")])
    played(app, keeper, [("anna", "berlin-danzig-1")])
    played(app, keeper, [("ben", "berlin-danzig-1")])
    played(app, keeper, [], edition="usa")
    text = words(keeper.get("/results").text)
    # Europe: 21 for eight spaces, 10 for the longest trail, 4 for each of three stations.
    assert "Best result: 43 points, Ben" in text
    # 43 of Ben; berlin-danzig-1 is four spaces: 7, 10 for the longest trail, 12 for stations, twice.
    assert "In 3 games the winner had 34 points on average." in text
    assert text.index("USA") < text.index("Europe"), "the board that was played last comes first"
    places = re.findall(r"(Anna|Ben) (\d+) won", text)
    assert [(name, total) for name, total in places if total != "0"] == [
        ("Ben", "29"),
        ("Anna", "29"),
        ("Ben", "43"),
    ]


def test_open_tables_and_tables_of_others_are_not_shown(app, keeper, phone):
    hidden = open_table(app, keeper, players=2)
    keeper.claim(hidden, "anna", "dieppe-paris-1")
    table = played(app, keeper, [("anna", "dieppe-paris-1")])
    mine = keeper.get("/results").text
    assert table.code in mine
    assert hidden.code not in mine
    assert table.code not in phone("stranger").get("/results").text


@pytest.mark.parametrize("language", ["en", "ru"])
def test_it_is_said_in_both_languages(app, keeper, language):
    played(app, keeper, [("anna", "dieppe-paris-1")])
    text = words(keeper.get("/results", headers={"Accept-Language": language}).text)
    assert ("Лучший результат" in text) == (language == "ru")
    assert ("Best result" in text) == (language == "en")
