"""The rulings: whole, in both languages, with known sources, editions and topics."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib import resources

import pytest

from solver.formats.load import edition_ids, load_edition
from solver.rulings.book import Ruling, load_rulings, rulings_by_id, rulings_check
from solver.rulings.features import features_of
from solver.rulings.shape import STATUSES

FOLDER = resources.files("maps") / "rulings"


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


def test_all_170_are_there_each_once():
    ids = [ruling["id"] for _, ruling in RULINGS]
    assert len(ids) == len(set(ids)) == 170


def test_the_check_finds_nothing_wrong_and_knows_every_feature():
    switches = {switch for name in edition_ids() for switch in load_edition(name).switches}
    assert rulings_check(edition_ids(), switches) == (170, ())


def test_an_edition_is_named_only_by_the_few_rulings_about_its_own_cards():
    """All else holds by feature, so that another edition with the same rules has the same rulings."""
    named = {ruling["id"] for _, ruling in RULINGS if "edition:" in " ".join(ruling["when"])}
    assert named == {"OB-11", "OB-13", "OB-14", "TK-28", "TK-29", "TK-30", "TK-31"}


def test_a_feature_a_source_and_a_link_that_nobody_knows_are_faults(monkeypatch):
    ruling = Ruling("XX-01", "tickets", ("ferry|kind:most_cats",), "open", {}, {}, {}, ("NOBODY",))
    known = load_rulings()
    monkeypatch.setattr("solver.rulings.book._load", lambda faults: replace(known, rulings=(ruling,)))
    faults = rulings_check(edition_ids(), ())[1]
    assert [fault.code for fault in faults] == ["unknown-feature", "unknown-feature", "unknown-source"]
    assert faults[0].path == "maps/rulings/tickets.json: XX-01.when"


def test_topics_carry_the_name_of_their_file_and_a_title():
    for topic in TOPICS:
        data = read(topic)
        assert data["topic"] == topic.removesuffix(".json")
        assert set(data["title"]) == {"en", "ru"}


def test_ruling_has_the_known_keys(ruling):
    required = {"id", "when", "status", "question", "answer", "rule", "source"}
    assert required <= set(ruling) <= required | {"case", "status_in"}
    assert {ruling["status"], *ruling.get("status_in", {}).values()} <= set(STATUSES)
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


@pytest.mark.parametrize("name", ["ST-15", "TI-09", "TI-07", "CL-10", "EG-05", "SK-06"])
def test_what_only_players_and_programs_say_is_marked_so(name):
    assert next(ruling["status"] for _, ruling in RULINGS if ruling["id"] == name) == "community"


def test_links_name_rulings_that_exist_each_once():
    known = {ruling["id"] for _, ruling in RULINGS}
    codes = [code for rows in read("links.json")["links"].values() for code in rows]
    assert len(codes) == len(set(codes))
    for rows in read("links.json")["links"].values():
        for code, ids in rows.items():
            assert ids, code
            assert len(ids) == len(set(ids)), code
            assert set(ids) <= known, code


def test_open_rulings_say_what_is_done_here():
    for _, ruling in RULINGS:
        if ruling["status"] == "open":
            text = ruling["answer"]["en"] + ruling["answer"]["ru"]
            assert "Here " in text or "here " in text or "explicit" in text, ruling["id"]


OPEN = [
    ("america", "LP-13"),
    ("america", "LP-06"),
    ("america", "TI-06"),
    ("ussr", "ST-01"),
    ("ussr", "ST-02"),
    ("ussr", "CL-05"),
    ("ussr", "CL-06"),
    ("ussr", "TI-10"),
    ("marklin", "PA-10"),
]


@pytest.mark.parametrize(("edition", "name"), OPEN)
def test_what_the_text_of_an_edition_leaves_open_is_told_as_open(edition, name):
    rules, found = load_edition(edition), rulings_by_id()[name]
    assert found.holds(features_of(rules))
    assert found.status_for(rules.texts) == "open"


@pytest.mark.parametrize(
    ("name", "europe", "ussr"),
    [
        ("ST-01", "official", "open"),
        ("CL-05", "official", "open"),
        ("CL-15", "official", "given"),
        ("LP-06", "official", "given"),
        ("LP-01", "official", "open"),
        ("EG-01", "official", "given"),
    ],
)
def test_a_ruling_has_a_status_for_each_edition(name, europe, ussr):
    found = rulings_by_id()[name]
    assert found.status_for(load_edition("europe").texts) == europe
    assert found.status_for(load_edition("ussr").texts) == ussr


@pytest.mark.parametrize("edition", ["ussr", "america"])
def test_nothing_is_official_where_there_is_no_rulebook(edition):
    """These two follow a text of their own: what it says is *given*, what a rulebook of another box says is not."""
    rules = load_edition(edition)
    official = [
        ruling.id
        for ruling in load_rulings().rulings
        if ruling.holds(features_of(rules)) and ruling.status_for(rules.texts) == "official"
    ]
    assert not official


def test_the_same_rules_under_another_name_have_the_same_rulings():
    for name in edition_ids():
        rules = load_edition(name)
        renamed = features_of(replace(rules, id="lowlands"))
        kept = {r.id for r in load_rulings().rulings if r.holds(renamed)}
        lost = {r.id for r in load_rulings().rulings if r.holds(features_of(rules))} - kept
        assert all("edition:" in " ".join(rulings_by_id()[one].when) for one in lost), lost
