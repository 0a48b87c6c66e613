"""The icons of the Home Screen are there, of the width they claim, and light."""

from __future__ import annotations

import re
import struct
from urllib.parse import quote, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.tables.store import Table
from tests.app.phones import Phone

HEAD = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def sizes(client: FlaskClient, address: str) -> tuple[int, int]:
    """Return width and height of a PNG in pixels."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert answer.mimetype == "image/png"
    assert answer.data.startswith(HEAD)
    assert len(answer.data) < 25_000
    width, height = struct.unpack(">II", answer.data[16:24])
    return width, height


def test_every_icon_of_the_manifest_has_the_width_it_claims(client: FlaskClient) -> None:
    icons = client.get("/manifest.webmanifest").json["icons"]
    drawn = [icon for icon in icons if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon.get("purpose")) for icon in drawn} == {
        ("192x192", None),
        ("512x512", None),
        ("512x512", "maskable"),
    }
    for icon in drawn:
        assert "{}x{}".format(*sizes(client, icon["src"])) == icon["sizes"]
    for icon in icons:
        assert client.get(icon["src"]).status_code == 200


def test_every_page_names_the_icon_of_apples_home_screen(client: FlaskClient) -> None:
    for page in ("/", "/settings", "/offline/en"):
        named = re.search(r'<link rel="apple-touch-icon" href="([^"]+)"', client.get(page).text)
        assert named, page
        assert sizes(client, named[1]) == (180, 180)


@pytest.mark.parametrize("what", ["offer", "offer-keeper"])
def test_the_app_of_the_icon_takes_a_seat_along_by_a_pasted_link(
    what: str, app: Flask, keeper: Phone, table: Table
) -> None:
    told = keeper.get(f"/t/{table.code}/share").text
    assert "Home Screen" in told
    page = keeper.form(f"/t/{table.code}/share", do=what, seat="anna").text
    link = re.search(r'<p class="address"><a href="([^"]+)"', page)
    assert link
    icon = Phone(app, "icon")  # a browser of its own: no cookie of the other
    assert "I have a link for a seat" in icon.get(f"/j/{table.code}").text
    answer = icon.get(f"/j/{table.code}/link?link={quote(link[1], safe='')}")
    assert answer.status_code == 303
    assert answer.location == urlsplit(link[1]).path
    assert icon.get(answer.location).status_code == 200


@pytest.mark.parametrize(
    "link", ["", "https://elsewhere.example/", "/j/AAAAAA/seat/anna/x.y.z", "/j/{code}/seat/"]
)
def test_what_is_no_link_of_the_table_leads_nowhere(link: str, keeper: Phone, table: Table) -> None:
    answer = keeper.get(f"/j/{table.code}/link?link={quote(link.format(code=table.code), safe='')}")
    assert answer.status_code == 400
    assert "Copy the whole link." in answer.text
