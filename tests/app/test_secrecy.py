"""
Secrecy: no address of the app tells one seat's tickets to anybody else before the reveal.

Two tables are played alike to the last detail, except for the tickets that Ben holds. Whatever a phone that does not
hold Ben's seat asks for, by every rule, method and a choice of forms, must come out the same to the byte at both:
status, headers and body. So nothing that is made of the tickets can be in there, not even a length or an order.
Rules are taken from the app itself: a new page joins the test by itself.

A phone that goes round the table knows every hand. There all pages must be the same until a shutter is opened.
"""

from __future__ import annotations

import itertools
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from flask import session

from app import Settings, create_app
from app.tables import access
from app.tables.services import services
from app.web import security
from tests.app.conftest import SECRET
from tests.app.phones import Phone, as_phone, open_table, sit

# In the first world Ben has completed his ticket, in the second he never will: points, ranks and sheets differ.
WORLDS = (
    [{"ends": ["berlin", "danzig"], "points": 19}, "athina--edinburgh"],
    ["athina--edinburgh", {"ends": ["cadiz", "kyiv"], "points": 7}],
)
SECRETS = (2, 3, 4)  # kept, kept, and the first one taken back

VALUES = {
    "code": ["CODE", "en"],
    "seat": ["ben", "anna"],
    "player": ["ben", "anna", "cleo"],
    "edition": ["europe"],
    "board": ["europe"],
    "filename": ["css/look.css"],
    "token": ["x"],
}
CHANCE = ("x-request-id", "date")
ANYTHING = ["1", "ben"]
QUERIES = [
    "",
    "?after=0",
    "?open=total:ben&show=trail:ben&step=1&part=1",
    "?open=tickets:ben&show=loans:ben&fragment=1",
    "?open=longest_trail:ben&q=ber&edition=europe&for=ben&recording=ben",
]
ACTS = [
    {"type": "retracted", "target": 2},
    {"type": "retracted", "target": 3},
    {"type": "retracted", "target": 4},
    {"type": "tickets_kept", "player": "ben", "tickets": ["athina--edinburgh"]},
    {"type": "tickets_kept", "player": "cleo", "tickets": ["athina--edinburgh"]},
    {"type": "route_claimed", "player": "ben", "route": "berlin-danzig-1"},
    {"type": "route_claimed", "player": "cleo", "route": "berlin-essen-1"},
]
TICKET = {"ticket": "athina--edinburgh", "free": "1", "a": "cadiz", "b": "kyiv", "points": "7"}
DO = ["", "lock", "free", "take", "offer", "offer-keeper", "reveal", "show", "hide"]


HANDS = [
    "?hand=ben&for=ben",
    "?hand=anna&hand=ben&drop=ben:0",
    "?n=0",
    "?open=completed:ben&player=ben&ticket=athina--edinburgh",
]
SEEN = ("text/html", "text/csv", "image/")
"""What people look at; scripts and downloads of a phone get all that the phone may know."""


class Dice:
    """Stands in for ``secrets``: both worlds draw the same."""

    def __init__(self) -> None:
        self.random = random.Random(1)
        self.choice = self.random.choice

    def token_hex(self, count: int) -> str:
        return self.random.randbytes(count).hex()

    def token_urlsafe(self, count: int) -> str:
        return self.random.randbytes(count).hex()


