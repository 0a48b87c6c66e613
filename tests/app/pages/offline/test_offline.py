"""The service worker's address: what it names exists, and it is another one whenever the pages are."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.drawing.backdrop import backdrop_hash
from app.web.i18n import js_strings
from app.web.static_files import static_url


def _constants(client: FlaskClient) -> tuple[str, list[str]]:
    script = client.get("/sw.js").text
    version = re.search(r"^const VERSION = (.*);$", script, re.MULTILINE)
    first = re.search(r"^const FIRST = (.*);$", script, re.MULTILINE)
    assert version
    assert first
    return json.loads(version[1]), json.loads(first[1])


def test_everything_it_fetches_first_is_there(client: FlaskClient) -> None:
    _version, first = _constants(client)
    assert len(first) > 10
    for address in first:
        assert client.get(address).status_code == 200, address


def test_its_version_follows_the_files(app: Flask, client: FlaskClient) -> None:
    before, _first = _constants(client)
    assert before.startswith(app.config["STATIC_VERSION"])
    app.config["STATIC_VERSION"] = "another"
    assert _constants(client)[0] != before


def test_browsers_look_for_a_new_one_every_time(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert answer.headers["Service-Worker-Allowed"] == "/"


def test_the_page_without_network_speaks_the_language_of_its_address(client: FlaskClient) -> None:
    assert "This page needs the network." in client.get("/offline/en").text
    russian = client.get("/offline/ru").text
    assert '<html lang="ru"' in russian
    assert "Нет связи" in russian
    assert client.get("/offline/xx").status_code == 404


@pytest.mark.parametrize("kind", ["land", "strings", "static", "worker"])
def test_what_everybody_may_keep_carries_nobody_s_cookie(app: Flask, client: FlaskClient, kind: str) -> None:
    # A cookie in it would be kept with it, and an answer that varies by cookie is fetched anew after every page.
    assert "stationmaster=" in client.get("/settings").headers["Set-Cookie"]
    with app.test_request_context():
        address = {
            "land": f"/land/europe.{backdrop_hash('europe')}.svg",
            "strings": f"/strings/ru.json?v={js_strings('ru')[1]}",
            "static": static_url("css/look.css"),
            "worker": "/sw.js",
        }[kind]
    answer = client.get(address)
    assert answer.status_code == 200
    assert "public" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")
