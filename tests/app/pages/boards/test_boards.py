"""Home-made boards: read, refused with every fault, drawn, played on; whatever stands in the file."""

from __future__ import annotations

import html
import io
import json
import random
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.drawing.layout import compute_layout, layout_for
from app.tables.store import Table
from app.web.forms import join_ids
from app.web.i18n import LANGUAGES
from solver.checking.parse import MAX_BYTES
from solver.formats.edition import MAX_CITIES, MAX_ROUTES, board_json, length_faults, read_board
from solver.formats.load import board_ids, edition_ids, load_board, load_edition

SMALL: dict[str, Any] = {
    "id": "small",
    "title": {"en": "Small & “quick”", "ru": "Малое"},
    "cities": [
        {"id": "a b", "name": {"en": "<i>Aye</i>", "ru": "Ай"}, "x": 0.1, "y": 0.2},
        {"id": "Бэ/#?&", "name": {"en": "Bee", "ru": "Бэ"}, "x": 0.9, "y": 0.3},
        {"id": "c\"'", "name": {"en": "Sea", "ru": "Цэ"}, "x": 0.5, "y": 0.9},
    ],
    "routes": [
        {"id": "a b, Бэ", "ends": ["a b", "Бэ/#?&"], "length": 3, "colour": "red"},
        {"id": "%2F+&x=1#y", "ends": ["Бэ/#?&", "c\"'"], "length": 2, "tunnel": True},
        {"id": "<script>", "ends": ["c\"'", "a b"], "length": 4, "ferry": 1},
    ],
}
"""A board with names and ids that would break out of HTML, addresses and lists if anything let them."""


def with_changes(**changes: Any) -> dict[str, Any]:
    """Return the small board with other keys."""
    return {**json.loads(json.dumps(SMALL)), **changes}


def token(client: FlaskClient) -> str:
    """Return a form token of this browser."""
    return re.search(r'name="csrf_token" value="(\w+)"', client.get("/boards").text)[1]


def upload(
    client: FlaskClient, data: object, language: str = "en", edition: str = "europe", name: str = "board.json"
) -> TestResponse:
    """Send a file: bytes as they are, anything else as JSON."""
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    form = {"csrf_token": token(client), "edition": edition, "file": (io.BytesIO(raw), name)}
    return client.post("/boards", data=form, headers={"Accept-Language": language})


def carried(page: str) -> str:
    """Return the board that the preview's form sends along."""
    return html.unescape(re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page, re.DOTALL)[1])


def open_on(client: FlaskClient, data: object, edition: str = "europe", **fields: str) -> TestResponse:
    """Upload a board and open a table on it."""
    board = carried(upload(client, data, edition=edition).text)
    form = {"name-1": "Anna", "colour-1": "red", "name-2": "Ben", "colour-2": "blue", **fields}
    return client.post(
        "/boards/open", data={"csrf_token": token(client), "edition": edition, "board": board, **form}
    )


