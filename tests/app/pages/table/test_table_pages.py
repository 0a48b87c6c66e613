"""The shell and the table page as a plain browser without scripts sees them, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from app.tables.store import Table
from tests.app.phones import Phone, open_table, sit

RU = {"Accept-Language": "ru"}
PAGES = (
    "/",
    "/new/europe",
    "/new/marklin",
    "/new/ussr",
    "/settings",
    "/results",
    "/t/{code}",
    "/t/{code}?route=berlin-warszawa-1",
    "/t/{code}?city=wien",
    "/t/{code}?player=anna",
    "/t/{code}?mode=claim&q=бер",
    "/t/{code}?mode=station&q=ве",
    "/t/{code}?for=ben&recording=1",
    "/t/{code}/log",
    "/t/{code}/share",
    "/t/{code}/tv",
    "/j/{code}",
    "/nowhere",
)
NAMES = {"Anna", "Ben", "Cleo", "Stationmaster", "English"}


class Words(HTMLParser):
    """Collects what a person reads: text, and the attributes that are read aloud; forms with their fields; links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.forms: list[dict[str, Any]] = []
        self.links: list[str] = []
        self._quiet = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag in ("script", "style"):
            self._quiet += 1
        self.words += [
            found[name] for name in ("aria-label", "title", "placeholder", "alt") if found.get(name)
        ]
        if tag == "form":
            self.forms.append({"action": found.get("action", ""), "fields": {}})
        if tag == "input" and self.forms and found.get("name"):
            self.forms[-1]["fields"][found["name"]] = found.get("value", "")
        if tag == "a":
            self.links.append(found.get("href", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._quiet -= 1

    def handle_data(self, data: str) -> None:
        if not self._quiet and data.strip():
            self.words.append(data.strip())

    def form(self, **fields: str) -> dict[str, Any]:
        """Return the first form that has these fields."""
        return next(f for f in self.forms if all(f["fields"].get(k) == v for k, v in fields.items()))


def send(phone: Phone, form: dict[str, Any], **more: str) -> Any:
    """Send a form as it stands in the page."""
    return phone.client.post(form["action"], data={**form["fields"], **more})


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_page_is_whole(page: str, language: str, keeper: Phone, table: Table) -> None:
    answer = keeper.get(page.format(code=table.code), headers={"Accept-Language": language})
    assert answer.status_code == (404 if page == "/nowhere" else 200)
    assert f'<html lang="{language}"' in answer.text
    assert "style=" not in answer.text
    assert not re.search(r"<script(?![^>]*(src=|application/json))", answer.text)
    assert " onclick" not in answer.text


@pytest.mark.parametrize("page", PAGES)
def test_no_english_is_left_on_russian_pages(page: str, keeper: Phone, table: Table) -> None:
    keeper.claim(table, "anna", "dieppe-paris-1")
    keeper.add(table, {"type": "station_built", "player": "ben", "city": "wien"})
    words = Words(keeper.get(page.format(code=table.code), headers=RU).text).words
    text = " ".join(words).replace(table.code, "").replace(" ".join(table.code), "")
    text = re.sub(r"https?://\S+", "", text)
    left = set(re.findall(r"[A-Za-z]{2,}", text)) - NAMES
    assert not left, (left, [w for w in words if any(x in w for x in left)])


def test_opening_a_table(keeper: Phone) -> None:
    form = Words(keeper.get("/new/europe").text).form(**{"name-1": ""})
    again = send(keeper, form, **{"name-1": "Anna", "name-2": "", "colour-1": "red"})
    assert again.status_code == 400
    assert "At least 2 players need a name." in again.text
    same = {"name-1": "Anna", "colour-1": "red", "name-2": "Ben", "colour-2": "red"}
    assert "have the same colour" in send(keeper, form, **same).text
    opened = send(keeper, form, **{**same, "colour-2": "blue"})
    assert opened.status_code == 303
    assert "Ben" in keeper.get(opened.headers["Location"]).text


def test_names_lose_what_nobody_sees(keeper: Phone) -> None:
    form = Words(keeper.get("/new/europe").text).form()
    names = ["\u202eAnna", "x" * 39 + " y", "👩‍🚂", "\u200d"]  # the second is cut behind its space
    colours = ["red", "blue", "green", "yellow"]
    rows = zip(range(1, 5), names, colours, strict=True)
    typed = {
        f"{key}-{n}": value for n, *row in rows for key, value in zip(("name", "colour"), row, strict=True)
    }
    opened = send(keeper, form, **typed)
    assert opened.status_code == 303, opened.text
    code = opened.headers["Location"].split("/")[-1]
    seats = keeper.get(f"/t/{code}/entries").get_json()["entries"][0]["event"]["seats"]
    assert [seat["name"] for seat in seats] == ["Anna", "x" * 39, "👩‍🚂"]


@pytest.mark.parametrize("number", ["9" * 5000, "٣", "²", "-1", "1.0", ""])
def test_what_is_no_number_of_an_entry_is_refused_in_words(keeper: Phone, table: Table, number: str) -> None:
    for path, fields in (
        (f"/t/{table.code}/record", {"type": "retracted", "target": number, "id": "form-0001"}),
        (f"/t/{table.code}/tickets/anna", {"retract": number or "0", "entry_id": "form-0002"}),
    ):
        found = keeper.form(path, **fields)
        assert found.status_code in (400, 409, 422)
        assert "limit" not in found.text


def test_claim_objection_overrule_undo(keeper: Phone, table: Table) -> None:
    page = Words(keeper.get(f"/t/{table.code}?route=berlin-warszawa-1").text)
    claim = page.form(type="route_claimed", player="anna")
    done = send(keeper, claim)
    assert done.status_code == 303
    back = keeper.get(done.headers["Location"]).text
    assert "Anna: Berlin – Warszawa (yellow), +7" in back
    assert re.search(r'class="route r-yellow pair claimed p-red"', back)

    # The same form sent again (a double tap) is the same act, not a second one.
    assert send(keeper, claim).headers["Location"] == done.headers["Location"]

    closed = {
        **claim,
        "fields": {**claim["fields"], "id": "another-claim", "player": "ben", "route": "berlin-warszawa-2"},
    }
    refused = send(keeper, closed)
    assert refused.status_code == 409
    assert "Rule:" in refused.text
    over = Words(refused.text).form(player="ben", overrule="parallel-closed")
    assert send(keeper, over).status_code == 303
    log = keeper.get(f"/t/{table.code}/log").text
    assert "The table played over a rule." in log

    undo = Words(keeper.get(f"/t/{table.code}").text).form(type="retracted")
    assert send(keeper, undo).status_code == 303
    state = keeper.get(f"/t/{table.code}/state.json").json
    assert state["owner"] == {"berlin-warszawa-1": "anna"}
    assert state["undo"]["seq"] == 2


def test_what_cannot_be_played_over_is_not_offered(keeper: Phone, table: Table) -> None:
    page = Words(keeper.get(f"/t/{table.code}?route=berlin-wien-1").text)
    claim = page.form(type="route_claimed", player="anna")
    keeper.claim(table, "ben", "berlin-wien-1")
    refused = send(keeper, claim)
    assert refused.status_code == 409
    assert "Ben" in refused.text
    assert "We play it so" not in refused.text


def test_a_watcher_gets_no_buttons(phone: Callable[[str], Phone], table: Table) -> None:
    watcher = phone("watcher")
    page = Words(watcher.get(f"/t/{table.code}?route=berlin-wien-1").text)
    assert not [form for form in page.forms if "/record" in form["action"]]
    refused = watcher.form(f"/t/{table.code}/record", type="turn_taken", player="anna", id="watchers-act")
    assert refused.status_code == 403


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("/t/{code}", "/t/{code}"),
        ("//elsewhere.example", "/"),
        ("https://elsewhere.example", "/"),
        ("/\\elsewhere", "/"),
    ],
)
def test_the_language_link_comes_back_to_this_app_only(
    asked: str, wanted: str, keeper: Phone, table: Table
) -> None:
    answer = keeper.get("/language/ru", query_string={"next": asked.format(code=table.code)})
    target = urlsplit(answer.headers["Location"])
    assert not target.netloc
    assert target.path == wanted.format(code=table.code)
    assert '<html lang="ru"' in keeper.get("/").text


