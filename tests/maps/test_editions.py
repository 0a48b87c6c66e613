"""Every edition, board and deck that comes with the project: whole, connected, counted as published, with sources."""

from __future__ import annotations

import json
from collections import Counter
from importlib import resources

import networkx as nx
import pytest

from solver.formats.edition import board_json, length_faults, read_board, ticket_id
from solver.formats.load import board_faults, board_ids, check_edition, edition_ids, load_board, load_edition
from solver.game.edition import PLAYER_COLOURS, Board, Edition
from solver.game.errors import InvalidEdition

GRAY = "gray"


@pytest.fixture(params=edition_ids())
def edition(request: pytest.FixtureRequest) -> Edition:
    """Each edition in turn: a new file in maps/editions joins by itself."""
    return load_edition(request.param)


@pytest.fixture(params=board_ids())
def board(request: pytest.FixtureRequest) -> Board:
    """Each board in turn."""
    return load_board(request.param)


def pairs(board: Board) -> int:
    """Count the pairs of cities that at least one route joins."""
    return len({frozenset(route.ends) for route in board.routes.values()})


def spaces(board: Board) -> Counter[str]:
    """Count the spaces of each colour."""
    found: Counter[str] = Counter()
    for route in board.routes.values():
        found[route.colour] += route.length
    return found


def worth(edition: Edition) -> list[tuple[int, int]]:
    """Return how many tickets each deck holds and what they are worth together."""
    return [(len(deck.tickets), sum(t.points for t in deck.tickets.values())) for deck in edition.decks]


def test_all_editions_of_the_mission_are_there():
    assert set(edition_ids()) >= {
        "usa",
        "usa-1910",
        "usa-1910-mega",
        "usa-1910-big-cities",
        "europe",
        "europe-1912",
        "ussr",
        "marklin",
        "america",
    }


def test_edition_has_no_fault(edition):
    assert [fault.line() for fault in check_edition(edition.id).faults] == []


def test_board_is_connected(board):
    graph = nx.Graph(route.ends for route in board.routes.values())
    assert set(graph) == set(board.cities)
    assert nx.is_connected(graph)


def test_parallel_routes_are_equally_long_and_two_coloured_ones_differ(board):
    for route in board.routes.values():
        for other in board.parallels[route.id]:
            assert board.routes[other].length == route.length, (route.id, other)
            assert route.colour == GRAY or board.routes[other].colour != route.colour, (route.id, other)


def test_cities_lie_in_the_frame_and_apart(board):
    places = [(city.x, city.y) for city in board.cities.values()]
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in places)
    assert len(set(places)) == len(places)


def test_names_are_in_both_languages(board):
    for city in board.cities.values():
        assert set(city.name) == {"en", "ru"}, city.id
        assert any("а" <= letter <= "я" for letter in city.name["ru"].lower()), city.id


def test_board_survives_writing_and_reading(board):
    assert read_board(json.loads(json.dumps(board_json(board))), need_places=True) == board


def test_every_route_is_worth_something(edition):
    assert length_faults(edition.board, edition.route_points) == []
    points = [edition.route_points[length] for length in sorted(edition.route_points)]
    assert points == sorted(set(points))


def test_ticket_ids_follow_from_their_ends(edition):
    for deck in edition.decks:
        taken: list[str] = []
        for ticket in deck.tickets.values():
            assert ticket.id == ticket_id(ticket.ends, taken=taken)
            assert list(ticket.ends) == sorted(ticket.ends)
            taken.append(ticket.id)
    assert len(edition.tickets) == sum(len(deck.tickets) for deck in edition.decks)


def test_cards_dealt_are_enough_for_a_full_table(edition):
    for deal in edition.deal:
        decks = [deck for deck in edition.decks if deal.deck in (None, deck.id)]
        assert sum(len(deck.tickets) for deck in decks) >= deal.cards * edition.players[1]
    assert sum(edition.keep.values()) <= sum(deal.cards for deal in edition.deal)