class World:
    """An app with one table at which Ben holds tickets that only his phone may know."""

    def __init__(self, folder, number: int, dice: Dice, *, shared: bool = False) -> None:
        self.dice = dice
        self.tickets = WORLDS[number]
        self.shared = shared
        url = f"sqlite:///{folder / f'world-{number}.db'}"
        # Streams end themselves after their first message.
        self.app = create_app(
            Settings(url, SECRET, testing=True, warm=False, log="off", stream_seconds=0, wrong_codes=10_000)
        )
        self.app.config["PROPAGATE_EXCEPTIONS"] = True
        self.table = None
        self.codes = itertools.count()
        with self.app.app_context(), services().store.engine.begin() as connection:
            # Ids of tables are keys of caches in this process; the worlds must not find each other's.
            first = 100_000 * (number + 2 * shared)
            connection.exec_driver_sql(
                "INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', ?)", (first,)
            )

    def play(self) -> None:
        """Open a table and play it as far as both worlds do."""
        self.dice.random.seed(f"table {next(self.codes)}")
        self.phones = {
            "keeper": Phone(self.app, "phone of anna"),
            "ben": Phone(self.app, "phone of ben"),
            "cleo": Phone(self.app, "phone of cleo"),
            "watcher": Phone(self.app, "phone of a watcher"),
            "stranger": Phone(self.app, None),
        }
        keeper, ben = self.phones["keeper"], self.phones["keeper" if self.shared else "ben"]
        self.forget()
        self.table = open_table(self.app, keeper)
        for name in ("ben", "cleo") if not self.shared else ():
            sit(self.app, self.table, self.phones[name], name)
        with as_phone(self.app, self.phones["watcher"]):
            access.join(self.table.code)
        for number, ticket in enumerate(self.tickets, 1):
            event = {"type": "tickets_kept", "player": "ben", "tickets": [ticket]}
            assert ben.add(self.table, event, id=f"secret-{number}").status_code == 201
        assert ben.add(self.table, {"type": "retracted", "target": 3}, id="secret-3").status_code == 201
        routes = [("anna", "dieppe-paris-1"), ("ben", "berlin-danzig-1"), ("cleo", "kyiv-warszawa-1")]
        for player, route in routes:
            assert keeper.claim(self.table, player, route, id=f"{player}-{route}").status_code == 201
        assert keeper.keep(self.table, "anna", "brest--petrograd", id="keeper-ticket").status_code == 201
        self.begin = self.secrecy()

    def forget(self) -> None:
        """Remove the table of before: where its tickets were revealed, pages about played games may tell of them."""
        if self.table is not None:
            with self.app.app_context(), services().store.writing(self.table.id) as log:
                log.remove()

    def secrecy(self) -> object:
        """Return what decides who may see what; while it stays, one request after the other can use this table."""
        with self.app.app_context():
            snapshot = services().snapshots.of(self.table.id)
        return snapshot.state.revealed, snapshot.table.keeper, snapshot.table.locked, snapshot.holds.seats

    def ask(self, who: str, method: str, path: str, **more):
        """Return everything that a phone is answered, without what differs from second to second."""
        self.dice.random.seed(f"{who} {method} {path}")
        client = self.phones[who].client
        answer = client.open(path.replace("CODE", self.table.code), method=method, **more)
        body, chance = answer.data, CHANCE
        if (
            path == "/metrics"
        ):  # counts what both worlds did, one after the other: numbers of more or fewer digits
            body, chance = re.sub(rb"[0-9.e+-]+(?=\n)", b"#", body), {*CHANCE, "content-length"}
        headers = sorted(
            (k, re.sub("Expires=[^;]+;", "", v)) for k, v in answer.headers if k.lower() not in chance
        )
        answer.close()
        return answer.status_code, headers, body

    def token(self, who: str) -> str:
        """Return a form token that is good for a phone (the same in both worlds)."""
        with self.phones[who].client.session_transaction() as kept:
            kept["csrf"] = "f" * 32
        with self.app.test_request_context():
            session["csrf"] = "f" * 32
            self.dice.random.seed("form")
            return security.csrf_token()


