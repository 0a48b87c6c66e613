"""The words that players use lead to the rulings, also where the rulings call the thing otherwise."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from flask.testing import FlaskClient

from app.pages.rulings.page import all_rulings, find_rulings
from app.words.stems import stem

# What is typed, in which language, and a ruling that must be among what is found.
TYPED = """
en path LP-01|en paths LP-01|en longest path LP-01|en longest road LP-01|en European Express LP-06|en express LP-01
en globetrotter TK-16|en mission TK-01|en missions TK-04|en destination tickets TK-01|en wild CL-03|en wilds ST-12
en joker CL-03|en wagon CL-02|en wagons SK-02|en train car SK-02|en opponent TK-13|en opponents LP-07
en inspector CO-08|en conductor CO-08|en segment CL-01|en parallel DB-01|en second track DB-02|en double track DB-01
en blocked DB-02|en tie TI-01|en tiebreaker TI-03|en tie-break TI-04|en draw TI-01|en penalty TK-05
en negative score TK-05|en last turn EG-01|en final round EG-03|en game end EG-01|en merchandise PA-11|en cargo PA-11
en meeple PA-08|en circle LP-11|en branches LP-02|en reshuffle CL-10|en empty deck CL-11|en face up CO-09|en gray CL-03
en borrow ST-01|en depots OB-13|en price of a station ST-12|en how much does a station cost ST-12
en can I use two stations in one city ST-09|en throw away TK-12|en dismantle CO-01|en mistake RC-02|en undo RC-02
en two players DB-03|en figure 8 LP-03|en boat BO-01|en bga ST-15|en audit RC-09|en countries TK-14|en shortest TK-01
en locomotives CL-09|en ferries BO-01|en third station ST-12
ru путь LP-01|ru длинная дорога LP-01|ru европейский экспресс LP-06|ru экспресс TI-03|ru билет TK-01|ru билетов TK-08
ru билетами TK-03|ru задание TK-01|ru задания TK-04|ru миссия TK-12|ru миссии TK-01|ru миссий TK-04|ru миссию TK-07
ru ревизор CO-08|ru ревизора CO-01|ru ревизоры CO-12|ru проводник CO-09|ru контролёрами ST-13|ru вагончик CL-02
ru вагончики SK-02|ru поезда SK-02|ru паровоз CL-09|ru джокеры CL-03|ru участки CL-01|ru линия CL-14|ru рельсы CL-01
ru параллельные DB-01|ru дубли DB-02|ru вторая колея DB-02|ru двойных DB-01|ru ничья TI-01|ru ничью BO-03
ru равенство LP-06|ru поровну TI-03|ru бонусы TK-17|ru бонус LP-12|ru штраф TK-05|ru минус TK-05|ru конец игры EG-01
ru последний ход ST-17|ru груз PA-11|ru товары PA-11|ru жетонов PA-14|ru человечек PA-08|ru поездка PA-16|ru кольцо LP-11
ru петлёй LP-01|ru развилка LP-02|ru тасовать CL-10|ru пустая колода CL-11|ru открытые карты CO-09|ru серый CL-03
ru вокзал ST-09|ru вокзалы ST-01|ru станциями ST-07|ru цена станции ST-12|ru сколько стоит станция ST-12
ru отказаться TK-12|ru вернуть билет TK-07|ru разобрать CO-03|ru снести CO-01|ru ошибка RC-02|ru отменить RC-02
ru домашние правила RC-07|ru вдвоём DB-03|ru восьмёрка LP-03|ru туннели CL-05|ru паромы BO-01|ru проверка RC-09
ru страны TK-14|ru кратчайший TK-01|ru противник TK-13|ru соперников TK-13|ru глобтроттер TK-16|ru больше всех билетов TK-16
"""
CASES = [tuple(one.split(" ", 1)) for one in TYPED.replace("\n", "|").split("|") if one.strip()]
WORDS = [(language, *rest.rsplit(" ", 1)) for language, rest in CASES]


def test_the_list_is_long_enough_to_mean_something() -> None:
    assert len(WORDS) >= 60
    assert {language for language, _typed, _ruling in WORDS} == {"en", "ru"}


@pytest.mark.parametrize(("language", "typed", "ruling"), WORDS)
def test_what_players_say_finds_the_ruling_and_not_everything(language: str, typed: str, ruling: str) -> None:
    found = [one.id for one in find_rulings(language, typed)]
    assert ruling in found
    assert len(found) < len(all_rulings(language)) / 2


def test_every_concept_finds_something_and_no_word_of_it_is_passed_over() -> None:
    data = json.loads((resources.files("maps") / "rulings" / "words.json").read_text(encoding="utf-8"))
    names = [concept["concept"] for concept in data["concepts"]]
    assert len(names) == len(set(names))
    for concept in data["concepts"]:
        for phrase in concept["words"]:
            assert not set(phrase.split()) & set(data["ignored"]), phrase
            if "*" not in phrase:
                assert any(find_rulings(language, phrase) for language in ("en", "ru")), phrase


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ferries", "ferry"),
        ("loops", "loop"),
        ("ties", "tie"),
        ("станциями", "станция"),
        ("ничьей", "ничья"),
        ("двойной", "двойных"),
    ],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_a_ruling_is_found_by_its_number_alone() -> None:
    assert [one.id for one in find_rulings("ru", " st-15 ")] == ["ST-15"]


def test_a_word_that_no_ruling_has_does_not_hide_the_others() -> None:
    assert find_rulings("en", "station xyzzy")[0].id.startswith(("ST-", "SK-05"))
    assert not find_rulings("en", "xyzzy")


def test_words_that_ask_for_nothing_alone_find_what_they_always_did(client: FlaskClient) -> None:
    assert client.get("/rulings", query_string={"q": "the"}).status_code == 200
    assert find_rulings("en", "and")