def test_backdrop_fits_its_board(board):
    text = (resources.files("maps") / "backdrops" / f"{board.id}.json").read_text(encoding="utf-8")
    backdrop = json.loads(text)
    assert backdrop["viewBox"] == pytest.approx([1000, 1000 / board.aspect], abs=0.1)
    assert backdrop["land"].startswith("M")


def test_usa_counts_as_published():
    board = load_board("usa")
    assert (len(board.cities), len(board.routes), pairs(board)) == (36, 100, 78)
    found = spaces(board)
    assert found.total() == 309
    assert {found[colour] for colour in set(found) - {GRAY}} == {27}
    assert worth(load_edition("usa")) == [(30, 349)]
    assert not any(route.ferry or route.tunnel for route in board.routes.values())


def test_usa_1910_counts_as_published():
    assert worth(load_edition("usa-1910")) == [(35, 391)]
    assert worth(load_edition("usa-1910-mega")) == [(69, 391 + 344 + 19)]
    (big,) = load_edition("usa-1910-big-cities").decks
    cities = {"chicago", "dallas", "houston", "los-angeles", "miami", "new-york", "seattle"}
    assert all(cities & set(ticket.ends) for ticket in big.tickets.values())
    assert len(big.tickets) == 35


def test_europe_counts_as_published():
    board = load_board("europe")
    assert (len(board.cities), len(board.routes), pairs(board)) == (47, 101, 90)
    assert spaces(board).total() == 300
    assert sum(route.tunnel for route in board.routes.values()) == 18
    assert sum(route.ferry > 0 for route in board.routes.values()) == 13
    assert sum(route.ferry for route in board.routes.values()) == 17
    assert worth(load_edition("europe")) == [(6, 123), (40, 321)]
    assert worth(load_edition("europe-1912")) == [(6, 123), (59, 321 + 163)]


def test_ussr_counts():
    board = load_board("ussr")
    assert (len(board.cities), len(board.routes), pairs(board)) == (50, 100, 89)
    found = spaces(board)
    assert found.total() == 289
    assert found[GRAY] == 97
    assert {found[colour] for colour in set(found) - {GRAY}} == {24}
    assert sum(route.tunnel for route in board.routes.values()) == 16
    assert sum(route.ferry > 0 for route in board.routes.values()) == 17
    assert board.original
    long, short = load_edition("ussr").decks
    points = [ticket.points for ticket in long.tickets.values()]
    assert (min(points), max(points)) == (18, 24)
    assert {t.points for t in short.tickets.values()} <= set(range(4, 13))
    assert (len(long.tickets), len(short.tickets)) == (12, 36)


def test_ussr_ticket_points_are_the_shortest_path():
    edition = load_edition("ussr")
    graph = nx.Graph()
    for route in edition.board.routes.values():
        graph.add_edge(*route.ends, length=route.length)
    for ticket in edition.tickets.values():
        assert nx.dijkstra_path_length(graph, *ticket.ends, weight="length") == ticket.points, ticket.id


