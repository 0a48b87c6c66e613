"""The ticket windows: closed until asked, open to their own phone alone, and every way to add a card."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256

import pytest
from flask import Flask

from app.tables.store import Table
from solver.formats.load import load_edition
from tests.app.phones import Phone, open_table, sit

REVEAL = {"type": "tickets_revealed"}
CARD = "berlin--london"


def window(phone: Phone, table: Table, seat: str = "anna", **query: str) -> str:
    """Return a seat's window as a phone sees it."""
    found = phone.get(f"/t/{table.code}/tickets/{seat}", query_string=query)
    assert found.status_code == 200, found.text
    return found.text


def send(phone: Phone, table: Table, seat: str = "anna", status: int = 303, **form: str) -> str:
    """Send the form of a window."""
    mark = sha256(repr((seat, sorted(form.items()))).encode()).hexdigest()[:16]
    found = phone.form(f"/t/{table.code}/tickets/{seat}", entry_id=mark, **form)
    assert found.status_code == status, found.text
    return found.text


def cards(text: str) -> list[str]:
    """Return the ends of the tickets that a window shows as held."""
    return [
        re.sub(r"<[^>]+>|\s+", " ", ends).replace("  ", " ").strip()
        for ends in re.findall(r'<span class="ends">(.*?)</span>\s*<span class="worth', text, re.DOTALL)
    ]


def test_a_closed_window_holds_no_ticket(keeper: Phone, table: Table) -> None:
    send(keeper, table, ticket=CARD)
    closed = window(keeper, table)
    assert "tick-card" not in closed
    assert CARD not in closed
    assert len(cards(window(keeper, table, show="1"))) == 1


def test_without_scripts_nothing_is_held_and_nothing_is_said_of_holding(keeper: Phone, table: Table) -> None:
    for page in (f"/t/{table.code}/tickets/anna", f"/t/{table.code}/ask/anna"):
        form = re.search(r'<form[^>]*id="keep">.*?</form>', keeper.get(page).text, re.DOTALL)
        assert form, page
        assert "Open without holding" not in re.sub(r"<span data-js hidden>.*?</span>", "", form[0])
        assert "Lift the shutter" in form[0]


def test_a_window_is_never_kept_by_a_browser(keeper: Phone, table: Table) -> None:
    found = keeper.get(f"/t/{table.code}/tickets/anna?show=1")
    assert found.headers["Cache-Control"] == "no-store"


def test_a_card_is_added_once_per_form_and_taken_back(keeper: Phone, table: Table) -> None:
    for _again in range(2):  # the same form sent twice: one entry
        send(keeper, table, ticket=CARD)
    text = window(keeper, table, show="1")
    assert len(cards(text)) == 1
    entry = re.search(r'name="retract" value="(\d+)"', text)
    assert entry
    send(keeper, table, retract=entry[1])
    assert cards(window(keeper, table, show="1")) == []


def test_every_card_of_a_page_is_an_act_of_its_own(keeper: Phone, table: Table) -> None:
    held = ("berlin--london", "brest--petrograd", "athina--edinburgh")
    address = f"/t/{table.code}/tickets/anna"
    for card in (*held, held[0]):  # the last is a tap whose answer was lost
        assert keeper.form(address, entry_id="one-page-1", ticket=card).status_code == 303
    for points in ("7", "8", "8"):
        sent = {"free": "1", "a": "Paris", "b": "Wien", "points": points}
        assert keeper.form(address, entry_id="one-page-2", **sent).status_code == 303
    entries = keeper.news(table)["entries"][1:]
    assert [entry["event"]["tickets"][0] for entry in entries[:3]] == list(held)
    assert [entry["event"]["tickets"][0]["points"] for entry in entries[3:]] == [7, 8]
    assert len({entry["id"] for entry in entries}) == 5


