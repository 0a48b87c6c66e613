"""
A whole Europe game on one phone, through the real pages: five players, 50 claims, four stations, 20 tickets.

The totals on the final sheet are those that the library works out from the same acts, and the fingers are counted:
at most two taps a claim, at most three a ticket; typing letters is no tap.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle

import pytest
from playwright.sync_api import Locator, Page, expect

from solver.formats.load import load_edition
from solver.formats.log import log_from_lines
from solver.game.edition import Board, Edition
from solver.game.events import Entry, Event, RouteClaimed, Seat, StationBuilt, TableOpened, TicketsKept
from solver.game.fold import fold
from solver.game.objections import objections
from solver.game.state import State
from solver.scoring.settle import settle
from tests.browser.conftest import NAMES, open_table
from tests.browser.playing import reveal

PLAYERS = ("p1", "p2", "p3", "p4", "p5")
COLOURS = ("red", "blue", "green", "yellow", "black")
CLAIMS, STATIONS, TICKETS = 50, 4, 20


@dataclass
class Game:
    """The acts of a game in order, and the state at their end."""

    edition: Edition
    acts: list[Event] = field(default_factory=list)

    def state(self) -> State:
        """Return what lies on the table."""
        opened = TableOpened("europe", tuple(map(Seat, PLAYERS, NAMES, COLOURS)))
        entries = [Entry(i, "", None, f"entry-{i}", act) for i, act in enumerate([opened, *self.acts], 1)]
        return fold(self.edition, entries)


@pytest.fixture(scope="module")
def game() -> Game:
    """A legal game in turn order: everybody builds on to an own network, four of the turns build a station."""
    rng, game = random.Random(1912), Game(load_edition("europe"))
    turns = cycle(PLAYERS)
    stations = {17, 28, 39, 50}
    for turn in range(CLAIMS + STATIONS):
        state, player = game.state(), next(turns)
        options = list(_stations(state, player) if turn in stations else _claims(state, player))
        rng.shuffle(options)
        # Short routes first: with ten turns each nobody runs out of trains, so no last round begins.
        options.sort(
            key=lambda act: (
                game.edition.board.routes[act.route].length if isinstance(act, RouteClaimed) else 0
            )
        )
        game.acts.append(next(act for act in options if not objections(state, act)))
    cards = list(game.edition.tickets.values())
    rng.shuffle(cards)
    for index, card in enumerate(cards[:TICKETS]):
        game.acts.append(TicketsKept(PLAYERS[index % 5], (card,)))
    assert game.state().last_round is None
    return game


def _claims(state: State, player: str) -> Iterator[RouteClaimed]:
    own = {city for route in state.routes_of(player) for city in route.ends}
    for route in state.board.routes.values():
        if route.length <= 4 and (not own or own & set(route.ends)):
            yield RouteClaimed(player, route.id)


def _stations(state: State, player: str) -> Iterator[StationBuilt]:
    for city in state.board.cities:
        yield StationBuilt(player, city)


class Hand:
    """One hand on the phone, which counts what it taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        """Tap a thing."""
        what.tap()
        self.taps += 1

    def tap_route(self, route: str) -> bool:
        """Tap a route on the board if its middle can be seen and nothing lies over it."""
        # The board moves when a sheet closes: where a route is counts only once that has been drawn.
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        at = self.page.evaluate(
            """id => {
                const path = document.querySelector(`[data-r="${id}"] .hit`), middle = path.getPointAtLength(path.getTotalLength() / 2);
                const p = new DOMPoint(middle.x, middle.y).matrixTransform(path.getScreenCTM());
                const map = document.querySelector(".map").getBoundingClientRect();
                const inside = p.x > map.left + 8 && p.x < map.right - 60 && p.y > map.top + 8 && p.y < map.bottom - 8;
                const top = inside && document.elementFromPoint(p.x, p.y);
                return top && top.closest(`[data-r="${id}"]`) ? [p.x, p.y] : null;
            }""",
            route,
        )
        if at is None:
            return False
        self.page.touchscreen.tap(*at)
        self.taps += 1
        return True


def _typed(board: Board, places: tuple[str, ...]) -> str:
    """Return what somebody types for these places: the whole names, so that nothing else fits better."""
    return " ".join(board.name(place, "en") for place in places)


