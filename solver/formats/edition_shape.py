"""
The shape of board, deck and edition files: which keys, which types, which bounds.

What the keys mean is written in ``maps/FORMAT.md``. ``schema_edition`` turns what is read here into frozen data.
"""

from __future__ import annotations

from typing import Any

from solver.checking.strict import (
    Colour,
    ListOf,
    MapOf,
    Name,
    Number,
    OneOf,
    Part,
    StrictSchema,
    Whole,
    YesNo,
)
from solver.game.edition import GOODS_COLOURS, PLAYER_COLOURS, ROUTE_COLOURS

MAX_CITIES = 120
MAX_ROUTES = 300
MAX_TICKETS = 200
MAX_COUNTRIES = 40
MAX_LENGTH = 9
"""Spaces of one route."""
MAX_POINTS = 999
MAX_ID = 60
"""Characters of an id and of a printed name."""
MAX_NOTE = 500
MAX_LANGUAGE = 12
"""Characters of the code of a language."""
MAX_TRAINS = 99
MAX_AT_TABLE = 10
"""Players of one table."""
HOME_MADE = "home-made"
"""The id of a board that brings none."""

CARD_KINDS = ("colour", "locomotive", "locomotive4")
"""Train cards that an edition may count: of each colour, and the two locomotives."""

BONUS_KINDS = ("longest_trail", "most_tickets", "most_ferries", "most_tunnels")
TIE_BREAKS = ("completed_tickets", "fewest_stations", "holds_longest_trail", "longest_trail", "goods")


def _id(**kwargs: Any) -> Name:
    return Name(MAX_ID, **kwargs)


def _words(**kwargs: Any) -> MapOf:
    return MapOf(Name(MAX_LANGUAGE), Name(MAX_NOTE), 5, **kwargs)


def _notes() -> ListOf:
    return ListOf(Name(MAX_NOTE), 30, load_default=list)


def _ends() -> ListOf:
    return ListOf(_id(), 2, low=2, required=True)


class CitySchema(StrictSchema):
    """One city; places may be missing where nothing is drawn."""

    id = _id(required=True)
    name = MapOf(Name(MAX_LANGUAGE), _id(), 5)
    also = ListOf(_id(), 5, load_default=list)
    x = Number(-1e6, 1e6)
    y = Number(-1e6, 1e6)
    lat = Number(-90, 90)
    lon = Number(-180, 180)
    terminal_of = _id()
    goods = Colour(GOODS_COLOURS, allow_none=True)


class PlacedCitySchema(CitySchema):
    """One city of a board that is going to be drawn: where it has a place, the place lies in the frame."""

    x = Number(0, 1)
    y = Number(0, 1)


class RouteSchema(StrictSchema):
    """One route."""

    id = _id(required=True)
    ends = _ends()
    length = Whole(1, MAX_LENGTH, must="must-spaces", required=True)
    colour = Colour(ROUTE_COLOURS, load_default="gray")
    ferry = Whole(0, MAX_LENGTH, must="must-spaces", load_default=0)
    tunnel = YesNo(load_default=False)
    double = YesNo(load_default=None)


class BoardSchema(StrictSchema):
    """A board; cities may be left out, they follow from the routes then."""

    id = _id(load_default=HOME_MADE)
    title = _words(load_default=dict)
    aspect = Number(0.2, 5, load_default=1.5)
    original = YesNo(load_default=False)
    sources = _notes()
    notes = _notes()
    countries = MapOf(_id(), _words(), MAX_COUNTRIES, load_default=dict)
    cities = ListOf(Part(CitySchema), MAX_CITIES, load_default=None)
    routes = ListOf(Part(RouteSchema), MAX_ROUTES, low=1, required=True)


class PlacedBoardSchema(BoardSchema):
    """A board that is going to be drawn."""

    cities = ListOf(Part(PlacedCitySchema), MAX_CITIES, load_default=None)


class TicketSchema(StrictSchema):
    """One ticket; its id follows from its ends."""

    id = Name(2 * MAX_ID + 6)
    ends = _ends()
    points = Whole(1, MAX_POINTS, must="must-points", required=True)


