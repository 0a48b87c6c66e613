"""The rulings: found by words in both languages, filtered by edition, linked from the verdicts they explain."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from app.pages_rulings import STATUSES, all_rulings, find_rulings, ruling_links
from solver.game.load import edition_ids

LANGUAGES = ("en", "ru")


def page(client: FlaskClient, language: str = "en", **query: str) -> str:
    """Return the page for a search."""
    found = client.get("/rulings", query_string=query, headers={"Accept-Language": language})
    assert found.status_code == 200
    return found.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rulings_stand_on_the_page_each_with_its_own_anchor(client: FlaskClient, language: str) -> None:
    anchors = re.findall(r'<details class="ruling[^"]*" id="([^"]+)"', page(client, language))
    assert len(anchors) == len(set(anchors)) == len(all_rulings(language)) > 100


@pytest.mark.parametrize(
    ("language", "query", "expected"),
    [
        ("en", "loops", "LP-01"),
        ("ru", "петли", "LP-01"),
        ("en", "LOOPS cities", "LP-01"),
        ("en", "st-01", "ST-01"),
    ],
)
def test_a_ruling_is_found_by_its_words(
    client: FlaskClient, language: str, query: str, expected: str
) -> None:
    assert f'id="{expected.lower()}"' in page(client, language, q=query)


def test_what_nobody_asked_is_said_to_be_missing(client: FlaskClient) -> None:
    assert "No ruling fits" in page(client, q="xyzzy")


@pytest.mark.parametrize("edition", edition_ids())
def test_the_filter_shows_what_holds_for_an_edition(edition: str) -> None:
    found = find_rulings("en", edition=edition)
    assert found
    assert all(
        {edition.split("-", maxsplit=1)[0], "all"} & {e.split("-")[0] for e in ruling.editions}
        for ruling in found
    )


def test_an_unknown_edition_filters_nothing(client: FlaskClient) -> None:
    assert page(client, edition="atlantis").count('<details class="ruling') == len(all_rulings("en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruling", ["ST-15", "TI-09", "CL-10"])
def test_what_no_rulebook_says_is_not_said_to_follow_from_the_rules(
    client: FlaskClient, language: str, ruling: str
) -> None:
    text = page(client, language, q=ruling)
    mark = {
        "en": "from players or programs, in no rulebook",
        "ru": "от игроков или программ, в правилах этого нет",
    }[language]
    assert f'<span class="mark community">{mark}</span>' in text
    assert {"en": "follows from the rules", "ru": "следует из правил"}[language] not in text


def test_every_status_has_its_words(client: FlaskClient) -> None:
    assert set(re.findall(r'class="mark (\w+)"', page(client))) == set(STATUSES)


def test_links_of_one_edition_leave_others_out() -> None:
    everywhere = {ruling.anchor: ruling for ruling in all_rulings("en")}
    for link in ruling_links("most_tickets", "en", "ussr", most=99):
        assert "ussr" in everywhere[link.anchor].editions


def test_what_was_typed_is_text_and_nothing_else(client: FlaskClient) -> None:
    assert "<script>alert" not in page(client, q="<script>alert(1)</script>")