@pytest.fixture(scope="module")
def patched() -> Iterator[Dice]:
    """Chance and clock are the same in both worlds."""
    dice = Dice()
    with pytest.MonkeyPatch.context() as patch:
        for module in ("app.web.security", "app.tables.access.viewers", "app.tables.store.tables"):
            patch.setattr(f"{module}.secrets", dice)
        for module in ("app.tables.store.tables", "app.tables.store.log"):
            patch.setattr(f"{module}.now", lambda: "2026-01-01T12:00:00.000Z")
        for module in ("itsdangerous.timed", "app.tables.confirming"):
            patch.setattr(f"{module}.time", SimpleNamespace(time=lambda: 1_900_000_000))
        yield dice


@pytest.fixture(scope="module")
def worlds(patched, tmp_path_factory) -> list[World]:
    """Two worlds that differ in Ben's tickets alone."""
    folder = tmp_path_factory.mktemp("worlds")
    both = [World(folder, number, patched) for number in (0, 1)]
    for world in both:
        world.play()
    return both


@pytest.fixture(scope="module")
def shared(patched, tmp_path_factory) -> list[World]:
    """Two worlds with one phone for everybody."""
    folder = tmp_path_factory.mktemp("shared")
    both = [World(folder, number, patched, shared=True) for number in (0, 1)]
    for world in both:
        world.play()
    return both


def urls(rule) -> Iterator[str]:
    """Yield addresses of a rule; CODE stands for the code of the table."""
    names = sorted(rule.arguments)
    for values in itertools.product(*(VALUES.get(name, ANYTHING) for name in names)):
        url = rule.rule
        for name, value in zip(names, values, strict=True):
            url = re.sub(rf"<([^<>]*:)?{name}>", value, url)
        yield url


def same(worlds: list[World], who: str, method: str, path: str, **more) -> tuple[int, list, bytes]:
    """Ask both worlds and demand the same answer; play a new table when this one has changed hands."""
    for _ in range(PATIENCE):
        first, second = (world.ask(who, method, path, **more) for world in worlds)
        if first == second or method not in ("GET", "HEAD"):
            break
        time.sleep(0.3)  # a search that goes on in the background is not done in both at the same moment
    asked = f"{who}: {method} {path} {more}"
    assert first[0] == second[0], asked
    assert first[1] == second[1], asked
    assert first[2] == second[2], f"{asked}\n{difference(first[2], second[2])}"
    if any(world.secrecy() != world.begin for world in worlds):
        for world in worlds:
            world.play()
    return first