FAULTS = {
    "missing end": (
        with_changes(routes=[{"id": "r", "ends": ["a b"], "length": 3}]),
        ["routes[0].ends"],
    ),
    "length as text": (
        with_changes(routes=[{"id": "r", "ends": ["a b", "c\"'"], "length": "4"}]),
        ["routes[0].length"],
    ),
    "no length": (with_changes(routes=[{"id": "r", "ends": ["a b", "c\"'"]}]), ["routes[0].length"]),
    "duplicate id": (with_changes(routes=[*SMALL["routes"], SMALL["routes"][0]]), ["routes[3].id"]),
    "unknown city": (
        with_changes(routes=[{"id": "r", "ends": ["a b", "nowhere"], "length": 1}]),
        ["routes[0].ends[1]"],
    ),
    "other key": (with_changes(color="red"), ["color"]),
    "place outside": (
        with_changes(cities=[*SMALL["cities"], {"id": "d", "x": 7, "y": 0.5}]),
        ["cities[3].x"],
    ),
    "several at once": (
        with_changes(
            aspect=99,
            routes=[
                {"id": "r", "ends": ["a b", "a b"], "length": 1},
                {"id": "r", "ends": ["a b", "c\"'"], "length": 0, "colour": "mauve"},
            ],
        ),
        ["aspect", "routes[0].ends", "routes[1].id", "routes[1].length", "routes[1].colour"],
    ),
    "a list": ([SMALL], ["the file"]),
    "empty": (b"", ["the file"]),
    "blanks": (b" \n ", ["the file"]),
    "no JSON": (b"{'id': 1}", ["the file"]),
    "broken UTF-8": (b'{"id": "\xff\xfe"}', ["the file"]),
    "deep nesting": (b"[" * 200_000, ["the file"]),
    "NaN": (json.dumps(with_changes(aspect=float("nan"))).encode(), ["the file"]),
    "key twice": (b'{"id": "a", "id": "b", "routes": []}', ["the file"]),
    "a long number": (b'{"aspect": ' + b"9" * 6000 + b"}", ["the file"]),
    "an endless number": (b'{"aspect": 1e999, "routes": []}', ["aspect", "routes"]),
    "half a letter": (b'{"id": "\\ud800", "routes": []}', ["id", "routes"]),
}
PLACE = {"en": "the file", "ru": "файл"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", FAULTS)
def test_every_fault_is_told_with_its_place(client, kind, language):
    data, places = FAULTS[kind]
    answer = upload(client, data, language)
    assert answer.status_code == 422
    found = re.findall(r"<li><code>(.*?)</code> <span>(.*?)</span>", answer.text)
    wanted = [PLACE[language] if place == "the file" else place for place in places]
    assert sorted(html.unescape(place) for place, _ in found) == sorted(wanted)
    for _place, says in found:
        assert len(says) > 10
        assert bool(re.search("[а-я]{3}", says)) == (language == "ru"), says


def test_of_a_thousand_faults_the_first_hundred_are_told(client):
    routes = [{"id": f"r{n}", "ends": ["x", "y"], "length": "3"} for n in range(300)]
    answer = upload(client, {"id": "x", "cities": [], "routes": routes})
    assert answer.status_code == 422
    assert answer.text.count("<li>") == 101
    assert "and more; those above must be put right first" in answer.text


@pytest.mark.parametrize("size", [2_000_000, 20_000_000])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_that_is_too_large_gets_a_page(client, size, language):
    answer = upload(client, b" " * size, language)
    assert answer.status_code == 413
    assert f'<html lang="{language}"' in answer.text
    assert {"en": "too large", "ru": "слишком"}[language] in answer.text


def test_a_file_of_the_greatest_size_is_read_and_one_byte_more_is_not(client):
    text = json.dumps(SMALL).encode()
    assert upload(client, text + b" " * (MAX_BYTES - len(text))).status_code == 200
    more = upload(client, text + b" " * (MAX_BYTES - len(text) + 1))
    assert more.status_code == 422
    assert "more than 1000000 bytes" in more.text


def test_without_a_file_the_page_asks_for_one(client):
    for form in ({}, {"file": (io.BytesIO(b""), "")}):
        answer = client.post("/boards", data={"csrf_token": token(client), **form})
        assert answer.status_code == 422
        assert "Choose a file first." in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_states_the_limits_of_the_schema(client, language):
    page = client.get("/boards", headers={"Accept-Language": language}).text
    for number in (MAX_CITIES, MAX_ROUTES, MAX_BYTES // 1000):
        assert f" {number} " in page
    for board in board_ids():
        assert f"/boards/{board}.json" in page


def test_every_file_to_begin_with_can_be_uploaded_as_it_is(client):
    for name in ("example", *board_ids()):
        found = client.get(f"/boards/{name}.json")
        assert "attachment" in found.headers["Content-Disposition"]
        home = next(e for e in edition_ids() if name in ("example", load_edition(e).board.id))
        answer = upload(client, found.data, edition=home)
        assert answer.status_code == 200
        assert "do not fit" not in answer.text
        if name != "example":
            assert read_board(found.json) == load_board(name)
    assert client.get("/boards/nowhere.json").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_preview_draws_the_board_and_counts_it(client, language):
    page = upload(client, SMALL, language).text
    assert page.count('class="plate"') == 3
    assert {"en": "3 cities", "ru": "3 города"}[language] in page
    assert {"en": "9 spaces", "ru": "9 клеток"}[language] in page
    assert {"en": "1 tunnel", "ru": "1 тоннель"}[language] in page
    assert "<i>" not in page
    assert "<script>" not in page.replace('<script type="module"', "")


def test_a_board_without_a_title_is_called_like_its_file(client):
    plain = {"routes": [{"id": "r", "ends": ["a", "b"], "length": 1}]}
    assert "<h1>lakes &amp; hills</h1>" in upload(client, plain, name="lakes & hills.json").text
    assert "<h1>home-made</h1>" in upload(client, plain, name="\x07.json").text


def test_what_is_odd_is_told_and_does_not_hinder(client):
    pieces = {
        "cities": [{"id": i} for i in "abcde"],
        "routes": [
            {"id": "1", "ends": ["a", "b"], "length": 2},
            {"id": "2", "ends": ["c", "d"], "length": 2},
        ],
    }
    page = upload(client, pieces)
    assert page.status_code == 200
    assert "Worth a look" in page.text
    assert "cities[4]" in page.text
    assert open_on(client, pieces).status_code == 303


@pytest.mark.parametrize("edition", edition_ids())
def test_rules_that_give_no_points_for_a_length_are_refused(client, edition):
    lengths = [n for n in range(1, 10) if n not in load_edition(edition).route_points]
    board = {"routes": [{"id": str(n), "ends": ["a", f"b{n}"], "length": n} for n in (1, *lengths)]}
    answer = upload(client, board, edition=edition)
    places = re.findall(r"<code>(routes\[\d\]\.length)</code>", answer.text)
    assert places == [f"routes[{n}].length" for n in range(1, len(lengths) + 1)]
    assert 'name="name-1"' not in answer.text
    # The form cannot be sent all the same.
    form = {
        "edition": edition,
        "board": json.dumps(board),
        "name-1": "A",
        "name-2": "B",
        "colour-1": "red",
        "colour-2": "blue",
    }
    forced = client.post("/boards/open", data={"csrf_token": token(client), **form})
    assert forced.status_code == 400
    assert length_faults(read_board(board), load_edition(edition).route_points)


@pytest.mark.parametrize("edition", edition_ids())
def test_a_table_can_be_opened_by_the_rules_of_every_edition(client, edition):
    rules = load_edition(edition)
    colours = {f"colour-{n}": rules.colours[n - 1] for n in (1, 2)}
    answer = open_on(client, SMALL, edition, **colours, **{f"rule-{s}": "1" for s in rules.switches})
    assert answer.status_code == 303
    assert client.get(answer.location).status_code == 200


def test_names_that_are_missing_keep_the_board(client):
    answer = open_on(client, SMALL, **{"name-2": ""})
    assert answer.status_code == 400
    assert "At least 2 players" in answer.text
    assert read_board(json.loads(carried(answer.text))) == read_board(SMALL)


def test_a_changed_form_is_read_like_a_file(client):
    form = {"csrf_token": token(client), "edition": "europe", "board": '{"routes": 3}'}
    for address in ("/boards", "/boards/open"):
        answer = client.post(address, data=form)
        assert answer.status_code == 422
        assert "<code>routes</code>" in answer.text


def test_the_file_stays_with_the_table(client):
    answer = open_on(client, SMALL)
    found = client.get(answer.location + "/board.json")
    assert read_board(found.json) == read_board(SMALL)
    assert "attachment" in found.headers["Content-Disposition"]


def test_the_board_of_a_box_can_be_fetched_from_its_table(table: Table, keeper):
    assert keeper.get(f"/t/{table.code}/board.json").json == board_json(load_board("europe"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_played_to_the_end_on_hostile_names(client, language):
    """Claims, tickets by two ends, the sheet, the recount, the log: every page reads, nothing breaks out."""
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    client.environ_base["HTTP_X_STATIONMASTER"] = "1"
    home = open_on(client, SMALL).location
    claims = [
        {"type": "route_claimed", "player": "p1", "route": route["id"]} for route in SMALL["routes"][:2]
    ]
    ticket = {"ends": ["a b", "c\"'"], "points": 7}
    events = [
        *claims,
        {"type": "station_built", "player": "p2", "city": "Бэ/#?&"},
        {"type": "tickets_kept", "player": "p1", "tickets": [ticket]},
    ]
    for number, event in enumerate(events):
        answer = client.post(f"{home}/entries", json={"id": f"entry-{number:04}", "event": event})
        assert answer.status_code == 201, answer.text
    picked = [client.get(home, query_string={"route": r["id"]}) for r in SMALL["routes"]]
    picked += [client.get(home, query_string={"city": c["id"]}) for c in SMALL["cities"]]
    for page in picked:
        assert page.status_code == 200
        assert 'id="sheet"' in page.text
    client.post(f"{home}/entries", json={"id": "entry-ask", "event": {"type": "reveal_asked"}})
    client.post(f"{home}/entries", json={"id": "entry-reveal", "event": {"type": "tickets_revealed"}})
    for path in (
        "",
        "/tickets/p1?show=1",
        "/sheet",
        "/sheet?open=total:p1",
        "/sheet?open=tickets:p1",
        "/sheet/board?show=trail:p1",
        "/recount",
        "/log",
        "/pay",
        "/tv",
        "/finish",
    ):
        page = client.get(home + path)
        assert page.status_code == 200, path
        assert "<i>" not in page.text
        assert not re.search(r"<script>", page.text)
    assert client.get(home + "/state.json").json["owner"] == {r["id"]: "p1" for r in SMALL["routes"][:2]}
    # Red of 3 spaces and the tunnel of 2, the ticket, three stations: 4 + 2 + 7 + 12; the longest trail: 10.
    assert re.search(r"(?<!\d)35(?!\d)", client.get(home + "/sheet.csv").text)


def test_links_of_the_drawing_lead_to_the_route_that_was_tapped(client):
    home = open_on(client, SMALL).location
    page = client.get(home).text
    links = {html.unescape(href) for href in re.findall(r'href="([^"]*[?&]route=[^"]*)"', page)}
    assert len(links) == 3
    for link in links:
        found = client.get(home + link if link.startswith("?") else link).text
        assert 'class="half' in found, link


def crowded(cities: int, routes: int, *, placed: bool, name: str) -> dict[str, Any]:
    """Return a board across which routes go at random."""
    dice = random.Random(cities + routes)
    places = [{"x": dice.random(), "y": dice.random()} if placed else {} for _ in range(cities)]
    pairs = [dice.sample(range(cities), 2) for _ in range(routes)]
    return {
        "cities": [{"id": f"c{n}", "name": {"en": name}, **place} for n, place in enumerate(places)],
        "routes": [
            {"id": f"r{n}", "ends": [f"c{a}", f"c{b}"], "length": n % 4 + 1} for n, (a, b) in enumerate(pairs)
        ],
    }


@pytest.mark.parametrize(
    "board",
    [
        crowded(MAX_CITIES, MAX_ROUTES, placed=True, name="W" * 60),
        crowded(MAX_CITIES, MAX_ROUTES, placed=False, name="x"),
        crowded(2, MAX_ROUTES, placed=True, name="Щ"),
        {"cities": [{"id": i, "x": 0.5, "y": 0.5} for i in "abc"], "routes": [{"id": "r", "ends": ["a", "b"], "length": 9}]},
        {"aspect": 0.2, "routes": [{"id": "r", "ends": ["a", "b"], "length": 1}]},
    ],
    ids=["greatest", "without places", "one pair", "one spot", "narrow"],
)  # fmt: skip
def test_boards_that_nobody_would_draw_are_drawn(client, board):
    answer = upload(client, board, edition="marklin")
    assert answer.status_code == 200
    assert answer.text.count('class="plate"') == len(
        {e for r in board["routes"] for e in r["ends"]} | {c["id"] for c in board.get("cities", ())}
    )


def test_a_crowded_board_is_drawn_plainly_and_whole():
    board = read_board(crowded(MAX_CITIES, MAX_ROUTES, placed=True, name="W" * 60))
    layout = compute_layout(board)
    assert all(route.bow == 0 for route in layout.routes.values())
    assert {id: len(route.slots) for id, route in layout.routes.items()} == {
        r.id: r.length for r in board.routes.values()
    }
    assert any(route.bow for route in layout_for(load_board("europe")).routes.values())


def test_two_boards_that_differ_in_colours_alone_are_two_pictures(client):
    red = {"routes": [{"id": "r", "ends": ["a", "b"], "length": 3, "colour": "red"}]}
    blue = {"routes": [{"id": "r", "ends": ["a", "b"], "length": 3, "colour": "blue", "tunnel": True}]}
    assert "r-red" in upload(client, red).text
    second = upload(client, blue).text
    assert 'class="route r-blue' in second
    assert 'class="route r-red' not in second


def test_an_address_cannot_have_boards_drawn_without_end(client):
    from app.pages.boards.view import UPLOADS

    csrf = token(client)
    statuses = {
        client.post("/boards", data={"csrf_token": csrf, "board": "{}"}).status_code
        for _ in range(UPLOADS.amount + 1)
    }
    assert statuses == {422, 429}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", edition_ids())
def test_a_table_says_by_which_rules_it_plays(client, edition, language):
    """Every switch in words, on or off as it was set; the notes of the edition, but not on another board."""
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    rules = load_edition(edition)
    colours = {f"colour-{n}": rules.colours[n - 1] for n in (1, 2)}
    form = {"csrf_token": token(client), "name-1": "Anna", "name-2": "Ben", **colours}
    first = next(iter(rules.switches), "")
    boxed = client.post(f"/new/{edition}", data={**form, f"rule-{first}": "1"}).location
    home_made = open_on(client, SMALL, edition, **colours).location
    page, other = client.get(boxed + "/about").text, client.get(home_made + "/about").text
    on, off = {"en": ("on", "off"), "ru": ("да", "нет")}[language]
    states = re.findall(r"<dt>([^<]*)<small>([^<]*)</small>(?:(?!</dt>).)*</dt><dd>(.*?)</dd>", page, re.S)
    assert [state for _t, _a, state in states] == [on if name == first else off for name in rules.switches]
    for title, about, _state in states:
        assert "_" not in title
        assert len(about) > 20
    for note in rules.notes:
        assert html.escape(note[language], quote=False) in page.replace("&#39;", "'").replace("&#34;", '"')
        assert html.escape(note[language], quote=False) not in other
    mark = {"en": "Our own board", "ru": "Наше поле"}[language]
    assert (mark in page) == rules.board.original
    assert mark not in other
    assert {"en": "home-made", "ru": "самодельное"}[language] in other
    assert client.get(f"/new/{edition}").text.count(mark) == int(rules.board.original)


def test_a_table_on_a_home_made_board_is_called_like_it(client):
    home = open_on(client, SMALL).location
    for path in ("", "/log", "/tv"):
        assert "Small &amp; “quick”" in client.get(home + path).text
    assert "Small &amp; “quick”" in client.get("/").text


def test_the_sheet_of_a_route_leads_to_its_payment(client):
    home = open_on(client, SMALL).location
    for route in SMALL["routes"]:
        page = client.get(home, query_string={"route": route["id"]}).text
        link = html.unescape(re.search(r'href="(/t/\w+/pay\?route=[^"]*)"', page)[1])
        assert (
            f'value="{html.escape(route["id"]).replace("&quot;", "&#34;")}" selected' in client.get(link).text
        )


def test_a_journey_over_routes_with_commas_is_recorded_without_scripts(client):
    """Märklin's passengers on ids that a list with commas would tear apart."""
    client.environ_base["HTTP_X_STATIONMASTER"] = "1"
    home = open_on(client, SMALL, "marklin", **{"colour-1": "white", "colour-2": "red"}).location
    start, stop = SMALL["routes"][0]["ends"]
    for number, event in enumerate(
        (
            {"type": "route_claimed", "player": "p1", "route": "a b, Бэ"},
            {"type": "passenger_placed", "player": "p1", "city": start},
            {"type": "turn_taken", "player": "p2"},
            {"type": "goods_colour_set", "city": stop, "colour": "red"},
        )
    ):
        answer = client.post(f"{home}/entries", json={"id": f"entry-{number:04}", "event": event})
        assert answer.status_code == 201, answer.text
    page = client.get(home, query_string={"rider": "p1", "start": start, "way": join_ids(["a b, Бэ"])}).text
    fields = dict(
        re.findall(
            r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.partition("passenger_moved")[2]
        )
    )
    sent = {"csrf_token": token(client), "id": "entry-moved", "type": "passenger_moved", "player": "p1"}
    sent |= {name: html.unescape(fields[name]) for name in ("start", "routes")}
    assert client.post(f"{home}/record", data=sent).status_code == 303
    assert client.get(home + "/state.json").json["standing"].get("p1", []) != [start]
    assert "a b, Бэ" in [route["id"] for route in client.get(home + "/board.json").json["routes"]]
