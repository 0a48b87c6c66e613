"""The shape of events in JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from marshmallow import fields

from solver.checking.strict import (
    Anything,
    Colour,
    ListOf,
    MapOf,
    Name,
    OneOf,
    Part,
    PersonName,
    StrictField,
    StrictSchema,
    Whole,
    YesNo,
)
from solver.formats.edition_shape import MAX_ID, MAX_POINTS
from solver.game.edition import PLAYER_COLOURS
from solver.game.events import (
    EVENT_TYPES,
    GoodsColourSet,
    PassengerMoved,
    PassengerPlaced,
    ResultShown,
    Retracted,
    RevealAgreed,
    RevealAsked,
    RevealRefused,
    RouteClaimed,
    RouteDismantled,
    SeatChanged,
    StationBuilt,
    TableOpened,
    TicketsKept,
    TicketsRevealed,
    TurnTaken,
)
from solver.words.say import Text

MAX_PLAYERS = 8


MAX_HELD = 200
"""Tickets of one player."""


MAX_TEXT = 200


MAX_JOURNEY = 100
"""Routes of one journey."""


_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z")


class TicketField(StrictField, fields.Raw):
    """A ticket as it stands in JSON: the id of a card, or two ends and points."""

    must = Text("must-ticket")

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Any:
        if isinstance(value, str):
            return Name(2 * MAX_ID + 6).deserialize(value)
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        return FreeTicketSchema().load(value)


class Remark(Name):
    """A text that may also be empty."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        return "" if value == "" else super()._deserialize(value, *args, **kwargs)


class Time(StrictField, fields.String):
    """A moment in UTC, as entries carry it: to the second or finer, with a ``Z``."""

    must = Text("must-time")

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        try:
            real = _TIME.fullmatch(value) is not None and datetime.fromisoformat(value) is not None
        except ValueError:  # a thirteenth month
            real = False
        if not real:
            raise self.make_error("validator_failed")
        return value


class FreeTicketSchema(StrictSchema):
    """A ticket that was entered by two ends and points."""

    ends = ListOf(Name(MAX_ID), 2, low=2, required=True)
    points = Whole(1, MAX_POINTS, must="must-points", required=True)


class SeatSchema(StrictSchema):
    """A player's place at the table."""

    id = Name(MAX_ID, required=True)
    name = PersonName(MAX_ID, required=True)
    colour = Colour(PLAYER_COLOURS, required=True)


def _id() -> Name:
    return Name(MAX_ID, required=True)


def _overruled() -> ListOf:
    return ListOf(Name(MAX_ID), 30, load_default=list)


class EventSchema(StrictSchema):
    type = OneOf(tuple(EVENT_TYPES), required=True)
    overruled = _overruled()


class PlayerSchema(EventSchema):
    player = _id()


class TableOpenedSchema(EventSchema):
    """The table was opened."""

    edition = _id()
    seats = ListOf(Part(SeatSchema), MAX_PLAYERS, low=1, required=True)
    house_rules = MapOf(Name(MAX_ID), YesNo(), 20, load_default=dict)
    board = Anything(load_default=None, allow_none=True)


class SeatChangedSchema(PlayerSchema):
    """Another name or colour."""

    name = PersonName(MAX_ID, required=True)
    colour = Colour(PLAYER_COLOURS, required=True)


class RouteClaimedSchema(PlayerSchema):
    """A route was claimed."""

    route = _id()
    controller = YesNo(load_default=False)
    afterwards = YesNo(load_default=False)


class RouteDismantledSchema(PlayerSchema):
    """A route was taken up."""

    route = _id()


class StationBuiltSchema(PlayerSchema):
    """A station was built."""

    city = _id()
    afterwards = YesNo(load_default=False)


class TicketsKeptSchema(PlayerSchema):
    """Tickets are held."""

    tickets = ListOf(TicketField(), MAX_HELD, required=True)


class PassengerPlacedSchema(PlayerSchema):
    """A passenger was placed."""

    city = _id()


class PassengerMovedSchema(PlayerSchema):
    """A passenger travelled."""

    start = _id()
    routes = ListOf(Name(MAX_ID), MAX_JOURNEY, required=True)
    tokens = MapOf(Name(MAX_ID), Whole(0, MAX_POINTS, must="must-points"), MAX_JOURNEY, load_default=dict)


class GoodsColourSetSchema(EventSchema):
    """A city's goods colour."""

    city = _id()
    colour = _id()


class TicketsRevealedSchema(EventSchema):
    """All tickets lie open."""

    without = ListOf(Name(MAX_ID), MAX_PLAYERS, load_default=list)
    show_later = YesNo(load_default=False)


class RetractedSchema(EventSchema):
    """An entry was taken back."""

    target = Whole(1, 10**9, required=True)
    reason = Remark(MAX_TEXT, load_default="")


SCHEMAS: Mapping[type, type[StrictSchema]] = {
    TableOpened: TableOpenedSchema,
    SeatChanged: SeatChangedSchema,
    RouteClaimed: RouteClaimedSchema,
    RouteDismantled: RouteDismantledSchema,
    StationBuilt: StationBuiltSchema,
    TicketsKept: TicketsKeptSchema,
    PassengerPlaced: PassengerPlacedSchema,
    PassengerMoved: PassengerMovedSchema,
    GoodsColourSet: GoodsColourSetSchema,
    TurnTaken: PlayerSchema,
    RevealAsked: EventSchema,
    RevealAgreed: PlayerSchema,
    RevealRefused: PlayerSchema,
    TicketsRevealed: TicketsRevealedSchema,
    ResultShown: EventSchema,
    Retracted: RetractedSchema,
}
