"""Tables for tests: logs and positions in a line or two."""

import json
from pathlib import Path

from solver.formats.load import load_edition
from solver.game.events import Entry, Seat, TableOpened
from solver.game.fold import fold

CASES = Path(__file__).parents[1] / "cases"
GAMES = Path(__file__).parents[1] / "games"


def golden_games():
    """Return every log in tests/games; the sheet that is expected stands beside it."""
    return sorted(GAMES.glob("*/*.jsonl"))


def cases(name):
    """Return the cases of one file in tests/cases."""
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))["cases"]


def entries(edition, players, *events, **opening):
    """Return a log: the table opened for ``"anna ben"``, then the events."""
    colours = load_edition(edition).colours
    seats = tuple(
        Seat(name, name.title(), colours[i % len(colours)]) for i, name in enumerate(players.split())
    )
    every = [TableOpened(edition, seats, **opening), *events]
    return [
        Entry(seq, "2026-11-30T18:00:00Z", None, f"id-{seq}", event) for seq, event in enumerate(every, 1)
    ]


def table(edition, players, *events, **opening):
    """Return what lies on the table after the events; its log is kept beside it, as ``log``."""
    log = entries(edition, players, *events, **opening)
    state = fold(load_edition(edition), log)
    state.log = log
    return state


def ruling_position(case, edition=None):
    """Return the position of a ruling's case: routes ``[end, end, length, owner, {…}]`` called r1, r2, …."""
    routes, owned = [], {}
    for number, (a, b, length, owner, *more) in enumerate(case["routes"], 1):
        facts = more[0] if more else {}
        routes.append({"id": f"r{number}", "ends": [a, b], "length": length, **facts})
        if owner:
            owned.setdefault(owner, []).append(f"r{number}")
    ends = {end for route in routes for end in route["ends"]}
    tickets = case.get("tickets", [])
    ends |= {end for _, a, b, _ in tickets for end in (a, b)} | {city for _, city in case.get("stations", [])}
    dead = set(case.get("dead_ends", []))
    names = case.get("players") or [chr(ord("A") + i) for i in range(case.get("n_players", 2))]
    return {
        "edition": edition or case["edition"],
        "board": {
            "routes": routes,
            "cities": [
                {"id": end, **({"terminal_of": "land"} if end in dead else {})} for end in sorted(ends)
            ],
        },
        "players": [
            {
                "name": name,
                "routes": owned.get(name, []),
                "stations": [city for owner, city in case.get("stations", []) if owner == name],
                "tickets": [{"ends": [a, b], "points": p} for owner, a, b, p in tickets if owner == name],
            }
            for name in names
        ],
    }