def claim(hand: Hand, board: Board, act: RouteClaimed) -> None:
    """Claim a route for whoever's turn it is: by a tap where it can be seen, else by typing its two cities."""
    page = hand.page
    tapped = hand.tap_route(act.route)
    if not tapped:
        hand.tap(page.locator('.actions [data-mode="claim"]'))
        page.keyboard.type(_typed(board, board.routes[act.route].ends))
        page.keyboard.press("Enter")
    half = page.locator(f'#sheet .half[data-half="{act.route}"]')
    if half.get_attribute("aria-checked") == "false":
        hand.tap(half)
    if tapped:
        hand.tap(page.locator("#sheet .go").first)
    else:
        page.locator("#sheet .go").first.press("Enter")
    expect(page.locator(f'[data-r="{act.route}"]')).to_have_class(_has("claimed"))


def build(hand: Hand, board: Board, act: StationBuilt) -> None:
    """Build a station by typing its city."""
    page = hand.page
    page.click('.actions [data-mode="station"]')
    page.keyboard.type(_typed(board, (act.city,)))
    page.keyboard.press("Enter")
    page.locator("#sheet .go").first.click()
    expect(page.locator(f'[data-c="{act.city}"]')).to_have_class(_has("has-station"))


def keep(hand: Hand, board: Board, act: TicketsKept) -> None:
    """Add a ticket on the open window: into the field, letters, the card."""
    page, card = hand.page, act.tickets[0]
    search = page.locator("#ticket-q")
    if not search.evaluate("field => field === document.activeElement"):
        hand.tap(search)
    page.keyboard.type(" ".join(board.name(end, "en")[:5] for end in card.ends))
    held = page.locator(".tick-card").count()
    hand.tap(page.locator(f'#cards button[value="{card.id}"]'))
    expect(page.locator(".tick-card")).to_have_count(held + 1)


def test_a_whole_game_ends_in_the_library_s_totals(page: Page, game: Game) -> None:
    board, expected = game.edition.board, settle(game.state())
    code = open_table(page)
    hand = Hand(page)
    for act in game.acts:
        if isinstance(act, RouteClaimed):
            claim(hand, board, act)
        elif isinstance(act, StationBuilt):
            before = hand.taps
            build(hand, board, act)
            hand.taps = before
    expect(page.locator("#net")).to_have_text("saved", timeout=15_000)
    assert hand.taps <= 2 * CLAIMS
    for seat in game.state().seats:
        trains = page.locator(f'.chip[data-player="{seat.id}"] [data-trains]')
        expect(trains).to_have_text(str(game.state().trains_left(seat.id)))

    page.get_by_role("link", name="Finish").click()
    reveal(page, code)
    for seat in game.state().seats:
        page.goto(f"/t/{code}/finish")
        page.locator(".window", has_text=seat.name).click()
        hand.taps = 0
        mine = [act for act in game.acts if isinstance(act, TicketsKept) and act.player == seat.id]
        for act in mine:
            keep(hand, board, act)
        assert hand.taps <= 3 * len(mine)

    page.goto(f"/t/{code}/finish")
    page.get_by_role("link", name="Final score").click()
    for column in expected.players:
        total = page.locator(f'.cell[data-key="total:{column.player}"]')
        expect(total).to_have_text(str(column.total).replace("-", "−"))
    lines = page.request.get(f"/t/{code}/log.jsonl").text().splitlines()
    log = log_from_lines(lines)
    assert [entry.event for entry in log.entries if isinstance(entry.event, RouteClaimed | StationBuilt)] == [
        act for act in game.acts if not isinstance(act, TicketsKept)
    ]
    assert {c.player: c.total for c in settle(log.state()).players} == {
        c.player: c.total for c in expected.players
    }
    _proofs_open(page, expected.winners[0])


def _proofs_open(page: Page, winner: str) -> None:
    """Tap the numbers of the winner one after the other: each proof opens without leaving the page."""
    page.evaluate("window.stayed = true")
    for row in ("total", "routes", "completed", "stations", "longest_trail"):
        cell = page.locator(f'.cell[data-key="{row}:{winner}"]')
        cell.tap()
        expect(cell).to_have_attribute("aria-expanded", "true")
        expect(page.locator("#proof")).to_have_count(1)
    assert page.evaluate("window.stayed") is True
    page.get_by_role("link", name="Walk it on the board").click()
    page.get_by_role("link", name="One stop on").click()
    expect(page.locator(".walk li.at")).to_have_count(1)
    page.get_by_role("link", name="One stop on").click()
    expect(page.locator(".walk-board .route.lit")).to_have_count(1)


def _has(name: str) -> re.Pattern[str]:
    """Match a class attribute that holds a name."""
    return re.compile(rf"(^|\s){re.escape(name)}(\s|$)")
