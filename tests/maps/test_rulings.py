"""The rulings: whole, in both languages, with known sources, editions and topics."""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest

from app.pages_rulings import STATUSES
from solver.game.load import edition_ids

FOLDER = resources.files("maps") / "rulings"
OTHER_BOXES = {
    "nordic",
    "japan",
    "switzerland",
    "india",
    "uk",
    "nederland",
    "cities",
    "rails_sails",
    "berlin",
    "asia",
    "legacy",
    "germany",
    "italy",
    "san_francisco",
    "amsterdam",
    "pennsylvania",
    "old_west",
    "legendary_asia",
}


def read(name: str) -> dict:
    """Return one file of the folder."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


NO_TOPICS = {"sources.json", "links.json", "words.json"}
TOPICS = sorted(entry.name for entry in FOLDER.iterdir() if entry.name not in NO_TOPICS)
RULINGS = [(topic, ruling) for topic in TOPICS for ruling in read(topic)["rulings"]]


@pytest.fixture(params=RULINGS, ids=lambda pair: pair[1]["id"])
def ruling(request: pytest.FixtureRequest) -> dict:
    """Each ruling in turn."""
    return request.param[1]


def test_all_144_are_there_each_once():
    ids = [ruling["id"] for _, ruling in RULINGS]
    assert len(ids) == len(set(ids)) == 144


def test_topics_carry_the_name_of_their_file_and_a_title():
    for topic in TOPICS:
        data = read(topic)
        assert data["topic"] == topic.removesuffix(".json")
        assert set(data["title"]) == {"en", "ru"}


def test_ruling_has_the_known_keys(ruling):
    required = {"id", "editions", "status", "question", "answer", "rule", "source"}
    assert required <= set(ruling) <= required | {"case"}
    assert ruling["status"] in STATUSES
    assert set(ruling["editions"]) <= set(edition_ids()) | OTHER_BOXES | {"all"}
    assert ruling["source"]
    assert set(ruling["source"]) <= set(read("sources.json")["sources"])


def test_ruling_speaks_both_languages(ruling):
    for key in ("question", "answer", "rule"):
        assert set(ruling[key]) == {"en", "ru"}, key
        english, russian = ruling[key]["en"], ruling[key]["ru"]
        assert english.endswith((".", "?", ".)")), english
        assert russian.endswith((".", "?", ".)")), russian
        assert re.search("[а-я]", russian), russian
        quoted = re.sub("«[^»]*»", "", english)
        assert not re.search("[а-яА-Я]", quoted), english


def test_numbers_survive_translation(ruling):
    for key in ("question", "answer"):
        english, russian = (sorted(re.findall(r"\d+", ruling[key][language])) for language in ("en", "ru"))
        assert english == russian, ruling["id"]


def test_ruling_uses_the_words_of_the_app(ruling):
    russian = " ".join(ruling[key]["ru"] for key in ("question", "answer", "rule")).lower()
    assert not re.search("билет|вокзал|вагончик|миссия", russian)
    english = " ".join(ruling[key]["en"] for key in ("question", "answer", "rule")).lower()
    assert not re.search(r"wagon|\bbga\b|given text", english)


RULEBOOKS = {"R_USA", "R_EU", "R_TM", "R_GER", "R_NOR", "R_RS", "R_CITY", "R_LEG"}
GIVEN = {"S000", "S001", "S002", "S004"}


def test_a_ruling_says_where_it_comes_from(ruling):
    """What no rulebook and no given text is named for does not follow from rules, whatever else it may be."""
    sources, status = set(ruling["source"]), ruling["status"]
    if status in ("official", "derived"):
        assert sources & (RULEBOOKS | GIVEN | {"FAND", "DOWF1"}), ruling["id"]
    if status == "given":
        assert sources & GIVEN, ruling["id"]
    if status == "platform":
        assert any(source.startswith("BGA") for source in sources), ruling["id"]
    assert (status == "app") == (ruling["source"][0] == "APP"), ruling["id"]


@pytest.mark.parametrize("name", ["ST-15", "TI-09", "TI-07", "CL-10", "EG-05"])
def test_what_only_players_and_programs_say_is_marked_so(name):
    assert next(ruling["status"] for _, ruling in RULINGS if ruling["id"] == name) == "community"


def test_links_name_rulings_that_exist_each_once():
    known = {ruling["id"] for _, ruling in RULINGS}
    codes = [code for rows in read("links.json").values() for code in rows]
    assert len(codes) == len(set(codes))
    for rows in read("links.json").values():
        for code, ids in rows.items():
            assert ids, code
            assert len(ids) == len(set(ids)), code
            assert set(ids) <= known, code


def test_open_rulings_say_what_is_done_here():
    for _, ruling in RULINGS:
        if ruling["status"] == "open":
            text = ruling["answer"]["en"] + ruling["answer"]["ru"]
            assert "Here " in text or "here " in text or "explicit" in text, ruling["id"]
