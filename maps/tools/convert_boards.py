"""
Turn boards with older keys into the project's boards, decks and backdrops. Ran once; kept so that it can be checked.

    python maps/tools/convert_boards.py FOLDER

FOLDER holds ``usa.json``, ``europe.json``, ``ussr.json``, ``marklin.json`` with the keys ``a``, ``b``, ``color``,
``country``, ``merchandise`` and tickets in groups, and ``backdrops/`` with the land behind each of them.
What is written is described in ``maps/FORMAT.md``. Ids of cities and routes are carried over as they are.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx

MAPS = Path(__file__).resolve().parent.parent

TITLES = {
    "usa": {"en": "USA", "ru": "США"},
    "europe": {"en": "Europe", "ru": "Европа"},
    "ussr": {"en": "USSR", "ru": "СССР"},
    "marklin": {"en": "Märklin", "ru": "Мерклин"},
}

SOURCES = {
    "usa": [
        "cities, routes: three independent public tables agree on every track (KubiGR/ticket-to-ride, "
        "Rob217/TicketToRideAnalysis, SokolAK/Ticket_to_Ride_Assistant)",
        "x, y: fractions of the printed map inside the score track, measured by thoun/tickettoride; y grows downwards",
        "lat, lon: the real cities",
        "names in Russian: this project",
    ],
    "europe": [
        "cities, routes: four independent public tables agree on every track (11samype/TicketToRideEurope, "
        "danicampa90/TicketToRideStats, devgellert/ticket-to-ride-kliensoldali, SokolAK/Ticket_to_Ride_Assistant)",
        "x, y: fractions of the printed map inside the score track, measured by thoun/tickettoride; y grows downwards",
        "lat, lon: the real cities",
        "names in Russian: this project",
    ],
    "ussr": [
        "cities, routes, x, y: original work of this project; the printed board could not be found",
        "lat, lon: the real cities, named as in the 1970s and 1980s",
    ],
    "marklin": [
        "cities, routes: three independent public tables of the later Germany box agree (dj24sene/Ticket_To_Ride_Germany, "
        "SokolAK/Ticket_to_Ride_Assistant, thoun/tickettoride); a review on reich-der-spiele.de calls the two boards "
        "identical",
        "x, y: fractions of the printed map inside the score track, measured by thoun/tickettoride; y grows downwards",
        "goods: Berlin black from a review of the box; six red cities inferred from the Germany box of 2017, where the "
        "same six get extra passengers; the others are not known",
        "lat, lon: the real cities; illustrative border points for the countries",
        "names in Russian: this project",
    ],
}

NOTES = {
    "usa": [],
    "europe": [
        "ferry counts the locomotive spaces printed on a route: the fewest locomotives that pay for it"
    ],
    "ussr": [
        "an original board for these rules, not the printed one; a table that owns the printed board enters its own",
        "the west is drawn wider than it is, so that cities do not crowd; ferries follow sea lines and river lines "
        "(Yenisei, Lena), tunnels mark mountain lines",
    ],
    "marklin": [
        "every route into a country ends at a printed terminal of its own; terminals of one country are not joined, so "
        "a country never links two cities; a ticket that names a country is met at any of its terminals",
        "goods is null where the colour of a city is not known: the table is asked for it",
    ],
}

DECK_SOURCES = {
    "usa-regular": "tickets: four independent public tables agree on all 30 cards of the 2004 box",
    "usa-1910": "tickets: the 35 new cards of the USA 1910 expansion, a public table compared with pictures of the cards",
    "usa-1910-mega": "tickets: the 69 cards of the USA 1910 expansion (35 new, 30 reprints of which 4 have other points, "
    "4 of the Mystery Train promotion), a public table compared with pictures of the cards",
    "usa-1910-big-cities": "tickets: those of the 69 cards of the USA 1910 expansion that name one of its seven big cities",
    "europe-regular": "tickets: six independent public tables agree on the 40 cards of the 2005 box",
    "europe-long": "tickets: six independent public tables agree on the 6 long cards of the 2005 box",
    "europe-1912-expanded": "tickets: the 40 regular cards of the 2005 box and 19 of the Europa 1912 expansion "
    "(two public tables, half of the cards compared with pictures)",
    "ussr-long": "tickets: original work of this project; points are the shortest path in spaces, 18 to 24",
    "ussr-short": "tickets: original work of this project; points are the shortest path in spaces, 4 to 12",
    "marklin-short": "tickets: cards of the Germany box of 2017 whose points fit the short Märklin cards (5 to 11)",
    "marklin-long": "tickets: cards of the Germany box of 2017 whose points fit the long Märklin cards (12 to 22); "
    "two of them are confirmed by a report of a Märklin game",
    "america-long": "tickets: cards of the USA and USA 1910 boxes whose ends are 18 spaces or more apart",
    "america-short": "tickets: cards of the USA and USA 1910 boxes whose ends are fewer than 18 spaces apart",
}

DECK_TITLES = {
    "usa-regular": ("Tickets", "Маршруты"),
    "usa-1910": ("Tickets of 1910", "Маршруты 1910 года"),
    "usa-1910-mega": ("Tickets of the Mega game", "Маршруты большой игры"),
    "usa-1910-big-cities": ("Tickets of the big cities", "Маршруты больших городов"),
    "europe-regular": ("Regular tickets", "Обычные маршруты"),
    "europe-long": ("Long tickets", "Длинные маршруты"),
    "europe-1912-expanded": ("Regular tickets, 1912 added", "Обычные маршруты с добавкой 1912 года"),
    "ussr-long": ("Long tickets", "Длинные маршруты"),
    "ussr-short": ("Short tickets", "Короткие маршруты"),
    "marklin-short": ("Short tickets", "Короткие маршруты"),
    "marklin-long": ("Long tickets", "Длинные маршруты"),
    "america-long": ("Long tickets", "Длинные маршруты"),
    "america-short": ("Short tickets", "Короткие маршруты"),
}

LONG_SPACES = 18
"""«Америка» calls a ticket long from this distance on, in spaces of the shortest path."""


def city_json(old: dict[str, Any], board: str) -> dict[str, Any]:
    """Return a city; its English name is the printed one, so that people find on the board what they read."""
    country = old.get("country")
    names = {
        "en": old["name"]["en"] if country else old.get("printed", old["name"]["en"]),
        "ru": old["name"]["ru"],
    }
    also = {old["name"]["en"], old.get("printed", names["en"])} - {names["en"]}
    city: dict[str, Any] = {"id": old["id"], "name": names}
    if also:
        city["also"] = sorted(also)
    city |= {key: old[key] for key in ("x", "y", "lat", "lon")}
    if country:
        city["terminal_of"] = country
    elif board == "marklin":
        city["goods"] = old["merchandise"]
    return city


def board_json(old: dict[str, Any]) -> dict[str, Any]:
    """Return a whole board."""
    board: dict[str, Any] = {
        "id": old["id"],
        "title": TITLES[old["id"]],
        "aspect": old["aspect"],
        "sources": SOURCES[old["id"]],
        "notes": NOTES[old["id"]],
    }
    if old["id"] == "ussr":
        board["original"] = True
    if "countries" in old:
        board["countries"] = {country["id"]: country["name"] for country in old["countries"]}
    board["cities"] = [city_json(city, old["id"]) for city in old["cities"]]
    board["routes"] = [
        {
            "id": route["id"],
            "ends": [route["a"], route["b"]],
            "length": route["length"],
            "colour": route["color"],
            "ferry": route["ferry"],
            "tunnel": route["tunnel"],
        }
        for route in old["routes"]
    ]
    return board


def deck_json(
    deck: str, board: str, cards: list[dict[str, Any]], *, candidates: bool = False
) -> dict[str, Any]:
    """Return a deck; the second card with the same ends gets ``--2``."""
    seen: Counter[str] = Counter()
    tickets = []
    for card in cards:
        ends = sorted((card["a"], card["b"]))
        ticket = "--".join(ends)
        seen[ticket] += 1
        if seen[ticket] > 1:
            ticket += f"--{seen[ticket]}"
        tickets.append({"id": ticket, "ends": ends, "points": card["points"]})
    english, russian = DECK_TITLES[deck]
    found: dict[str, Any] = {"id": deck, "title": {"en": english, "ru": russian}, "board": board}
    if candidates:
        found["candidates"] = True
    return found | {"sources": [DECK_SOURCES[deck]], "tickets": tickets}


def distances(old: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Return the shortest paths between all cities, in spaces."""
    graph = nx.Graph()
    for route in old["routes"]:
        graph.add_edge(route["a"], route["b"], length=route["length"])
    return dict(nx.all_pairs_dijkstra_path_length(graph, weight="length"))


