"""Whole questions, as people ask them at the table, find the ruling that answers them among the first."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from app.pages.rulings.page import find_rulings
from app.words.ruling_search import parts_of
from app.words.stems import stem

CASES = Path(__file__).parents[1] / "cases" / "rulings"


def ranks(file: str) -> dict[str, int]:
    """Return for every question of a file the place of the first right ruling; 99 where none was found."""
    found = {}
    for row in json.loads((CASES / file).read_text(encoding="utf-8")):
        ids = [ruling.id for ruling in find_rulings(row["lang"], row["question"])]
        found[row["question"]] = next((n for n, one in enumerate(ids, 1) if one in row["right"]), 99)
    return found


@pytest.mark.parametrize(
    ("file", "questions", "first", "among_three"),
    [("search.json", 30, 22, 27), ("questions.json", 20, 15, 18)],
)
def test_the_right_ruling_comes_first_or_nearly(
    file: str, questions: int, first: int, among_three: int
) -> None:
    found = ranks(file)
    assert len(found) == questions
    behind = {question: rank for question, rank in found.items() if rank > 1}
    assert sum(rank == 1 for rank in found.values()) >= first, behind
    assert sum(rank <= 3 for rank in found.values()) >= among_three, behind


def test_a_few_key_words_are_enough() -> None:
    rows = json.loads((CASES / "search.json").read_text(encoding="utf-8"))
    hits = sum(
        bool({ruling.id for ruling in find_rulings(row["lang"], row["keywords"])[:3]} & set(row["right"]))
        for row in rows
    )
    assert hits >= 27


def test_no_question_of_the_cases_stands_in_the_table_of_words() -> None:
    table = json.loads((Path("maps") / "rulings" / "words.json").read_text(encoding="utf-8"))
    phrases = [phrase for concept in table["concepts"] for phrase in concept["words"]]
    assert max(len(phrase.split()) for phrase in phrases) <= 5
    for file in ("search.json", "questions.json"):
        for row in json.loads((CASES / file).read_text(encoding="utf-8")):
            assert row["question"] not in phrases


def test_a_question_counts_more_than_an_answer_and_a_rare_word_more_than_a_common_one() -> None:
    assert find_rulings("en", "mandala grand tour city")[0].id == "OB-01"
    found = [ruling.id for ruling in find_rulings("en", "negative")]
    assert found[0] == "TK-05"


def test_the_edition_that_is_named_comes_before_the_others() -> None:
    assert [find_rulings("en", f"equal totals {name}")[0].id for name in ("Europe", "Märklin", "USA")] == [
        "TI-03",
        "TI-04",
        "TI-01",
    ]
    assert find_rulings("ru", "ничья марклин")[0].id == "TI-04"


def test_what_is_typed_again_asks_for_nothing_more() -> None:
    assert parts_of("station station STATION") == parts_of("station")
    assert parts_of("") == ()


def test_words_are_stemmed_by_many_threads_at_once() -> None:
    stem.cache_clear()
    words = [f"станци{ending}" for ending in ("я", "и", "ю", "ей", "ям", "ями", "ях")] * 50
    found: list[set[str]] = []
    threads = [
        threading.Thread(target=lambda: found.append({stem(word) for word in words})) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [{"станц"}] * 8
