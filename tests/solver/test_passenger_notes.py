"""Passengers and goods that cannot lie so: the position is scored all the same, and a note says what is wrong."""

from __future__ import annotations

import pytest

from solver.formats.front import position_from_json
from solver.scoring.notes import state_notes
from solver.scoring.notes_passengers import passenger_notes
from solver.words.say import LANGUAGES, say


def state(*players, edition="marklin", **more):
    rows = [{"name": name, **what} for name, what in zip(("A", "B", "C"), players, strict=False)]
    return position_from_json({"edition": edition, "players": rows, **more}).state


def standing(*cities, moved=0):
    return {"passengers": {"standing": list(cities), "moved": moved}}


FINE = [
    state(standing("berlin", "leipzig"), standing("dresden")),
    state(
        {"goods": [7, 6, 5, 4, 2]},
        {"goods": [4, 3, 2, 1]},
        stacks={"leipzig": [3, 2], "dresden": [3, 1], "bremen": []},
    ),
    state({"goods": [7]}, stacks={"berlin": [6, 5, 4]}),
    state({}, edition="europe", stacks={}),
]
WRONG = [
    (state(standing("berlin", "berlin")), ["passenger-city-own"]),
    (state(standing("berlin"), standing("berlin")), ["passenger-city-taken"]),
    (state(standing("berlin", "berlin"), standing("berlin")), ["passenger-city-taken"]),
    (state(standing("denmark-1")), ["passenger-in-country"]),
    (state({"goods": [9, 9, 8]}, {"goods": [9]}), ["goods-unknown", "goods-unknown"]),
    (state({"goods": [7]}, {"goods": [7]}), ["goods-too-many"]),
    (state({"goods": [7]}, stacks={"berlin": [7, 6, 5, 4]}), ["goods-too-many"]),
    (state({}, stacks={"leipzig": [9]}), ["stack-unknown"]),
    (state({}, stacks={"leipzig": [2, 3]}), ["stack-unknown"]),
    (state({}, edition="europe", stacks={"paris": [3, 2]}), ["no-stacks"]),
]


@pytest.mark.parametrize("table", FINE, ids=range(len(FINE)))
def test_what_can_lie_so_is_not_noted(table):
    assert list(passenger_notes(table)) == []


@pytest.mark.parametrize(("table", "codes"), WRONG, ids=[f"{n}-{row[1][0]}" for n, row in enumerate(WRONG)])
def test_what_cannot_lie_so_is_noted_in_both_languages(table, codes):
    found = list(passenger_notes(table))
    assert [note.code for note in found] == codes
    assert set(codes) <= {note.code for note in state_notes(table)}
    for note in found:
        assert all("{" not in say(note.text, language) for language in LANGUAGES)