def decks(olds: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return all decks: the cards that an edition deals from one pile are one deck."""

    def cards(board: str, *groups: str) -> list[dict[str, Any]]:
        return [card for card in olds[board]["tickets"] if card["group"] in groups]

    mega = cards("usa", "1910", "1910-reprint", "mystery-train")
    big = set(olds["usa"]["bigCities"])
    american = cards("usa", "regular", "1910", "mystery-train")
    apart = distances(olds["usa"])
    is_long = {id(card): apart[card["a"]][card["b"]] >= LONG_SPACES for card in american}
    return [
        deck_json("usa-regular", "usa", cards("usa", "regular")),
        deck_json("usa-1910", "usa", cards("usa", "1910")),
        deck_json("usa-1910-mega", "usa", mega),
        deck_json("usa-1910-big-cities", "usa", [card for card in mega if big & {card["a"], card["b"]}]),
        deck_json("america-long", "usa", [c for c in american if is_long[id(c)]], candidates=True),
        deck_json("america-short", "usa", [c for c in american if not is_long[id(c)]], candidates=True),
        deck_json("europe-regular", "europe", cards("europe", "regular")),
        deck_json("europe-long", "europe", cards("europe", "long")),
        deck_json("europe-1912-expanded", "europe", cards("europe", "regular", "1912")),
        deck_json("ussr-long", "ussr", cards("ussr", "long")),
        deck_json("ussr-short", "ussr", cards("ussr", "short")),
        deck_json("marklin-short", "marklin", cards("marklin", "candidate-short"), candidates=True),
        deck_json("marklin-long", "marklin", cards("marklin", "candidate-long"), candidates=True),
    ]


def write(folder: str, value: dict[str, Any]) -> None:
    """Write one file, lists of cities, routes and tickets one entry a line, so that a change is a readable diff."""
    lines = []
    for key, part in value.items():
        if key in ("cities", "routes", "tickets"):
            rows = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in part)
            lines.append(f'  "{key}": [\n{rows}\n  ]')
        else:
            text = json.dumps(part, ensure_ascii=False, indent=2 if isinstance(part, (list, dict)) else None)
            lines.append(f'  "{key}": ' + text.replace("\n", "\n  "))
    path = MAPS / folder / f"{value['id']}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main(folder: Path) -> None:
    """Convert everything."""
    olds = {board: json.loads((folder / f"{board}.json").read_text(encoding="utf-8")) for board in TITLES}
    for board, old in olds.items():
        write("boards", board_json(old))
        backdrop = json.loads((folder / "backdrops" / f"{board}.json").read_text(encoding="utf-8"))
        write("backdrops", {"id": board} | backdrop)
    for deck in decks(olds):
        write("decks", deck)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