@pytest.mark.parametrize("theme", ["light", "dark", "system"])
def test_settings_are_kept(theme: str, keeper: Phone) -> None:
    keeper.form("/settings", theme=theme, quick="1", language="ru")
    page = keeper.get("/settings").text
    assert (f'data-theme="{theme}"' in page) == (theme != "system")
    assert '<html lang="ru"' in page


@pytest.mark.parametrize("language", ["en", "ru"])
def test_errors_have_a_page_with_a_sentence(language: str, keeper: Phone, table: Table) -> None:
    head = {"Accept-Language": language}
    cases = {
        404: keeper.get("/t/NOSUCH", headers=head),
        400: keeper.client.post(f"/t/{table.code}/record", data={}, headers=head),
        413: keeper.client.post(f"/t/{table.code}/record", data={"type": "x" * 2_000_000}, headers=head),
        405: keeper.client.post("/", data={}, headers=head),
    }
    for status, answer in cases.items():
        assert answer.status_code in (status, 400), status
        assert '<div class="oops">' in answer.text
        assert "Traceback" not in answer.text


def test_a_fault_of_ours_has_a_page_too(app: Flask, keeper: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def broken() -> str:
        raise RuntimeError("a bug")

    monkeypatch.setitem(app.view_functions, "settings.settings", broken)
    answer = keeper.get("/settings")
    assert answer.status_code == 500
    assert "Nothing recorded is lost." in answer.text
    assert "a bug" not in answer.text


def test_joining_by_code(phone: Callable[[str], Phone], table: Table) -> None:
    ben = phone("bens-phone")
    wrong = ben.get("/join?code=XXXXXX")
    assert wrong.status_code == 404
    assert 'role="alert"' in wrong.text
    assert ben.get(f"/join?code={table.code.lower()}").headers["Location"] == f"/j/{table.code}"
    page = Words(ben.get(f"/j/{table.code}").text)
    assert send(ben, page.form(seat="ben")).status_code == 303
    assert ben.get(f"/join?code={table.code}").headers["Location"] == f"/t/{table.code}"
    assert ben.get(f"/t/{table.code}/state.json").json["active"] == "ben"


def test_handing_over_a_seat_by_a_link(phone: Callable[[str], Phone], keeper: Phone, table: Table) -> None:
    page = Words(keeper.get(f"/t/{table.code}/share").text)
    made = Words(send(keeper, page.form(do="offer", seat="anna")).text)
    link = next(link for link in made.links if "/seat/anna/" in link)
    anna = phone("annas-phone")
    taken = Words(anna.get(urlsplit(link).path).text).form(seat="anna")
    assert send(anna, taken).status_code == 303
    assert anna.get(f"/t/{table.code}/state.json").json["plays"]
    again = phone("a-third-phone")
    refused = send(again, Words(again.get(urlsplit(link).path).text).form(seat="anna"))
    assert refused.status_code == 403


def test_points_can_be_hidden_until_the_end(app: Flask, keeper: Phone) -> None:
    table = open_table(app, keeper, hide_totals=True)
    keeper.claim(table, "anna", "berlin-warszawa-1")
    state = keeper.get(f"/t/{table.code}/state.json").json
    assert state["players"][0]["points"] is None
    assert not re.search(r"data-points>7<", keeper.get(f"/t/{table.code}").text)


def test_the_keeper_covers_the_points_and_shows_them_again_at_any_time(
    app: Flask, phone: Callable[[str], Phone], keeper: Phone, table: Table
) -> None:
    ben, share = phone("ben"), f"/t/{table.code}/share"
    sit(app, table, ben, "ben")
    keeper.claim(table, "anna", "berlin-warszawa-1")

    def points() -> int | None:
        return ben.get(f"/t/{table.code}/state.json").json["players"][0]["points"]

    assert "Hide the points until the end" in keeper.get(share).text
    before = ben.news(table)["revision"]
    assert keeper.form(share, do="cover").status_code == 303
    assert points() is None
    assert ben.news(table)["revision"] > before
    assert ben.form(share, do="uncover").status_code == 403
    assert "Show the points" not in ben.get(share).text
    assert "Show the points" in keeper.get(share).text
    assert keeper.form(share, do="uncover").status_code == 303
    assert points() == 7
    assert keeper.add(table, {"type": "tickets_revealed"}).status_code == 201
    assert "Hide the points until the end" not in keeper.get(share).text


def test_the_state_costs_nothing_when_unchanged(keeper: Phone, table: Table) -> None:
    first = keeper.get(f"/t/{table.code}/state.json")
    again = keeper.get(f"/t/{table.code}/state.json", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    keeper.claim(table, "anna", "berlin-warszawa-1")
    assert (
        keeper.get(
            f"/t/{table.code}/state.json", headers={"If-None-Match": first.headers["ETag"]}
        ).status_code
        == 200
    )


def test_tickets_kept_one_after_the_other_are_one_line_beside_the_board(keeper: Phone, table: Table) -> None:
    """Eight cards typed in one by one would push the moves out of sight; the log page still has every entry."""
    keeper.claim(table, "anna", "berlin-danzig-1")
    for card in ("berlin--moskva", "cadiz--stockholm", "athina--edinburgh"):
        keeper.keep(table, "anna", card)
    lines = keeper.get(f"/t/{table.code}/state.json").get_json()["log"]
    assert [line["text"] for line in lines][:2] == ["Anna: 3 tickets kept", "Anna: Berlin – Danzig"]
    assert keeper.get(f"/t/{table.code}/log").text.count("1 ticket kept") == 3
