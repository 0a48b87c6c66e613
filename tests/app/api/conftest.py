"""A client of the API; the processes that search are shared by all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import Settings, create_app
from app.web.config import EXTENSION


class Caller:
    """A program that calls the API, with a cookie jar."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def get(self, path: str, **more: Any) -> TestResponse:
        """Ask."""
        return self.client.get(f"/api/v1{path}", **more)

    def post(self, path: str, json: Any = None, **more: Any) -> TestResponse:
        """Send, as a program that says where it does not come from."""
        headers = {"X-Stationmaster": "1", **more.pop("headers", {})}
        if json is not None:
            more["json"] = json
        return self.client.post(f"/api/v1{path}", headers=headers, **more)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """An app for a whole module."""
    folder: Path = tmp_path_factory.mktemp("service")
    settings = Settings(f"sqlite:///{folder / 'test.db'}", "a secret", testing=True, warm=False, log="off")
    app = create_app(settings)
    yield app
    app.extensions[EXTENSION].close()
    app.extensions[EXTENSION].store.engine.dispose()


@pytest.fixture
def caller(service: Any) -> Caller:
    """A new caller."""
    return Caller(service.test_client())
