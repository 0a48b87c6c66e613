"""Fixtures of the web application: an app with a database of its own, and phones that use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import Settings, create_app, recording, services
from app.store import Table
from solver.game.events import Seat
from tests.app.postgres import Server, server

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
COLOURS = ("red", "blue", "green", "yellow", "black")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """One PostgreSQL for all tests of this process; each test makes a database of its own in it."""
    with server() as found:
        yield found


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database: every test that asks for it runs on both."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    return str(request.getfixturevalue("postgres").database())


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a test: a new SQLite file, a short heartbeat."""
    return Settings(f"sqlite:///{tmp_path / 'test.db'}", "a secret of the tests", testing=True, warm=False)


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    """The whole application on an empty database."""
    app = create_app(settings)
    yield app
    with app.app_context():
        services().close()
        services().store.engine.dispose()


@pytest.fixture
def phone(app: Flask) -> Callable[[], FlaskClient]:
    """Make a phone: a client with cookies of its own, which sends what the scripts of the pages send."""

    def make() -> FlaskClient:
        client = app.test_client()
        client.environ_base["HTTP_X_STATIONMASTER"] = "1"
        return client

    return make


@pytest.fixture
def client(phone: Callable[[], FlaskClient]) -> FlaskClient:
    """One phone."""
    return phone()


def device_of(client: FlaskClient) -> str:
    """Give a phone the id that its first table would give it, and return it."""
    with client.session_transaction() as session:
        session.setdefault("device", f"device-{id(client)}")
        session.permanent = True
        return str(session["device"])


@pytest.fixture
def opened(app: Flask) -> Callable[..., Table]:
    """Open a table: ``opened(client, players=3, edition="europe", **options)``; the client's phone is the keeper."""

    def make(client: FlaskClient, players: int = 3, edition: str = "europe", **options: bool) -> Table:
        device = device_of(client)
        seats = [Seat(NAMES[i].lower(), NAMES[i], COLOURS[i]) for i in range(players)]
        with app.test_request_context():
            from flask import session

            session["device"] = device
            table = recording.open_table(edition, seats, options=options)
            assert isinstance(table, Table), table
            return table

    return make
