"""The rulings: found by words in both languages, filtered by edition, linked from the verdicts they explain."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.pages.rulings.page import STATUSES, all_rulings, find_rulings
from app.words.editions import switch_words
from app.words.rules import switch_codes
from app.words.ruling_links import ruling_links
from solver.formats.load import edition_ids, load_edition
from solver.game.state import State

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
    assert all(edition in ruling.editions for ruling in found)


def test_a_ruling_shows_the_status_of_the_edition_that_was_chosen(client: FlaskClient) -> None:
    assert '<span class="mark open">' in page(client, q="ST-01", edition="ussr")
    assert '<span class="mark official">' in page(client, q="ST-01", edition="europe")
    both = page(client, q="ST-01")
    assert '<span class="mark official">' in both
    assert '<span class="mark open">' in both
    assert "that edition’s rules are silent" in both


def test_where_nothing_has_all_of_it_the_nearest_are_shown_and_it_is_said(client: FlaskClient) -> None:
    found = page(client, q="station xyzzy")
    assert "These come nearest" in found
    assert 'id="st-' in found
    assert "These come nearest" not in page(client, q="station")


def test_the_names_of_the_bonus_cards_are_found(client: FlaskClient) -> None:
    for name in ("Слава героям", "героям-морякам", "От Москвы до самых до окраин", "слава горнякам"):
        assert "BO-04" in [ruling.id for ruling in find_rulings("ru", name)], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_the_house_rules_find_their_rulings(app: Flask, language: str) -> None:
    for name in edition_ids():
        edition = load_edition(name)
        state = State(edition, edition.board)
        for switch in edition.switches:
            with app.test_request_context(headers={"Accept-Language": language}):
                title = switch_words(switch)[0]
            wanted = {link.anchor for link in ruling_links(switch_codes(state, switch), language, edition)}
            found = [ruling.anchor for ruling in find_rulings(language, title, name)]
            assert wanted & set(found[:3]), (title, found)


def test_an_unknown_edition_filters_nothing(client: FlaskClient) -> None:
    assert page(client, edition="atlantis").count('<details class="ruling') == len(all_rulings("en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruling", ["ST-15", "TI-09", "SK-06", "CL-10"])
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
    for link in ruling_links("most_tickets", "en", load_edition("ussr"), most=99):
        assert "ussr" in everywhere[link.anchor].editions


def test_what_was_typed_is_text_and_nothing_else(client: FlaskClient) -> None:
    assert "<script>alert" not in page(client, q="<script>alert(1)</script>")
