"""
The rule and the ruling behind every answer: each code that a page may have to explain leads to a ruling that fits first.

Codes are not listed here but found where they are made: objections, notes and payments in the sentences of the library,
lines of the sheet, bonuses and tie-breaks in their registries, house rules in the editions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.pages.rulings.page import Ruling, all_rulings, link_table
from app.pages.sheet.present import row_keys
from app.words.ruling_links import ruling_links
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import Edition
from solver.game.state import State
from solver.scoring.bonuses import BONUS_KINDS, TIE_BREAK_KINDS
from solver.words.say import sentences

RULINGS = {ruling.id: ruling for ruling in all_rulings("en")}


def _has(edition: Edition, code: str) -> bool:
    """Whether an answer can be given in an edition at all: nobody is told about stations that are not in the box."""
    wants: dict[str, Callable[[], bool]] = {
        "station": lambda: edition.stations is not None,
        "loans": lambda: edition.stations is not None,
        "controller": lambda: edition.controller is not None,
        "dismantle": lambda: edition.controller is not None,
        "passenger": lambda: edition.passengers is not None,
        "journey": lambda: edition.passengers is not None,
        "token": lambda: edition.passengers is not None,
        "goods": lambda: edition.passengers is not None,
        "stack-": lambda: edition.passengers is not None,
    }
    missing = {
        "no-stations": edition.stations,
        "no-controller": edition.controller,
        "no-passengers": edition.passengers,
        "no-stacks": edition.passengers,
        "goods-colour-none": edition.passengers,
    }
    if code in missing:
        return missing[code] is None
    routes = edition.board.routes.values()
    special = {
        "pay-ferry": any(route.ferry for route in routes),
        "pay-extra": any(route.tunnel for route in routes),
        "pay-extra-locomotives": any(route.tunnel for route in routes),
        "pay-tunnel": any(route.tunnel for route in routes),
        "pay-long-locomotive": edition.passengers is not None,
        "pay-station": edition.stations is not None,
        "stations-coupled": edition.stations is not None and "most_tickets" in _bonuses(edition),
        "no-stations-left": edition.stations is not None,
        "too-many-stations": edition.stations is not None,
        "no-passengers-left": edition.passengers is not None,
        "too-many-passengers": edition.passengers is not None,
        "loans-not-proven": True,
    }
    if code in special:
        return special[code]
    return all(asked() for word, asked in wants.items() if code.startswith(word))


def _bonuses(edition: Edition) -> set[str]:
    return {bonus.kind for bonus in edition.bonuses}


def _said(prefix: str) -> set[str]:
    return {code.removeprefix(prefix) for code in sentences("en") if code.startswith(prefix)}


def library_codes() -> set[str]:
    """Every objection, note and reason about a payment. Two sentences of one code have a longer name."""
    longer = {"route-taken-all", "stations-coupled-none"}
    return (_said("objection-") | _said("note-") | {f"pay-{code}" for code in _said("pay-")}) - longer


def codes_of(edition: Edition) -> Iterator[str]:
    """Yield every code that a page of this edition may look up."""
    yield from (code for code in library_codes() if _has(edition, code))
    yield from row_keys(State(edition, edition.board))
    for kind in _bonuses(edition):
        yield from (f"tied-{kind}", f"zero-{kind}")
    for order in (edition.tie_breaks, *edition.switch_tie_breaks.values()):
        yield from (f"tie-{kind}" for kind in order)
    yield from (switch for switch in edition.switches if switch != "bonus_at_zero")
    others = (
        "tie-shared",
        "highest-total",
        "below-zero",
        "last_round",
        "audit",
        "doubles",
        "tie_breaks",
        "tickets",
    )
    yield from others
    shown = ("pay", "pay-tunnel", "pay-station", "loans", "journey", "passengers", "controller")
    yield from (code for code in shown if _has(edition, code))


@pytest.mark.parametrize("edition", edition_ids())
def test_every_answer_of_an_edition_leads_to_a_ruling_of_that_edition(edition: str) -> None:
    missing = {
        code
        for code in codes_of(load_edition(edition))
        if not ruling_links(code, "en", load_edition(edition))
    }
    assert not missing


def test_no_code_of_the_table_is_idle_and_none_is_missing() -> None:
    used = {code for edition in edition_ids() for code in codes_of(load_edition(edition))}
    assert set(link_table()) == used
    assert {f"tie-{kind}" for kind in TIE_BREAK_KINDS} <= set(link_table())
    assert set(BONUS_KINDS) <= set(link_table())


FIRST = [
    ("ussr", "turn-not-left", "EG-01"),
    ("usa", "turn-not-left", "EG-01"),
    ("ussr", "parallel-own", "DB-01"),
    ("ussr", "parallel-closed", "DB-03"),
    ("europe", "parallel-closed", "DB-02"),
    ("ussr", "station-city-taken", "ST-09"),
    ("europe", "no-stations-left", "ST-18"),
    ("ussr", "too-many-stations", "ST-18"),
    ("usa", "no-stations", "SK-05"),
    ("usa", "completed", "TK-01"),
    ("marklin", "failed", "TK-02"),
    ("europe", "total", "SK-04"),
    ("usa", "zero-longest_trail", "LP-12"),
    ("usa-1910", "zero-most_tickets", "TK-17"),
    ("ussr", "zero-most_tunnels", "BO-02"),
    ("usa", "tied-longest_trail", "LP-06"),
    ("usa", "tie-holds_longest_trail", "TI-02"),
    ("usa", "tie-completed_tickets", "TI-01"),
    ("europe", "tie-fewest_stations", "TI-03"),
    ("ussr", "tie-longest_trail", "TI-05"),
    ("marklin", "tie-goods", "TI-04"),
    ("america", "tie-shared", "TI-06"),
    ("america", "tied-longest_trail", "LP-13"),
    ("ussr", "tie-shared", "TI-10"),
    ("marklin", "passenger_cards", "PA-10"),
    ("europe", "pay-extra-locomotives", "CL-05"),
    ("marklin", "last_round", "EG-01"),
    ("marklin", "journey-route-twice", "PA-03"),
    ("marklin", "token_each_visit", "PA-04"),
    ("america", "audit", "RC-09"),
]


@pytest.mark.parametrize(("edition", "code", "ruling"), FIRST)
def test_the_ruling_that_fits_comes_first(edition: str, code: str, ruling: str) -> None:
    assert ruling_links(code, "ru", load_edition(edition))[0].anchor == ruling.lower()


def test_several_codes_are_looked_up_in_their_order_and_no_ruling_twice() -> None:
    found = ruling_links(("zero-most_tickets", "most_tickets"), "en", load_edition("ussr"), most=9)
    assert [link.anchor for link in found[:2]] == ["tk-17", "tk-16"]
    assert len({link.anchor for link in found}) == len(found)
    assert len(ruling_links("stations", "en", most=1)) == 1


def test_rulings_of_other_editions_stay_away() -> None:
    by_anchor: dict[str, Ruling] = {ruling.anchor: ruling for ruling in RULINGS.values()}
    for code in link_table():
        for link in ruling_links(code, "en", load_edition("ussr"), most=99):
            assert "ussr" in by_anchor[link.anchor].editions


def test_where_no_ruling_holds_there_is_no_link() -> None:
    assert ruling_links("passengers", "en", load_edition("usa")) == ()
    assert ruling_links("no such code", "en", load_edition("usa")) == ()


def test_a_link_has_the_status_of_the_edition_of_the_table() -> None:
    status = {name: ruling_links("loans", "en", load_edition(name))[0].status for name in ("europe", "ussr")}
    assert status == {"europe": "official", "ussr": "open"}
