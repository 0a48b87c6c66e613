"""Phones of a test: clients with a device id of their own that speak as the pages' scripts do."""

from __future__ import annotations

import itertools
import re
import time
from typing import Any

from flask import Flask, session
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.tables import confirming, recording
from app.tables.services import services
from app.tables.store import Table
from solver.formats.load import load_edition
from solver.game.events import Seat

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
_numbers = itertools.count(1)


class Phone:
    """A browser with a cookie jar; ``device`` names it at a table (None: it was never here)."""

    def __init__(self, app: Flask, device: str | None) -> None:
        self.app = app
        self.device = device
        self.client: FlaskClient = app.test_client()
        self.client.environ_base["HTTP_X_STATIONMASTER"] = "1"
        if device is not None:
            with self.client.session_transaction() as kept:
                kept["device"] = device
                kept.permanent = True

    def get(self, path: str, **more: Any) -> TestResponse:
        """Ask for a page."""
        return self.client.get(path, **more)

    def form(self, path: str, **fields: str) -> TestResponse:
        """Send a form as a page without scripts does, with the token that the page gave."""
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.client.get("/settings").text)
        assert token
        return self.client.post(path, data={"csrf_token": token[1], **fields})

    def sure(self, path: str, **fields: str) -> TestResponse:
        """Send a form that is asked about once more, and what the page that asks sends after a while."""
        asked = self.form(path, **fields)
        token = re.search(r'name="confirm" value="([^"]+)"', asked.text)
        if token is None:
            return asked
        time.sleep(confirming.DEAF_SECONDS)
        return self.form(path, **fields, confirm=token[1])

    def add(self, table: Table, event: dict[str, Any], *, id: str = "", **more: Any) -> TestResponse:
        """Send an entry; its id is a new one unless the test names it. Before a reveal the table is asked (``agree``)."""
        if event == {"type": "tickets_revealed"} and not more:
            agree(self, table)
        body = {"id": id or f"entry-{next(_numbers):06}", "event": event, **more}
        return self.client.post(f"/t/{table.code}/entries", json=body)

    def claim(self, table: Table, player: str, route: str, **more: Any) -> TestResponse:
        """Send a claim."""
        return self.add(table, {"type": "route_claimed", "player": player, "route": route}, **more)

    def keep(self, table: Table, player: str, *tickets: Any, **more: Any) -> TestResponse:
        """Send tickets kept."""
        return self.add(table, {"type": "tickets_kept", "player": player, "tickets": list(tickets)}, **more)

    def news(self, table: Table, after: int = 0, **query: str) -> dict[str, Any]:
        """Ask for the entries after a number."""
        found = self.client.get(f"/t/{table.code}/entries", query_string={"after": after, **query})
        assert found.status_code == 200, found.text
        return dict(found.get_json())


def agree(host: Phone, table: Table) -> None:
    """Ask for a reveal where the last turn has not been played, and let every phone that holds a seat say yes."""
    asked = host.client.post(
        f"/t/{table.code}/entries",
        json={"id": f"asked-{next(_numbers):06}", "event": {"type": "reveal_asked"}},
    )
    if asked.status_code != 201:
        return
    with host.app.app_context():
        holds = services().store.holds(table.id).seats
    for seat, hold in holds.items():
        if hold.device != host.device:
            said = Phone(host.app, hold.device).add(table, {"type": "reveal_agreed", "player": seat})
            assert said.status_code == 201, said.text


def open_table(
    app: Flask, keeper: Phone, players: int = 3, edition: str = "europe", **options: bool
) -> Table:
    """Open a table from a phone, which becomes its keeper; the seats are anna, ben, cleo, dora, emil."""
    colours = load_edition(edition).colours
    seats = [Seat(NAMES[i].lower(), NAMES[i], colours[i]) for i in range(players)]
    with app.test_request_context():
        session["device"] = keeper.device
        table = recording.open_table(edition, seats, options=options)
    assert isinstance(table, Table), table
    return table


def as_phone(app: Flask, phone: Phone) -> Any:
    """Run a block as if a phone had sent the request."""
    context = app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"})

    class Block:
        def __enter__(self) -> None:
            context.push()
            if phone.device is not None:
                session["device"] = phone.device

        def __exit__(self, *error: object) -> None:
            context.pop()

    return Block()


def sit(app: Flask, table: Table, phone: Phone, seat: str) -> None:
    """Let a phone join a table and take a seat."""
    from app.tables import access

    with as_phone(app, phone):
        access.join(table.code)
        access.take_seat(table, seat)
