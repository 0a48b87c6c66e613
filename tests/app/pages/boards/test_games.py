"""Games of one's own: a file with tickets and rules is shown, opened, played to its sheet and taken elsewhere."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import Any

import pytest

from app.web.i18n import LANGUAGES
from tests.app.pages.boards.test_boards import carried, open_on, token, upload

GAME: dict[str, Any] = json.loads(
    (resources.files("maps") / "examples" / "own-game.json").read_text(encoding="utf-8")
)
PAGES = ("", "/about", "/log", "/tickets", "/ask", "/whatif", "/disputes", "/finish", "/sheet", "/tv", "/pay")


@pytest.fixture
def code(client) -> str:
    """The code of a table on the example game."""
    answer = open_on(client, GAME)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rpartition("/")[2]


def record(client, code: str, *events: dict[str, Any]) -> None:
    headers = {"X-Stationmaster": "1"}
    for event in events:
        entry = {"id": f"entry-{json.dumps(event).encode().hex()[-40:]}", "event": event}
        answer = client.post(f"/api/v1/tables/{code}/entries", json=entry, headers=headers)
        assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_preview_counts_tickets_and_names_the_rules_of_the_file(client, language):
    page = upload(client, GAME, language)
    assert page.status_code == 200
    assert {"en": "12 tickets", "ru": "12 маршрутов"}[language] in page.text
    assert {"en": "brings its own rules", "ru": "В файле свои правила"}[language] in page.text
    assert 'name="edition" value' in page.text
    assert "<select" not in page.text.split('class="preview"')[1].split("<form")[0]
    assert json.loads(carried(page.text)) == GAME


def test_only_colours_of_the_file_are_offered(client):
    page = upload(client, GAME).text
    offered = set(re.findall(r'name="colour-1" value="(\w+)"', page))
    assert offered == set(GAME["edition"]["colours"])


def test_faults_of_all_parts_are_told_at_once(client):
    broken = json.loads(json.dumps(GAME))
    broken["board"]["routes"][0]["length"] = 0
    broken["decks"][0]["tickets"][0]["points"] = "9"
    page = upload(client, broken)
    assert page.status_code == 422
    for place in ("board.routes[0].length", "decks[0].tickets[0].points"):
        assert f"<code>{place}</code>" in page.text
    later = upload(client, GAME | {"version": 9})
    assert later.status_code == 422
    assert "<code>version</code>" in later.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_such_a_table_is_shown_before_and_after_the_reveal(client, code, language):
    known = [path for path in PAGES if client.get(f"/t/{code}{path}").status_code != 404]
    assert len(known) >= 8
    record(
        client,
        code,
        {"type": "tickets_kept", "player": "p1", "tickets": ["alder--knoll", "alder--glade"]},
        {"type": "route_claimed", "player": "p1", "route": "alder-birch"},
    )
    for path in known:
        assert client.get(f"/t/{code}{path}", headers={"Accept-Language": language}).status_code == 200, path


def test_the_table_keeps_the_whole_file_and_a_log_of_it_opens_elsewhere(client, app, code):
    record(
        client,
        code,
        {"type": "tickets_kept", "player": "p1", "tickets": ["alder--knoll", "alder--glade"]},
        {"type": "route_claimed", "player": "p1", "route": "alder-birch"},
        {"type": "station_built", "player": "p2", "city": "elm"},
    )
    assert client.get(f"/t/{code}/board.json").json == GAME
    position = client.get(f"/api/v1/tables/{code}").json["position"]
    assert position["board"] == GAME
    assert position["edition"] == "eleven-stops-rules"
    sheet = client.post("/api/v1/score", json=position).json
    ann, ben = sheet["players"]
    # A route of 4 spaces: 7 points, and the longest trail: 7; tickets that are not completed; Ben has built his station.
    failed = sum(
        ticket["points"]
        for deck in GAME["decks"]
        for ticket in deck["tickets"]
        if ticket["ends"] in (["alder", "knoll"], ["alder", "glade"])
    )
    assert ann["total"] == 7 + 7 + 3 - failed
    assert ben["total"] == 0
    log = client.get(f"/t/{code}/log.jsonl").data
    stranger = app.test_client()
    headers = {"X-Stationmaster": "1", "Content-Type": "application/x-ndjson"}
    there = stranger.post("/api/v1/import", data=log, headers=headers)
    assert there.status_code == 201, there.text
    assert stranger.get(f"/api/v1/tables/{there.json['code']}").json["position"] == position


def test_own_tickets_are_dealt_by_the_rules_of_an_edition_where_the_file_has_none(client):
    without = {key: part for key, part in GAME.items() if key != "edition"}
    page = upload(client, without, edition="usa")
    assert "brings its own rules" not in page.text
    answer = open_on(client, without, edition="usa")
    code = answer.headers["Location"].rpartition("/")[2]
    kept = {"type": "tickets_kept", "player": "p1", "tickets": ["alder--knoll", "alder--glade"]}
    record(client, code, kept)
    assert client.get(f"/t/{code}/about").status_code == 200
    assert client.get(f"/t/{code}/board.json").json == without


def test_the_example_is_offered_and_can_be_played_as_it_is(client):
    offered = re.search(r'href="(/boards/example-game\.json)"', client.get("/boards").text)[1]
    assert client.get(offered).json == GAME
    form = {"csrf_token": token(client), "edition": "europe", "board": json.dumps(GAME)}
    seats = {"name-1": "Anna", "colour-1": "red", "name-2": "Ben", "colour-2": "blue"}
    assert client.post("/boards/open", data={**form, **seats}).status_code == 303
    # A colour that the file does not name is not in its box.
    black = {**seats, "colour-2": "black"}
    assert client.post("/boards/open", data={**form, **black}).status_code == 400
