"""Fixtures of the web application: an app with a database of its own, and phones that use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import Settings, create_app
from app.factory import build_services
from app.server import request_log
from app.tables.store import Table
from app.web.config import EXTENSION
from tests.app.phones import Phone, open_table
from tests.app.postgres import Server, server

SECRET = "a secret of the tests, long enough"


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
    """Settings of a test: a new SQLite file. A test module may override them."""
    return Settings(f"sqlite:///{tmp_path / 'test.db'}", SECRET, testing=True, warm=False)


@pytest.fixture(scope="session")
def flask_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Settings], Flask]:
    """
    Flask's part of an app, built once a process for all tests with the same settings.

    Building it and compiling its templates takes longer than most tests. The database it is built with is never used:
    each test has services of its own.
    """
    unused = f"sqlite:///{tmp_path_factory.mktemp('flask') / 'unused.db'}"
    build = cache(create_app)
    return lambda settings: build(replace(settings, database_url=unused))


@pytest.fixture
def app(settings: Settings, flask_of: Callable[[Settings], Flask]) -> Iterator[Flask]:
    """The whole application on an empty database: new services, and the configuration as it was built."""
    app = flask_of(settings)
    config, extensions = dict(app.config), dict(app.extensions)
    request_log.configure(settings.log)
    app.extensions[EXTENSION] = built = build_services(settings)
    yield app
    built.close()
    built.store.engine.dispose()
    for now, before in ((app.config, config), (app.extensions, extensions)):
        now.clear()
        now.update(before)


@pytest.fixture
def phone(app: Flask) -> Callable[[str | None], Phone]:
    """Make a phone by its name: ``phone("ben")``; None was never here."""
    return lambda device: Phone(app, device)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """One new browser."""
    return app.test_client()


@pytest.fixture
def keeper(app: Flask) -> Phone:
    """The phone that opens the table."""
    return Phone(app, "keeper")


@pytest.fixture
def table(app: Flask, keeper: Phone) -> Table:
    """A table on Europe with Anna, Ben and Cleo; the keeper's phone holds all three seats."""
    return open_table(app, keeper)