def difference(one: bytes, other: bytes) -> str:
    """Return the places where two bodies part."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[max(at - 80, 0) : at + 120]!r}\n{other[max(at - 80, 0) : at + 120]!r}"


PATIENCE = 20
ids = itertools.count(1)
OTHERS = ("keeper", "cleo", "watcher", "stranger")


@pytest.mark.parametrize("who", OTHERS)
def test_every_page_is_the_same_whatever_ben_holds(worlds, who):
    asked = 0
    kinds: Counter[tuple[str, bool]] = Counter()
    for rule in worlds[0].app.url_map.iter_rules():
        for url in urls(rule):
            for query in QUERIES if "CODE" in url else QUERIES[:1]:
                status, headers, _body = same(worlds, who, "GET", url + query)
                asked += status < 500
                kinds[dict(headers).get("Content-Type", "").partition(";")[0], "CODE" in url] += status == 200
            same(worlds, who, "GET", url, headers={"Accept": "application/json", "Accept-Language": "ru"})
    assert asked > 100
    # Pictures tell as much as words do.
    assert kinds["text/html", True]
    assert kinds["image/svg+xml", True]


@pytest.mark.parametrize("who", OTHERS)
def test_every_method_and_form_is_answered_the_same_whatever_ben_holds(worlds, who):
    statuses: Counter[int] = Counter()
    for rule in worlds[0].app.url_map.iter_rules():
        for url in dict.fromkeys((next(urls(rule)), next(u for u in urls(rule) if "anna" not in u))):
            for method in ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"):
                same(worlds, who, method, url)
            if "POST" not in rule.methods:
                assert same(worlds, who, "POST", url)[0] < 500
                continue
            for act in ACTS if "CODE" in url else ACTS[:1]:
                statuses[
                    same(worlds, who, "POST", url, json={"id": f"json-id-{next(ids)}", "event": act})[0]
                ] += 1
                fields = {name: str(value) for name, value in act.items() if isinstance(value, str | int)}
                statuses[same(worlds, who, "POST", url, data=form(worlds, who, fields))[0]] += 1
            for do in DO if "CODE" in url else DO[:1]:
                fields = {"do": do, "seat": "ben", "player": "ben", "edition": "europe"}
                more = {"retract": "2"} if do == "hide" else TICKET if do == "show" else {}
                statuses[same(worlds, who, "POST", url, data=form(worlds, who, {**fields, **more}))[0]] += 1
    assert {303, 403} <= set(statuses), "forms and entries were understood, some taken, some refused"


def form(worlds: list[World], who: str, fields: dict[str, str]) -> dict[str, str]:
    """Return the fields of a form that both worlds take for their own."""
    found = {"id": f"form-id-{next(ids)}", **fields}
    found["entry_id"] = found["id"]
    for world in worlds:
        found["csrf_token"] = world.token(who)
    return found


def test_a_keeper_who_frees_the_seat_learns_nothing(worlds):
    """All pages again, after Ben's seat went back to the keeper's phone without its tickets."""
    for world in worlds:
        world.play()
        world.dice.random.seed("free")
        with as_phone(world.app, world.phones["keeper"]):
            access.free_seat(world.table, "ben")
        world.begin = world.secrecy()
    for rule in worlds[0].app.url_map.iter_rules():
        if "code" in rule.arguments:
            for url in urls(rule):
                for query in QUERIES:
                    same(worlds, "keeper", "GET", url + query)
    for world in worlds:
        world.play()


def test_no_page_of_a_phone_that_goes_round_shows_a_hand_before_its_shutter_is_opened(shared):
    asked = 0
    for rule in shared[0].app.url_map.iter_rules():
        for url in urls(rule) if "code" in rule.arguments else ():
            _status, headers, _body = shared[0].ask("keeper", "GET", url)
            if dict(headers).get("Content-Type", "").startswith(SEEN):
                queries = dict.fromkeys([*QUERIES, *HANDS])
                shut = [query for query in queries if "show=" not in query]
                asked += sum(same(shared, "keeper", "GET", url + query)[0] == 200 for query in shut)
    assert asked > 100


def test_behind_each_shutter_of_a_phone_that_goes_round_is_a_hand(shared):
    """What the test before looks for can be found."""
    for path in ("tickets/ben", "ask/ben", "ask/ben/board?n=0", "whatif?hand=ben&for=ben"):
        for more in ("show=1", "part=1"):
            url = f"/t/CODE/{path}{'&' if '?' in path else '?'}{more}"
            mine, other = (world.ask("keeper", "GET", url) for world in shared)
            assert mine[0] == other[0] == 200
            assert mine[2] != other[2], url


def test_the_two_worlds_differ_for_ben_and_after_the_reveal_for_everybody(worlds):
    """What the other tests look for can be found: they would see a leak."""
    for world in worlds:
        world.play()
    for path in ("/t/CODE/entries", "/t/CODE/stream", "/t/CODE/log.jsonl", "/t/CODE/sheet"):
        mine, other = (world.ask("ben", "GET", path) for world in worlds)
        assert mine[0] == other[0] == 200
        assert mine[2] != other[2], path
    for world in worlds:
        assert world.phones["keeper"].add(world.table, {"type": "tickets_revealed"}).status_code == 201
    for who, path in itertools.product(OTHERS, ("/t/CODE/entries", "/t/CODE/stream", "/t/CODE/sheet")):
        mine, other = (world.ask(who, "GET", path) for world in worlds)
        assert mine[0] == other[0] == 200
        assert mine[2] != other[2], f"{who} {path}"
    for world in worlds:
        world.play()
