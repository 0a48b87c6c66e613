"""A sheet worked out the slow and obvious way from what lies on the table, without anything of the solver's."""

from itertools import product

import networkx as nx


def sheets(position, edition, board):
    """
    Return by player the numbers of the sheet, for positions in which the loans of players do not hang together.

    ``position``, ``edition``, ``board`` are JSON: the position, and the files of the edition and its board.
    """
    routes = {route["id"]: route for route in board["routes"]}
    points_of = {int(length): points for length, points in edition["route_points"].items()}
    terminals = {}
    for city in board["cities"]:
        terminals.setdefault(city.get("terminal_of"), []).append(city["id"])
    rows = {}
    for player in position["players"]:
        own = [routes[route] for route in player["routes"]]
        tickets, completed = best_tickets(position, player, routes, terminals)
        stations = edition.get("stations")
        rows[player["name"]] = {
            "routes": sum(points_of[route["length"]] for route in own),
            "tickets": tickets,
            "completed": completed,
            "stations": stations["points_unused"] * (stations["count"] - len(player["stations"]))
            if stations
            else 0,
            "goods": sum(player.get("goods", [])),
            "longest": longest([(*route["ends"], route["length"]) for route in own]),
            "ferries": sum(route["ferry"] > 0 for route in own),
            "tunnels": sum(route["tunnel"] for route in own),
            "bonuses": 0,
        }
    measures = {
        "longest_trail": "longest",
        "most_tickets": "completed",
        "most_ferries": "ferries",
        "most_tunnels": "tunnels",
    }
    for bonus in edition["bonuses"]:
        key = measures[bonus["kind"]]
        best = max(row[key] for row in rows.values())
        for row in rows.values():
            if row[key] == best > 0:
                row["bonuses"] += bonus["points"]
    for row in rows.values():
        row["total"] = sum(row[key] for key in ("routes", "tickets", "stations", "goods", "bonuses"))
    return rows


def best_tickets(position, player, routes, terminals):
    """Return the best net ticket points and the completed tickets over every combination of loans."""
    rivals = [r for other in position["players"] if other is not player for r in other["routes"]]
    stations = player.get("stations", [])
    options = [[None, *(r for r in rivals if city in routes[r]["ends"])] for city in stations]
    best = None
    for loans in product(*options):
        used = [*player["routes"], *filter(None, loans)]
        graph = nx.Graph([routes[route]["ends"] for route in used])
        graph.add_nodes_from(city for places in terminals.values() for city in places)
        done = [
            any(
                nx.has_path(graph, a, b)
                for a in terminals.get(ticket["ends"][0], [ticket["ends"][0]])
                for b in terminals.get(ticket["ends"][1], [ticket["ends"][1]])
            )
            for ticket in player["tickets"]
        ]
        pair = (
            sum(t["points"] if ok else -t["points"] for t, ok in zip(player["tickets"], done, strict=True)),
            sum(done),
        )
        best = pair if best is None else max(best, pair)
    return best


def longest(routes):
    """Return the length of a longest trail by walking every one of them."""

    def walk(city, left):
        best = 0
        for i in left:
            a, b, length = routes[i]
            if city in (a, b):
                best = max(best, length + walk(b if city == a else a, left - {i}))
        return best

    cities = {end for a, b, _ in routes for end in (a, b)}
    return max((walk(city, frozenset(range(len(routes)))) for city in cities), default=0)


def position_of(lines, edition, board, cards):
    """
    Return the position at the end of a log, from its JSON lines; ``cards`` are the tickets of the decks by id.

    A retraction may not be retracted itself here.
    """
    header, *entries = lines
    gone = {entry["event"]["target"] for entry in entries if entry["event"]["type"] == "retracted"}
    events = [entry["event"] for entry in entries if entry["seq"] not in gone]
    seats = {
        seat["id"]: {"name": seat["name"], "routes": [], "stations": [], "tickets": [], "goods": []}
        for seat in header["seats"]
    }
    colours = {city["id"]: city.get("goods") for city in board["cities"]}
    colours |= {e["city"]: e["colour"] for e in events if e["type"] == "goods_colour_set"}
    tokens = (edition.get("passengers") or {}).get("tokens", {})
    stacks = {city: list(tokens.get(colour, [])) for city, colour in colours.items()}
    ends = {route["id"]: route["ends"] for route in board["routes"]}
    for event in events:
        player = seats.get(event.get("player"))
        if event["type"] == "route_claimed":
            player["routes"].append(event["route"])
        elif event["type"] == "route_dismantled":
            next(s for s in seats.values() if event["route"] in s["routes"])["routes"].remove(event["route"])
        elif event["type"] == "station_built":
            player["stations"].append(event["city"])
        elif event["type"] == "tickets_kept":
            player["tickets"] += [cards[t] if isinstance(t, str) else t for t in event["tickets"]]
        elif event["type"] == "passenger_moved":
            here, been = event["start"], {event["start"]}
            for route in event["routes"]:
                here = next(end for end in ends[route] if end != here)
                if here not in been and stacks.get(here):
                    player["goods"].append(stacks[here].pop(0))
                been.add(here)
    return {"players": list(seats.values())}
