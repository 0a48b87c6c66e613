"""Take it home: the public sheet, the board as a file, BG Stats, and a log back in again."""

from __future__ import annotations

import html
import json
import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.pages.sheet.link import sheet_token
from app.tables import recording
from app.tables.store import Table
from solver.formats.front import log_from_lines
from solver.scoring.settle import settle

GAMES = Path(__file__).parents[3] / "games"


def send(phone, body, name="log.jsonl"):
    """Send a file to the page that takes a log in."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', phone.get("/settings").text)[1]
    raw = body if isinstance(body, bytes) else body.encode()
    data = {"csrf_token": token, "file": (BytesIO(raw), name)}
    return phone.client.post("/import", data=data, content_type="multipart/form-data")


def imported(app, phone, body) -> Table:
    """Take a log in; return its table."""
    answer = send(phone, body)
    assert answer.status_code == 303, answer.text
    code = answer.headers["Location"].rsplit("/", 1)[1]
    with app.app_context():
        from app.tables.services import services

        return services().store.find(code)


def state_of(app, table):
    with app.app_context():
        return recording.current(table)[0]


@pytest.fixture
def finished(app, keeper) -> Table:
    """A whole game of five, its tickets revealed."""
    return imported(app, keeper, (GAMES / "europe" / "five-players.jsonl").read_text("utf-8"))


def public_path(keeper, table) -> str:
    page = keeper.get(f"/t/{table.code}/takehome").text
    return "/s/" + html.unescape(re.search(r'value="[^"]+/s/([^"]+)"', page)[1])


# The public sheet --------------------------------------------------------------------------------------------------


def test_the_public_sheet_has_the_points_and_no_way_to_the_table(app, phone, keeper, finished):
    path = public_path(keeper, finished)
    stranger = phone(None)
    page = stranger.get(path).text
    sheet = settle(state_of(app, finished))
    row = page.split('<tr class="total">')[1].split("</tr>")[0]
    shown = [int(n) for n in re.findall(r'aria-expanded="false" aria-label="[^"]*">(\d+)', row)]
    assert shown == sorted((column.total for column in sheet.players), reverse=True)
    for hidden in (finished.code, "/t/", "/j/", "18:", "keeper", "2026-11-30T"):
        assert hidden not in page, hidden
    assert finished.code not in path
    opened = stranger.get(f"{path}?open=longest_trail:anna")
    assert "Why no longer one exists." in opened.text
    assert stranger.get(f"{path}?open=longest_trail:anna&part=1").text.lstrip().startswith("<tr")
    walk = stranger.get(f"{path}/board?show=trail:anna&step=2").text
    assert "/t/" not in walk
    assert "/s/" in walk
    assert stranger.get(f"{path}/board.svg").status_code == 200
    assert opened.headers["X-Robots-Tag"] == "noindex"


def test_there_is_no_public_sheet_before_the_reveal(app, phone, keeper, table):
    assert "/s/" not in keeper.get(f"/t/{table.code}/takehome").text
    with app.test_request_context():
        token = sheet_token(table.id)
    for path in (f"/s/{token}", f"/s/{token}/board?show=trail:anna", f"/s/{token}/board.svg"):
        assert phone(None).get(path).status_code == 404
    refused = keeper.get(f"/t/{table.code}/play.bgsplay")
    assert refused.status_code == 403
    assert "The play file is made when the tickets lie open." in refused.text
    assert keeper.add(table, {"type": "tickets_revealed"}).status_code == 201
    assert phone(None).get(f"/s/{token}").status_code == 200
    seq = state_of(app, table).seq
    assert keeper.add(table, {"type": "retracted", "target": seq}).status_code in (201, 409)


@pytest.mark.parametrize("token", ["x", "1", "MQ.x", "." * 50, "%00", "MQ.AAAAAAAAAAAAAAAAAAAAAAAAAAA"])
def test_a_made_up_address_leads_nowhere(phone, token):
    assert phone(None).get(f"/s/{token}").status_code == 404


def test_the_address_of_a_table_that_is_gone_leads_nowhere(app, phone):
    with app.test_request_context():
        token = sheet_token(12345)
    assert phone(None).get(f"/s/{token}").status_code == 404


def test_on_paper_stand_day_edition_players_tickets_trails_and_stations(app, phone, keeper, finished):
    sheet = settle(state_of(app, finished))
    for page in (
        keeper.get(f"/t/{finished.code}/sheet").text,
        phone(None).get(public_path(keeper, finished)).text,
    ):
        head, players = re.findall(r'class="paper[^"]*" hidden>(.*?)</(?:header|section)>', page, re.DOTALL)
        assert "<h1>Europe</h1><p>30 November 2026</p>" in head
        articles = re.findall(r"<article>(.*?)</article>", players, re.DOTALL)
        for column, article in zip(sorted(sheet.players, key=lambda c: c.rank), articles, strict=True):
            assert f"<span>{column.name}</span>" in article
            assert f'<b class="num">{column.total}</b>' in article
            lines = [line.ticket for line in column.evidence.tickets]
            assert article.count("✓") == column.completed
            assert article.count("✗") == len(lines) - column.completed
            assert f"{column.evidence.trail.value} trains: " in article
            assert article.count("<b>Station</b>") == len(column.evidence.loans)
        assert finished.code not in head + players
        assert "css/print.css" in page


def test_on_paper_no_ticket_stands_before_all_lie_open(keeper, table):
    assert keeper.keep(table, "anna", "berlin--london").status_code == 201
    page = keeper.get(f"/t/{table.code}/sheet").text
    assert 'class="paper" hidden' in page
    assert "paper players" not in page


# Files -------------------------------------------------------------------------------------------------------------


def test_the_board_is_one_file_that_stands_by_itself(app, keeper, finished):
    answer = keeper.get(f"/t/{finished.code}/board.svg")
    root = ElementTree.fromstring(answer.data)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    ids = {element.get("id") for element in root.iter()}
    for element in root.iter():
        link = element.get("href")
        assert link is None or (link.startswith("#") and link[1:] in ids), link
    owner = state_of(app, finished).owner
    claimed = {e.get("data-r") for e in root.iter() if "claimed" in (e.get("class") or "").split()}
    assert claimed == set(owner)
    assert "url(http" not in answer.text
    assert "land" in ids


def strip_of(answer) -> str:
    """Return what stands under the board of a picture."""
    root = ElementTree.fromstring(answer.data)
    texts = [e for e in root if e.tag.endswith("}text")]
    _left, top, width, height = map(float, root.get("viewBox").split())
    assert all(top < float(e.get("y")) < top + height for e in texts)
    assert float(root.get("height")) / float(root.get("width")) == pytest.approx(height / width, abs=0.001)
    return " | ".join(e.text or "" for e in texts)


def test_the_picture_says_what_was_played_when_and_who_won(app, phone, keeper, finished):
    sheet = settle(state_of(app, finished))
    best = sorted(sheet.players, key=lambda column: column.rank)
    result = " | ".join(f"{column.name} {column.total}" for column in best)
    wanted = f"Europe · 30 November 2026 | Final score | {result}"
    assert strip_of(keeper.get(f"/t/{finished.code}/board.svg")) == wanted
    assert strip_of(phone(None).get(f"{public_path(keeper, finished)}/board.svg")) == wanted


def test_the_picture_shows_points_only_where_they_may_be_seen(app, keeper, table):
    keeper.claim(table, "anna", "berlin-warszawa-1")
    keeper.keep(table, "anna", "berlin--london")
    path = f"/t/{table.code}/board.svg"
    assert strip_of(keeper.get(path)).endswith("On the score track so far | Anna 7 | Ben 0 | Cleo 0")
    keeper.form(f"/t/{table.code}/share", do="cover")
    assert strip_of(keeper.get(path)).endswith("|  | Anna | Ben | Cleo")


def test_the_picture_of_the_public_sheet_is_as_light_as_the_page_and_the_file_is_light(app, phone, finished):
    with app.test_request_context():
        path = f"/s/{sheet_token(finished.id)}"
    stranger = phone(None)
    for look, theme in (("auto", None), ("dark", "dark"), ("light", "light")):
        answer = stranger.get(f"{path}/board.svg?look={look}")
        assert ElementTree.fromstring(answer.data).get("data-theme") == theme
        assert answer.headers["Content-Disposition"] == "inline"
        assert "sandbox" in answer.headers["Content-Security-Policy"]
    for query in ("", "?look=", "?look=x"):
        answer = stranger.get(f"{path}/board.svg{query}")
        assert ElementTree.fromstring(answer.data).get("data-theme") == "light"
        assert answer.headers["Content-Disposition"].startswith("attachment")
    page = stranger.get(path).text
    assert f'<a href="{path}/board.svg?look=auto"><img src="{path}/board.svg?look=auto"' in page
    assert f'<img class="on-paper" src="{path}/board.svg?look=light"' in page, "paper is light"
    assert f'data-png="{path}/board.svg"' in page
    stranger.client.set_cookie("theme", "dark")
    assert f'<img src="{path}/board.svg?look=dark"' in stranger.get(path).text


def test_a_home_made_board_is_drawn_without_foreign_land(app, keeper):
    lines = [
        {
            "format": "stationmaster-log",
            "version": 1,
            "edition": "europe",
            "seats": [{"id": "a", "name": "<b>&amp;"}, {"id": "b", "name": "B"}],
            "board": {
                "cities": [{"id": "x", "name": {"en": "X & <Y>"}}, {"id": "y", "name": {"en": "\"Q'"}}],
                "routes": [{"id": "xy", "ends": ["x", "y"], "length": 3}],
            },
        }
    ]
    table = imported(app, keeper, "\n".join(json.dumps(line) for line in lines))
    root = ElementTree.fromstring(keeper.get(f"/t/{table.code}/board.svg").data)
    assert "X & <Y>" in "".join(root.itertext())


@pytest.mark.parametrize(
    ("zone", "day"), [("", "2026-11-30"), ("Asia/Tokyo", "2026-12-01"), ("no/zone", "2026-11-30")]
)
def test_files_are_called_by_edition_and_day_and_let_nobody_in(app, phone, keeper, finished, zone, day):
    public, stranger = public_path(keeper, finished), phone(None)
    for one in (keeper, stranger):
        one.client.set_cookie("zone", zone)
    paths = [f"/t/{finished.code}/{name}" for name in ("sheet.csv", "log.jsonl", "board.svg", "play.bgsplay")]
    for path in [*paths, f"{public}/board.svg"]:
        ending = path.rsplit(".", 1)[1]
        name = keeper.get(path).headers["Content-Disposition"]
        assert name == f'attachment; filename="stationmaster-europe-{day}.{ending}"', path
    for page in (keeper.get(f"/t/{finished.code}/takehome").text, stranger.get(public).text):
        assert f'data-name="stationmaster-europe-{day}.png"' in page


def test_the_play_file_tells_its_time_in_utc_as_its_format_wants(keeper, finished):
    keeper.client.set_cookie("zone", "Asia/Tokyo")
    play = json.loads(keeper.get(f"/t/{finished.code}/play.bgsplay").data)
    assert play["playDate"] == "2026-11-30 18:01:00"


def test_the_play_file_says_who_won(app, keeper, finished):
    answer = keeper.get(f"/t/{finished.code}/play.bgsplay")
    play = json.loads(answer.data)
    sheet = settle(state_of(app, finished))
    assert play["game"]["name"] == "Europe"
    assert play["playDate"] == "2026-11-30 18:01:00"
    assert 0 < play["durationMin"] < 120
    assert [(p["name"], p["score"], p["winner"], p["rank"]) for p in play["players"]] == [
        (c.name, str(c.total), c.rank == 1, c.rank) for c in sheet.players
    ]
    assert finished.code not in answer.text
    assert ".bgsplay" in answer.headers["Content-Disposition"]


# A log back in -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", ["europe/five-players", "ussr/four-players", "marklin/nine-journeys", "usa-1910-mega/real-5"]
)
def test_an_exported_log_taken_in_again_gives_the_same_sheet(app, phone, keeper, game):
    text = (GAMES / f"{game}.jsonl").read_text("utf-8")
    first = imported(app, keeper, text)
    exported = keeper.get(f"/t/{first.code}/log.jsonl").text
    other = phone("another")
    second = imported(app, other, exported)
    assert second.id != first.id
    was, now = settle(state_of(app, first)), settle(state_of(app, second))
    golden = settle(log_from_lines(text.splitlines()).state())
    for one in (was, now):
        assert [(c.player, c.total, c.rank, c.points) for c in one.players] == [
            (c.player, c.total, c.rank, c.points) for c in golden.players
        ]
    assert other.get(f"/t/{second.code}/log.jsonl").text == exported


HEADER = '{"format": "stationmaster-log", "version": 1, "edition": "europe", "seats": ["a", "b"]}'


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "Choose a file first."),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"   \n ", "empty"),
        ("nonsense", "line 1"),
        ("[]", "line 1"),
        ("[" * 5000, "line 1"),
        ('{"format": "else"}', "line 1"),
        (HEADER.replace("europe", "nowhere"), "nowhere"),
        (
            HEADER + '\n{"seq": 1, "at": "x", "seat": null, "id": "a", "event": {"type": "turn_taken"}}',
            "line 2",
        ),
        (HEADER + '\n{"seq": 1e99}', "line 2"),
        (HEADER.replace('"a"', '"<script>alert(1)</script>", "<script>alert(1)</script>"'), "script"),
    ],
)
def test_what_is_no_log_is_refused_in_words(phone, body, says):
    answer = send(phone("somebody"), body)
    assert answer.status_code == 422
    told = answer.text.split('class="faults"')[1].split("</div>")[0]
    assert says in html.unescape(told)
    assert "<script>alert" not in answer.text
    assert "Traceback" not in answer.text


def test_a_form_without_a_token_or_with_too_much_is_refused(phone):
    somebody = phone("somebody")
    data = {"file": (BytesIO(HEADER.encode()), "log.jsonl")}
    assert somebody.client.post("/import", data=data).status_code == 400
    assert send(somebody, b"x" * 9_000_000).status_code == 413


def test_a_log_of_more_than_a_megabyte_is_taken_in(app, phone):
    lines = (GAMES / "europe" / "five-players.jsonl").read_text("utf-8").splitlines()
    entry = {"at": "2026-11-30T18:01:00Z", "seat": "anna", "event": {"type": "turn_taken", "player": "anna"}}
    more = [json.dumps({"seq": seq, "id": f"{seq:032}", **entry}) for seq in range(len(lines), 5001)]
    text = "\n".join([*lines, *(line + " " * 100 for line in more)])
    assert len(text) > 1_000_000
    table = imported(app, phone("somebody"), text)
    with app.app_context():
        assert len(recording.current(table)[1]) == 5000


def test_nobody_opens_tables_without_end(app, phone):
    from dataclasses import replace

    from app.web.config import EXTENSION

    found = app.extensions[EXTENSION]
    app.extensions[EXTENSION] = replace(found, settings=replace(found.settings, new_tables=1))
    somebody = phone("somebody")
    assert send(somebody, HEADER).status_code == 303
    assert send(somebody, HEADER).status_code == 429
