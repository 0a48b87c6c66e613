"""What if: changes that live in an address, change the sheet at once, and leave no trace."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest
from werkzeug.datastructures import MultiDict

from app.pages.whatif.changes import MOST, Changes, altered, read_changes
from app.tables import recording
from app.tables.services import services
from solver.scoring.settle import settle
from tests.app.phones import open_table, sit


@pytest.fixture
def played(keeper, table):
    """A table with some routes, a station and tickets of Anna and Ben."""
    for player, route in (
        ("anna", "dieppe-paris-1"),
        ("ben", "berlin-danzig-1"),
        ("cleo", "kyiv-warszawa-1"),
        ("anna", "dieppe-london-1"),
    ):
        assert keeper.claim(table, player, route, overrule=["turn-not-left"]).status_code == 201
    assert keeper.add(table, {"type": "station_built", "player": "ben", "city": "wien"}).status_code == 201
    assert keeper.keep(table, "anna", "edinburgh--paris", "cadiz--stockholm").status_code == 201
    assert keeper.keep(table, "ben", "berlin--moskva").status_code == 201
    return table


def state_of(app, table):
    with app.app_context():
        return recording.current(table)[0]


def everything(app, table):
    """Everything the database keeps of a table."""
    with app.app_context():
        store = services().store
        return store.table(table.id), store.read(table.id), store.holds(table.id)


def totals(page: str) -> list[int]:
    """Return the totals of a sandbox, in the order of its columns."""
    row = page.split('<tr class="total">')[1].split("</tr>", maxsplit=1)[0]
    return [int(n.replace("−", "-")) for n in re.findall(r'<span class="cell">([−\d]+)', row)]


def link_of(page: str) -> str:
    """Return the link that opens the same sandbox elsewhere."""
    return html.unescape(re.search(r'readonly value="([^"]+)"', page)[1])


def body(page: str) -> str:
    return page.split("<main")[1].split("<footer", maxsplit=1)[0]


def local(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


def test_changes_change_the_sheet_and_nothing_is_written_down(app, keeper, played):
    before = everything(app, played)
    path = f"/t/{played.code}/whatif"
    plain = keeper.get(path).text
    changes = [
        ("claim", "anna:edinburgh-london-1"),
        ("free", "berlin-danzig-1"),
        ("nostation", "ben:wien"),
        ("station", "cleo:roma"),
        ("hand", "anna"),
        ("show", "1"),
    ]
    page = keeper.get(path, query_string=changes).text
    state = state_of(app, played)
    hand = {"anna": state.tickets["anna"]}
    bonuses = tuple(b for b in state.edition.bonuses if b.kind != "most_tickets")
    base = replace(state, tickets=hand, edition=replace(state.edition, bonuses=bonuses))
    sheet = settle(altered(base, changes[:4]).state)
    assert sorted(totals(page)) == sorted(column.total for column in sheet.players)
    assert sorted(totals(plain)) != sorted(totals(page))
    assert everything(app, played) == before


def test_the_hand_is_asked_about_with_the_changes(keeper, played):
    path = f"/t/{played.code}/whatif?hand=anna&for=anna&show=1"
    assert "is-open" in keeper.get(path).text.split('id="hand"')[1]
    page = keeper.get(f"{path}&claim=anna:edinburgh-london-1").text.split('id="hand"')[1]
    assert "is-done" in page
    cut = "".join(f"&claim=ben:edinburgh-london-{n}" for n in (1, 2))
    page = keeper.get(path + cut).text.split('id="hand"')[1]
    assert "station" in page, "only a station still helps"


def test_a_link_opens_the_same_sandbox_on_another_phone(app, phone, keeper, played):
    page = keeper.get(f"/t/{played.code}/whatif?claim=cleo:frankfurt-paris-1&station=anna:roma&for=cleo").text
    link = link_of(page)
    other = phone("cleo")
    sit(app, played, other, "cleo")
    again = other.get(local(link)).text
    assert link_of(again) == link
    assert totals(again) == totals(page)
    # The table goes on; the sandbox stays as it was, and says so.
    keeper.claim(played, "ben", "danzig-warszawa-1", overrule=["turn-not-left"])
    later = other.get(local(link)).text
    assert totals(later) == totals(page)
    assert "The table has gone on since." in later
    newest = html.unescape(re.search(r'href="([^"]+)">Take over what is new', later)[1])
    assert totals(other.get(newest).text) != totals(page)


def test_a_link_carries_no_ticket_unless_it_was_added_by_hand(app, phone, keeper, played):
    page = keeper.get(f"/t/{played.code}/whatif?hand=anna&drop=anna:0&for=anna&show=1").text
    link = link_of(page)
    for word in ("edinburgh", "stockholm", "cadiz", "paris"):
        assert word not in link
    assert "The link holds these changes and no ticket." in page
    other = phone("cleo")
    sit(app, played, other, "cleo")
    seen = other.get(local(link)).text
    assert "is-cut" not in seen.split('id="hand"')[1]
    assert "Stockholm" not in seen.split('id="hand"')[1].split("<details")[0]
    added = keeper.get(f"/t/{played.code}/whatif?ticket=anna:brest--petrograd&for=anna").text
    assert "also the tickets added here" in added
    assert dict(parse_qsl(urlsplit(link_of(added)).query))["ticket"] == "anna:brest--petrograd"
    assert "Petrograd" in other.get(local(link_of(added))).text.split('id="hand"')[1]


def test_hands_stay_out_until_they_are_asked_for(keeper, played):
    page = keeper.get(f"/t/{played.code}/whatif?for=anna").text
    assert "tick-card" not in page
    assert "Count Anna’s tickets" in page


def test_a_hand_is_counted_behind_its_shutter_alone(keeper, played):
    path = f"/t/{played.code}/whatif?for=ben&claim=anna:edinburgh-london-1&hand=ben"
    closed = html.unescape(keeper.get(path).text)
    assert "Only for Ben’s eyes." in closed
    for secret in ("Moskva", "tick-card", '<tr class="total">', 'edinburgh-london-1" class'):
        assert secret not in closed
    opened = keeper.get(f"{path}&show=1").text
    assert "tick-card" in opened
    assert "tick-card" in keeper.get(f"{path}&part=1").text
    # Without a script the next tap keeps the shutter up; a link to another phone or another hand never does.
    pages = re.findall(r'data-go href="([^"]+)"', opened)
    assert pages
    assert all("show=1" in url for url in pages)
    assert "show=" not in link_of(opened)
    others = re.findall(r'<a class="link" href="([^"]+hand=[^"]+)"', opened)
    assert len(others) == 2
    assert not any("show=1" in url or "hand=ben" in url for url in others)
    # The form of the shutter brings back all that the address holds.
    carried = re.findall(r'type="hidden" name="([^"]+)" value="([^"]+)"', closed.split('id="keep"')[1])
    assert body(keeper.get(f"/t/{played.code}/whatif", query_string=carried).text) == body(opened)


def test_one_hand_is_counted_at_a_time(keeper, played):
    both = keeper.get(f"/t/{played.code}/whatif?hand=anna&hand=ben&show=1").text
    assert body(both) == body(keeper.get(f"/t/{played.code}/whatif?hand=ben&show=1").text)
    keeper.add(played, {"type": "tickets_revealed"})
    every = keeper.get(f"/t/{played.code}/whatif?hand=ben&for=anna").text
    assert "tick-card" in every
    assert "shutter" not in every.split("<main")[1]
    assert "Count Anna’s tickets" not in every


def test_tapping_a_route_offers_what_can_be_done(keeper, played):
    path = f"/t/{played.code}/whatif"
    free = keeper.get(f"{path}?route=frankfurt-paris-1&for=ben").text
    steps = free.split('class="steps-row">')[1].split("</div>")[0]
    offered = [
        parse_qsl(urlsplit(html.unescape(url)).query) for url in re.findall(r'data-go href="([^"]+)"', steps)
    ]
    # Who is asked about comes first, then the others.
    for query, player in zip(offered, ("ben", "anna", "cleo"), strict=True):
        assert ("claim", f"{player}:frankfurt-paris-1") in query
    taken = keeper.get(f"{path}?route=dieppe-paris-1").text
    assert "Take it away" in taken
    city = keeper.get(f"{path}?city=wien").text
    assert "Take away the station of Ben" in city
    assert "Station for Anna" in keeper.get(f"{path}?city=roma").text


@pytest.mark.parametrize(
    "query",
    [
        "claim=nobody:dieppe-paris-1&claim=anna:nowhere&claim=anna&claim=",
        "claim=anna:dieppe-paris-1",
        "free=nothing&free=frankfurt-paris-1",
        "station=anna:nowhere&nostation=anna:wien",
        "drop=anna:99&drop=anna:-1&drop=anna:x&drop=anna:²",
        "ticket=anna:no--card&ticket=anna:a~b~c&ticket=anna:wien~wien~5&ticket=anna:wien~roma~999&ticket=anna:",
        "at=99999999&for=nobody&hand=nobody",
        "at=0&for=anna",
        "claim=anna:" + "x" * 5000,
        "route=nowhere&city=nowhere",
        "a=nowhere&b=&points=x",
    ],
)
def test_a_strange_address_is_answered(keeper, played, query):
    plain = totals(keeper.get(f"/t/{played.code}/whatif").text)
    answer = keeper.get(f"/t/{played.code}/whatif?{query}", follow_redirects=True)
    assert answer.status_code == 200
    assert totals(answer.text) == plain
    assert '<ul class="changes">' not in answer.text


def test_no_address_grows_without_end():
    many = MultiDict([("claim", f"anna:r{n}") for n in range(500)])
    changes = read_changes(many)
    assert len(changes.made) == MOST
    assert changes.full
    assert changes.ignored == 500 - MOST


def test_a_change_and_its_opposite_leave_nothing():
    changes = Changes().plus("claim", "anna:ab").plus("free", "ab")
    assert changes.made == ()
    changes = Changes().plus("nostation", "anna:wien").plus("station", "anna:wien")
    assert changes.made == ()
    changes = Changes().plus("free", "ab").plus("claim", "ben:ab").plus("free", "ab")
    assert changes.made == (("free", "ab"),)


def test_a_typed_ticket_is_found_by_its_names(keeper, played):
    path = f"/t/{played.code}/whatif?for=anna&a=Вена&b=rom&points=9"
    answer = keeper.get(path)
    assert answer.status_code == 303
    assert ("ticket", "anna:wien~roma~9") in parse_qsl(urlsplit(answer.headers["Location"]).query)


@pytest.mark.parametrize(("edition", "said"), [("marklin", True), ("europe", False)])
def test_that_journeys_stay_as_they_are_is_said_where_there_are_any(app, keeper, edition, said):
    table = open_table(app, keeper, 2, edition=edition)
    assert ("their journeys as they were made" in keeper.get(f"/t/{table.code}/whatif").text) == said


def test_covered_points_stay_covered(app, keeper):
    table = open_table(app, keeper, 3, hide_totals=True)
    page = keeper.get(f"/t/{table.code}/whatif?claim=anna:dieppe-paris-1").text
    assert '<tr class="total">' not in page
    assert "This table shows no points" in page