def test_a_card_of_an_old_page_that_was_taken_back_is_not_said_to_be_added(
    keeper: Phone, table: Table
) -> None:
    address = f"/t/{table.code}/tickets/anna"
    keeper.form(address, entry_id="one-page-1", ticket=CARD)
    keeper.form(address, entry_id="one-page-2", retract="2")
    again = keeper.form(address, entry_id="one-page-1", ticket=CARD)
    assert (again.status_code, "too old" in again.text) == (409, True)


@pytest.mark.parametrize(
    ("a", "b"), [("Berlin", "London"), ("берл", "лондон"), ("berlin", "lond"), ("Лондон", "Берлин")]
)
def test_a_free_ticket_is_found_by_what_people_type(keeper: Phone, table: Table, a: str, b: str) -> None:
    send(keeper, table, free="1", a=a, b=b, points="7")
    assert len(cards(window(keeper, table, show="1"))) == 1


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"a": "Atlantis", "b": "London", "points": "7"}, "There is no city “Atlantis”"),
        ({"a": "b", "b": "London", "points": "7"}, "fits several cities"),
        ({"a": "London", "b": "London", "points": "7"}, "Both ends are the same city"),
        ({"a": "Berlin", "b": "London", "points": "0"}, "from 1 to 40"),
        ({"a": "Berlin", "b": "London", "points": "4.5"}, "from 1 to 40"),
        ({"a": "Berlin", "b": "London", "points": "9" * 5000}, "from 1 to 40"),
        ({"a": "", "b": "", "points": ""}, "There is no city"),
    ],
)
def test_what_cannot_be_read_is_said_and_kept(
    keeper: Phone, table: Table, form: dict[str, str], says: str
) -> None:
    text = send(keeper, table, status=422, free="1", **form)
    assert says in text
    assert f'value="{form["b"]}"' in text
    assert cards(text) == []


def test_a_card_that_no_deck_has_is_refused(keeper: Phone, table: Table) -> None:
    text = send(keeper, table, status=422, ticket="berlin--atlantis")
    assert "no ticket of this edition" in text


def test_connected_is_done_and_not_connected_is_open(keeper: Phone, table: Table) -> None:
    for route in ("berlin-essen-1", "amsterdam-essen-1", "amsterdam-london-1"):
        assert keeper.claim(table, "anna", route).status_code == 201
    send(keeper, table, ticket=CARD)
    send(keeper, table, free="1", a="Berlin", b="Wien", points="6")
    text = window(keeper, table, show="1")
    assert text.count("is-done") == 1
    assert text.count("is-open") + text.count("is-cut") == 1
    assert "Via Essen and Amsterdam." in text


def test_another_phone_sees_nothing_before_the_reveal_and_all_after_it(
    app: Flask, phone: Callable[[str | None], Phone], keeper: Phone, table: Table
) -> None:
    ben = phone("ben")
    sit(app, table, ben, "ben")
    send(ben, table, "ben", ticket=CARD)
    address = f"/t/{table.code}/tickets/ben?show=1"
    assert keeper.get(address).status_code == 403
    assert keeper.form(address, ticket=CARD, entry_id="entry-of-another").status_code == 403
    assert ben.get(f"/t/{table.code}/tickets").status_code == 303  # one window: straight to it
    assert keeper.add(table, REVEAL).status_code == 201
    assert len(cards(keeper.get(address).text)) == 1


def test_a_card_held_twice_is_pointed_out_only_after_the_reveal(keeper: Phone, table: Table) -> None:
    send(keeper, table, "anna", ticket=CARD)
    send(keeper, table, "ben", ticket=CARD)
    send(keeper, table, "cleo", ticket=CARD)
    alone = window(keeper, table, "anna", show="1")
    assert "lso held by" not in alone
    assert "A card exists once" not in alone
    keeper.add(table, REVEAL)
    assert "Also held by: Ben, Cleo. A card exists once" in window(keeper, table, "anna", show="1")
    sheet = keeper.get(f"/t/{table.code}/sheet").text
    assert re.search(r"is counted 3 times \(Anna, Ben,? (and )?Cleo\)", sheet)
    assert "held by: Anna, Cleo" in window(keeper, table, "ben", show="1", q="ber lon")


