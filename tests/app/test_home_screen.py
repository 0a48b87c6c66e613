"""The icons of the Home Screen are there, of the width they claim, and light."""

from __future__ import annotations

import re
import struct

from flask.testing import FlaskClient

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