def test_marklin_counts_as_published():
    board = load_board("marklin")
    terminals = [city for city in board.cities.values() if city.terminal_of]
    assert (len(board.cities) - len(terminals), len(terminals)) == (35, 14)
    assert (len(board.routes), pairs(board), spaces(board).total()) == (110, 85, 313)
    sizes = Counter(len(board.parallels[route.id]) + 1 for route in board.routes.values())
    assert (sizes[2] // 2, sizes[3] // 3, set(sizes)) == (21, 2, {1, 2, 3})
    assert set(board.countries) == {"denmark", "netherlands", "france", "switzerland", "austria"}


def test_marklin_terminals_are_dead_ends_without_goods():
    board = load_board("marklin")
    for city in board.cities.values():
        if city.terminal_of:
            assert sum(city.id in route.ends for route in board.routes.values()) == 1
            assert city.goods is None
            assert city.id in board.places(city.terminal_of)
    assert board.cities["berlin"].goods == "black"


def test_marklin_has_74_tokens_worth_180():
    passengers = load_edition("marklin").passengers
    stacks = [(passengers.cities_of[colour], stack) for colour, stack in passengers.tokens.items()]
    assert sum(cities * len(stack) for cities, stack in stacks) == 74
    assert sum(cities * sum(stack) for cities, stack in stacks) == 180
    assert sum(cities for cities, _ in stacks) == 35
    assert all(list(stack) == sorted(stack, reverse=True) for _, stack in stacks)


def test_america_calls_18_spaces_long_and_knows_that_its_cards_are_candidates():
    edition = load_edition("america")
    graph = nx.Graph()
    for route in edition.board.routes.values():
        graph.add_edge(*route.ends, length=route.length)
    for deck in edition.decks:
        assert deck.candidates
        for ticket in deck.tickets.values():
            far = nx.dijkstra_path_length(graph, *ticket.ends, weight="length") >= 18
            assert far == (deck.id == "america-long"), ticket.id
    assert edition.colours == ("white", "black", "yellow", "blue", "red")


def test_unknown_edition_is_refused_with_those_that_are_known():
    with pytest.raises(InvalidEdition) as caught:
        load_edition("../boards/usa")
    (fault,) = caught.value.faults
    assert (fault.path, fault.code) == ("edition", "unknown-edition")
    assert "usa-1910-mega" in fault.message


def test_unknown_board_is_refused():
    with pytest.raises(InvalidEdition) as caught:
        load_board("atlantis")
    assert [fault.code for fault in caught.value.faults] == ["unknown-board"]


def test_the_check_sees_what_is_wrong_with_a_readable_board():
    board = read_board(
        {
            "id": "broken",
            "cities": [{"id": city, "x": 0.1, "y": 0.1} for city in "abcd"]
            + [{"id": "e"}, {"id": "t", "x": 0, "y": 0, "terminal_of": "land"}],
            "routes": [
                {"id": "ab-1", "ends": ["a", "b"], "length": 2},
                {"id": "ab-2", "ends": ["b", "a"], "length": 3},
                {"id": "cd", "ends": ["c", "d"], "length": 1},
                {"id": "at", "ends": ["a", "t"], "length": 1},
                {"id": "bt", "ends": ["b", "t"], "length": 1},
            ],
        }
    )
    found = {
        (fault.path.removeprefix("maps/boards/broken.json: "), fault.code) for fault in board_faults(board)
    }
    assert found == {
        ("cities[4]", "lonely-city"),
        ("cities[4]", "no-place"),
        ("cities[5]", "terminal-not-dead-end"),
        ("cities[5].terminal_of", "no-country-name"),
        ("routes", "not-connected"),
        ("routes[0].length", "parallels-differ"),
        ("routes[1].length", "parallels-differ"),
        ("cities", "no-source"),
        ("routes", "no-source"),
    }


COMPONENTS = {
    # 45 trains each, as the lists of components in the rulebooks name them.
    "usa": {"blue", "red", "green", "yellow", "black"},
    "usa-1910": {"blue", "red", "green", "yellow", "black"},
    "usa-1910-mega": {"blue", "red", "green", "yellow", "black"},
    "usa-1910-big-cities": {"blue", "red", "green", "yellow", "black"},
    "europe": {"blue", "red", "green", "yellow", "black"},
    "europe-1912": {"blue", "red", "green", "yellow", "black"},
    "marklin": {"white", "red", "violet", "yellow", "black"},  # the rulebook of 2006 calls it purple
    "america": {"white", "black", "yellow", "blue", "red"},
    "ussr": set(PLAYER_COLOURS),  # no list was found: all that the app has
}


@pytest.mark.parametrize("name", COMPONENTS)
def test_the_players_colours_are_those_of_the_components_list(name):
    assert set(load_edition(name).colours) == COMPONENTS[name]