def test_a_card_twice_in_ones_own_hand_is_pointed_out_at_once(keeper: Phone, table: Table) -> None:
    send(keeper, table, "anna", ticket=CARD)
    assert "Twice in this hand" not in window(keeper, table, "anna", show="1")
    send(keeper, table, "anna", free="1", a="Berlin", b="London", points="7")
    assert window(keeper, table, "anna", show="1").count("Twice in this hand") == 2
    assert "Twice in this hand" not in window(keeper, table, "anna")


def test_fewer_tickets_than_are_kept_at_the_start_are_remarked_on_and_nothing_is_refused(
    app: Flask, keeper: Phone, table: Table
) -> None:
    """Rules: Europe keeps two of four, USSR 2 a long one and a short one."""
    remark = "Fewer than are kept at the start. Missing: "
    assert remark not in window(keeper, table, show="1")
    send(keeper, table, ticket=CARD)
    assert f"{remark}1 ticket." in window(keeper, table, show="1")
    assert remark not in window(keeper, table), "behind the shutter nothing is said of a hand"
    send(keeper, table, ticket="paris--wien")
    assert remark not in window(keeper, table, show="1")
    other = open_table(app, keeper, 2, edition="ussr")
    short = list(load_edition("ussr").decks[1].tickets)
    send(keeper, other, ticket=short[0])
    send(keeper, other, ticket=short[1])
    assert f"{remark}1 long ticket." in window(keeper, other, show="1")
    keeper.add(other, REVEAL)
    assert f"{remark}1 long ticket." in window(keeper, other, show="1")


@pytest.mark.parametrize(
    ("edition", "marks"),
    [
        *((edition, {"long", "short"}) for edition in ("ussr", "marklin", "america")),
        *((edition, {"long"}) for edition in ("europe", "europe-1912")),
        *((edition, set()) for edition in ("usa", "usa-1910-mega")),
    ],
)
def test_long_and_short_cards_are_marked_in_every_list(
    app: Flask, keeper: Phone, edition: str, marks: set[str]
) -> None:
    table = open_table(app, keeper, 2, edition=edition)
    found = load_edition(edition)
    for deck in found.decks:
        send(keeper, table, ticket=next(iter(deck.tickets)))
    paths = [f"/t/{table.code}/{page}" for page in ("tickets/anna?show=1", "ask/anna?show=1", "ask")]
    for path in paths:
        assert set(re.findall(r'class="mark">([^<]+)<', keeper.get(path).text)) == marks, path
    long = sum(len(deck.tickets) for deck in found.decks if deck.title["en"] == "Long tickets")
    assert keeper.get(paths[2]).text.count('class="mark">long<') == (long if "long" in marks else 0)


def test_the_search_without_scripts_narrows_the_deck(keeper: Phone, table: Table) -> None:
    text = window(keeper, table, show="1", q="бер лон")
    offered = re.findall(r'name="ticket" value="([^"]+)"', text)
    assert offered == [CARD]


def test_a_seat_that_does_not_exist_is_not_found(keeper: Phone, table: Table) -> None:
    assert keeper.get(f"/t/{table.code}/tickets/nobody").status_code == 404


def test_who_holds_no_seat_is_told_so(phone: Callable[[str | None], Phone], table: Table) -> None:
    text = phone("watcher").get(f"/t/{table.code}/tickets").text
    assert "This phone holds no seat" in text


def test_the_way_to_the_end(keeper: Phone, table: Table) -> None:
    page = keeper.get(f"/t/{table.code}/finish").text
    assert "Hold: everybody sees all tickets" in page
    assert keeper.add(table, REVEAL).status_code == 201
    again = keeper.form(f"/t/{table.code}/finish", confirm="another-reveal")
    assert again.status_code == 409
    assert "open already" in again.text
    assert "none yet" in keeper.get(f"/t/{table.code}/finish").text