class DeckSchema(StrictSchema):
    """Tickets that are dealt from one pile."""

    id = _id(required=True)
    title = _words(required=True)
    board = _id(required=True)
    candidates = YesNo(load_default=False)
    sources = _notes()
    tickets = ListOf(Part(TicketSchema), MAX_TICKETS, required=True)


class StationPriceSchema(StrictSchema):
    """Cards of one colour: of a route out of the city, or of any."""

    cards = Whole(1, 20, required=True)
    colour = OneOf(("route", "any"), load_default="any")


class StationsSchema(StrictSchema):
    """Stations."""

    count = Whole(1, 20, required=True)
    points_unused = Whole(0, MAX_POINTS, must="must-points", required=True)
    price = ListOf(Part(StationPriceSchema), 20, load_default=list)


class PassengersSchema(StrictSchema):
    """Passengers and goods tokens, the top of each stack first."""

    count = Whole(1, 20, required=True)
    tokens = MapOf(
        Colour(GOODS_COLOURS), ListOf(Whole(1, MAX_POINTS, must="must-points"), 20), 9, required=True
    )
    cities_of = MapOf(Colour(GOODS_COLOURS), Whole(0, MAX_CITIES), 9, required=True)


class ControllerSchema(StrictSchema):
    """The controller."""

    cards = Whole(1, 20, required=True)
    length_at_most = Whole(1, MAX_LENGTH, must="must-spaces", required=True)


class DealSchema(StrictSchema):
    """So many cards of one deck, or of any (null)."""

    deck = _id(required=True, allow_none=True)
    cards = Whole(1, 20, required=True)


class DrawSchema(DealSchema):
    """Cards drawn during the game and how many must be kept."""

    keep = Whole(0, 20, required=True)


class BonusSchema(StrictSchema):
    """A bonus."""

    kind = OneOf(BONUS_KINDS, required=True)
    points = Whole(1, MAX_POINTS, must="must-points", required=True)
    title = _words(load_default=dict)


class LastRoundSchema(StrictSchema):
    """What announces the last round."""

    trains_at_most = Whole(0, MAX_TRAINS, required=True)


class EditionSchema(StrictSchema):
    """The rules of one box."""

    id = _id(required=True)
    title = _words(required=True)
    board = _id(required=True)
    decks = ListOf(_id(), 10, required=True)
    players = ListOf(Whole(1, MAX_AT_TABLE), 2, low=2, required=True)
    trains = Whole(1, MAX_TRAINS, required=True)
    route_points = MapOf(
        OneOf([str(n) for n in range(1, MAX_LENGTH + 1)]),
        Whole(0, MAX_POINTS, must="must-points"),
        9,
        required=True,
    )
    parallel_routes_closed_up_to = Whole(0, MAX_AT_TABLE, required=True)
    stations = Part(StationsSchema, allow_none=True, load_default=None)
    passengers = Part(PassengersSchema, allow_none=True, load_default=None)
    controller = Part(ControllerSchema, allow_none=True, load_default=None)
    deal = ListOf(Part(DealSchema), 5, required=True)
    keep = MapOf(_id(), Whole(0, 20), 5, required=True)
    draw = Part(DrawSchema, required=True)
    bonuses = ListOf(Part(BonusSchema), 10, required=True)
    tie_breaks = ListOf(OneOf(TIE_BREAKS), 5, required=True)
    last_round = Part(LastRoundSchema, required=True)
    switches = MapOf(_id(), YesNo(), 10, load_default=dict)
    switch_tie_breaks = MapOf(_id(), ListOf(OneOf(TIE_BREAKS), 5), 10, load_default=dict)
    colours = ListOf(Colour(PLAYER_COLOURS), len(PLAYER_COLOURS), low=2, required=True)
    texts = ListOf(_id(), 5, load_default=list)
    cards = MapOf(OneOf(CARD_KINDS), Whole(1, 200), len(CARD_KINDS), load_default=dict)
    sources = _notes()
    notes = ListOf(_words(), 10, load_default=list)
