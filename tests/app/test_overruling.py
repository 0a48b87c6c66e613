"""Whatever is said to be playable over can be played over, for every kind of act: by the library, the phones, the API."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from app.tables.importing import import_table
from app.tables.store import Table
from app.tables.uploaded_log import prepared
from solver.formats.event import event_from_json, event_json
from solver.formats.event_shape import SCHEMAS
from solver.formats.log import Log
from solver.game.events import EVENT_TYPES, Event, TableOpened
from solver.game.objections import objections, standing_objections
from solver.game.state import State
from tests.app.pages.table.test_turns import lay
from tests.app.phones import Phone, as_phone
from tests.solver.test_objections import RAISED

Case = tuple[str, State, Event]


def playable() -> Iterator[Case]:
    """Every situation of the library's tests in which all that stands in the way may be played over."""
    for code, state, event in RAISED:
        if all(one.overrulable for one in objections(state, event)):
            yield code, state, event


CASES = list(playable())
each = pytest.mark.parametrize(
    ("code", "state", "event"), CASES, ids=[f"{type(event).__name__}-{code}" for code, _state, event in CASES]
)


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_every_event_carries_what_it_is_played_over(name: str) -> None:
    made = EVENT_TYPES[name]
    assert "overruled" in made.__dataclass_fields__  # type: ignore[attr-defined]
    assert "overruled" in SCHEMAS[made]().fields


def test_every_code_that_may_be_played_over_is_among_the_cases() -> None:
    overrulable = {
        one.code for _code, state, event in RAISED for one in objections(state, event) if one.overrulable
    }
    assert overrulable <= {code for code, _state, _event in CASES} | {"turn-not-left"}


@each
def test_the_library_lets_it_stand(code: str, state: State, event: Event) -> None:
    codes = tuple(one.code for one in objections(state, event))
    assert code in codes
    over = replace(event, overruled=codes)
    assert not standing_objections(state, over)
    again = event_from_json(event_json(over), edition=state.edition, board=state.board)
    assert again == over


@each
def test_a_phone_records_it(code: str, state: State, event: Event, app: Flask, keeper: Phone) -> None:
    if isinstance(event, TableOpened):
        seats = [{"id": s.id, "name": s.name, "colour": s.colour} for s in event.seats]
        body: dict[str, Any] = {"edition": event.edition, "seats": seats}
        assert keeper.client.post("/api/v1/tables", json=body).status_code == 409
        opened = keeper.client.post("/api/v1/tables", json={**body, "overrule": [code]})
        assert opened.status_code == 201, opened.text
        here = opened.get_json()["code"]
    else:
        with as_phone(app, keeper):
            table = import_table(prepared(Log(state.edition, state.board, tuple(state.log))))  # type: ignore[attr-defined]
        assert isinstance(table, Table)
        refused = keeper.add(table, event_json(event))
        assert refused.status_code == 409, refused.text
        codes = [one["code"] for one in refused.get_json()["objections"]]
        done = keeper.add(table, event_json(event), overrule=codes)
        assert done.status_code == 201, done.text
        assert done.get_json()["event"]["overruled"] == codes
        here = table.code
    for page in ("", "/log", "/sheet"):
        assert keeper.get(f"/t/{here}{page}").status_code == 200
    # What was written comes back as it was.
    export = keeper.get(f"/t/{here}/log.jsonl")
    if export.status_code == 200:
        answer = keeper.client.post("/api/v1/import", data=export.data, content_type="application/x-ndjson")
        assert answer.status_code == 201, answer.text


@pytest.mark.parametrize(
    "event",
    [
        {"type": "turn_taken"},
        {"type": "station_built", "city": "wien"},
        {"type": "route_claimed", "route": "zagrab-zurich"},
    ],
    ids=lambda event: event["type"],
)
def test_a_turn_more_than_was_left_is_recorded(event: dict[str, Any], keeper: Phone, table: Table) -> None:
    free = lay(keeper, table, "anna", 43, "europe")
    for player in ("anna", "ben", "cleo", "anna"):
        assert keeper.add(table, {"type": "turn_taken", "player": player}).status_code == 201
    data = {**event, "player": "ben", **({"route": free[0]} if "route" in event else {})}
    refused = keeper.add(table, data).get_json()["objections"]
    assert [(one["code"], one["overrulable"]) for one in refused] == [("turn-not-left", True)]
    assert keeper.add(table, data, overrule=["turn-not-left"]).status_code == 201
    assert keeper.get(f"/t/{table.code}/sheet").status_code == 200