def test_only_the_keeper_reveals(app: Flask, phone: Callable[[str | None], Phone], table: Table) -> None:
    ben = phone("ben")
    sit(app, table, ben, "ben")
    assert "data-hold" not in ben.get(f"/t/{table.code}/finish").text
    assert ben.form(f"/t/{table.code}/finish", confirm="x").status_code == 403
    assert ben.get(f"/t/{table.code}/finish/reveal").status_code == 403


def test_an_open_ticket_says_what_it_takes(keeper: Phone, table: Table) -> None:
    send(keeper, table, free="1", a="Berlin", b="Essen", points="5")
    text = re.sub(r"\s+", " ", window(keeper, table, show="1"))
    assert "Claim Berlin – Essen (2 trains)" in text
    assert "2 trains, 1 claim" in text


@pytest.mark.parametrize(
    ("language", "says"),
    [
        (
            "en",
            r"Claim Berlin – Essen \(2 trains\), or build 2 stations: "
            r"\w+ for (\w+ – \w+( \(\w+\))?), \w+ for (?!\1)\w+ – \w+( \(\w+\))?\.",
        ),
        (
            "ru",
            r"Займите Берлин – Эссен \(2 вагона\) или поставьте 2 станции: "
            r"\w+ для (\w+ – \w+( \([^)]+\))?), \w+ для (?!\1)\w+ – \w+( \([^)]+\))?\.",
        ),
    ],
)
def test_an_open_ticket_says_which_stations_would_do(
    keeper: Phone, table: Table, language: str, says: str
) -> None:
    keeper.claim(table, "ben", "berlin-frankfurt-1")
    keeper.claim(table, "ben", "essen-frankfurt-1")
    keeper.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    send(keeper, table, free="1", a="Berlin", b="Essen", points="5")
    assert re.search(says, re.sub(r"\s+", " ", window(keeper, table, show="1")))


def test_a_ticket_cut_off_names_the_city_that_others_closed(keeper: Phone, table: Table) -> None:
    board = load_edition("europe").board
    route = next(route.id for route in board.routes.values() if "edinburgh" in route.ends)
    assert keeper.claim(table, "ben", route).status_code == 201
    send(keeper, table, free="1", a="Edinburgh", b="London", points="5")
    assert "is-open" in window(keeper, table, show="1")  # with three players the other track is closed
    for city in ("roma", "kyiv", "sofia"):  # all her stations stand elsewhere: none is left to lend
        assert keeper.add(table, {"type": "station_built", "player": "anna", "city": city}).status_code == 201
    text = window(keeper, table, show="1")
    assert "is-cut" in text
    assert "Closed off by others: Edinburgh." in text


def test_after_the_reveal_nothing_is_open_any_more(keeper: Phone, table: Table) -> None:
    send(keeper, table, ticket=CARD)
    keeper.add(table, REVEAL)
    text = window(keeper, table)
    assert "Not connected" in text
    assert "is-open" not in text


def test_an_added_ticket_is_confirmed_and_can_be_taken_back_there(keeper: Phone, table: Table) -> None:
    answer = keeper.form(f"/t/{table.code}/tickets/anna", entry_id="added-0000000001", ticket=CARD)
    assert answer.status_code == 303
    where = answer.headers["Location"]
    assert CARD not in where  # an address may be read by others
    shown = keeper.get(where.partition("#")[0]).text
    said = re.search(
        r'id="added" role="status"><span>(.*?)</span>.*?name="retract" value="(\d+)"', shown, re.DOTALL
    )
    assert said
    assert said[1] == "Added: Berlin – London, 7 points."
    assert 'id="added"' not in window(keeper, table, show="1")
    assert 'id="added"' not in window(keeper, table, seat="ben", show="1", added=said[2])
    send(keeper, table, retract=said[2])
    assert 'id="added"' not in window(keeper, table, show="1", added=said[2])
