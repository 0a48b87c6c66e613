"""Editions, boards and decks: as they lie in the maps, and not sent twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

MAPS = Path(__file__).parents[3] / "maps"


def test_every_edition_leads_to_its_board_and_decks(caller):
    editions = caller.get("/editions").get_json()["editions"]
    assert {edition["id"] for edition in editions} == {
        file.stem for file in (MAPS / "editions").glob("*.json")
    }
    for edition in editions:
        assert caller.client.get(edition["url"]).get_json()["id"] == edition["id"]
        assert caller.get(f"/boards/{edition['board']}").get_json()["id"] == edition["board"]
        for deck in edition["decks"]:
            assert caller.get(f"/decks/{deck}").get_json()["id"] == deck


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("/editions/europe", "editions/europe.json"),
        ("/boards/marklin", "boards/marklin.json"),
        ("/decks/europe-long", "decks/europe-long.json"),
    ],
)
def test_what_is_sent_is_the_file(caller, path, file):
    assert caller.get(path).get_json() == json.loads((MAPS / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
@pytest.mark.parametrize("path", ["/editions", "/editions/europe", "/boards/europe", "/decks/europe-long"])
def test_what_is_known_is_not_sent_again(caller, path, encoding):
    first = caller.get(path, headers={"Accept-Encoding": encoding})
    assert first.status_code == 200
    again = caller.get(path, headers={"Accept-Encoding": encoding, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = caller.get(path, headers={"If-None-Match": 'W/"0123"'})
    assert other.status_code == 200
    assert first.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["/editions/atlantis", "/boards/..%2Fdecks", "/decks/europe", "/boards/%00"])
def test_what_is_not_there_is_not_found(caller, path):
    answer = caller.get(path)
    assert (answer.status_code, answer.get_json()["code"]) == (404, "not-found")
