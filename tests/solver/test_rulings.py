"""Every case of the rulings comes out with the number that the ruling gives."""

import json
from dataclasses import replace
from importlib import resources

import pytest

from solver.formats.front import position_from_json
from solver.game.edition import Bonus, Route
from solver.game.events import PassengerMoved, RouteClaimed, RouteDismantled
from solver.game.fold import after
from solver.game.objections import objections
from solver.game.payment import pay
from solver.scoring.settle import settle
from tests.solver.tables import ruling_position

BONUSES = {
    "longest": "longest_trail",
    "tickets": "most_tickets",
    "ferries": "most_ferries",
    "tunnels": "most_tunnels",
}
TIE_BREAKS = {"tickets": "completed_tickets", "longest_len": "longest_trail"}
REASONS = {"own_parallel": "parallel-own", "double_closed": "parallel-closed"}
CARDS = {"loco": "locomotive", "loco4": "locomotive4"}


def ruling_cases():
    for file in sorted(resources.files("maps").joinpath("rulings").iterdir(), key=lambda file: file.name):
        for ruling in json.loads(file.read_text(encoding="utf-8")).get("rulings", []):
            found = ruling.get("case") or []
            for number, case in enumerate(found if isinstance(found, list) else [found], 1):
                yield pytest.param(case, id=f"{ruling['id']}-{number}")


CASES = list(ruling_cases())


def of_kind(*kinds):
    return [case for case in CASES if case.values[0]["kind"] in kinds]


def state_of(case):
    return position_from_json(ruling_position(case)).state


def cards(given):
    return {CARDS.get(card, card): count for card, count in given.items()}


def overridden(state, override):
    """Return the state under rules with just these bonuses (0: none) and tie-breaks."""
    bonuses = tuple(Bonus(BONUSES[name], points) for name, points in override["bonuses"].items() if points)
    order = tuple(TIE_BREAKS[name] for name in override["tie_breaks"])
    state.edition = replace(state.edition, bonuses=bonuses, tie_breaks=order)
    return state


def seen(column):
    """Return what a case may expect of one player."""
    given = {award.kind: award.points for award in column.bonuses}
    return {
        "longest": column.evidence.trail.value,
        "routes": column.points.routes,
        "tickets": column.points.tickets,
        "stations": column.points.stations,
        "bonus": column.points.bonuses,
        "bonuses": {name: given.get(kind, 0) for name, kind in BONUSES.items()},
        "total": column.total,
        "completed": column.completed,
        "wagons_left": column.trains_left,
        "borrowed": [loan for loan in column.evidence.loans.values() if loan],
    }


def compare(sheet, expected):
    for name, wanted in expected.items():
        if name == "winners":
            assert list(sheet.winners) == wanted
            continue
        found = seen(sheet.of(name))
        for key, value in wanted.items():
            got = {k: found[key][k] for k in value} if isinstance(value, dict) else found[key]
            assert got == value, (name, key)


@pytest.mark.parametrize("case", of_kind("score"))
def test_score(case):
    state = state_of(case)
    if "override" in case:
        state = overridden(state, case["override"])
    compare(settle(state), case["expect"])


@pytest.mark.parametrize("case", of_kind("legal"))
def test_legal(case):
    state, claim, expected = state_of(case), case["claim"], case["expect"]
    codes = [o.code for o in objections(state, RouteClaimed(claim["player"], claim["route"]))]
    if "cards" in claim:
        paid = pay(state.board.routes[claim["route"]], cards(claim["cards"]))
        assert (paid.legal and not codes) == expected["legal"]
        if not expected["legal"]:
            assert "pay-long-locomotive" in [reason.code for reason in paid.reasons]
    else:
        assert codes == ([] if expected["legal"] else [REASONS[expected["reason"]]])


@pytest.mark.parametrize("case", of_kind("tunnel"))
def test_tunnel(case):
    laid = cards(case["played"])
    route = Route("t", ("a", "b"), sum(laid.values()), tunnel=True)
    paid = pay(route, laid, [CARDS.get(card, card) for card in case["revealed"]])
    assert paid.legal
    assert paid.extra == case["expect"]["extra"]
    assert paid.only_locomotives == case["expect"].get("extra_must_be_loco", False)


@pytest.mark.parametrize("case", of_kind("controller"))
def test_controller(case):
    before, expected = state_of(case), case["expect"]
    event = RouteDismantled(case["by"], case["remove"])
    owner = before.owner[case["remove"]]
    assert (not objections(before, event)) == expected["allowed"]
    then = after(before, event)
    change = then.route_points(owner) - before.route_points(owner)
    assert change == expected.get("owner_points_change", change)
    change = then.trains_left(owner) - before.trains_left(owner)
    assert change == expected.get("owner_wagons_change", change)
    compare(settle(before), expected.get("before", {}))
    compare(settle(then), expected.get("after", {}))


def journeys(state, start, rivals):
    """Yield every walk from a city over claimed routes, each once, at most so many of them rivals'."""
    ways = {}
    for route, owner in state.owner.items():
        a, b = state.board.routes[route].ends
        for here, there in ((a, b), (b, a)):
            ways.setdefault(here, []).append((there, route, owner != "A"))

    def walk(city, used, left):
        for there, route, rival in ways.get(city, []):
            if route not in used and left >= rival:
                yield (*used, route)
                yield from walk(there, (*used, route), left - rival)

    yield from walk(start, (), rivals)


@pytest.mark.parametrize("case", of_kind("passenger"))
def test_passenger(case):
    state = position_from_json(ruling_position(case, "marklin")).state
    state.standing = {"A": [case["start"]]}
    state.stacks = {city: tuple(stack) for city, stack in case["stacks"].items()}
    best = 0
    for routes in journeys(state, case["start"], case.get("passenger_cards", 0)):
        event = PassengerMoved("A", case["start"], routes)
        if not objections(state, event):
            best = max(best, sum(after(state, event).goods.get("A", [])))
    assert best == case["expect"]["points"]


def test_every_case_is_run_or_belongs_to_another_board():
    kinds = {case.values[0]["kind"] for case in CASES}
    assert kinds == {"score", "legal", "tunnel", "passenger", "controller", "table"}
    assert len(CASES) >= 58
