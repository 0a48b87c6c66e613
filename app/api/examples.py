"""
Requests that show how the API is asked. The document and the page print them; the tests send them.

A small board of four cities, so that every answer can be checked by hand.
"""

from __future__ import annotations

from typing import Any

BOARD: dict[str, Any] = {
    "routes": [
        {"id": "ab", "ends": ["a", "b"], "length": 3},
        {"id": "bc", "ends": ["b", "c"], "length": 4},
        {"id": "cd", "ends": ["c", "d"], "length": 2, "ferry": 1},
        {"id": "ad", "ends": ["a", "d"], "length": 6, "tunnel": True},
    ]
}
POSITION: dict[str, Any] = {
    "edition": "europe",
    "board": BOARD,
    "players": [
        {
            "name": "Anna",
            "colour": "red",
            "routes": ["ab", "bc"],
            "stations": ["d"],
            "tickets": [{"ends": ["a", "c"], "points": 8}, {"ends": ["b", "d"], "points": 5}],
        },
        {"name": "Ben", "colour": "blue", "routes": ["cd"], "tickets": [{"ends": ["a", "d"], "points": 6}]},
    ],
}
JOURNEY: dict[str, Any] = {
    "edition": "marklin",
    "board": {
        **BOARD,
        "cities": [{"id": city, "name": {"en": city.upper()}, "goods": "red"} for city in "abcd"],
    },
    "players": [{"name": "Anna", "routes": ["ab", "bc"], "passengers": {"standing": ["a"], "moved": 0}}],
}
AUDIT: dict[str, Any] = {
    "edition": "europe",
    "board": BOARD,
    "players": [{"name": "Anna", "routes": ["ab"], "counted": {"trains_left": 38, "marker": 11}}],
}
READ: dict[str, Any] = {
    "edition": "europe",
    "players": [
        {"name": "Anna", "colour": "red", "trains": 45, "trains_left": 42},
        {"name": "Ben", "colour": "blue"},
    ],
    "routes": {"dieppe-paris-1": [-9.5, -0.5, -7], "amsterdam-london-1": [-1, -1.5, -9]},
    "cities": {"wien": [-0.1, -8, -6]},
    "answers": {"berlin": "Ben"},
}

BODIES: dict[str, Any] = {
    "score": POSITION,
    "trail": {"routes": [["A", "B", 3], ["B", "C", 4], ["B", "D", 1]]},
    "reach": POSITION,
    "plan": POSITION,
    "ceiling": POSITION,
    "journey": JOURNEY,
    "pay": {
        "edition": "europe",
        "route": {"length": 3, "colour": "red", "ferry": 0, "tunnel": True},
        "cards": {"red": 2, "locomotive": 1},
        "reveal": ["red", "blue", "locomotive"],
    },
    "audit": AUDIT,
    "read": READ,
    "tables": {
        "edition": "europe",
        "seats": [
            {"id": "anna", "name": "Anna", "colour": "red"},
            {"id": "ben", "name": "Ben", "colour": "blue"},
        ],
    },
    "entries": {
        "id": "my-first-claim",
        "event": {"type": "route_claimed", "player": "anna", "route": "dieppe-paris-1"},
    },
}
"""The body of an example of each operation."""

QUERIES: dict[str, str] = {
    "reach": "?player=Anna",
    "plan": "?player=Anna",
    "ceiling": "?player=Anna",
    "journey": "?player=Anna&from=a",
}
"""The options that the example needs."""

NAMES: dict[str, str] = {
    "edition": "europe",
    "board": "europe",
    "deck": "europe-long",
    "code": "$CODE",
}
"""What stands in an address in place of a name in braces."""
KEEP_CODE = """CODE=$(grep -o '"code": *"[^"]*"' table.json | head -n 1 | cut -d '"' -f 4)"""
EXPORTED = "table.jsonl"
FLAGS: dict[str, str] = {"stream": " -N", "export": f" -o {EXPORTED}"}
"""Options of curl: news come as they happen; an export is a file."""
