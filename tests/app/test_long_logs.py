"""Long logs: what a page costs grows with the log and not with its square, however entries take each other back."""

from __future__ import annotations

import re
from random import Random

import pytest

from app.pages.table.log import LINES
from app.tables.services import services
from solver.formats.load import load_edition
from solver.formats.log_order import order_faults
from solver.game.events import Entry, PassengerMoved, PassengerPlaced, Retracted, RouteClaimed
from solver.game.fold import fold
from solver.game.order import claims_of_passengers, retracted
from solver.game.strikes import Strikes
from tests.app.phones import Phone, open_table
from tests.effort import grows_fairly
from tests.solver.tables import entries

ROUTE = "dieppe-paris-1"
CLAIM = {"type": "route_claimed", "player": "anna", "route": ROUTE}


def chain(app, size):
    """Return a table on which a claim was taken back, that taken back, and so on."""
    return written(app, [CLAIM, *({"type": "retracted", "target": 2 + n} for n in range(size))])


def undone(app, size):
    """Return a table on which a claim was taken back and put back, again and again."""
    events = [CLAIM]
    for n in range(size // 2):
        events += [{"type": "retracted", "target": 2}, {"type": "retracted", "target": 3 + 2 * n}]
    return written(app, events)


def idle(app, size):
    """Return a table whose claims lost their effect, since the route went to another player by a correction."""
    events = [CLAIM]
    for _ in range(size):
        events += [{**CLAIM, "player": "ben"}]
    return written(app, events)


def written(app, events):
    keeper = Phone(app, f"keeper {len(events)}")
    table = open_table(app, keeper)
    with app.test_request_context(), services().writing(table.id) as log:
        for number, event in enumerate(events):
            log.append(event, entry_id=f"written-{number:06}", seat=None, device=str(keeper.device))
    return keeper, table


@pytest.mark.parametrize("make", [chain, undone, idle])
@pytest.mark.parametrize(
    "page",
    ["", "/log", "/state.json", "/entries", "/history", "/history?at=2", "/history/back?at=1", "/log.jsonl"],
)
def test_a_page_of_a_log_that_takes_itself_back_costs_its_length(app, make, page):
    def of_size(size):
        keeper, table = make(app, size)

        def call():
            assert keeper.get(f"/t/{table.code}{page}").status_code == 200

        call()  # folds the table, which is a test of its own
        return call

    assert grows_fairly(of_size, 60)


def test_a_long_log_is_read_page_by_page_and_nothing_is_left_out(app):
    keeper, table = chain(app, 3 * LINES)
    last = 3 * LINES + 2
    address, seen, sizes = f"/t/{table.code}/log", [], []
    while address:
        page = keeper.get(address).text
        seen += [int(number) for number in re.findall(r'<li id="e(\d+)"', page)]
        sizes.append(len(page))
        following = re.search(r'rel="next" href="([^"]+)"', page)
        address = following[1].replace("&amp;", "&") if following else ""
    assert seen == list(range(last, 0, -1))
    assert len(sizes) == 4
    assert max(sizes) < 2_500 * LINES
    assert keeper.get(f"/t/{table.code}/log?before=0").status_code == 200
    assert keeper.get(f"/t/{table.code}/log?before=x").text.count("<li id=") == LINES


def test_on_every_page_what_can_be_taken_back_can_be(app):
    """A claim far down, taken back by the newest entry: its line still offers to put it back."""
    keeper, table = written(app, [CLAIM, *({"type": "turn_taken", "player": "anna"} for _ in range(LINES))])
    assert keeper.add(table, {"type": "retracted", "target": 2}).status_code == 201
    page = keeper.get(f"/t/{table.code}/log?before=3").text
    assert 'name="again" value="1"' in page


def test_taking_back_costs_the_length_of_a_chain(app):
    def of_size(size):
        keeper, table = chain(app, size)

        def call():
            answer = keeper.add(table, {"type": "retracted", "target": size + 2})
            assert answer.status_code == 201, answer.text

        return call

    assert grows_fairly(of_size, 100)


def test_a_watcher_is_not_asked_about_every_entry(app):
    """Nothing can be taken back from a phone that only watches, so nobody looks for what could be."""
    _keeper, table = chain(app, 40)
    watcher = Phone(app, None)
    assert watcher.get(f"/t/{table.code}/state.json").get_json()["undo"] is None


def journeys(size):
    """Return a log of passengers placed and moved without end."""
    over = ("passenger-not-just-claimed", "no-passengers-left", "passenger-city-taken")
    events = [RouteClaimed("anna", "bremerhaven-hamburg-1")]
    for _ in range(size // 2):
        events += [
            PassengerPlaced("anna", "hamburg", over),
            PassengerMoved("anna", "hamburg", ("bremerhaven-hamburg-1",)),
        ]
    return entries("marklin", "anna ben", *events)


def chain_of(size):
    return entries(
        "marklin",
        "anna ben",
        RouteClaimed("anna", "bremerhaven-hamburg-1"),
        PassengerPlaced("anna", "hamburg"),
        *(Retracted(2 if not n else 3 + n) for n in range(size)),
    )


@pytest.mark.parametrize("make", [journeys, chain_of])
def test_a_log_is_folded_in_its_length(make):
    edition = load_edition("marklin")

    def of_size(size):
        log = make(size)
        return lambda: fold(edition, log)

    assert grows_fairly(of_size, 100)


def test_the_order_of_a_chain_is_judged_in_its_length():
    def of_size(size):
        log = chain_of(size)
        places = {entry.seq: str(entry.seq) for entry in log}
        return lambda: list(order_faults(log, places))

    assert grows_fairly(of_size, 200)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_struck_is_the_same_as_read_from_the_end(seed):
    rng, strikes, log = Random(seed), Strikes(), entries("europe", "anna ben", RouteClaimed("anna", ROUTE))
    for seq in range(3, 40):
        target = rng.randrange(2, seq)
        log.append(Entry(seq, "", None, "", Retracted(target)))
        strikes.add(seq, target)
        if rng.random() < 0.4:
            asked = rng.randrange(1, seq + 1)
            assert strikes.struck(asked) == (asked in retracted(log)), (seed, seq)
    assert {seq for seq in range(1, 40) if strikes.struck(seq)} == retracted(log)


@pytest.mark.parametrize("seed", range(40))
def test_a_passenger_rests_on_the_newest_claim_in_force(seed):
    """The slow, obvious way: what is taken back is read anew for every passenger."""
    rng, board = Random(seed), load_edition("marklin").board
    events = []
    for seq in range(2, 40):
        if seq < 4 or rng.random() < 0.3:
            events.append(RouteClaimed("anna", "bremerhaven-hamburg-1"))
        elif rng.random() < 0.5:
            events.append(Retracted(rng.randrange(2, seq)))
        else:
            events.append(PassengerPlaced("anna", "hamburg"))
    log = entries("marklin", "anna ben", *events)
    wanted = {}
    for place, entry in enumerate(log):
        if isinstance(entry.event, PassengerPlaced):
            gone = retracted(log[:place])
            held = [
                one.seq for one in log[:place] if isinstance(one.event, RouteClaimed) and one.seq not in gone
            ]
            if held:
                wanted[entry.seq] = held[-1]
    assert dict(claims_of_passengers(log, board)) == wanted
